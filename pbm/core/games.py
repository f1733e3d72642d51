"""The only module of pbm that imports the rules.

Others import what they need from here.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, lru_cache

from pbm import rules
from pbm.base.accents import without_accents
from pbm.base.errors import UsageError
from pbm.plugins import shelf
from pbm.plugins.game import GameFault, PluginGame
from pbm.plugins.held import HeldGame
from pbm.plugins.mark import RulesMark
from pbm.plugins.shelf import Shelf
from pbm.plugins.verify import summary, verify
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
from pbm.rules.lessons import lesson_of, pictured, shown
from pbm.rules.listed import Listed, listed
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
    "Listed",
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
    "has_one_rule_set",
    "is_default",
    "judge",
    "lesson_of",
    "listed_games",
    "moves_to_find",
    "native_names",
    "other_move",
    "own_game",
    "perft",
    "perft_split",
    "pictured",
    "plain_characters",
    "play_line",
    "plugin_help",
    "plugins",
    "puzzle_at",
    "puzzle_in",
    "read_puzzle",
    "reads_as_move",
    "reads_line",
    "record",
    "rectangle",
    "replay",
    "rule_sets",
    "shown",
    "solution",
    "spec",
    "split_line",
    "start_names",
    "state_at",
    "summary",
    "told_failure",
    "unbounded",
    "use_plugins",
    "verify",
    "with_game_first",
    "with_game_names",
]


_SHORTEST, _SHORT = 3, frozenset({"dv", "gy"})
"""The fewest letters that name a game, and fewer that do, since players have the habit."""

_ORDINARY = frozenset({"break"})
"""Beginnings of names that are words, so that they name no game."""

_KEPT_WORDS = 1024

_EXAMPLE = "gyges"

_NAME = re.compile(r"\w+(?: of \w+)?")
_APART, _JOINED = re.compile(r"[\s'’-]+"), r"[\\s'’-]+"
"""What stands between the words of a name, and how it may be written there."""

_OWN = (_EXAMPLE, "dvonn")
"""The games for which the server was made."""

_FAMILIAR = ("hex", "oware", "reversi", "breakthrough", "loa", "amazons")
"""A game of each family: connecting, sowing, turning, racing, gathering, blocking."""


def plugin_help(name: str) -> str | None:
    """Return the help of a plugin's game; None for any other game."""
    game = next((each for each in _shelf.games.values() if each.name == name), None)
    return game.origin.help if game else None


def native_names() -> tuple[str, ...]:
    """Return the names of the games that pbm has, without those of plugins."""
    return tuple(dict.fromkeys(game.name for game in listed().values()))


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
    for known in (
        listed_games,
        _rule_sets,
        game_names,
        start_names,
        _forms,
        _other_names,
        family,
        reads_as_move,
    ):
        known.cache_clear()


def plugins() -> Shelf:
    """Return the games of plugins, and what is wrong with those that are not offered."""
    return _shelf


def _known(spec: str) -> AnyGame | None:
    """The rule set with this full name; None if there is none."""
    return _shelf.games.get(spec) or games().get(spec)


def all_games() -> tuple[AnyGame, ...]:
    """Return every rule set, grouped by game, the default of each game first.

    This imports all games: what asks only for their names uses ``listed_games``.
    """
    return (*games().values(), *_shelf.games.values())


@cache
def listed_games() -> tuple[Listed, ...]:
    """Return what is said of every rule set, in the order of ``all_games``."""
    return (*listed().values(), *map(Listed.of, _shelf.games.values()))


@cache
def _rule_sets() -> Mapping[str, Sequence[Listed]]:
    """The rule sets of each game, by its name."""
    found: dict[str, list[Listed]] = {}
    for each in listed_games():
        found.setdefault(each.name, []).append(each)
    return found


def rule_sets(name: str) -> Sequence[Listed]:
    """Return what is said of the rule sets of a game, its default first; none for another name."""
    return _rule_sets().get(name, ())


def has_one_rule_set(game: AnyGame) -> bool:
    """Return whether a game is always played by the same rules, on the same board."""
    return len(rule_sets(game.name)) <= 1


@cache
def game_names() -> tuple[str, ...]:
    """Return the name of each game once, however many rule sets it has."""
    return tuple(dict.fromkeys(game.name for game in listed_games()))


@cache
def start_names() -> tuple[str, ...]:
    """Return the names of the seeded starts of all games, each once."""
    return tuple(dict.fromkeys(start for game in listed_games() for start in game.starts))


def may_be_drawn(game: AnyGame) -> bool:
    """Return whether a game can end in a draw in practice."""
    # A game in which no draw comes up is ``decisive``, so that mails do not offer to propose one.
    # Comparing each with a protocol took 1% of a move.
    return not getattr(game, "decisive", False)


@lru_cache(_KEPT_WORDS)
def reads_as_move(text: str) -> bool:
    """Return whether some game would read the text as a move."""
    forms, others = _forms()
    plain = plain_characters(text).strip()
    return any(form.fullmatch(plain) for form in forms) or any(game.reads(text) for game in others)


@cache
def _forms() -> tuple[Sequence[re.Pattern[str]], Sequence[AnyGame]]:
    """The forms of moves that are listed, and the rule sets that must be asked themselves."""
    forms = dict.fromkeys(game.form for game in listed_games() if game.form)
    others = (_known(game.spec) for game in listed_games() if not game.form)
    return [re.compile(form, re.IGNORECASE) for form in forms], [*filter(None, others)]


def familiar_first(played: Iterable[str]) -> list[str]:
    """Return the names of all games: the club's own, then those ``played`` most, then the rest.

    The rest begins with a well-known game of each family, so that a new club shows them side by
    side; then its order is that of the alphabet.
    """
    known = game_names()
    return [name for name in dict.fromkeys([*_OWN, *played, *_FAMILIAR, *known]) if name in known]


def example_game() -> str:
    """Return the game to use in general examples: the one that the club has played longest."""
    return _EXAMPLE


def name_in(title: str) -> str:
    """Return the name with which the title of a game begins: a word, or "Lines of Action"."""
    found = _NAME.match(title)
    return found[0] if found else title


def find(text: str) -> AnyGame:
    """Return the rule set named ``gyges/classic``, or the default one of ``gyges``.

    Both parts may be shortened to a unique prefix.

    :raises UsageError: if the name fits no rule set, or several games or rule sets
    """
    if (whole := _known(text)) is not None:
        return whole
    name, slash, ruleset = text.strip().casefold().partition("/")
    family = _named(name, game_names())
    of_family = fits = [*rule_sets(family or "")]
    if slash:
        wanted = _named(ruleset, (game.ruleset for game in fits))
        fits = [game for game in fits if game.ruleset == wanted]
    found = _known(fits[0].spec) if fits else None
    if found is None:
        known = ", ".join([game.spec for game in of_family] or game_names())
        raise UsageError(f'there is no game "{text}"; choose one of {known}')
    return found


def begun_with(game: AnyGame) -> str:
    """Return what a new board keeps of its rules (``RulesMark``); "" for a native game."""
    return str(game.mark) if isinstance(game, PluginGame) else ""


def is_default(game: AnyGame) -> bool:
    """Return whether a rule set is the one that its game's name means."""
    first = _first_of(game.name)
    return first is None or first.ruleset == game.ruleset


def _first_of(name: str) -> Listed | None:
    """The default rule set of a game."""
    return next(iter(rule_sets(name)), None)


def find_kept(spec: str, begun: str = "") -> AnyGame:
    """Return the rule set of a board or a contest, even if its plugin is missing.

    begun: what the board keeps of its rules (``RulesMark``), "" for a native game. A game whose
    plugin is missing, or has other rules by now, is a ``HeldGame``.
    """
    now = _known(spec)
    if now is None and (first := _first_of(spec)):
        now = _known(first.spec)
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


def with_game_names(text: str) -> str:
    """Return the text with the names of games in place of other names that people have for them."""
    pattern, names = _other_names()
    return pattern.sub(lambda found: names[_plain_name(found[0])], text)


def with_game_first(words: Sequence[str]) -> list[str]:
    """Return the words with the name of a game in place of another one that they begin with."""
    text = " ".join(words)
    pattern, names = _other_names()
    found = pattern.match(text)
    if found is None or text[found.end() : found.end() + 1].strip():
        return [*words]
    return [names[_plain_name(found[0])], *text[found.end() :].split()]


@cache
def _other_names() -> tuple[re.Pattern[str], Mapping[str, str]]:
    """The form of all other names of games, and the game that each one means, in plain letters."""
    known = game_names()
    named = [(other, game.name) for game in listed_games() for other in game.also]
    names = {_plain_name(other): name for other, name in reversed(named)}
    spelt = {each.casefold() for other, _ in named for each in (other, without_accents(other))}
    longest_first = sorted(spelt, key=len, reverse=True)
    # No other name is that of a game, which a plugin may bring.
    forms = [_APART.sub(_JOINED, each) for each in longest_first if each not in known]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(forms) or '(?!)'})(?![\w-])", re.IGNORECASE), names


def _plain_name(name: str) -> str:
    return _APART.sub(" ", without_accents(name.casefold()))


# Every line of a letter is asked for the game that it may begin with.
@lru_cache(_KEPT_WORDS)
def family(word: str) -> AnyGame | None:
    """Return the default rule set of the game with this unique prefix, of three letters or more, or
    with this other name.
    """
    begun = _other_names()[1].get(_plain_name(word), word.casefold())
    is_short = len(begun) < _SHORTEST and begun not in _SHORT
    name = None if is_short or begun in _ORDINARY else _named(begun, game_names())
    first = _first_of(name) if name else None
    return _known(first.spec) if first else None


def _named(beginning: str, names: Iterable[str]) -> str | None:
    """Return the name that equals the prefix, or the only one that begins with it."""
    fits = {name for name in names if beginning and name.startswith(beginning)}
    if beginning in fits:
        return beginning
    return fits.pop() if len(fits) == 1 else None
