"""Whether an address is a player's: nobody can tell from what is answered, nor from how much."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.pbm.inbox.commands.people import account
from tests.pbm.security.attack import MALLORY, goods
from tests.pbm.town import ALICE, BOB, CAROL, DOMAIN, PASSWORD, Mail, Town, kinds, of, only

NOBODY = "nobo@example.org"
"""No player's; as long as bob's, so that what is folded is folded alike."""

ASKING = [
    f"add address alice {PASSWORD} %s",
    f"change address alice {PASSWORD} %s",
    f"add address alice {PASSWORD} {CAROL} %s",
]


def shape(mails: Sequence[Mail], asker: str, wanted: str) -> list[tuple[str, str, str]]:
    """What the asker reads, without what differs in any two mails."""
    return [
        (mail.kind, mail.subject.replace(wanted, "@"), _plain(mail, wanted))
        for mail in mails
        if mail.to == asker
    ]


def _plain(mail: Mail, wanted: str) -> str:
    text = mail.text.replace(mail.token, "TOKEN") if mail.token else mail.text
    return text.replace(wanted, "@")


def outcome(town: Town, author: str, line: str, wanted: str) -> tuple[object, ...]:
    """All that the asker sees, what is noted of the letter, and how many mails it caused."""
    mails = town.write(author, line % wanted)
    return shape(mails, author, wanted), town.note, len(mails)


@pytest.mark.parametrize("line", ASKING)
def test_a_player_who_wants_an_address_is_answered_alike(players: Town, line: str) -> None:
    with players.app.store.transaction() as tx:
        tx.players.add("robert", "robert", ["robi@example.org"], None, players.time)
    taken = outcome(players, ALICE, line, "robi@example.org")
    players.later(days=2)
    assert outcome(players, ALICE, line, NOBODY) == taken


def test_it_is_alike_in_a_list_of_results_and_the_second_time(players: Town) -> None:
    line = f"add address alice {PASSWORD} %s\nwhoami"
    for _ in range(2):
        taken = [mail.text.replace(BOB, "@") for mail in _to_alice(players, line % BOB)]
        free = [mail.text.replace(CAROL, "@") for mail in _to_alice(players, line % CAROL)]
        assert taken == free
        assert taken


def _to_alice(town: Town, lines: str) -> list[Mail]:
    mails = town.write(ALICE, lines, subject="multiple")
    return [mail for mail in mails if mail.to == ALICE]


def test_a_signup_with_others_addresses_is_answered_alike(players: Town) -> None:
    taken = outcome(players, MALLORY, "signup mallory %s", ALICE)
    players.later(days=2)
    assert outcome(players, MALLORY, "signup mallory %s", "alicf@example.org") == taken


def test_nor_does_the_welcome_tell(players: Town) -> None:
    question = only(players.write(MALLORY, subject=f"signup mallory {ALICE} {CAROL}"))
    mails = players.answer(question, "yes")
    welcome = of(mails, MALLORY)
    assert ALICE in welcome.text and CAROL in welcome.text
    assert kinds(mails) == ["welcome", "address_taken", "address"]


def test_the_owner_is_told_once_a_day_and_nothing_changes(players: Town) -> None:
    before = goods(players)
    told = of(players.write(ALICE, f"add address alice {PASSWORD} {BOB}"), BOB)
    assert (told.kind, told.reply_to) == ("address_taken", f"pbm@{DOMAIN}")
    assert "alice" in told.text and ALICE not in told.text
    again = players.write(ALICE, f"change address alice {PASSWORD} {BOB}")
    assert [mail.to for mail in again] == [ALICE]
    assert goods(players) == before


def test_an_owner_who_blocks_the_asker_is_not_told(players: Town) -> None:
    players.answer(account(players, BOB), "block alice")
    mails = players.write(ALICE, f"add address alice {PASSWORD} {BOB}")
    assert [(mail.to, mail.kind) for mail in mails] == [(ALICE, "addresses_asked")]


@pytest.mark.parametrize("userid", ["alice", "nobodyx"])
def test_a_stranger_who_asks_for_a_password_is_told_nothing(players: Town, userid: str) -> None:
    mails = players.write(MALLORY, subject=f"password {userid}")
    assert not [mail for mail in mails if mail.to == MALLORY]
    assert players.note == "done"


@pytest.mark.parametrize(
    "line",
    ["confirm %s", "message %s\n\nhello", "gyges challenge %s", "block %s", "gyges show 1 %s x"],
)
def test_other_commands_tell_strangers_alike(players: Town, line: str) -> None:
    known = outcome(players, MALLORY, line, "alice")
    players.later(days=2)
    assert outcome(players, MALLORY, line, "alicf") == known


def test_a_password_is_refused_alike_whoever_is_named(players: Town) -> None:
    line = "set %s wrong-password lang de"
    told, note, _ = outcome(players, MALLORY, line, "bob")  # its owner has a mail
    players.later(days=2)
    assert outcome(players, MALLORY, line, "bop")[:2] == (told, note)
