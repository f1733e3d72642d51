"""Real mails: each is parsed, quotes are stripped as in the reference, and no quote is obeyed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.mail.quotes import own_text
from tests.pbm.mail.corpus import DIRECTORY, lines_of, mails, reply_cases
from tests.pbm.mail.understanding import DOMAIN, guarded, read_letter, understand

LEAST_RIGHT = 60 / 64
QUOTED_LINE = re.compile(rb"^((?:> ?)+).*?(\r?)$", re.MULTILINE)
PLANTED = "65-54"

pytestmark = pytest.mark.skipif(not DIRECTORY, reason="PBM_CORPUS names no directory of real mails")


@pytest.fixture(scope="module")
def cases() -> list[tuple[Path, Path]]:
    found = reply_cases(Path(DIRECTORY))
    if not found:
        pytest.skip(f"no folders emails and trimmed lie below {DIRECTORY}")
    return found


def own_lines(path: Path) -> list[str]:
    return [line for line in own_text(lines_of(path), DOMAIN).lines if line]


def expected_lines(path: Path) -> list[str]:
    """The trimmed text without marked quotes, which some corpora keep."""
    return [line for line in lines_of(path) if line and not line.startswith(">")]


def quoting_mails() -> Iterator[tuple[str, bytes]]:
    """Every mail with marked quotes, with a move in place of the text of each quoted line."""
    for name, raw in mails(Path(DIRECTORY)):
        planted, count = QUOTED_LINE.subn(rb"\g<1>" + PLANTED.encode() + rb"\g<2>", raw)
        if count:
            yield name, planted


def test_every_mail_is_parsed_and_its_commands_are_read() -> None:
    read = 0
    for _name, raw in mails(Path(DIRECTORY)):
        with guarded():
            understand(read_letter(raw))
        read += 1
    assert read, f"there is no file below {DIRECTORY}"


def test_no_move_on_a_quoted_line_is_read() -> None:
    letters = {name: read_letter(raw) for name, raw in quoting_mails()}
    assert {
        name: letter.lines
        for name, letter in letters.items()
        if any(PLANTED in line for line in letter.lines + letter.undecoded)
    } == {}


def test_the_first_own_line_is_right_in_nearly_all_mails(cases: list[tuple[Path, Path]]) -> None:
    wrong = [
        mail.name for mail, trimmed in cases if own_lines(mail)[:1] != expected_lines(trimmed)[:1]
    ]
    assert len(wrong) <= (1 - LEAST_RIGHT) * len(cases), wrong


def test_no_quoted_line_is_taken_for_the_writers_own(cases: list[tuple[Path, Path]]) -> None:
    mistaken = {
        mail.name: quoted
        for mail, trimmed in cases
        if (quoted := [line for line in own_lines(mail) if line not in expected_lines(trimmed)])
    }
    assert not mistaken
