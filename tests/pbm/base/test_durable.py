from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbm
from pbm.base.durable import (
    is_exposed,
    make_private,
    private_append,
    private_file,
    private_folder,
    sync_folder,
)
from pbm.base.secrets import make_key


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list of all syncs in order: a file as its length, or "folder"."""
    done: list[str] = []

    def fsync(handle: int) -> None:
        found = os.fstat(handle)
        done.append("folder" if stat.S_ISDIR(found.st_mode) else f"{found.st_size} bytes")

    monkeypatch.setattr(os, "fsync", fsync)
    return done


def test_a_private_file_is_readable_by_its_owner_alone_and_is_synced(
    tmp_path: Path, synced: list[str]
) -> None:
    with private_file(tmp_path / "secret") as file:
        file.write(b"words")
    assert mode(tmp_path / "secret") == 0o600
    assert synced == ["5 bytes"]


def test_a_folder_can_be_synced(tmp_path: Path, synced: list[str]) -> None:
    sync_folder(tmp_path)
    assert synced == ["folder"]


def test_a_new_key_and_its_folder_are_synced(tmp_path: Path, synced: list[str]) -> None:
    make_key(tmp_path / "pbm.key")
    assert synced == ["32 bytes", "folder"]


@pytest.fixture(params=[0o000, 0o022, 0o277], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_a_file_is_private_whatever_the_umask_and_its_earlier_mode_were(tmp_path: Path) -> None:
    written, locked = tmp_path / "written", tmp_path / "locked"
    for _ in range(2):
        with private_file(written) as file:
            file.write(b"words")
        with private_append(locked) as file:
            file.write(b"a")
        assert (mode(written), mode(locked)) == (0o600, 0o600)
        written.chmod(0o666)
        locked.chmod(0o644)
    assert (written.read_bytes(), locked.read_bytes()) == (b"words", b"aa")


def test_missing_folders_are_created_private_and_existing_ones_keep_their_mode(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o755)
    before = os.umask(0)
    try:
        private_folder(tmp_path / "a" / "b")
        private_folder(tmp_path)
    finally:
        os.umask(before)
    assert [mode(tmp_path / path) for path in ("", "a", "a/b")] == [0o755, 0o700, 0o700]
    (tmp_path / "file").touch()
    for path in ("file", "file/below"):
        with pytest.raises((FileExistsError, NotADirectoryError)):
            private_folder(tmp_path / path)


def test_an_exposed_file_can_be_made_private_and_a_link_is_never_exposed(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.touch(0o644)
    link = tmp_path / "link"
    link.symlink_to(shared)
    assert (is_exposed(shared), is_exposed(link)) == (True, False)
    make_private(shared)
    assert (is_exposed(shared), mode(shared)) == (False, 0o600)


MAKING = re.compile(
    r"\.(?:mkdir|touch|write_text|write_bytes)\(|O_CREAT|(?<!tarfile\.)open\([^)]*\"[wax]"
)
WRITING_PAGES = (
    'with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as out:'
)
# Exceptions: folders of a backup and of a copy, which must not exist yet; documents for the
# operator, and their settings; pages, which any web server may read; the database.
MADE_ELSEWHERE = [
    ("backup.py", "folder.mkdir(PRIVATE_FOLDER)"),
    ("setup.py", '(Path(trial) / FILE).write_text(text, encoding="utf-8")'),
    ("setup.py", '(folder / name).write_text(text, encoding="utf-8")'),
    ("shipped.py", "to.parent.mkdir(parents=True, exist_ok=True)"),
    ("shipped.py", "to.write_bytes(file.read_bytes())"),
    ("store_copy.py", "aside.mkdir(PRIVATE_FOLDER)"),
    ("upgrade.py", 'with path.open("a", encoding="utf-8") as file:'),
    ("files.py", 'page.write_text(manual(root), encoding="utf-8")'),
    ("files.py", WRITING_PAGES),
    ("files.py", "folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)"),
    ("__init__.py", "path.touch(PRIVATE)"),
]


def test_no_other_module_creates_files_or_folders() -> None:
    making = [
        (path.name, line.strip())
        for path in sorted(Path(pbm.__file__).parent.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if path.name != "durable.py" and MAKING.search(line)
    ]
    assert making == MADE_ELSEWHERE
