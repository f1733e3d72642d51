"""DVONN: the class that implements ``pbm.rules.game.Game``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ..errors import NotationError
from ..game import Made, Outcome, Seat, Style
from ..lesson import Lesson
from ..phrase import Phrase
from ..picture import Picture
from ..scene import Scene
from . import (
    diagram,
    example,
    explanation,
    lesson,
    moves,
    notation,
    picture,
    position,
    refusal,
    scene,
    scoring,
    telling,
)
from .board import NAMES
from .position import decode
from .starts import SEEDED
from .state import Board, Move, State
from .words import WORDS


class Dvonn:
    """The rules of the rulebook (D1 to D11)."""

    name = "dvonn"
    ruleset = "standard"
    title = "DVONN by Kris Burm: stack, and do not get cut off"
    seats = ("White", "Black")
    starts: Sequence[str] = tuple(SEEDED)
    words: Mapping[str, str] = WORDS

    def start(self, option: str = "", seed: int = 0) -> State:
        if not option:
            return State(Board.of({}), Seat.FIRST, placing=True)
        if option not in SEEDED:
            raise NotationError("start_unknown", option=option, starts=tuple(SEEDED))
        return State(SEEDED[option](seed), Seat.FIRST, placing=False)

    def to_move(self, state: State) -> Seat | None:
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state.board) if state.turn is None else None

    def score(self, state: State) -> tuple[int, int] | None:
        return None if state.placing else scoring.score(state.board)

    def plies(self, state: State) -> int:
        return state.ply

    def passed(self, state: State) -> bool:
        return state.passed

    def last_move(self, state: State) -> Move | None:
        return state.last

    def legal_moves(self, state: State) -> Iterator[Move]:
        return moves.legal_moves(state)

    def lifted(self, state: State, move: Move) -> str:  # noqa: ARG002 (the interface's)
        return "" if move.origin is None else NAMES[move.origin]

    def apply(self, state: State, move: Move) -> State:
        refusal.check(state, move)
        return moves.play(state, move)

    def make(self, state: State, text: str) -> Made[State, Move]:
        move = self.parse(state, text)
        return Made(move, moves.play(state, move), notation.write(move))

    def skip(self, state: State) -> State:
        return moves.skip(state, refusal.check_pass(state))

    def arrangement_after(self, state: State, move: Move) -> Board:
        return moves.arrangement_after(state, move)

    def encode(self, state: State) -> str:
        return position.encode(state)

    def decode(self, text: str) -> State:
        return position.decode(text)

    def past(self, state: State) -> str:
        return json.dumps([state.ply, state.passed, state.last, state.lost])

    def recall(self, position: str, past: str) -> State:
        ply, passed, last, lost = json.loads(past)
        return replace(
            decode(position),
            ply=ply,
            passed=passed,
            last=Move(*last) if last else None,
            lost=tuple((cell, stack) for cell, stack in lost),
        )

    def reads(self, text: str) -> bool:
        return notation.reads(text)

    def parse(self, state: State, text: str) -> Move:
        move = notation.read(text)
        refusal.check(state, move)
        return move

    def format(self, state: State, move: Move, written: str = "") -> str:  # noqa: ARG002 (the interface's)
        return notation.write(move)

    def describe(self, state: State, move: Move, written: str = "") -> Sequence[Phrase]:  # noqa: ARG002
        return tuple(telling.describe(state, move))

    def explain(self, state: State, text: str) -> Sequence[Phrase]:
        move = self.parse(state, text)
        return tuple(explanation.explain(state, move))

    def example(self, state: State) -> Move | None:
        return example.example(state)

    def prompt(self, state: State) -> Sequence[Phrase]:
        return example.prompt(state)

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        return example.aim(viewer)

    def lesson(self) -> Lesson:
        return lesson.lesson()

    def names(self, state: State) -> str:  # noqa: ARG002 (the interface's)
        return "[A-K][1-5]"

    def render(
        self,
        state: State,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        return diagram.render(state, style, viewer, words)

    def picture(
        self, state: State, viewer: Seat | None = None, words: Mapping[str, str] | None = None
    ) -> Picture:
        return picture.picture(state, viewer, words)

    def scene(
        self,
        state: State,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
        turned: bool = False,  # noqa: ARG002 (neither player has a side of the board)
    ) -> Scene:
        return scene.scene(state, viewer, words)
