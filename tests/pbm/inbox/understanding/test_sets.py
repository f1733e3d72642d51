"""Texts that people write in their own words: each is answered, none is done wrongly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from scripts.reading.report import percent, recorded_figures
from tests.combinations import contained, for_each, in_all_tests
from tests.pbm.inbox.understanding.sets import SETS, rows_of
from tests.pbm.inbox.understanding.table import results
from tests.pbm.inbox.understanding.verdicts import Result, Verdict

MOST_WORSE = 1.0
"""So many percent of a set may be answered worse than when its figures were recorded."""

WELL = (Verdict.BEST, Verdict.ASKED, Verdict.USEFUL)
_BETTER = ((Verdict.BEST,), (Verdict.BEST, Verdict.USEFUL), WELL)
"""Verdicts of which a set never has fewer: right, right or useful, and any sensible answer."""

one_in_five = pytest.mark.parametrize("one_in", [contained(5), *in_all_tests([1])])


@cache
def found(name: str, one_in: int = 1) -> Sequence[Result]:
    return list(results(rows_of(name)[::one_in]))


@one_in_five
def test_people_are_understood(one_in: int) -> None:
    assert [each for each in found("phrases", one_in) if each.verdict not in WELL] == []


@one_in_five
def test_letters_of_testers_are_understood(one_in: int) -> None:
    bad = [each for each in found("testers", one_in) if each.verdict is not Verdict.BEST]
    assert bad == []


@pytest.mark.slow
@for_each("name", SETS)
def test_no_set_is_answered_worse_than_it_was(name: str) -> None:
    before = recorded_figures()["set", name]
    now = Counter(each.verdict for each in found(name))
    for verdicts in _BETTER:
        was, share = (sum(percent(each, one) for one in verdicts) for each in (before, now))
        assert share >= was - MOST_WORSE, (name, verdicts)
    assert now[Verdict.HARM] == 0
