"""Texts that people write in their own words: each is answered, none is done wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.combinations import contained, in_all_tests
from tests.pbm.inbox.understanding.bars import GOAL, Bars, check
from tests.pbm.inbox.understanding.rows import (
    COMPARED,
    HANDED,
    LATER,
    OWN,
    SIXTH,
    TALK,
    TESTERS,
    UNSEEN,
    rows,
)
from tests.pbm.inbox.understanding.table import results, shares
from tests.pbm.inbox.understanding.verdicts import Result, Verdict

FLOOR = Bars(understood=0.83, asked=0.16, refused=0.05)
"""For ``UNSEEN``: a little worse than its present figures."""

ODD = Bars(understood=0.75, asked=0.15, refused=0.15)
"""For ``SIXTH``, whose writer looked for odd wordings; nothing may be done wrongly."""

LATEST = Bars(understood=0.78, asked=0.17, refused=0.07)
"""For ``COMPARED``: a little worse than their present figures."""

TALKING = Bars(understood=0.90, asked=0.10, refused=0.05)
"""For ``TALK``: letters that want nothing of the server."""

ALLOWED = (Verdict.BEST, Verdict.ASKED, Verdict.USEFUL)

every_file = pytest.mark.parametrize("path", [HANDED, OWN], ids=lambda path: path.name)
one_in_five = pytest.mark.parametrize("one_in", [contained(5), *in_all_tests([1])])


@cache
def found(path: Path, one_in: int = 1) -> Sequence[Result]:
    return list(results(list(rows(path))[::one_in]))


@one_in_five
def test_people_are_understood(one_in: int) -> None:
    assert [each for each in found(HANDED, one_in) if each.verdict not in ALLOWED] == []


@pytest.mark.slow
def test_people_with_other_words_are_understood() -> None:
    assert [each for each in found(OWN) if each.verdict not in ALLOWED] == []


@pytest.mark.slow
@every_file
def test_most_get_what_is_best(path: Path) -> None:
    check(shares(found(path)), GOAL)


@one_in_five
def test_letters_of_testers_are_understood(one_in: int) -> None:
    assert [each for each in found(TESTERS, one_in) if each.verdict is not Verdict.BEST] == []


@pytest.mark.slow
def test_what_nobody_had_seen_is_understood_and_nothing_is_done_wrongly() -> None:
    check(shares(results(list(rows(UNSEEN)))), FLOOR)


@pytest.mark.slow
@pytest.mark.parametrize("path", LATER, ids=lambda path: path.name)
def test_later_sets_reach_the_goal(path: Path) -> None:
    check(shares(results(list(rows(path)))), GOAL)


@pytest.mark.slow
def test_odd_letters_do_no_harm() -> None:
    check(shares(results(list(rows(SIXTH)))), ODD)


@pytest.mark.slow
@pytest.mark.parametrize("path", COMPARED, ids=lambda path: path.name)
def test_what_no_phrase_explains_is_compared_with_examples(path: Path) -> None:
    check(shares(results(list(rows(path)))), LATEST)


@one_in_five
def test_talk_of_other_things_is_passed_on(one_in: int) -> None:
    check(shares(found(TALK, one_in)), TALKING)
