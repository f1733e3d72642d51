"""What the clocks ask for: reminders before a deadline, forfeits after it, downtime given back.

A tick is a job in a transaction, like a letter. What it does is caused by an act of the server's
own, whose command is ``clock``.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.base.errors import TemporaryFailure
from pbm.base.logs import moment
from pbm.core.board import Board
from pbm.core.changes import excuse, welcome_back
from pbm.core.clocks import DOWNTIME, Absence
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Excused, Forfeited, Returned
from pbm.core.marks import TICK
from pbm.core.model import Cause, Match, Player
from pbm.mail.correspondence import OutboxMail
from pbm.notices.absences import tell_due
from pbm.notices.clock_views import clock_facts
from pbm.notices.digest import by_reader, due_pieces, portions
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.headlines import Headline
from pbm.notices.post import Occasion, Post
from pbm.notices.views import audience, board_draft, seat_players
from pbm.play.board_repository import BoardRepository
from pbm.play.recording import record
from pbm.store.protocol import Transaction

log = logging.getLogger(__name__)

COMMAND = "clock"

# A restart is no downtime. After one, letters that wait elsewhere come in within the delay.
DOWN_AFTER = timedelta(minutes=10)
MAIL_DELAY = timedelta(hours=1)

# Who is reminded of one board is reminded at once of those that would come next.
AHEAD = timedelta(hours=12)
AGAIN_AFTER_FAULT = timedelta(hours=1)
MOST_AT_ONCE = 200


class Scheduler:
    def __init__(self, repository: BoardRepository, post: Post) -> None:
        self._repository, self._post = repository, post

    def tick(self, tx: Transaction, now: datetime) -> None:
        """Do what is due. To be called every minute: a longer gap was downtime."""
        last = tx.moments.get(TICK)
        tx.moments.set(TICK, now)
        if last is not None and now - last >= DOWN_AFTER:
            _give_back(tx, last, now)
        if last is not None and last - now >= DOWN_AFTER:
            _take_back(tx, last, now)
        tx.outbox.end_rests(now)
        self._tell_absences(tx, now)
        self._send_digests(tx, now)
        due = _due(tx, now)
        if due:
            numbers = [match.board for match in due]
            act = tx.acts.add(COMMAND, "time went by", {"boards": numbers}, now)
            occasion = Occasion(Cause(act=act.id), now)
            _Round(tx, self._repository, self._post, occasion).look_at(due)

    def _tell_absences(self, tx: Transaction, now: datetime) -> None:
        drafts = list(tell_due(tx, now))
        if not drafts:
            return
        act = tx.acts.add(COMMAND, "opponents are told of vacations", {}, now)
        for draft in drafts:
            self._post.send(tx, draft, Occasion(Cause(act=act.id), now))

    def _send_digests(self, tx: Transaction, now: datetime) -> None:
        held = [(tx.players.get(player), mails) for player, mails in by_reader(tx.outbox.held())]
        due = [(player, due_pieces(player, mails, now)) for player, mails in held]
        if not any(mails for _, mails in due):
            return
        act = tx.acts.add(COMMAND, "the digests", {}, now)
        for player, mails in due:
            self._send_digest(tx, player, mails, Occasion(Cause(act=act.id), now))

    def _send_digest(
        self, tx: Transaction, player: Player, mails: Sequence[OutboxMail], occasion: Occasion
    ) -> None:
        """In several mails, where one would be too long."""
        for portion in portions(mails) if player.addresses else ():
            self._post.send_digest(tx, player, portion, occasion)
        for mail in mails:
            tx.outbox.gather(mail.id)


def _give_back(tx: Transaction, last: datetime, now: datetime) -> None:
    """Let no clock run for the time since the last tick, nor until the letters are here."""
    from_, to = (each.isoformat(timespec="seconds") for each in (last, now))
    why = f"the server did not run from {from_} to {to}"
    cause = Cause(act=tx.acts.add(COMMAND, why, {}, now).id)
    told = "the server did not run from %s to %s: everybody is given that time back"
    log.warning(told, moment(last), moment(now))
    absences = tuple(Absence(seat, last, now + MAIL_DELAY, DOWNTIME) for seat in Seat)
    deed = Deed(Excused(absences), now)
    for match in tx.matches.timed():
        record(tx, excuse(match, absences), deed, cause)


def _take_back(tx: Transaction, ahead: datetime, now: datetime) -> None:
    """A clock that was ahead until now has made a downtime up: let it end."""
    why = f"the clock was ahead, at {ahead.isoformat(timespec='seconds')}"
    cause = Cause(act=tx.acts.add(COMMAND, why, {}, now).id)
    log.warning("the clock was ahead, at %s: time given back by it is taken back", moment(ahead))
    for match in tx.matches.timed():
        _end_downtime(tx, match, now, cause)


def _end_downtime(tx: Transaction, match: Match, now: datetime, cause: Cause) -> None:
    ahead = now + MAIL_DELAY
    for seat in Seat:
        if any(each.end > ahead for each in match.clock.absences if _is_downtime(each, seat)):
            back = Returned(seat, now, DOWNTIME)
            match = record(tx, welcome_back(match, back), Deed(back, now), cause)


def _is_downtime(absence: Absence, seat: Seat) -> bool:
    return absence.why == DOWNTIME and absence.seat is seat


def _due(tx: Transaction, now: datetime) -> Sequence[Match]:
    """The boards at which something is to be done.

    A letter that came in time may still wait for its turn: no game is lost before it is read.
    """
    heard_until = _heard_until(tx, now)
    due = tx.matches.due(now, MOST_AT_ONCE)
    return [match for match in due if not heard_until < _deadline(match, now) <= now]


def _heard_until(tx: Transaction, now: datetime) -> datetime:
    """Every letter that came before this moment has been acted on."""
    waiting = tx.letters.waiting()
    oldest = tx.letters.get(waiting[0]) if waiting else None
    return oldest.received if oldest else now


def _deadline(match: Match, now: datetime) -> datetime:
    """The deadline; some later moment where there is none."""
    return match.clock.deadline() or now + AHEAD


@dataclass(frozen=True)
class _Round:
    """What one tick does: the transaction, and what its mails are written for."""

    tx: Transaction
    repository: BoardRepository
    post: Post
    occasion: Occasion

    @property
    def now(self) -> datetime:
        return self.occasion.now

    def look_at(self, due: Sequence[Match]) -> None:
        waiting: Mapping[int, list[Match]] = defaultdict(list)
        for match in due:
            if match.clock.seat is None:
                self.tx.matches.set_alarm(match.board, None)
            elif _deadline(match, self.now) > self.now:
                waiting[match.player_at(match.clock.seat)].append(match)
            else:
                with self._guarded([match]):
                    self._forfeit(match)
        for player, matches in waiting.items():
            with self._guarded(matches):
                self._remind(player, matches)

    @contextmanager
    def _guarded(self, matches: Sequence[Match]) -> Iterator[None]:
        """A fault of ours at one board must not stop the clocks of all others."""
        try:
            with self.tx.savepoint():
                yield
        except TemporaryFailure:
            raise
        except Exception:
            boards = [match.board for match in matches]
            log.exception("the clocks of %s could not be served", boards)
            for board in boards:
                self.tx.matches.set_alarm(board, self.now + AGAIN_AFTER_FAULT)

    def _forfeit(self, match: Match) -> None:
        board = self.repository.read(self.tx, match)
        seat, deadline = match.clock.seat, match.clock.deadline()
        assert seat is not None and deadline is not None, "only a clock that runs is due"
        deed = Deed(Forfeited(seat, deadline), self.now)
        after = self.repository.do(self.tx, board, deed, self.occasion.cause)
        late = self.tx.players.get(match.player_at(seat)).userid
        for player in audience(self.tx, after):
            self._send(board_draft(self.tx, after, player, Headline.FORFEITED, late=late))

    def _remind(self, player: int, due: Sequence[Match]) -> None:
        """One mail about all the boards that wait for a player, and about those due soon."""
        soon = self._soon(player, {match.board for match in due})
        for match in due:
            self.tx.matches.set_alarm(match.board, match.clock.alarm(self.now))
        for match in soon:
            self.tx.matches.set_alarm(match.board, match.clock.alarm(self.now + AHEAD))
        boards = [self.repository.read(self.tx, match) for match in (*due, *soon)]
        self._send(self._reminder(self.tx.players.get(player), boards))

    def _soon(self, player: int, due: set[int]) -> Sequence[Match]:
        """Further boards of which the player would be reminded soon."""
        return [
            match
            for match in self.tx.matches.of_player(player)
            if match.running
            and match.board not in due
            and match.seat_of(player) is match.clock.seat
            and self._reminds_soon(match)
        ]

    def _reminds_soon(self, match: Match) -> bool:
        alarm = match.clock.alarm(self.now)
        return alarm is not None and alarm < min(_deadline(match, self.now), self.now + AHEAD)

    def _reminder(self, player: Player, boards: Sequence[Board]) -> Draft:
        if len(boards) == 1:
            (board,) = boards
            plies = board.plies[-2:]
            return board_draft(self.tx, board, player, Headline.REMINDER, plies=plies, event=False)
        facts = {"boards": [self._row(player, board) for board in boards]}
        return Draft(player, "reminders", facts, grant=account_grant(player))

    def _row(self, player: Player, board: Board) -> Mapping[str, object]:
        players = seat_players(self.tx, board)
        (opponent,) = (each.userid for each in players if each.id != player.id)
        return {
            "game": board.game.name,
            "board": board.number,
            "ply": board.match.plies + 1,
            "opponent": opponent,
            "clock": clock_facts(board, players, player),
        }

    def _send(self, draft: Draft) -> None:
        self.post.send(self.tx, draft, self.occasion)
