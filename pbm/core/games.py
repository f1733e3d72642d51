"""The only module of pbm that imports the rules.

Others import what they need from here.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Collection, Iterable, Mapping
from functools import cache

from pbm import rules
from pbm.base.errors import UsageError
from pbm.plugins import shelf
from pbm.plugins.game import GameFault, PluginGame
from pbm.plugins.held import HeldGame
from pbm.plugins.mark import RulesMark
from pbm.plugins.shelf import Shelf
from pbm.plugins.verify import peak_memory, verify
from pbm.rules import AnyGame, games, record
from pbm.rules.analysis import Analysis, Remark, RemarkKind, analyse, analysing
from pbm.rules.drawing import draw
from pbm.rules.endings import TooFarError
from pbm.rules.engine import PROVEN, Level
from pbm.rules.engines import VERSION as ENGINES
from pbm.rules.engines import AnyFound, choose, engine_of, unbounded
from pbm.rules.errors import AmbiguousMove, GameOver, IllegalMove, NotationError, RulesError
from pbm.rules.failing import told as told_failure
from pbm.rules.folding import fold as plain_characters
from pbm.rules.game import (
    Guiding,
    Lifting,
    ManyMoves,
    Named,
    Outcome,
    Scored,
    Seat,
    Style,
    Winding,
    spec,
)
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
    "GameFault",
    "GameOver",
    "Guiding",
    "HeldGame",
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
    "PluginGame",
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
    "RulesMark",
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
    "Winding",
    "Word",
    "all_games",
    "analyse",
    "analysing",
    "begun_with",
    "choose",
    "draw",
    "engine_of",
    "example_game",
    "explain_line",
    "family",
    "find",
    "find_kept",
    "game_names",
    "is_default",
    "judge",
    "lesson_of",
    "moves_to_find",
    "native_names",
    "other_move",
    "own_game",
    "peak_memory",
    "perft",
    "perft_split",
    "plain_characters",
    "play_line",
    "plugin_help",
    "plugins",
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
    "told_failure",
    "unbounded",
    "use_plugins",
    "verify",
]


_SHORTEST, _SHORT = 3, frozenset({"dv", "gy"})
"""The fewest letters that name a game, and fewer that do, since players have the habit."""

_ORDINARY = frozenset({"break"})
"""Beginnings of names that are words, so that they name no game."""


_EXAMPLE = "gyges"


def plugin_help(name: str) -> str | None:
    """Return the help of a plugin's game; None for any other game."""
    game = next((each for each in _shelf.games.values() if each.name == name), None)
    return game.origin.help if game else None


def native_names() -> tuple[str, ...]:
    """Return the names of the games that pbm has, without those of plugins."""
    return tuple(dict.fromkeys(game.name for game in games().values()))


_shelf = Shelf()


def use_plugins(allowed: Collection[str] | None) -> None:
    """Offer the games of these distributions from now on; None for all that are installed.

    A plugin that is missing or broken is left out: see ``plugins``.
    """
    global _shelf  # noqa: PLW0603 (like the native games, there is one for each process)
    if allowed == _shelf.allowed:
        return
    _shelf.close()
    # A plugin's game may not have the name of a module of the rules either.
    _shelf = shelf.stocked(allowed, {each.name for each in pkgutil.iter_modules(rules.__path__)})
    for known in (game_names, start_names):
        known.cache_clear()


def plugins() -> Shelf:
    """Return the games of plugins, and what is wrong with those that are not offered."""
    return _shelf


def _known() -> Mapping[str, AnyGame]:
    return {**games(), **_shelf.games} if _shelf.games else games()


def all_games() -> tuple[AnyGame, ...]:
    """Return every rule set, grouped by game, the default of each game first."""
    return tuple(_known().values())


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
    if (whole := _known().get(text)) is not None:
        return whole
    name, slash, ruleset = text.strip().casefold().partition("/")
    family = _named(name, game_names())
    of_family = fits = [game for game in all_games() if game.name == family]
    if slash:
        wanted = _named(ruleset, (game.ruleset for game in fits))
        fits = [game for game in fits if game.ruleset == wanted]
    if not fits:
        known = ", ".join(map(spec, of_family) if of_family else game_names())
        raise UsageError(f'there is no game "{text}"; choose one of {known}')
    return fits[0]


def begun_with(game: AnyGame) -> str:
    """Return what a new board keeps of its rules (``RulesMark``); "" for a native game."""
    return str(game.mark) if isinstance(game, PluginGame) else ""


def is_default(game: AnyGame) -> bool:
    """Return whether a rule set is the one that its game's name means."""
    first = next((each for each in all_games() if each.name == game.name), game)
    return first.ruleset == game.ruleset


def find_kept(spec: str, begun: str = "") -> AnyGame:
    """Return the rule set of a board or a contest, even if its plugin is missing.

    begun: what the board keeps of its rules (``RulesMark``), "" for a native game. A game whose
    plugin is missing, or has other rules by now, is a ``HeldGame``.
    """
    now = _known().get(spec) or next((each for each in all_games() if each.name == spec), None)
    if now is not None and not (begun and isinstance(now, PluginGame)):
        return now
    mark = RulesMark.read(begun) if begun else RulesMark("unknown", "0", 1, ("First", "Second"))
    if isinstance(now, PluginGame):
        if now.facts.rules == mark.rules:
            return now
        why = f"began with {mark.short}; now there is {now.mark.short}"
    else:
        why = f"needs the plugin {mark.short}, which is not there"
    return _held(spec, str(mark), why)


@cache
def _held(spec: str, begun: str, why: str) -> HeldGame:
    name, _, ruleset = spec.partition("/")
    return HeldGame(name, ruleset or "standard", RulesMark.read(begun), why)


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
