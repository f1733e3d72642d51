"""Nobody else on the machine opens what pbm makes, whatever the umask that it was started with."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.end_to_end.forked import ForkedServer
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess

NOBODY = 65534
FILES = {"pbm.sqlite", "pbm.key", "pbm.app.lock", "pbm.serving", "pbm.turn", "pbm.turnstile"}


@pytest.fixture(params=[0o000, 0o022, 0o077], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    """Set the umask of the processes that the test starts."""
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.fixture
def used(umask: None, server: ServerProcess) -> ServerProcess:
    """A server that has kept letters, sent mails, and been backed up while it runs."""
    Player(server, "alice").sign_up()
    assert server.pbm("backup", str(server.data / "backup.tar")).returncode == 0
    assert server.pbm("players", "list").returncode == 0
    return server


def open_to_others(folder: Path) -> list[str]:
    """The folder and the paths below it that not only their owner may use, with their modes."""
    return [
        f"{oct(stat.S_IMODE(path.stat().st_mode))} {path.name}"
        for path in (folder, *folder.rglob("*"))
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]


def test_what_a_server_makes_is_its_owners_alone(used: ServerProcess) -> None:
    names = {path.name for path in used.data.rglob("*")}
    assert names >= FILES
    assert {"pbm.sqlite-wal", "pbm.sqlite-shm", "outgoing", "backup.tar"} <= names
    assert {"new", "cur", "tmp"} <= names
    assert open_to_others(used.data) == []


def test_what_a_restore_puts_back_is_its_owners_alone(used: ServerProcess) -> None:
    used.stop()
    assert used.pbm("restore", str(used.data / "backup.tar")).returncode == 0
    used.start()
    assert any(path.name.startswith("before-restore-") for path in used.data.iterdir())
    assert open_to_others(used.data) == []


def test_a_folder_that_the_operator_made_keeps_its_rights(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data").chmod(0o750)
    server = ForkedServer(tmp_path / "data")
    server.start()
    server.stop()
    assert open_to_others(server.data) == ["0o750 data"]


def test_what_an_earlier_version_left_open_is_closed_by_the_next_start(
    server: ServerProcess,
) -> None:
    Player(server, "alice").sign_up()
    server.stop()
    (server.data / "pbm.toml").touch()
    for path in server.data.rglob("*"):
        if path.is_dir() or path.parent == server.data:
            path.chmod(0o755 if path.is_dir() else 0o644)
    server.start()
    boxes = server.data / "outgoing"
    assert open_to_others(boxes / "alice@example.org") != []  # harmless: its parent is private now
    assert [path for path in open_to_others(server.data) if "pbm" in path] == ["0o644 pbm.toml"]
    assert stat.S_IMODE(boxes.stat().st_mode) == 0o700


@pytest.fixture
def entered() -> Iterator[ServerProcess]:
    """A server whose data lies in a folder that everybody may enter, as ``mkdir`` makes it."""
    with TemporaryDirectory(prefix="pbm-privacy-") as folder:
        data = Path(folder) / "data"
        data.mkdir()
        for each in (Path(folder), data):
            each.chmod(0o755)
        server = ForkedServer(data)
        server.start()
        yield server
        server.stop()


@contextmanager
def another_user() -> Iterator[None]:
    groups = os.getgroups()
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, 0)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)
        os.setresgid(0, 0, 0)
        os.setgroups(groups)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_another_user_of_the_machine_opens_nothing_and_so_locks_nothing(
    entered: ServerProcess,
) -> None:
    """A user who can open the lock file for reading can lock it and so block every letter."""
    Player(entered, "alice").sign_up()
    with another_user():
        assert {path.name for path in entered.data.iterdir()} >= FILES
        opened = [path.name for path in entered.data.iterdir() if os.access(path, os.R_OK)]
    assert opened == []
