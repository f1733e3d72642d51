"""The outbox."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbm.base.errors import ConflictError
from pbm.core.model import Cause
from pbm.mail.correspondence import NONE_PASSED_OVER, MailStatus, OutboxMail, PassedOver, Search
from tests.pbm.store.memory.searches import is_mail
from tests.pbm.store.memory.state import Repository


class MemoryOutbox(Repository):
    def add(self, mail: OutboxMail, at: datetime) -> int:
        kept = replace(mail, queued=at, due=mail.due or at, waits=mail.due is not None)
        return self._state.mails.add(
            lambda number: replace(kept, id=number, sent=None, attempts=0)
        ).id

    def queue(self, mail: OutboxMail, at: datetime) -> None:
        self.add(mail, at)

    def get(self, mail: int) -> OutboxMail | None:
        return self._state.mails.get(mail)

    def due(
        self,
        now: datetime,
        latest: datetime,
        limit: int,
        passed_over: PassedOver = NONE_PASSED_OVER,
    ) -> list[OutboxMail]:
        busy, sent, kinds = passed_over
        first: dict[str, OutboxMail] = {}
        for mail in self._with(MailStatus.QUEUED):
            is_wanted = not kinds or mail.kind in kinds
            if is_wanted and mail.id not in sent and mail.recipient not in busy:
                first.setdefault(mail.recipient, mail)
        return [mail for mail in first.values() if not must_wait(mail, now, latest)][:limit]

    def sent_since(self, since: datetime, most: int) -> Sequence[datetime]:
        newest = [*self._with(MailStatus.SENT)][-most:]
        return sorted(mail.sent for mail in newest if mail.sent and mail.sent >= since)

    def unfinished(self, limit: int) -> Sequence[OutboxMail]:
        return [mail for mail in self._with(MailStatus.QUEUED) if mail.page][:limit]

    def count_unfinished(self) -> int:
        return sum(bool(mail.page) for mail in self._with(MailStatus.QUEUED))

    def finish(self, mail: int, raw: bytes) -> None:
        wanted = self._still(mail, MailStatus.QUEUED)
        if not wanted.page:
            raise ConflictError(f"mail {mail} is no longer unfinished")
        copies = [each for each in self._state.mails if each.message_id == wanted.message_id]
        whole = next((each.raw for each in copies if each.raw and not each.page), raw)
        for each in copies:
            if each.page and each.status is MailStatus.QUEUED:
                self._change(each.id, raw=whole, page="")

    def rest(self, mail: int, until: datetime, why: str) -> None:
        self._still(mail, MailStatus.QUEUED)
        self._change(
            mail, status=MailStatus.RESTING, queued=until, due=until, waits=False, error=why
        )

    def end_rests(self, now: datetime) -> None:
        for mail in self._with(MailStatus.RESTING):
            if mail.due is not None and mail.due <= now:
                self._change(mail.id, status=MailStatus.QUEUED, error="")

    def wake(self, player: int, recipient: str, now: datetime) -> None:
        for mail in self._with(MailStatus.RESTING):
            if mail.player == player:
                self._queue(mail.id, recipient, now)

    def held(self) -> list[OutboxMail]:
        return [*self._with(MailStatus.HELD)]

    def gather(self, mail: int) -> None:
        self._still(mail, MailStatus.HELD)
        self._change(mail, status=MailStatus.GATHERED)

    def caused_by(self, letter: int) -> Sequence[OutboxMail]:
        return [mail for mail in self._state.mails if mail.cause.letter == letter]

    def replies_to(self, letter: int) -> list[OutboxMail]:
        return [mail for mail in self.caused_by(letter) if mail.reply]

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        return [
            mail.id
            for mail in self._state.mails
            if mail.player == player or mail.recipient in addresses
        ]

    def sent_to(self, address: str, until: datetime, owner: int | None) -> Sequence[int]:
        return [
            mail.id
            for mail in self._state.mails
            if mail.recipient == address
            if (mail.queued or until) <= until or mail.player not in (None, owner)
        ]

    def erase(self, mails: Sequence[int]) -> None:
        for mail in mails:
            self._change(mail, raw=b"", page="", recipient="", error="", accepted="")

    def thread(self, board: int, player: int) -> list[str]:
        told = [mail.message_id for mail in self._about(board) if mail.player == player]
        ids = [*dict.fromkeys(told)]
        return ids[:1] + ids[1:][-3:]

    def reported(self, board: int) -> set[tuple[int, int]]:
        return {
            (mail.seq, mail.player)
            for mail in self._about(board)
            if mail.seq is not None and mail.player is not None
        }

    def causes(self, board: int) -> Mapping[int, Cause]:
        return {mail.seq: mail.cause for mail in self._about(board) if mail.seq is not None}

    def mark_sent(self, accepted: Mapping[int, str], now: datetime) -> None:
        for mail, reply in accepted.items():
            self._change(mail, status=MailStatus.SENT, sent=now, error="", accepted=reply)

    def postpone(self, mail: int, until: datetime, why: str, *, attempts: int = 1) -> None:
        found = self._still(mail, MailStatus.QUEUED)
        self._change(mail, due=until, waits=True, error=why, attempts=found.attempts + attempts)

    def mark_dead(self, mail: int, why: str, *, was: MailStatus = MailStatus.QUEUED) -> None:
        self._still(mail, was)
        self._change(mail, status=MailStatus.DEAD, error=why)

    def revive(self, mail: int, recipient: str, now: datetime, *, was: MailStatus) -> None:
        self._still(mail, was)
        self._queue(mail, recipient, now)
        self._change(mail, attempts=0)

    def drop(self, mail: int, why: str = "", *, was: MailStatus = MailStatus.QUEUED) -> None:
        self._still(mail, was)
        self._change(mail, status=MailStatus.DROPPED, **({"error": why} if why else {}))

    def blank(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        self._blank(self._old(before, statuses))

    def blank_strangers(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        known = {address for player in self._state.players for address in player.addresses}
        old = self._old(before, statuses)
        self._blank([mail for mail in old if mail.player is None and mail.recipient not in known])

    def list(self, status: MailStatus | None = None, limit: int = 100) -> list[OutboxMail]:
        return [*self.find(Search(status=status), limit)]

    def find(self, search: Search, limit: int) -> Sequence[OutboxMail]:
        return self._found(search)[::-1][:limit]

    def found(self, search: Search) -> int:
        return len(self._found(search))

    def counts(self) -> Mapping[MailStatus, int]:
        return Counter(mail.status for mail in self._state.mails)

    def numbers(self, search: Search) -> Sequence[int]:
        return [mail.id for mail in self._found(search)]

    def oldest(self, now: datetime) -> OutboxMail | None:
        waiting = [(mail.queued, mail.id) for mail in self._with(MailStatus.QUEUED) if mail.queued]
        return self.get(min(waiting)[1]) if waiting and min(waiting)[0] <= now else None

    def _queue(self, mail: int, recipient: str, now: datetime) -> None:
        queued = {
            "status": MailStatus.QUEUED,
            "queued": now,
            "due": now,
            "waits": False,
            "error": "",
        }
        self._change(mail, recipient=recipient, **queued)

    def _still(self, mail: int, was: MailStatus) -> OutboxMail:
        found = self.get(mail)
        if found is None or found.status is not was:
            raise ConflictError(f"mail {mail} is no longer {was.value}")
        return found

    def _old(self, before: datetime, statuses: Collection[MailStatus]) -> Sequence[OutboxMail]:
        return [
            mail
            for mail in self._state.mails
            if mail.status in statuses and mail.queued is not None and mail.queued < before
        ]

    def _blank(self, mails: Sequence[OutboxMail]) -> None:
        for mail in mails:
            self._change(mail.id, raw=b"", page="", error="", accepted="")

    def _change(self, mail: int, **values: Any) -> None:
        self._state.mails.change(mail, **values)

    def _with(self, status: MailStatus) -> Sequence[OutboxMail]:
        return [mail for mail in self._state.mails if mail.status is status]

    def _about(self, board: int) -> Sequence[OutboxMail]:
        return [mail for mail in self._state.mails if mail.board == board]

    def _found(self, search: Search) -> Sequence[OutboxMail]:
        return [mail for mail in self._state.mails if is_mail(self._state, search, mail)]


def must_wait(mail: OutboxMail, now: datetime, latest: datetime) -> bool:
    return bool(mail.page) or (mail.waits and mail.due is not None and now < mail.due <= latest)
