"""News of the club, once a day: new seeks, and new players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.core.clocks import DAY
from pbm.core.marks import MarkKind
from pbm.core.model import Player, Seek
from pbm.core.zones import next_morning
from pbm.play.listings import opponents
from pbm.play.news import News
from pbm.play.seeks import open_to
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class ClubNews(News):
    """The news for a player since the day before, without what is no longer true."""

    to: Player
    seeks: Sequence[Seek]
    joined: Sequence[Player]


def take_news(tx: Transaction, now: datetime) -> list[ClubNews]:
    """Return the news that are due and not empty, and schedule the next ones for the next morning.

    The caller has to publish them.
    """
    due = [(mark, at) for mark, at in tx.moments.of(MarkKind.NEWS_DUE).items() if at <= now]
    found = []
    for mark, at in due:
        player = tx.players.get(int(mark.whose))
        tx.moments.move(mark, next_morning(now, player), was=at)
        if not player.left and not player.suspended:
            found.append(_news_since(tx, player, at - DAY))
    return [news for news in found if news.seeks or news.joined]


def _news_since(tx: Transaction, player: Player, since: datetime) -> ClubNews:
    seeks = [each for each in open_to(tx, player) if each.at >= since]
    joined = [each for each in opponents(tx, player) if each.created >= since]
    return ClubNews(None, player, seeks, joined)
