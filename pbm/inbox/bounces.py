"""Mails that came back: what that means for the player they were for, and until when.

Anybody can forge a bounce of a mail that he got himself. So believing one harms nobody else, and
helps its author little: his clocks stand still for seven days at most, and once a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.core.clocks import BOUNCE, UNREACHABLE_FOR, Absence
from pbm.core.games import Seat
from pbm.core.happenings import Excused, Happening, Returned, absences
from pbm.core.marks import Kind
from pbm.core.model import Match, Player
from pbm.mail.correspondence import OutboxMail
from pbm.mail.letter import Letter
from pbm.notices.alerts import Trouble, give_up, note
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.post import Post
from pbm.notices.readers import reader_of
from pbm.notices.views import boards_by_opponent
from pbm.play.work import Work
from pbm.store.protocol import Transaction

# Mail servers try for five days, and tell of it soon after.
OLD = timedelta(days=10)

COMMAND = "delivery"
"""The act of the server's own when a mail is refused."""


@dataclass(frozen=True)
class Bounces:
    """What is done about bounces; the letter is the one that its mails are written for."""

    work: Work
    post: Post
    letter: Letter | None = None

    @property
    def tx(self) -> Transaction:
        return self.work.tx

    @property
    def now(self) -> datetime:
        return self.work.now

    def came_back(self, mail: OutboxMail, why: str) -> bool:
        """A mail will never arrive. Whether that is news about a player's address."""
        give_up(self.tx, mail.id, why, self.now)
        player = self._owner(mail)
        if player is None or self._is_old(mail, player):
            return False
        self.tx.players.set_bounced(mail.recipient, self.now)
        note(self.tx, Trouble.BOUNCED, self.now)
        marked = self.tx.players.get(player.id)
        if marked.unreachable:
            self._stop_clocks(marked)
        elif mail.player is not None:
            self._send_on(mail, marked)
        return True

    def heard_from(self, player: Player, address: str) -> None:
        """The player has written from the address, and proved it: he has his mail there."""
        self.tx.moments.set(Kind.HEARD.of(player.id), self.now)
        if address in player.bouncing:
            self.tx.players.set_bounced(address, None)
        if player.bouncing:
            self.reached(player)

    def reached(self, player: Player) -> None:
        """Send what rested and let his clocks run, if some address of the player is good now."""
        found = self.tx.players.get(player.id)
        if found.mailbox and not found.unreachable:
            self.tx.outbox.wake(found.id, found.mailbox, self.now)
            self._start_clocks(found)

    def _owner(self, mail: OutboxMail) -> Player | None:
        """Whose address it went to, unless it was meant for somebody who had that before."""
        owner = self.tx.players.by_address(mail.recipient)
        return owner if owner and mail.player in (None, owner.id) else None

    def _is_old(self, mail: OutboxMail, player: Player) -> bool:
        """Whether he has written since it was sent, or it was sent too long ago to say anything."""
        left = mail.sent or self.now
        heard = self.tx.moments.get(Kind.HEARD.of(player.id))
        return left < self.now - OLD or (heard is not None and left < heard)

    def _send_on(self, mail: OutboxMail, player: Player) -> None:
        """The same bytes to another address of the player."""
        self.tx.outbox.add(mail.again(player.mailbox, self.work.cause), self.now)

    def _stop_clocks(self, player: Player) -> None:
        until = self.now + UNREACHABLE_FOR
        stopped: list[Match] = []
        for match, seat in self._running(player):
            if not self._was_stopped(match, seat):
                absence = Absence(seat, self.now, until, BOUNCE)
                self._record(match, Excused((absence,)))
                stopped.append(match)
        self._tell_opponents(player, stopped, until)

    def _start_clocks(self, player: Player) -> None:
        started: list[Match] = []
        for match, seat in self._running(player):
            if any(_is_bounce(each, seat) and each.end > self.now for each in match.clock.absences):
                self._record(match, Returned(seat, self.now, BOUNCE))
                started.append(match)
        self._tell_opponents(player, started)

    def _was_stopped(self, match: Match, seat: Seat) -> bool:
        events = self.tx.matches.events(match.board)
        return any(_is_bounce(each, seat) for event in events for each in absences(event.what))

    def _record(self, match: Match, what: Happening) -> None:
        self.work.record(self.work.boards.read(self.tx, match), what)

    def _running(self, player: Player) -> Sequence[tuple[Match, Seat]]:
        boards = self.tx.matches.of_player(player.id)
        running = [match for match in boards if match.running]
        return [(match, Seat(match.players.index(player.id))) for match in running]

    def _tell_opponents(
        self, player: Player, matches: Sequence[Match], until: datetime | None = None
    ) -> None:
        """One mail to each, however many boards there are; without a time: he is back."""
        for other, names in boards_by_opponent(player.id, matches).items():
            to = self.tx.players.get(other)
            told = reader_of(to).moment(until) if until else ""
            facts = {"by": player.userid, "boards": names, "until": told}
            draft = Draft(to, "unreachable", facts, grant=account_grant(to), by=player.id)
            self.post.send(self.work, draft, self.letter)


def _is_bounce(absence: Absence, seat: Seat) -> bool:
    return absence.why == BOUNCE and absence.seat is seat
