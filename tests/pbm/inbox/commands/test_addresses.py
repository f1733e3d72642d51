from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.pbm.inbox.commands.people import is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, PASSWORD, Mail, Town, kinds, of, only

NEW, OTHER = "alice@new.example", "alice@other.example"
ADD = f"add address alice {PASSWORD}"
CHANGE = f"change address alice {PASSWORD}"
DROP = f"drop address alice {PASSWORD}"


def addresses(town: Town) -> Sequence[str]:
    return town.player("alice").addresses


def add(town: Town, address: str = NEW) -> list[Mail]:
    """Alice adds an address, which consents; the mails of the consent."""
    question = of(town.write(ALICE, f"{ADD} {address}\n"), address)
    return town.answer(question, "yes\n")


def text_of(mail: Mail) -> str:
    return " ".join(mail.text.split())


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
    assert f"plays from this address now: {NEW}" in text_of(of(told, ALICE))
    assert "postmaster@pbm.example" in of(told, ALICE).text


def test_the_code_of_the_question_will_do_without_its_reply_address(
    town_with_players: Town,
) -> None:
    question = of(town_with_players.write(ALICE, f"{ADD} {NEW}\n"), NEW)
    code = next(line for line in question.text.splitlines() if "confirm " in line).strip()
    town_with_players.write(NEW, f"{code}\n")
    assert list(addresses(town_with_players)) == [ALICE, NEW]


def test_nobody_else_consents_for_an_address(town_with_players: Town) -> None:
    question = of(town_with_players.write(ALICE, f"{ADD} {NEW}\n"), NEW)
    refused = town_with_players.answer(question, "yes\n", author=BOB)
    assert "only from the address that the mail went to" in text_of(only(refused))
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
    assert "belongs to a player already" in text_of(
        only(town_with_players.answer(question, "yes\n"))
    )


def test_several_addresses_are_asked_one_by_one(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"{ADD} {NEW}, <{OTHER}>\n")
    assert [mail.to for mail in mails] == [ALICE, NEW, OTHER]
    town_with_players.answer(of(mails, OTHER), "yes\n")
    assert list(addresses(town_with_players)) == [ALICE, OTHER]


def test_a_changed_address_takes_the_place_of_all_others(town_with_players: Town) -> None:
    add(town_with_players)
    question = of(town_with_players.write(ALICE, f"{CHANGE} {OTHER}\n"), OTHER)
    assert list(addresses(town_with_players)) == [ALICE, NEW]
    told = town_with_players.answer(question, "yes\n")
    assert [mail.to for mail in told] == [OTHER, ALICE, NEW]
    assert list(addresses(town_with_players)) == [OTHER]
    assert f"does not play from here any more: {ALICE}, {NEW}" in text_of(of(told, ALICE))
    assert is_turned_away(town_with_players, "whoami\n", ALICE)


def test_a_dropped_address_counts_no_more_and_is_told(town_with_players: Town) -> None:
    add(town_with_players)
    told = town_with_players.write(ALICE, f"{DROP} {NEW}\n")
    assert [mail.to for mail in told] == [ALICE, NEW]
    assert list(addresses(town_with_players)) == [ALICE]
    assert of(told, NEW).reply_to == "pbm@pbm.example"
    assert is_turned_away(town_with_players, "whoami\n", NEW)


def test_who_drops_the_address_he_writes_from_is_answered_at_the_other_one(
    town_with_players: Town,
) -> None:
    add(town_with_players)
    told = town_with_players.write(ALICE, f"{DROP} {ALICE}\n")
    assert [mail.to for mail in told] == [NEW, ALICE]
    assert list(addresses(town_with_players)) == [NEW]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (ADD, "ADDRESS is missing."),
        (f"{ADD} nonsense", "A word among the addresses is none."),
        ("add address nonsense", "A word among the addresses is none."),
        ("drop address nonsense", "A word among the addresses is none."),
        (f"{ADD} {NEW} nonsense", "A word among the addresses is none."),
        (f"{ADD} alice@nonsense@", '"alice@nonsense@" is no mail address'),
        (f"{ADD} {ALICE}", f"The address {ALICE} is yours already."),
        (f"{ADD} a@x.org b@x.org c@x.org d@x.org e@x.org", "A player can have 5 addresses."),
        (f"{CHANGE} a@x.org b@x.org", "There are more words than the command takes."),
        (f"{DROP} {BOB}", f"{BOB} is no address of yours."),
        (f"{DROP} {ALICE}", f"{ALICE} is your only address"),
        (f"add address alice wrong-password {NEW}", "The userid alice or the password is wrong."),
    ],
)
def test_what_cannot_be_done_with_an_address_says_why(
    town_with_players: Town, line: str, why: str
) -> None:
    assert why in text_of(only(town_with_players.write(ALICE, f"{line}\n")))
    assert list(addresses(town_with_players)) == [ALICE]


def test_an_address_is_asked_once_a_day(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"{ADD} {NEW}\n")
    assert "within the last day" in text_of(only(town_with_players.write(ALICE, f"{ADD} {NEW}\n")))
    town_with_players.later(days=1, minutes=1)
    assert kinds(town_with_players.write(ALICE, f"{ADD} {NEW}\n")) == ["addresses_asked", "address"]


def test_no_more_consent_than_a_player_can_have(town_with_players: Town) -> None:
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
def test_neither_strangers_nor_suspended_players_have_addresses(
    town_with_players: Town, command: str
) -> None:
    assert is_turned_away(town_with_players, f"{command} {NEW}\n")
    suspend(town_with_players, "alice")
    mails = town_with_players.write(ALICE, f"{command} alice {PASSWORD} {NEW}\n")
    assert "suspended your account" in only(mails).text


@pytest.mark.parametrize(
    "line", [ADD, CHANGE, DROP, f"{ADD} {NEW} {PASSWORD}", f"{ADD} {PASSWORD}"]
)
def test_a_password_without_its_address_is_not_repeated(town_with_players: Town, line: str) -> None:
    assert PASSWORD not in only(town_with_players.write(ALICE, f"{line}\n")).text
    assert PASSWORD.encode() not in town_with_players.bytes_on_disk()
