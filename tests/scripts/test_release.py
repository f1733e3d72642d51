"""What scripts/release refuses to build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from pbm.version import VERSION
from scripts import release_builds
from scripts.release_builds import Unfit, check_checkout


def git(checkout: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", "-C", checkout, *identity, *arguments], check=True)


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "checkout"
    folder.mkdir()
    (folder / "file").write_text("one")
    git(folder, "init", "--quiet")
    git(folder, "add", "file")
    git(folder, "commit", "--quiet", "--message", "One")
    monkeypatch.setattr(release_builds, "ROOT", folder)
    return folder


@pytest.mark.parametrize(("tag", "told"), [(f"v{VERSION}", False), ("v0.0.1", True)])
def test_a_commit_without_the_tag_of_its_version_is_a_trial(
    tag: str, told: bool, checkout: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    git(checkout, "tag", tag)
    check_checkout(tmp_path / "dist")
    assert (f"v{VERSION}" in capfd.readouterr().err) is told


def test_changes_that_are_not_committed_are_refused(checkout: Path, tmp_path: Path) -> None:
    (checkout / "file").write_text("two")
    with pytest.raises(Unfit):
        check_checkout(tmp_path / "dist")


def test_what_is_no_checkout_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_builds, "ROOT", tmp_path)
    with pytest.raises(Unfit):
        check_checkout(tmp_path / "dist")


def test_builds_of_an_earlier_run_are_not_mixed_with_new_ones(
    checkout: Path, tmp_path: Path
) -> None:
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / "old.whl").touch()
    with pytest.raises(Unfit):
        check_checkout(tmp_path / "dist")
