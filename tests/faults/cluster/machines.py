"""A machine of a cluster: PostgreSQL under Patroni, which can be killed and suspended."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import psycopg

from scripts.benchmarks.postgresql import LOCALE, account, program_folder
from tests.faults.cluster.network import Site

PROGRAMS = ("patroni", "etcd", "openssl")
OLDEST_PATRONI = 4
"""Older versions have no quorum mode. Before 3.0.3 (Debian 12 has 3.0.2), a primary that had hung
took the lead back from its successor, and what the successor had acknowledged was lost."""

MISSING = "PostgreSQL, etcd and Patroni 4 are not installed (scripts/cluster-install gets them)"

TTL = 20
"""Patroni's minimum: for this long nobody takes the place of a primary that has gone silent."""

CERTIFICATE, KEY = "server.crt", "server.key"

# Those standbys named by Patroni that follow the primary.
_CONFIRMING = (
    "SELECT count(*) FROM pg_stat_replication"
    " WHERE state = 'streaming' AND sync_state IN ('quorum', 'sync')"
)


def is_installed() -> bool:
    found = program_folder() is not None and all(map(shutil.which, PROGRAMS))
    return found and patroni_version() >= OLDEST_PATRONI


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Machine:
    """A machine of the database: Patroni, and the PostgreSQL that it starts."""

    name: str
    folder: Path
    site: Site
    etcd: str
    port: int = field(default_factory=free_port)
    rest: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        file = self.folder / "patroni.json"
        file.write_text(json.dumps(self._settings()))
        self.process = started(["patroni", str(file)], self.folder / "log", self.site)

    def kill(self) -> None:
        """Kill all processes of the machine, as a power cut does."""
        self._signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def crash(self) -> None:
        """Kill only the postmaster. Patroni starts it again."""
        for pid in self._postmaster():
            os.kill(pid, signal.SIGKILL)

    def suspend(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host=self.site.address,
            port=self.port,
            user="postgres",
            dbname="postgres",
            connect_timeout=2,
            autocommit=True,
        )

    def is_primary(self) -> bool:
        """Whether the machine takes writes. A machine that does not answer is no primary."""
        with suppress(psycopg.Error), closing(self.connect()) as db:
            return db.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
        return False

    def standbys(self) -> int:
        """How many standbys may confirm a commit, if this is the primary."""
        with suppress(psycopg.Error), closing(self.connect()) as db:
            ((found,),) = db.execute(_CONFIRMING)
            return int(str(found))
        return 0

    def _signal(self, number: signal.Signals) -> None:
        own = [self.process.pid] if self.process and self.process.poll() is None else []
        for pid in [*own, *self._postmaster()]:
            with suppress(psutil.NoSuchProcess):
                parent = psutil.Process(pid)
                for each in [parent, *parent.children(recursive=True)]:
                    with suppress(psutil.NoSuchProcess):
                        each.send_signal(number)

    def _postmaster(self) -> Sequence[int]:
        with suppress(OSError, ValueError, IndexError):
            pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
            if b"postgres" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return [pid]
        return []

    def _settings(self) -> object:
        encoding, locale = (each.removeprefix("--") for each in LOCALE)
        rest, here = f"{self.site.address}:{self.rest}", f"{self.site.address}:{self.port}"
        return {
            "scope": "pbm",
            "name": self.name,
            "restapi": {"listen": rest, "connect_address": rest},
            "etcd3": {"host": self.etcd},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL,
                    "loop_wait": 5,
                    "retry_timeout": 5,
                    "synchronous_mode": "quorum",
                    "synchronous_mode_strict": True,
                    "postgresql": {"use_pg_rewind": True, "parameters": {"shared_buffers": "32MB"}},
                },
                "initdb": [
                    dict([encoding.split("=")]),
                    dict([locale.split("=")]),
                    "data-checksums",
                ],
            },
            "postgresql": {
                "listen": here,
                "connect_address": here,
                "data_dir": str(self.data),
                "bin_dir": str(program_folder()),
                "authentication": {
                    "superuser": {"username": "postgres"},
                    "replication": {"username": "replicator"},
                },
                "parameters": {
                    "unix_socket_directories": str(self.folder),
                    "ssl": "on",
                    "ssl_cert_file": str(self.folder / CERTIFICATE),
                    "ssl_key_file": str(self.folder / KEY),
                },
                "pg_hba": [
                    "local all all trust",
                    "host all all samenet trust",
                    "host replication all samenet trust",
                ],
            },
        }


def own_folder(folder: Path) -> Path:
    """A folder of the account that the database runs as."""
    folder.mkdir(parents=True, mode=0o700)
    _give(folder)
    return folder


def own_copy(source: Path, target: Path) -> None:
    """A copy of a file that only this account can read."""
    shutil.copyfile(source, target)
    target.chmod(0o600)
    _give(target)


def _give(path: Path) -> None:
    owner = pwd.getpwnam(account())
    os.chown(path, owner.pw_uid, owner.pw_gid)


def started(command: Sequence[str], log: Path, site: Site) -> subprocess.Popen[bytes]:
    """Start a program as the account of the database, which refuses to run as root."""
    owner = pwd.getpwnam(account())
    drops = os.geteuid() == 0 and not site.namespace
    with log.open("ab") as said:
        return subprocess.Popen(
            site.command(command, owner.pw_uid, owner.pw_gid),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd="/",
            user=owner.pw_uid if drops else None,
            group=owner.pw_gid if drops else None,
            extra_groups=[] if drops else None,
            env={**os.environ, "HOME": str(log.parent)},
        )


def patroni_version() -> int:
    said = subprocess.run(["patroni", "--version"], capture_output=True, text=True, check=True)
    return int(said.stdout.split()[-1].partition(".")[0])
