"""Mails about accounts, for use cases from any front door."""

from __future__ import annotations

import pytest

from pbm.core.model import Player
from pbm.mail.correspondence import Purpose
from pbm.notices.dispatch import take_drafts
from pbm.play import addresses, passwords
from pbm.play.departures import leave
from pbm.play.work import Work
from pbm.store.workbench import Workbench
from tests.pbm.notices.helpers import work_in
from tests.pbm.town import ALICE, BOB, Mail, Town

SECOND = "alice@example.net"


@pytest.fixture
def town_with_second_address(town_with_players: Town) -> Town:
    """A town with players, where alice has a second address."""
    with work_in(town_with_players) as work:
        addresses.consent(work, town_with_players.player("alice").id, SECOND, replaces=False)
    return town_with_players


def readers(work: Work, author: str = "") -> list[Player | str]:
    return [draft.to for draft in take_drafts(work, author)]


def change_password(work: Work, by: Player | None, player: Player) -> None:
    work.bench = Workbench(work.tx)
    passwords.change(work, by, player, "a new password")


@pytest.mark.parametrize(("author", "other"), [("", SECOND), (ALICE, SECOND), (SECOND, ALICE)])
def test_each_address_gets_one_mail(
    town_with_second_address: Town, author: str, other: str
) -> None:
    alice = town_with_second_address.player("alice")
    with work_in(town_with_second_address) as work:
        change_password(work, alice, alice)
        assert readers(work, author) == [alice, other]


def test_an_operator_s_act_is_mailed_to_each_address(town_with_second_address: Town) -> None:
    with work_in(town_with_second_address) as work:
        change_password(work, None, town_with_second_address.player("alice"))
        assert readers(work) == [ALICE, SECOND]


def test_a_dropped_address_gets_a_mail(town_with_second_address: Town) -> None:
    with work_in(town_with_second_address) as work:
        left = addresses.drop(work, town_with_second_address.player("alice"), ALICE)
        assert readers(work, ALICE) == [left, ALICE]


def test_a_new_password_invalidates_all_reset_mails(town_with_second_address: Town) -> None:
    alice = town_with_second_address.player("alice")
    town_with_second_address.write(BOB, "password alice")
    with work_in(town_with_second_address) as work:
        assert len(work.tx.tokens.unused(alice.id, Purpose.RESET)) == len(alice.addresses)
        change_password(work, alice, alice)
        take_drafts(work)
        assert not work.tx.tokens.unused(alice.id, Purpose.RESET)


def test_asking_for_another_s_reset_does_not_reveal_whether_it_was_sent(
    town_with_second_address: Town,
) -> None:
    bob = town_with_second_address.player("bob")
    with work_in(town_with_second_address) as work:
        for userid in ("alice", "alice", "nobody"):
            passwords.ask_reset(work, bob, userid)
        own = [draft for draft in take_drafts(work) if draft.to == bob]
    assert [draft.kind for draft in own] == ["reset_elsewhere"] * 3
    assert [draft.facts for draft in own] == [
        {"userid": "alice"},
        {"userid": "alice"},
        {"userid": "nobody"},
    ]


def test_the_farewell_is_sent_before_the_mails_about_boards(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    alice = town_with_game.player("alice")
    with work_in(town_with_game) as work:
        leave(work, alice)
        farewell, *boards = take_drafts(work)
        assert (farewell.to, farewell.kind) == (alice, "signed_off")
        for draft in (farewell, *boards):
            town_with_game.app.post.send(work, draft)
        assert not work.tx.tokens.counts(alice.id)
    mails = town_with_game.new_mails()
    assert [(mail.to, mail.kind) for mail in mails] == [(ALICE, "signed_off"), (BOB, "board")]
