"""Tokens, acts, requests, rate limits, last times and counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbm.base.errors import ConflictError
from pbm.core.bookkeeping import Act, DoorRequest
from pbm.core.marks import PERSONAL, Mark, MarkKind
from pbm.mail.correspondence import Purpose, Token
from tests.pbm.store.memory.state import Repository, plain


class MemoryTokens(Repository):
    def add(self, token: Token) -> None:
        self._state.tokens[token.hash] = replace(token, data=plain(dict(token.data)))

    def find(self, hash_: str) -> Token | None:
        return self._state.tokens.get(hash_)

    def use(self, hash_: str, at: datetime) -> bool:
        found = self.find(hash_)
        if found is None or found.used is not None:
            return False
        self._state.tokens[hash_] = replace(found, used=at, data={})
        return True

    def unused(self, player: int, purpose: Purpose) -> Sequence[Token]:
        wanted = (purpose, None)
        found = [each for each in self._of(player) if (each.purpose, each.used) == wanted]
        return sorted(found, key=lambda token: (token.created, token.hash))

    def counts(self, player: int) -> Mapping[Purpose, int]:
        return Counter(token.purpose for token in self._of(player))

    def revoke(self, player: int, purpose: str) -> None:
        for token in self.unused(player, Purpose(purpose)):
            del self._state.tokens[token.hash]

    def revoke_all(self, purpose: Purpose) -> None:
        unused = [each for each in self._state.tokens.values() if each.used is None]
        self._drop([each for each in unused if each.purpose is purpose])

    def erase(self, player: int) -> None:
        self._drop(self._of(player))

    def erase_address(self, address: str, until: datetime) -> None:
        tokens = [each for each in self._state.tokens.values() if each.created <= until]
        self._drop([each for each in tokens if each.data.get("address") == address])

    def forget(self, before: datetime) -> None:
        tokens = self._state.tokens.values()
        self._drop([each for each in tokens if each.expires and each.expires < before])

    def _of(self, player: int) -> Sequence[Token]:
        return [token for token in self._state.tokens.values() if token.player == player]

    def _drop(self, tokens: Sequence[Token]) -> None:
        for token in tokens:
            del self._state.tokens[token.hash]


class MemoryRequests(Repository):
    def add(self, door: str, player: int, what: str, at: datetime) -> DoorRequest:
        requests = self._state.requests
        return requests.add(lambda number: DoorRequest(number, door, player, what, at))

    def get(self, request: int) -> DoorRequest | None:
        return self._state.requests.get(request)


class MemoryActs(Repository):
    def add(
        self, command: str, why: str, facts: Mapping[str, Any], at: datetime, who: str = ""
    ) -> Act:
        kept = plain(dict(facts))
        return self._state.acts.add(lambda number: Act(number, at, command, why, kept, who))

    def get(self, act: int) -> Act | None:
        return self._state.acts.get(act)

    def count(self) -> int:
        return len(self._state.acts.rows)

    def list(self, limit: int = 100) -> Sequence[Act]:
        return [*self._state.acts][::-1][:limit]

    def naming(self, text: str) -> Sequence[Act]:
        wanted = text.lower()
        return [
            act
            for act in self._state.acts
            if wanted in act.command.lower() or wanted in act.why.lower()
        ]

    def reword(self, act: int, command: str, why: str) -> None:
        self._state.acts.change(act, command=command, why=why)


def is_about(mark: Mark, names: Sequence[str]) -> bool:
    return mark.kind in PERSONAL and mark.whose in names


class MemoryMarks(Repository):
    def add(self, mark: Mark, at: datetime) -> None:
        self._state.marks.append((mark, at))

    def take(self, mark: Mark, at: datetime, since: datetime, most: int, *, times: int = 1) -> bool:
        is_free = self.count(mark, since) + times <= most
        self._state.marks.extend([(mark, at)] * times if is_free else [])
        return is_free

    def count(self, mark: Mark, since: datetime) -> int:
        return len(self.times(mark, since))

    def times(self, mark: Mark, since: datetime) -> Sequence[datetime]:
        return sorted(at for each, at in self._state.marks if each == mark and at > since)

    def about(self, names: Sequence[str]) -> Mapping[Mark, int]:
        return Counter(mark for mark, _ in self._state.marks if is_about(mark, names))

    def erase(self, names: Sequence[str], until: datetime | None = None) -> None:
        self._state.marks[:] = [
            (mark, at)
            for mark, at in self._state.marks
            if not is_about(mark, names) or (until is not None and at > until)
        ]

    def forget(self, before: datetime) -> None:
        self._state.marks[:] = [row for row in self._state.marks if row[1] >= before]


class MemoryMoments(Repository):
    def get(self, mark: Mark) -> datetime | None:
        return self._state.moments.get(replace(mark, board=0))

    def set(self, mark: Mark, at: datetime) -> None:
        self._state.moments[replace(mark, board=0)] = at

    def move(self, mark: Mark, at: datetime, was: datetime | None) -> None:
        if self.get(mark) != was:
            raise ConflictError(f"the moment {mark} has changed meanwhile")
        self.set(mark, at)

    def take(self, mark: Mark, was: datetime) -> bool:
        is_still = self.get(mark) == was
        if is_still:
            self.drop(mark)
        return is_still

    def drop(self, mark: Mark) -> None:
        self._state.moments.pop(replace(mark, board=0), None)

    def of(self, kind: MarkKind) -> Mapping[Mark, datetime]:
        return {mark: at for mark, at in self._state.moments.items() if mark.kind is kind}

    def about(self, names: Sequence[str]) -> Mapping[Mark, datetime]:
        return {mark: at for mark, at in self._state.moments.items() if is_about(mark, names)}

    def erase(self, names: Sequence[str]) -> None:
        for mark in self.about(names):
            del self._state.moments[mark]


class MemoryCounters(Repository):
    def get(self, name: str) -> int:
        return self._state.counters.get(name, 0)

    def add(self, name: str) -> None:
        self._state.counters[name] = self.get(name) + 1
