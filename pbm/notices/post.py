"""Composing drafts into mails in the outbox: addressed, threaded, rendered, tokens masked."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pbm.base.secrets import make_token, new_nonce, token_hash
from pbm.base.values import replace
from pbm.core.choices import Choice
from pbm.core.clocks import UNREACHABLE_FOR
from pbm.core.model import Player
from pbm.mail.addresses import MASK, reply_address
from pbm.mail.correspondence import MailStatus, OutboxMail, Token
from pbm.mail.identity import Identity
from pbm.mail.letter import Letter
from pbm.mail.multipart import with_json
from pbm.mail.write import Mail, compose, masked
from pbm.notices import joining
from pbm.notices.bounds import is_blocked
from pbm.notices.daily import wants_digest
from pbm.notices.deadlines import deadline_facts, with_calendar
from pbm.notices.digest import LONGEST_ANSWER, Entry, entries_of, with_entries
from pbm.notices.dispatch import take_drafts
from pbm.notices.drafts import Draft, Grant, digest_grant
from pbm.notices.holding import hold_back
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of
from pbm.notices.machine import MACHINE, machine_part
from pbm.notices.page.link_tokens import LinkTokens
from pbm.notices.page.offers import COLLECTED, Offer
from pbm.notices.page_links import page_link
from pbm.notices.pages import Form, Page, form_for, page_of
from pbm.notices.rendering import Rendered, body, render, summary
from pbm.play.settings import TEXT
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench


class _Delivery(NamedTuple):
    """Where and when a mail is sent. receipt: a waiting receipt whose place the mail takes."""

    recipient: str
    status: MailStatus
    due: datetime | None = None
    receipt: OutboxMail | None = None


class _Access(NamedTuple):
    """The tokens of a mail.

    token: that of its reply address, "" for none.
    link: the link to the composer, "" for none.
    tokens, nonces: those of all addresses and links in its text.
    """

    token: str
    link: str
    tokens: Sequence[str]
    nonces: Sequence[str]


class _Thread(NamedTuple):
    """What a mail refers to. prompted: whether a letter caused it."""

    references: Sequence[str]
    prompted: bool


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
        self._identity = identity

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
        draft, access = self._with_access(work, draft)
        thread = _thread(work.tx, draft, delivery, letter, reply=reply)
        content = self._content(work, draft, delivery, access, thread)
        mail = OutboxMail(
            recipient=recipient,
            kind=draft.kind.value,
            message_id=content.message_id,
            raw=content.raw,
            cause=work.cause,
            nonce=" ".join([*access.nonces, *content.nonces]),
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
        _queue(work, mail, reader, delivery.receipt)
        _note_told(work.tx, draft)
        return mail

    def tell(self, work: Work, letter: Letter | None = None) -> None:
        """Queue the mails for all published news. letter: as for ``send``."""
        for draft in take_drafts(work, _author(letter)):
            self.send(work, draft, letter)

    def send_digest(self, work: Work, player: Player, mails: Sequence[OutboxMail]) -> None:
        """Queue one mail that contains all of ``mails``, with the reply address of each."""
        entries = list(entries_of(mails))
        draft = self._digest(player, entries)
        nonce, token = self._granted(work, draft.grant)
        own = [entry.nonces[0] for entry in entries if entry.nonces]
        tokens = [token, *(make_token(self._identity.key, each) for each in own)]
        offers: list[Offer] = []
        rendered = self._rendered(draft, token, work.now, offers)
        written = self._written(rendered, draft, player.mailbox, token, work.now)
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
        _queue(work, mail, player)

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
        token = tx.tokens.find(token_hash(make_token(self._identity.key, nonce)))
        return joining.in_its_place(draft, token)

    def _with_access(self, work: Work, draft: Draft) -> tuple[Draft, _Access]:
        """Store the tokens of a mail.

        :return: also the draft with the addresses and links that contain these tokens
        """
        nonce, token = self._granted(work, draft.grant)
        also = [self._granted(work, each) for each in draft.also] if self._answers_fit() else []
        draft = self._with_answers(draft, [token for _, token in also])
        draft, link, more = self._with_page(work, draft)
        tokens = [token, *(token for _, token in also), *more.values()]
        nonces = [nonce, *(nonce for nonce, _ in also), *more]
        return draft, _Access(token, link, tokens, nonces)

    def _content(
        self, work: Work, draft: Draft, delivery: _Delivery, access: _Access, thread: _Thread
    ) -> _Content:
        offers: list[Offer] = []
        rendered = self._rendered(draft, access.token, work.now, offers)
        written = self._written(rendered, draft, delivery.recipient, access.token, work.now)
        written = replace(written, **thread._asdict(), link=access.link)
        page, nonces = self._page(work, draft, rendered, offers, *access.tokens)
        raw = self._composed(written, draft, access.tokens)
        domain = self._identity.domain
        deadline = deadline_facts(work.tx, draft, rendered.subject, domain, work.now)
        if page is not None:
            page = replace(page, deadline=deadline)
        elif delivery.status is not MailStatus.HELD:
            raw = with_calendar(raw, written.message_id, deadline)
        return _Content(written.message_id, raw, page, nonces)

    def _with_page(self, work: Work, draft: Draft) -> tuple[Draft, str, Mapping[str, str]]:
        """The draft with the links to the page of its game.

        :return: also the link to the composer, "" for none, and its token by its nonce
        """
        page = page_link(work.tx, self._identity, draft)
        if page is None:
            return draft, "", {}
        facts, link, tokens = {**draft.facts, "watch": page.url}, "", dict[str, str]()
        if page.grant is not None:
            nonce, token = self._granted(work, page.grant)
            tokens[nonce] = token
            facts["compose"] = link = page.composer(token, self._identity.domain)
        return replace(draft, facts=facts), link, tokens

    def _written(
        self, rendered: Rendered, draft: Draft, recipient: str, token: str, now: datetime
    ) -> Mail:
        return Mail(
            message_id=f"<{secrets.token_hex(12)}@{self._identity.domain}>",
            recipient=recipient,
            sender=self._identity.address,
            reply_to=self._reply_to(token),
            subject=rendered.subject,
            body=rendered.body,
            date=now,
            called=draft.player.userid if draft.player else "",
        )

    def _composed(self, written: Mail, draft: Draft, tokens: Sequence[str]) -> bytes:
        """The bytes of the mail, with a JSON part if its draft has the facts for one."""
        raw = compose(written, *tokens)
        if MACHINE not in draft.facts:
            return raw
        part = machine_part(draft.facts[MACHINE], written.reply_to).encode("ascii")
        return with_json(raw, written.message_id, masked(part, tokens))

    def _digest(self, player: Player, entries: Sequence[Entry]) -> Draft:
        told = [
            {
                "subject": entry.subject,
                "text": entry.text,
                "answer": self._reply_to(make_token(self._identity.key, entry.nonces[0]))
                if entry.nonces
                else "",
                "token": entry.token,
                "linked": entry.has_links,
            }
            for entry in entries
        ]
        facts = {"mails": told, "wanted": wants_digest(player)}
        return Draft(player, MailKind.DIGEST, facts, grant=digest_grant(player))

    def _hold_back(self, tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
        """The earliest time to send a mail that is held for a digest; None to send it now."""
        fits = self._answers_fit() and draft.player is not None
        return hold_back(tx, draft, now) if fits else None

    def _answers_fit(self) -> bool:
        """Whether reply addresses fit on a line of a text: a longer one would be folded, and its
        token could not be masked.
        """
        return len(reply_address(MASK, self._identity.domain)) <= LONGEST_ANSWER

    def _with_answers(self, draft: Draft, tokens: Sequence[str]) -> Draft:
        """The draft with the further reply addresses of its text, if it has any."""
        if not draft.also:
            return draft
        answers = [self._reply_to(token) for token in tokens]
        return replace(draft, facts={**draft.facts, "answers": answers})

    def summary(self, draft: Draft, now: datetime) -> str:
        """The draft as one line, for a list of results."""
        return summary(draft.kind, self._facts(draft, "", now), _language(draft))

    def text(self, draft: Draft, now: datetime) -> str:
        """The text of the draft without its frame, to include it in another mail.

        It offers no replies about its board, which that mail could not take.
        """
        facts = self._facts(draft, "", now) | {"within": True}
        return body(draft.kind, facts, _language(draft))

    def _reply_to(self, token: str) -> str:
        return reply_address(token, self._identity.domain) if token else self._identity.address

    def _granted(self, work: Work, grant: Grant | None) -> tuple[str, str]:
        """Store the token of a grant, and return its nonce and the token; "" for no grant."""
        if grant is None:
            return "", ""
        nonce = new_nonce()
        token = make_token(self._identity.key, nonce)
        expires = work.now + grant.good_for if grant.good_for is not None else None
        work.tx.tokens.add(
            Token(
                token_hash(token),
                grant.purpose,
                grant.player,
                grant.board,
                grant.seq,
                _with_password(grant, work.bench),
                work.now,
                expires,
            )
        )
        return nonce, token

    def _page(
        self,
        work: Work,
        draft: Draft,
        rendered: Rendered,
        offers: Sequence[Offer],
        *tokens: str,
    ) -> tuple[Page | None, Sequence[str]]:
        """The HTML part of the mail as facts, and the nonces of the tokens in its links.

        :return: None if the reader wants no HTML, or the mail is for a program
        """
        form = _form(draft)
        if form is None:
            return None, ()
        links = LinkTokens(draft, len(tokens))
        linked = [links.linked(offer) for offer in offers]
        page = page_of(form, _language(draft), rendered.body, draft.facts, linked)
        page = replace(page, folded=rendered.folded)
        nonces = [self._granted(work, grant)[0] for grant in links.grants]
        return page, nonces

    def _rendered(self, draft: Draft, token: str, now: datetime, offers: list[Offer]) -> Rendered:
        """Render the mail. offers: a list to which its links are added if it has an HTML part."""
        collected = {} if _form(draft) is None else {COLLECTED: offers}
        return render(draft.kind, self._facts(draft, token, now) | collected, _language(draft))

    def _facts(self, draft: Draft, token: str, now: datetime) -> dict[str, Any]:
        common = {
            "you": draft.player.userid if draft.player else "",
            "language": _language(draft),
            "server": self._identity.address,
            "in_text": _is_in_text(draft),
            "within": False,
            "domain": self._identity.domain,
            "site": self._identity.site,
            "code": token,
            "now": now,
            "read_as": "",
            "last_reply": "",
            "came_back": [],
            "astray": False,
            "passed_on": {},
            "unread": False,
            "not_done": (),
            "still_asked": (),
            "words_held": False,
            "replaces": (),
            "watch": "",
            "compose": "",
        }
        return common | dict(draft.facts)


_FOR_STRANGERS = frozenset(
    {MailKind.INTRODUCTION, MailKind.NO_COMMAND, MailKind.REFUSAL, MailKind.SIGNUP}
)


def _is_in_text(draft: Draft) -> bool:
    """Whether the reader has chosen mails without drawn boards."""
    player = draft.player
    return player is not None and player.settings.get(Choice.MAIL) == TEXT


def _form(draft: Draft) -> Form | None:
    """The form of the HTML part; None if the reader wants none, or the mail is for a program.

    Mails from which strangers begin have one, too: on a phone, text alone is hard to read.
    """
    if draft.player is None and draft.kind in _FOR_STRANGERS:
        return Form.HTML
    return None if MACHINE in draft.facts else form_for(draft.player)


def _stored(page: Page | None, tokens: Sequence[str]) -> str:
    """The page as it is kept with its mail: without tokens; "" for none."""
    return masked(page.to_json().encode(), tokens).decode() if page is not None else ""


def _queue(
    work: Work, mail: OutboxMail, reader: Player | None, receipt: OutboxMail | None = None
) -> None:
    """Put a mail into the outbox, in the place of a receipt if one waits.

    reader: the player for whom the mail is held back if mails to its address bounce.
    """
    outbox, until = work.tx.outbox, _unreachable_until(reader, mail.recipient, work.now)
    if receipt is None and until is None:
        outbox.queue(mail, work.now)
        return
    number = outbox.add(mail, work.now)
    if receipt is not None:
        outbox.drop(receipt.id, f"mail {number} tells of both moves")
    if until is not None:
        outbox.rest(number, until, "mails to this address come back; it is tried again then")


def _note_told(tx: Transaction, draft: Draft) -> None:
    """Note that a player from an earlier version was told that boards can be drawn."""
    if draft.player is not None and draft.facts.get("never_told"):
        tx.players.set_setting(draft.player.id, Choice.MAIL, TEXT)


def _with_password(grant: Grant, bench: Workbench) -> Mapping[str, Any]:
    """The data of the token, with the hash of the password if there is one."""
    if grant.password is None:
        return grant.data
    return {**grant.data, "password": bench.hashed(grant.password)}


def _language(draft: Draft) -> str:
    return draft.language or language_of(draft.player)


def _author(letter: Letter | None) -> str:
    return letter.authors[0] if letter and letter.authors else ""


def _recipient(draft: Draft, author: str) -> str:
    """The address that the player wrote from, if it is theirs; otherwise their mailbox."""
    if isinstance(draft.to, str):
        return draft.to
    return draft.to.answered_at(author)


def _unreachable_until(player: Player | None, recipient: str, now: datetime) -> datetime | None:
    """Until when mails to an address of this player are held back, because they bounce."""
    came_back = player.bouncing.get(recipient) if player else None
    until = came_back + UNREACHABLE_FOR if came_back else None
    return until if until and until > now else None


def _thread(
    tx: Transaction, draft: Draft, delivery: _Delivery, letter: Letter | None, *, reply: bool
) -> _Thread:
    references = _references(tx, draft, letter if reply else None, delivery.receipt)
    return _Thread(references, prompted=letter is not None or delivery.receipt is not None)


def _references(
    tx: Transaction, draft: Draft, letter: Letter | None, receipt: OutboxMail | None
) -> Sequence[str]:
    """The References header: the thread of board and player, or of the letter, then the letter.

    receipt: a receipt that is not sent, because this mail takes its place.
    """
    if receipt is not None:
        return joining.thread_of(receipt)
    thread: list[str] = []
    if draft.board is not None and draft.player is not None:
        thread = tx.outbox.thread(draft.board, draft.player.id)
    elif letter is not None:
        thread = list(letter.references[-3:])
    if letter is not None and letter.message_id:
        thread.append(letter.message_id)
    return list(dict.fromkeys(thread))
