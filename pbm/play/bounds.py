"""Rate limits on what one player may cause for others.

Moves and the notices of a game have no limit here. Replies to the player's own letters and mails to
addresses of non-players are limited elsewhere: by the listener, the limits on replies, and the
limits on strangers' letters.
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
    """A rate limit on an action that sends much mail or opens boards: ``most`` in ``within``.

    refusal: the code of the refusal beyond the limit.
    """

    kind: MarkKind
    most: int
    within: timedelta
    refusal: str


# One for each recipient of a message, and for each chat about a finished game.
MESSAGES = Bound(MarkKind.MESSAGE, 30, HOUR, "many_messages")
# One for each challenge, rematch and seek taken: each opens a board.
GAMES = Bound(MarkKind.GAME, 20, HOUR, "many_games")
# One for each chat on a running board: CHAT for each board, ALL_CHAT for all boards together.
CHAT = Bound(MarkKind.CHAT, 20, HOUR, "much_chat")
ALL_CHAT = Bound(MarkKind.CHAT, 60, HOUR, "much_chat")
# One for each vacation planned or ended: each is an event on every board of the player.
ABSENCES = Bound(MarkKind.ABSENCE, 4, HOUR, "many_absences")
# One for each address asked for its consent.
ADDRESSES = Bound(MarkKind.CONSENT, 10, DAY, "many_addresses")
# One for each export of all that is stored about the player.
EXPORTS = Bound(MarkKind.DATA, 1, DAY, "data_sent_today")

MOST_INVITATIONS = 20
"""The most unanswered invitations of one player."""

MOST_PROPOSALS = 3
"""The most proposals of one player on a board since the last move there."""

MOST_WATCHED = 50
"""Boards that one player watches."""


def free_again(
    tx: Transaction, bound: Bound, mark: Mark, now: datetime, times: int = 1
) -> datetime | None:
    """Return when the limit will allow ``times`` more uses; None if it allows them now.

    times: at most ``bound.most``.
    """
    counted = tx.marks.times(mark, now - bound.within)
    beyond = len(counted) + times - bound.most
    return counted[beyond - 1] + bound.within if beyond > 0 else None


def charge(work: Work, by: Player, bound: Bound, *, times: int = 1, board: int = 0) -> None:
    """Count uses of a limit by a player.

    :raises Refused: if the uses exceed the limit; the fact ``again`` says when they are allowed
    """
    mark = bound.kind.of(by.id, board)
    since = work.now - bound.within
    if not work.tx.marks.take(mark, work.now, since, bound.most, times=times):
        again = free_again(work.tx, bound, mark, work.now, times)
        raise Refused(bound.refusal, most=bound.most, again=again)
