"""Periodic backups into a folder: named by the time, old ones deleted."""

from __future__ import annotations

import errno
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbm.admin.backup import back_up_into
from pbm.base.errors import TemporaryFailure
from pbm.cli import backup as command
from tests.pbm.cli.program import pbm
from tests.pbm.town import SOUTH, Town

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "scripts" / "pbm-backup.service"
BEGIN = datetime(2026, 12, 7, 18, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "backups"
    made.mkdir()
    return made


class Clock:
    """A clock that only sleeps advance. The sleep after the last backup raises SIGTERM."""

    def __init__(self, sleeps: int) -> None:
        self.time = BEGIN
        self._left = sleeps

    def now(self) -> datetime:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += timedelta(seconds=seconds)
        self._left -= 1
        if self._left < 0:
            signal.raise_signal(signal.SIGTERM)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that ends the command after four backups."""
    clock = Clock(3)
    monkeypatch.setattr(command, "utc_now", clock.now)
    monkeypatch.setattr(command, "sleep", clock.sleep)
    return clock


def names(folder: Path) -> Sequence[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_in_a_folder_is_named_by_its_time(
    cli_town: Town, folder: Path, clock: Clock
) -> None:
    result = pbm("backup", str(folder))
    assert result.exit_code == 0
    assert names(folder) == ["pbm-20261207T180000Z.tar"]
    assert stat.S_IMODE((folder / names(folder)[0]).stat().st_mode) == 0o600
    assert result.stdout.startswith(f"{folder}/pbm-20261207T180000Z.tar ")


def test_backups_are_repeated_until_a_signal_arrives(
    cli_town: Town, folder: Path, clock: Clock
) -> None:
    assert pbm("backup", str(folder), "--every", "6h").exit_code == 0
    assert names(folder) == [
        "pbm-20261207T180000Z.tar",
        "pbm-20261208T000000Z.tar",
        "pbm-20261208T060000Z.tar",
        "pbm-20261208T120000Z.tar",
    ]


@pytest.mark.parametrize(("failing", "status"), [({2, 3}, 0), ({1, 4}, 1)])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space"), TemporaryFailure("locked")])
def test_backups_continue_after_a_failed_one(
    failing: set[int],
    status: int,
    error: Exception,
    cli_town: Town,
    folder: Path,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    numbers, make = count(1), back_up_into

    def make_some(*given: Any) -> Path:
        if next(numbers) in failing:
            raise error
        return make(*given)

    monkeypatch.setattr(command, "back_up_into", make_some)
    result = pbm("backup", str(folder), "--every", "6h")
    assert result.exit_code == status
    assert result.stderr.count("\n") == len(failing)
    assert len(names(folder)) == 4 - len(failing)


@pytest.mark.parametrize("keep", [1, 2, 9])
def test_only_older_backups_are_deleted(
    keep: int, cli_town: Town, folder: Path, clock: Clock
) -> None:
    others = ["pbm-before-the-move.tar", "photo.jpg"]
    for name in others:
        (folder / name).touch()
    assert pbm("backup", str(folder), "--every", "1d", "--keep", str(keep)).exit_code == 0
    days = [f"pbm-202612{day:02}T180000Z.tar" for day in range(7, 11)]
    assert names(folder) == sorted(days[-keep:] + others)


def test_a_backup_dated_in_the_future_does_not_replace_the_new_one(
    cli_town: Town, folder: Path, clock: Clock
) -> None:
    (folder / "pbm-20991231T235959Z.tar").touch()
    assert pbm("backup", str(folder), "--keep", "1").exit_code == 0
    assert names(folder) == ["pbm-20261207T180000Z.tar", "pbm-20991231T235959Z.tar"]


def test_the_command_of_the_systemd_unit_can_be_repeated(
    cli_town: Town, folder: Path, clock: Clock
) -> None:
    (words,) = re.findall(r"^ExecStart=.+/pbm (backup .+)$", UNIT.read_text(), re.MULTILINE)
    for _ in range(3):
        assert pbm(*words.replace("/var/backups/pbm", str(folder)).split()).exit_code == 0
        clock.sleep(3600)
    assert len(names(folder)) == 3


def test_the_newest_backup_can_be_restored(cli_town: Town, folder: Path) -> None:
    mails = cli_town.board()
    pbm("backup", str(folder))
    cli_town.play(mails, SOUTH)
    cli_town.close()
    assert pbm("restore", str(folder / names(folder)[-1])).exit_code == 0
    cli_town.reopen()
    assert cli_town.match().plies == 0


def test_a_backup_that_is_stopped_leaves_no_incomplete_file(cli_town: Town, folder: Path) -> None:
    words = [sys.executable, "-m", "pbm", "backup", str(folder), "--every", "1d"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(f"{folder}/pbm-")
        process.send_signal(signal.SIGTERM)
    assert process.returncode == 0
    assert len(names(folder)) == 1


@pytest.mark.parametrize("option", [("--keep", "3"), ("--every", "1h")])
def test_options_for_repeated_backups_need_a_folder(
    option: tuple[str, str], cli_town: Town, tmp_path: Path
) -> None:
    result = pbm("backup", str(tmp_path / "backup"), *option)
    assert result.exit_code == 2


@pytest.mark.parametrize("span", ["0h", "1", "soon", "1s", "-1h"])
def test_an_invalid_interval_is_wrong_usage(span: str, cli_town: Town, folder: Path) -> None:
    result = pbm("backup", str(folder), "--every", span)
    assert result.exit_code == 2
    assert names(folder) == []
