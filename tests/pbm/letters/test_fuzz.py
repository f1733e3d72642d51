"""Changed letters are answered, and nothing of a quote or its head is passed on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from pbm.mail import read
from pbm.mail.quotes import OwnText
from tests.pbm.inbox.understanding.table import scene_of
from tests.pbm.letters.fuzz.__main__ import SCENE, run
from tests.pbm.letters.fuzz.running import Report, changed, send_changed
from tests.pbm.letters.fuzz.sources import QUOTE_MARK, Kind, Line, Source, of_tables

FEW, FEWEST, SEED = 100, 10, 1


def test_changed_letters_are_answered_and_pass_on_nothing_of_others(_unsynced: None) -> None:
    report = run(FEW, SEED)
    assert report.faults == []
    assert report.answered == report.sent == FEW
    assert report.own > FEW / 2


def test_a_letter_is_made_again_from_its_seed(tmp_path: Path) -> None:
    scene = scene_of(SCENE).copied(tmp_path / "town")
    source = next(each for each in of_tables(scene) if each.lines)
    made = [changed(source, scene, seed) for seed in (SEED, SEED, SEED + 1)]
    assert made[0] == made[1] != made[2]


def test_quotes_that_are_not_cut_are_noticed(
    tmp_path: Path, _unsynced: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def uncut(lines: Sequence[str], _domain: str) -> OwnText:
        return OwnText(tuple(lines), tuple(range(len(lines))), 0)

    monkeypatch.setattr(read, "own_text", uncut)
    source = Source("a quote", [Line(f"> It rains here, {QUOTE_MARK}.", Kind.QUOTE)])
    report = Report()
    scene = scene_of(SCENE).copied(tmp_path / "town")
    with closing(scene.town()) as town:
        for seed in range(FEWEST):
            send_changed(report, source, scene, town, seed)
    assert report.leaked
