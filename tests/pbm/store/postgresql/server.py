"""A PostgreSQL server for tests, on a socket in a temporary folder. It never syncs."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest

from pbm.store.postgresql.connection import connect
from scripts.benchmarks.postgresql import LOCALE, MISSING, account, program_folder
from tests.patience import PATIENCE

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "200",
    "autovacuum": "off",
}


@dataclass(frozen=True)
class Server:
    """A server. control: pg_ctl with its usual options. start: further words for a start."""

    folder: Path
    owner: pwd.struct_passwd
    control: Sequence[str | Path]
    start: Sequence[str | Path]

    def url(self, schema: str) -> str:
        """The URL of a store in a schema, which this creates."""
        named = {"host": self.folder, "user": "postgres", "options": f"-csearch_path={schema}"}
        return f"postgresql:///postgres?{urlencode(named)}"

    def crash(self) -> None:
        """Kill the server as a power cut does, and start it again."""
        run(self.owner, *self.control, "stop", "-m", "immediate")
        run(self.owner, *self.control, *self.start)

    def create(self, schema: str) -> str:
        """Create a schema and return its URL."""
        with closing(connect(self.url("public"))) as db:
            db.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
        return self.url(schema)


def emptied(schema: str) -> str:
    """The URL of a store in a schema that is empty, even if a test has used it before."""
    url = server().create(schema)
    with closing(connect(url)) as db:
        db.execute(f"DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")
    return url


@cache
def server() -> Server:
    """The server of this process."""
    programs = installed()
    folder = Path(tempfile.mkdtemp(prefix="pbm-postgresql-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    owner = pwd.getpwnam(account())
    os.chown(folder, owner.pw_uid, owner.pw_gid)
    data = folder / "data"
    run(owner, programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N", *LOCALE)
    options = " ".join(f"-c {name}='{value}'" for name, value in SETTINGS.items())
    control: list[str | Path] = [programs / "pg_ctl", "-D", data, "-w", "-t", f"{PATIENCE:.0f}"]
    made = Server(
        folder, owner, control, ("start", "-l", folder / "log", "-o", f"{options} -k {folder}")
    )
    run(owner, *control, *made.start)
    atexit.register(run, owner, *control, "stop", "-m", "immediate")
    return made


def installed() -> Path:
    """The folder of PostgreSQL's programs. Without it, tests that need them are skipped, but in
    continuous integration they fail.
    """
    programs = program_folder()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return programs


def run(owner: pwd.struct_passwd, *command: str | Path) -> None:
    """Run a program as the owner of the database, which refuses to run as root."""
    is_root = os.geteuid() == 0
    subprocess.run(
        [*map(str, command)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        timeout=PATIENCE,
        user=owner.pw_uid if is_root else None,
        group=owner.pw_gid if is_root else None,
        extra_groups=[] if is_root else None,
    )
