"""Refusals of what our question asks about, in words other than a no: "don't give up for me"."""

from __future__ import annotations

from pbm.base.values import replace
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.letter.unasked import as_if_unasked
from pbm.inbox.understanding.refusals import refuses


def without_refused(exchange: Exchange) -> Exchange | None:
    """The exchange without the question whose deed the letter refuses; None if it refuses none.

    All words are about that then. Behind a no they are no wish either: "no, not the computer".
    """
    dropped = exchange.dropped
    unasked = exchange if dropped is not None else as_if_unasked(exchange)
    token = dropped or exchange.own_token
    if unasked is None or token is None or exchange.letter.included:
        return None
    asked = " ".join(token.data.get("lines", ()))
    refused = refuses(exchange.letter.lines, asked, situation_of(unasked))
    return replace(unasked, dropped=token) if refused else None
