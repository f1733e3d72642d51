"""What a command is, and how one is found by what somebody typed."""

from __future__ import annotations

import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from pbm.core.games import start_names
from pbm.inbox import commands
from pbm.inbox.dialogue.access import Access, Scope
from pbm.inbox.dialogue.forms import Slot, parse_form

if TYPE_CHECKING:
    from pbm.core.games import AnyGame
    from pbm.inbox.dialogue.answers import Answer
    from pbm.inbox.dialogue.request import Request

# "He" and "Li" begin sentences as well as commands.
SHORTEST_BEGINNING = 3
# As words of some language do: "Pas mal!" asks for no password, "sign me up" names nobody "me".
_ORDINARY = frozenset({"his", "mes", "pas", "que", "sign", "use"})

Run = Callable[["Request"], "Answer"]

_FEW_OPTIONS = 3


@dataclass(frozen=True)
class Command:
    """A command by its names, its form and the function that does it.

    whole: it must be written out; no beginning of it will do.
    options: their names, ``=VALUE`` after those that take one.
    hidden: it is no word of the command table, but an answer to one of our mails.
    consents: it counts as an answer does, on the first line alone.
    stale: it may be said in answer to an old board mail, because it changes nothing.
    """

    names: tuple[str, ...]
    form: str
    slots: tuple[Slot, ...]
    scope: Scope
    access: Access
    options: tuple[str, ...]
    whole: bool
    hidden: bool
    consents: bool
    stale: bool
    run: Run

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def talks(self) -> bool:
        """Whether its words are a player's own, or name players who may not be there."""
        return any(slot.name == "words" or slot.names_players for slot in self.slots)

    @property
    def option_names(self) -> tuple[str, ...]:
        return _names(self.options)

    def option_names_for(self, game: AnyGame | None) -> tuple[str, ...]:
        """Without those of starts that the game does not draw."""
        return _names(self._options_for(game))

    @property
    def usage(self) -> str:
        """For any game: ``G move B u p MOVE...``."""
        return self.usage_for(None)

    def usage_for(self, game: AnyGame | None) -> str:
        """For one game, to be copied: ``gyges move B u p MOVE...``."""
        named = "" if self.scope is Scope.SERVER else game.name if game else "G"
        parts = (named, self.name, self.form, _shown(self._options_for(game)))
        return " ".join(part for part in parts if part)

    def _options_for(self, game: AnyGame | None) -> tuple[str, ...]:
        foreign = {*start_names()} - {*game.starts} if game else set()
        return tuple(option for option in self.options if option not in foreign)

    @property
    def usage_in_reply(self) -> str:
        """In answer to a mail of ours that it is about: ``move MOVE...``."""
        form = re.sub(r"^(B )?(u p ?)?", "", self.form)
        return " ".join(part for part in (self.name, form, _shown(self.options)) if part)

    @property
    def summary(self) -> str:
        """One line for the command table."""
        return self.details[0]

    @property
    def details(self) -> Sequence[str]:
        """What it does, in paragraphs; the first one is the summary."""
        paragraphs = (inspect.getdoc(self.run) or "").split("\n\n")
        return [" ".join(paragraph.split()) for paragraph in paragraphs]


def _names(options: Iterable[str]) -> tuple[str, ...]:
    return tuple(option.partition("=")[0] for option in options)


def _shown(options: Sequence[str]) -> str:
    """Each of a few options; a line has no room for many, which the details describe."""
    if len(options) > _FEW_OPTIONS:
        return "[-OPTION...]"
    return " ".join(f"[-{name}]" for name in options)


def command(  # noqa: PLR0913 (a row of a table)
    names: str,
    form: str = "",
    *,
    scope: Scope = Scope.SERVER,
    access: Access = Access.READER,
    options: Iterable[str] = (),
    whole: bool = False,
    hidden: bool = False,
    consents: bool = False,
    stale: bool = False,
) -> Callable[[Run], Run]:
    """Make a function a command. ``names`` are separated by ``|``; the first one is printed."""

    def register(run: Run) -> Run:
        made = Command(
            tuple(names.split("|")),
            form,
            parse_form(form),
            scope,
            access,
            tuple(options),
            whole,
            hidden,
            consents,
            stale,
            run,
        )
        _registry[made.scope, made.name] = made
        return run

    return register


_registry: dict[tuple[Scope, str], Command] = {}


@cache
def all_commands() -> tuple[Command, ...]:
    """Every command, in the order of its module's name and its place there."""
    for module in pkgutil.iter_modules(commands.__path__):
        import_module(f"{commands.__name__}.{module.name}")
    # Modules import each other: the registry's own order is that of who was imported first.
    return tuple(sorted(_registry.values(), key=_module))


def _module(each: Command) -> str:
    return each.run.__module__


@cache
def _vocabulary(scopes: frozenset[Scope]) -> Mapping[str, Command]:
    return {name: each for each in all_commands() if each.scope in scopes for name in each.names}


def find_command(words: list[str], scopes: Iterable[Scope]) -> tuple[Command, list[str]] | None:
    """The command that the words begin with, and the words after its name.

    A name of two words (``change password``) is tried before one of a single word. Unique
    beginnings will do, except for commands that must be whole.
    """
    vocabulary = _vocabulary(frozenset(scopes))
    for length in (2, 1):
        typed = [word.casefold() for word in words[:length]]
        found = _fitting(vocabulary, typed) if len(typed) == length else None
        if found is not None:
            return found, words[length:]
    return None


def _fitting(vocabulary: Mapping[str, Command], typed: list[str]) -> Command | None:
    exact = vocabulary.get(" ".join(typed))
    if exact is not None or typed[0] in _ORDINARY:
        return exact
    fits = {
        each.name: each
        for name, each in vocabulary.items()
        # The cheap question first: it is asked of every name, for every line of a letter.
        if name.startswith(typed[0])
        and not (each.whole or each.hidden)
        and _begins(name.split(" "), typed)
    }
    return next(iter(fits.values())) if len(fits) == 1 else None


def _begins(name: list[str], typed: list[str]) -> bool:
    return len(name) == len(typed) and all(
        len(part) >= SHORTEST_BEGINNING and full.startswith(part)
        for full, part in zip(name, typed, strict=True)
    )


def similar_names(word: str, scopes: Iterable[Scope], cutoff: float = 0.6) -> list[str]:
    """Names that somebody who typed the word may have meant, nearest first; 1.0 is the same."""
    from difflib import get_close_matches  # noqa: PLC0415 (only for mistakes)

    known = {name: each for name, each in _vocabulary(frozenset(scopes)).items() if not each.hidden}
    nearest: dict[Command, str] = {}
    for name in get_close_matches(word.casefold(), known, n=3, cutoff=cutoff):
        nearest.setdefault(known[name], name)
    return list(nearest.values())
