"""Helpers for tests of use cases: games to begin with, and checks afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbm.core.board import Board
from pbm.core.games import find
from pbm.core.happenings import Moved
from pbm.core.model import Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.play.invitations import accept, challenge
from pbm.play.moves import resign
from pbm.play.news import BoardNews
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.town import NORTH, SOUTH

MOVES = ("11-31", "61-53", "12-11", "62-42")
"""Moves after ``SOUTH`` and ``NORTH``, with which a game is long enough to count."""

GYGES, DVONN = find("gyges"), find("dvonn")


def begin(work: Work, south: Player, north: Player, options: GameOptions | None = None) -> Board:
    """Begin a game; its news is discarded."""
    board = challenge(work, south, north, options or GameOptions(GYGES))
    begun = accept(work, north, board.number)
    work.published.clear()
    return begun


def finish(work: Work, south: Player, north: Player, options: GameOptions | None = None) -> Board:
    """A game that the first player resigned, late enough to count; its news is discarded."""
    board = begin(work, south, north, options)
    play(work, board, SOUTH, NORTH, *MOVES)
    over = resign(work, south, board.number)
    work.published.clear()
    return over


def play(work: Work, board: Board, *lines: str) -> Board:
    """Play lines in turn, without publishing them, and return the board."""
    for line in lines:
        assert board.turn is not None
        board = work.record(board, Moved(board.turn, line))
    return board


def suspend(work: Work, player: Player) -> Player:
    """Suspend a player, and return the changed player."""
    work.tx.players.set_status(player.id, PlayerStatus.SUSPENDED)
    return work.tx.players.get(player.id)


def drop_addresses(work: Work, player: Player) -> Player:
    """Drop all addresses of a player, as if they had left, and return the changed player."""
    for address in player.addresses:
        work.tx.players.drop_address(player.id, address)
    return work.tx.players.get(player.id)


def lines(board: Board) -> list[str]:
    """The plies of a board as text."""
    return [ply.text for ply in board.plies]


def latest_news(work: Work) -> BoardNews:
    """The latest published news, which is about a board."""
    published = work.published[-1]
    assert isinstance(published, BoardNews)
    return published


def news(work: Work) -> BoardNews:
    """The only published news about a board."""
    (found,) = [each for each in work.published if isinstance(each, BoardNews)]
    return found


def anybody(_address: str) -> bool:
    """A rate limit that lets every address be asked."""
    return True


@contextmanager
def refused(code: str, **facts: object) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """Expect the block to be refused with this code and at least these facts."""
    with pytest.raises(Refused) as told:
        yield told
    assert told.value.code == code
    assert facts.items() <= told.value.facts.items()


@contextmanager
def unchanged(work: Work, board: Board) -> Iterator[None]:
    """Expect that the block neither changes the board nor publishes anything."""
    published = list(work.published)
    yield
    assert work.board(board.number).match == board.match
    assert work.published == published
