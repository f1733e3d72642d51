"""The tick: every minute, do what is due by the clock.

A tick is a job in a transaction, like a letter. The cause of everything it does is an act of the
server, whose command is ``clock``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from pbm.base.errors import TemporaryFailure
from pbm.base.logs import moment
from pbm.core.bookkeeping import ServerAct
from pbm.core.marks import TICK
from pbm.core.model import Cause, Player
from pbm.mail.correspondence import OutboxMail
from pbm.notices.digest import batches, by_reader, due_mails
from pbm.notices.posting.post import Post
from pbm.play import clock, club_news, departures, publicity, vacations
from pbm.play.board_repository import BoardRepository
from pbm.play.news import News
from pbm.play.study import puzzles
from pbm.play.work import Work
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

# A shorter gap between two ticks is a restart, which is not subtracted from players' clocks.
DOWN_AFTER = timedelta(minutes=10)


class Scheduler:
    """Does what is due by the clock. shows_games: whether the settings ask for pages."""

    def __init__(
        self, repository: BoardRepository, post: Post, *, shows_games: bool = False
    ) -> None:
        self._repository, self._post, self._shows_games = repository, post, shows_games

    def tick(self, tx: Transaction, now: datetime) -> None:
        """Do what is due. Call it every minute: a longer gap counts as downtime.

        :raises ConflictError: if another process was faster, or a board has changed meanwhile;
            the next tick does what is still due
        """
        last = tx.moments.get(TICK)
        tx.moments.move(TICK, now, was=last)
        if last is not None and now - last >= DOWN_AFTER:
            self._give_back(tx, last, now)
        if last is not None and last - now >= DOWN_AFTER:
            self._take_back(tx, last, now)
        tx.outbox.end_rests(now)
        absences = vacations.take_announcements(tx, now)
        self._tell(tx, absences, now, "opponents are told of vacations")
        self._send_digests(tx, now)
        self._tell(tx, club_news.take_news(tx, now), now, "the news of the club")
        self._tell(tx, puzzles.take_daily(tx, now), now, "the daily puzzles")
        if self._shows_games:
            questions = publicity.take_questions(tx, now)
            self._tell(tx, questions, now, "players are asked about the pages")
        self._hold_games(tx, now)
        self._serve_clocks(tx, now)
        self._forget_players(tx, now)

    @contextmanager
    def _act(
        self, tx: Transaction, now: datetime, why: str, facts: Mapping[str, Any] | None = None
    ) -> Iterator[Work]:
        """Record an act of the clock, and queue the mails about what the block does."""
        act = tx.acts.add(ServerAct.CLOCK, why, facts or {}, now)
        work = Work(tx, now, Cause(act=act.id), self._repository)
        yield work
        self._post.tell(work)

    def _give_back(self, tx: Transaction, last: datetime, now: datetime) -> None:
        from_, to = (each.isoformat(timespec="seconds") for each in (last, now))
        told = "the server did not run from %s to %s: all players are given that time back"
        log.warning(told, moment(last), moment(now))
        with self._act(tx, now, f"the server did not run from {from_} to {to}") as work:
            clock.give_back(work, last)

    def _take_back(self, tx: Transaction, ahead: datetime, now: datetime) -> None:
        told = "the system clock was ahead, at %s: time given back because of it is taken back"
        log.warning(told, moment(ahead))
        why = f"the clock was ahead, at {ahead.isoformat(timespec='seconds')}"
        with self._act(tx, now, why) as work:
            clock.take_back(work)

    def _tell(self, tx: Transaction, due: Sequence[News], now: datetime, why: str) -> None:
        """Publish news that are due, if there are any. why: the reason, for the act."""
        if not due:
            return
        with self._act(tx, now, why) as work:
            for news in due:
                work.publish(news)

    def _send_digests(self, tx: Transaction, now: datetime) -> None:
        held = [(tx.players.get(player), mails) for player, mails in by_reader(tx.outbox.held())]
        due = [(player, due_mails(player, mails, now)) for player, mails in held]
        if not any(mails for _, mails in due):
            return
        with self._act(tx, now, "the digests") as work:
            for player, mails in due:
                self._send_digest(work, player, mails)

    def _send_digest(self, work: Work, player: Player, mails: Sequence[OutboxMail]) -> None:
        """Send held mails as one digest, or as several if one would be too long."""
        for batch in batches(mails) if player.addresses else ():
            self._post.send_digest(work, player, batch)
        for mail in mails:
            work.tx.outbox.gather(mail.id)

    def _hold_games(self, tx: Transaction, now: datetime) -> None:
        """Stop the clocks of games that their plugin cannot play, and start those that go on."""
        changes = clock.held(tx, now)
        if not changes:
            return
        boards = [match.board for match, _ in changes]
        with self._act(tx, now, "games of plugins are held, or go on", {"boards": boards}) as work:
            for match, whats in changes:
                changed = match
                for what in whats:
                    changed = work.adjust(changed, what)

    def _serve_clocks(self, tx: Transaction, now: datetime) -> None:
        due = clock.due(tx, now, _heard_until(tx, now))
        if not due:
            return
        boards = [match.board for match in due]
        with self._act(tx, now, "time went by", {"boards": boards}) as work:
            for duty in clock.duties(due, now):
                self._do(work, duty)

    def _do(self, work: Work, duty: clock.Duty) -> None:
        boards = [match.board for match in duty.matches]
        put_off = partial(clock.put_off, duty=duty)
        self._attempt(work, duty.do, put_off, f"the clocks of {boards} could not be served")

    def _forget_players(self, tx: Transaction, now: datetime) -> None:
        """Forget the players who did not object in time.

        Each is an act of its own, whose facts name the act of the operator who asked for it.
        """
        for player in departures.due(tx, now):
            asked = departures.latest_request(tx, player)
            why, facts = asked.why if asked else "", {"act": asked.id if asked else None}
            forget = partial(departures.forget, player=player, why=why)
            put_off = partial(
                departures.put_off, player=player, until=now + clock.AGAIN_AFTER_FAULT
            )
            with self._act(tx, now, f"{player.userid} is forgotten as asked", facts) as work:
                self._attempt(work, forget, put_off, f"player {player.id} could not be forgotten")

    def _attempt(
        self,
        work: Work,
        do: Callable[[Work], object],
        put_off: Callable[[Work], object],
        trouble: str,
    ) -> None:
        """Call ``do``, one of several tasks. A fault in it must not stop the others."""
        try:
            with work.tx.savepoint():
                do(work)
                self._post.tell(work)
        except TemporaryFailure:
            raise
        except Exception:
            log.exception("%s", trouble)
            work.published.clear()
            put_off(work)


def _heard_until(tx: Transaction, now: datetime) -> datetime:
    """The moment before which every letter has been acted on."""
    waiting = tx.letters.waiting()
    oldest = tx.letters.get(waiting[0]) if waiting else None
    return oldest.received if oldest else now
