"""The lesson of any game: its own, or a general one from a game that plays itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple, cast

from . import AnyGame, games
from .game import Guiding, Seat, Teaching, spec
from .kit.base import BoardGame
from .lesson import Lesson, Task, View, anything
from .listed import rulesets
from .phrase import Phrase, Word

_GAMES, _LONGEST = 40, 400
"""How many games are played in search of examples, and the most plies of each."""

_MOST = 60
"""The most moves of a position that are tried."""


def lesson_of(game: AnyGame) -> Lesson:
    """Return the lesson of a rule set: its own one if it is ``Teaching``."""
    name = spec(game)
    # A plugin's game is not among ours, and always has a lesson.
    return _lesson_of(name) if name in games() else cast(Teaching, game).lesson()


@cache
def _lesson_of(name: str) -> Lesson:
    game = games()[name]
    return cast(Teaching, game).lesson() if isinstance(game, Teaching) else general(game)


def pictured(game: AnyGame) -> AnyGame:
    """Return the rule set in whose pictures this one is shown: of those that differ by the size of
    the board alone, the smallest. What else differs stands behind the size in their names.
    """
    if not isinstance(game, BoardGame) or spec(game) not in games():
        return game
    more = game.ruleset.partition("-")[2]
    alike = [
        each
        for each in rulesets(game.name).values()
        if type(each) is type(game) and each.ruleset.partition("-")[2] == more
    ]
    return min(alike, key=lambda each: len(each.grid.cells))


def shown(game: AnyGame, view: View) -> Any:
    """Return the state that a view shows, with its move as the last one."""
    state = game.decode(view.position)
    return game.apply(state, game.parse(state, view.move)) if view.move else state


class _Turn(NamedTuple):
    """A state with a move that is legal there."""

    state: Any
    move: Any


def general(game: AnyGame) -> Lesson:
    """Return views of a beginning and an end, and tasks up to a win in one move."""
    begun = [*islice(_turns(game, 1), 4)]
    won = next(_wins(game))
    late = next(turn for turn in _turns(game, 2) if game.plies(turn.state) >= len(begun))
    first, second = begun[0], next(each for each in begun[1:] if _is_first(game, each.state))
    return Lesson(
        _aim(game),
        [
            View(Phrase("view_begins", {"seat": _seat(game, first)}), game.encode(first.state)),
            _view(
                game,
                Phrase("view_moves", {"seat": _seat(game, first), "move": game.format(*first)}),
                first,
            ),
            _view(
                game,
                Phrase("view_goes_on", {"seat": _seat(game, late), "move": game.format(*late)}),
                late,
            ),
            _view(
                game,
                Phrase("view_ends", {"seat": _seat(game, won), "move": game.format(*won)}),
                won,
            ),
        ],
        [
            *(_any(game, each) for each in (first, second, late)),
            _safe(game) or _any(game, begun[-1]),
            Task(
                Phrase("task_wins"),
                Phrase("hint_wins"),
                game.encode(won.state),
                game.format(*won),
                lambda before, after: _is_won(game, before, after),
            ),
        ],
    )


def _is_first(game: AnyGame, state: Any) -> bool:
    return game.to_move(state) is Seat.FIRST


def _aim(game: AnyGame) -> Phrase:
    said = game.aim() if isinstance(game, Guiding) else ()
    return next(iter(said), Phrase("view_begins", {"seat": Word(game.seats[0])}))


def _view(game: AnyGame, caption: Phrase, turn: _Turn) -> View:
    return View(caption, game.encode(turn.state), game.format(*turn))


def _seat(game: AnyGame, turn: _Turn) -> Word:
    seat = game.to_move(turn.state)
    assert seat is not None, "a move is legal there"
    return Word(game.seats[seat.value])


def _any(game: AnyGame, turn: _Turn) -> Task:
    """Return a task that any legal move answers."""
    move = game.format(*turn)
    hint = Phrase("hint_moves", {"move": move})
    return Task(Phrase("task_moves"), hint, game.encode(turn.state), move, anything)


def _safe(game: AnyGame) -> Task | None:
    """Return the task to prevent a win of the other side; None if no such position is found."""
    for turn in _played(game):
        if not _is_first(game, turn.state):
            continue
        moves = [*islice(game.legal_moves(turn.state), _MOST)]
        safe = [
            move for move in moves if not _is_losing(game, turn.state, game.apply(turn.state, move))
        ]
        if safe and len(safe) < len(moves):
            answer = _Turn(turn.state, safe[0])
            return Task(
                Phrase("task_prevents"),
                Phrase("hint_prevents"),
                game.encode(turn.state),
                game.format(*answer),
                lambda before, after: not _is_losing(game, before, after),
            )
    return None


def _is_losing(game: AnyGame, before: Any, after: Any) -> bool:
    """Return whether the other side has won, or wins at once."""
    outcome, side = game.outcome(after), game.to_move(before)
    if outcome is not None:
        return outcome.winner is not side
    if game.to_move(after) is side:
        return False
    return any(_wins_by(game, after, each) for each in islice(game.legal_moves(after), _MOST))


def _wins(game: AnyGame) -> Iterator[_Turn]:
    """Yield turns of the first seat at which a move wins and another one does not.

    If there are none, the last turns of games follow.
    """
    last: list[_Turn] = []
    for seed in range(_GAMES):
        turns = [turn for turn in _turns(game, seed) if _is_first(game, turn.state)]
        last += turns[-1:]
        for turn in turns[-3:]:
            moves = [*islice(game.legal_moves(turn.state), _MOST)]
            won = [move for move in moves if _wins_by(game, turn.state, move)]
            if won and len(won) < len(moves):
                yield _Turn(turn.state, won[0])
    yield from last


def _wins_by(game: AnyGame, state: Any, move: Any) -> bool:
    return _is_won(game, state, game.apply(state, move))


def _is_won(game: AnyGame, before: Any, after: Any) -> bool:
    outcome = game.outcome(after)
    return outcome is not None and outcome.winner is game.to_move(before)


def _played(game: AnyGame) -> Iterator[_Turn]:
    for seed in range(_GAMES):
        yield from [*_turns(game, seed)][-8:]


def _turns(game: AnyGame, seed: int) -> Iterator[_Turn]:
    """Yield the turns of a game in which both sides move at random, from its seed.

    What a position does not tell, such as what may not be repeated, is forgotten at each turn.
    """
    random, state = Random(seed), game.start()  # noqa: S311 (no secret)
    for _ in range(_LONGEST):
        if game.to_move(state) is None:
            return
        moves = [*islice(game.legal_moves(state), _MOST)]
        if not moves:
            return
        move = random.choice(moves)
        yield _Turn(state, move)
        state = game.apply(state, move)
