"""Transcripts of conversations: letters and commands, and every mail that they cause.

A transcript is a text that is played against a server over SMTP and then compared with the mails
that came. Its lines:

    >>> alice @1: undo           a mail in, as the club's diary writes it
    <<< bob: [gyges 1] ...       a mail out and to whom, its text indented below
    ... bob ~: accept            a mail in whose answers are not shown
    >>> 3 days pass              time goes by, and what comes meanwhile
    >>> pbm games abort 1 ...    what the operator types
    >>> programs play            the programs move and analyse; from then on there are some
    anything else                words for the reader
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner

from pbm.app.application import App
from pbm.app.programs import ProgramLoop
from pbm.cli import main
from pbm.play.programs import enlist
from pbm.play.study.puzzles import stock
from tests.end_to_end.club.clubhouse import Clubhouse
from tests.end_to_end.club.members import Member
from tests.end_to_end.player import Mail
from tests.end_to_end.process import DOMAIN

IN, OUT, UNSEEN = ">>> ", "<<< ", "... "
OPERATOR = "pbm "
PROGRAMS = "programs play"
_MARGIN = "    "
_DAYS = re.compile(r"(\d+) days? pass(?:es)?")
_ENTRY = re.compile(r"(?P<who>[\w.@-]+) ?(?P<where>[>~]|@\d+)?: (?P<text>.*)")
# Random parts of mails, with what a transcript shows in their place.
_SECRETS = (
    (re.compile(r"pbm\+[0-9a-z]+@"), "pbm+TOKEN@"),
    (re.compile(r"confirm [0-9a-z]{16,}"), "confirm CODE"),
)


class Stage:
    """People who write to a server of their own, with a record of all mails."""

    def __init__(self, data: Path) -> None:
        self.house = Clubhouse(data)
        self.people: dict[str, Member] = {}

    def play(self, script: str) -> str:
        """Return the script with the mails that came this time."""
        for entry in filter(None, map(_entry, _without_mails(script))):
            self._person(entry["who"])
        return "".join(self._played(script))

    def _played(self, script: str) -> Iterator[str]:
        below_mail = False
        for line in _without_mails(script):
            if line or not below_mail:  # A mail ends with an empty line of its own.
                yield f"{line}\n"
                below_mail = False
            if line.startswith((IN, UNSEEN)):
                came = self._happen(line[len(IN) :])
                below_mail = line.startswith(IN) and bool(came)
                yield from map(_shown, came if below_mail else ())

    def _happen(self, what: str) -> list[tuple[Member, Mail]]:
        days = _DAYS.fullmatch(what)
        if days is not None:
            self.house.live(days=int(days[1]))
        elif what.startswith(OPERATOR):
            self._operate(what.removeprefix(OPERATOR))
        elif what == PROGRAMS:
            self._let_programs_play()
        else:
            return self._say(what)
        return self._read()

    def _operate(self, command: str) -> None:
        """Let the operator's command act at the time of the stage."""
        at_this_time = partial(App, clock=lambda: self.house.now)
        environment = {"PBM_DATA": str(self.house.data), "PBM_DOMAIN": DOMAIN}
        with patch("pbm.cli.with_app.App", at_this_time):
            CliRunner(env=environment).invoke(main, shlex.split(command), catch_exceptions=False)
        self.house.wake()
        self.house.settle()

    def _let_programs_play(self) -> None:
        with self.house.app() as app:
            with app.store.transaction() as tx:
                enlist(tx, app.settings.programs_name, self.house.now)
                stock(tx)
            loop = ProgramLoop(app, self.house.wake)
            while loop.play() == 0:
                pass
        self.house.wake()
        self.house.settle()

    def _say(self, entry: str) -> list[tuple[Member, Mail]]:
        """Send the entry, and return the mails that came, the writer's own first."""
        found = _ENTRY.fullmatch(entry)
        assert found, f"this is no entry: {entry}"
        who, where = self._person(found["who"]), found["where"] or ""
        who.say(where, who.filled_in(found["text"].replace(" / ", "\n"), where))
        self.house.settle()
        return self._read(who)

    def _person(self, name: str) -> Member:
        """Return the person named by a userid; ``userid@...`` is a second address of theirs."""
        if name not in self.people:
            userid, _, elsewhere = name.partition("@")
            self.people[name] = Member(self.house, userid, name if elsewhere else "")
        return self.people[name]

    def _read(self, first: Member | None = None) -> list[tuple[Member, Mail]]:
        readers = sorted(self.people.values(), key=lambda each: each is not first)
        return [(who, mail) for who in readers for mail in who.read()]


def _entry(line: str) -> re.Match[str] | None:
    said = line.startswith((IN, UNSEEN))
    return _ENTRY.fullmatch(line[len(IN) :]) if said else None


def _without_mails(script: str) -> Iterator[str]:
    """The script's lines without the mails that came."""
    inside = False
    for line in script.splitlines():
        inside = line.startswith(OUT) or (inside and (not line or line.startswith(_MARGIN)))
        if not inside:
            yield line


def _shown(received: tuple[Member, Mail]) -> str:
    who, mail = received
    lines = [f"{_MARGIN}{line}".rstrip() for line in mail.text.rstrip("\n").split("\n")]
    shown = "\n".join([f"{OUT}{who.address.removesuffix('@example.org')}: {mail.subject}", *lines])
    for secret, name in _SECRETS:
        shown = secret.sub(name, shown)
    return f"{shown}\n\n"
