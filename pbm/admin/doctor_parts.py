"""Checks of external engines, and of a database that several nodes share, with these nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from pbm.admin.check import Check, Level
from pbm.app.config import Settings
from pbm.app.externals import ExternalEngine, speaks
from pbm.app.nodes import fingerprint, single_machine
from pbm.core.bookkeeping import Node
from pbm.programs import sandbox
from pbm.programs.opponents import ForfeitError
from pbm.store.nodes_protocol import Health, Shared
from pbm.store.protocol import Transaction


def examine_engines(settings: Settings) -> Iterator[Check]:
    """Check that each external engine answers in the sandbox."""
    engines = settings.programs_external.engines if settings.programs_on else ()
    why = sandbox.fault() if engines else ""
    if why:
        advice = "install bubblewrap and let this user make user namespaces, or remove the engines"
        yield Check("engines", f"no external engine takes part: {why}", advice, Level.WARN)
        return
    for engine in engines:
        yield _engine(engine)


def _engine(engine: ExternalEngine) -> Check:
    name = f"engine {engine.userid}"
    try:
        speaks(engine)
    except ForfeitError as failure:
        return Check(name, str(failure), "correct its command, or remove it", Level.WARN)
    return Check(name, f"answers, and plays {', '.join(engine.rulesets)}")


LOST = timedelta(minutes=5)
SKEWED = timedelta(seconds=5)
LONG_SECONDS, BEHIND_SECONDS = 60, 30


def examine_nodes(
    store: Shared, tx: Transaction, settings: Settings, key: bytes, now: datetime
) -> Iterator[Check]:
    """Check the database and the nodes. now: the time of this machine."""
    health, there = store.health(), store.now()
    yield _durability(health, settings)
    yield _transactions(health)
    yield _clock(now, there)
    nodes = tx.nodes.list()
    yield _key(nodes, key)
    yield _nodes(nodes, there)
    expired = tx.leases.expired(there)
    advice = "read the log of pbm serve: mails wait, or were sent without a mark" if expired else ""
    yield Check("leases", f"{expired} have expired", advice, Level.WARN)


def _durability(health: Health, settings: Settings) -> Check:
    fault = single_machine(health)
    if settings.store_durability == "local" or not fault:
        behind = f", {health.behind_seconds:.0f} s behind" if health.standbys else ""
        found = f"PostgreSQL {health.version}; {health.standbys} standbys confirm commits{behind}"
        late = health.standbys and health.behind_seconds > BEHIND_SECONDS
        return Check("standbys", found, "see why a standby is behind" if late else "", Level.WARN)
    return Check("standbys", fault, 'set synchronous_standby_names, or store_durability = "local"')


def _transactions(health: Health) -> Check:
    found = f"the oldest has been open for {health.oldest_seconds:.0f} s"
    advice = "see pg_stat_activity" if health.oldest_seconds > LONG_SECONDS else ""
    return Check("transactions", found, advice, Level.WARN)


def _clock(now: datetime, there: datetime) -> Check:
    apart = abs(now - there)
    found = f"{apart.total_seconds():.1f} s from that of the database, which counts"
    return Check("clock", found, "run NTP" if apart > SKEWED else "", Level.WARN)


def _key(nodes: Sequence[Node], key: bytes) -> Check:
    other = [node.name for node in nodes if node.key not in ("", fingerprint(key))]
    if other:
        return Check("key", f"{other[0]} has another one", "copy pbm.key from one to the others")
    return Check("key", "the same on all nodes")


def _nodes(nodes: Sequence[Node], there: datetime) -> Check:
    seen = ", ".join(f"{node.name} {node.seen:%Y-%m-%d %H:%M}" for node in nodes) or "none yet"
    lost = any(there - node.seen > LOST for node in nodes)
    return Check(
        "nodes", f"seen: {seen}", "start those that are missing" if lost else "", Level.WARN
    )
