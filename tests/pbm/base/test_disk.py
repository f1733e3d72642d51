"""Faults of a disk are named, with advice."""

from __future__ import annotations

import errno
import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbm.base import disk
from pbm.base.disk import cause, explained, trouble

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this root may not mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_nothing_is_wrong_with_a_disk_that_takes_a_file(tmp_path: Path) -> None:
    assert trouble(tmp_path) is None
    assert cause(tmp_path, is_full=False) is None
    assert list(tmp_path.iterdir()) == []


@needs_root
def test_a_full_disk(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=1m") as folder:
        with (folder / "ballast").open("wb", buffering=0) as file, pytest.raises(OSError):
            while file.write(bytes(4096)):
                pass
        found = trouble(folder)
        assert found is not None
        assert "0 of 1 MiB are free" in found.what


@needs_root
def test_a_disk_without_inodes_is_not_called_full(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=9m,nr_inodes=2") as folder:
        (folder / "last").touch()
        with pytest.raises(OSError) as caught:
            (folder / "one-more").touch()
        assert "no inode is free" in explained(caught.value)
        assert str(folder / "one-more") in explained(caught.value)


@needs_root
def test_a_read_only_disk(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=9m,ro") as folder:
        assert trouble(folder) == disk._TROUBLES[errno.EROFS]


def test_what_does_not_fit_on_a_disk_that_takes_a_small_file(tmp_path: Path) -> None:
    found = cause(tmp_path, is_full=True)
    assert found is not None
    assert "full" in found.what


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, limits[1]))
    try:
        found = cause(tmp_path, is_full=False)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert found is not None
    assert "1048576 bytes" in found.what


@pytest.mark.parametrize("number", sorted(each for each in disk._TROUBLES if each > 0))
def test_each_fault_is_named_with_its_path_and_advice(number: int, tmp_path: Path) -> None:
    words = explained(OSError(number, os.strerror(number), str(tmp_path / "file")))
    assert words.startswith(f"{tmp_path / 'file'}: ")
    assert words.endswith(f"; {disk._TROUBLES[number].advice}")


@pytest.mark.parametrize("number", [errno.EISDIR, errno.ENAMETOOLONG, errno.ENOENT])
def test_other_errors_are_told_as_the_system_does(number: int) -> None:
    error = OSError(number, os.strerror(number), "x" * 300)
    assert explained(error) == f"{'x' * 300}: {os.strerror(number)}"
