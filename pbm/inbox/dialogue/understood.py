"""A command that the writer's own words stand for, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.line import MOVE, Call, Misread, read_line
from pbm.inbox.dialogue.long_texts import with_text
from pbm.inbox.dialogue.passing_on import may_be_shown
from pbm.inbox.dialogue.plans_beside import plans_beside, told, without_plans, without_sentences
from pbm.inbox.dialogue.questions import NOTHING
from pbm.inbox.dialogue.wishes_beside import without_wishes
from pbm.inbox.dialogue.words_beside import words_beside
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.situation import Situation


@dataclass(frozen=True)
class Understood:
    """A command that the writer's own words stand for.

    line: the command; for CHOOSE and DESCRIBED, the refusal that asks for a move.
    wrote: the line from which the command was read, "" if that line may hold a password.
    unasked: whether it is meant as if the mail that is answered had asked nothing.
    plans: the commands for plans in the other words, which are not passed on.
    """

    certainty: Certainty
    line: Call | Misread
    wrote: str = ""
    unasked: bool = False
    plans: Sequence[str] = ()


def understood(
    exchange: Exchange, intention: Intention, lines: Sequence[str], situation: Situation
) -> Understood | None:
    if intention.certainty is Certainty.UNCLEAR:
        return None
    if intention.certainty is Certainty.CHOOSE:
        named = (("moves", intention.command),)
        return Understood(
            intention.certainty, Misread("which_move", intention.command, facts=named)
        )
    if intention.certainty is Certainty.DESCRIBED:
        said = lines[intention.line].strip()
        quotable = may_be_shown(said, exchange)
        return Understood(intention.certainty, Misread("not_a_move", said, quotable=quotable))
    call = read_line(intention.command, replace(exchange.context, question=NOTHING))
    if not isinstance(call, Call):
        return None
    is_talk = intention.certainty is Certainty.PASS_ON
    plans = {} if is_talk else plans_beside(exchange, call, lines)
    at = intention.line
    rest = [*lines[:at], without_sentences(lines[at], plans), *lines[at + 1 :]] if plans else lines
    beside = words_beside(exchange, intention, rest, call, situation)
    if intention.certainty is Certainty.ASK and call.command.name == MOVE:
        call = at_this_ply(exchange, call)
    line = lines[intention.line]
    wrote = line.strip() if may_be_shown(line, exchange) else ""
    call = with_text(exchange, call, beside)
    if is_talk:
        return Understood(intention.certainty, call, wrote)
    call = without_plans(without_wishes(exchange, call), plans)
    return Understood(intention.certainty, call, wrote, plans=told(plans, intention.command))


def called(exchange: Exchange, certainty: Certainty, command: str) -> Understood | None:
    call = read_line(command, exchange.context)
    return Understood(certainty, call) if isinstance(call, Call) else None


def at_this_ply(exchange: Exchange, call: Call) -> Call:
    """The move with the number of plies, so that a late ``yes`` does not play it at another ply."""
    board = exchange.work.board(call.args.board)
    if "#" in call.args.text:
        return call
    *first, last = call.args.rest
    rest = (*first, f"{last}#{board.match.plies}")
    return replace(call, args=replace(call.args, rest=rest))
