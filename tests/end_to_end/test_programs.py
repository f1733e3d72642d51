"""A whole game against a program by mail: server and program are processes of their own."""

from __future__ import annotations

import pytest

from pbm.admin.audit import audit_programs
from pbm.store import open_store
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import a_move, match

MOST_TURNS = 60


@pytest.fixture(autouse=True)
def programs_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let programs play: without this fixture, servers in tests start without programs."""
    monkeypatch.setenv("PBM_PROGRAMS_ON", "on")


def test_a_whole_game_against_the_lowest_level(server: ServerProcess, alice: Player) -> None:
    alice.told("dvonn challenge owl-1 -random")
    for _ in range(MOST_TURNS):
        if match(server.data).finished:
            break
        if alice.last.asks_for_move:
            alice.told(alice.last.example or a_move(server.data))
        else:
            alice.receive()

    assert match(server.data).finished
    store = open_store(server.data)
    try:
        assert list(audit_programs(store)) == []
    finally:
        store.close()
