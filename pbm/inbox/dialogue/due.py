"""Which answers are sent: who writes too much, or may not be who they say, is told no more."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.budgets import for_stranger, strangers, take_room
from pbm.inbox.dialogue.asking import is_asked
from pbm.inbox.dialogue.exchange import Crowded, Exchange, Served, Stranger
from pbm.inbox.dialogue.outcome import Outcome
from pbm.inbox.rate_limits import Allowance, for_letters, for_proven, for_questions, is_spent, take
from pbm.inbox.waiting import is_let_in
from pbm.notices.drafts import Draft

_WITHHELD = "answer withheld"


def take_for_stranger(exchange: Exchange, reply: Draft | None) -> Stranger | None:
    """None if the reply may go to somebody who may not have asked for it, as their From may be
    forged; it counts as sent then. Else why it may not.
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
    """Whether the reply may be sent; it counts as sent then."""
    if _is_asked_already(exchange, reply, outcomes):
        return False
    return take(exchange.tx, _allowances(exchange, reply, outcomes), exchange.now)


def rests_now(exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]) -> str:
    """Which answers rest for an hour after this one, which was taken; "" if none do."""
    allowances = _allowances(exchange, reply, outcomes)
    spent = (each.name for each in allowances if is_spent(exchange.tx, each, exchange.now))
    return next(spent, "")


def allowance(exchange: Exchange, address: str) -> Allowance:
    """What mails to an address are counted by that the letter causes, whatever it asks for."""
    return for_proven(address) if exchange.is_proven else for_letters(address)


def noted(note: str, *, is_told: bool) -> str:
    """The note of a letter: says also that its answer was one too many."""
    return note if is_told else f"{note}, {_WITHHELD}"


def _is_asked_already(exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]) -> bool:
    """Whether nothing but a question would be sent, for a letter that nothing proves, and again."""
    if reply.player is None or not outcomes or _are_proven(outcomes):
        return False
    are_held = all(outcome.held is not None for outcome in outcomes)
    return are_held and is_asked(exchange.tx, reply.player, outcomes, exchange.now)


def _allowances(
    exchange: Exchange, reply: Draft, outcomes: Sequence[Outcome]
) -> Sequence[Allowance]:
    """What the reply is counted by: nothing for a move, which is always told.

    Nobody waits in vain for what became of a command in a letter that is proven, nor for a question
    about it: other answers, which also go to letters that others forge, take nothing away from it.
    """
    author = exchange.sender.author
    if reply.seq is not None:
        return []
    if _are_proven(outcomes):
        return [for_proven(author)]
    if reply.player is not None and any(outcome.held is not None for outcome in outcomes):
        return [for_questions(reply.player.id), for_letters(author)]
    return [for_letters(author, exchange.own_board)]


def _are_proven(outcomes: Sequence[Outcome]) -> bool:
    """Whether something was asked for by a player, and none of it by who may be anybody."""
    asked = [outcome for outcome in outcomes if outcome.held is not None or outcome.proven]
    return bool(asked) and all(outcome.proven for outcome in asked)
