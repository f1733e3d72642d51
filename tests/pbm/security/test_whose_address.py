"""Neither the text nor the number of answers reveals whether an address is a player's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.combinations import for_each
from tests.pbm.inbox.commands.people import account
from tests.pbm.security.attack import MALLORY, goods
from tests.pbm.town import ALICE, BOB, CAROL, DOMAIN, PASSWORD, Mail, Town, kinds, of, only

pytestmark = pytest.mark.both_engines

NOBODY = "nobo@example.org"
"""An address of no player, as long as bob's, so that texts with one of the two fold alike."""

ASKING = [
    f"add address alice {PASSWORD} %s",
    f"change address alice {PASSWORD} %s",
    f"add address alice {PASSWORD} {CAROL} %s",
]


def shape(mails: Sequence[Mail], asker: str, wanted: str) -> list[tuple[str, str, str]]:
    """The mails to the asker, without the parts that differ from mail to mail."""
    return [
        (mail.kind, mail.subject.replace(wanted, "@"), _plain(mail, wanted))
        for mail in mails
        if mail.to == asker
    ]


def _plain(mail: Mail, wanted: str) -> str:
    text = mail.text.replace(mail.token, "TOKEN") if mail.token else mail.text
    return text.replace(wanted, "@")


def outcome(town: Town, author: str, line: str, wanted: str) -> tuple[object, ...]:
    """The mails that the asker gets, the note on the letter, and the number of mails it caused."""
    mails = town.write(author, line % wanted)
    return shape(mails, author, wanted), town.note, len(mails)


@for_each("line", ASKING)
def test_a_player_who_wants_an_address_is_answered_alike(
    town_with_players: Town, line: str
) -> None:
    with town_with_players.app.store.transaction() as tx:
        tx.players.add("robert", "robert", ["robi@example.org"], None, town_with_players.time)
    taken = outcome(town_with_players, ALICE, line, "robi@example.org")
    town_with_players.later(days=2)
    assert outcome(town_with_players, ALICE, line, NOBODY) == taken


def test_several_commands_in_a_mail_are_answered_alike_and_also_the_second_time(
    town_with_players: Town,
) -> None:
    line = f"add address alice {PASSWORD} %s\nwhoami"
    for _ in range(2):
        taken, free = (
            [_unfolded(mail.text, address) for mail in _to_alice(town_with_players, line % address)]
            for address in (BOB, CAROL)
        )
        assert taken == free
        assert taken


def _unfolded(text: str, address: str) -> str:
    """The text without the address, and without the folds, which depend on its length."""
    return " ".join(text.replace(address, "@").split())


def _to_alice(town: Town, lines: str) -> list[Mail]:
    mails = town.write(ALICE, lines, subject="multiple")
    return [mail for mail in mails if mail.to == ALICE]


def test_a_signup_with_others_addresses_is_answered_alike(town_with_players: Town) -> None:
    taken = outcome(town_with_players, MALLORY, "signup mallory %s", ALICE)
    town_with_players.later(days=2)
    assert outcome(town_with_players, MALLORY, "signup mallory %s", "alicf@example.org") == taken


def test_the_welcome_does_not_tell_whose_address_it_is(town_with_players: Town) -> None:
    question = only(town_with_players.write(MALLORY, subject=f"signup mallory {ALICE} {CAROL}"))
    mails = town_with_players.answer(question, "yes")
    welcome = of(mails, MALLORY)
    assert ALICE in welcome.text and CAROL in welcome.text
    assert kinds(mails) == ["welcome", "address_taken", "address"]


def test_the_owner_is_told_once_a_day_and_nothing_changes(town_with_players: Town) -> None:
    before = goods(town_with_players)
    told = of(town_with_players.write(ALICE, f"add address alice {PASSWORD} {BOB}"), BOB)
    assert (told.kind, told.reply_to) == ("address_taken", f"pbm@{DOMAIN}")
    assert "alice" in told.text and ALICE not in told.text
    again = town_with_players.write(ALICE, f"change address alice {PASSWORD} {BOB}")
    assert [mail.to for mail in again] == [ALICE]
    assert goods(town_with_players) == before


def test_an_owner_who_blocks_the_asker_is_not_told(town_with_players: Town) -> None:
    town_with_players.answer(account(town_with_players, BOB), "block alice")
    mails = town_with_players.write(ALICE, f"add address alice {PASSWORD} {BOB}")
    assert [(mail.to, mail.kind) for mail in mails] == [(ALICE, "addresses_asked")]


@for_each("userid", ["alice", "nobodyx"])
def test_a_stranger_who_asks_for_a_password_is_told_nothing(
    town_with_players: Town, userid: str
) -> None:
    mails = town_with_players.write(MALLORY, subject=f"password {userid}")
    assert not [mail for mail in mails if mail.to == MALLORY]
    assert town_with_players.note == "done"


@for_each(
    "line",
    ["confirm %s", "message %s\n\nhello", "gyges challenge %s", "block %s", "gyges show 1 %s x"],
)
def test_other_commands_tell_strangers_alike(town_with_players: Town, line: str) -> None:
    known = outcome(town_with_players, MALLORY, line, "alice")
    town_with_players.later(days=2)
    assert outcome(town_with_players, MALLORY, line, "alicf") == known


def test_a_password_is_refused_alike_for_every_name(town_with_players: Town) -> None:
    line = "set %s wrong-password lang de"
    told, note, _ = outcome(town_with_players, MALLORY, line, "bob")  # its owner gets a mail
    town_with_players.later(days=2)
    assert outcome(town_with_players, MALLORY, line, "bop")[:2] == (told, note)
