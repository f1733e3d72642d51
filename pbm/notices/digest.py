"""The digest: one mail in the morning with all that was held for a player.

Mails are held for players who want a daily digest, and for any player beyond the hourly limit on
mails caused by others. Held mails are composed like all others, and wait in the outbox.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import groupby
from typing import Any

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.core.zones import next_morning
from pbm.mail.correspondence import OutboxMail
from pbm.notices.contest_views import standing_facts
from pbm.notices.daily import wants_digest
from pbm.notices.kinds import MailKind
from pbm.notices.page.offers import Offer
from pbm.notices.pages import Page, Part
from pbm.notices.readers import reader_of
from pbm.store.protocol import Transaction

# Encoded lines of a mail are folded at 76 columns, and the address is indented by 4.
LONGEST_ANSWER = 72

LONGEST = 200_000
"""Upper bound for the mails in one digest, in bytes; a single mail may be larger."""


def by_reader(mails: Iterable[OutboxMail]) -> list[tuple[int, Sequence[OutboxMail]]]:
    """Group held mails by player, oldest first."""
    ordered = sorted(mails, key=lambda mail: (mail.player or 0, mail.id))
    return [
        (player, list(group))
        for player, group in groupby(ordered, key=lambda mail: mail.player)
        if player is not None
    ]


def due_mails(player: Player, mails: Sequence[OutboxMail], now: datetime) -> Sequence[OutboxMail]:
    """Return the mails held for a player that are due now.

    If the player wants a digest, all are due from the morning after the oldest one was queued.
    Otherwise each is due at its own time: at once if the player has turned the digest off, the next
    morning for a mail beyond the hourly limit.

    mails: oldest first, not empty.
    """
    if wants_digest(player):
        return mails if next_morning(_queued(mails[0]), player) <= now else []
    return [mail for mail in mails if mail.due is not None and mail.due <= now]


def batches(mails: Sequence[OutboxMail]) -> Iterator[Sequence[OutboxMail]]:
    """Split the mails into batches of at most ``LONGEST`` bytes."""
    batch: list[OutboxMail] = []
    size = 0
    for mail in mails:
        if batch and size + len(mail.raw) > LONGEST:
            yield batch
            batch, size = [], 0
        batch.append(mail)
        size += len(mail.raw)
    if batch:
        yield batch


def _queued(mail: OutboxMail) -> datetime:
    assert mail.queued is not None, "a held mail has been queued"
    return mail.queued


@dataclass(frozen=True)
class Entry:
    """A held mail in a digest.

    text: its text without the signature.
    nonces: the nonces of the mail's own token and of those in its links; empty without a token.
    token: the number of its own token in the digest, where 0 is the token of the digest itself.
    page: the facts of its HTML part; None for a mail of text alone.
    """

    kind: str
    subject: str
    text: str
    nonces: Sequence[str]
    token: int
    page: Page | None

    @property
    def can_be_answered(self) -> bool:
        """Whether there is something to answer: a result is only told."""
        return bool(self.nonces) and self.kind != MailKind.CONTEST_NEWS

    @property
    def has_links(self) -> bool:
        return self.page is not None and any(offer.text for offer in self.page.offers)


def entries_of(mails: Iterable[OutboxMail]) -> Iterator[Entry]:
    tokens = 0
    for mail in mails:
        message = message_from_bytes(mail.raw, policy=default)
        assert isinstance(message, EmailMessage), "the policy makes it one"
        plain = message.get_body(("plain",))
        assert plain is not None, "every mail of ours has a text"
        text = str(plain.get_content()).replace("\r\n", "\n").rpartition("\n-- \n")[0].rstrip()
        page = Page.from_json(mail.page) if mail.page else None
        nonces = mail.nonce.split()
        tokens += bool(nonces)
        # The subject of the mail itself may be the same for a whole game.
        subject = (page.subject if page else "") or str(message["Subject"])
        yield Entry(mail.kind, subject, text, nonces, tokens, page)


def tables(
    tx: Transaction, player: Player, entries: Sequence[Entry], contests: Sequence[int]
) -> Mapping[int, Any]:
    """The present tables of contests, by the number of the entry below which each is shown: once,
    below the last news of its contest, unless a mail in the digest shows it already.

    contests: for each entry, the id of its contest, 0 for none.
    """
    last = {contest: at for at, contest in enumerate(contests) if contest}
    news = {
        contest: at for contest, at in last.items() if entries[at].kind == MailKind.CONTEST_NEWS
    }
    found = {at: tx.contests.get(contest) for contest, at in news.items()}
    return {
        at: standing_facts(tx, contest, reader_of(player))
        for at, contest in found.items()
        if contest is not None and contest.kind.has_table and not contest.open
    }


def with_entries(page: Page, text: str, entries: Iterable[Entry], tokens: int) -> Page:
    """The page of a digest with the boards and the links of its mails, each in its place.

    text: the text of the digest.
    tokens: how many tokens the digest has, not counting those in the links of its mails; these
        have the next numbers.
    """
    diagrams, parts, folded, behind = list(page.diagrams), [], list(page.folded), 0
    for entry in entries:
        at = text.find(f"\n{entry.text}\n", behind)
        if entry.page is not None and at >= 0:
            behind = at + 1 + len(entry.text)
            first, end = (text.count("\n", 0, each) for each in (at + 1, behind))
            diagrams += [
                replace(each, first=first + each.first, end=first + each.end)
                for each in entry.page.diagrams
            ]
            folded += [first + each for each in entry.page.folded if first + each <= end]
            numbers = [entry.token, *range(tokens, tokens + len(entry.nonces) - 1)]
            offers = [_within(entry, each, numbers) for each in entry.page.offers if each.text]
            parts.append(Part(first, end + 1, offers))
        tokens += len(entry.nonces[1:])
    return replace(page, diagrams=diagrams, parts=parts, folded=folded)


def _within(entry: Entry, offer: Offer, numbers: Sequence[int]) -> Offer:
    """An offer of a mail, as it appears in the digest.

    numbers: the numbers of the mail's tokens in the digest.
    """
    links = [
        link if link.token is None else replace(link, token=numbers[link.token])
        for link in offer.links
    ]
    return replace(offer, links=links, subject=entry.subject)
