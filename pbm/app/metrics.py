"""Metrics in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.app.config import Settings
from pbm.app.painter import SENT_AS_TEXT
from pbm.app.stats import gather
from pbm.app.subscribers import SUBSCRIBERS
from pbm.app.workers import (
    MAILBOX_RESTARTS,
    PAGES_RESTARTS,
    PAINTER_RESTARTS,
    PROGRAMS_RESTARTS,
    WORKER_RESTARTS,
)
from pbm.core.marks import LAST_AUDIT, LAST_BACKUP, TICK, Mark
from pbm.inbox.limits import budgets_left
from pbm.mail.correspondence import OutboxMail
from pbm.mailbox.states import State, told
from pbm.notices.alerts import refusal
from pbm.store import administration, shared
from pbm.store.nodes_protocol import Health
from pbm.store.protocol import Store, Transaction
from pbm.version import VERSION, commit

Labels = tuple[tuple[str, str], ...]
"""Pairs of label name and label value."""

Samples = Mapping[Labels, float]


@dataclass(frozen=True)
class Metric:
    """One metric with its samples by label. kind: ``gauge`` or ``counter``."""

    name: str
    meaning: str
    samples: Samples
    kind: str = "gauge"

    def lines(self) -> Iterator[str]:
        yield f"# HELP {self.name} {self.meaning}"
        yield f"# TYPE {self.name} {self.kind}"
        for labels, number in self.samples.items():
            shown = ",".join(f'{name}="{_escaped(text)}"' for name, text in labels)
            yield f"{self.name}{{{shown}}} {number}" if shown else f"{self.name} {number}"


def exposition(metrics: Iterable[Metric]) -> str:
    """Render metrics in the text format of Prometheus. A metric without samples is left out."""
    return "".join(f"{line}\n" for each in metrics if each.samples for line in each.lines())


def measure(store: Store, settings: Settings, now: datetime) -> Sequence[Metric]:
    several = shared(store)
    with store.reading() as tx:
        return [*_of_tables(tx, settings, now), *(_health(several.health()) if several else ())]


def _of_tables(tx: Transaction, settings: Settings, now: datetime) -> Sequence[Metric]:
    return [
        _labelled("build_info", "Version and commit of this program.", _build()),
        *_counts(tx),
        *_ages(tx, now),
        *_moments(tx, now),
        *_strangers(tx, settings, now),
        *_counters(tx),
        *_nodes(tx, now),
        _single(
            "database_bytes",
            "Size of the database with its write-ahead log.",
            administration(settings.place).size(),
        ),
    ]


def _nodes(tx: Transaction, now: datetime) -> Iterator[Metric]:
    """Metrics of nodes; none if a single server has the store to itself."""
    nodes = tx.nodes.list()
    seen: Samples = {(("node", each.name),): each.seen.timestamp() for each in nodes}
    yield _labelled("node_seen_timestamp_seconds", "Unix time at which a node last served.", seen)
    expired = tx.leases.expired(now) if nodes else None
    yield _optional("leases_expired", "Mails of nodes that died, sent by others.", expired)


def _health(health: Health) -> Iterator[Metric]:
    yield _single("standbys", "Standbys that confirm commits now.", health.standbys)
    yield _single("replication_lag_seconds", "Lag of the slowest standby.", health.behind_seconds)
    yield _single(
        "oldest_transaction_seconds",
        "Time for which the oldest transaction of the database has been open.",
        health.oldest_seconds,
    )


def _counters(tx: Transaction) -> Iterator[Metric]:
    for name, meaning, counter in (
        ("worker_restarts", "Worker processes restarted after they ended.", WORKER_RESTARTS),
        ("painter_restarts", "Painter processes restarted after they ended.", PAINTER_RESTARTS),
        ("programs_restarts", "Processes of programs that were restarted.", PROGRAMS_RESTARTS),
        (
            "pages_restarts",
            "Processes that write pages, restarted after they ended.",
            PAGES_RESTARTS,
        ),
        ("mailbox_restarts", "Processes that fetch letters that were restarted.", MAILBOX_RESTARTS),
        ("sent_as_text", "Mails sent as text because no HTML could be made.", SENT_AS_TEXT),
    ):
        yield _single(f"{name}_total", meaning, tx.counters.get(counter), "counter")


def _build() -> Samples:
    labels: Labels = (("version", VERSION), ("commit", commit()))
    return {labels: 1}


def _counts(tx: Transaction) -> Iterator[Metric]:
    counts = {what: dict(numbers) for what, numbers in gather(tx).items()}
    unreachable = counts["players"].pop("unreachable")
    yield _single("players_unreachable", "Players whose addresses all bounce.", unreachable)
    for what in ("letters", "mails", "boards", "players"):
        samples: Samples = {(("status", each),): number for each, number in counts[what].items()}
        yield _labelled(what, f"Number of {what} by status.", samples)


def _ages(tx: Transaction, now: datetime) -> Iterator[Metric]:
    """Ages of the oldest things that wait; 0 if none waits, so that a threshold is enough."""
    first = tx.letters.oldest_waiting()
    letter = None if first is None else tx.letters.get(first)
    yield _single(
        "oldest_letter_seconds",
        "Age of the oldest letter waiting to be acted on.",
        _since(letter.received if letter else now, now),
    )
    yield _single(
        "oldest_mail_seconds",
        "Age of the oldest mail waiting to be sent.",
        _since(_queued(tx.outbox.oldest(now)) or now, now),
    )
    yield _single(
        "next_hop_refuses", "Whether the next hop refuses our mail.", int(refusal(tx) is not None)
    )
    unpainted = tx.outbox.unfinished(1)
    yield _single("unpainted", "Mails waiting for their HTML.", tx.outbox.count_unfinished())
    yield _single(
        "oldest_unpainted_seconds",
        "Age of the oldest mail waiting for its HTML.",
        _since(_queued(unpainted[0] if unpainted else None) or now, now),
    )
    oldest = {each.name: now for each in SUBSCRIBERS} | dict(tx.unheard.oldest())
    unheard: Samples = {(("subscriber", name),): _since(at, now) for name, at in oldest.items()}
    yield _labelled(
        "oldest_unheard_seconds",
        "Age of the oldest event not yet handled by a subscriber.",
        unheard,
    )


def _moments(tx: Transaction, now: datetime) -> Iterator[Metric]:
    ticked = tx.moments.get(TICK)
    yield _optional(
        "clock_lag_seconds",
        "Time since the last tick of the game clocks; a tick is due every minute.",
        None if ticked is None else _since(ticked, now),
    )
    if fares := told(tx):
        state: Samples = {(("state", each.value),): float(each is fares.state) for each in State}
        yield _labelled("mailbox", "The state of the mailbox that letters are fetched from.", state)
        yield _optional(
            "mailbox_looked_seconds",
            "Time since the mailbox was last searched; that is due every minute.",
            None if fares.looked is None else _since(fares.looked, now),
        )
    for name, mark in (("backup", LAST_BACKUP), ("audit", LAST_AUDIT)):
        meaning = f"Unix time at which the last {name} was finished."
        yield _optional(f"last_{name}_timestamp_seconds", meaning, _unix(tx, mark))


def _strangers(tx: Transaction, settings: Settings, now: datetime) -> Iterator[Metric]:
    hour = settings.strangers_per_hour
    left: Samples = {
        (("budget", name),): more for name, more in budgets_left(tx, hour, now).items()
    }
    yield _single("strangers_budget", "Mails to strangers that each budget allows per hour.", hour)
    yield _labelled("strangers_budget_left", "Mails left in each budget this hour.", left)
    waiting = len(tx.withheld.list())
    yield _single("strangers_waiting", "Strangers' letters waiting for room in a budget.", waiting)


def _labelled(name: str, meaning: str, samples: Samples) -> Metric:
    return Metric(f"pbm_{name}", meaning, samples)


def _single(name: str, meaning: str, number: float, kind: str = "gauge") -> Metric:
    return Metric(f"pbm_{name}", meaning, {(): number}, kind)


def _optional(name: str, meaning: str, number: float | None) -> Metric:
    return Metric(f"pbm_{name}", meaning, {} if number is None else {(): number})


def _since(at: datetime, now: datetime) -> float:
    """The seconds from ``at`` to ``now``; 0 if the system clock has been set back."""
    return max(0.0, (now - at).total_seconds())


def _queued(mail: OutboxMail | None) -> datetime | None:
    return mail.queued if mail else None


def _unix(tx: Transaction, mark: Mark) -> float | None:
    at = tx.moments.get(mark)
    return None if at is None else at.timestamp()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
