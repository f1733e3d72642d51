"""The server itself: ``pbm serve`` behind Postfix, and the operator's commands."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pbm.store import FILE
from scripts.neighbours.place import DOMAIN, HOST, Disproved, Place
from scripts.neighbours.program import Program, identity

FRONT = "mail.example.org"
PROGRAM = Path(sys.executable).with_name("pbm")

Row = Mapping[str, Any]
Rows = list[Row]


class Club:
    """The server. user: the user to run as; None for the current one."""

    def __init__(self, place: Place, user: str | None) -> None:
        self.data = place.folder / "pbm" / "data"
        self._user = user
        place.lay(
            "pbm/data/pbm.toml",
            f'listen = "{HOST}:@PBM@, lmtp:{_socket_folder(place)}/lmtp"\ndomain = "{DOMAIN}"\n'
            f'outgoing = "smtp://{HOST}:@SMTP@"\n'
            f'trust_authserv = "{FRONT}"\ntrusted_peers = "{HOST}"\n',
        )
        if user:
            shutil.chown(self.data, user)
        _make_socket_folder(place, user)
        command = [str(PROGRAM), "--data", str(self.data), "serve"]
        self.log = place.folder / "pbm" / "log"
        self._program = Program("pbm serve", command, self.log, place.port["PBM"], user)

    def start(self) -> None:
        self._program.start()

    def stop(self) -> None:
        self._program.stop()

    def letters(self) -> Rows:
        """The inbox, newest first."""
        return self._listed("inbox", "list", "--limit", "1000")

    def mails(self) -> Rows:
        """The outbox, newest first."""
        return self._listed("outbox", "list", "--limit", "1000")

    def pbm(self, *arguments: str, text: str | None = None) -> str:
        """Run an operator's command, and return what it prints.

        :raises Disproved: if its exit status is not 0
        """
        ran: subprocess.CompletedProcess[str] = subprocess.run(
            [PROGRAM, "--data", self.data, *arguments],
            check=False,
            capture_output=True,
            text=True,
            input=text,
            **identity(self._user),
        )
        if ran.returncode:
            raise Disproved(f"pbm {' '.join(arguments)}: {ran.stdout}{ran.stderr}")
        return ran.stdout

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Lock the database within the block, so that nothing can be written to it."""
        with closing(sqlite3.connect(self.data / FILE, isolation_level=None)) as store:
            store.execute("BEGIN IMMEDIATE")
            yield
            store.execute("ROLLBACK")

    def _listed(self, *arguments: str) -> Rows:
        rows: Rows = json.loads(self.pbm(*arguments, "--json"))
        return rows


def _socket_folder(place: Place) -> Path:
    """The folder of the socket: as in the guide, within Postfix's queue."""
    return place.folder / "postfix" / "queue" / "pbm"


def _make_socket_folder(place: Place, user: str | None) -> None:
    folder = _socket_folder(place)
    folder.mkdir(parents=True)
    shutil.chown(folder, user, "postfix")
    folder.chmod(0o2750)
