"""The only module of pbm that imports the rules.

Others import what they need from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from pbm.base.errors import UsageError
from pbm.rules import AnyGame, games, record
from pbm.rules.analysis import Analysis, Remark, RemarkKind, analyse, analysing
from pbm.rules.drawing import draw
from pbm.rules.endings import TooFarError
from pbm.rules.engine import PROVEN, Level
from pbm.rules.engines import VERSION as ENGINES
from pbm.rules.engines import AnyFound, choose, engine_of, unbounded
from pbm.rules.errors import AmbiguousMove, GameOver, IllegalMove, NotationError, RulesError
from pbm.rules.folding import fold as plain_characters
from pbm.rules.game import Guiding, Lifting, ManyMoves, Named, Outcome, Scored, Seat, Style, spec
from pbm.rules.lesson import Lesson, Task, View
from pbm.rules.lessons import lesson_of, shown
from pbm.rules.mining import own_game, puzzle_in
from pbm.rules.mining import read as read_puzzle
from pbm.rules.perft import perft
from pbm.rules.perft import split as perft_split
from pbm.rules.phrase import Fact, Phrase, Word
from pbm.rules.picture import Mark, Picture, Row, Tile, Tint
from pbm.rules.play import (
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
from pbm.rules.puzzles import (
    Judgement,
    Puzzle,
    Verdict,
    judge,
    moves_to_find,
    other_move,
    puzzle_at,
    solution,
    state_at,
)
from pbm.rules.scene import (
    Align,
    Arrow,
    Circle,
    Line,
    Look,
    Point,
    Polygon,
    Ring,
    Scene,
    Shape,
    Text,
    rectangle,
)
from pbm.rules.search import Limits
from pbm.rules.words import WORDS

__all__ = [
    "ENGINES",
    "PASS",
    "PROVEN",
    "RESIGN",
    "WORDS",
    "Align",
    "AmbiguousMove",
    "Analysis",
    "AnyFound",
    "AnyGame",
    "Arrow",
    "Circle",
    "Fact",
    "GameOver",
    "Guiding",
    "IllegalMove",
    "Judgement",
    "Lesson",
    "Level",
    "Lifting",
    "Limits",
    "Line",
    "Look",
    "ManyMoves",
    "Mark",
    "Named",
    "NotationError",
    "Outcome",
    "Phrase",
    "Picture",
    "Ply",
    "PlyError",
    "Point",
    "Polygon",
    "Puzzle",
    "Remark",
    "RemarkKind",
    "Replay",
    "Ring",
    "Row",
    "RulesError",
    "Scene",
    "Scored",
    "Seat",
    "Shape",
    "Style",
    "Task",
    "Text",
    "Tile",
    "Tint",
    "TooFarError",
    "Verdict",
    "View",
    "Word",
    "all_games",
    "analyse",
    "analysing",
    "choose",
    "draw",
    "engine_of",
    "example_game",
    "explain_line",
    "family",
    "find",
    "game_names",
    "judge",
    "lesson_of",
    "moves_to_find",
    "other_move",
    "own_game",
    "perft",
    "perft_split",
    "plain_characters",
    "play_line",
    "puzzle_at",
    "puzzle_in",
    "read_puzzle",
    "reads_line",
    "record",
    "rectangle",
    "replay",
    "shown",
    "solution",
    "spec",
    "split_line",
    "start_names",
    "state_at",
    "unbounded",
]


_SHORTEST, _SHORT = 3, frozenset({"dv", "gy"})
"""The fewest letters that name a game, and fewer that do, since players have the habit."""

_ORDINARY = frozenset({"break"})
"""Beginnings of names that are words, so that they name no game."""


_EXAMPLE = "gyges"


def all_games() -> tuple[AnyGame, ...]:
    """Return every rule set, grouped by game, the default of each game first."""
    return tuple(games().values())


@cache
def game_names() -> tuple[str, ...]:
    """Return the name of each game once, however many rule sets it has."""
    return tuple(dict.fromkeys(game.name for game in all_games()))


@cache
def start_names() -> tuple[str, ...]:
    """Return the names of the seeded starts of all games, each once."""
    return tuple(dict.fromkeys(start for game in all_games() for start in game.starts))


def example_game() -> str:
    """Return the game to use in general examples: the one that the club has played longest."""
    return _EXAMPLE


def find(text: str) -> AnyGame:
    """Return the rule set named ``gyges/classic``, or the default one of ``gyges``.

    Both parts may be shortened to a unique prefix.

    :raises UsageError: if the name fits no rule set, or several games or rule sets
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
    """Return the default rule set of the game with this unique prefix, of three letters or more."""
    begun = word.casefold()
    is_short = len(begun) < _SHORTEST and begun not in _SHORT
    name = None if is_short or begun in _ORDINARY else _named(begun, game_names())
    return next((game for game in all_games() if game.name == name), None)


def _named(beginning: str, names: Iterable[str]) -> str | None:
    """Return the name that equals the prefix, or the only one that begins with it."""
    fits = {name for name in names if beginning and name.startswith(beginning)}
    if beginning in fits:
        return beginning
    return fits.pop() if len(fits) == 1 else None
