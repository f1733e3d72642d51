"""Join the receipt of a move with a program's answer to it: one mail instead of two.

The receipt waits in the outbox. If a program answers meanwhile, one mail shows both moves and
takes the place of the receipt; otherwise the receipt is sent by itself. What the receipt says about
the letter that it answers is kept with the receipt's token, and said by that one mail.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from email import message_from_bytes
from typing import Any

from pbm.base.values import replace
from pbm.core.choices import Playing
from pbm.core.model import Player
from pbm.mail.correspondence import MailStatus, OutboxMail, Search, Token
from pbm.notices.drafts import Draft
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.play.programs import playing
from pbm.store.protocol import Transaction

WAIT = timedelta(seconds=10)
"""How long a receipt waits. Programs answer within some seconds, unless many people play them."""

_MOST = 10
"""How many of the latest mails of a board are searched for a receipt."""

EARLY = 4
"""Up to this ply it is told that a program reads no words."""

_TOLD_ONCE = (
    "came_back",
    "astray",
    "last_reply",
    "not_done",
    "still_asked",
    "words_held",
    "plans",
    "kept_back",
    "passed_on",
    "never_told",
)
"""Facts that the mail about the program's move would not report."""

_OF_LETTER = "letter"
"""The part of a receipt's token data that holds what the receipt says of the letter: the mail that
takes its place says the same."""


def until(tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """The time until which a receipt waits for a program's move; None if it is sent at once."""
    facts = draft.facts
    if not _is_about_program(draft, Headline.MOVED):
        return None
    if any(map(facts.get, _TOLD_ONCE)) or not facts["turn"]:
        return None
    mover = tx.players.by_userid(facts["turn"]["userid"])
    return now + WAIT if mover is not None and _answers(mover) else None


def with_memory(draft: Draft) -> Draft:
    """The draft of a waiting receipt. Its token keeps what a mail in its place must say, too."""
    assert draft.grant is not None, "each board mail to a player has a reply address"
    said = {"read_as": draft.facts.get("read_as", ""), "unread": _tells_unread(draft.facts)}
    return replace(draft, grant=replace(draft.grant, data={**draft.grant.data, _OF_LETTER: said}))


def _tells_unread(facts: Mapping[str, Any]) -> bool:
    """Whether to tell that a program reads no words: early in a game, or if it is asked something.

    Told with each move, it would be a nuisance.
    """
    comment = facts["comment"] or ""
    return bool(comment) and (facts["ply"] <= EARLY or "?" in comment)


def in_its_place(draft: Draft, token: Token | None) -> Draft:
    """The draft that takes the place of a receipt, with what the receipt says of the letter.

    token: the receipt's
    """
    said = token.data.get(_OF_LETTER, {}) if token is not None else {}
    return replace(draft, facts={**draft.facts, **said})


def waiting_receipt(
    tx: Transaction, draft: Draft, recipient: str, now: datetime
) -> OutboxMail | None:
    """The waiting receipt that the draft replaces if it is sent to this address now."""
    if not _is_about_program(draft, Headline.MOVED, Headline.RESIGNED):
        return None
    if draft.player is None or draft.player.bouncing:
        return None
    latest = tx.outbox.find(Search(status=MailStatus.QUEUED, board=draft.board), _MOST)
    own = (mail for mail in latest if mail.reply and mail.recipient == recipient)
    return next((mail for mail in own if mail.waits and mail.due and mail.due > now), None)


def thread_of(receipt: OutboxMail) -> Sequence[str]:
    """The Message-IDs that a receipt refers to: its thread, then the letter that it answers."""
    return str(message_from_bytes(receipt.raw)["References"] or "").split()


def _is_about_program(draft: Draft, *news: Headline) -> bool:
    """Whether a board mail is about a game with a program, and has one of these headlines."""
    return (
        draft.kind is MailKind.BOARD and bool(draft.facts["driven"]) and draft.facts["news"] in news
    )


def _answers(player: Player) -> bool:
    """Whether a player is a program that answers on this server while its process runs."""
    return player.is_driven and playing(player) is not Playing.OFF
