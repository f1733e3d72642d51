"""What tests of a running game do again and again, and what they look at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pbm.core.board import Board
from pbm.core.happenings import Moved
from pbm.core.refused import Refused
from pbm.play.news import BoardNews
from pbm.play.work import Work


def play(work: Work, board: Board, *lines: str) -> Board:
    """The board after both sides have moved in turn; nothing is published."""
    for line in lines:
        assert board.turn is not None
        board = work.record(board, Moved(board.turn, line))
    return board


def lines(board: Board) -> list[str]:
    """The moves that were played, as they are printed."""
    return [ply.text for ply in board.plies]


def latest_news(work: Work) -> BoardNews:
    published = work.published[-1]
    assert isinstance(published, BoardNews)
    return published


def news(work: Work) -> BoardNews:
    """The one thing that was published of a board."""
    (found,) = [each for each in work.published if isinstance(each, BoardNews)]
    return found


@contextmanager
def refused(code: str, **facts: object) -> Iterator[pytest.ExceptionInfo[Refused]]:
    """What is done in the block is refused for this reason."""
    with pytest.raises(Refused) as told:
        yield told
    assert told.value.code == code
    assert facts.items() <= told.value.facts.items()


@contextmanager
def unchanged(work: Work, board: Board) -> Iterator[None]:
    """Nothing happens on the board in the block, and nothing is published."""
    published = list(work.published)
    yield
    assert work.board(board.number).match == board.match
    assert work.published == published
