"""The doctor's checks of external engines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.admin.check import Check, Level
from pbm.admin.doctor import examine
from pbm.app import externals
from pbm.app.config import Settings, load
from pbm.app.externals import ExternalEngine, Externals
from pbm.programs import sandbox
from tests.pbm.programs.engines import A_MOMENT, EXAMPLE, HAL, engine, misbehaving, needs_sandbox

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


def check(tmp_path: Path, *engines: ExternalEngine, on: bool = True) -> Check | None:
    """The check of engines, if there is one."""
    settings: Settings = load({"data": str(tmp_path)}, {})
    settings = replace(settings, programs_on=on, programs_external=Externals(engines))
    found = [each for each in examine(settings, NOW) if each.what.startswith("engine")]
    assert len(found) <= 1
    return found[0] if found else None


@needs_sandbox
def test_an_engine_that_answers_is_well(tmp_path: Path, public_folder: Path) -> None:
    found = check(tmp_path, engine(EXAMPLE, public_folder, rulesets=("dvonn/standard",)))
    assert found is not None
    assert (found.level, HAL in found.what) == (Level.OK, True)


@needs_sandbox
@pytest.mark.parametrize(
    "way", ["mute", "dies at isready", "silent", "rubbish", "illegal", "no move"]
)
def test_an_engine_that_does_not_answer_is_named(
    tmp_path: Path,
    public_folder: Path,
    way: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(externals, "_PATIENCE", A_MOMENT)
    found = check(tmp_path, misbehaving(public_folder, way))
    assert found is not None
    assert found.level is Level.WARN


def test_it_says_why_there_is_no_sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "fault", lambda: "bwrap is not installed")
    found = check(tmp_path, ExternalEngine(HAL, "/no/such/engine"))
    assert found is not None
    assert found.level is Level.WARN
    assert "bwrap is not installed" in found.found


def test_without_engines_there_is_nothing_to_say(tmp_path: Path) -> None:
    assert check(tmp_path) is None
    assert check(tmp_path, ExternalEngine(HAL, "/no/such/engine"), on=False) is None
