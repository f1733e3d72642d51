"""How the next hop fares, and when the next mail may be tried."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from pbm.base.errors import LoginRefused, NextHopDown, SenderRefused
from pbm.mail.correspondence import LONGEST_WAIT
from pbm.smtp.outgoing import Outgoing

log = logging.getLogger(__name__)

HOP_DELAYS = tuple(timedelta(seconds=seconds) for seconds in (5, 10, 20, 30))
"""The backoff of all mails while the next hop is down; the last one repeats. The delays are short
because an attempt costs the next hop little, and mails should leave soon once it is back."""

LOGIN_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 60))
"""The backoff of all mails after a login was refused; the last one repeats."""

REFUSED_DELAYS = tuple(timedelta(hours=hours) for hours in (0, 0, 1, 2, 4))
"""The backoff of all mails while the next hop refuses us. Mails to two others are tried at once:
perhaps it was only the mail, and nobody may stop everybody's mail by what they write."""

_FIRST_PAUSE = 1 + next(n for n, (_, after) in enumerate(pairwise(REFUSED_DELAYS)) if after)
_PUT_BEHIND = timedelta(minutes=15)
_DAY, _ZERO = timedelta(days=1), timedelta(0)


def delay_of(delays: Sequence[timedelta], failures: int) -> timedelta:
    """The delay after so many earlier failures."""
    return delays[min(failures, len(delays) - 1)]


class HopState:
    """What the last attempts say about the next hop.

    trouble: why mails wait, "" if they do not.
    accused: recipients of mails for which the next hop has refused us, since it last took one.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.trouble = ""
        self.accused: set[str] = set()
        self._clock = clock
        self._failures = self._refusals = self._logins = 0
        self._until: datetime | None = None
        self._wait = _ZERO
        self._blamed: set[str] = set()

    @property
    def is_up(self) -> bool:
        return not (self._failures or self._refusals or self._logins)

    @property
    def refusals(self) -> int:
        return self._refusals

    @property
    def until(self) -> datetime:
        """The time of the next attempt."""
        return self._until or self._clock()

    def must_wait(self) -> bool:
        """Whether no mail may be tried now."""
        # After the clock has jumped back, mails must not wait until it has caught up.
        return self._until is not None and _ZERO < self._until - self._clock() <= self._wait

    def is_to_blame(self, mail: Outgoing) -> bool:
        """Whether a mail to this recipient was refused while those to others were taken."""
        return self.is_up and mail.recipient in self._blamed

    def failed(self, mail: Outgoing, error: NextHopDown) -> datetime:
        """Note that no mail can be delivered, and return until when this one waits.

        It waits longer than the others, so that another one is tried next. If only this mail makes
        the next hop fail, the other gets through.
        """
        if not self.must_wait():
            self._wait = self._next_wait(error)
            self._until = self._clock() + self._wait
        if self.trouble != str(error):
            self.trouble = str(error)
            log.warning("the next hop %s: %s", _what(error), error)
        if not isinstance(error, SenderRefused):
            return self._clock() + HOP_DELAYS[-1]
        self.accused.add(mail.recipient)
        return self._clock() + (LONGEST_WAIT if self._wait else _PUT_BEHIND)

    def _next_wait(self, error: NextHopDown) -> timedelta:
        if isinstance(error, LoginRefused):
            self._logins += 1
            return delay_of(LOGIN_DELAYS, self._logins - 1)
        if not isinstance(error, SenderRefused):
            self._failures += 1
            return delay_of(HOP_DELAYS, self._failures - 1)
        self._refusals += 1
        wait = delay_of(REFUSED_DELAYS, self._refusals - 1)
        if error.until_tomorrow and self._refusals - 1 == _FIRST_PAUSE:
            return max(wait, self._rest_of_the_day())
        return wait

    def _rest_of_the_day(self) -> timedelta:
        now = self._clock()
        return now.replace(hour=0, minute=0, second=0, microsecond=0) + _DAY - now

    def answered(self) -> None:
        """Note that the next hop is not down, though it has refused a mail."""
        self._failures = self._logins = 0
        if not self._refusals:
            self._end()

    def took(self, recipient: str) -> None:
        """Note that the next hop has taken a mail."""
        if self._refusals <= _FIRST_PAUSE:
            self._blamed |= self.accused
        self._blamed.discard(recipient)
        self.accused = set()
        self._failures = self._refusals = self._logins = 0
        self._end()

    def _end(self) -> None:
        if self.trouble:
            log.warning("the next hop is up again")
        self.trouble = ""
        self._until = None


def _what(error: NextHopDown) -> str:
    if isinstance(error, LoginRefused):
        return "refuses our login"
    return "refuses us" if isinstance(error, SenderRefused) else "is down"


class Series:
    """Mails that were given up one after the other, for the same reason, with none taken between.

    If they are to several recipients, it was not the mails.
    """

    _MOST = 3

    def __init__(self) -> None:
        self._reason = ""
        self._mails: dict[str, Outgoing] = {}
        self._taken_back: set[int] = set()

    def add(self, mail: Outgoing, reply: str) -> Collection[Outgoing]:
        """Note a mail. After too many in a row, return them, to be taken back once each."""
        if mail.id in self._taken_back:
            return ()
        reason = " ".join(reply.split()[:2])
        if reason != self._reason:
            self.end()
        self._reason = reason
        self._mails.setdefault(mail.recipient, mail)
        if len(self._mails) < self._MOST:
            return ()
        mails = [*self._mails.values()]
        self._taken_back.update(each.id for each in mails)
        self.end()
        return mails

    def end(self) -> None:
        self._mails.clear()
