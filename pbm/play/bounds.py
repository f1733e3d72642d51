"""How much one player may cause for others.

Moves and whatever a game tells of itself are not bounded here. The listener, the limits on replies
and those on strangers' letters bound the rest: a player's own mails, and mails to addresses that
are no player's.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.core.clocks import DAY, HOUR
from pbm.core.marks import Mark, MarkKind
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.work import Work
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class Bound:
    """How often a player may do something that others are mailed about, or that makes boards.

    refusal: the code of what the player is told beyond it.
    """

    kind: MarkKind
    most: int
    within: timedelta
    refusal: str


# What commands cost: each reader of a message, and each chat about a game that is over;
MESSAGES = Bound(MarkKind.MESSAGE, 30, HOUR, "many_messages")
# each challenge, each rematch and each seek that is taken, since they make a board;
GAMES = Bound(MarkKind.GAME, 20, HOUR, "many_games")
# each chat on one running board, and on all of them together;
CHAT = Bound(MarkKind.CHAT, 20, HOUR, "much_chat")
ALL_CHAT = Bound(MarkKind.CHAT, 60, HOUR, "much_chat")
# each vacation that is planned or ended, since that is an event on every board;
ABSENCES = Bound(MarkKind.ABSENCE, 4, HOUR, "many_absences")
# each address that is asked for its consent.
ADDRESSES = Bound(MarkKind.CONSENT, 10, DAY, "many_addresses")

MOST_INVITATIONS = 20
"""How many invitations of one player may wait for an answer."""

MOST_PROPOSALS = 3
"""How many proposals one player may make on a board before somebody moves."""

MOST_WATCHED = 50
"""How many boards one player may watch."""


def free_again(
    tx: Transaction, bound: Bound, mark: Mark, now: datetime, times: int = 1
) -> datetime | None:
    """When the thing may be done so many times more, which are no more than ``bound.most``; None
    if it may be now.
    """
    counted = tx.marks.times(mark, now - bound.within)
    beyond = len(counted) + times - bound.most
    return counted[beyond - 1] + bound.within if beyond > 0 else None


def charge(work: Work, by: Player, bound: Bound, *, times: int = 1, board: int = 0) -> None:
    """Count something that a player does.

    :raises Refused: if it is more than the bound allows; ``again`` says when it is possible again
    """
    mark = bound.kind.of(by.id, board)
    since = work.now - bound.within
    if not work.tx.marks.take(mark, work.now, since, bound.most, times=times):
        again = free_again(work.tx, bound, mark, work.now, times)
        raise Refused(bound.refusal, most=bound.most, again=again)
