"""The outbox of several nodes: leases of one node while another writes about the same mails."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import pytest

from pbm.app.application import App
from pbm.app.outbox_queue import MOST_TRIES, LeasingQueue
from pbm.base.errors import ConflictError
from pbm.store.sql.nodes import SqlLeases
from pbm.store.writer import Writer
from tests.pbm.town import ALICE, Town


@pytest.fixture
def queue(town_with_players: Town) -> Iterator[LeasingQueue]:
    """The queue of a node for one mail to alice."""
    town_with_players.send_mails()
    town_with_players.write(ALICE, subject="help")
    town_with_players.paint()
    app = App(town_with_players.app.settings, lambda: town_with_players.time)
    writer = Writer(app.store, app.clock)
    writer.start()
    yield LeasingQueue(app, writer)
    writer.stop()
    app.close()


@pytest.mark.parametrize("conflicts", range(MOST_TRIES + 1))
def test_what_another_node_writes_about_is_leased_again(
    town_with_players: Town, queue: LeasingQueue, monkeypatch: pytest.MonkeyPatch, conflicts: int
) -> None:
    take, left = SqlLeases.take, [ConflictError("both waited for each other")] * conflicts

    def takes(leases: SqlLeases, mail: int, node: str, now: datetime, until: datetime) -> bool:
        if left:
            raise left.pop()
        return take(leases, mail, node, now, until)

    monkeypatch.setattr(SqlLeases, "take", takes)
    due = [mail.recipient for mail in queue.due(town_with_players.time, 10, ())]
    assert due == ([ALICE] if conflicts < MOST_TRIES else [])
    assert [mail.recipient for mail in queue.due(town_with_players.time, 10, ())] == [ALICE]
