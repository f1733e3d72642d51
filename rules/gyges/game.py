"""Gyges as every game is played: one object a rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import GameOver, IllegalMove, NotationError
from ..game import Outcome, Seat, Style
from ..phrase import Phrase
from . import diagram, moves, notation, position, refusal, story
from .labels import SEATS
from .rings import EMPTY
from .state import Action, State, opening
from .words import WORDS


@dataclass(frozen=True)
class Gyges:
    ruleset: str
    title: str
    name: str = "gyges"
    seats: tuple[str, str] = SEATS
    starts: Sequence[str] = ()

    @property
    def words(self) -> Mapping[str, str]:
        return WORDS

    def start(self, option: str = "", seed: int = 0) -> State:  # noqa: ARG002 - nothing is drawn
        if option:
            raise NotationError("unknown_start")
        return opening(EMPTY, Seat.FIRST)

    def to_move(self, state: State) -> Seat | None:
        return state.side

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def plies(self, state: State) -> int:
        return state.plies

    def passed(self, state: State) -> bool:
        return state.passed

    def last_move(self, state: State) -> Action | None:
        return state.last

    def legal_moves(self, state: State) -> Iterator[Action]:
        return moves.legal_moves(state)

    def apply(self, state: State, move: Action) -> State:
        refusal.check_move(state, move)
        return moves.play(state, move)

    def skip(self, state: State) -> State:
        if state.side is None:
            raise GameOver("game_over")
        if not moves.is_stuck(state):
            raise IllegalMove("G11", "may_not_pass")
        return moves.passed_over(state)

    def arrangement_after(self, state: State, move: Action) -> int:
        return moves.arrangement_after(state, move)

    def encode(self, state: State) -> str:
        return position.encode(state)

    def decode(self, text: str) -> State:
        return position.decode(text)

    def reads(self, text: str) -> bool:
        return notation.reads(text)

    def parse(self, state: State, text: str) -> Action:
        return refusal.check(state, notation.read(text))

    def format(self, state: State, move: Action, written: str = "") -> str:
        return notation.format_move(state, move, written)

    def describe(self, state: State, move: Action, written: str = "") -> Sequence[Phrase]:
        return story.describe(state, move, written)

    def render(
        self,
        state: State,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        return diagram.render(state, style, viewer, words)
