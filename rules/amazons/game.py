"""Amazons: queens move and shoot arrows that block cells, and who cannot move loses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from operator import eq

from ..errors import IllegalMove
from ..game import Outcome, Seat
from ..kit.base import BoardGame
from ..kit.grid import square
from ..kit.notation import Shots
from ..kit.state import EMPTY, Move, State
from ..kit.teaching import taught
from ..lesson import Lesson
from ..phrase import Phrase
from .lesson import TASKS, VIEWS
from .words import WORDS

_ARROW = "x"


class Amazons(BoardGame):
    name, must_move, words, neutral = "amazons", "AM2", WORDS, _ARROW
    also = (
        *("amazonen", "amazones", "amazzoni", "game of the amazons", "spiel der amazonen"),
        *("jeu des amazones", "gioco delle amazzoni", "spel der amazonen", "amazonenspel"),
    )
    decisive = True
    shots: Shots

    def __init__(self, ruleset: str, size: int, white: str, black: str) -> None:
        grid = square(size, size)
        men = dict.fromkeys(white.split(), "w") | dict.fromkeys(black.split(), "b")
        setup = "".join(men.get(name, EMPTY) for name in grid.by_name)
        title = f"Amazons by Walter Zamkauskas, {size}x{size}: move and shoot"
        self.shots = Shots(grid)
        super().__init__(ruleset, title, grid, setup, self.shots)
        self._rays = [
            tuple(filter(None, (grid.ray(cell, way) for way in grid.directions)))
            for cell in grid.cells
        ]
        self._near = [grid.adjacent[cell] for cell in grid.cells]

    def moves(self, state: State) -> Iterator[Move]:
        for origin, sign in enumerate(state.board):
            if sign == self.signs[state.turn.value]:
                left = self._without(state.board, origin)
                for target in self._reached(left, origin):
                    for cell in self._reached(left, target):
                        yield origin, target, cell

    def _without(self, board: str, cell: int) -> str:
        return f"{board[:cell]}{EMPTY}{board[cell + 1 :]}"

    def _reached(self, board: str, start: int) -> Sequence[int]:
        """AM2, AM3: return the empty cells that a queen or an arrow reaches."""
        found: list[int] = []
        for ray in self._rays[start]:
            for cell in ray:
                if board[cell] != EMPTY:
                    break
                found.append(cell)
        return found

    def moves_like(self, state: State, text: str) -> Iterator[Move]:
        """Return every legal move once, first those that begin with the cells of the text."""
        named = self.shots.cells_in(text)
        alike = {move: self._shared(move, named) for move in self.legal_moves(state)}
        return iter(sorted(alike, key=lambda move: -alike[move]))

    def _shared(self, move: Move, named: Sequence[int]) -> int:
        """Return how many cells both begin with."""
        return len([*takewhile(bool, map(eq, move, named))])

    def has_form(self, move: Move) -> bool:
        return len(move) in (2, 3) and all(cell in self.grid.names for cell in move)

    def check(self, state: State, move: Move) -> None:
        origin, target, *hit = move
        names, there = self.grid.names, state.board[origin]
        if there != self.sign(state.turn):
            code = "not_yours" if there in self.signs else "nothing_there"
            raise IllegalMove("AM2", code, cell=names[origin])
        left = self._without(state.board, origin)
        self._check_way(left, "AM2", origin, target)
        if not hit:
            cells = sorted(self._reached(left, target))
            example = self.notation.write((origin, target, cells[0]))
            reached = tuple(names[each] for each in cells)
            raise IllegalMove(
                "AM3", "arrow_missing", target=names[target], cells=reached, example=example
            )
        self._check_way(left, "AM3", target, hit[0])

    def _check_way(self, left: str, rule: str, start: int, end: int) -> None:
        """:raises IllegalMove: unless the way is straight, and all of it is empty"""
        names = {"origin": self.grid.names[start], "target": self.grid.names[end]}
        ray = next((ray for ray in self._rays[start] if end in ray), None)
        if ray is None:
            raise IllegalMove(rule, "no_line", **names)
        for cell in ray[: ray.index(end) + 1]:
            if left[cell] != EMPTY:
                raise IllegalMove(rule, "in_the_way", cell=self.grid.names[cell], **names)

    def played(self, state: State, move: Move) -> tuple[str, str]:
        cells = list(state.board)
        origin, target, hit = move
        cells[origin], cells[target] = EMPTY, cells[origin]
        cells[hit] = _ARROW
        return "".join(cells), ""

    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:  # noqa: ARG002
        """AM4: who can move an amazon can also shoot, at least to where it came from."""
        return None if self._free(board, turn) else Outcome(turn.other, "cannot_move")

    def _free(self, board: str, seat: Seat) -> set[int]:
        """Return the empty cells beside the amazons of a side."""
        own = (cell for cell, sign in enumerate(board) if sign == self.signs[seat.value])
        return {near for cell in own for near in self._near[cell] if board[near] == EMPTY}

    def winning(self, state: State) -> Move | None:
        """Return a move that leaves the opponent none, if there is one: it can fill two cells."""
        free = self._free(state.board, state.turn.other)
        if len(free) > 2:
            return None
        filling = (move for move in self.moves(state) if free <= {*move[1:]})
        return next((move for move in filling if self.after(state, move).end), None)

    def lifted(self, state: State, move: Move) -> str:  # noqa: ARG002 (the interface's)
        return self.grid.names[move[0]]

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        return [Phrase("shoots", {"player": self.seat(state.turn), **self._cells(move)})]

    def _cells(self, move: Move) -> dict[str, str]:
        return dict(zip(("origin", "target", "cell"), self.shots.named(move), strict=True))

    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:  # noqa: ARG002
        facts = self._cells(move)
        cell = facts.pop("cell")
        yield Phrase("explains_moving", {"rule": "AM2", **facts})
        back = "_back" if move[2] == move[0] else ""
        yield Phrase(f"explains_arrow{back}", {"rule": "AM3", "cell": cell})
        if after.end:
            yield Phrase("explains_stuck", {"rule": "AM4"})

    def lesson(self) -> Lesson:
        return taught(self, VIEWS, TASKS)
