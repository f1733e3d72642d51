"""The legal moves that fit a description, such as "the two at the left, up two"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from statistics import median_high, median_low

from pbm.core.board import Board
from pbm.core.games import Circle, Point, Ring, Scene, Seat, Text, draw
from pbm.core.legal import LegalMoves, legal_moves, names_in_moves
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.understanding.board_words import Words
from pbm.inbox.understanding.descriptions import Description, Leg, descriptions

MOST_SHOWN = 5
"""The most moves that an answer lists of those that fit."""
_NEARLY = 0.1
"""A part of the distance between neighbouring cells."""
_WITHIN = 0.8
"""The cosine of the angle up to which a way is this way: on hexagons, "up" leads aside, too."""
_VECTORS = {
    Words.LEFT: Point(-1, 0),
    Words.RIGHT: Point(1, 0),
    Words.UP: Point(0, -1),
    Words.DOWN: Point(0, 1),
    Words.AHEAD: Point(0, -1),
}


def fitting_moves(exchange: Exchange, text: str) -> Sequence[str]:
    """The player's legal moves that the text describes, the shortest ones first.

    :raises WorkWanted: if the legal moves were not found yet
    """
    board, player = exchange.board, exchange.addressee()
    described = descriptions(text)
    seat = board.match.seat_of(player.id) if board is not None and player is not None else None
    if board is None or seat is None or not described:
        return ()
    key = "described", board.number, board.match.seq
    legal = exchange.work.bench.result(key, lambda _: legal_moves(board.game, board.state))
    views = [_View(board, seat, turned=turned) for turned in _turns(seat)]
    found = [move for each in described for view in views for move in view.fitting(each, legal)]
    return sorted(dict.fromkeys(found), key=len)


def _turns(seat: Seat) -> Sequence[bool]:
    """Whether the reader may see the board turned round: that of the side above, they may."""
    return (False, True) if seat is Seat.SECOND else (False,)


class _View:
    """The board as its player sees it: where its cells are, and how large its pieces."""

    def __init__(self, board: Board, seat: Seat, *, turned: bool) -> None:
        scene = draw(board.game, board.state, seat, turned=turned)
        self._names = names_in_moves(board.game, board.state)
        self._cells = _cells(scene)
        self._sizes = _sizes(scene)
        self._is_above = seat is Seat.SECOND and not turned

    def fitting(self, described: Description, legal: LegalMoves) -> Iterator[str]:
        of_size = {
            group.lifted: group.shown
            for group in legal.groups
            if group.lifted in self._cells
            and described.size in (0, self._sizes.get(group.lifted, 1))
        }
        across = {place: self._cells[place].x for place in of_size}
        for place in _at_side(described.side, across):
            yield from (move for move in of_size[place] if self._goes(place, move, described.legs))

    def _goes(self, start: str, move: str, legs: Sequence[Leg]) -> bool:
        """Whether the move ends where these legs lead."""
        path = re.findall(self._names, move.partition("=")[0]) if self._names else ()
        if not path or path[-1] not in self._cells:
            return False
        (x, y), end = self._cells[start], self._cells[path[-1]]
        across, down = end.x - x, end.y - y
        if len(legs) == 1:
            return self._fits(across, down, legs[0])
        ways = [(leg.steps, self._vector(leg.way)) for leg in legs if leg.way and leg.steps]
        if len(ways) < len(legs):
            return False
        aside, below = (sum(steps * way[axis] for steps, way in ways) for axis in (0, 1))
        return hypot(across - aside, down - below) < _NEARLY

    def _fits(self, across: float, down: float, leg: Leg) -> bool:
        distance = hypot(across, down)
        if leg.steps and abs(distance - leg.steps) > _NEARLY:
            return False
        if leg.way is None or distance < _NEARLY:
            return leg.way is None
        way = self._vector(leg.way)
        return (across * way.x + down * way.y) / distance > _WITHIN

    def _vector(self, way: Words) -> Point:
        is_down = way is Words.AHEAD and self._is_above
        return _VECTORS[Words.DOWN if is_down else way]


def _cells(scene: Scene) -> Mapping[str, Point]:
    """The middle of each cell, by its name."""
    shapes = (each for each in reversed(scene.shapes) if isinstance(each, Circle | Ring))
    return {each.cell: each.at for each in shapes if each.cell}


def _sizes(scene: Scene) -> Mapping[str, int]:
    """The number on each piece that shows one, by its cell."""
    signs = (each for each in scene.pieces if isinstance(each, Text))
    return {each.cell: int(each.text) for each in signs if each.cell and each.text.isdecimal()}


def _at_side(side: Words | None, across: Mapping[str, float]) -> Sequence[str]:
    """The places at this side of all places. across: how far to the right each of them is."""
    if side is None or not across:
        return [*across]
    all_of_them = across.values()
    wanted = {
        Words.LEFT: (min(all_of_them),),
        Words.RIGHT: (max(all_of_them),),
        Words.MIDDLE: (median_low(all_of_them), median_high(all_of_them)),
    }[side]
    return [place for place, x in across.items() if min(abs(x - each) for each in wanted) < _NEARLY]
