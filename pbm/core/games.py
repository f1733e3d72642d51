"""The only door from pbm to the rules: what the other rooms know of a game, they import here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from pbm.base.errors import UsageError
from rules import AnyGame, games, record
from rules.errors import AmbiguousMove, GameOver, IllegalMove, NotationError, RulesError
from rules.game import ManyMoves, Outcome, Seat, Style, spec
from rules.perft import perft
from rules.perft import split as perft_split
from rules.phrase import Fact, Phrase, Word
from rules.picture import Mark, Picture, Row, Tile, Tint
from rules.play import (
    PASS,
    RESIGN,
    Ply,
    PlyError,
    Replay,
    explain_line,
    play_line,
    reads_line,
    replay,
    split_line,
)
from rules.words import WORDS

__all__ = [
    "PASS",
    "RESIGN",
    "WORDS",
    "AmbiguousMove",
    "AnyGame",
    "Fact",
    "GameOver",
    "IllegalMove",
    "ManyMoves",
    "Mark",
    "NotationError",
    "Outcome",
    "Phrase",
    "Picture",
    "Ply",
    "PlyError",
    "Replay",
    "Row",
    "RulesError",
    "Seat",
    "Style",
    "Tile",
    "Tint",
    "Word",
    "all_games",
    "example_game",
    "explain_line",
    "family",
    "find",
    "game_names",
    "perft",
    "perft_split",
    "play_line",
    "reads_line",
    "record",
    "replay",
    "spec",
    "split_line",
    "start_names",
]


def all_games() -> tuple[AnyGame, ...]:
    """Every rule set, those of one game together, its default first."""
    return tuple(games().values())


@cache
def game_names() -> tuple[str, ...]:
    """Each game once, however many rule sets it has."""
    return tuple(dict.fromkeys(game.name for game in all_games()))


@cache
def start_names() -> tuple[str, ...]:
    """The drawn starts that any game has, each once."""
    return tuple(dict.fromkeys(start for game in all_games() for start in game.starts))


@cache
def example_game() -> str:
    """The name of a game for examples where none is meant: the one with the most rule sets."""
    rulesets = Counter(game.name for game in all_games())
    return max(game_names(), key=rulesets.__getitem__)


def find(text: str) -> AnyGame:
    """The rule set named ``gyges/classic``; ``gyges`` is its default; unique beginnings will do.

    :raises UsageError: if nothing, or more than one thing, is named so
    """
    if (whole := games().get(text)) is not None:
        return whole
    name, slash, ruleset = text.strip().casefold().partition("/")
    family = _named(name, game_names())
    fits = [game for game in all_games() if game.name == family]
    if slash:
        wanted = _named(ruleset, (game.ruleset for game in fits))
        fits = [game for game in fits if game.ruleset == wanted]
    if not fits:
        known = ", ".join(games())
        raise UsageError(f'there is no game "{text}"; choose one of {known}')
    return fits[0]


def family(word: str) -> AnyGame | None:
    """The default rule set of the game that the word names, by two letters of it or more."""
    name = _named(word.casefold(), game_names()) if len(word) > 1 else None
    return next((game for game in all_games() if game.name == name), None)


def _named(beginning: str, names: Iterable[str]) -> str | None:
    """The one name that begins so, or is just that."""
    fits = {name for name in names if beginning and name.startswith(beginning)}
    if beginning in fits:
        return beginning
    return fits.pop() if len(fits) == 1 else None
