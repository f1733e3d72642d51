"""What the speaker causes for others, counted."""

from __future__ import annotations

from pbm.core.refused import Refused
from pbm.inbox.vocabulary.request import Request
from pbm.notices.bounds import Bound, free_again


def charge(request: Request, bound: Bound, *, times: int = 1, board: int = 0) -> None:
    """Count something that the speaker does.

    :raises Refused: if it is more than the bound allows
    """
    tx, now, mark = request.tx, request.now, bound.kind.of(request.player.id, board)
    again = free_again(tx, bound, mark, now, times)
    if again is not None:
        raise Refused(bound.refusal, most=bound.most, again=request.reader.moment(again))
    for _ in range(times):
        tx.marks.add(mark, now)
