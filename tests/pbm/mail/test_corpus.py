"""Real mails with their expected own text, from a directory outside of this project.

``PBM_CORPUS`` names a directory whose ``emails`` and ``trimmed`` hold files of the same names: a
mail's text, and what is left of it without quotes and signature.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbm.mail.characters import split_lines, tidy
from pbm.mail.quotes import own_text

CORPUS = os.environ.get("PBM_CORPUS", "")
LEAST_RIGHT = 60 / 64

pytestmark = pytest.mark.skipif(not CORPUS, reason="PBM_CORPUS names no directory of real mails")


def lines_of(path: Path) -> list[str]:
    return [tidy(line).rstrip() for line in split_lines(path.read_bytes().decode())]


def own_lines(path: Path) -> list[str]:
    return [line for line in own_text(lines_of(path), "example.org").lines if line]


def expected_lines(path: Path) -> list[str]:
    """The trimmed text; marked quotes, which some corpora keep, are none of the writer's."""
    return [line for line in lines_of(path) if line and not line.startswith(">")]


def pairs() -> list[tuple[Path, Path]]:
    mails = sorted(Path(CORPUS, "emails").iterdir())
    return [(mail, Path(CORPUS, "trimmed", mail.name)) for mail in mails]


def test_the_first_own_line_is_right_in_nearly_all_mails() -> None:
    wrong = [
        mail.name for mail, trimmed in pairs() if own_lines(mail)[:1] != expected_lines(trimmed)[:1]
    ]
    assert len(wrong) <= (1 - LEAST_RIGHT) * len(pairs()), wrong


def test_no_quoted_line_is_taken_for_an_own_one() -> None:
    mistaken = {
        mail.name: quoted
        for mail, trimmed in pairs()
        if (quoted := [line for line in own_lines(mail) if line not in expected_lines(trimmed)])
    }
    assert not mistaken
