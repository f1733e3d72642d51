from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbm.durable import private_file, sync_folder
from pbm.secrets import make_key


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has been put on the disk so far: files by how long they were, and folders."""
    done: list[str] = []

    def fsync(handle: int) -> None:
        found = os.fstat(handle)
        done.append("folder" if stat.S_ISDIR(found.st_mode) else f"{found.st_size} bytes")

    monkeypatch.setattr(os, "fsync", fsync)
    return done


def test_a_private_file_is_its_owners_and_whole_on_the_disk(
    tmp_path: Path, synced: list[str]
) -> None:
    with private_file(tmp_path / "secret") as file:
        file.write(b"words")
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600
    assert synced == ["5 bytes"]


def test_names_are_put_on_the_disk_by_their_folder(tmp_path: Path, synced: list[str]) -> None:
    sync_folder(tmp_path)
    assert synced == ["folder"]


def test_a_new_key_is_on_the_disk_with_its_name(tmp_path: Path, synced: list[str]) -> None:
    make_key(tmp_path / "pbm.key")
    assert synced == ["32 bytes", "folder"]
