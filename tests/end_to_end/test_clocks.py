"""Clocks as players see them: deadlines, downtime of the server, a vacation, a digest."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

from tests.end_to_end.process import ServerProcess
from tests.end_to_end.table import Table


def rest(server: ServerProcess, span: timedelta) -> None:
    """Restart the server so that it seems to have been down for this span."""
    server.stop()
    before = (datetime.now(UTC) - span).isoformat(timespec="microseconds")
    with closing(sqlite3.connect(server.data / "pbm.sqlite")) as connection, connection:
        connection.execute("UPDATE moments SET at = ? WHERE kind = 'tick'", [before])
    server.start()


def test_a_board_mail_tells_until_when_to_move(table: Table) -> None:
    assert "(UTC), 21 days left" in " ".join(table.first.last.text.split())


def test_downtime_is_given_back(table: Table, server: ServerProcess) -> None:
    alice, bob = table.players

    rest(server, timedelta(days=2))

    # The turn began during the simulated downtime, so only the time since then is given back.
    assert "(UTC), 21 days left" in " ".join(alice.ask("gyges show 1").text.split())
    assert "all players are given that time back" in server.log.read_text()
    assert alice.told("16-35").position == ("gyges 1", 4, False)
    assert bob.receive().position == ("gyges 1", 4, True)


def test_a_vacation_is_told_to_the_opponent(table: Table) -> None:
    alice, bob = table.players
    account = alice.ask("whoami")

    answer = alice.told("vacation today tomorrow\nA long weekend.", account)

    assert answer.kind == "vacation"
    news = bob.receive()
    assert news.kind == "absence"
    assert "| A long weekend." in news.text


def test_a_player_with_a_daily_digest_is_not_mailed_each_move(table: Table) -> None:
    alice, bob = table.players
    bob.told("set digest all", bob.ask("whoami"))

    alice.told("16-35", alice.mails[-1])
    assert bob.ask("gyges show 1").position == ("gyges 1", 4, True)
    assert bob.unread() == []
