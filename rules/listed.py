"""What is said of every rule set before it is imported: ``listed.txt``, a line for each.

Most processes need a few games, and the names and forms of moves of all. A game that the file does
not name is imported instead, so a new one needs no line. ``tests/rules/test_listed.py`` writes it.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple, Self

from .game import AlsoCalled, Formed, Game, spec

AnyGame = Game[Any, Any]

FILE = "listed.txt"
_HOME = __package__
_AND = ", "


class Listed(NamedTuple):
    """What is said of a rule set.

    form: that of a ``Formed`` game, "" for others. also: the other names of the game.
    """

    name: str
    ruleset: str
    title: str
    seats: tuple[str, str]
    starts: tuple[str, ...]
    form: str
    also: tuple[str, ...] = ()

    @classmethod
    def of(cls, game: AnyGame) -> Self:
        form = game.form if isinstance(game, Formed) else ""
        also = tuple(game.also) if isinstance(game, AlsoCalled) else ()
        return cls(game.name, game.ruleset, game.title, game.seats, tuple(game.starts), form, also)

    @classmethod
    def read(cls, line: str) -> Self:
        name, ruleset, title, seats, starts, form, also = line.split("\t")
        first, second = seats.split(" ")
        others = tuple(filter(None, also.split(_AND)))
        return cls(name, ruleset, title, (first, second), tuple(starts.split()), form, others)

    @property
    def spec(self) -> str:
        return f"{self.name}/{self.ruleset}"

    @property
    def written(self) -> str:
        seats, starts = " ".join(self.seats), " ".join(self.starts)
        fields = (*self[:3], seats, starts, self.form, _AND.join(self.also))
        return "\t".join(fields)


class Games(Mapping[str, AnyGame]):
    """Every rule set by its spec; a game is imported when the first of its rule sets is asked for.

    A package in this folder with a sequence ``RULESETS`` is a game.
    """

    def __getitem__(self, name: str) -> AnyGame:
        return rulesets(listed()[name].name)[name]

    def __contains__(self, name: object) -> bool:
        return name in listed()

    def __iter__(self) -> Iterator[str]:
        return iter(listed())

    def __len__(self) -> int:
        return len(listed())


@cache
def listed() -> Mapping[str, Listed]:
    """Return every rule set by its spec, the default of each game first."""
    known: dict[str, list[Listed]] = {}
    for line in files(_HOME).joinpath(FILE).read_text("utf-8").splitlines():
        each = Listed.read(line)
        known.setdefault(each.name, []).append(each)
    path = import_module(_HOME).__path__
    folders = sorted(entry.name for entry in pkgutil.iter_modules(path) if entry.ispkg)
    return {each.spec: each for folder in folders for each in known.get(folder) or found_in(folder)}


def found_in(folder: str) -> Sequence[Listed]:
    """Import a folder, and return its rule sets; none if it is no game."""
    return [*map(Listed.of, rulesets(folder).values())]


@cache
def rulesets(folder: str) -> Mapping[str, AnyGame]:
    """Import a folder, and return its rule sets by their specs."""
    found = getattr(import_module(f"{_HOME}.{folder}"), "RULESETS", ())
    return {spec(game): game for game in found}
