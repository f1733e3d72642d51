"""Words that a writer only cites: in quotation marks, behind "you wrote", or behind a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbm.core.languages import languages
from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.dialogue.consent import answers_in
from pbm.inbox.understanding.phrases import plain_words

MOST_CHARACTERS = 1000
"""Later words of a line are not read."""

_CITATION = re.compile(r"[\"“”„«»‹][^\"“”„«»‹›]+[\"“”«»›]|(?<!\w)['‘‚][^'‘’‚]{2,}['‘’](?!\w)")
_SPEAKER = re.compile(r"\W*(?:\d[\d:.]*\W+)?([\w.-]+)\s?:\s")
"""The beginning of a line of a conversation: ``[10:00] bob: yes``."""


def may_cite(lines: Sequence[str], at: int, is_player: Callable[[str], bool]) -> bool:
    """Whether the words of a line may be somebody else's, which the writer repeats."""
    line = lines[at][:MOST_CHARACTERS]
    return (
        _is_in_marks(lines, at)
        or _tells_who_said(_introduction(lines[:at]) + line)
        or _names_speaker(line, is_player)
    )


def is_introduced(above: Sequence[str]) -> bool:
    """Whether the last line above, such as "Bob wrote:", tells that the next one is cited."""
    return _tells_who_said(_introduction(above))


def _is_in_marks(lines: Sequence[str], at: int) -> bool:
    """Whether words stand in quotation marks, and others beside them.

    A move may have marks around it, and a comment below.
    """
    whole = lines[at][:MOST_CHARACTERS].strip(SENTENCE_MARKS)
    found = _CITATION.search(whole)
    if found is None:
        return False
    others = [*lines[:at], *([] if any(map(str.isdigit, found[0])) else lines[at + 1 :])]
    return found[0] != whole or any(map(str.strip, others))


def _introduction(above: Sequence[str]) -> str:
    """The last line above, if a colon ends it."""
    last = next((line.strip() for line in reversed(above) if line.strip()), "")
    return f"{last[-MOST_CHARACTERS:]} " if last.endswith(":") else ""


def _tells_who_said(text: str) -> bool:
    words = plain_words(text)
    return any(answers_in(each).saying.occurs(words) for each in languages())


def _names_speaker(line: str, is_player: Callable[[str], bool]) -> bool:
    found = _SPEAKER.match(line)
    return found is not None and is_player(found[1].casefold())
