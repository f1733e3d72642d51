"""The search, with the general engine and with DVONN's, compared with plain minimax."""

from __future__ import annotations

from typing import Any

from pbm import rules
from pbm.rules.engine import Level
from pbm.rules.engines import choose, unbounded
from pbm.rules.game import Seat
from pbm.rules.general import General
from pbm.rules.search import Limits, Search
from tests.combinations import for_each
from tests.rules.minimax import minimax
from tests.rules.playouts import turns

DVONN = rules.games()["dvonn/standard"]


def endings(count: int) -> list[Any]:
    """Return the last states of random games of DVONN in which there is still a choice."""
    games = ([state for state, _ in turns("dvonn/standard", seed)] for seed in range(count))
    return [
        next(state for state in reversed(game[:-1]) if len(list(DVONN.legal_moves(state))) > 1)
        for game in games
    ]


@for_each("state", endings(6))
def test_the_end_of_dvonn_is_played_without_a_mistake(state: Any) -> None:
    found = choose(DVONN, state, unbounded(DVONN))
    result = minimax(DVONN, state)
    assert minimax(DVONN, DVONN.apply(state, found.move)) == result
    if found.proven:
        assert (found.value > 0) == (result == (1 if DVONN.to_move(state) is Seat.FIRST else -1))


@for_each("state", endings(6))
def test_the_general_engine_plays_an_end_as_well(state: Any) -> None:
    search = Search(General(DVONN), state, Level(depth=20), Limits(), lambda: 0.0)
    move = search.best().move
    assert minimax(DVONN, DVONN.apply(state, move)) == minimax(DVONN, state)


def test_noise_changes_moves_but_never_a_proven_value() -> None:
    noisy = Level(depth=1, noise=1_000)
    start = DVONN.start()
    assert len({choose(DVONN, start, noisy, seed).move for seed in range(9)}) > 1
    for state in endings(6):
        exact, loud = (choose(DVONN, state, Level(20, noise=n)) for n in (0, 1_000))
        assert (exact.value > 0) == (loud.value > 0) or not exact.proven
