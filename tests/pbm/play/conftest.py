"""A ``Work`` on the store in memory, with players and a board, to test use cases without mail."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from pbm.core.board import Board
from pbm.core.model import Cause, Player
from pbm.play.board_repository import BoardRepository
from pbm.play.work import Work
from tests.pbm.play.helpers import begin, play
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import add_player
from tests.pbm.town import NORTH, SOUTH

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


@pytest.fixture
def work() -> Iterator[Work]:
    """The context of use cases, in an open transaction."""
    with MemoryStore().transaction() as tx:
        act = tx.acts.add("a test", "to see what happens", {}, NOW)
        yield Work(tx, NOW, Cause(act=act.id), BoardRepository())


@pytest.fixture
def alice(work: Work) -> Player:
    return add_player(work.tx, "alice")


@pytest.fixture
def bob(work: Work) -> Player:
    return add_player(work.tx, "bob")


@pytest.fixture
def carol(work: Work) -> Player:
    return add_player(work.tx, "carol")


@pytest.fixture
def board(work: Work, alice: Player, bob: Player) -> Board:
    """A new game of Gyges between alice and bob; alice is to place."""
    return begin(work, alice, bob)


@pytest.fixture
def placed(work: Work, board: Board) -> Board:
    """Like ``board``, with the rings of both players placed; alice is to move."""
    return play(work, board, SOUTH, NORTH)
