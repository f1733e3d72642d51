"""A game on a board: all that follows from a few functions of its rules."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace

from .. import words as shared
from ..errors import GameOver, IllegalMove, NotationError
from ..folding import fold
from ..game import Made, Outcome, Seat, Style
from ..phrase import Phrase, Word
from ..picture import Picture
from ..scene import Look, Scene
from . import position, shapes
from .example import safest
from .grid import Grid
from .honeycomb import Honeycomb
from .notation import Notation
from .squares import Squares
from .state import EMPTY, Move, State
from .view import BLACK, WHITE, Borders, Looks, View
from .voice import Voice

_MOST_COMPARED = 50
"""The moves from which an example that does not lose is chosen: nearly always the first is one."""

_NAMED = "a3"
"""The cell that shows how cells are named."""


class BoardGame(ABC):
    """One rule set of a game with a sign on each cell of a grid.

    A game sets ``name``, ``must_move`` and ``words``, and says by some functions which moves are
    legal, why others are not, what a move does, when the game ends, and how a move is told. The
    other methods are those of ``Game``. ``StepGame`` and ``PlacingGame`` say more for their kinds.

    must_move: the rule by which nobody may pass who can move.
    words: what the words that all games share lack.
    passes: whether a side that cannot move is passed over; the game ends when neither can.
    repeats, repeating: how often the same board with the same side to move ends the game, 0 for
        never, and the rule that says so.
    faces: whether the sides sit at opposite edges, so that the second may turn the board.
    signs: those of both sides on the board, the first seat's first.
    neutral: the sign of what belongs to nobody, "" for none; the word ``neutral`` says what it is.
    """

    name: str
    must_move: str
    words: Mapping[str, str]
    seats = ("White", "Black")
    signs = "wb"
    neutral = ""
    looks: Looks = (WHITE, BLACK)
    borders: Borders = ()
    joined = Look.PATH
    passes = False
    repeats, repeating = 0, ""
    faces = True
    starts: Sequence[str] = ()

    def __init__(
        self, ruleset: str, title: str, grid: Grid, setup: str, notation: Notation
    ) -> None:
        """:param setup: the sign on each cell at the start, in the order of the grid"""
        self.ruleset, self.title = ruleset, title
        self.grid, self.setup, self.notation = grid, setup, notation
        self.form, self._form = notation.form, re.compile(notation.form, re.IGNORECASE)
        self.owners: Mapping[str, Seat] = dict(zip(self.signs, Seat, strict=True))
        self._english = {**shared.WORDS, **self.words}

    @abstractmethod
    def moves(self, state: State) -> Iterator[Move]:
        """Yield the moves of a state in which the game is not over, each once."""

    @abstractmethod
    def check(self, state: State, move: Move) -> None:
        """:raises IllegalMove: for the first rule that a move between cells of the board breaks"""

    @abstractmethod
    def has_form(self, move: Move) -> bool:
        """Return whether a move could be one on another board: its cells exist."""

    @abstractmethod
    def played(self, state: State, move: Move) -> tuple[str, str]:
        """Return the board after a legal move, and the sign that it takes, "" for none."""

    @abstractmethod
    def ended(self, board: str, turn: Seat, move: Move | None = None) -> Outcome | None:
        """Return how the game is over, None if ``turn`` is to move.

        move: the last one, if it is known: only it can have ended the game.
        """

    def stuck(self, board: str) -> Outcome:  # noqa: ARG002 (a score may decide)
        """Return how a game with passes ends when neither side can move."""
        return Outcome(None, "stuck")

    def position(self, board: str, turn: Seat) -> str:
        """Return what must come again for the rule of repetition."""
        return f"{board}{turn.value}"

    def repeated(self, state: State) -> State:
        """Return the state that repetition ends, with its end."""
        return replace(state, end=Outcome(None, "repeated"))

    @abstractmethod
    def explained(self, state: State, move: Move, after: State) -> Iterator[Phrase]:
        """Yield the steps of a legal move, each with the fact ``rule``."""

    @abstractmethod
    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]: ...

    def shown_chain(self, state: State) -> Container[int]:  # noqa: ARG002 (most games have none)
        """Return the cells that have won the game together, for its picture."""
        return ()

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        if viewer is None:
            return [Phrase("aim"), Phrase("aim_moving")]
        named = {"cell": _NAMED, "column": _NAMED[0], "row": _NAMED[1:]}
        wins = Phrase("aim_of_seat", {"seat": self.seat(viewer)})
        return [wins, Phrase("aim_moving"), Phrase("naming", named)]

    def sign(self, seat: Seat) -> str:
        return self.signs[seat.value]

    def seat(self, seat: Seat) -> Word:
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

    def passed(self, state: State) -> bool:
        return state.passed

    def last_move(self, state: State) -> Move | None:
        return state.last

    def legal_moves(self, state: State) -> Iterator[Move]:
        return iter(()) if state.end else self.moves(state)

    def apply(self, state: State, move: Move) -> State:
        self._check(state, move)
        return self.after(state, move)

    def make(self, state: State, text: str) -> Made[State, Move]:
        move = self.parse(state, text)
        return Made(move, self.after(state, move), self.format(state, move))

    def skip(self, state: State) -> State:
        if state.end:
            raise GameOver("game_over")
        if not self.passes:
            raise IllegalMove(self.must_move, "may_not_pass")
        if self._can_move(state.board, state.turn):
            raise IllegalMove(self.must_move, "no_choice_to_pass")
        return replace(state, turn=state.turn.other, ply=state.ply + 1, passed=True)

    def arrangement_after(self, state: State, move: Move) -> str:
        return self.played(state, move)[0]

    def encode(self, state: State) -> str:
        return position.encode(self.grid, state.board, self.sign(state.turn))

    def decode(self, text: str) -> State:
        board, side = position.decode(
            self.grid, text, EMPTY + self.signs + self.neutral, self.signs
        )
        turn = self.owners[side]
        return State(board, turn, self.ended(board, turn) or self._stuck(board))

    def past(self, state: State) -> str:
        return state.past()

    def recall(self, position: str, past: str) -> State:
        return self._judged(self.decode(position).with_past(past))

    def reads(self, text: str) -> bool:
        return self._form.fullmatch(fold(text).strip()) is not None

    def parse(self, state: State, text: str) -> Move:
        move = self.notation.read(text)
        self._check(state, move)
        return move

    def format(self, state: State, move: Move, written: str = "") -> str:  # noqa: ARG002 (the interface's)
        return self.notation.write(move, captures=bool(self.played(state, move)[1]))

    def explain(self, state: State, text: str) -> Sequence[Phrase]:
        move = self.parse(state, text)
        after = self.after(state, move)
        steps = [*self.explained(state, move, after)]
        if after.passed:
            facts = {"rule": self.must_move, "seat": self.seat(state.turn.other)}
            steps.append(Phrase("explains_pass", facts))
        if after.end and after.end.reason == "repeated":
            steps.append(Phrase("explains_repeated", {"rule": self.repeating}))
        return steps

    def example(self, state: State) -> Move | None:
        """Return a move that wins at once, or else one that does not lose at once."""
        if won := self.winning(state):
            return won
        moves = self.legal_moves(state)
        return safest(moves, _MOST_COMPARED, lambda move: self._loses(state, move))

    def _loses(self, state: State, move: Move) -> bool:
        """Return whether a move loses, or lets the other side win at once."""
        after = self.after(state, move)
        if after.end:
            return after.end.winner is state.turn.other
        return after.turn is not state.turn and self.winning(after) is not None

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
        is_turned = turned and self.faces and viewer is Seat.SECOND
        return shapes.scene(self._view(state, viewer, words), is_turned)

    def _view(self, state: State, viewer: Seat | None, words: Mapping[str, str] | None) -> View:
        voice = Voice(self._english if words is None else words, self._english)
        return (Honeycomb if self.grid.slant else Squares)(self, state, viewer, voice)

    def _check(self, state: State, move: Move) -> None:
        if state.end:
            raise GameOver("game_over")
        if not self.has_form(move):
            raise IllegalMove(self.must_move, "off_the_board")
        self.check(state, move)

    def after(self, state: State, move: Move) -> State:
        """Return the state after a legal move."""
        (board, taken), turn, passed = self.played(state, move), state.turn.other, False
        end = self.ended(board, turn, move)
        if self.passes and not end and not self._can_move(board, turn):
            end = self._stuck(board)
            passed = not end
        is_kept = self.repeats and not taken
        earlier = (*state.earlier, self.position(state.board, state.turn)) if is_kept else ()
        to_play, ply = (turn.other if passed else turn), state.ply + 1 + passed
        return self._judged(State(board, to_play, end, ply, move, taken, earlier, passed))

    def _can_move(self, board: str, turn: Seat) -> bool:
        return any(True for _ in self.moves(State(board, turn)))

    def _stuck(self, board: str) -> Outcome | None:
        """Return the end of a game with passes if neither side can move."""
        if not self.passes or any(self._can_move(board, seat) for seat in Seat):
            return None
        return self.stuck(board)

    def _judged(self, state: State) -> State:
        """Return a state with its end if repetition ends it."""
        if not self.repeats:
            return state
        now = self.position(state.board, state.turn)
        return self.repeated(state) if state.earlier.count(now) + 1 >= self.repeats else state

    def winning(self, state: State) -> Move | None:
        """Return the first move that ends the game with a win, None if there is none."""
        for move in self.legal_moves(state):
            end = self.after(state, move).end
            if end and end.winner is state.turn:
                return move
        return None
