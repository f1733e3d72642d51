"""Commands, and the decorator that registers them."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pbm.core.games import AnyGame, start_names
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.forms import Arguments, Slot, parse_form
from pbm.inbox.line.request import Answer, Request

Run = Callable[[Request], Answer]
Eased = Callable[[Arguments], Access | None]

_LONGEST_OPTIONS = 36
_TIME_LIMIT = "forfeittime"


@dataclass(frozen=True)
class Command:
    """A command: its names, its form and the function that runs it.

    whole: its name must be written in full, and is certainly no word of a sentence.
    short: its name may be abbreviated, unless it is ``whole``.
    options: their names, with ``=VALUE`` after those that take one.
    hidden: it is not in the command table, as it only answers certain mails of ours.
    consents: it counts only on the first line, where the answer to a question must stand.
    passes_on: the text below it is for other players, who get it with what it does.
    eased: returns the access that is enough for some arguments; None if it is ``access``.
    stale: it may be sent in reply to an outdated board mail, because it changes nothing.
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
    short: bool
    passes_on: bool
    eased: Eased | None
    run: Run

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def talks(self) -> bool:
        """Whether the command's words are shown to others, or name players who may not exist."""
        return any(slot.name == "words" or slot.names_players for slot in self.slots)

    @property
    def informs(self) -> bool:
        """Whether the command changes nothing for its writer, as nobody need prove who they are."""
        return self.access in (Access.ANYONE, Access.READER)

    @property
    def has_terms(self) -> bool:
        """Whether the command offers a game, with a rule set and time limits."""
        return f"{_TIME_LIMIT}=TIME" in self.options

    @property
    def option_names(self) -> tuple[str, ...]:
        return _names(self.options)

    def options_for(self, game: AnyGame | None) -> tuple[str, ...]:
        """The options for a game as they are written: ``-unrated``, ``-rules=NAME``."""
        return tuple(f"-{option}" for option in self._options_for(game))

    def example_for(self, game: AnyGame | None) -> str:
        """A line with options that works for a game; "" for one without time limits."""
        if game is None or not self.has_terms:
            return ""
        opponent = ["USERID"] if any(slot.names_opponent for slot in self.slots) else []
        return " ".join([game.name, self.name, *opponent, "-unrated", f"-{_TIME_LIMIT}=3d"])

    @property
    def usage(self) -> str:
        """The usage for any game: ``G move B u p MOVE...``."""
        return self.usage_for(None)

    def usage_for(self, game: AnyGame | None) -> str:
        """The usage for one game, ready to be copied: ``gyges move B u p MOVE...``."""
        named = "" if self.scope is Scope.SERVER else game.name if game else "G"
        parts = (named, self.name, self.form, _shown(self._options_for(game)))
        return " ".join(part for part in parts if part)

    def _options_for(self, game: AnyGame | None) -> tuple[str, ...]:
        foreign = {*start_names()} - {*game.starts} if game else set()
        return tuple(option for option in self.options if option not in foreign)

    @property
    def usage_in_reply(self) -> str:
        """The usage in reply to a mail about the same board: ``move MOVE...``."""
        form = re.sub(r"^(B )?(u p ?)?", "", self.form)
        return " ".join(part for part in (self.name, form, _shown(self.options)) if part)

    @property
    def summary(self) -> str:
        """The command's line in the command table."""
        return self.details[0]

    @property
    def details(self) -> Sequence[str]:
        """The paragraphs of its help; the first one is the summary."""
        paragraphs = (inspect.getdoc(self.run) or "").split("\n\n")
        return [" ".join(paragraph.split()) for paragraph in paragraphs]


def _names(options: Iterable[str]) -> tuple[str, ...]:
    return tuple(option.partition("=")[0] for option in options)


def _shown(options: Sequence[str]) -> str:
    """List a few options; many do not fit into the line, and are described in the help."""
    shown = " ".join(f"[-{name}]" for name in options)
    return shown if len(shown) <= _LONGEST_OPTIONS else "[-OPTION...]"


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
    short: bool = True,
    passes_on: bool = False,
    eased: Eased | None = None,
) -> Callable[[Run], Run]:
    """Register a function as a command. ``names`` are separated by ``|``; mails show the first."""

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
            short,
            passes_on,
            eased,
            run,
        )
        _registry[made.scope, made.name] = made
        return run

    return register


_registry: dict[tuple[Scope, str], Command] = {}


def registered() -> Iterable[Command]:
    """The commands of the modules that have been imported."""
    return _registry.values()
