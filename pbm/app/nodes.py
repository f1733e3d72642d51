"""What nodes on one store have in common: some settings, and the key."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime, timedelta

from pbm.app.config import Settings, value
from pbm.base.errors import PermanentFailure, UsageError
from pbm.core.bookkeeping import Node
from pbm.store.nodes_protocol import Health
from pbm.store.protocol import Transaction
from pbm.version import VERSION

SHARED = (
    "domain",
    "address",
    "keep_letters",
    "trust_authserv",
    "trusted_peers",
    "programs_on",
    "programs_name",
    "site_url",
)
"""Settings that all nodes share: they decide what letters mean, how long they stay, who plays."""

RUNS = timedelta(minutes=1)
"""A node that was seen within this time counts as running."""


def this_node(settings: Settings, key: bytes, now: datetime) -> Node:
    shown = {name: str(value(settings, name) or "") for name in SHARED}
    return Node(settings.node_name, now, VERSION, fingerprint(key), shown)


def fingerprint(key: bytes) -> str:
    """A hash of the key that reveals nothing about it."""
    return hashlib.sha256(b"fingerprint " + key).hexdigest()[:16]


def check_key(nodes: Iterable[Node], key: bytes) -> None:
    """:raises PermanentFailure: if a node has another key"""
    for node in nodes:
        if node.key not in ("", fingerprint(key)):
            raise PermanentFailure(
                f"the key here is not that of {node.name}; copy pbm.key from there, because each"
                " node must know the reply addresses of the others"
            )


def check_settings(nodes: Iterable[Node], here: Node) -> None:
    """:raises UsageError: if a running node has another value of a shared setting"""
    for node in nodes:
        runs = node.name != here.name and here.seen - node.seen < RUNS
        for name, text in here.settings.items() if runs else ():
            there = node.settings.get(name, "")
            if there != text:
                raise UsageError(f"{name} is {_said(text)} here, but {_said(there)} on {node.name}")


def _said(text: str) -> str:
    return f'"{text}"' if text else "not set"


def single_machine(health: Health) -> str:
    """The reason why a commit may be on only one machine; "" if it is on two."""
    if not health.synchronous:
        return "no standby confirms commits (synchronous_standby_names is empty)"
    if health.commit in ("off", "local"):
        return f"commits do not wait for standbys (synchronous_commit is {health.commit})"
    return ""


def check_durability(health: Health, settings: Settings) -> None:
    """:raises UsageError: if the setting asks for two machines, and the database has one"""
    fault = single_machine(health)
    if settings.store_durability == "quorum" and fault:
        raise UsageError(f'{fault}; where that is meant, set store_durability = "local"')


def join(tx: Transaction, settings: Settings, key: bytes, now: datetime) -> None:
    """Note that this node serves.

    :raises UsageError, PermanentFailure: as ``check_settings`` and ``check_key`` do
    """
    nodes, here = tx.nodes.list(), this_node(settings, key, now)
    check_key(nodes, key)
    check_settings(nodes, here)
    tx.nodes.put(here)
