"""A lost database beside a key: no command makes another, unless it is told to."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pbm.admin.backup import begin_anew
from pbm.app.config import load
from pbm.app.data_directory import KEY_FILE, utc_now
from pbm.base.errors import UsageError
from pbm.store.administration import FILE
from tests.pbm.cli.program import pbm
from tests.pbm.town import Town, letter

COMMANDS = [
    ["serve"],
    ["players", "add", "carol", "carol@example.org"],
    ["players", "list"],
    ["deliver"],
    ["upgrade"],
    ["stats"],
    ["audit"],
    ["backup", "x.tar"],
    ["metrics"],
]


def gone(path: Path) -> None:
    path.unlink()


def emptied(path: Path) -> None:
    path.write_bytes(b"")


@pytest.fixture(params=[gone, emptied])
def lost(cli_town: Town, request: pytest.FixtureRequest) -> Path:
    """A data directory whose database is lost."""
    cli_town.close()
    loss: Callable[[Path], None] = request.param
    loss(cli_town.folder / FILE)
    return cli_town.folder


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_makes_another_database(command: list[str], lost: Path) -> None:
    before = {path.name: path.read_bytes() for path in (lost / FILE,) if path.exists()}
    result = pbm(*command, stdin=letter("carol@example.org", "help").as_bytes())
    assert result.exit_code == (75 if command == ["deliver"] else 1)
    assert {"pbm restore FILE", "pbm serve --new"} <= set(result.stderr.split('"'))
    assert before == {path.name: path.read_bytes() for path in (lost / FILE,) if path.exists()}


def test_the_doctor_says_so(lost: Path) -> None:
    found = json.loads(pbm("doctor", "--json", "--listen", "127.0.0.1:1").stdout)
    (check,) = (each for each in found["checks"] if each["level"] != "ok")
    assert check["check"] == "database"
    assert "pbm restore FILE" in check["advice"]


def test_a_backup_can_be_restored(cli_town: Town, tmp_path: Path) -> None:
    pbm("backup", str(tmp_path / "backup.tar"))
    cli_town.close()
    (cli_town.folder / FILE).unlink()
    assert pbm("restore", str(tmp_path / "backup.tar")).exit_code == 0
    assert "alice" in pbm("players", "list").stdout


def test_a_new_club_can_be_begun_and_the_old_key_is_kept(lost: Path) -> None:
    key = (lost / KEY_FILE).read_bytes()
    begin_anew(load({"data": str(lost)}, {}), utc_now())
    assert pbm("players", "add", "carol", "carol@example.org").exit_code == 0
    assert (lost / KEY_FILE).read_bytes() != key
    assert [path.read_bytes() for path in lost.glob(f"{KEY_FILE}.before-*")] == [key]


def test_a_first_start_may_be_told_so_too(data: Path) -> None:
    begin_anew(load({"data": str(data)}, {}), utc_now())
    assert pbm("players", "add", "carol", "carol@example.org").exit_code == 0


def test_a_club_that_is_there_is_not_begun_anew(cli_town: Town) -> None:
    cli_town.close()
    with pytest.raises(UsageError):
        begin_anew(load({"data": str(cli_town.folder)}, {}), utc_now())
    assert "alice" in pbm("players", "list").stdout
