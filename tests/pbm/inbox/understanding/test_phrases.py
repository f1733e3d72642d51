"""What people write in their own words: each row is answered, none is done wrongly."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pbm.inbox.understanding.rows import HANDED, OWN, SECOND, THIRD, UNSEEN, rows
from tests.pbm.inbox.understanding.table import results, shares
from tests.pbm.inbox.understanding.verdicts import Result, Verdict


@dataclass(frozen=True)
class Bars:
    """The least share of rows answered well, and the most asked about, and refused."""

    understood: float
    asked: float
    refused: float


GOAL = Bars(understood=0.85, asked=0.10, refused=0.05)
FLOOR = Bars(understood=0.80, asked=0.17, refused=0.05)
"""What is true of ``UNSEEN`` now, and a little less; it is to reach the goal."""

ROWS = {path: list(rows(path)) for path in (HANDED, OWN)}
NAMES = [row.id for each in ROWS.values() for row in each]


@pytest.fixture(scope="module")
def found() -> Mapping[str, Result]:
    return {each.row.id: each for each in results([row for each in ROWS.values() for row in each])}


@pytest.mark.parametrize("name", NAMES)
def test_people_are_understood(found: Mapping[str, Result], name: str) -> None:
    allowed = (Verdict.BEST, Verdict.ASKED, Verdict.USEFUL)
    assert found[name].verdict in allowed, found[name]


@pytest.mark.parametrize("path", ROWS, ids=lambda path: path.name)
def test_most_get_what_is_best(found: Mapping[str, Result], path: Path) -> None:
    _check(shares([found[row.id] for row in ROWS[path]]), GOAL)


def test_what_nobody_had_seen_is_understood_and_nothing_is_done_wrongly() -> None:
    _check(shares(results(list(rows(UNSEEN)))), FLOOR)


@pytest.mark.parametrize("path", [SECOND, THIRD], ids=lambda path: path.name)
def test_later_sets_reach_the_goal(path: Path) -> None:
    """At first sight ``THIRD`` had 77.3 % best, 10.6 useful, 8.6 asked, 3.5 refused and no harm."""
    _check(shares(results(list(rows(path)))), GOAL)


def _check(part: Mapping[Verdict, float], bars: Bars) -> None:
    assert part[Verdict.BEST] + part[Verdict.USEFUL] >= bars.understood
    assert part[Verdict.ASKED] <= bars.asked
    assert part[Verdict.REFUSED] < bars.refused
    assert part[Verdict.HARM] == 0
