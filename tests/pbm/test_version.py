"""The commit of a version: git knows it in a checkout, a file where pbm is installed."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm import version
from pbm.version import commit_of


def git(checkout: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    ran = subprocess.run(
        ["git", "-C", checkout, *identity, *arguments], check=True, capture_output=True, text=True
    )
    return ran.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    git(tmp_path, "init", "--quiet")
    (tmp_path / "file").write_text("one")
    git(tmp_path, "add", "file")
    git(tmp_path, "commit", "--quiet", "--message", "One")
    return tmp_path


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    version.commit.cache_clear()
    yield
    version.commit.cache_clear()


def test_a_checkout_names_its_commit(checkout: Path) -> None:
    commit = commit_of(checkout)
    assert len(commit) == 10
    assert git(checkout, "rev-parse", "HEAD").startswith(commit)


def test_a_checkout_that_was_changed_says_so(checkout: Path) -> None:
    (checkout / "file").write_text("two")
    assert commit_of(checkout).endswith("-dirty")


def test_a_tag_does_not_stand_for_the_commit(checkout: Path) -> None:
    before = commit_of(checkout)
    git(checkout, "tag", "v1")
    assert commit_of(checkout) == before


def test_a_folder_inside_a_checkout_is_none(checkout: Path) -> None:
    (checkout / "inside").mkdir()
    assert commit_of(checkout / "inside") == ""


def test_a_machine_without_git(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert commit_of(checkout) == ""


def test_what_was_built_names_what_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "commit.txt").write_text("0123456789\n")
    monkeypatch.setattr(version, "_PACKAGE", tmp_path)
    assert version.told() == f"{version.VERSION} (0123456789)"


def test_where_nobody_knows_the_version_stands_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "_PACKAGE", tmp_path / "pbm")
    assert version.told() == version.VERSION
