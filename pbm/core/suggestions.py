"""An example move, what to do at a turn, the aim, moves like an illegal one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import islice, takewhile
from typing import Any, cast

from pbm.core.games import AnyGame, Guiding, ManyMoves, Phrase, RulesError, Seat, find, split_line

MOST = 5
# An upper bound on the work: each move is searched for, formatted and compared. A position of
# ``towers`` has had 9,200 moves, and a letter may contain twenty lines of moves.
MOST_READ = 500
MOST_COMPARED = 12
"""So many moves that end nothing are compared where the example of a game would end it."""

_PLACE = re.compile("[a-z]?[0-9]+|[ns]")
"""A place on a board in a move: ``13``, ``a1``, or a goal."""

_BESIDE = re.compile("[=/]")
"""What ends the way of a move."""


def example_move(game: AnyGame, state: Any, *, may_decide: bool = True) -> str:
    """Return a legal move as an example of the notation; "" if there is none.

    may_decide: whether the example may end the game. Otherwise another move stands in for one that
        would, if possible one that gives the other side no win.
    """
    move = _best(game, state)
    if move is not None and not may_decide and _decides(game, state, move):
        move = _undecided(game, state)
    return "" if move is None else str(game.format(state, move))


def _best(game: AnyGame, state: Any) -> Any:
    """Return the game's own example, None if there is none."""
    guide = _guide(game)
    return guide.example(state) if guide else next(iter(game.legal_moves(state)), None)


def _undecided(game: AnyGame, state: Any) -> Any:
    """Return a move that does not end the game, and no blunder among the first ones; or None."""
    moves = islice(game.legal_moves(state), MOST_READ)
    few = list(islice((each for each in moves if not _decides(game, state, each)), MOST_COMPARED))
    return next((each for each in few if not _loses(game, state, each)), next(iter(few), None))


def _loses(game: AnyGame, state: Any, move: Any) -> bool:
    """Return whether the answer that is the game's own example would end the game."""
    after = game.apply(state, move)
    answer = _best(game, after)
    return answer is not None and _decides(game, after, answer)


def _decides(game: AnyGame, state: Any, move: Any) -> bool:
    return game.outcome(game.apply(state, move)) is not None


def prompts(game: AnyGame, state: Any) -> Sequence[Phrase]:
    """Return the sentences of the game on what to do at this turn; none at an ordinary one."""
    guide = _guide(game)
    return guide.prompt(state) if guide else ()


@cache
def plies_of_placing(spec: str, option: str) -> int:
    """Return the number of plies with instructions at the start of a game, as for placing pieces.

    option: the seeded start, "" for the ordinary one.
    """
    game, plies = find(spec), 0
    state = game.start(option)
    while prompts(game, state):
        state = game.apply(state, next(game.legal_moves(state)))
        plies += 1
    return plies


def aim(game: AnyGame, viewer: Seat | None) -> Sequence[Phrase]:
    """Return the aim of the game for the reader's side; nothing if the game does not give one."""
    guide = _guide(game)
    return guide.aim(viewer) if guide else ()


def _guide(game: AnyGame) -> Guiding[Any, Any] | None:
    """Return the game if it helps players to write their moves."""
    return cast(Guiding[Any, Any], game) if _is_guiding(type(game)) else None


@cache
def _is_guiding(kind: type[AnyGame]) -> bool:
    # Cached: for a protocol, ``issubclass`` looks for every method: 5 us, twice for each move.
    return issubclass(kind, Guiding)


def similar_moves(game: AnyGame, state: Any, line: str) -> list[str]:
    """Return up to five legal moves that begin like the line, the nearest ones first.

    The nearest ones have its ends, then most of its beginning, then few landings. If too few begin
    like it, moves to the same place follow.
    """
    try:
        first, same = split_line(line)[0], _Same(game)
        moves = islice(_nearest_first(game, state, first), MOST_READ)
        printed = [_printed(same, state, move) for move in moves]
    except RulesError:  # the line has no move, or there are too many to look for
        return []
    typed = first.casefold().replace(" ", "-")
    likeness = {text: _likeness(typed, text.casefold()) for text in printed}
    alike = (text for text in printed if any(likeness[text]))
    return sorted(alike, key=likeness.__getitem__, reverse=True)[:MOST]


class _Same:
    """A game as a key: games themselves have no hash."""

    __slots__ = ("game",)

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def __hash__(self) -> int:
        return id(self.game)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.game is self.game


@lru_cache(maxsize=2 * MOST_READ)
def _printed(same: _Same, state: Any, move: Any) -> str:
    # Cached: a letter may try twenty moves on one board, and each would print the same 500.
    return str(same.game.format(state, move))


def _likeness(typed: str, text: str) -> tuple[bool, int, bool]:
    """How near a move is to the one that was typed, as a key to sort by: nothing if not at all."""
    wanted, found = _path(typed), _path(text)
    shared = _shared_beginning(typed, text)
    begins = shared if shared > 1 else 0
    if len(wanted) < 2:
        return False, begins, False
    ends_there = found[-1:] == wanted[-1:]
    return ends_there and found[:1] == wanted[:1], begins, ends_there


def _path(text: str) -> Sequence[str]:
    """The places on the way of a move, without where a displaced piece or an arrow goes."""
    return _PLACE.findall(_BESIDE.split(text)[0])


def _nearest_first(game: AnyGame, state: Any, text: str) -> Iterator[Any]:
    if isinstance(game, ManyMoves):
        return game.moves_like(state, text)
    return game.legal_moves(state)


def _shared_beginning(one: str, other: str) -> int:
    """Return the length of the common prefix of two texts."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
