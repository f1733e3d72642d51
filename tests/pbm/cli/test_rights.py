"""Files without permission: errors name the file and its owner, and never call the file damaged."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest

from pbm.app import lock
from pbm.base.errors import UsageError
from tests.pbm.cli.program import pbm
from tests.pbm.town import Town

NOBODY = 65534
CODE = Path(lock.__file__)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@contextmanager
def another_user() -> Iterator[None]:
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.fixture
def code_for_everybody() -> None:
    """Skip the test if only root can read the code."""
    with another_user():
        if not os.access(CODE, os.R_OK):
            pytest.skip(f"another user cannot read {CODE}: a folder above it lets only root enter")


@pytest.fixture
def data_of_root(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch, code_for_everybody: None
) -> Iterator[Path]:
    """Data of root in a folder that anybody may enter. Every module is loaded in advance."""
    cli_town.close()
    folder = Path(mkdtemp(prefix="pbm-rights-"))
    folder.chmod(0o755)
    data = Path(shutil.copytree(cli_town.folder, folder / "data"))
    data.chmod(0o755)
    monkeypatch.setenv("PBM_DATA", str(data))
    monkeypatch.setenv("PBM_LISTEN", "127.0.0.1:1")
    pbm("doctor")
    assert pbm("players", "list").exit_code == 0
    yield data
    shutil.rmtree(folder)


@needs_root
def test_for_another_user_the_doctor_reports_no_damage(data_of_root: Path) -> None:
    with another_user():
        result = pbm("doctor")
    assert result.exit_code == 1
    assert "belongs to root" in result.stdout
    assert "restore" not in result.stdout
    assert "backup" not in result.stdout


@needs_root
def test_a_data_directory_that_this_user_cannot_enter(data_of_root: Path) -> None:
    data_of_root.chmod(0o700)
    with another_user():
        result = pbm("players", "list")
    assert result.exit_code == 2
    assert "cannot be read by this user (nobody)" in result.stderr
    assert f"{data_of_root} belongs to root" in result.stderr


@needs_root
@pytest.mark.parametrize("name", ["pbm.app.lock", "pbm.key", "pbm.sqlite", "pbm.turnstile"])
def test_a_data_directory_with_one_file_of_root(name: str, data_of_root: Path) -> None:
    for path in (data_of_root, *data_of_root.iterdir()):
        os.chown(path, NOBODY, NOBODY)
    os.chown(data_of_root / name, 0, 0)
    (data_of_root / name).chmod(0o600)
    with another_user():
        result, told = pbm("players", "list"), pbm("doctor")
    assert result.exit_code == 2
    assert f"{data_of_root / name} cannot be " in result.stderr
    assert "it belongs to root" in result.stderr
    assert "restore" not in told.stdout


@needs_root
def test_a_folder_in_which_this_user_cannot_create_the_data_directory(data_of_root: Path) -> None:
    told = rf"new cannot be written by this user \(nobody\), {data_of_root.parent} belongs to root"
    with another_user(), pytest.raises(UsageError, match=told):
        lock.share(data_of_root.parent / "new")


@pytest.mark.parametrize("below", ["", "below"])
def test_a_file_cannot_be_a_data_directory(below: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    result = pbm("players", "add", "carol", "carol@example.org", "--data", str(file / below))
    assert result.exit_code == 2
    assert result.stderr.endswith("is a file, or inside one; name a folder with --data\n")


def test_for_the_doctor_a_file_cannot_be_a_data_directory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    result = pbm("doctor", "--data", str(file))
    assert result.exit_code == 1
    assert f"wrong  data: {file} is a file, not a folder" in result.stdout


def test_an_empty_database_file_is_no_damage(data: Path) -> None:
    data.mkdir()
    (data / "pbm.sqlite").touch()
    result = pbm("doctor", "--listen", "127.0.0.1:1")
    assert result.exit_code == 0
    assert "database: there is none yet" in result.stdout


def test_a_database_that_cannot_be_opened_is_not_called_damaged(cli_town: Town) -> None:
    cli_town.close()
    database = cli_town.folder / "pbm.sqlite"
    database.unlink()
    database.mkdir()
    result = pbm("doctor", "--listen", "127.0.0.1:1")
    assert "wrong  database: it cannot be read now: " in result.stdout
    assert "check its disk" in result.stdout
    assert "restore" not in result.stdout


LOOKS = [
    ["stats"],
    ["audit"],
    ["acts"],
    ["games", "list"],
    ["games", "show", "1"],
    ["games", "export", "--all"],
    ["players", "list"],
    ["players", "show", "alice"],
    ["inbox", "list"],
    ["inbox", "show", "1"],
    ["outbox", "list"],
    ["outbox", "show", "1"],
]


@pytest.fixture(params=["closed", "open"])
def read_only_data(
    cli_town: Town,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    code_for_everybody: None,
) -> Path:
    """Data of root that everybody may read, copied while the database was closed or in use."""
    cli_town.board()
    if request.param == "closed":
        cli_town.close()
    folder = Path(mkdtemp(prefix="pbm-rights-"))
    request.addfinalizer(lambda: shutil.rmtree(folder))
    folder.chmod(0o755)
    data = Path(shutil.copytree(cli_town.folder, folder / "data"))
    data.chmod(0o755)
    for file in data.iterdir():
        file.chmod(0o644)
    monkeypatch.setenv("PBM_DATA", str(data))
    monkeypatch.setenv("PBM_LISTEN", "127.0.0.1:1")
    for arguments in LOOKS:
        assert pbm(*arguments, "--data", str(cli_town.folder)).exit_code == 0
    return data


def contents(data: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in data.iterdir() if file.is_file()}


@needs_root
def test_commands_that_only_read_work_with_read_only_data(read_only_data: Path) -> None:
    before = contents(read_only_data)
    with another_user():
        looked = [pbm(*arguments) for arguments in LOOKS]
    assert [(result.exit_code, result.stderr) for result in looked] == [(0, "")] * len(LOOKS)
    assert "alice" in looked[3].stdout
    assert contents(read_only_data) == before


@needs_root
def test_commands_that_write_are_refused_with_read_only_data(read_only_data: Path) -> None:
    before = contents(read_only_data)
    with another_user():
        result = pbm("players", "suspend", "alice")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "belongs to root" in result.stderr
    assert contents(read_only_data) == before


@needs_root
def test_the_doctor_works_with_read_only_data(read_only_data: Path) -> None:
    with another_user():
        found = pbm("doctor").stdout.splitlines()
    (told,) = (line for line in found if line.startswith("wrong  data"))
    assert told == (
        f"wrong  data: {read_only_data} cannot be written by this user (nobody):"
        " run pbm as root, who owns it, or change its permissions"
    )
    assert [line for line in found if line.startswith("ok     letters")]


@needs_root
@pytest.mark.parametrize("command", [["site", "build"], ["serve"], ["backup", "x"], ["doctor"]])
@pytest.mark.parametrize("path", [".", "pbm.toml"])
def test_root_does_nothing_by_the_settings_of_another_user(
    command: list[str], path: str, data_of_root: Path
) -> None:
    site = data_of_root / "pages"
    (data_of_root / "pbm.toml").write_text(f'site = "{site}"\n')
    os.chown(data_of_root / path, NOBODY, NOBODY)
    result = pbm(*command)
    assert result.exit_code == 2
    assert "sudo -u nobody pbm" in result.stderr
    assert not site.exists()


@needs_root
@pytest.mark.parametrize("mode", [0o666, 0o646, 0o664])
def test_nor_by_settings_that_others_can_write(mode: int, data_of_root: Path) -> None:
    file = data_of_root / "pbm.toml"
    file.touch()
    os.chown(file, 0, NOBODY)
    file.chmod(mode)
    assert "chmod go-w" in pbm("site", "build").stderr


@needs_root
def test_a_link_to_the_settings_counts_as_its_owners(data_of_root: Path) -> None:
    (data_of_root / "pbm.toml").unlink(missing_ok=True)
    (data_of_root / "pbm.toml").symlink_to("/dev/null")
    os.chown(data_of_root / "pbm.toml", NOBODY, NOBODY, follow_symlinks=False)
    assert "sudo -u nobody pbm" in pbm("site", "build").stderr
