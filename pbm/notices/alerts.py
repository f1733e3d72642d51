"""Alerts to the operator: problems, and letters to postmaster@ and abuse@.

There is at most one digest an hour. A digest never reports alerts, or letters written by this
server. So there is no mail loop if the operator's address bounces, auto-replies or is forwarded
back here.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from pbm.base.logs import mask_addresses
from pbm.core.bookkeeping import ServerAct
from pbm.core.marks import MarkKind, Trouble
from pbm.core.model import Cause
from pbm.core.ratings import WITHIN
from pbm.mail.correspondence import KeptLetter, LetterStatus, MailStatus, OutboxMail
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.notes import Note
from pbm.mail.read import read
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.posting.post import Post
from pbm.notices.readers import reader_of
from pbm.play.board_repository import BoardRepository
from pbm.play.programs import stuck_boards
from pbm.play.ratings.gifts import gifts
from pbm.play.work import Work
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]

EVERY = timedelta(hours=1)
DISK_AGAIN = timedelta(days=1)
FIRST_TIME = timedelta(days=1)
"""How far the very first digest looks back."""

LEAST_FREE = 200 * 1024 * 1024
MIB = 1024 * 1024


# Upper bounds, so that a flood of letters to postmaster@ is not passed on in full.
MOST_SHOWN = 5
MOST_LINES = 40
_LOOKED_AT = 100

_LAST, _DISK = MarkKind.ALERT.of(), MarkKind.ALERT.of("disk")


def note(tx: Transaction, trouble: Trouble, now: datetime) -> None:
    """Count a problem for the next digest."""
    tx.marks.add(trouble.mark, now)


def times_noted(tx: Transaction, trouble: Trouble, since: datetime) -> int:
    """How often a problem was counted after ``since``."""
    return tx.marks.count(trouble.mark, since)


class Refusal(NamedTuple):
    """The next hop's reply to all our mail, and when one is tried again."""

    reply: str
    until: datetime


def refusal(tx: Transaction) -> Refusal | None:
    """How the next hop refuses us; None if it does not."""
    refused = tx.moments.of(MarkKind.REFUSED).items()
    return next((Refusal(mark.whose, until) for mark, until in refused), None)


def give_up(tx: Transaction, mail: int, why: str, now: datetime) -> None:
    """Mark a mail as undeliverable.

    The operator is told, unless the mail was an alert itself. An answer to a stranger is dropped
    instead: the address may have been forged, and there is nothing to do about it.
    """
    given_up = tx.outbox.get(mail)
    if given_up is None:
        return
    if _is_strangers(tx, given_up):
        tx.outbox.drop(mail, why, was=given_up.status)
        return
    tx.outbox.mark_dead(mail, why, was=given_up.status)
    if given_up.kind != MailKind.ALERT:
        note(tx, Trouble.DEAD, now)


def _is_strangers(tx: Transaction, mail: OutboxMail) -> bool:
    """Whether the recipient is neither a player, nor an address of one, nor the operator."""
    is_known = mail.player is not None or mail.kind == MailKind.ALERT
    return not is_known and tx.players.by_address(mail.recipient) is None


class Alerts:
    """Sends the digests.

    operator: the address, "" to send none. data: the directory whose free disk space is watched.
    """

    def __init__(
        self, repository: BoardRepository, identity: Identity, post: Post, operator: str, data: Path
    ) -> None:
        self._repository, self._identity, self._post = repository, identity, post
        self._operator, self._data = operator, data

    def tick(self, tx: Transaction, now: datetime) -> None:
        """Queue a digest if there is something to report and the last one is an hour old."""
        last = tx.moments.get(_LAST)
        if not self._operator or (last is not None and now - last < EVERY):
            return
        news = _News(tx, self._identity, self._operator, last or now - FIRST_TIME, now)
        disk = self._disk(tx, now)
        if not disk and not any(map(news.count, Trouble)):
            return
        facts = {**news.facts(), "disk": disk}
        if any(facts.values()):
            self._send(tx, facts, now)

    def _send(self, tx: Transaction, facts: Facts, now: datetime) -> None:
        tx.moments.set(_LAST, now)
        if facts["disk"]:
            tx.moments.set(_DISK, now)
        act = tx.acts.add(ServerAct.CLOCK, "the operator is told what needs a person", {}, now)
        work = Work(tx, now, Cause(act=act.id), self._repository)
        self._post.send(work, Draft(self._operator, MailKind.ALERT, facts))

    def _disk(self, tx: Transaction, now: datetime) -> str:
        """The free disk space if it is low and was not reported within a day, otherwise ""."""
        free, told = shutil.disk_usage(self._data).free, tx.moments.get(_DISK)
        if free >= LEAST_FREE or (told is not None and now - told < DISK_AGAIN):
            return ""
        return f"{free // MIB} MiB"


@dataclass(frozen=True)
class _News:
    """The problems since the last digest."""

    tx: Transaction
    identity: Identity
    operator: str
    since: datetime
    now: datetime

    def facts(self) -> Facts:
        return {
            "refused": self._refused() if self.count(Trouble.REFUSED) else "",
            "dead": self._counted(Trouble.DEAD, self._dead()),
            "failed": self._counted(Trouble.FAILED, self._failed()),
            "scarce": self.count(Trouble.SCARCE) > 0,
            "plain": self.count(Trouble.PLAIN),
            "crowded": self.count(Trouble.CROWDED) > 0,
            "stuck": self._stuck() if self.count(Trouble.STUCK) else [],
            "engines": self._engines() if self.count(Trouble.ENGINE) else [],
            "feeding": self._feeding() if self.count(Trouble.FEEDING) else [],
            "bouncing": self._bouncing(),
            **self._letters(),
        }

    def count(self, trouble: Trouble) -> int:
        return times_noted(self.tx, trouble, self.since)

    def _counted(self, trouble: Trouble, shown: Sequence[str]) -> Facts:
        number = self.count(trouble)
        return {"number": number, "shown": shown[:number]} if number else {}

    def _dead(self) -> Sequence[str]:
        mails = self.tx.outbox.list(MailStatus.DEAD, MOST_SHOWN)
        return [
            f"mail {mail.id} ({mail.kind}): {mask_addresses(mail.error)}"
            for mail in mails
            if mail.kind != MailKind.ALERT
        ]

    def _refused(self) -> str:
        """How the next hop refuses us, if it still does."""
        found = refusal(self.tx)
        return found.reply if found else ""

    def _failed(self) -> Sequence[str]:
        letters = self.tx.letters.list(LetterStatus.FAILED, MOST_SHOWN)
        return [f"letter {kept.id}" for kept in letters]

    def _stuck(self) -> Sequence[str]:
        """The boards on which programs have got stuck since the last digest."""
        boards = sorted(stuck_boards(self.tx, self.since).values())
        matches = filter(None, map(self.tx.matches.get, boards))
        return [match.name for match in matches]

    def _engines(self) -> Sequence[str]:
        """The external engines that have failed since the last digest."""
        failed = self.tx.moments.of(MarkKind.FAILING)
        return sorted(mark.whose for mark, at in failed.items() if at > self.since)

    def _feeding(self) -> Sequence[Facts]:
        """Players who give many games up to the same other player."""
        return [
            {
                "giver": self.tx.players.get(each.giver).userid,
                "taker": self.tx.players.get(each.taker).userid,
                "games": each.games,
                "days": WITHIN // timedelta(days=1),
            }
            for each in gifts(self.tx, self.now)
        ]

    def _bouncing(self) -> Sequence[Facts]:
        reader = reader_of(None)
        return [
            {"userid": player.userid, "address": address, "day": reader.day(at)}
            for player in self.tx.players.list()
            for address, at in player.bouncing.items()
            if at > self.since and address != self.operator
        ]

    def _letters(self) -> Facts:
        """Letters to the operator, oldest first, and how many were left out."""
        newest = self.tx.letters.list(LetterStatus.IGNORED, _LOOKED_AT)
        theirs = [kept for kept in newest if kept.note == Note.FOR_OPERATOR]
        number = self.count(Trouble.ASKED)
        new = theirs[:number][::-1][:MOST_SHOWN]
        told = [_told(kept, self._read(kept)) for kept in new]
        return {"letters": told, "more": number - len(told)}

    def _read(self, kept: KeptLetter) -> Letter:
        return read(kept.envelope, domain=self.identity.address)


def _told(kept: KeptLetter, letter: Letter) -> Facts:
    return {
        "letter": kept.id,
        "sender": ", ".join(letter.authors) or "an unknown address",
        "to": ", ".join(kept.recipients),
        "subject": letter.subject,
        "lines": list(letter.lines[:MOST_LINES]),
    }
