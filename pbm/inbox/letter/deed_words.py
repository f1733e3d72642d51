"""What a sentence with a deed says beside it: "that was fun" in "I give up, that was fun"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pbm.inbox.understanding.lexicon import says_nothing
from pbm.inbox.understanding.reading import says_only
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import names_cells

FEWEST_WORDS = 3
"""A clause of fewer words behind a deed, such as "I think", belongs to it."""
MOST_CLAUSES = 6

_PLAN = "queue"
_WITH_REASONS = ("decline", "reject", "resign", "undo")
"""Deeds whose writers also say why, or "another time": in words that could mean the deed, too."""

_COMMA = re.compile(r"(?<=[,;:])\s+|\s+[-\N{EN DASH}\N{EM DASH}]\s+")


def left_of_deed(sentences: Sequence[str], command: str, situation: Situation) -> list[str]:
    """The sentences without what is nothing but the deed.

    command: the command that does it.
    """
    if command.startswith(_PLAN):
        # Whatever tells of the moves is for nobody else.
        return [each for each in sentences if not names_cells(each)]
    left: list[str] = []
    for at, each in enumerate(sentences):
        rest = _beside_deed(each, command, situation)
        left.append(rest)
        if command in _WITH_REASONS and rest != each and not says_nothing(each):
            return [*left, *sentences[at + 1 :]]
    return left


def _beside_deed(sentence: str, command: str, situation: Situation) -> str:
    """The sentence without its clauses that are nothing but the deed."""
    clauses = _COMMA.split(sentence)
    deeds = [
        len(clauses) <= MOST_CLAUSES
        and not says_nothing(each)
        and says_only(each, command, situation)
        for each in clauses
    ]
    if command in _WITH_REASONS and any(deeds):
        # "I give up" is plainer than "I have lost interest", before it or behind it.
        words = [len(each.split()) for each in clauses]
        first, *others = (at for at, deed in enumerate(deeds) if deed)
        plainer = [at for at in others if FEWEST_WORDS <= words[at] < words[first]]
        plainest = plainer[0] if plainer else first
        deeds = [
            at == plainest or (deed and words[at] < FEWEST_WORDS) for at, deed in enumerate(deeds)
        ]
    elif says_only(sentence, command, situation):
        return ""
    kept = [each for each, deed in zip(clauses, deeds, strict=True) if not deed]
    return sentence if len(kept) == len(clauses) else " ".join(kept).strip(" ,;:")
