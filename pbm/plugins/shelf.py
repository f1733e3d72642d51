"""The games of installed distributions: those that the operator allows, and what is wrong."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path

from pbm.plugins import facts
from pbm.plugins.facts import MOST_HELP, Facts
from pbm.plugins.game import NamedPluginGame, Origin, PluginGame
from pbm.plugins.process import Limits, PluginProcess

GROUP = "pbm.games"
"""The group of entry points: ``konane = "pbm_konane:Konane"`` is the game ``konane``."""


@dataclass(frozen=True)
class Trouble:
    """A plugin, or one of its games, that cannot be offered. game: "" for all of them."""

    distribution: str
    game: str
    why: str

    def __str__(self) -> str:
        place = f"{self.distribution}, game {self.game}" if self.game else self.distribution
        return f"the plugin {place}: {self.why}"


@dataclass(frozen=True)
class Shelf:
    """games: rule sets by their specs. allowed: the distributions that may bring some."""

    games: Mapping[str, PluginGame] = field(default_factory=dict)
    troubles: Sequence[Trouble] = ()
    allowed: Collection[str] | None = ()

    def close(self) -> None:
        """End the plugins' processes. They are started again when they are asked."""
        for process in {id(each.process): each.process for each in self.games.values()}.values():
            process.close()


def distribution_name(name: str) -> str:
    """Return the name of a distribution as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def stocked(
    allowed: Collection[str] | None, native: Collection[str], limits: Limits | None = None
) -> Shelf:
    """Return the games of the distributions that are allowed, without running their code.

    allowed: names of distributions; None for all that are installed. native: names of the games
    that pbm has, which no plugin may take. Of two plugins with one name of a game neither has it.
    """
    if allowed is not None and not allowed:
        return Shelf()
    importlib.invalidate_caches()
    wanted = None if allowed is None else {*map(distribution_name, allowed)}
    points = [each for each in _points() if wanted is None or _owner(each) in wanted]
    troubles = [
        Trouble(each, "", "it is not installed, or brings no game")
        for each in sorted((wanted or set()) - {*map(_owner, points)})
    ]
    games: dict[str, PluginGame] = {}
    for owner, own in _by_owner(points):
        places = {each.name: (each.module, each.attr) for each in own}
        process = PluginProcess(places, limits or Limits())
        for point in own:
            others = {_owner(each) for each in points if each.name == point.name} - {owner}
            try:
                _check_name(point.name, native, others)
                games |= _games(point, process)
            except facts.FactsError as error:
                troubles.append(Trouble(owner, point.name, str(error)))
    return Shelf(games, troubles, allowed)


def _points() -> Sequence[EntryPoint]:
    found = {(each.name, each.value, _owner(each)): each for each in entry_points(group=GROUP)}
    return [found[key] for key in sorted(found)]


def _owner(point: EntryPoint) -> str:
    return distribution_name(point.dist.name) if point.dist else "unknown"


def _by_owner(points: Iterable[EntryPoint]) -> Iterator[tuple[str, Sequence[EntryPoint]]]:
    points = [*points]
    for owner in sorted({*map(_owner, points)}):
        yield owner, [each for each in points if _owner(each) == owner]


def _check_name(name: str, native: Collection[str], others: Collection[str]) -> None:
    """:raises FactsError: if the name of a game is taken"""
    if name in native:
        raise facts.FactsError(f"pbm has a game {name} of its own; another name is needed")
    if others:
        raise facts.FactsError(f"{min(others)} brings a game {name}, too; allow one of them")


def _games(point: EntryPoint, process: PluginProcess) -> Mapping[str, PluginGame]:
    """:raises FactsError: if the game's files are missing or wrong"""
    folder = _folder(point.module)
    stated = _text(folder / f"{point.name}.toml")
    try:
        found = facts.read(point.name, stated)
    except facts.FactsError as error:
        raise facts.FactsError(f"{point.name}.toml: {error}") from error
    told = _text(folder / f"{point.name}.txt")
    if not 0 < len(told) <= MOST_HELP:
        raise facts.FactsError(f"{point.name}.txt must have 1 to {MOST_HELP} characters")
    version = point.dist.version if point.dist else "0"
    origin = Origin(_owner(point), version, told)
    kind: Callable[..., PluginGame] = NamedPluginGame if found.named else PluginGame
    made = [kind(found, ruleset, origin, process) for ruleset in found.rulesets]
    return {f"{point.name}/{each.ruleset}": each for each in made}


def _folder(module: str) -> Path:
    """Return the folder of the top package, or of the module; nothing of it is imported."""
    try:
        found = find_spec(module.partition(".")[0])
    except (ImportError, ValueError) as error:
        raise facts.FactsError(f"{module} cannot be found: {error}") from error
    if found is None or found.origin is None:
        raise facts.FactsError(f"there is no module {module}")
    return Path(found.origin).parent


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise facts.FactsError(f"{path.name} cannot be read: {error}") from error


def held_facts(name: str, ruleset: str, seats: tuple[str, str], rules: int) -> Facts:
    """Return what is known of a game whose plugin is not there."""
    return Facts(name, rules, seats, {ruleset: name.capitalize()}, form="(?!)")
