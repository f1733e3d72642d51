"""The server itself: ``pbm serve`` behind Postfix, alone or on two nodes, and its commands."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from pbm.app.data_directory import KEY_FILE
from pbm.store.administration import FILE
from scripts.neighbours.guide import file_in_guide
from scripts.neighbours.place import DOMAIN, HOST, Disproved, Machine, Place
from scripts.neighbours.program import Program, identity, replaced

FRONT = "mail.example.org"
PROGRAM = Path(sys.executable).with_name("pbm")

Row = Mapping[str, Any]
Rows = list[Row]

_STORE = re.compile(r'store = "[^"]*"')


class Server:
    """A process of ``pbm serve``. user: the user to run as; None for the current one."""

    def __init__(self, place: Place, machine: Machine, settings: str, user: str | None) -> None:
        self.name = machine.name
        self.data = machine.folder / "pbm" / "data"
        self.log = machine.folder / "pbm" / "log"
        self._user = user
        place.lay(f"{machine.name}/pbm/data/pbm.toml", settings)
        if user:
            shutil.chown(self.data, user)
        command = [str(PROGRAM), "--data", str(self.data), "serve"]
        self._program = Program("pbm serve", command, self.log, machine.pbm, user)

    def start(self) -> None:
        self._program.start()

    def stop(self) -> None:
        self._program.stop()

    def kill(self) -> None:
        """Kill the server and its child processes, as ``kill -9`` does."""
        self._program.kill()

    def take_key_of(self, other: Server) -> None:
        """Use the key of another node."""
        shutil.copy(other.data / KEY_FILE, self.data / KEY_FILE)
        if self._user:
            shutil.chown(self.data / KEY_FILE, self._user)

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


class Club:
    """All servers of the club. The first one makes the key."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers

    def start(self) -> None:
        first, *others = self.servers
        first.start()
        for each in others:
            each.take_key_of(first)
            each.start()

    def stop(self) -> None:
        for each in self.servers:
            each.stop()

    @property
    def data(self) -> Path:
        """The data directory of a club with one server."""
        (server,) = self.servers
        return server.data

    def words(self) -> str:
        """The content of all logs."""
        return "".join(each.log.read_text(encoding="utf-8") for each in self.servers)

    def letters(self) -> Rows:
        """The inbox, newest first."""
        return self._listed("inbox", "list", "--limit", "1000")

    def mails(self) -> Rows:
        """The outbox, newest first."""
        return self._listed("outbox", "list", "--limit", "1000")

    def pbm(self, *arguments: str, text: str | None = None) -> str:
        """Run an operator's command on the first server; see ``Server.pbm``."""
        return self.servers[0].pbm(*arguments, text=text)

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Lock the database of a single server within the block: nothing can be written to it."""
        with closing(sqlite3.connect(self.data / FILE, isolation_level=None)) as store:
            store.execute("BEGIN IMMEDIATE")
            yield
            store.execute("ROLLBACK")

    def _listed(self, *arguments: str) -> Rows:
        rows: Rows = json.loads(self.pbm(*arguments, "--json"))
        return rows


def club_alone(place: Place, user: str | None) -> Club:
    """A club with one server, which Postfix also reaches at a socket."""
    (machine,) = place.machines
    # The guide puts the socket here, within Postfix's queue.
    folder = machine.folder / "postfix" / "queue" / "pbm"
    folder.mkdir(parents=True)
    shutil.chown(folder, user, "postfix")
    folder.chmod(0o2750)
    settings = (
        f'listen = "{HOST}:{machine.pbm}, lmtp:{folder}/lmtp"\ndomain = "{DOMAIN}"\n'
        f'outgoing = "smtp://{HOST}:{machine.smtp}"\n'
        f'trust_authserv = "{FRONT}"\ntrusted_peers = "{HOST}"\n'
    )
    return Club([Server(place, machine, settings, user)])


def club_of_nodes(place: Place, user: str | None, store: str) -> Club:
    """A club with a node on each machine. store: the URL of their database."""
    return Club(
        [Server(place, each, _settings_of_node(each, store), user) for each in place.machines]
    )


def _settings_of_node(machine: Machine, store: str) -> str:
    """The settings in the guide, with our addresses, database and name."""
    own = {
        '"192.0.2.21, 192.0.2.22"': f'"{HOST}"',
        "192.0.2.21:8025": f"{HOST}:{machine.pbm}",
        "127.0.0.1:25": f"{HOST}:{machine.smtp}",
        '"north"': f'"{machine.name}"',
    }
    guide = replaced(file_in_guide("pbm/pbm.toml, on a node"), own)
    return _STORE.sub(lambda _: f'store = "{store}"', guide)
