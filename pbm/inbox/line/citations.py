"""Words that a writer only cites: in quotation marks, behind "you wrote", or behind a name.

``sources.py`` knows how people tell whose words these are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.sources import (
    NOBODY,
    People,
    begins_with_source,
    ends_saying,
    ends_with_source,
    introduces,
    is_heading,
    is_only_source,
    names_speaker,
    tells_who_said,
)

MOST_CHARACTERS = 1000
"""Later words of a line are not read."""
MOST_ABOVE, MOST_OF_OTHERS = 5, 200
"""The most lines above that may introduce a citation, and the most characters of all but the
nearest of them."""

_PAIR = r"[\"“”„«»‹][^\"“”„«»‹›]+[\"“”«»›]|(?<!\w)['‘‚][^'‘’‚]{2,}['‘’](?!\w)"
_CITATION = re.compile(rf"{_PAIR}|`[^`]+`")
_OPENS, _CLOSES = re.compile(r"[\"“„«»‹]"), re.compile(r"[\"”“»«›]")
_FENCE = re.compile(r"\s*(?:`{3}|~{3})")
_OF_WRITERS = r"[-+*•·–—―→_`\"'“”„«»‹›‘’‚(\[¿¡.…!☀-➿]"
"""Signs before words of the writer's own: bullets, quotation marks and brackets, symbols."""
_MARKED = re.compile(rf"\s*(?:[-–—=]{{2,}}\s|(?![:;]-?[()DP]|{_OF_WRITERS}|\w)[!-~¡-⿿＀-￯])")
"""A line that begins with a sign that nobody puts before words of their own, such as ``:``."""
_TAGGED = re.compile(r"[\[{<]/?\s?(?:block|bb)?(?:quote|cite|q)\b", re.IGNORECASE)
_OUR_MARK = re.compile(r"\[(?:pbm|[a-z]+ \d+)\]")


def may_cite(lines: Sequence[str], at: int, people: People) -> bool:
    """Whether the words of a line may be somebody else's, which the writer repeats."""
    line = lines[at][:MOST_CHARACTERS]
    return (
        bool(_MARKED.match(line) or _TAGGED.search(line) or _OUR_MARK.search(line))
        or is_in_marks(lines, at)
        or tells_who_said(line)
        or names_speaker(line, people)
        or begins_with_source(line, people)
        or surroundings_cite(lines, at, people)
    )


def is_in_marks(lines: Sequence[str], at: int) -> bool:
    """Whether words stand in quotation marks, and others beside them.

    A move may have marks around it, and a comment below.
    """
    whole = lines[at][:MOST_CHARACTERS].strip(SENTENCE_MARKS)
    found = _CITATION.search(whole)
    if found is None:
        return _is_open(whole, lines[at + 1 :])
    others = [*lines[:at], *([] if any(map(str.isdigit, found[0])) else lines[at + 1 :])]
    return found[0] != whole or any(map(str.strip, others))


def surroundings_cite(lines: Sequence[str], at: int, people: People) -> bool:
    """Whether the lines around a line, or what stands behind it, tell that it is cited.

    A line may be the writer's own command even if it looks like a sentence.
    """
    line, above, below = lines[at][:MOST_CHARACTERS], lines[:at], lines[at + 1 :]
    return (
        ends_with_source(line, people)
        or _is_introduced(above, people)
        or _is_within(above, lines[at:])
        or is_explained(below, people)
    )


def _is_within(above: Sequence[str], below: Sequence[str]) -> bool:
    """Whether a quotation mark above is closed further down, or a fence is open."""
    before = [each for each in above[-MOST_ABOVE:] if each.strip()]
    if not before:
        return False
    if sum(map(bool, map(_FENCE.match, before))) % 2:
        return True
    return _is_open("\n".join(before)[-MOST_CHARACTERS:], below)


def _is_open(text: str, below: Sequence[str]) -> bool:
    """Whether the text opens a quotation that ends on a line below."""
    left = _CITATION.sub("", text)
    return bool(_OPENS.search(left)) and bool(_CLOSES.search("\n".join(below)[:MOST_CHARACTERS]))


def _is_introduced(above: Sequence[str], people: People) -> bool:
    """Whether the lines above in the same paragraph, or the last one above it, introduce words."""
    before = list(islice(_last_paragraph(above), MOST_ABOVE))
    return any(introduces(each, people) or is_heading(each, people) for each in before) or any(
        map(ends_saying, before[:1])
    )


def _last_paragraph(above: Sequence[str]) -> Iterator[str]:
    """The lines of the last paragraph and the last one above it, in reverse order."""
    is_blank, most = False, MOST_CHARACTERS
    for line in reversed(above):
        if line.strip():
            yield line.strip()[-most:]
            most = MOST_OF_OTHERS
            if is_blank:
                return
        is_blank = not line.strip()


def is_explained(below: Sequence[str], people: People = NOBODY) -> bool:
    """Whether the next line is no more than whose words stand above it: "(you said)"."""
    line = next((each.strip() for each in below if each.strip()), "")
    return is_only_source(line[:MOST_CHARACTERS], people)
