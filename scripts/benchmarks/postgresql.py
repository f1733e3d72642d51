"""Servers of PostgreSQL: where its programs are, and a primary whose commits a standby confirms."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import psutil

MISSING = "PostgreSQL is not installed (apt install postgresql)"

# A locale whose order is not that of bytes would be better, but only this one is everywhere.
LOCALE = ("--encoding=UTF8", "--locale=C.UTF-8")

_SECONDS = 60
_STANDBY = "standby"


@dataclass(frozen=True)
class Running:
    """A server with its data and its socket in a folder."""

    folder: Path

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def socket(self) -> Path:
        return self.folder / ".s.PGSQL.5432"

    @property
    def url(self) -> str:
        return f"postgresql:///postgres?{urlencode({'host': self.folder, 'user': 'postgres'})}"

    @property
    def cpu_seconds(self) -> float:
        """CPU time used so far by its processes, including those that have ended."""
        pid = int((self.data / "postmaster.pid").read_text().splitlines()[0])
        postmaster = psutil.Process(pid)
        own = postmaster.cpu_times()
        ended = own.children_user + own.children_system
        return float(ended) + sum(map(_cpu_seconds, [postmaster, *postmaster.children()]))


@contextmanager
def replicated() -> Iterator[tuple[Running, Running]]:
    """A primary and a standby that sync to the disk: each commit is on both disks.

    :raises RuntimeError: if PostgreSQL is not installed
    """
    folder = Path(tempfile.mkdtemp(prefix="bench-postgresql-"))
    primary, standby = Running(folder / "primary"), Running(folder / _STANDBY)
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        for each in (folder, primary.folder, standby.folder):
            each.mkdir(exist_ok=True)
            give(each)
        run("initdb", "-D", primary.data, "-U", "postgres", "-A", "trust", *LOCALE)
        stack.enter_context(started(primary, synchronous_standby_names=f"ANY 1 ({_STANDBY})"))
        source = f"host={primary.folder} user=postgres application_name={_STANDBY}"
        run("pg_basebackup", "-d", source, "-D", standby.data, "-R", "--checkpoint=fast")
        stack.enter_context(started(standby))
        yield primary, standby


def _cpu_seconds(process: psutil.Process) -> float:
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


@contextmanager
def started(server: Running, **settings: str) -> Iterator[None]:
    given = {"listen_addresses": "", "unix_socket_directories": str(server.folder), **settings}
    options = " ".join(f"-c {name}='{value}'" for name, value in given.items())
    control = ("pg_ctl", "-D", server.data, "-w", "-t", str(_SECONDS))
    run(*control, "start", "-l", server.folder / "log", "-o", options)
    try:
        yield
    finally:
        run(*control, "stop", "-m", "immediate")


def run(program: str, *arguments: str | Path) -> None:
    """Run a program of PostgreSQL as the owner of the database, which refuses to run as root."""
    folder = program_folder()
    if folder is None:
        raise RuntimeError(MISSING)
    owner, is_root = pwd.getpwnam(account()), os.geteuid() == 0
    subprocess.run(
        [str(folder / program), *map(str, arguments)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        timeout=2 * _SECONDS,
        user=owner.pw_uid if is_root else None,
        group=owner.pw_gid if is_root else None,
        extra_groups=[] if is_root else None,
    )


def give(path: Path) -> None:
    """Give a folder to the owner of the database."""
    owner = pwd.getpwnam(account())
    os.chown(path, owner.pw_uid, owner.pw_gid)


def account() -> str:
    """The user who owns the database: the current one, unless that is root."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    known = {each.pw_name for each in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def program_folder() -> Path | None:
    """The folder of PostgreSQL's programs. Debian has one for each version, not on the PATH."""
    return next((each for each in _folders() if (each / "initdb").exists()), None)


def _folders() -> Iterable[Path]:
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    if found:
        yield Path(found).resolve().parent
