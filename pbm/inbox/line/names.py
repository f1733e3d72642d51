"""Find a command by its words: names, abbreviations, and names that are similar to a word"""

from __future__ import annotations

import pkgutil
from collections.abc import Collection, Iterable, Sequence
from functools import cache, partial
from importlib import import_module

from rapidfuzz import process
from rapidfuzz.distance import OSA, Indel

from pbm.core.move_text import SENTENCE_MARKS, is_garbled_move, is_try_at_move
from pbm.inbox.line.access import Scope
from pbm.inbox.line.command import Command, registered
from pbm.inbox.understanding.lexicon import Lexicon, is_word, lexicons
from pbm.inbox.understanding.spelling import SHORTEST_TYPO
from pbm.inbox.understanding.wishes import Wish
from pbm.play.settings import OPTIONS

_COMMANDS = "pbm.inbox.commands"

# Shorter abbreviations would be words: "He" and "Li" begin sentences.
SHORTEST_BEGINNING = 3
# Words of a language that abbreviate no command: "Pas mal!" asks for no password, and "sign me up"
# is no signup of somebody called "me".
_ORDINARY = frozenset(
    {
        *("con", "dat", "dow", "down", "fol", "his", "mes", "messa", "pas", "que", "rat", "sign"),
        *("stai", "uns", "use"),
    }
)

MULTIPLE = "multiple"
"""The subject above several commands."""

_WISHES = frozenset(
    {
        *(Wish.ACCEPT, Wish.DECLINE, Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH, Wish.PASS),
        *(Wish.HELP, Wish.RULES, Wish.MOVES, Wish.SHOW, Wish.GAMES, Wish.PLAYERS, Wish.RATINGS),
        *(Wish.CHALLENGE, Wish.SEEK, Wish.JOIN, Wish.LEAVE, Wish.WATCH, Wish.RANDOM, Wish.AWAY),
        *(Wish.CUP, Wish.SEASON, Wish.STAIRS, Wish.CONTESTS, Wish.SETTINGS, Wish.LANGUAGE),
    }
)
"""What commands do. Words for it in any language are no names of players."""

_NEARLY = 0.7
_ENDING = frozenset({"block", "drop address", "reject", "unsubscribe"})
"""Commands that end something though their names may be abbreviated."""

_ROUNDING = 0.001
"""Larger than the difference between two ways of calculating the same likeness."""


@cache
def all_commands() -> tuple[Command, ...]:
    """Every command, ordered by the name of its module and its position there.

    The modules are imported by name: they import this package.
    """
    for module in pkgutil.iter_modules(import_module(_COMMANDS).__path__):
        import_module(f"{_COMMANDS}.{module.name}")
    # Modules import each other, so the order of the registry depends on what was imported first.
    return tuple(sorted(registered(), key=_module))


def _module(each: Command) -> str:
    return each.run.__module__


@cache
def command_words() -> frozenset[str]:
    """The words of the names of commands."""
    return frozenset(
        word for each in all_commands() for name in each.names for word in name.split()
    )


def is_command_word(word: str) -> bool:
    """Whether a word alone stands for a command in any language, an option, or a setting."""
    if word in command_words() or word in OPTIONS or word == MULTIPLE:
        return True
    is_option = any(word in each.option_names for each in all_commands())
    return is_option or any(_means_command(word, each) for each in lexicons())


def _means_command(word: str, words: Lexicon) -> bool:
    end, meanings = words.longest([word], 0)
    return bool(end) and not _WISHES.isdisjoint(meanings)


class _Vocabulary:
    """The commands of some scopes by their names, and the names that may be shortened."""

    def __init__(self, scopes: frozenset[Scope]) -> None:
        named = [(name, each) for each in all_commands() for name in each.names]
        self.exact = {name: each for name, each in named if each.scope in scopes}
        self._shortened: dict[str, list[tuple[str, Command]]] = {}
        for name, each in self.exact.items():
            if each.short and not (each.whole or each.hidden):
                self._shortened.setdefault(name[:SHORTEST_BEGINNING], []).append((name, each))

    def fitting(self, typed: list[str]) -> Command | None:
        """The command with this name, or the only one with a name that begins so."""
        exact = self.exact.get(" ".join(typed))
        if exact is not None or typed[0] in _ORDINARY:
            return exact
        named = self._shortened.get(typed[0][:SHORTEST_BEGINNING], ())
        fits = {each.name: each for name, each in named if _begins(name.split(" "), typed)}
        return next(iter(fits.values())) if len(fits) == 1 else None


_vocabulary = cache(_Vocabulary)
"""The vocabulary of some scopes."""


def find_command(words: list[str], scopes: Iterable[Scope]) -> tuple[Command, list[str]] | None:
    """Return the command that the words begin with, and the words after its name.

    A name of two words (``change password``) is tried before one of a single word. Unique
    abbreviations are accepted, except for commands that must be written in full.
    """
    vocabulary = _vocabulary(frozenset(scopes))
    for length in (2, 1):
        typed = [word.casefold() for word in words[:length]]
        found = vocabulary.fitting(typed) if len(typed) == length else None
        if found is not None:
            return found, words[length:]
    return None


def _begins(name: list[str], typed: list[str]) -> bool:
    return len(name) == len(typed) and all(
        len(part) >= SHORTEST_BEGINNING and full.startswith(part)
        for full, part in zip(name, typed, strict=True)
    )


def similar_names(word: str, scopes: Iterable[Scope], cutoff: float = 0.6) -> list[str]:
    """Names of commands that are similar to the word, nearest first; cutoff 1.0 is equality."""
    from difflib import get_close_matches  # noqa: PLC0415 (only for mistakes)

    known = {
        name: each for name, each in _vocabulary(frozenset(scopes)).exact.items() if not each.hidden
    }
    typed = word.casefold()
    nearest: dict[Command, str] = {}
    for name in get_close_matches(typed, _likely(typed, known, cutoff), n=3, cutoff=cutoff):
        nearest.setdefault(known[name], name)
    return list(nearest.values())


def suggested_names(word: str, scopes: Iterable[Scope]) -> list[str]:
    """Names of commands that the word nearly is; none that gives up or ends something.

    A word of another language may by chance be like any name, and who follows a suggestion would
    lose their game.
    """
    among = frozenset(scopes)
    known = _vocabulary(among).exact
    near = similar_names(word.strip(SENTENCE_MARKS), among, _NEARLY)
    return [name for name in near if not known[name].whole and known[name].name not in _ENDING]


def _likely(word: str, names: Collection[str], cutoff: float) -> Sequence[str]:
    """The names that may be close matches for difflib, found in less time.

    The score is the length of the longest common subsequence, which is never below the score of
    difflib. Most words of a letter are close to no name.
    """
    least = cutoff - _ROUNDING
    scorer = Indel.normalized_similarity
    found = process.extract(word, list(names), scorer=scorer, score_cutoff=least, limit=None)
    return [name for name, _, _ in found]


def is_try(line: str) -> bool:
    """Whether the line is nothing but cells with odd signs, or has such a word in it, or is a
    command with a typo.
    """
    words = line.split()
    is_misspelt = len(words) == 1 and is_misspelt_command(words[0])
    return is_misspelt or is_try_at_move(line) or any(map(is_garbled_move, words))


def is_misspelt_command(word: str) -> bool:
    """Whether the word is a command but for one typo. One with a capital letter may be a name."""
    bare = word.strip(SENTENCE_MARKS)
    if len(bare) < SHORTEST_TYPO or bare.istitle() or is_word(bare.casefold()):
        return False
    near = partial(OSA.distance, bare.casefold(), score_cutoff=1)
    return any(near(each) <= 1 for each in command_words() if len(each) >= SHORTEST_TYPO)
