from __future__ import annotations

import pytest

from pbm.core.model import MatchStatus
from pbm.mail.write import LEAVING
from tests.pbm.conftest import Prepared
from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    findings,
    kinds,
    of,
    only,
    refused,
    refused_because,
)

SECOND = "alice@second.example"
SIGNOFF = f"signoff alice {PASSWORD}\n"


def keep_busy(town: Town) -> None:
    """Alice plays on board 1, has just begun board 2, is invited to 3 and has offered 4."""
    town.sign_up(CAROL)
    town.play(town.board(), SOUTH, NORTH)
    town.board()
    town.answer(account(town, BOB), "gyges challenge alice\n")
    town.write(ALICE, f"gyges challenge alice {PASSWORD} carol\n")


@pytest.fixture
def busy(town_with_players: Town, prepared: Prepared) -> Town:
    prepared(town_with_players, keep_busy)
    return town_with_players


def to(mails: list[Mail], address: str) -> list[Mail]:
    return [mail for mail in mails if mail.to == address]


def test_running_games_are_resigned_and_those_hardly_begun_cancelled(busy: Town) -> None:
    told = busy.write(ALICE, SIGNOFF)
    assert (busy.match(1).result, busy.match(1).reason) == ("0-1", "resigned")
    assert busy.match(2).reason == "aborted"
    (won,) = [mail for mail in to(told, BOB) if mail.facts["board"] == 1]
    assert (won.news, won.facts["result"]["winner"]) == ("resigned", "bob")
    assert (told[0].facts["resigned"], told[0].facts["cancelled"]) == ([1], [2])


def test_invitations_of_both_kinds_are_ended(busy: Town) -> None:
    told = busy.write(ALICE, SIGNOFF)
    assert {busy.match(3).status, busy.match(4).status} == {MatchStatus.DECLINED}
    (declined,) = to(told, CAROL)
    assert (declined.news, declined.facts["withdrawn"]) == ("declined", True)
    assert told[0].facts["declined"] == [3, 4]


def test_the_farewell_is_the_last_mail(busy: Town) -> None:
    told = busy.write(ALICE, SIGNOFF)
    assert kinds(to(told, ALICE)) == ["signed_off"]


def test_addresses_and_password_are_gone(busy: Town) -> None:
    told = busy.write(ALICE, SIGNOFF)
    assert (told[0].kind, told[0].to) == ("signed_off", ALICE)
    alice = busy.player("alice")
    assert (alice.addresses, alice.password, alice.settings) == ((), None, {})
    assert is_turned_away(busy, "whoami\n", ALICE)
    answer = only(busy.write(CAROL, f"list\ngyges challenge alice {PASSWORD} carol\n"))
    assert answer.to == CAROL


def test_nothing_is_left_that_lets_somebody_in_again(busy: Town) -> None:
    password = only(busy.write(ALICE, "password alice\n"))
    question = of(busy.write(ALICE, f"add address alice {PASSWORD} a@x.org\n"), "a@x.org")
    board = busy.write(ALICE, "gyges show 1\n")[0]
    busy.write(ALICE, SIGNOFF)
    for mail, line in ((password, "change password lantern-lantern"), (board, "chat hello")):
        busy.answer(mail, f"{line}\n", author=ALICE)
    busy.answer(question, "yes\n")
    assert (busy.player("alice").addresses, busy.player("alice").password) == ((), None)


def test_all_addresses_are_told(town_with_players: Town) -> None:
    question = of(
        town_with_players.write(ALICE, f"add address alice {PASSWORD} a@x.org\n"), "a@x.org"
    )
    town_with_players.answer(question, "yes\n")
    told = town_with_players.write("a@x.org", SIGNOFF)
    assert [(mail.kind, mail.to) for mail in told] == [
        ("signed_off", "a@x.org"),
        ("signed_off", ALICE),
    ]


def test_games_that_are_over_stay_under_the_userid(busy: Town) -> None:
    busy.write(ALICE, SIGNOFF)
    rows = only(busy.write(BOB, "gyges history alice\n")).facts["rows"]
    assert rows[0]["players"] == ["alice", "bob"]
    assert refused(busy.write("new@example.org", subject="signup alice")) == "taken_userid"


def test_a_player_who_has_left_is_neither_listed_nor_reached(busy: Town) -> None:
    busy.write(ALICE, SIGNOFF)
    bob = account(busy, BOB)
    assert "alice" not in only(busy.write(BOB, "users\n")).text
    assert refused(busy.answer(bob, "gyges challenge alice\n")) == "left_club"
    assert refused(busy.answer(bob, "message alice\nHello\n")) == "has_left"


def test_the_lines_below_signoff_go_to_the_opponents(busy: Town) -> None:
    told = busy.write(ALICE, f"{SIGNOFF}Farewell!\n")
    assert "| Farewell!" in next(mail for mail in told if mail.to == CAROL).text


def test_the_audit_finds_nothing_wrong_afterwards(busy: Town) -> None:
    busy.write(ALICE, SIGNOFF)
    assert findings(busy) == []


def test_a_reply_address_alone_is_not_enough(busy: Town) -> None:
    question = only(busy.answer(account(busy, ALICE), "signoff\n"))
    assert question.kind == "confirm"
    assert busy.match(1).running
    assert "signed_off" in kinds(busy.answer(question, "yes\n"))


def test_the_question_names_the_games_that_are_given_up(busy: Town) -> None:
    asked = only(busy.write(ALICE, "signoff\n"))
    assert asked.facts["farewell"] == {"running": [1, 2]}


def test_signing_off_must_be_spelled_right_and_proved(town_with_players: Town) -> None:
    assert only(town_with_players.write(ALICE, "signof\n")).kind == "no_command"
    wrong = town_with_players.write(ALICE, "signoff alice wrong-password\n")
    assert refused(wrong) == "wrong_password"
    assert town_with_players.player("alice").addresses == (ALICE,)


def test_each_address_hears_of_it_once_though_mails_to_the_first_one_come_back(
    town_with_players: Town,
) -> None:
    with town_with_players.app.store.transaction() as tx:
        tx.players.add_address(town_with_players.player("alice").id, SECOND)
        tx.players.set_bounced(ALICE, town_with_players.time)
    told = town_with_players.write(STRANGER, SIGNOFF)
    assert sorted(mail.to for mail in told) == [ALICE, SECOND]


def test_signing_off_twice_is_done_once(town_with_players: Town) -> None:
    assert only(town_with_players.write(ALICE, SIGNOFF)).kind == "signed_off"
    assert refused(town_with_players.write(ALICE, SIGNOFF)) == "wrong_password"


def test_neither_strangers_nor_suspended_players_sign_off(town_with_players: Town) -> None:
    assert is_turned_away(town_with_players, "signoff\n")
    suspend(town_with_players, "alice")
    assert refused(town_with_players.write(ALICE, SIGNOFF)) == "suspended"


def test_a_mail_program_that_unsubscribes_is_told_how_to_leave_and_leaves_nothing(
    town_with_players: Town,
) -> None:
    words = "This message was automatically generated by Gmail.\n"
    answer = only(town_with_players.write(ALICE, words, subject=LEAVING))
    assert answer.kind == "help"
    assert "vacation" in answer.text
    assert town_with_players.player("alice").addresses == (ALICE,)


def test_the_other_player_is_told_who_has_left_and_offered_nothing_of_them(
    town_with_players: Town,
) -> None:
    town = town_with_players
    town.play(town.board(), SOUTH, NORTH)
    town.board()
    mails = town.write(ALICE, f"signoff alice {PASSWORD}\nSee you at choir\n")
    farewell = of([mail for mail in mails if mail.kind == "signed_off"], ALICE)
    assert "Resigned on board 1." in farewell.text
    assert "Cancelled before the second move: board 2." in farewell.text
    told = [mail for mail in mails if mail.to == BOB]
    assert [mail.news for mail in told] == ["resigned", "cancelled"]
    for mail in told:
        assert "alice has left the club." in mail.text
        assert "| See you at choir" in mail.text
        offered = mail.text.rpartition("Reply with:")[2]
        assert "rematch" not in offered
        assert "chat" not in offered
        for line in ("chat Oh no, why?", "rematch"):
            with town.rehearsing():
                code, facts = refused_because(town.answer(mail, f"{line}\n"))
                assert (code, facts["userid"]) == ("left_club", "alice"), line
