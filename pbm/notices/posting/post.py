"""Queues mails for drafts: decides where and when each goes, and what it contains."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pbm.base.values import replace
from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.mail.correspondence import MailStatus, OutboxMail
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.write import compose, masked
from pbm.notices import digest
from pbm.notices.bounds import is_blocked
from pbm.notices.daily import wants_digest
from pbm.notices.deadlines import deadline_facts, with_calendar
from pbm.notices.digest import Entry, entries_of, with_entries
from pbm.notices.dispatch import take_drafts
from pbm.notices.drafts import CONTEST, Draft, digest_grant
from pbm.notices.kinds import MailKind
from pbm.notices.page.card import Card
from pbm.notices.page.html import first_word
from pbm.notices.page.link_tokens import LinkTokens
from pbm.notices.page.offers import Offer
from pbm.notices.pages import Page, page_of
from pbm.notices.posting import joining
from pbm.notices.posting.cards import with_tokens
from pbm.notices.posting.granting import Access, Granting
from pbm.notices.posting.headings import heading_of
from pbm.notices.posting.placing import hold_back, queue
from pbm.notices.posting.texts import Texts, form_of, language_in
from pbm.notices.posting.threads import Thread, thread_for
from pbm.notices.rendering import Rendered
from pbm.play.settings import TEXT
from pbm.play.work import Work
from pbm.store.protocol import Transaction


class _Delivery(NamedTuple):
    """Where and when a mail is sent. receipt: a waiting receipt whose place the mail takes."""

    recipient: str
    status: MailStatus
    due: datetime | None = None
    receipt: OutboxMail | None = None


class _Content(NamedTuple):
    """A mail as it is kept.

    page: its HTML part, if it has one.
    nonces: those of the tokens in the links of that part.
    """

    message_id: str
    raw: bytes
    page: Page | None
    nonces: Sequence[str]


class Post:
    """Queues mails in the outbox."""

    def __init__(self, identity: Identity) -> None:
        self._domain = identity.domain
        self._granting = Granting(identity)
        self._texts = Texts(identity)

    def send(
        self, work: Work, draft: Draft, letter: Letter | None = None, *, reply: bool = False
    ) -> OutboxMail | None:
        """Queue a mail.

        letter: the letter that caused the mail, if one did.
        reply: whether the mail answers that letter.

        :return: None if nothing is sent, because the player has no address or a block forbids it
        """
        author = _author(letter)
        recipient = _recipient(draft, author)
        if not recipient or is_blocked(work.tx, draft):
            return None
        delivery = self._delivery(work, draft, recipient, reply=reply)
        draft = self._joined(work.tx, draft, delivery, reply=reply)
        draft, access = self._granting.access(work, draft)
        thread = thread_for(work.tx, draft, letter, delivery.receipt, reply=reply)
        content = self._content(work, draft, delivery, access, thread)
        mail = OutboxMail(
            recipient=recipient,
            kind=draft.kind.value,
            message_id=content.message_id,
            raw=content.raw,
            cause=work.cause,
            nonce=" ".join([*access.nonces, *content.nonces]),
            reply_key=self._granting.reply_key(access.token),
            page=_stored(content.page, access.tokens),
            reply=reply,
            board=draft.board,
            seq=draft.seq,
            player=draft.player.id if draft.player else None,
            status=delivery.status,
            due=delivery.due,
        )
        is_notice = not reply and delivery.status is MailStatus.QUEUED
        reader = draft.player if is_notice and recipient != author else None
        queue(work, mail, reader, delivery.receipt)
        _note_told(work.tx, draft)
        return mail

    def tell(self, work: Work, letter: Letter | None = None) -> None:
        """Queue the mails for all published news. letter: as for ``send``."""
        for draft in take_drafts(work, _author(letter)):
            self.send(work, draft, letter)

    def send_digest(self, work: Work, player: Player, mails: Sequence[OutboxMail]) -> None:
        """Queue one mail that contains all of ``mails``, with the reply address of each."""
        entries = list(entries_of(mails))
        draft = self._digest(work.tx, player, entries)
        nonce, token = self._granting.granted(work, draft.grant)
        own = [entry.nonces[0] for entry in entries if entry.nonces]
        tokens = [token, *(self._granting.token(each) for each in own)]
        offers: list[Offer] = []
        rendered = self._texts.rendered(draft, token, work.now, offers)
        written = self._texts.written(
            rendered, draft, player.mailbox, self._granting.reply_to(token), work.now
        )
        page, nonces = self._page(work, draft, rendered, offers, *tokens)
        if page is not None:
            page = with_entries(page, rendered.body, entries, len(tokens) + len(nonces))
            nonces = [*nonces, *(each for entry in entries for each in entry.nonces[1:])]
        mail = OutboxMail(
            recipient=written.recipient,
            kind=draft.kind.value,
            message_id=written.message_id,
            raw=compose(written, *tokens),
            cause=work.cause,
            nonce=" ".join([nonce, *own, *nonces]),
            page=_stored(page, tokens),
            player=player.id,
        )
        queue(work, mail, player)

    def _delivery(self, work: Work, draft: Draft, recipient: str, *, reply: bool) -> _Delivery:
        if reply:
            due = joining.until(work.tx, draft, work.now)
            return _Delivery(recipient, MailStatus.QUEUED, due)
        held = self._hold_back(work.tx, draft, work.now)
        if held is not None:
            return _Delivery(recipient, MailStatus.HELD, held)
        receipt = joining.waiting_receipt(work.tx, draft, recipient, work.now)
        return _Delivery(recipient, MailStatus.QUEUED, receipt=receipt)

    def _joined(self, tx: Transaction, draft: Draft, delivery: _Delivery, *, reply: bool) -> Draft:
        """The draft. What a waiting receipt says of the letter, the mail in its place says, too."""
        if reply and delivery.due is not None:
            return joining.with_memory(draft)
        if delivery.receipt is None:
            return draft
        nonce, *_ = delivery.receipt.nonce.split()
        return joining.in_its_place(draft, self._granting.stored(tx, nonce))

    def _content(
        self, work: Work, draft: Draft, delivery: _Delivery, access: Access, thread: Thread
    ) -> _Content:
        offers: list[Offer] = []
        rendered = self._texts.rendered(draft, access.token, work.now, offers)
        reply_to = self._granting.reply_to(access.token)
        written = self._texts.written(rendered, draft, delivery.recipient, reply_to, work.now)
        written = replace(written, **thread._asdict(), link=access.link)
        heading = heading_of(work.tx, draft)
        if heading is not None:
            written = replace(written, subject=heading.subject, sender_name=heading.sender)
        # A held mail becomes a part of a digest, which is made from texts.
        is_held = delivery.status is MailStatus.HELD
        card = None if is_held else self._texts.card(draft, access.token, work.now)
        page, nonces = self._page(work, draft, rendered, card or offers, *access.tokens)
        raw = self._texts.composed(written, draft, access.tokens)
        deadline = deadline_facts(work.tx, draft, rendered.subject, self._domain, work.now)
        if page is not None:
            page = replace(page, deadline=deadline)
        elif delivery.status is not MailStatus.HELD:
            raw = with_calendar(raw, written.message_id, deadline)
        return _Content(written.message_id, raw, page, nonces)

    def _digest(self, tx: Transaction, player: Player, entries: Sequence[Entry]) -> Draft:
        tables = digest.tables(tx, player, entries, [self._contest(tx, each) for each in entries])
        told = [
            {
                "subject": entry.subject,
                "text": entry.text,
                "answer": self._granting.reply_to(self._granting.token(entry.nonces[0]))
                if entry.can_be_answered
                else "",
                "token": entry.token,
                "linked": entry.has_links,
                "table": tables.get(at, {}),
            }
            for at, entry in enumerate(entries)
        ]
        facts = {"mails": told, "wanted": wants_digest(player)}
        return Draft(player, MailKind.DIGEST, facts, grant=digest_grant(player))

    def _contest(self, tx: Transaction, entry: Entry) -> int:
        """The id of the contest that a held mail is about; 0 for none."""
        nonce = next(iter(entry.nonces), "")
        token = self._granting.stored(tx, nonce) if nonce else None
        # Mails of earlier versions hold ``True``.
        contest = token.data.get(CONTEST) if token is not None else None
        return contest if isinstance(contest, int) and contest is not True else 0

    def _hold_back(self, tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
        """The earliest time to send a mail that is held for a digest; None to send it now."""
        fits = self._granting.addresses_fit and draft.player is not None
        return hold_back(tx, draft, now) if fits else None

    def _page(
        self,
        work: Work,
        draft: Draft,
        rendered: Rendered,
        shown: Card | Sequence[Offer],
        *tokens: str,
    ) -> tuple[Page | None, Sequence[str]]:
        """The HTML part of the mail as facts, and the nonces of the tokens in its links.

        shown: the card, or the offers in the text of a mail without one.

        :return: None if the reader wants no HTML, or the mail is for a program
        """
        form = form_of(draft)
        if form is None:
            return None, ()
        links = LinkTokens(draft, len(tokens))
        has_tokens = self._granting.has_sub_addresses
        card = shown if isinstance(shown, Card) else None
        offers = () if isinstance(shown, Card) else shown
        linked = [links.linked(offer) for offer in offers] if has_tokens else offers
        card = with_tokens(card, links) if card is not None and has_tokens else card
        page = page_of(form, language_in(draft), rendered.body, draft.facts, linked)
        subject, names = rendered.subject, _names(work.tx, rendered.subject, draft)
        page = replace(page, folded=rendered.folded, card=card, subject=subject, names=names)
        nonces = [self._granting.granted(work, grant)[0] for grant in links.grants]
        return page, nonces

    def summary(self, draft: Draft, now: datetime) -> str:
        """The draft as one line, for a list of results."""
        return self._texts.summary(draft, now)

    def text(self, draft: Draft, now: datetime) -> str:
        """The text of the draft without its frame, to include it in another mail."""
        return self._texts.text(draft, now)


def _names(tx: Transaction, subject: str, draft: Draft) -> Sequence[str]:
    """The userids with which the headlines of a mail begin, and of the mails within it."""
    within = (each["subject"] for each in draft.facts.get("mails", ()))
    words = dict.fromkeys(map(first_word, (subject, *within)))
    return [word for word in words if word and tx.players.by_userid(word) is not None]


def _stored(page: Page | None, tokens: Sequence[str]) -> str:
    """The page as it is kept with its mail: without tokens; "" for none."""
    return masked(page.to_json().encode(), tokens).decode() if page is not None else ""


def _author(letter: Letter | None) -> str:
    return letter.authors[0] if letter and letter.authors else ""


def _recipient(draft: Draft, author: str) -> str:
    """The address that the player wrote from, if it is theirs; otherwise their mailbox."""
    if isinstance(draft.to, str):
        return draft.to
    return draft.to.answered_at(author)


def _note_told(tx: Transaction, draft: Draft) -> None:
    """Note that a player from an earlier version was told that boards can be drawn."""
    if draft.player is not None and draft.facts.get("never_told"):
        tx.players.set_setting(draft.player.id, Choice.MAIL, TEXT)
