"""Write the answers that no command writes itself: refusals and lists of results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.letter import asking
from pbm.inbox.letter.deeds import deed_of
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.no_command import asked_again
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.line.request import Answer, RefusedWithMail
from pbm.inbox.line.speaker import plain_grant
from pbm.mail.addresses import postmaster
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.posting.post import Post
from pbm.notices.readers import reader_of
from pbm.notices.refusals import localized, refusal_draft

_TOO_MANY = "too_many_lines"
"""The refusal of all lines that one mail cannot hold: it is no result of a line."""

MOST_TOLD = 64_000
"""The most characters of answers in one mail: about 40 boards."""

# Mails that only give information which their reader asked for.
_INFORMATION = frozenset(
    {
        MailKind.ACCOUNT,
        MailKind.BOARD,
        MailKind.BOARDS,
        MailKind.EXPLAIN,
        MailKind.HELP,
        MailKind.PREVIEW,
        MailKind.PROGRAMS,
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
    """The mail that says why nothing was done, and what to send instead."""
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
            "postmaster": postmaster(exchange.identity.address),
            **localized(refusal.facts, reader_of(player)),
        },
    }
    to, language = player or exchange.sender.author, "" if player else exchange.language
    grant = asked_again(exchange) or plain_grant(exchange.sender, player)
    return Draft(to, MailKind.REFUSAL, facts, board, grant=grant, language=language)


def came_back(exchange: Exchange) -> Sequence[Mapping[str, str]]:
    """The bounces that the writer is told about: those from before they wrote this letter."""
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
    """Return one mail that lists the result of every line.

    Information that a line asked for follows below the list in full.
    """
    result = partial(result_of, player=player, post=post, now=exchange.now)
    held = [outcome for outcome in outcomes if outcome.held is not None]
    facts = {
        "results": [
            {"line": outcome.line, "result": result(outcome)}
            for outcome in outcomes
            if outcome.refused != _TOO_MANY
        ],
        "beyond": next((result(each) for each in outcomes if each.refused == _TOO_MANY), ""),
        "held": [
            {"line": outcome.line, "deed": _deed(exchange, player, outcome)} for outcome in held
        ],
        "proven": all(outcome.proven for outcome in held),
        "told": _told(outcomes, player, post, exchange.now),
    }
    grant = asking.grant(player, held) if held else plain_grant(exchange.sender, player)
    return Answer(Draft(player, MailKind.MULTIPLE, facts, grant=grant))


def _deed(exchange: Exchange, player: Player, outcome: Outcome) -> str:
    """What the held command would do, in words above it."""
    assert outcome.held is not None, "only a held line is asked about"
    return deed_of(exchange.tx, player, outcome.held, exchange.now, proven=outcome.proven).heading


def caused(outcome: Outcome) -> Sequence[Draft]:
    """The mails that one of several lines causes, besides the answer to the whole letter.

    A player who changes a board gets its mail as a receipt, in the thread of the board.
    """
    if outcome.answer is None:
        return ()
    reply = outcome.answer.reply
    receipt = [reply] if reply is not None and reply.seq is not None else []
    return (*receipt, *outcome.answer.notices)


def result_of(outcome: Outcome, player: Player, post: Post, now: datetime) -> str:
    """The result of a command, in one line of text."""
    reply = _in_current_language(outcome.answer.reply, player) if outcome.answer else None
    return post.summary(reply, now) if reply else outcome.result


def only_tells(outcome: Outcome, player: Player) -> bool:
    """Return whether the line only asked for information, and caused no other mail."""
    return _information(outcome, player) is not None and not caused(outcome)


def _in_current_language(draft: Draft | None, player: Player) -> Draft | None:
    """The draft in the player's current language, which one of the lines may have changed."""
    if draft is None or draft.player is None or draft.player.id != player.id:
        return draft
    return replace(draft, to=player)


def _told(
    outcomes: Sequence[Outcome], player: Player, post: Post, now: datetime
) -> list[dict[str, Any]]:
    """The information that lines asked for; once the mail is full, the rest without its text.

    facts: the facts of which the text was made, drawings among them.
    """
    told, room = [], MOST_TOLD
    for number, outcome in enumerate(outcomes, 1):
        draft = _information(outcome, player)
        if draft is None:
            continue
        text = post.text(draft, now) if room >= 0 else ""
        room -= len(text)
        whole = {"text": text, "facts": draft.facts} if room >= 0 else {"text": ""}
        told.append({"number": number, "line": outcome.line, "board": draft.board, **whole})
    return told


def _information(outcome: Outcome, player: Player) -> Draft | None:
    """The answer, if the line only asked for information and changed nothing."""
    told = outcome.answer.reply if outcome.answer and not outcome.refused else None
    draft = _in_current_language(told, player)
    if draft is None or draft.kind not in _INFORMATION or draft.facts.get("changed"):
        return None
    # A line may be another player's, by their password; only that player may read its answer.
    is_theirs = draft.player is not None and draft.player.id == player.id
    return draft if is_theirs and draft.seq is None else None
