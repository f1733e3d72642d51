"""Fakes for the pump: an outbox in memory, a transport, and a clock that tests advance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from pbm.base.errors import NextHopDown
from pbm.smtp.outgoing import Outgoing

START = datetime(2026, 11, 20, 12, tzinfo=UTC)


class FakeClock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def wait(self, time: timedelta) -> None:
        self.now += time


@dataclass
class Row:
    mail: Outgoing
    due: datetime
    status: str = "queued"
    why: str = ""


class MemoryQueue:
    """An outbox in memory that behaves as the store's outbox."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self.rows: dict[int, Row] = {}
        self.refusal: tuple[str, datetime] | None = None
        self.told: list[str] = []

    def add(self, recipient: str, *, is_move: bool = False) -> int:
        now, number = self._clock(), len(self.rows) + 1
        mail = Outgoing(number, "", recipient, b"hello\r\n", 0, now, is_move)
        self.rows[mail.id] = Row(mail, self._clock())
        return mail.id

    def due(self, now: datetime, limit: int, busy: Collection[str]) -> list[Outgoing]:
        oldest: dict[str, Row] = {}
        # A copy, because the test may add a mail meanwhile.
        for row in list(self.rows.values()):
            if row.status == "queued":
                oldest.setdefault(row.mail.recipient, row)
        found = [row.mail for row in oldest.values() if row.due <= now]
        return [mail for mail in found if mail.recipient not in busy][:limit]

    def sent(self, mail: int, now: datetime, accepted: str) -> None:
        self.rows[mail].status, self.rows[mail].why = "sent", accepted

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        row = self.rows[mail]
        row.due, row.why = until, why
        row.mail = replace(row.mail, attempts=row.mail.attempts + 1)

    def deferred(self, mail: int, until: datetime, why: str) -> None:
        self.rows[mail].due, self.rows[mail].why = until, why

    def dead(self, mail: int, why: str) -> None:
        self.rows[mail].status, self.rows[mail].why = "dead", why

    def refused(self, mail: int, why: str) -> None:
        self.rows[mail].status, self.rows[mail].why = "refused", why

    def stopped(self, until: datetime, why: str, *, tell: bool) -> None:
        self.refusal = why, until
        self.told += [why] * tell

    def resumed(self) -> None:
        self.refusal = None

    def revived(self, mail: int, until: datetime, why: str) -> None:
        self.rows[mail].status, self.rows[mail].due, self.rows[mail].why = "queued", until, why

    def statuses(self) -> list[str]:
        return [row.status for row in self.rows.values()]


@dataclass
class FakeTransport:
    """Fails for given recipients or mails, and records every attempt."""

    clock: Callable[[], datetime]
    failures: dict[str | int, Exception] = field(default_factory=dict)
    tried: dict[int, list[datetime]] = field(default_factory=lambda: defaultdict(list))
    delivered: list[int] = field(default_factory=list)
    down: bool = False
    closed: bool = False

    def deliver(self, mail: Outgoing) -> str:
        self.tried[mail.id].append(self.clock())
        if self.down:
            raise NextHopDown("connection refused")
        failure = self.failures.get(mail.id) or self.failures.get(mail.recipient)
        if failure:
            raise failure
        self.delivered.append(mail.id)
        return "250 taken"

    def close(self) -> None:
        self.closed = True

    @property
    def attempts(self) -> int:
        return sum(map(len, self.tried.values()))
