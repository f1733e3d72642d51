"""Playing moves in text form, for every game: a line of a mail, a list, a whole game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Generic, NamedTuple

from .errors import GameOver, IllegalMove, NotationError, RulesError
from .game import Game, M, Outcome, S, Seat
from .phrase import Phrase

PASS = "pass"
RESIGN = "resign"


class Ply(NamedTuple, Generic[S, M]):
    """One turn of one player.

    text: the move in the usual notation. move: None for a pass.
    automatic: true for a forced pass that nobody wrote.
    """

    number: int
    seat: Seat
    text: str
    move: M | None
    before: S
    after: S
    automatic: bool = False


class PlyError(RulesError):
    """A move in a list failed: its ply, its seat, its text, and the reason (``cause``)."""

    def __init__(self, ply: int, seat: Seat, text: str, cause: RulesError) -> None:
        super().__init__(cause.phrase.code, **cause.phrase.facts)
        self.rule = cause.rule
        self.ply, self.seat, self.text, self.cause = ply, seat, text, cause


@dataclass(frozen=True)
class Replay(Generic[S, M]):
    """The result of playing a list of moves. ``outcome`` is None if the game is unfinished."""

    plies: tuple[Ply[S, M], ...]
    state: S
    outcome: Outcome | None


def split_line(text: str) -> list[str]:
    """Split a line such as ``34-44-43; 43-53-N`` into its moves; it may end with a semicolon.

    :raises NotationError: if the line contains no move, or an empty one
    """
    parts = [part.strip() for part in text.split(";")]
    if len(parts) > 1 and not parts[-1]:
        parts.pop()
    if not all(parts):
        raise NotationError("no_move")
    return parts


def reads_line(game: Game[S, M], text: str) -> bool:
    """Return whether the text has the form of a line of moves of this game."""
    try:
        parts = split_line(text)
    except NotationError:
        return False
    return all(part.casefold() == PASS or game.reads(part) for part in parts)


def play_line(game: Game[S, M], state: S, text: str) -> tuple[Ply[S, M], ...]:
    """Play a line of one player: one move, or several while the opponent is passed over.

    :raises PlyError: for the first move that cannot be played; the others do not count either
    :raises NotationError: if the line contains no move, or an empty one
    :raises GameOver: if the game has ended
    """
    seat = game.to_move(state)
    if seat is None:
        raise GameOver("game_over")
    return tuple(_plies(game, state, split_line(text), seat))


def explain_line(
    game: Game[S, M], state: S, text: str
) -> tuple[tuple[Ply[S, M], Sequence[Phrase]], ...]:
    """Return the plies that ``play_line`` would play, each with its explanation.

    :raises RulesError: as ``play_line`` does
    """
    plies = [ply for ply in play_line(game, state, text) if not ply.automatic]
    written = split_line(text)
    return tuple(
        (ply, game.explain(ply.before, each) if ply.move is not None else ())
        for ply, each in zip(plies, written, strict=False)
    )


def replay(game: Game[S, M], state: S, texts: Iterable[str]) -> Replay[S, M]:
    """Play a list of moves of both players. It may end with ``resign``, and omit forced passes.

    :raises PlyError: for the first move that cannot be played
    """
    remaining = list(texts)
    written = list(takewhile(lambda text: text.casefold() != RESIGN, remaining))
    plies = tuple(_plies(game, state, written))
    end = plies[-1].after if plies else state
    if len(written) == len(remaining):
        return Replay(plies, end, game.outcome(end))
    return Replay(plies, end, _resigned(game, end, remaining[len(written) + 1 :]))


def _resigned(game: Game[S, M], state: S, more: Sequence[str]) -> Outcome:
    seat, number = game.to_move(state), game.plies(state) + 1
    if seat is None:
        raise PlyError(number, Seat.FIRST, RESIGN, GameOver("game_over"))
    if more:
        raise PlyError(number + 1, seat.other, more[0], GameOver("after_resignation"))
    return Outcome(seat.other, "resigned")


def _plies(
    game: Game[S, M], state: S, texts: Iterable[str], only: Seat | None = None
) -> Iterator[Ply[S, M]]:
    """Yield the plies of the texts. only: the one player who may move, None for both."""
    before, owed = "", False
    for text in texts:
        if owed and text.casefold() == PASS:
            owed = False  # the text is the forced pass that was played automatically
            continue
        for ply in _turn(game, state, text, only, before):
            yield ply
            state, owed = ply.after, ply.automatic
        before = text


def _turn(
    game: Game[S, M], state: S, text: str, only: Seat | None, before: str
) -> Iterator[Ply[S, M]]:
    seat, number = game.to_move(state), game.plies(state) + 1
    move: M | None
    try:
        if seat is None:
            raise GameOver("game_over")
        if only not in (None, seat):
            raise IllegalMove("turn", "not_your_turn", before=before, text=text)
        if text.casefold() == PASS:
            move, after, printed = None, game.skip(state), PASS
        else:
            move, after, printed = game.make(state, text)
    except RulesError as error:
        raise PlyError(number, only or seat or Seat.FIRST, text, error) from error
    yield Ply(number, seat, printed, move, state, after)
    if game.plies(after) > number:
        yield Ply(number + 1, seat.other, PASS, None, after, after, automatic=True)
