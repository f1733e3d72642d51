"""Decide which answers are sent: limits for frequent senders and for forgeable addresses."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.letter.asking import is_asked
from pbm.inbox.letter.exchange import Crowded, Exchange, Served, Stranger
from pbm.inbox.letter.outcome import Outcome
from pbm.inbox.limits import (
    Allowance,
    for_explanations,
    for_letters,
    for_programs,
    for_proven,
    for_questions,
    for_stranger,
    is_let_in,
    is_spent,
    strangers,
    take,
    take_room,
)
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind

_WITHHELD = "answer withheld"


def take_for_stranger(exchange: Exchange, reply: Draft | None) -> Stranger | None:
    """Count a reply to a stranger, whose From may be forged; return None, or why not to send it.

    A reply to a player, or to somebody who reads our mail, is neither limited nor counted here.
    """
    if reply is None or reply.player is not None or exchange.sender.reads_mail:
        return None
    tx, origin, now = exchange.tx, exchange.origin, exchange.now
    if is_let_in(tx, exchange.work.cause.letter, now):
        return None
    own = for_stranger(origin)
    if is_spent(tx, own, now):
        return Served()
    budget = strangers(origin, exchange.identity.strangers_per_hour)
    return None if take_room(tx, [own, *budget], now) else Crowded()


def take_for_reply(exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]) -> bool:
    """Count the reply and return True, or return False if it may not be sent."""
    if _is_asked_already(exchange, reply, outcomes):
        return False
    return take(exchange.tx, _allowances(exchange, reply, outcomes), exchange.now)


def is_asked_already(exchange: Exchange, outcome: Outcome) -> bool:
    """Return whether a question about an unproven letter is open, so that it is not asked again."""
    player = exchange.addressee()
    if player is None or outcome.held is None or outcome.proven:
        return False
    return is_asked(exchange.tx, player, [outcome], exchange.now)


def limit_reached(exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]) -> str:
    """The name of a limit that is used up now that this reply was counted; "" if there is none."""
    strangers = _strangers_limit(exchange, reply) if reply.player is None else ""
    if strangers:
        return strangers
    allowances = _allowances(exchange, reply, outcomes)
    spent = (each.name for each in allowances if is_spent(exchange.tx, each, exchange.now))
    return next(spent, "")


def _strangers_limit(exchange: Exchange, reply: Draft) -> str:
    """The name of the limit behind which a stranger gets no such answer today, "" for none."""
    tx, now = exchange.tx, exchange.now
    if exchange.sender.reads_mail:
        explained = for_explanations(exchange.sender.author)
        is_last = reply.kind is MailKind.NO_COMMAND and is_spent(tx, explained, now)
        return explained.name if is_last else ""
    own = for_stranger(exchange.origin)
    is_reminder = reply.kind is MailKind.INTRODUCTION and reply.facts["again"]
    return own.name if is_reminder or is_spent(tx, own, now) else ""


def allowance(exchange: Exchange, address: str) -> Allowance:
    """The allowance for mails to this address; it depends only on whether the letter is proven."""
    return for_proven(address) if exchange.is_proven else for_letters(address)


def letter_note(note: str, *, is_told: bool) -> str:
    """The note of a letter, which also says if its answer was withheld."""
    return note if is_told else f"{note}, {_WITHHELD}"


def _is_asked_already(exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]) -> bool:
    """Return whether the reply only repeats an open question about an unproven letter."""
    if reply.player is None or not outcomes or _are_proven(outcomes):
        return False
    are_held = all(outcome.held is not None for outcome in outcomes)
    return are_held and is_asked(exchange.tx, reply.player, outcomes, exchange.now)


def _allowances(
    exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]
) -> Sequence[Allowance]:
    """The allowances that the reply counts against. The receipt of a move is never limited.

    Answers to commands in proven letters, and questions about them, have an allowance of their own:
    answers to other letters, which may be forged, cannot use it up.
    """
    author = exchange.sender.author
    if reply.seq is not None:
        return []
    if exchange.letter.robot is not None:
        return [for_programs(author, exchange.own_board)]
    if _are_proven(outcomes) or (exchange.is_proven and _are_commands(outcomes)):
        return [for_proven(author)]
    if reply.player is not None and any(outcome.held is not None for outcome in outcomes):
        return [for_questions(reply.player.id), for_letters(author)]
    return [for_letters(author, exchange.own_board)]


def _are_commands(outcomes: Sequence[Outcome]) -> bool:
    """Return whether all lines were commands that were carried out."""
    return bool(outcomes) and not any(each.refused or each.passed_on for each in outcomes)


def _are_proven(outcomes: Sequence[Outcome]) -> bool:
    """Return whether a line asked for a change, and each line that did so is proven."""
    asked = [outcome for outcome in outcomes if outcome.held is not None or outcome.proven]
    return bool(asked) and all(outcome.proven for outcome in asked)
