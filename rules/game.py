"""The interface of games; each rule set is one object that implements it.

A game is pure: it uses no clock, no files, and no randomness except from a given seed. States and
moves are frozen, hashable values. Two states are equal if the same pieces stand on the same cells
and the same player is to move; the past that a state contains (for repetition rules and to mark
the last move) is not compared.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Generic, NamedTuple, Protocol, TypeVar, runtime_checkable

from .lesson import Lesson
from .phrase import Phrase
from .picture import Picture
from .scene import Scene


class Seat(Enum):
    """A place at the board. The first seat moves first: South in Gyges, White in DVONN."""

    FIRST = 0
    SECOND = 1

    __hash__ = object.__hash__
    """That of ``Enum`` is written in Python, and a search hashes a seat with each position."""

    @property
    def other(self) -> Seat:
        return Seat.SECOND if self is Seat.FIRST else Seat.FIRST


class Style(StrEnum):
    """The styles of drawn boards: a ruled grid, a few short lines, or words for screen readers."""

    GRID = "grid"
    COMPACT = "compact"
    LIST = "list"


@dataclass(frozen=True)
class Outcome:
    """The end of a game.

    winner: None for a draw. score: that of the first seat, then that of the second.
    reason: a code. Lists of games show the game's word ``reason_CODE``, and mails continue the
        sentence "alice (South) won ..." with ``because_CODE``. If a word is missing, the score is
        shown, if there is one.
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
S_contra = TypeVar("S_contra", bound=Hashable, contravariant=True)


class Made(NamedTuple, Generic[S, M]):
    """A parsed move, the state after it, and its usual notation."""

    move: M
    after: S
    printed: str


class Game(Protocol[S, M]):
    """One rule set of one game.

    name, ruleset, title: ``gyges``, ``classic`` and a title for players.
    seats: the names of the two sides, first seat first.
    starts: names of seeded starts: ``("random", "symmetry")`` for DVONN, none for Gyges.
    words: English for every phrase code, ``Word`` and board label of this game that ``words.py``
        does not have, or for which the game has better ones.
    """

    name: str
    ruleset: str
    title: str
    seats: tuple[str, str]
    starts: Sequence[str]
    words: Mapping[str, str]

    def start(self, option: str = "", seed: int = 0) -> S:
        """Return the state before the first ply: the ordinary one or, for an option in
        ``starts``, the one that ``seed`` gives.

        :raises NotationError: for any other option
        """

    def to_move(self, state: S) -> Seat | None:
        """Return whose turn it is, after any forced passes; None when the game is over."""

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, None while it runs."""

    def plies(self, state: S) -> int:
        """Return the number of plies since the start, or since the state that was decoded.

        A forced pass is a ply.
        """

    def passed(self, state: S) -> bool:
        """Return whether the last ply was a forced pass."""

    def last_move(self, state: S) -> M | None:
        """Return the last move that was not a pass; ``render`` marks it."""

    def legal_moves(self, state: S) -> Iterator[M]:
        """Return every legal move once, in a fixed order; none when the game is over."""

    def apply(self, state: S, move: M) -> S:
        """Return the state after the move, and after the forced pass that it may cause.

        :raises IllegalMove: if the move breaks a rule; ``apply`` never trusts its caller
        :raises GameOver: if the game has ended
        """

    def make(self, state: S, text: str) -> Made[S, M]:
        """Combine ``parse``, ``apply`` and ``format``, but check the move only once.

        :raises RulesError: as ``parse`` does
        """

    def skip(self, state: S) -> S:
        """Return the state after a forced pass, for decoded states whose side cannot move.

        :raises IllegalMove: if the side to move has a legal move (nobody may choose to pass)
        :raises GameOver: if the game has ended
        """

    def arrangement_after(self, state: S, move: M) -> Hashable:
        """Return the pieces on the board after a legal move, without turn and past.

        Moves can be counted by their effects with this.
        """

    def encode(self, state: S) -> str:
        """Return the position and whose turn it is, as one line."""

    def decode(self, text: str) -> S:
        """Parse what ``encode`` wrote, or a diagram that the game accepts. No moves came before.

        :raises NotationError: if the text is not a position of this game
        """

    def past(self, state: S) -> str:
        """Return the parts of a state that ``encode`` leaves out, as one line for ``recall``."""

    def recall(self, position: str, past: str) -> S:
        """Return the state for which ``encode`` and ``past`` returned these lines."""

    def reads(self, text: str) -> bool:
        """Return whether the text has the form of one move, legal or not.

        Mail is searched with this, so it must be false for ordinary words and sentences. For a
        slip, such as a move that is too long, it should be true, so that the refusal names a rule;
        for a move that ends where it began, false.
        """

    def parse(self, state: S, text: str) -> M:
        """Return the legal move that the text denotes in this state.

        :raises NotationError: if the text cannot be read
        :raises IllegalMove: if the move breaks a rule; ``rule`` is the first one in the game's
            order
        :raises AmbiguousMove: if the text fits several moves
        :raises GameOver: if the game has ended
        """

    def format(self, state: S, move: M, written: str = "") -> str:
        """Return the usual notation of a legal move in this state.

        written: the text from which the move was parsed. If several ways have the same effect, the
        notation names the way of ``written``; without a text, always the same way.
        """

    def describe(self, state: S, move: M, written: str = "") -> Sequence[Phrase]:
        """Describe a legal move and its effects in phrases. written: as in ``format``."""

    def explain(self, state: S, text: str) -> Sequence[Phrase]:
        """Explain a legal move step by step; the fact ``rule`` of each phrase names its rule.

        :raises RulesError: as ``parse`` does
        """

    def render(
        self,
        state: S,
        style: Style = Style.GRID,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
    ) -> str:
        """Draw the board in at most 72 columns, the last move marked, without a final newline.

        viewer: the side of the reader, which is named; None for a spectator. The board itself is
            never turned round.
        words: replaces the English labels.
        """

    def picture(
        self, state: S, viewer: Seat | None = None, words: Mapping[str, str] | None = None
    ) -> Picture:
        """Return the board as data, with the contents of the grid that ``render`` draws."""


@runtime_checkable
class Formed(Protocol):
    """A game whose moves can be told by a pattern, so that it need not be imported for that.

    form: what ``reads`` accepts, in plain characters, any letter case, without blanks around it.
    """

    form: str


@runtime_checkable
class AlsoCalled(Protocol):
    """A game that has other names.

    also: these, in any language and letter case, without regard to accents; none may be a word or
        words that people write about anything else.
    """

    also: Sequence[str]


@runtime_checkable
class ManyMoves(Game[S, M], Protocol[S, M]):
    """A game that may have more legal moves than there is time to format."""

    def moves_like(self, state: S, text: str) -> Iterator[M]:
        """Return every legal move once, first those that begin like the text."""


@runtime_checkable
class Lifting(Game[S, M], Protocol[S, M]):
    """A game whose moves lift a piece, by which a long list of moves is grouped."""

    def lifted(self, state: S, move: M) -> str:
        """Return the place of the piece that the move lifts, as moves name it.

        "" for a move that sets a piece instead.
        """


@runtime_checkable
class Scored(Game[S, M], Protocol[S, M]):
    """A game with a score that tells who is ahead before it ends."""

    def score(self, state: S) -> tuple[int, int] | None:
        """Return the first seat's score, then the second's; None while it says nothing."""


@runtime_checkable
class Drawn(Game[S, M], Protocol[S, M]):
    """A game that gives its board as shapes. Others are drawn from their ``picture``."""

    def scene(
        self,
        state: S,
        viewer: Seat | None = None,
        words: Mapping[str, str] | None = None,
        turned: bool = False,
    ) -> Scene:
        """Return the board as shapes.

        viewer, words: as in ``render``. turned: turn the board round if the viewer's side would be
        on top otherwise.
        """


@runtime_checkable
class Named(Protocol[S_contra]):
    """A game whose moves are written with the names of cells, so that they can be clicked."""

    def names(self, state: S_contra) -> str:
        """Return a regular expression, valid in Python and in JavaScript, for these names.

        A player clicks all names that it finds in a move of this state, in order. A name that is
        not a cell of the scene, such as the size of a ring to place, is offered beside the board.
        """


@runtime_checkable
class Winding(Protocol[S_contra]):
    """A game whose pieces do not go straight from one cell that a move names to the next."""

    def between(self, state: S_contra, origin: str, start: str, end: str) -> Sequence[str] | None:
        """Return the cells between two that follow each other in a move, by their names: one of the
        ways if there are several, None if no piece goes that way.

        The names are those of cells, but the move need not be legal.

        origin: the place of the piece that the move lifts.
        """


M_co = TypeVar("M_co", bound=Hashable, covariant=True)


@runtime_checkable
class Guiding(Protocol[S_contra, M_co]):
    """A game that helps players to write their moves. For others, any legal move is an example."""

    def example(self, state: S_contra) -> M_co | None:
        """Return a legal move as an example of the notation, None if the game is over.

        Players copy it, so it must not be a blunder: a move that wins at once if there is one that
        is cheap to find, and no move that loses at once if another is as cheap to find. Every mail
        to the side to move asks for an example; between people, another move stands in for one that
        ends the game.
        """

    def prompt(self, state: S_contra) -> Sequence[Phrase]:
        """Return sentences on what to do at an unusual turn, such as placing pieces; none at an
        ordinary turn. An invitation shows the sentences for the start.
        """

    def aim(self, viewer: Seat | None = None) -> Sequence[Phrase]:
        """Return two sentences for a new player: how to win, and which pieces move how.

        viewer: the side of the reader; None for a spectator.
        """


@runtime_checkable
class Teaching(Protocol):
    """A game with a lesson of its own; the others have the general one (``lessons.py``).

    It is all that newcomers are shown before their first move: in four pictures wherever they meet
    the game, and by mail in five positions (``learn GAME``).
    """

    def lesson(self) -> Lesson:
        """Return the lesson. Its phrases are words of the game; its positions are for the first
        seat, below, to move.
        """


def spec(game: Game[S, M]) -> str:
    """Return the full name of a rule set, ``gyges/classic``."""
    return f"{game.name}/{game.ruleset}"
