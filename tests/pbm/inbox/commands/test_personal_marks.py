"""Every kind of mark about a player is in their data export, and erased when they sign off."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pbm.core.marks import PERSONAL, Mark, MarkKind, Whose, names_of
from pbm.core.model import Player
from tests.combinations import for_each
from tests.pbm.town import ALICE, PASSWORD, SERVER, Mail, Town, only


def mark_of(kind: MarkKind, player: Player) -> Mark:
    named: Mapping[Whose, str | int] = {
        Whose.ADDRESS: player.addresses[0],
        Whose.USERID: player.userid,
        Whose.PLAYER: player.id,
    }
    return kind.of(named[kind.whose], board=17)


@pytest.fixture
def marked(town_with_players: Town) -> Town:
    """A town with a mark of each personal kind for alice, set a day ago."""
    alice = town_with_players.player("alice")
    with town_with_players.app.store.transaction() as tx:
        for kind in PERSONAL:
            tx.marks.add(mark_of(kind, alice), town_with_players.time)
    town_with_players.later(days=1, seconds=1)
    return town_with_players


@for_each("kind", PERSONAL)
def test_the_data_export_contains_every_kind_of_mark(kind: MarkKind, marked: Town) -> None:
    told = only(marked.write(ALICE, f"data alice {PASSWORD}\n"))
    assert str(mark_of(kind, marked.player("alice"))) in told.text


def test_the_data_export_contains_counters_of_boards_and_remembered_times(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for words in ("...\n", f"Hm, {SERVER}\n"):
        town_with_game.answer(board_mails[0], words)
    told = only(town_with_game.write(ALICE, f"data alice {PASSWORD}\n")).text
    number = town_with_game.player("alice").id
    rows = [line.split() for line in told.splitlines()]
    assert ["reply", "on", f"1:{ALICE}", "2"] in rows
    assert [f"data:{number}", "1"] in rows
    assert [f"heard:{number}", "last"] in [row[:2] for row in rows]


def test_signing_off_erases_all_marks_of_the_player(marked: Town) -> None:
    names = names_of(marked.player("alice"))
    assert only(marked.write(ALICE, f"signoff alice {PASSWORD}\n")).kind == "signed_off"
    marked.send_mails()
    marked.tidy()
    with marked.app.store.reading() as tx:
        assert (tx.marks.about(names), tx.moments.about(names)) == ({}, {})
