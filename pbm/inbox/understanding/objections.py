"""Words against what examples say that a letter wants: then it is asked about, and not done."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.wishes import Meaning, Sign, Wish


@dataclass(frozen=True)
class _Objections:
    """Meanings that are against an answer.

    anywhere: on any line. beside: on the line of the answer; on others, they belong to chatter.
    """

    anywhere: Collection[Meaning]
    beside: Collection[Meaning]


_TO_ANSWERS: Mapping[str, _Objections] = {
    Wish.YES: _Objections(
        (Wish.NO, Wish.DECLINE, Wish.UNWILLING, Sign.IF),
        (Sign.NOT, Sign.STORY, Sign.DOUBT, Sign.BLUNDER),
    ),
    # "Sorry, but no": a doubt is no yes.
    Wish.NO: _Objections((Wish.YES, Wish.ACCEPT, Wish.AGREE, Wish.PARDON), (Sign.IF,)),
}
_TO_CHANGES = (
    *(Wish.NO, Wish.DECLINE, Wish.UNWILLING),
    *(Sign.NOT, Sign.IF, Sign.STORY, Sign.DOUBT),
)
"""The meanings that are against anything else, on any line."""


def objects(wish: str, line: int, sentences: Sequence[Sentence]) -> bool:
    """Whether a word is against the wish, which the sentences of this line say."""
    if wish not in _TO_ANSWERS:
        return any(each.has(*_TO_CHANGES) for each in sentences)
    against = _TO_ANSWERS[wish]
    own = [each for each in sentences if each.line == line]
    denies_wish = wish == Wish.NO and any(
        each.has(Sign.NOT) and each.has(Wish.DECLINE) for each in own
    )
    return (
        denies_wish
        or any(each.has(*against.beside) for each in own)
        or any(each.has(*against.anywhere) for each in sentences)
    )
