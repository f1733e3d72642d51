"""Short games that show how each rule set is played."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbm.core.games import AnyGame, Phrase, Ply, find, replay, spec
from pbm.core.languages import texts

FILE = "sample_games.toml"

_MOST_STEPS = 7
"""Enough for a move with one or two bounces in Gyges."""


def sample_game(game: AnyGame) -> tuple[Any, Sequence[Ply[Any, Any]]]:
    """The start of the game and its moves; no moves if none are written down."""
    return _played(spec(game))


def worked_move(game: AnyGame) -> tuple[Ply[Any, Any], Sequence[Phrase]] | None:
    """The move with the longest explanation of at most ``_MOST_STEPS`` steps, and these steps.

    The move does not end the game. None if no moves are written down.
    """
    return _worked(spec(game))


@cache
def _played(name: str) -> tuple[Any, Sequence[Ply[Any, Any]]]:
    game, known = find(name), _known().get(name, {})
    setup = known.get("setup", "")
    start = game.decode(setup) if setup else game.start()
    return start, replay(game, start, known.get("moves", "").split()).plies


@cache
def _worked(name: str) -> tuple[Ply[Any, Any], Sequence[Phrase]] | None:
    game, (_, plies) = find(name), _played(name)
    chosen = (ply for ply in plies if ply.move is not None and game.outcome(ply.after) is None)
    explained = [(ply, game.explain(ply.before, ply.text)) for ply in chosen]
    short = [each for each in explained if len(each[1]) <= _MOST_STEPS]
    return max(short, key=lambda each: (len(each[1]), each[0].number), default=None)


@cache
def _known() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(texts().joinpath(FILE).read_text(encoding="utf-8"))
