"""Data of an older version: only ``pbm upgrade`` and ``pbm serve`` touch it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbm.app import lock, server
from pbm.app.config import load
from pbm.app.upgrade import names_taken
from pbm.store import administration, open_store
from pbm.store.administration import FILE
from pbm.store.sqlite.schema_version import steps
from tests.pbm.cli.program import pbm
from tests.pbm.store.sqlite.test_upgrades import dump
from tests.pbm.store.sqlite.versions import DEVELOPED, restore
from tests.pbm.town import Town

LAST = steps()[-1]


@pytest.fixture
def old_database(data: Path) -> Path:
    """The database of an older version, in the data directory."""
    data.mkdir()
    return restore(DEVELOPED[-1], data)


@pytest.mark.parametrize(
    "arguments",
    [
        ["stats"],
        ["audit"],
        ["games", "list"],
        ["inbox", "list"],
        ["players", "suspend", "alice"],
        ["backup", "backup.tar"],
        ["deliver", "--sender", "", "--recipient", "pbm@pbm.example"],
    ],
    ids=" ".join,
)
def test_no_other_command_changes_an_old_database(
    arguments: list[str], old_database: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    before = dump(old_database)
    result = pbm(*arguments, stdin="From: a@b.example\n\nhelp\n")
    assert (result.exit_code, result.stderr.count("\n")) == (75, 1)
    assert "pbm upgrade" in result.stderr
    assert dump(old_database) == before


def test_the_doctor_reports_an_old_database_and_changes_nothing(old_database: Path) -> None:
    before = dump(old_database)
    result = pbm("doctor", "--listen", "127.0.0.1:1")
    assert result.exit_code == 1
    assert "pbm upgrade" in result.stdout
    assert dump(old_database) == before


def test_the_command_upgrades_the_database_once(old_database: Path, data: Path) -> None:
    first, again = pbm("upgrade"), pbm("upgrade")
    assert (first.exit_code, again.exit_code) == (0, 0)
    assert f"{LAST} is done\n" in first.stdout
    assert again.stdout.count("\n") == 1
    assert not administration(data).is_older()


@pytest.mark.parametrize("on, is_said", [("on", True), ("off", False)])
def test_an_upgrade_names_the_userids_that_programs_cannot_have(
    on: str, is_said: bool, old_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_PROGRAMS_ON", on)
    monkeypatch.setenv("PBM_PROGRAMS_NAME", "alice")
    assert (names_taken(["alice"]) in pbm("upgrade").stdout) is is_said


@pytest.fixture
def old_database_in_use(old_database: Path, data: Path) -> Iterator[Path]:
    """The database of an older version, locked as a running server of any version locks it."""
    with lock.share(data):
        yield old_database


def test_an_upgrade_is_refused_while_a_server_runs(old_database_in_use: Path, data: Path) -> None:
    before = dump(old_database_in_use)
    result = pbm("upgrade")
    assert result.exit_code == 75
    assert pbm("serve", "--listen", "127.0.0.1:0").exit_code == 75
    assert dump(old_database_in_use) == before


def test_the_server_upgrades_the_database_and_logs_it(
    old_database: Path, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pbm.app.server")
    server._upgrade(load({"data": str(data)}, {}))
    assert LAST in caplog.messages[-1]
    with closing(open_store(data)) as store, store.reading() as tx:
        assert tx.letters.numbers(0, 1)


def test_a_current_database_is_not_locked(cli_town: Town) -> None:
    """The town holds the shared lock: a server that restarts does not have to wait for commands."""
    assert pbm("upgrade").exit_code == 0
    assert (cli_town.folder / FILE).exists()


# trusted_peers, which is added to pbm.toml


def trusting(data: Path, more: str = "") -> Path:
    path = data / "pbm.toml"
    path.write_text(f'trust_authserv = "mail.example.org"{more}')
    return path


@pytest.mark.parametrize("command", ["upgrade", "serve"])
def test_an_upgrade_trusts_the_loopback_if_there_was_a_front_server(
    command: str, old_database: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = trusting(data)
    if command == "upgrade":
        assert "trusted_peers" in pbm("upgrade").stdout
    else:
        found = server._upgrade(load({"data": str(data)}, {}))
        assert str(found.trusted_peers) == "127.0.0.0/8, ::1/128"
    assert path.read_text().splitlines()[1:] == ['trusted_peers = "127.0.0.0/8, ::1"']
    assert str(load({"data": str(data)}, {}).trusted_peers) == "127.0.0.0/8, ::1/128"
    pbm("upgrade")
    assert path.read_text().count("trusted_peers") == 1


@pytest.mark.parametrize("more", ['\ntrusted_peers = ""', '\nlisten = "lmtp:/run/pbm/lmtp"\n'])
def test_an_upgrade_leaves_settings_that_name_the_front_server(
    old_database: Path, data: Path, more: str
) -> None:
    path = trusting(data, more)
    before = path.read_text()
    assert pbm("upgrade").exit_code == 0
    assert path.read_text() == before


def test_an_upgrade_without_a_front_server_writes_no_settings(
    old_database: Path, data: Path
) -> None:
    pbm("upgrade")
    assert not (data / "pbm.toml").exists()


def test_a_current_database_leaves_the_settings_as_they_are(old_database: Path, data: Path) -> None:
    pbm("upgrade")
    path = trusting(data)
    pbm("upgrade")
    assert "trusted_peers" not in path.read_text()


def test_a_settings_file_that_cannot_be_written_is_wrong_usage(
    old_database: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusting(data)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pbm.app.upgrade._append", full)
    result = pbm("upgrade")
    assert result.exit_code == 2
    assert 'trusted_peers = "127.0.0.0/8, ::1"' in result.stderr
