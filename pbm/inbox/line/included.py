"""Cut off the text of a mail of ours that a letter includes without quote marks."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.base.values import replace
from pbm.inbox.line.reading import MOST_OWN_CHARACTERS, MOST_OWN_LINES
from pbm.inbox.understanding.phrases import SIGNS
from pbm.mail.letter import Letter
from pbm.mail.quote_heads import is_rule
from pbm.notices.phrases import first_line_of_ours, is_part

FEWEST_WORDS = 5
"""The fewest words above our text that are part of its subject, and so were not the writer's."""
# A move alone is shorter, and no sentence of ours is looked for in it.
_FEWEST_CHARACTERS = 2 * FEWEST_WORDS - 1


def own_part(letter: Letter) -> Letter:
    """Return the letter cut to the lines above the first sentence of a mail of ours."""
    read = letter.cut(MOST_OWN_LINES, MOST_OWN_CHARACTERS)
    own = _before_ours(read.lines, letter)
    if len(own) == len(read.lines):
        return letter
    ours = sum(bool(line.strip()) for line in letter.lines[len(own) :])
    undecoded = _before_ours(read.undecoded, letter)
    ignored = letter.ignored + ours
    return replace(letter, lines=own, undecoded=undecoded, ignored=ignored, included=True)


def _answers(line: str) -> bool:
    """Whether the line has an emoji that can be an answer by itself."""
    return not set(SIGNS).isdisjoint(line)


def _before_ours(lines: Sequence[str], letter: Letter) -> tuple[str, ...]:
    """Return the lines above our text. In its HTML version, our text begins with its subject."""
    if len(" ".join(lines)) < _FEWEST_CHARACTERS:
        return tuple(lines)
    first = first_line_of_ours(lines)
    own = lines[:first]
    if first is None and not letter.ignored:
        return tuple(own)
    at = len(own)
    while at and is_part(own[at - 1], letter.subject) and not _answers(own[at - 1]):
        at -= 1
    # A few words of the subject are no heading: "your move!"
    above = own[:at] if len(" ".join(own[at:]).split()) >= FEWEST_WORDS else own
    return tuple(above if first is None else _without_rule(above))


def _without_rule(lines: Sequence[str]) -> Sequence[str]:
    """The lines without the rule, perhaps with words in it, that a mail program put above ours."""
    written = [at for at, line in enumerate(lines) if line.strip()]
    has_rule = bool(written) and is_rule(lines[written[-1]].strip())
    return lines[: written[-1]] if has_rule else lines
