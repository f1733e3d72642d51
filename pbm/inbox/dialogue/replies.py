"""The mails of the conversation itself: refusals and lists of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.dialogue import asking
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.outcome import Outcome
from pbm.inbox.dialogue.unclear import asked_again
from pbm.inbox.vocabulary.answers import Answer, RefusedWithMail
from pbm.inbox.vocabulary.speaker import plain_grant
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.post import Post
from pbm.notices.readers import reader_of
from pbm.notices.refusals import localized, refusal_draft

MOST_TOLD = 64_000
"""How many characters of answers one mail holds: about 40 boards."""

# Mails that change nothing: somebody asked to be told what stands in them.
_TELLING = frozenset(
    {
        MailKind.ACCOUNT,
        MailKind.BOARD,
        MailKind.BOARDS,
        MailKind.EXPLAIN,
        MailKind.HELP,
        MailKind.PREVIEW,
        MailKind.QUEUE,
        MailKind.RATING,
        MailKind.RATINGS,
        MailKind.RECORD,
        MailKind.REVIEW,
        MailKind.SEEKS,
        MailKind.SETTINGS,
        MailKind.STANDINGS,
        MailKind.TABLE,
        MailKind.USERS,
        MailKind.VACATION,
    }
)


def refused(exchange: Exchange, refusal: Refused) -> Draft:
    """Why nothing was done, and what to send instead."""
    if isinstance(refusal, RefusedWithMail):
        return refusal.draft
    player = refusal.player or exchange.addressee()
    whole = refusal_draft(refusal, exchange.tx, player) if player else None
    return whole or _in_words(exchange, refusal)


def _in_words(exchange: Exchange, refusal: Refused) -> Draft:
    player = refusal.player or exchange.addressee()
    game, board = exchange.context.game, exchange.context.board
    facts = {
        "game": game.name if game else "",
        "board": board,
        "refusal": refusal.code,
        "facts": {
            "usage": "",
            "postmaster": f"postmaster@{exchange.identity.domain}",
            **localized(refusal.facts, reader_of(player)),
        },
    }
    to, language = player or exchange.sender.author, exchange.sender.language
    grant = asked_again(exchange) or plain_grant(exchange.sender, player)
    return Draft(to, MailKind.REFUSAL, facts, board, grant=grant, language=language)


def came_back(exchange: Exchange) -> Sequence[Mapping[str, str]]:
    """What the writer is told about mails to them that came back, before they wrote this one."""
    reader = reader_of(exchange.addressee())
    return [
        {"address": address, "day": reader.day(at)} for address, at in exchange.bouncing.items()
    ]


def results(
    exchange: Exchange,
    player: Player,
    outcomes: Sequence[Outcome],
    post: Post,
) -> Answer:
    """One mail that lists what came of every line.

    What a line only asked to be told stands below the list in full.
    """
    held = [outcome for outcome in outcomes if outcome.held is not None]
    facts = {
        "results": [
            {"line": outcome.line, "result": result_of(outcome, player, post, exchange.now)}
            for outcome in outcomes
        ],
        "held": [outcome.line for outcome in held],
        "proven": all(outcome.proven for outcome in held),
        "told": _told(outcomes, player, post, exchange.now),
    }
    grant = asking.grant(player, held) if held else plain_grant(exchange.sender, player)
    return Answer(Draft(player, MailKind.MULTIPLE, facts, grant=grant))


def caused(outcome: Outcome) -> Sequence[Draft]:
    """The mails that one of several lines caused.

    A board that was changed is mailed to its mover all the same, in its own thread: that mail is
    their receipt.
    """
    if outcome.answer is None:
        return ()
    reply = outcome.answer.reply
    receipt = [reply] if reply is not None and reply.seq is not None else []
    return (*receipt, *outcome.answer.notices)


def result_of(outcome: Outcome, player: Player, post: Post, now: datetime) -> str:
    """What came of a line, in one line."""
    reply = _now_read(outcome.answer.reply, player) if outcome.answer else None
    return post.summary(reply, now) if reply else outcome.result


def only_tells(outcome: Outcome, player: Player) -> bool:
    """Whether nothing but the answer came of the line."""
    return _telling(outcome, player) is not None and not caused(outcome)


def _now_read(draft: Draft | None, player: Player) -> Draft | None:
    """In the language that the player has now: one of the lines may have changed it."""
    if draft is None or draft.player is None or draft.player.id != player.id:
        return draft
    return replace(draft, to=player)


def _told(
    outcomes: Sequence[Outcome], player: Player, post: Post, now: datetime
) -> list[dict[str, Any]]:
    """The answers that only tell something, with no text from where they are too long together.

    facts: what the text was made of, its drawings among them.
    """
    told, room = [], MOST_TOLD
    for number, outcome in enumerate(outcomes, 1):
        draft = _telling(outcome, player)
        if draft is None:
            continue
        text = post.text(draft, now) if room >= 0 else ""
        room -= len(text)
        whole = {"text": text, "facts": draft.facts} if room >= 0 else {"text": ""}
        told.append({"number": number, "line": outcome.line, "board": draft.board, **whole})
    return told


def _telling(outcome: Outcome, player: Player) -> Draft | None:
    """The answer, if the player asked to be told something and nothing was changed."""
    told = outcome.answer.reply if outcome.answer and not outcome.refused else None
    draft = _now_read(told, player)
    if draft is None or draft.kind not in _TELLING or draft.facts.get("changed"):
        return None
    # A line can be another player's, by their password: only they may read the answer to it.
    his_own = draft.player is not None and draft.player.id == player.id
    return draft if his_own and draft.seq is None else None
