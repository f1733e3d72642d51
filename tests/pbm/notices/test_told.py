"""Mails about what was published, whichever door it came in by."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbm.core.model import Cause
from pbm.notices.told import told
from pbm.play.chat import say
from pbm.play.moves import resign
from pbm.play.rulings import abort
from pbm.play.spectators import subscribe
from pbm.play.work import Work
from tests.pbm.town import ALICE, BOB, CAROL, Mail, Town


@contextmanager
def work_in(town: Town) -> Iterator[Work]:
    """Work that no letter asks for."""
    with town.app.store.transaction() as tx:
        act = tx.acts.add("a test", "", {}, town.time)
        yield Work(tx, town.time, Cause(act=act.id))


def test_mails_to_others_say_whose_deed_causes_them(players: Town, game: tuple[Mail, Mail]) -> None:
    alice, bob = players.player("alice"), players.player("bob")
    with work_in(players) as work:
        resign(work, alice, 1)
        assert [(draft.to, draft.by) for draft in told(work)] == [(alice, None), (bob, alice.id)]


def test_what_an_operator_does_is_no_players_deed(players: Town, game: tuple[Mail, Mail]) -> None:
    with work_in(players) as work:
        abort(work, 1, "a test")
        assert [draft.by for draft in told(work)] == [None, None]


def test_what_was_published_is_told_once(players: Town, game: tuple[Mail, Mail]) -> None:
    with work_in(players) as work:
        resign(work, players.player("alice"), 1)
        assert (len(told(work)), told(work)) == (2, [])


def test_chat_that_came_in_no_letter_passes_no_block(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    players.sign_up(CAROL)
    alice, carol = players.player("alice"), players.player("carol")
    players.new_mails()
    with work_in(players) as work:
        subscribe(work, carol, 1)
        told(work)
        work.tx.blocks.add(carol.id, alice.id, players.time)
        say(work, alice, 1, ("Hello",))
        players.app.post.tell(work)
    assert [mail.to for mail in players.new_mails()] == [ALICE, BOB]
