"""Nodes, and who delivers a mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from pbm.core.bookkeeping import Node
from pbm.mail.correspondence import MailStatus
from tests.pbm.store.memory.state import Repository


class MemoryNodes(Repository):
    def put(self, node: Node) -> None:
        self._state.nodes[node.name] = node

    def list(self) -> Sequence[Node]:
        return [self._state.nodes[name] for name in sorted(self._state.nodes)]

    def forget_key(self) -> None:
        for name, node in self._state.nodes.items():
            self._state.nodes[name] = replace(node, key="")


class MemoryLeases(Repository):
    def take(self, mail: int, node: str, now: datetime, until: datetime) -> bool:
        found = self._state.mails.get(mail)
        owner, end = self._state.leases.get(mail, (node, now))
        if found is None or found.status is not MailStatus.QUEUED or (owner != node and end > now):
            return False
        self._state.leases[mail] = node, until
        return True

    def drop(self, mail: int) -> None:
        self._state.leases.pop(mail, None)

    def release(self, node: str) -> None:
        for mail, (owner, _) in [*self._state.leases.items()]:
            if owner == node:
                self.drop(mail)

    def recipients(self, node: str, now: datetime) -> Collection[str]:
        others = [
            mail
            for mail, (owner, until) in self._state.leases.items()
            if owner != node and until > now
        ]
        return {self._state.mails.rows[mail].recipient for mail in others}

    def expired(self, now: datetime) -> int:
        return sum(until <= now for _, until in self._state.leases.values())
