"""Whole letters with greeting, chatter, signature and quote, as ten mail programs write them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest

from tests.pbm.inbox.understanding.bars import GOAL, check
from tests.pbm.inbox.understanding.mailers import MAILERS, written_with
from tests.pbm.inbox.understanding.sets import rows_of
from tests.pbm.inbox.understanding.table import results, shares
from tests.pbm.inbox.understanding.verdicts import Result, Verdict

STRANGER = "stranger"
"""The context of letters that answer no mail."""

LATER = ("letters3", "letters4", "letters5", "letters6", "letters7", "letters8")
UNANSWERED = (Verdict.REFUSED, Verdict.SILENT, Verdict.HARM)


def by_turns(name: str) -> Sequence[Result]:
    """The results of letters, of which each reply is written with one of the mail programs."""
    letters = [each for each in rows_of(name) if each.context != STRANGER]
    first = [each for each in rows_of(name) if each.context == STRANGER]
    return [*results(first)] + [
        each
        for number, mailer in enumerate(MAILERS)
        for each in results(letters[number :: len(MAILERS)], partial(written_with, mailer))
    ]


@pytest.mark.slow
def test_letters_are_understood_from_every_mail_program() -> None:
    programs = [partial(written_with, mailer) for mailer in MAILERS]
    found = list(results(rows_of("letters"), *programs))
    assert [each for each in found if each.verdict in UNANSWERED] == []
    check(shares(found), GOAL)


@pytest.mark.slow
def test_two_hundred_letters_are_understood() -> None:
    found = by_turns("letters2")
    assert [each for each in found if each.verdict in UNANSWERED] == []
    check(shares(found), GOAL)


@pytest.mark.slow
@pytest.mark.parametrize("name", LATER)
def test_letters_that_nobody_had_seen_are_understood(name: str) -> None:
    check(shares(by_turns(name)), GOAL)
