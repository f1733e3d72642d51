from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.combinations import for_each
from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, kinds, of, only, refused

NEW, OTHER = "alice@new.example", "alice@other.example"
ADD = f"add address alice {PASSWORD}"
CHANGE = f"change address alice {PASSWORD}"
DROP = f"drop address alice {PASSWORD}"


def addresses(town: Town) -> Sequence[str]:
    return town.player("alice").addresses


def add(town: Town, address: str = NEW) -> list[Mail]:
    """Have alice add an address and confirm it from that address; return the mails caused."""
    question = of(town.write(ALICE, f"{ADD} {address}\n"), address)
    return town.answer(question, "yes\n")


def test_a_new_address_counts_once_it_has_consented(town_with_players: Town) -> None:
    reply, question = town_with_players.write(ALICE, f"{ADD} {NEW}\n")
    assert (reply.to, question.to) == (ALICE, NEW)
    assert NEW in reply.text
    assert list(addresses(town_with_players)) == [ALICE]
    town_with_players.answer(question, "yes\n")
    assert list(addresses(town_with_players)) == [ALICE, NEW]
    assert only(town_with_players.write(NEW, "whoami\n")).kind == "account"


def test_the_old_addresses_are_told_of_the_new_one(town_with_players: Town) -> None:
    told = add(town_with_players)
    assert [mail.to for mail in told] == [NEW, ALICE]
    assert of(told, ALICE).facts["added"] == [NEW]
    assert "postmaster@pbm.example" in of(told, ALICE).text


def test_the_code_of_the_question_confirms_without_its_reply_address(
    town_with_players: Town,
) -> None:
    question = of(town_with_players.write(ALICE, f"{ADD} {NEW}\n"), NEW)
    town_with_players.write(NEW, f"confirm {question.token}\n")
    assert list(addresses(town_with_players)) == [ALICE, NEW]


def test_nobody_else_consents_for_an_address(town_with_players: Town) -> None:
    question = of(town_with_players.write(ALICE, f"{ADD} {NEW}\n"), NEW)
    refusal = refused(town_with_players.answer(question, "yes\n", author=BOB))
    assert refusal == "confirm_elsewhere"
    assert list(addresses(town_with_players)) == [ALICE]


def test_a_question_is_forgotten_after_a_week(town_with_players: Town) -> None:
    question = of(town_with_players.write(ALICE, f"{ADD} {NEW}\n"), NEW)
    town_with_players.later(days=8)
    town_with_players.answer(question, "yes\n")
    assert list(addresses(town_with_players)) == [ALICE]


def test_an_address_that_somebody_took_meanwhile_is_not_added(town_with_players: Town) -> None:
    question = of(town_with_players.write(ALICE, f"{ADD} {NEW}\n"), NEW)
    town_with_players.write(NEW, subject="signup mallory")
    with town_with_players.app.store.transaction() as tx:
        tx.players.add("mallory", "mallory", [NEW], None, town_with_players.time)
    assert refused(town_with_players.answer(question, "yes\n")) == "taken_address"


def test_several_addresses_are_asked_one_by_one(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"{ADD} {NEW}, <{OTHER}>\n")
    assert [mail.to for mail in mails] == [ALICE, NEW, OTHER]
    town_with_players.answer(of(mails, OTHER), "yes\n")
    assert list(addresses(town_with_players)) == [ALICE, OTHER]


def test_a_changed_address_replaces_all_others(town_with_players: Town) -> None:
    add(town_with_players)
    question = of(town_with_players.write(ALICE, f"{CHANGE} {OTHER}\n"), OTHER)
    assert list(addresses(town_with_players)) == [ALICE, NEW]
    told = town_with_players.answer(question, "yes\n")
    assert [mail.to for mail in told] == [OTHER, ALICE, NEW]
    assert list(addresses(town_with_players)) == [OTHER]
    assert of(told, ALICE).facts["dropped"] == [ALICE, NEW]
    assert is_turned_away(town_with_players, "whoami\n", ALICE)


def test_a_dropped_address_is_told_and_can_be_used_no_more(town_with_players: Town) -> None:
    add(town_with_players)
    told = town_with_players.write(ALICE, f"{DROP} {NEW}\n")
    assert [mail.to for mail in told] == [ALICE, NEW]
    assert list(addresses(town_with_players)) == [ALICE]
    assert of(told, NEW).reply_to == "pbm@pbm.example"
    assert is_turned_away(town_with_players, "whoami\n", NEW)


def test_dropping_the_address_one_writes_from_is_answered_at_the_other_one(
    town_with_players: Town,
) -> None:
    add(town_with_players)
    told = town_with_players.write(ALICE, f"{DROP} {ALICE}\n")
    assert [mail.to for mail in told] == [NEW, ALICE]
    assert list(addresses(town_with_players)) == [NEW]


@for_each(
    ("line", "code"),
    [
        (ADD, "missing_word"),
        (f"{ADD} nonsense", "not_an_address"),
        ("add address nonsense", "not_an_address"),
        ("drop address nonsense", "not_an_address"),
        (f"{ADD} {NEW} nonsense", "not_an_address"),
        (f"{ADD} alice@nonsense@", "bad_address"),
        (f"{ADD} {ALICE}", "your_address"),
        (f"{ADD} a@x.org b@x.org c@x.org d@x.org e@x.org", "too_many_addresses"),
        (f"{CHANGE} a@x.org b@x.org", "too_many_words"),
        (f"{DROP} {BOB}", "not_your_address"),
        (f"{DROP} {ALICE}", "last_address"),
        (f"add address alice wrong-password {NEW}", "wrong_password"),
    ],
)
def test_an_impossible_change_of_addresses_is_refused(
    town_with_players: Town, line: str, code: str
) -> None:
    assert refused(town_with_players.write(ALICE, f"{line}\n")) == code
    assert list(addresses(town_with_players)) == [ALICE]


def test_an_address_is_asked_once_a_day(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"{ADD} {NEW}\n")
    assert refused(town_with_players.write(ALICE, f"{ADD} {NEW}\n")) == "asked_today"
    town_with_players.later(days=1, minutes=1)
    assert kinds(town_with_players.write(ALICE, f"{ADD} {NEW}\n")) == ["addresses_asked", "address"]


def test_no_more_addresses_can_consent_than_a_player_may_have(town_with_players: Town) -> None:
    asked = [f"a{each}@x.org" for each in range(4)]
    questions = [
        of(town_with_players.write(ALICE, f"{ADD} {each}\n"), each) for each in (*asked, NEW)
    ]
    answers = [only(town_with_players.answer(each, "yes\n")[:1]) for each in questions]
    assert kinds(answers) == ["address_added"] * 4 + ["refusal"]
    assert len(addresses(town_with_players)) == 5


@pytest.mark.parametrize("command", ["add address", "change address", "drop address"])
def test_a_reply_address_alone_is_not_enough(town_with_players: Town, command: str) -> None:
    add(town_with_players)
    account = only(town_with_players.write(ALICE, "whoami\n"))
    wanted = NEW if command == "drop address" else OTHER
    question = only(town_with_players.answer(account, f"{command} {wanted}\n"))
    assert question.kind == "confirm"
    assert list(addresses(town_with_players)) == [ALICE, NEW]
    mails = town_with_players.answer(question, "yes\n")
    assert mails[0].kind in ("addresses", "addresses_asked")


@pytest.mark.parametrize("command", ["add address", "change address", "drop address"])
def test_neither_strangers_nor_suspended_players_change_addresses(
    town_with_players: Town, command: str
) -> None:
    assert is_turned_away(town_with_players, f"{command} {NEW}\n")
    suspend(town_with_players, "alice")
    mails = town_with_players.write(ALICE, f"{command} alice {PASSWORD} {NEW}\n")
    assert refused(mails) == "suspended"


@pytest.mark.parametrize(
    "line", [ADD, CHANGE, DROP, f"{ADD} {NEW} {PASSWORD}", f"{ADD} {PASSWORD}"]
)
def test_a_password_without_its_address_is_not_repeated(town_with_players: Town, line: str) -> None:
    assert PASSWORD not in only(town_with_players.write(ALICE, f"{line}\n")).text
    assert PASSWORD.encode() not in town_with_players.bytes_on_disk()
