"""Limits on the mail that a stranger's letter, whose From may be forged, can cause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.inbox.limits import PROSE_PER_HOUR, STRANGER_PER_DAY, budgets_left
from tests.pbm.conftest import SavedTown
from tests.pbm.town import ALICE, BOB, PASSWORD, STRANGER, Mail, Town, kinds, letter, of, only

VICTIM = "victim@example.com"
PER_HOUR = 12
PART = 3
"""The part of the budget that one domain may have."""
OPERATOR = "olga@example.net"


@pytest.fixture
def narrow(saved_town_with_players: SavedTown, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """A town that sends at most twelve mails an hour to people who may not have asked for them."""
    made = saved_town_with_players.copy(
        tmp_path, strangers_per_hour=str(PER_HOUR), operator=OPERATOR
    )
    made.later(hours=2)
    yield made
    made.close()


def crowd(town: Town) -> None:
    for number in range(PER_HOUR):
        assert kinds(town.write(f"s@s{number}.example", subject="help")) == ["help"]


# One address


@pytest.mark.parametrize("sender", ["", "mallory@example.net"])
def test_a_forged_signup_mails_its_victim_three_times_a_day(
    sender: str, town_with_players: Town
) -> None:
    subjects = ["signup victim", "signup victim2", "help", "confirm 123", "signup resign", "help"]
    sent = [mail for each in subjects for mail in town_with_players.write(VICTIM, subject=each)]
    assert [mail.to for mail in sent] == [VICTIM] * STRANGER_PER_DAY
    assert kinds(sent) == ["signup", "signup", "help"]
    assert town_with_players.note == "a stranger, who was answered today"
    town_with_players.later(days=1, seconds=1)
    assert only(town_with_players.write(VICTIM, subject="signup victim")).to == VICTIM


def test_only_the_from_address_is_answered(town_with_players: Town) -> None:
    letter = (
        f"From: {VICTIM}\r\nReply-To: other@example.com\r\nSender: third@example.com\r\n"
        "To: pbm@pbm.example, fourth@example.com\r\nSubject: help\r\n\r\n"
    )
    assert only(town_with_players.post("mallory@example.net", letter.encode())).to == VICTIM


def test_several_victims_in_one_from_are_not_mailed(town_with_players: Town) -> None:
    letter = f"From: {VICTIM}, other@example.com\r\nSubject: help\r\n\r\n"
    assert town_with_players.post("mallory@example.net", letter.encode()) == []


def test_a_player_gets_one_password_mail_a_day_however_many_people_ask(
    town_with_players: Town,
) -> None:
    sent = [
        mail
        for number in range(5)
        for mail in town_with_players.write(f"m{number}@example.net", subject="password bob")
    ]
    assert [(mail.to, mail.kind) for mail in sent] == [(BOB, "reset")]


def test_many_new_accounts_ask_one_address_once_a_day(town_with_players: Town) -> None:
    sent = []
    for number in range(3):
        address = f"m{number}@example.net"
        question = only(
            town_with_players.write(address, subject=f"signup mallory{number}x {VICTIM}")
        )
        sent += town_with_players.answer(question, "yes")
    assert [mail.to for mail in sent if mail.kind == "address"] == [VICTIM]
    welcomes = [mail for mail in sent if mail.kind == "welcome"]
    assert [list(mail.facts["more"]) for mail in welcomes] == [[VICTIM], [], []]


# All strangers together


def test_strangers_beyond_the_budget_are_not_answered(narrow: Town) -> None:
    crowd(narrow)
    assert narrow.write(VICTIM, subject="signup victim") == []
    assert narrow.note == "withheld: strangers' budget"
    narrow.later(hours=1, seconds=1)
    assert kinds(narrow.write(VICTIM, subject="signup victim")) == ["signup"]


@pytest.mark.parametrize("below", ["", "mail.", "x.y."])
def test_one_domain_gets_a_part_of_the_answers(narrow: Town, below: str) -> None:
    """The owner of a domain can write from any name below it."""
    domains = [f"{below.replace('x', str(number))}example.com" for number in range(PART + 1)]
    answered = [narrow.write(f"s{n}@{domain}", subject="help") for n, domain in enumerate(domains)]
    assert [len(mails) for mails in answered] == [1] * PART + [0]
    assert narrow.note == "withheld: strangers' budget"
    assert kinds(narrow.write(STRANGER, subject="help")) == ["help"]


def test_one_network_gets_a_part_of_the_answers(narrow: Town) -> None:
    def ask(number: int, peer: str) -> list[Mail]:
        raw = letter(f"s@s{number}.example", "", "help").as_bytes()
        return narrow.post(f"s@s{number}.example", raw, peer=peer)

    answered = [ask(number, f"192.0.2.{number}") for number in range(PART + 2)]
    assert [len(mails) for mails in answered] == [1] * PART + [0, 0]
    assert kinds(ask(20, "198.51.100.1")) == ["help"]


def test_crowding_does_not_affect_players_and_repliers(narrow: Town) -> None:
    asked = only(narrow.write(STRANGER, subject="signup carol"))
    for number in range(PER_HOUR - 1):
        narrow.write(f"s@s{number}.example", subject="help")
    assert narrow.write(VICTIM, subject="help") == []
    assert kinds(narrow.answer(asked, "yes")) == ["welcome"]
    assert kinds(narrow.write(BOB, "whoami")) == ["account"]
    assert kinds(narrow.write(BOB, "password bob")) == ["reset"]


def test_crowding_does_not_affect_mails_to_set_a_password(narrow: Town) -> None:
    crowd(narrow)
    assert kinds(narrow.write(STRANGER, subject="password bob")) == ["reset"]


def test_crowding_does_not_affect_questions_to_addresses(narrow: Town) -> None:
    crowd(narrow)
    asked = narrow.write(ALICE, f"add address alice {PASSWORD} {VICTIM}")
    assert of(asked, VICTIM).kind == "address"


def test_questions_to_addresses_have_a_budget_of_their_own(narrow: Town) -> None:
    for number in range(PER_HOUR):
        narrow.write(ALICE, f"add address alice {PASSWORD} a@a{number}.example")
        with narrow.app.store.transaction() as tx:
            tx.marks.erase([str(narrow.player("alice").id)])  # a player may ask for only ten a day
    refusal = only(narrow.write(ALICE, f"add address alice {PASSWORD} {VICTIM}"))
    assert narrow.note == "too_many_asked"
    assert refusal.to == ALICE
    narrow.later(hours=1, seconds=1)
    assert of(narrow.write(ALICE, f"add address alice {PASSWORD} {VICTIM}"), VICTIM)


def test_the_operator_is_told_once_the_budget_is_used_up(narrow: Town) -> None:
    crowd(narrow)
    assert narrow.tick() == []
    narrow.write(VICTIM, subject="help")
    alert = only(narrow.tick())
    assert alert.to == OPERATOR
    assert alert.facts["crowded"]


def test_the_budgets_left_are_counted(narrow: Town) -> None:
    narrow.write(VICTIM, subject="help")
    with narrow.app.store.reading() as tx:
        left = budgets_left(tx, PER_HOUR, narrow.time)
    assert left == {
        "others": PER_HOUR - 1,
        "vouched": PER_HOUR,
        "asked": PER_HOUR,
        "prose": PROSE_PER_HOUR,
    }
