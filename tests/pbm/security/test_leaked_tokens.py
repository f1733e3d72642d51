"""Somebody has a reply address that is not his, and writes any From he likes."""

from __future__ import annotations

import pytest

from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
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
    "set passwords off",
    "set board list",
    "message bob",
    "vacation tomorrow tomorrow",
    "block bob",
    "data",
]


@pytest.mark.parametrize("author", [MALLORY, BOB])
@pytest.mark.parametrize("deed", [SOUTH, *DEEDS, "show", "data", "yes"])
def test_from_a_foreign_address_no_token_does_anything(
    players: Town, game: tuple[Mail, Mail], author: str, deed: str
) -> None:
    before = goods(players)
    mails = players.answer(game[0], deed, author=author)
    told = [mail for mail in mails if mail.to == author]
    assert goods(players) == before
    assert not any("+---+" in mail.text or ALICE in mail.text for mail in told)


@pytest.mark.parametrize("command", TAKING_OVER)
@pytest.mark.parametrize("kind", ["board", "account"])
def test_no_token_takes_the_account_over_even_under_her_from(
    players: Town, game: tuple[Mail, Mail], command: str, kind: str
) -> None:
    token = game[0] if kind == "board" else account(players, ALICE)
    before = goods(players)
    mails = players.answer(token, command)
    assert goods(players) == before
    assert [(mail.kind, mail.to) for mail in mails] in ([("confirm", ALICE)], [("refusal", ALICE)])


@pytest.mark.parametrize("kind", ["board", "account", "confirm"])
def test_no_token_sets_a_password_but_that_of_a_reset(
    players: Town, game: tuple[Mail, Mail], kind: str
) -> None:
    tokens = {
        "board": lambda: game[0],
        "account": lambda: account(players, ALICE),
        "confirm": lambda: only(players.write(ALICE, "gyges resign 1")),
    }
    before = goods(players)
    players.answer(tokens[kind](), "change password battery-staple")
    assert players.note == "needs_password"
    assert goods(players) == before


@pytest.mark.parametrize("command", OF_THE_ACCOUNT)
def test_a_board_token_does_not_reach_the_account(
    players: Town, game: tuple[Mail, Mail], command: str
) -> None:
    before = goods(players)
    assert [(mail.kind, mail.to) for mail in players.answer(game[0], f"{command}\n\nhello")] == [
        ("confirm", ALICE)
    ]
    assert goods(players) == before


@pytest.mark.parametrize(
    "command",
    [f"gyges move 2 {SOUTH}", "gyges resign 2", "gyges chat 2\nhi", "gyges queue 2 231123"],
)
@pytest.mark.parametrize("subject", ["", "multiple"])
def test_a_board_token_reaches_no_other_board(
    players: Town, game: tuple[Mail, Mail], command: str, subject: str
) -> None:
    players.board()
    before = goods(players)
    mails = players.answer(game[0], command, subject=subject)
    assert goods(players) == before
    assert {mail.to for mail in mails} == {ALICE}


@pytest.mark.parametrize(
    "deed", [NORTH, "resign", "propose draw", "undo", "queue 231123", "accept"]
)
def test_at_a_later_state_it_changes_nothing(
    players: Town, game: tuple[Mail, Mail], deed: str
) -> None:
    players.play(game, SOUTH, NORTH)
    before = goods(players)
    players.answer(game[0], deed)
    assert goods(players) == before


def test_a_letter_sent_again_by_whoever_caught_it_does_nothing(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    raw = forged("chat hello\r\n", to=game[0].reply_to)
    assert len(players.post(ALICE, raw, game[0].reply_to)) == 2
    assert [mail.to for mail in players.post(ALICE, raw, game[0].reply_to)] == [ALICE]
    assert players.status is LetterStatus.DUPLICATE


@pytest.mark.parametrize("spelling", [str.upper, str.title])
def test_a_mail_system_that_changes_the_case_of_a_token_does_not_matter(
    players: Town, game: tuple[Mail, Mail], spelling: object
) -> None:
    assert callable(spelling)
    local, _, domain = game[0].reply_to.partition("@")
    players.write(ALICE, SOUTH, to=f"pbm+{spelling(local[4:])}@{domain}")
    assert players.match().plies == 1


def test_a_yes_is_used_up_by_being_said(players: Town, game: object) -> None:
    question = only(players.write(ALICE, "gyges challenge bob"))
    players.answer(question, "yes")
    before = goods(players)
    assert kinds(players.answer(question, "yes")) == ["no_command"]
    assert goods(players) == before


def test_a_question_to_one_player_is_no_question_to_another(players: Town, game: object) -> None:
    question = only(players.write(ALICE, "gyges resign 1"))
    before = goods(players)
    for author in (BOB, MALLORY):
        players.answer(question, "yes", author=author)
    assert goods(players) == before
    players.answer(question, "yes")
    assert goods(players) != before


@pytest.mark.parametrize("way", ["{code}", "confirm {code}", "yes {code}"])
def test_the_code_of_a_question_confirms_nowhere_but_in_its_reply_address(
    players: Town, game: object, way: str
) -> None:
    question = only(players.write(ALICE, "gyges resign 1"))
    before = goods(players)
    players.write(ALICE, way.format(code=question.token), to=SERVER)
    assert goods(players) == before


def test_a_reset_is_good_for_a_password_and_nothing_else(players: Town, game: object) -> None:
    reset = only(players.write(ALICE, "password alice"))
    before = goods(players)
    for command in (*TAKING_OVER, *OF_THE_ACCOUNT, f"gyges move 1 {SOUTH}", "gyges resign 1"):
        assert {mail.to for mail in players.answer(reset, command)} == {ALICE}
    assert goods(players) == before


def test_a_new_password_ends_the_resets_that_were_asked_for(players: Town) -> None:
    reset = only(players.write(ALICE, "password alice"))
    players.write(ALICE, f"change password alice {PASSWORD} battery-staple")
    before = goods(players)
    players.answer(reset, "change password chosen-by-mallory")
    assert goods(players) == before


def test_a_token_that_went_to_an_address_is_worthless_from_there_once_it_is_dropped(
    players: Town, game: object
) -> None:
    asked = of(players.write(ALICE, f"add address alice {PASSWORD} {SECOND}"), SECOND)
    players.answer(asked, "yes")
    there = account(players, SECOND)
    players.write(ALICE, f"drop address alice {PASSWORD} {SECOND}")
    before = goods(players)
    players.answer(there, "gyges challenge bob")
    players.answer(asked, "yes")
    assert goods(players) == before


def test_a_spectators_token_plays_for_nobody(players: Town, game: object) -> None:
    players.sign_up(CAROL)
    subscribed = only(players.answer(account(players, CAROL), "gyges subscribe 1"))
    before = goods(players)
    for deed in (SOUTH, "resign", "propose draw", "undo", "accept", f"queue {SOUTH}"):
        assert {mail.to for mail in players.answer(subscribed, deed)} == {CAROL}, deed
    assert goods(players) == before


def test_the_token_of_a_guest_makes_nobody_a_player(players: Town) -> None:
    guest = only(players.write(STRANGER, subject="help"))
    before = goods(players)
    for deed in ("yes", "confirm", "whoami", *DEEDS):
        players.answer(guest, deed)
    assert goods(players) == before


def test_two_tokens_in_one_letter_are_the_first_ones_business(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    raw = forged(SOUTH)
    both = (game[1].reply_to, game[0].reply_to)
    with players.app.store.transaction() as tx:
        number = players.app.keep(Envelope(ALICE, both, raw))(tx)
    players.app.handle_now(number)
    assert players.note == "foreign_token"
    assert players.match().plies == 0
