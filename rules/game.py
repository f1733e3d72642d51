"""The interface that every game answers, one object a rule set.

A game is pure: no clock, no files, no randomness but a seed that it is given. States and moves
are frozen, hashable values. Two states are equal when the same pieces stand on the same cells
with the same player to move; the past that a state carries (for repetition rules, for the mark
on the last move) is not compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from .phrase import Phrase
from .picture import Picture


class Seat(Enum):
    """A place at the board. The first seat moves first: South in Gyges, White in DVONN."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> Seat:
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST


class Style(StrEnum):
    """How a board is drawn: a ruled grid, a few short lines, or words for a screen reader."""

    GRID = "grid"
    COMPACT = "compact"
    LIST = "list"


@dataclass(frozen=True)
class Outcome:
    """How a game ended. ``winner`` is None for a draw; ``score`` counts the first seat first.

    reason: a code. Mails tell it in the game's words ``reason_CODE``, for a list, and
        ``because_CODE``, for the sentence "alice (South) won: ..."; without them they give the
        score, or no reason.
    """

    winner: Seat | None
    reason: str
    score: tuple[int, int] | None = None

    @property
    def result(self) -> str:
        """``1-0``, ``0-1`` or ``1/2-1/2``, seen from the first seat."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Seat.FIRST else "0-1"


S = TypeVar("S", bound=Hashable)
M = TypeVar("M", bound=Hashable)


class Made(NamedTuple, Generic[S, M]):
    """A written move that was played: what it means, the state after it, how it is printed."""

    move: M
    after: S
    printed: str


class Game(Protocol[S, M]):
    """One rule set of one game.

    name, ruleset, title: ``gyges``, ``classic`` and a line for people.
    seats: what the two sides are called, first seat first.
    starts: names of starts drawn by lot, ``("random", "symmetry")`` for DVONN, none for Gyges.
    words: English for every phrase code, Word and board label of this game.
    """

    name: str
    ruleset: str
    title: str
    seats: tuple[str, str]
    starts: Sequence[str]
    words: Mapping[str, str]

    def start(self, option: str = "", seed: int = 0) -> S:
        """The state before the first ply: empty, or one of ``starts`` drawn from ``seed``.

        :raises NotationError: for any other option
        """

    def to_move(self, state: S) -> Seat | None:
        """Whose turn it is, after any forced passes; None when the game is over."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it runs."""

    def plies(self, state: S) -> int:
        """Plies played since the state that the game was started or decoded from.

        A forced pass is a ply.
        """

    def passed(self, state: S) -> bool:
        """Whether the last ply was a forced pass."""

    def last_move(self, state: S) -> M | None:
        """The last move that was not a pass: the one that ``render`` marks."""

    def legal_moves(self, state: S) -> Iterator[M]:
        """Every legal move once, in a fixed order; none when the game is over."""

    def apply(self, state: S, move: M) -> S:
        """The state after the move and after the forced pass that it may cause.

        :raises IllegalMove: if the move breaks a rule: ``apply`` never trusts its caller
        :raises GameOver: if the game has ended
        """

    def make(self, state: S, text: str) -> Made[S, M]:
        """What ``parse``, ``apply`` and ``format`` give for the text, the move checked once.

        :raises RulesError: as ``parse`` does
        """

    def skip(self, state: S) -> S:
        """The state after a forced pass, for decoded states whose side cannot move.

        :raises IllegalMove: if the side to move has a legal move (nobody may choose to pass)
        :raises GameOver: if the game has ended
        """

    def arrangement_after(self, state: S, move: M) -> Hashable:
        """What stands where after a legal move, without turns, passes or past: for counting."""

    def encode(self, state: S) -> str:
        """The position and whose turn it is, as one line."""

    def decode(self, text: str) -> S:
        """The state that ``encode`` wrote, or a diagram of the sources; it has no past.

        :raises NotationError: if the text is no position of this game
        """

    def past(self, state: S) -> str:
        """What the state remembers and ``encode`` leaves out, as one line for ``recall``."""

    def recall(self, position: str, past: str) -> S:
        """The state that ``encode`` and ``past`` wrote, its past and last move with it."""

    def reads(self, text: str) -> bool:
        """Whether the text is written like one move of this game that some board may allow.

        Never true for an ordinary word or sentence: mail is searched with it.
        """

    def parse(self, state: S, text: str) -> M:
        """The move that the text means here.

        :raises NotationError: if the text cannot be read
        :raises IllegalMove: if it breaks a rule: of several the first in the game's own order
        :raises AmbiguousMove: if it fits several moves
        :raises GameOver: if the game has ended
        """

    def format(self, state: S, move: M, written: str = "") -> str:
        """The printed spelling of a legal move in this state.

        Where several ways have the same effect it names the one that ``written`` names, the text
        that ``parse`` made the move of; without it always the same one.
        """

    def describe(self, state: S, move: M, written: str = "") -> Sequence[Phrase]:
        """A legal move told in phrases, one after the other: what goes where, what it causes.

        ``written`` is as in ``format``.
        """

    def explain(self, state: S, text: str) -> Sequence[Phrase]:
        """The whole way of a legal move, step by step, each with the rule that it follows.

        Every phrase has the fact ``rule``.

        :raises RulesError: as ``parse`` does; that is why the move is illegal
        """

    def render(
        self,
        state: S,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        """The board in at most 72 columns, the last move marked, no newline at the end.

        A viewer sees which side is his; None draws it for a spectator. The board itself is never
        turned round. ``words`` replaces the English labels.
        """

    def picture(
        self, state: S, viewer: Seat | None = None, words: Mapping[str, str] | None = None
    ) -> Picture:
        """What ``render`` draws as a grid, as data for a better painter: the same words."""


@runtime_checkable
class ManyMoves(Game[S, M], Protocol[S, M]):
    """A game that may have more legal moves than there is time to write down."""

    def moves_like(self, state: S, text: str) -> Iterator[M]:
        """Every legal move once, those first that begin as the text does."""


def spec(game: Game[S, M]) -> str:
    """``gyges/classic``: how a rule set is named everywhere outside."""
    return f"{game.name}/{game.ruleset}"
