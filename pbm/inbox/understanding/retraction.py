"""Words that take back what was written above them: "just kidding", "oops no, 16-35 instead"."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.wishes import Sign, Wish

_ACTS = (Wish.ACCEPT, Wish.DECLINE, Wish.RESIGN, Wish.DRAW, Wish.UNDO)


def is_retracted(below: Sequence[Sentence]) -> bool:
    """Whether the sentences take back what stands above them."""
    if any(each.has(Sign.TAKEN_BACK) for each in below):
        return True
    slips = [
        at for at, each in enumerate(below) if each.spans and Sign.SLIP in each.spans[0].meanings
    ]
    return any(each.moves or each.has(*_ACTS) for at in slips[:1] for each in below[at : at + 2])
