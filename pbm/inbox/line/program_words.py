"""Words of programs that answer mails: receipts, surveys, and a status above a copied subject.

Their headers would tell what they are, but not all programs set them, and mail servers lose some.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from pbm.inbox.line.answer_tables import after_no, answers_of_all, begins_with_yes
from pbm.inbox.line.guessed_language import guessed_language
from pbm.inbox.understanding.newcomers import is_absence
from pbm.inbox.understanding.phrases import plain_words
from pbm.mail.robot_words import RESPONDERS, UNATTENDED
from pbm.mail.same_words import may_be_filled_in, repeats_subject

MOST_CHARACTERS = 400
"""Later words of a letter are not read: programs say at once what they are."""
MOST_LINES = 12
_TO_OFFERS = frozenset({"accept", "decline", "reject"})
"""The commands that answer an offer, as the words of programs seem to do."""

_LABEL = re.compile(r"\W*(\w[\w \u2019'-]{1,40}?)\s?[:：]")
_CASE = re.compile(r"\[[^\[\]]*(?:#|\d{3})[^\[\]]*\]")
_ALTERNATIVES = re.compile(r"\s*[/|,;]\s*|\s{2,}")
_MOST_WORDS_OF_CHOICE = 2
_LONG_PHRASE = 12
"""The fewest bytes of a phrase: twelve Latin letters, or four characters of Chinese."""


def may_be_programs(lines: Sequence[str]) -> bool:
    """Whether a program may have written the lines: such a yes or no is nobody's."""
    return _may_be_receipt(lines) or has_status(lines) or _is_survey(lines)


def may_be_programs_answer(command: str, lines: Sequence[str]) -> bool:
    """Whether the command answers an offer, but a program may have written the lines."""
    return command in _TO_OFFERS and may_be_programs(lines)


def may_be_responders(lines: Sequence[str]) -> bool:
    """Whether a responder may have written the lines, so that they are passed on to nobody.

    In a language that is not ours a date or a long number is enough: nothing else of it is read.
    """
    text = "\n".join(lines)[:MOST_CHARACTERS]
    if repeats_subject(lines) or any(phrase in text.casefold() for phrase in _phrases()):
        return True
    is_like_one = is_absence(lines) or may_be_programs(lines) or not guessed_language(text)
    return is_like_one and may_be_filled_in(lines)


@cache
def _phrases() -> Sequence[str]:
    """Words of responders that are said of nothing else."""
    long = (each for each in RESPONDERS if len(each.encode()) >= _LONG_PHRASE)
    return [each.casefold() for each in (*long, *UNATTENDED)]


def _may_be_receipt(lines: Sequence[str]) -> bool:
    """Whether the lines tell that a mail came in, as programs do: "Ok, noted."."""
    words = plain_words("\n".join(lines)[:MOST_CHARACTERS])
    return any(each.receipt.occurs(words) for each in answers_of_all())


def has_status(lines: Sequence[str]) -> bool:
    """Whether a line begins with a status: "Accepted: your move", "Status: solved"."""
    return any(map(_is_status, lines[:MOST_LINES]))


def _is_survey(lines: Sequence[str]) -> bool:
    """Whether a yes and a no are offered for a choice."""
    text = "\n".join(lines[:MOST_LINES])[:MOST_CHARACTERS]
    parts = [part for line in text.splitlines() for part in _ALTERNATIVES.split(line.strip())]
    short = [each for each in parts if each and len(each.split()) <= _MOST_WORDS_OF_CHOICE]
    refusing = [after_no(each) == "" for each in short]
    agreeing = map(begins_with_yes, short)
    return any(refusing) and any(yes and not no for yes, no in zip(agreeing, refusing, strict=True))


def is_of_case(subject: str) -> bool:
    """Whether a help desk's number is in the subject: "[Ticket#4711] accept"."""
    return _CASE.search(subject) is not None


def _is_status(line: str) -> bool:
    found = _LABEL.match(line[:MOST_CHARACTERS])
    words = plain_words(found[1]) if found else []
    return bool(words) and any(
        each.status.longest(words, 0)[0] == len(words) for each in answers_of_all()
    )
