"""A game of men that move from cell to cell: all that follows from a few functions of its rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence

from .. import words as shared
from ..errors import GameOver, IllegalMove, NotationError
from ..game import Made, Outcome, Seat, Style
from ..phrase import Phrase, Word
from ..picture import Picture
from ..scene import Scene
from . import position, shapes
from .example import safest
from .grid import Grid
from .notation import Step, Steps
from .state import EMPTY, State
from .view import View
from .voice import Voice

_MOST_COMPARED = 50
"""The moves from which an example that does not lose is chosen: nearly always the first is one."""

_NAMED = "a3"
"""The cell that shows how cells are named."""


class StepGame(ABC):
    """One rule set of a game in which a move takes a man to another cell, and may capture there.

    A game sets ``name``, ``must_move`` and ``words``, and says by four functions which moves
    are legal, why others are not, when the game ends, and how a move is explained. The other
    methods are those of ``Game``.

    must_move: the rule by which nobody may pass.
    words: what the words that all games share lack.
    """

    name: str
    must_move: str
    words: Mapping[str, str]
    seats = ("White", "Black")
    signs = "wb"
    starts: Sequence[str] = ()

    def __init__(self, ruleset: str, title: str, grid: Grid, setup: str) -> None:
        """:param setup: the sign on each cell at the start, in the order of the grid"""
        self.ruleset, self.title = ruleset, title
        self.grid, self.setup = grid, setup
        self.notation = Steps(grid)
        self.owners = dict(zip(self.signs, Seat, strict=True))
        self._english = {**shared.WORDS, **self.words}

    @abstractmethod
    def moves(self, board: str, seat: Seat) -> Iterator[Step]:
        """Yield the moves of a side on a board on which the game is not over, each once."""

    @abstractmethod
    def check(self, board: str, seat: Seat, step: Step) -> None:
        """:raises IllegalMove: for the first rule that a move between cells of the board breaks"""

    @abstractmethod
    def ended(self, board: str, turn: Seat) -> Outcome | None:
        """Return how the game is over, None if ``turn`` is to move."""

    @abstractmethod
    def explained(self, state: State, step: Step, after: State) -> Iterator[Phrase]:
        """Yield the steps of a legal move, each with the fact ``rule``."""

    def describe(self, state: State, move: Step, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        facts = {"player": self._seat(state.turn), **self.cells(move)}
        return [Phrase("moves" if state.board[move[1]] == EMPTY else "takes", facts)]

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        if viewer is None:
            return [Phrase("aim"), Phrase("aim_moving")]
        named = {"cell": _NAMED, "column": _NAMED[0], "row": _NAMED[1:]}
        wins = Phrase("aim_of_seat", {"seat": self._seat(viewer)})
        return [wins, Phrase("aim_moving"), Phrase("naming", named)]

    def cells(self, step: Step) -> dict[str, str]:
        """Return the names of the cells of a move, as facts."""
        return {"origin": self.grid.names[step[0]], "target": self.grid.names[step[1]]}

    def sign(self, seat: Seat) -> str:
        return self.signs[seat.value]

    def _seat(self, seat: Seat) -> Word:
        return Word(self.seats[seat.value])

    def start(self, option: str = "", seed: int = 0) -> State:  # noqa: ARG002 (nothing is drawn by lot)
        if option:
            raise NotationError("start_unknown", option=option)
        return State(self.setup, Seat.FIRST)

    def to_move(self, state: State) -> Seat | None:
        return None if state.end else state.turn

    def outcome(self, state: State) -> Outcome | None:
        return state.end

    def plies(self, state: State) -> int:
        return state.ply

    def passed(self, state: State) -> bool:  # noqa: ARG002 (nobody ever is)
        return False

    def last_move(self, state: State) -> Step | None:
        return state.last

    def legal_moves(self, state: State) -> Iterator[Step]:
        return iter(()) if state.end else self.moves(state.board, state.turn)

    def lifted(self, state: State, move: Step) -> str:  # noqa: ARG002 (the interface's)
        return self.grid.names[move[0]]

    def apply(self, state: State, move: Step) -> State:
        self._check(state, move)
        return self.after(state, move)

    def make(self, state: State, text: str) -> Made[State, Step]:
        move = self.parse(state, text)
        return Made(move, self.after(state, move), self.format(state, move))

    def skip(self, state: State) -> State:
        if state.end:
            raise GameOver("game_over")
        raise IllegalMove(self.must_move, "may_not_pass")

    def arrangement_after(self, state: State, move: Step) -> str:
        return self._moved(state.board, move)

    def encode(self, state: State) -> str:
        return position.encode(self.grid, state.board, self.sign(state.turn))

    def decode(self, text: str) -> State:
        board, side = position.decode(self.grid, text, EMPTY + self.signs, self.signs)
        turn = self.owners[side]
        return State(board, turn, self.ended(board, turn))

    def past(self, state: State) -> str:
        return state.past()

    def recall(self, position: str, past: str) -> State:
        return self.decode(position).with_past(past)

    def reads(self, text: str) -> bool:
        return self.notation.reads(text)

    def parse(self, state: State, text: str) -> Step:
        move = self.notation.read(text)
        self._check(state, move)
        return move

    def format(self, state: State, move: Step, written: str = "") -> str:  # noqa: ARG002 (the interface's)
        return self.notation.write(move, captures=state.board[move[1]] != EMPTY)

    def explain(self, state: State, text: str) -> Sequence[Phrase]:
        move = self.parse(state, text)
        return tuple(self.explained(state, move, self.after(state, move)))

    def example(self, state: State) -> Step | None:
        """Return a move that wins at once, or else one that does not lose at once."""
        if won := self.winning(state):
            return won
        moves = self.legal_moves(state)
        return safest(
            moves, _MOST_COMPARED, lambda move: bool(self.winning(self.after(state, move)))
        )

    def prompt(self, state: State) -> Sequence[Phrase]:  # noqa: ARG002 (nothing is unusual)
        return ()

    def names(self, state: State) -> str:  # noqa: ARG002 (the interface's)
        return self.notation.names

    def render(
        self,
        state: State,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        return self._view(state, viewer, words).render(style)

    def picture(
        self, state: State, viewer: Seat | None = None, words: Mapping[str, str] | None = None
    ) -> Picture:
        return self._view(state, viewer, words).picture()

    def scene(
        self,
        state: State,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
        turned: bool = False,
    ) -> Scene:
        return shapes.scene(self._view(state, viewer, words), turned and viewer is Seat.SECOND)

    def _view(self, state: State, viewer: Seat | None, words: Mapping[str, str] | None) -> View:
        voice = Voice(self._english if words is None else words, self._english)
        return View(self.grid, self.notation, self.seats, self.owners, state, viewer, voice)

    def _check(self, state: State, step: Step) -> None:
        if state.end:
            raise GameOver("game_over")
        if not all(cell in self.grid.names for cell in step):
            raise IllegalMove(self.must_move, "off_the_board")
        self.check(state.board, state.turn, step)

    def after(self, state: State, step: Step) -> State:
        """Return the state after a legal move."""
        board, turn = self._moved(state.board, step), state.turn.other
        taken = state.board[step[1]].strip(EMPTY)
        return State(board, turn, self.ended(board, turn), state.ply + 1, step, taken)

    def _moved(self, board: str, step: Step) -> str:
        origin, target = step
        cells = list(board)
        cells[origin], cells[target] = EMPTY, cells[origin]
        return "".join(cells)

    def winning(self, state: State) -> Step | None:
        """Return the first move that ends the game with a win, None if there is none."""
        for move in self.legal_moves(state):
            end = self.after(state, move).end
            if end and end.winner is state.turn:
                return move
        return None
