"""Replies to a player's message: words other than a plain wish are for its writer."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.long_texts import with_text
from pbm.inbox.letter.passing_on import LONGEST_CHAT, may_be_passed_on
from pbm.inbox.letter.understood import Understood, called
from pbm.inbox.line.line import Call
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.newcomers import is_absence
from pbm.notices.drafts import WRITER


def writer_answered(exchange: Exchange) -> Player | None:
    """The player whose message is answered, whom other words than a plain wish are for."""
    token = exchange.own_token
    found = token.data.get(WRITER) if token is not None else None
    writer = exchange.tx.players.get(found) if found is not None else None
    return writer if writer is not None and not writer.left else None


def to_writer(exchange: Exchange, writer: Player, lines: Sequence[str]) -> Understood | None:
    """The words for the player whose message is answered, if they may be passed on."""
    is_short = sum(map(len, lines)) <= LONGEST_CHAT
    if exchange.letter.included or not is_short or not may_be_passed_on(lines, exchange):
        return None
    if is_absence(lines):
        # A program of the writer's would answer the next one, and so on.
        return None
    found = called(exchange, Certainty.PASS_ON, f"message {writer.userid}")
    if found is None or not isinstance(found.line, Call):
        return None
    return replace(found, line=with_text(exchange, found.line, lines))
