"""A player gets one answer a letter, up to a limit an hour."""

from __future__ import annotations

from pbm.inbox.limits import PROVEN_PER_HOUR, REPLIES_PER_HOUR
from tests.combinations import for_each
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SERVER, SOUTH, Mail, Town, kinds, of, only

WORDS = [f"H{'m' * length}" for length in range(1, REPLIES_PER_HOUR + 3)]
"""Words without a command, none of them twice."""


@for_each("text", ["whoami", "gyges show 1", "hello there", "gyges resign 99", "help"])
def test_every_mail_of_a_player_gets_one_reply(town_with_game: Town, text: str) -> None:
    assert only(town_with_game.write(ALICE, text)).to == ALICE


def test_a_player_gets_thirty_replies_an_hour(town_with_players: Town) -> None:
    town_with_players.later(hours=2)
    answered = [bool(town_with_players.write(ALICE, words)) for words in WORDS]
    assert answered == [True] * REPLIES_PER_HOUR + [False, False]
    town_with_players.later(hours=1, seconds=1)
    assert town_with_players.write(ALICE, "hello")


def test_a_move_is_answered_however_many_replies_there_were(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for words in WORDS:
        town_with_game.write(ALICE, words)
    assert {mail.to for mail in town_with_game.answer(board_mails[0], SOUTH)} == {ALICE, BOB}


def test_an_illegal_move_is_answered_however_many_replies_there_were(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for words in WORDS:
        town_with_game.write(ALICE, words)
    illegal = only(town_with_game.answer(board_mails[0], "111111"))
    assert illegal.kind == "illegal"
    assert kinds(town_with_game.answer(illegal, "...")) == ["no_command"]


def test_a_player_gets_thirty_replies_an_hour_on_each_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    answers = [town_with_game.answer(board_mails[0], f"{words} {SERVER}") for words in WORDS]
    assert [len(mails) for mails in answers] == [1] * REPLIES_PER_HOUR + [0, 0]
    last = [mails[0].facts["last_reply"] for mails in answers[:REPLIES_PER_HOUR]]
    assert last == [""] * (REPLIES_PER_HOUR - 1) + ["letters"]
    assert only(town_with_game.answer(board_mails[0], "111111")).kind == "illegal"
    assert town_with_game.write(ALICE, "hello")
    assert {mail.to for mail in town_with_game.answer(board_mails[0], SOUTH)} == {ALICE, BOB}


def test_commands_that_only_show_something_in_a_reply_are_answered_beyond_that(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    answers = [town_with_game.answer(board_mails[0], "show") for _ in range(PROVEN_PER_HOUR + 1)]
    assert [len(mails) for mails in answers] == [1] * PROVEN_PER_HOUR + [0]
    assert town_with_game.note == "done, answer withheld"


def test_replies_to_the_board_mail_of_another_player_use_up_the_own_limit(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        town_with_game.answer(board_mails[0], "show", author=BOB)
    assert town_with_game.write(BOB, "hello") == []
    assert town_with_game.answer(board_mails[0], "show")


def test_a_reply_to_a_refusal_on_a_board_is_still_about_the_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    lost = only(town_with_game.answer(board_mails[0], "..."))
    town_with_game.answer(lost, SOUTH)
    assert town_with_game.match().plies == 1


@for_each(
    ("body", "read_as"),
    [
        (f"{SOUTH}\n\n> one\n> two\n-- \nalice\n", ""),
        (f"{SOUTH}.\nGood luck!\n", ""),
        (f"gyges move 1 alice {PASSWORD} {SOUTH}\n", ""),
        ("show\n", ""),
        ("show\nThank you.\n", "gyges show"),
        ("gyges rev 1\n", "gyges review 1"),
    ],
)
def test_the_answer_says_how_a_line_was_read_only_if_it_was_put_otherwise_or_others_were_left_out(
    town_with_game: Town, board_mails: tuple[Mail, Mail], body: str, read_as: str
) -> None:
    mails = town_with_game.answer(board_mails[0], body)
    assert of(mails, ALICE).facts["read_as"] == read_as
    assert all("read_as" not in mail.facts for mail in mails if mail.to == BOB)


def test_no_line_of_a_comment_begins_like_a_command_in_the_mails(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\nresign\u2028gyges resign 1\n")
    for address in (ALICE, BOB):
        lines = of(mails, address).text.split("\n")
        assert of(mails, address).facts["comment"]
        assert not any(line.startswith(("resign", "gyges resign")) for line in lines)


def test_a_game_is_played_to_its_end_by_mail(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    ended = town_with_game.answer(mails[0], "resign")
    assert kinds(ended) == ["board", "board"]
    assert town_with_game.match().result == "0-1"
