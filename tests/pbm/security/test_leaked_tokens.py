"""An attacker who has somebody else's reply address and can write any From."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from tests.combinations import few_fast, for_each
from tests.pbm.inbox.commands.people import account
from tests.pbm.security.attack import DEEDS, MALLORY, SECOND, forged, goods
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SERVER,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
)

TAKING_OVER = [
    f"add address {MALLORY}",
    f"change address {MALLORY}",
    f"drop address {ALICE}",
    "signoff",
]
OF_THE_ACCOUNT = [
    "gyges challenge bob",
    "gyges seek",
    "set lang it",
    "set timezone Asia/Tokyo",
    "set machine on",
    "set passwords off",
    "set limit 3",
    "message bob",
    "vacation tomorrow tomorrow",
    "block bob",
    "data",
]


@pytest.mark.parametrize(
    ("author", "deed"), few_fast([MALLORY, BOB], [SOUTH, *DEEDS, "show", "data", "yes"])
)
def test_from_a_foreign_address_no_token_does_anything(
    town_with_game: Town, board_mails: tuple[Mail, Mail], author: str, deed: str
) -> None:
    before = goods(town_with_game)
    mails = town_with_game.answer(board_mails[0], deed, author=author)
    told = [mail for mail in mails if mail.to == author]
    assert goods(town_with_game) == before
    assert not any("+---+" in mail.text or ALICE in mail.text for mail in told)


@for_each("text", ["Ich nehme 16-35, viel Glück", "Hello, it's me again", "hilfe", "I play 13-33"])
def test_a_stranger_who_answers_a_players_mail_is_told_that_the_address_is_not_known(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    before = goods(town_with_game)
    mails = town_with_game.answer(board_mails[0], text, author=STRANGER)
    told = of(mails, STRANGER)
    assert (told.kind, told.facts["refusal"]) == ("refusal", "foreign_token")
    assert ALICE not in told.text
    assert "alice" not in told.text
    assert [mail.kind for mail in mails if mail.to == ALICE] == ["wrong_secret"]
    assert goods(town_with_game) == before
    others = town_with_game.answer(board_mails[0], "see www.shop.example", author=STRANGER)
    assert [(mail.to, mail.kind) for mail in others] == [(STRANGER, "refusal")]


@for_each("command", TAKING_OVER)
@for_each("kind", ["board", "account"])
def test_no_token_takes_the_account_over_even_under_her_from(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: str, kind: str
) -> None:
    token = board_mails[0] if kind == "board" else account(town_with_game, ALICE)
    before = goods(town_with_game)
    mails = town_with_game.answer(token, command)
    assert goods(town_with_game) == before
    assert [(mail.kind, mail.to) for mail in mails] in ([("confirm", ALICE)], [("refusal", ALICE)])


@pytest.mark.parametrize("kind", ["board", "account", "confirm"])
def test_no_token_sets_a_password_but_that_of_a_reset(
    town_with_game: Town, board_mails: tuple[Mail, Mail], kind: str
) -> None:
    tokens = {
        "board": lambda: board_mails[0],
        "account": lambda: account(town_with_game, ALICE),
        "confirm": lambda: only(town_with_game.write(ALICE, "gyges resign 1")),
    }
    before = goods(town_with_game)
    town_with_game.answer(tokens[kind](), "change password battery-staple")
    assert town_with_game.note == "needs_password"
    assert goods(town_with_game) == before


@for_each("command", OF_THE_ACCOUNT)
def test_a_board_token_does_not_reach_the_account(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: str
) -> None:
    before = goods(town_with_game)
    assert [
        (mail.kind, mail.to)
        for mail in town_with_game.answer(board_mails[0], f"{command}\n\nhello")
    ] == [("confirm", ALICE)]
    assert goods(town_with_game) == before


@for_each(
    "command",
    [f"gyges move 2 {SOUTH}", "gyges resign 2", "gyges chat 2\nhi", "gyges queue 2 231123"],
)
@for_each("subject", ["", "multiple"])
def test_a_board_token_reaches_no_other_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: str, subject: str
) -> None:
    town_with_game.board()
    before = goods(town_with_game)
    mails = town_with_game.answer(board_mails[0], command, subject=subject)
    assert goods(town_with_game) == before
    assert {mail.to for mail in mails} == {ALICE}


@for_each("deed", [NORTH, "resign", "propose draw", "undo", "queue 231123", "accept"])
def test_a_token_of_an_earlier_state_changes_nothing(
    town_with_game: Town, board_mails: tuple[Mail, Mail], deed: str
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    before = goods(town_with_game)
    town_with_game.answer(board_mails[0], deed)
    assert goods(town_with_game) == before


def test_a_letter_sent_again_by_a_thief_does_nothing(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    raw = forged("chat hello\r\n", to=board_mails[0].reply_to)
    assert len(town_with_game.post(ALICE, raw, board_mails[0].reply_to)) == 2
    assert [mail.to for mail in town_with_game.post(ALICE, raw, board_mails[0].reply_to)] == [ALICE]
    assert town_with_game.status is LetterStatus.DUPLICATE


@pytest.mark.parametrize("spelling", [str.upper, str.title])
def test_a_mail_system_that_changes_the_case_of_a_token_does_not_matter(
    town_with_game: Town, board_mails: tuple[Mail, Mail], spelling: object
) -> None:
    assert callable(spelling)
    local, _, domain = board_mails[0].reply_to.partition("@")
    town_with_game.write(ALICE, SOUTH, to=f"pbm+{spelling(local[4:])}@{domain}")
    assert town_with_game.match().plies == 1


def test_a_yes_counts_once(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges challenge bob"))
    town_with_game.answer(question, "yes")
    before = goods(town_with_game)
    assert kinds(town_with_game.answer(question, "yes")) == ["no_command"]
    assert goods(town_with_game) == before


def test_a_question_to_one_player_is_no_question_to_another(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    before = goods(town_with_game)
    for author in (BOB, MALLORY):
        town_with_game.answer(question, "yes", author=author)
    assert goods(town_with_game) == before
    town_with_game.answer(question, "yes")
    assert goods(town_with_game) != before


@pytest.mark.parametrize("way", ["{code}", "confirm {code}", "yes {code}"])
def test_the_code_of_a_question_confirms_nowhere_but_in_its_reply_address(
    town_with_game: Town, way: str
) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    before = goods(town_with_game)
    town_with_game.write(ALICE, way.format(code=question.token), to=SERVER)
    assert goods(town_with_game) == before


def test_a_reset_is_good_for_a_password_and_nothing_else(town_with_game: Town) -> None:
    reset = only(town_with_game.write(ALICE, "password alice"))
    before = goods(town_with_game)
    for command in (*TAKING_OVER, *OF_THE_ACCOUNT, f"gyges move 1 {SOUTH}", "gyges resign 1"):
        assert {mail.to for mail in town_with_game.answer(reset, command)} == {ALICE}
    assert goods(town_with_game) == before


def test_a_new_password_ends_the_resets_that_were_asked_for(town_with_players: Town) -> None:
    reset = only(town_with_players.write(ALICE, "password alice"))
    town_with_players.write(ALICE, f"change password alice {PASSWORD} battery-staple")
    before = goods(town_with_players)
    town_with_players.answer(reset, "change password chosen-by-mallory")
    assert goods(town_with_players) == before


def test_a_token_that_went_to_an_address_is_worthless_from_there_once_it_is_dropped(
    town_with_game: Town,
) -> None:
    asked = of(town_with_game.write(ALICE, f"add address alice {PASSWORD} {SECOND}"), SECOND)
    town_with_game.answer(asked, "yes")
    there = account(town_with_game, SECOND)
    town_with_game.write(ALICE, f"drop address alice {PASSWORD} {SECOND}")
    before = goods(town_with_game)
    town_with_game.answer(there, "gyges challenge bob")
    town_with_game.answer(asked, "yes")
    assert goods(town_with_game) == before


def test_a_spectators_token_plays_for_nobody(town_with_game: Town) -> None:
    town_with_game.sign_up(CAROL)
    subscribed = only(town_with_game.answer(account(town_with_game, CAROL), "gyges subscribe 1"))
    before = goods(town_with_game)
    for deed in (SOUTH, "resign", "propose draw", "undo", "accept", f"queue {SOUTH}"):
        assert {mail.to for mail in town_with_game.answer(subscribed, deed)} == {CAROL}, deed
    assert goods(town_with_game) == before


def test_the_token_of_a_guest_makes_nobody_a_player(town_with_players: Town) -> None:
    guest = only(town_with_players.write(STRANGER, subject="help"))
    before = goods(town_with_players)
    for deed in ("yes", "confirm", "whoami", *DEEDS):
        town_with_players.answer(guest, deed)
    assert goods(town_with_players) == before


def test_of_two_tokens_in_one_letter_the_first_one_counts(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    raw = forged(SOUTH)
    both = (board_mails[1].reply_to, board_mails[0].reply_to)
    with town_with_game.app.store.transaction() as tx:
        number = town_with_game.app.keep(Envelope(ALICE, both, raw))(tx)
    town_with_game.app.handle_now(number)
    assert town_with_game.note == "foreign_token"
    assert town_with_game.match().plies == 0
