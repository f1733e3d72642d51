"""A club goes back to a moment: PostgreSQL recovers it in a spare server, and pbm restores that."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import pytest

from pbm.store.postgresql.connection import connect
from scripts.benchmarks.postgresql import LOCALE, Running, give, run, started
from tests.patience import wait_until
from tests.pbm.cli.program import pbm
from tests.pbm.store.postgresql.server import installed

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Archived:
    """A server whose log is archived, and a spare one into which it is backed up and recovered."""

    primary: Running
    spare: Running
    archive: Path

    def back_up(self) -> None:
        source = f"host={self.primary.folder} user=postgres"
        run("pg_basebackup", "-d", source, "-D", self.spare.data, "--checkpoint=fast")

    def recover(self, moment: datetime) -> None:
        """Make the data of the spare server what the primary's were at a moment."""
        settings = self.spare.data / "postgresql.auto.conf"
        settings.write_text(
            f"restore_command = 'cp {self.archive}/%f %p'\n"
            f"recovery_target_time = '{moment.isoformat()}'\n"
            "recovery_target_action = 'promote'\n"
        )
        signal = self.spare.data / "recovery.signal"
        signal.touch()
        give(signal)


@pytest.fixture
def archived() -> Iterator[Archived]:
    installed()
    folder = Path(tempfile.mkdtemp(prefix="pbm-recovery-"))
    made = Archived(Running(folder / "primary"), Running(folder / "spare"), folder / "archive")
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        for each in (folder, made.primary.folder, made.spare.folder, made.archive):
            each.mkdir(exist_ok=True)
            give(each)
        run("initdb", "-D", made.primary.data, "-U", "postgres", "-A", "trust", *LOCALE)
        to = f"{made.archive}/%f"
        stack.enter_context(
            started(
                made.primary, archive_mode="on", archive_command=f"test ! -e {to} && cp %p {to}"
            )
        )
        yield made


def archive_all(server: Running) -> datetime:
    """Wait until all that was committed is archived. Return the time after the last commit."""
    at: datetime
    with closing(connect(server.url)) as db:
        ((at, end),) = db.execute("SELECT clock_timestamp(), pg_walfile_name(pg_switch_wal())")
        wait_until(
            lambda: db.execute(
                "SELECT 1 FROM pg_stat_archiver WHERE last_archived_wal >= %s", [end]
            ).fetchall(),
            "the log was not archived",
        )
    return at


def boards() -> list[str]:
    return [line.split()[0] for line in pbm("games", "list").output.splitlines()]


def test_a_club_goes_back_to_a_moment_between_two_backups(
    archived: Archived, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PBM_STORE", archived.primary.url)
    for userid in ("alice", "bob", "carol"):
        assert pbm("players", "add", userid, f"{userid}@example.org").exit_code == 0
    assert pbm("games", "create", "gyges", "alice", "bob").exit_code == 0
    archived.back_up()
    assert pbm("games", "create", "dvonn", "alice", "carol").exit_code == 0
    moment = archive_all(archived.primary)
    assert pbm("games", "create", "dvonn", "bob", "carol").exit_code == 0
    archive_all(archived.primary)

    archived.recover(moment)
    backup = tmp_path / "moment.tar"
    with started(archived.spare, archive_mode="off"), monkeypatch.context() as at_the_spare:
        at_the_spare.setenv("PBM_STORE", archived.spare.url)
        wait_until(lambda: boards() == ["1", "2"], "the spare server did not recover")
        assert pbm("backup", str(backup)).exit_code == 0

    assert boards() == ["1", "2", "3"]
    assert pbm("restore", str(backup)).exit_code == 0
    assert boards() == ["1", "2"]
    assert pbm("audit").exit_code == 0
    assert pbm("games", "create", "gyges", "bob", "carol").output == "3\n"
