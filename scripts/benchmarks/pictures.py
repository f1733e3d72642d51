"""``pictures``: CPU milliseconds and bytes of a picture of a board, for each rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from pbm.core.games import AnyGame, Seat, all_games, draw, spec
from pbm.pictures.png import png
from pbm.pictures.svg import svg
from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_most

PLIES, SEEDS = 60, 4
MOST_MILLISECONDS, MOST_BYTES = 20, 24 * 1024

Painter = Callable[[AnyGame, Any], int]


def measure(folder: Path) -> Iterator[Figure]:  # noqa: ARG001 (the sections' signature)
    for game in all_games():
        states = [state for seed in range(SEEDS) for state in played(game, seed)]
        for name, paint in PAINTERS.items():
            milliseconds, sizes = painted(paint, game, states)
            bound = at_most(MOST_MILLISECONDS)
            yield Figure("pictures", f"{spec(game)} {name}", milliseconds, "CPU ms", bound=bound)
            if sizes:
                bound = at_most(MOST_BYTES)
                what = f"{spec(game)} {name}, largest"
                yield Figure("pictures", what, max(sizes), "bytes", bound=bound)


def played(game: AnyGame, seed: int) -> Iterator[Any]:
    """The states of a random game."""
    state = game.start()
    for step in course(spec(game), PLIES, seed).steps:
        yield state
        state = game.make(state, step.text).after


def painted(paint: Painter, game: AnyGame, states: list[Any]) -> tuple[float, list[int]]:
    """Return the CPU milliseconds per picture, after one warm-up round, and the pictures' sizes."""
    sizes = [paint(game, state) for state in states]
    before = process_time()
    for state in states:
        paint(game, state)
    return (process_time() - before) / len(states) * 1e3, list(filter(None, sizes))


def _scene(game: AnyGame, state: Any) -> int:
    draw(game, state, Seat.SECOND, None, turned=True)
    return 0


def _png(game: AnyGame, state: Any) -> int:
    return len(png(draw(game, state, Seat.SECOND, None, turned=True)))


def _svg(game: AnyGame, state: Any) -> int:
    return len(svg(draw(game, state, Seat.SECOND, None, turned=True), spec(game)))


PAINTERS: dict[str, Painter] = {"scene": _scene, "PNG": _png, "SVG": _svg}
