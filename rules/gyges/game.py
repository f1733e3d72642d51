"""Gyges: the class whose objects are its rule sets; it implements ``pbm.rules.game.Game``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..errors import GameOver, IllegalMove, NotationError, RulesError
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
    memory,
    moves,
    picture,
    position,
    printing,
    refusal,
    scene,
    story,
)
from .classic import Classic
from .labels import SEATS, Labels
from .notation import BY_FIGURES, UNFINISHED, Notation
from .relocation import NOTHING_THERE
from .rings import ring
from .route import Leg
from .state import Action, Placement, State
from .words import WORDS


class Positions(Protocol):
    """A notation for positions."""

    def encode(self, state: State, /) -> str: ...

    def decode(self, text: str, /) -> State: ...


@dataclass(frozen=True)
class Gyges:
    ruleset: str
    title: str
    rules: Classic
    notation: Notation = BY_FIGURES
    positions: Positions = position
    labels: type[Labels] = Labels
    words: Mapping[str, str] = field(default_factory=lambda: WORDS, hash=False)
    name: str = "gyges"
    also: Sequence[str] = ("gygès", "gigès")
    seats: tuple[str, str] = SEATS
    starts: Sequence[str] = ()

    def start(self, option: str = "", seed: int = 0) -> State:  # noqa: ARG002 - nothing is drawn
        if option:
            raise NotationError("unknown_start")
        return self.rules.start()

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
        return moves.legal_moves(self.rules, state)

    def moves_like(self, state: State, text: str) -> Iterator[Action]:
        return moves.legal_moves(self.rules, state, self.notation.origin(text))

    def lifted(self, state: State, move: Action) -> str:  # noqa: ARG002 (the interface's)
        return "" if isinstance(move, Placement) else self.rules.coordinates.names[move.origin]

    def apply(self, state: State, move: Action) -> State:
        return moves.play(self.rules, state, refusal.check_move(self.rules, state, move))

    def make(self, state: State, text: str) -> Made[State, Action]:
        legal = refusal.check(self.rules, state, self.notation.read(text))
        after = moves.play(self.rules, state, legal)
        return Made(legal.move, after, printing.printed(self.rules, legal.move, legal.landings))

    def skip(self, state: State) -> State:
        if state.side is None:
            raise GameOver("game_over")
        if not moves.is_stuck(self.rules, state):
            raise IllegalMove("G11", "may_not_pass")
        return moves.passed_over(self.rules, state)

    def arrangement_after(self, state: State, move: Action) -> int:
        return moves.arrangement_after(self.rules, state, move)

    def encode(self, state: State) -> str:
        return self.positions.encode(state)

    def decode(self, text: str) -> State:
        return self.positions.decode(text)

    def past(self, state: State) -> str:
        return memory.write(state)

    def recall(self, position: str, past: str) -> State:
        return memory.remembered(self.positions.decode(position), past)

    def reads(self, text: str) -> bool:
        return self.notation.reads(text)

    def parse(self, state: State, text: str) -> Action:
        try:
            route = self.notation.read(text)
        except NotationError as error:
            if error.phrase.code == UNFINISHED:
                self._check_displaces(state, text)
            raise
        return refusal.check(self.rules, state, route).move

    def _check_displaces(self, state: State, text: str) -> None:
        """:raises IllegalMove: if no ring stands where the move ends, so that none is displaced"""
        origin = self.rules.coordinates.names.get(self.notation.origin(text) or 0, "")
        try:
            whole = f"{text}={origin}"
            refusal.check(self.rules, state, self.notation.read(whole))
        except IllegalMove as illegal:
            if illegal.phrase.code == NOTHING_THERE:
                raise
        except RulesError:
            return

    def format(self, state: State, move: Action, written: str = "") -> str:
        return printing.format_move(self.rules, self.notation, state, move, written)

    def describe(self, state: State, move: Action, written: str = "") -> Sequence[Phrase]:
        return story.describe(self.rules, self.notation, state, move, written)

    def explain(self, state: State, text: str) -> Sequence[Phrase]:
        return explanation.explain(self.rules, self.notation, state, text)

    def example(self, state: State) -> Action | None:
        return example.example(self.rules, state)

    def prompt(self, state: State) -> Sequence[Phrase]:
        return self.rules.prompt(state)

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        return self.rules.aim(viewer)

    def lesson(self) -> Lesson:
        return lesson.lesson(self.rules, self._printed)

    def _printed(self, position: str, move: str) -> str:
        state = self.decode(position)
        return self.make(state, move).printed if move else ""

    def names(self, state: State) -> str:
        return r"[1-3]" if state.placing else self.rules.coordinates.pattern

    def between(self, state: State, origin: str, start: str, end: str) -> Sequence[str] | None:
        names, slots = self.rules.coordinates.names, self.rules.coordinates.slots
        flight = self.rules.flight(state, slots[origin])
        landings = flight.start if start == origin else slots[start], slots[end]
        size = flight.size if start == origin else ring(flight.rings, landings[0])
        if landings[0] not in flight.net.ways.get(size, ()):
            return None
        ways = Leg(landings[0], size, (), landings[1]).ways(flight.net.ways, flight.occupied)
        return [names[slot] for slot in ways[0].slots[1:-1]] if ways else None

    def render(
        self,
        state: State,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        return diagram.render(self._labelled(state, viewer, words), style)

    def picture(
        self, state: State, viewer: Seat | None = None, words: Mapping[str, str] | None = None
    ) -> Picture:
        return picture.picture(self._labelled(state, viewer, words))

    def scene(
        self,
        state: State,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
        turned: bool = False,
    ) -> Scene:
        labels = self._labelled(state, viewer, words)
        return scene.scene(labels, self.rules, turned and viewer is Seat.SECOND)

    def _labelled(
        self, state: State, viewer: Seat | None, words: Mapping[str, str] | None
    ) -> Labels:
        """Return the labels beside a board, in English where the words lack one."""
        spoken = self.words if words is None else words
        if not self.words.keys() <= spoken.keys():
            spoken = {**self.words, **spoken}
        return self.labels(state, viewer, spoken, self.rules.coordinates)
