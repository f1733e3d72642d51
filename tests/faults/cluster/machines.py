"""Three PostgreSQL under Patroni, with etcd, on this machine: each can be killed and suspended."""

from __future__ import annotations

import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil
import psycopg

from tests.pbm.store.postgresql.server import LOCALE, account, program_folder

PROGRAMS = ("patroni", "etcd")
MISSING = "Patroni and etcd are not installed (apt install patroni etcd-server postgresql)"

TTL = 20
"""Patroni's least: for so long nobody takes the place of a primary that has gone silent."""

START_SECONDS = 90.0
_LOOK_AGAIN_SECONDS = 0.2
_NUMBERS = (1, 2, 3)


def is_installed() -> bool:
    return program_folder() is not None and all(map(shutil.which, PROGRAMS))


def free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Machine:
    """A machine of the database: Patroni, and the PostgreSQL that it starts."""

    name: str
    folder: Path
    etcd: int
    port: int = field(default_factory=free_port)
    rest: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        file = self.folder / "patroni.json"
        file.write_text(json.dumps(self._settings()))
        self.process = started(["patroni", str(file)], self.folder / "log")

    def kill(self) -> None:
        """Kill all its processes, as a power cut does."""
        self._signal(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def crash(self) -> None:
        """Kill the postmaster alone. Patroni starts it again."""
        for pid in self._postmaster():
            os.kill(pid, signal.SIGKILL)

    def suspend(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def connect(self) -> psycopg.Connection[tuple[object, ...]]:
        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user="postgres",
            dbname="postgres",
            connect_timeout=2,
            autocommit=True,
        )

    def is_primary(self) -> bool:
        """Whether it takes writes. A machine that does not answer is none."""
        with suppress(psycopg.Error), closing(self.connect()) as db:
            return db.execute("SELECT pg_is_in_recovery()").fetchone() == (False,)
        return False

    def standbys(self) -> int:
        """How many standbys follow, if this is the primary."""
        with suppress(psycopg.Error), closing(self.connect()) as db:
            asked = "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'"
            ((found,),) = db.execute(asked)
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
        programs = program_folder()
        return {
            "scope": "pbm",
            "name": self.name,
            "restapi": {
                "listen": f"127.0.0.1:{self.rest}",
                "connect_address": f"127.0.0.1:{self.rest}",
            },
            "etcd3": {"host": f"127.0.0.1:{self.etcd}"},
            "bootstrap": {
                "dcs": {
                    "ttl": TTL,
                    "loop_wait": 5,
                    "retry_timeout": 5,
                    "synchronous_mode": "quorum" if patroni_version() >= 4 else True,
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
                "listen": f"127.0.0.1:{self.port}",
                "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.data),
                "bin_dir": str(programs),
                "authentication": {
                    "superuser": {"username": "postgres"},
                    "replication": {"username": "replicator"},
                },
                "parameters": {"unix_socket_directories": str(self.folder)},
                "pg_hba": [
                    "local all all trust",
                    "host all all 127.0.0.1/32 trust",
                    "host replication all 127.0.0.1/32 trust",
                ],
            },
        }


class Cluster:
    def __init__(self, machines: Sequence[Machine]) -> None:
        self.machines = machines

    @property
    def url(self) -> str:
        hosts = ",".join(f"127.0.0.1:{each.port}" for each in self.machines)
        return f"postgresql://postgres@{hosts}/postgres?target_session_attrs=read-write"

    def primary(self) -> Machine:
        """The primary; waits until there is one."""
        return self.another_than(None)

    def another_than(self, former: Machine | None) -> Machine:
        """The primary, once it is another machine than this one."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            for each in self.machines:
                if each is not former and each.is_primary():
                    return each
            time.sleep(_LOOK_AGAIN_SECONDS)
        raise TimeoutError("there is no primary")

    def standbys_of(self, primary: Machine) -> list[Machine]:
        return [each for each in self.machines if each is not primary]

    def whole(self) -> Machine:
        """The primary, once all others follow it."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            primary = self.primary()
            if primary.standbys() == len(self.machines) - 1:
                return primary
            time.sleep(_LOOK_AGAIN_SECONDS)
        raise TimeoutError("the standbys do not follow")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster in a temporary folder."""
    with ExitStack() as running:
        folder = Path(running.enter_context(TemporaryDirectory(prefix="pbm-cluster-")))
        folder.chmod(0o711)
        etcd = free_port()
        keeper = started(_etcd(etcd, own_folder(folder / "etcd")), folder / "etcd" / "log")
        running.callback(keeper.wait)
        running.callback(keeper.kill)
        machines = [
            Machine(f"db{number}", own_folder(folder / f"db{number}"), etcd) for number in _NUMBERS
        ]
        for each in machines:
            running.callback(each.kill)
            each.start()
        made = Cluster(machines)
        made.whole()
        yield made


def _etcd(port: int, folder: Path) -> Sequence[str]:
    client, peer = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{free_port()}"
    return [
        *("etcd", "--data-dir", str(folder / "data")),
        *("--listen-client-urls", client, "--advertise-client-urls", client),
        *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer),
        *("--initial-cluster", f"default={peer}"),
    ]


def own_folder(folder: Path) -> Path:
    """A folder of the account that the database runs as."""
    folder.mkdir(parents=True, mode=0o700)
    owner = pwd.getpwnam(account())
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    return folder


def started(command: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    """Start a program as the account of the database, which refuses to run as root."""
    owner, is_root = pwd.getpwnam(account()), os.geteuid() == 0
    with log.open("ab") as said:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            cwd="/",
            user=owner.pw_uid if is_root else None,
            group=owner.pw_gid if is_root else None,
            extra_groups=[] if is_root else None,
            env={**os.environ, "HOME": str(log.parent)},
        )


def patroni_version() -> int:
    said = subprocess.run(["patroni", "--version"], capture_output=True, text=True, check=True)
    return int(said.stdout.split()[-1].partition(".")[0])
