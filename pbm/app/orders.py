"""Orders of the server to its child processes, and how it watches them.

This module is separate from the code of the child processes, so that the server need not load that
code.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pbm.app.parent import Trade
from pbm.store import Place

if TYPE_CHECKING:
    from pbm.app.config import Settings

# With the niceness, accepting letters has priority when CPU is scarce. Measured: 5 to 10 % more
# letters accepted per second, and 5 to 10 % more moves.
# longest_seconds: the hardest letters known take a fifth of a second, and other processes may lock
# the database for ten seconds.
WORKER = Trade(
    module="pbm.app.worker_process",
    item="letter",
    does="acts on letters",
    niceness=5,
    most_deaths=3,
    longest_seconds=20.0,
    last_seconds=30.0,
)

# Pictures may wait; letters and moves may not. The process limits its processor time for each mail;
# longest_seconds is for one that is blocked.
PAINTER = Trade(
    module="pbm.app.painter_process",
    item="mail",
    does="makes pictures",
    niceness=10,
    most_deaths=2,
    longest_seconds=600.0,
    last_seconds=10.0,
)

# On a busy machine a search of some seconds may take minutes, so Thinker limits its processor time;
# longest_seconds is for everything else.
PROGRAMS = Trade(
    module="pbm.app.programs_process",
    item="position",
    does="plays for programs",
    niceness=0,
    most_deaths=2,
    longest_seconds=3600.0,
    last_seconds=5.0,
)

PAGES = Trade(
    module="pbm.app.pages_process",
    item="game",
    does="writes pages",
    niceness=15,
    most_deaths=2,
    longest_seconds=60.0,
    last_seconds=10.0,
)


# longest_seconds: it has no items, and each wait for the provider is bounded.
MAILBOX = Trade(
    module="pbm.app.mailbox_process",
    item="message",
    does="fetches letters",
    niceness=0,
    most_deaths=2,
    longest_seconds=3600.0,
    last_seconds=10.0,
)


@dataclass(frozen=True)
class WorkerOrder:
    """The order for a new worker process.

    deadly: letters to put aside unread. leads: whether the worker does more than act on letters.
    """

    settings: Settings
    deadly: frozenset[int]
    leads: bool = True


@dataclass(frozen=True)
class PainterOrder:
    """The order for a new painter process.

    data: the data directory. place: the location of its store. log, log_format: as in
    the settings. deadly: mails to send without HTML parts. plugins: as ``games_plugins`` there.
    """

    data: Path
    place: Place
    log: str
    log_format: str
    deadly: frozenset[int]
    plugins: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProgramsOrder:
    """The order for a new process that plays for programs.

    deaths: how many processes have died at a position, by its number.
    """

    settings: Settings
    deaths: Mapping[int, int]


@dataclass(frozen=True)
class PagesOrder:
    """The order for a new process that writes pages."""

    settings: Settings


@dataclass(frozen=True)
class MailboxOrder:
    """The order for a new process that fetches letters."""

    settings: Settings
