"""Words without a request reach the other player, but not passwords, addresses or our own words."""

from __future__ import annotations

import pytest

from pbm.inbox.letter.passing_on import MOST_CHARACTERS
from pbm.notices.kinds import MailKind
from pbm.notices.phrases import first_line_of_ours
from tests.combinations import few_fast, for_each
from tests.pbm.town import ALICE, BOB, DOMAIN, PASSWORD, Mail, Town, kinds, of, only

TALK = "My cat walked over the board yesterday"


def passed_on(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == ALICE]


@for_each("move", ["61-53", "61 - 53", "61 to 53", "61 -> 53,"])
def test_a_line_that_says_more_than_its_move_is_passed_on_whole(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], move: str
) -> None:
    turn = of(town_with_game.answer(placed_mails[0], "16-35"), BOB)
    mails = town_with_game.answer(turn, f"{move} have fun, my friend")
    told = only(passed_on(mails))
    assert told.kind == MailKind.BOARD
    assert f"\n| {move} have fun, my friend\n" in told.text


@pytest.mark.parametrize(
    "farewell", ["Mit freundlichen Grüßen", "Cordiali saluti,", "Kind regards"]
)
def test_a_signature_is_not_passed_on(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], farewell: str
) -> None:
    signature = (
        f"{farewell}\n\nBob Smith\n\nSmith & Sons\n\nFax: 0341/123457\n\nwww.smith.example\n"
    )
    told = passed_on(town_with_game.answer(placed_mails[1], f"{TALK}\n\n{signature}"))
    assert (only(told).kind, [*only(told).facts["said"]]) == (MailKind.CHAT, [TALK])
    asked = only(town_with_game.answer(placed_mails[1], f"I give up\n\n{signature}"))
    assert (asked.kind, asked.facts["text"]) == (MailKind.CONFIRM, [])


@pytest.mark.parametrize(
    ("line", "above"),
    few_fast(
        [
            "my password is tulips4ever",
            "I go by bob and quiet_lantern",
            f"bob {PASSWORD}",
            f"write to pbm@{DOMAIN} then",
            f"write to pbm+0123456789@{DOMAIN} then",
            "la la\n" * MOST_CHARACTERS,
        ],
        ["", f"{TALK}\n"],
    ),
)
def test_words_that_may_give_something_away_are_returned(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], above: str, line: str
) -> None:
    mails = town_with_game.answer(placed_mails[1], above + line)
    assert (only(mails).to, only(mails).kind) == (BOB, MailKind.NO_COMMAND)


def test_sentences_of_ours_are_returned(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    lines = placed_mails[1].text.split("\n")
    ours = next(line for line in lines if first_line_of_ours([line]) is not None)
    mails = town_with_game.answer(placed_mails[1], f"{TALK}\n{ours}")
    assert (only(mails).to, only(mails).kind) == (BOB, MailKind.NO_COMMAND)


def test_words_sent_without_a_token_of_the_board_are_returned(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.write(BOB, TALK, subject=f"Re: {placed_mails[1].subject}")
    assert passed_on(mails) == []


def test_a_rejection_passes_on_what_the_question_about_it_has_shown(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(placed_mails[1], "propose draw")
    asked = only(town_with_game.write(ALICE, "gyges reject 1\nI want to see the end"))
    assert (asked.kind, asked.facts["text"]) == (MailKind.CONFIRM, ["I want to see the end"])
    over = of(town_with_game.answer(asked, "yes"), BOB)
    assert (over.news, over.facts["comment"]) == ("rejected", ["I want to see the end"])


def test_thanks_to_a_program_are_answered_kindly(club: Town, welcome: Mail) -> None:
    board = of(club.answer(welcome, "gyges challenge owl-1"), ALICE)
    answer = only(club.answer(board, "Thank you for the game!\n\nAlice"))
    assert (answer.kind, answer.facts["thanks"]) == (MailKind.NO_COMMAND, True)
    assert not only(club.answer(board, TALK)).facts["thanks"]


def test_thanks_do_not_answer_an_invitation(town_with_players: Town) -> None:
    invited = of(town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n"), BOB)
    assert not only(town_with_players.answer(invited, "Thank you!\n")).facts["thanks"]


@pytest.fixture
def message(town_with_players: Town, welcomes: tuple[Mail, Mail]) -> Mail:
    """A message of alice to bob."""
    sent = town_with_players.answer(welcomes[0], "message bob\nShall we meet on Sunday?\n")
    return of(sent, BOB)


def test_only_the_reader_of_a_message_answers_it(
    town_with_players: Town, message: Mail, welcomes: tuple[Mail, Mail]
) -> None:
    assert MailKind.MESSAGE not in kinds(town_with_players.answer(message, TALK, author=ALICE))
    copy = of(town_with_players.answer(welcomes[0], "message bob\nHello again\n"), ALICE)
    assert MailKind.MESSAGE not in kinds(town_with_players.answer(copy, TALK))


def test_a_player_who_blocks_the_writer_gets_no_reply_either(
    town_with_players: Town, message: Mail, welcomes: tuple[Mail, Mail]
) -> None:
    town_with_players.answer(welcomes[0], "block bob\n")
    assert passed_on(town_with_players.answer(message, f"{TALK}\n")) == []
