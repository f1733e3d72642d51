"""Whole letters with greeting, chatter, signature and quote, as ten mail programs write them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.pbm.inbox.understanding.bars import GOAL, check
from tests.pbm.inbox.understanding.mailers import MAILERS, written_with
from tests.pbm.inbox.understanding.rows import LATEST_LETTERS, LETTERS, MORE_LETTERS, rows
from tests.pbm.inbox.understanding.table import results, shares
from tests.pbm.inbox.understanding.verdicts import Verdict


@pytest.mark.slow
@pytest.mark.parametrize("path", [LETTERS, MORE_LETTERS], ids=lambda path: path.name)
def test_letters_are_understood_from_every_mail_program(path: Path) -> None:
    programs = [partial(written_with, mailer) for mailer in MAILERS]
    found = list(results(list(rows(path)), *programs))
    assert [each for each in found if each.verdict in (Verdict.REFUSED, Verdict.HARM)] == []
    check(shares(found), GOAL)


@pytest.mark.slow
def test_letters_that_nobody_had_seen_are_understood() -> None:
    """Each letter is written with one of the mail programs."""
    letters = list(rows(LATEST_LETTERS))
    found = [
        each
        for number, mailer in enumerate(MAILERS)
        for each in results(letters[number :: len(MAILERS)], partial(written_with, mailer))
    ]
    check(shares(found), GOAL)
