"""A lost key: commands fail without it, and it can be restored or replaced."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.app.data_directory import KEY_FILE
from pbm.core.bookkeeping import Node
from pbm.store import open_store
from tests.pbm.cli.program import pbm
from tests.pbm.town import Town, letter


def lose(town: Town) -> Path:
    town.close()
    key = town.folder / KEY_FILE
    key.unlink()
    return key


@pytest.mark.parametrize(("command", "status"), [("serve", 1), ("stats", 1), ("deliver", 75)])
def test_no_command_runs_without_the_key(command: str, status: int, cli_town: Town) -> None:
    key = lose(cli_town)
    result = pbm(command, stdin=letter("carol@example.org", "help").as_bytes())
    assert (result.exit_code, result.stdout) == (status, "")
    assert str(key) in result.stderr
    assert result.stderr.count("\n") == 1
    assert not key.exists()


def test_a_new_data_directory_without_a_key_gets_one(data: Path) -> None:
    data.mkdir()
    Town(data).close()
    (data / KEY_FILE).unlink()
    assert pbm("players", "list").exit_code == 0
    assert (data / KEY_FILE).exists()


def test_the_key_alone_can_be_restored(cli_town: Town, tmp_path: Path) -> None:
    file = str(tmp_path / "backup")
    pbm("backup", file)
    cli_town.board()
    before = cli_town.app.identity.key
    key = lose(cli_town)
    result = pbm("restore", file, "--key-only")
    assert (result.exit_code, key.read_bytes()) == (0, before)
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(pbm("games", "list").stdout.splitlines()) == 1
    assert pbm("restore", file, "--key-only").exit_code == 1


@pytest.mark.parametrize("content", [None, b"short"])
def test_a_lost_or_damaged_key_can_be_replaced(content: bytes | None, cli_town: Town) -> None:
    before = cli_town.app.identity.key
    key = lose(cli_town)
    if content is not None:
        key.write_bytes(content)
        assert pbm("stats").exit_code == 1
    result = pbm("key", "new")
    assert result.exit_code == 0
    assert "waiting mails" in result.stdout
    assert key.read_bytes() != before
    assert "pbm key new" in pbm("acts").stdout
    assert pbm("doctor", "--listen", "127.0.0.1:1").stdout.count("wrong  key") == 0


def test_the_key_of_other_nodes_is_forgotten_with_the_lost_one(cli_town: Town) -> None:
    node = Node("north", datetime(2026, 1, 1, tzinfo=UTC), "1.0", "fingerprint", {})
    with cli_town.app.store.transaction() as tx:
        tx.nodes.put(node)
    lose(cli_town)
    pbm("key", "new")
    with closing(open_store(cli_town.folder)) as store, store.reading() as tx:
        assert [each.key for each in tx.nodes.list()] == [""]


def test_a_valid_key_is_never_replaced(cli_town: Town) -> None:
    cli_town.close()
    before = cli_town.app.identity.key
    result = pbm("key", "new")
    assert result.exit_code == 1
    assert (cli_town.folder / KEY_FILE).read_bytes() == before


def test_the_key_is_not_replaced_while_the_data_directory_is_open(cli_town: Town) -> None:
    (cli_town.folder / KEY_FILE).unlink()
    assert pbm("key", "new").exit_code == 75
