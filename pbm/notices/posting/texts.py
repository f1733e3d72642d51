"""Texts of drafts: facts rendered in the language of their reader, and written as a mail."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from pbm.core.choices import Choice
from pbm.mail.addresses import message_id_end, postmaster
from pbm.mail.identity import Identity
from pbm.mail.multipart import with_json
from pbm.mail.write import Mail, compose, masked
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of
from pbm.notices.machine import MACHINE, machine_part
from pbm.notices.page.card import Card
from pbm.notices.page.offers import COLLECTED, Offer
from pbm.notices.pages import Form, form_for
from pbm.notices.posting.cards import card_of
from pbm.notices.rendering import Rendered, body, render, summary
from pbm.play.settings import TEXT

_FOR_STRANGERS = frozenset(
    {
        MailKind.HELP,
        MailKind.INTRODUCTION,
        MailKind.LESSON,
        MailKind.LESSONS,
        MailKind.NO_COMMAND,
        MailKind.REFUSAL,
        MailKind.SIGNUP,
    }
)


class Texts:
    """Renders drafts."""

    def __init__(self, identity: Identity) -> None:
        self._identity = identity

    def summary(self, draft: Draft, now: datetime) -> str:
        """The draft as one line, for a list of results."""
        return summary(draft.kind, self._facts(draft, "", now), language_in(draft))

    def text(self, draft: Draft, now: datetime) -> str:
        """The text of the draft without its frame, to include it in another mail.

        It offers no replies about its board, which that mail could not take.
        """
        facts = self._facts(draft, "", now) | {"within": True}
        return body(draft.kind, facts, language_in(draft))

    def rendered(self, draft: Draft, token: str, now: datetime, offers: list[Offer]) -> Rendered:
        """Render the mail. offers: a list to which its links are added if it has an HTML part."""
        collected = {} if form_of(draft) is None else {COLLECTED: offers}
        return render(draft.kind, self._facts(draft, token, now) | collected, language_in(draft))

    def card(self, draft: Draft, token: str, now: datetime) -> Card | None:
        """The card of the mail's HTML part; None for a mail without one."""
        if form_of(draft) is None:
            return None
        return card_of(draft, self._facts(draft, token, now), language_in(draft))

    def _facts(self, draft: Draft, token: str, now: datetime) -> dict[str, Any]:
        common = {
            "you": draft.player.userid if draft.player else "",
            "language": language_in(draft),
            "server": self._identity.address,
            "in_text": _is_in_text(draft),
            "within": False,
            "postmaster": postmaster(self._identity.address),
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
            "plans": (),
            "kept_back": (),
            "replaces": (),
            "watch": "",
            "compose": "",
        }
        return common | dict(draft.facts)

    def written(
        self, rendered: Rendered, draft: Draft, recipient: str, reply_to: str, now: datetime
    ) -> Mail:
        return Mail(
            message_id=f"<{secrets.token_hex(12)}{message_id_end(self._identity.address)}",
            recipient=recipient,
            sender=self._identity.address,
            reply_to=reply_to,
            subject=rendered.subject,
            body=rendered.body,
            date=now,
            called=draft.player.userid if draft.player else "",
        )

    def composed(self, written: Mail, draft: Draft, tokens: Sequence[str]) -> bytes:
        """The bytes of the mail, with a JSON part if its draft has the facts for one."""
        raw = compose(written, *tokens)
        if MACHINE not in draft.facts:
            return raw
        part = machine_part(draft.facts[MACHINE], written.reply_to).encode("ascii")
        return with_json(raw, written.message_id, masked(part, tokens))


def form_of(draft: Draft) -> Form | None:
    """The form of the HTML part; None if the reader wants none, or the mail is for a program.

    Mails from which strangers begin have one, too: on a phone, text alone is hard to read.
    """
    if draft.player is None and draft.kind in _FOR_STRANGERS:
        return Form.PICTURES
    return None if MACHINE in draft.facts else form_for(draft.player)


def language_in(draft: Draft) -> str:
    return draft.language or language_of(draft.player)


def _is_in_text(draft: Draft) -> bool:
    """Whether the reader has chosen mails without drawn boards."""
    player = draft.player
    return player is not None and player.settings.get(Choice.MAIL) == TEXT
