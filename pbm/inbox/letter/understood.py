"""A command that the writer's own words stand for, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.inbox.letter.described_moves import MOST_SHOWN, fitting_moves
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.long_texts import with_text
from pbm.inbox.letter.passing_on import may_be_shown
from pbm.inbox.letter.plans_beside import commands_told, plans_beside, without_plans
from pbm.inbox.letter.wishes_beside import without_wishes
from pbm.inbox.letter.words_beside import words_beside
from pbm.inbox.line.line import MOVE, Call, Misread, read_line
from pbm.inbox.line.questions import NOTHING
from pbm.inbox.understanding.intention import Certainty, Intention, ask
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import without_sentences


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
    """What an intention means in this exchange; None if it is unclear, or no command."""
    if intention.certainty is Certainty.CHOOSE:
        return _which_of(intention.certainty, [intention.command], intention.command)
    if intention.certainty is Certainty.DESCRIBED:
        said = lines[intention.line].strip()
        moves = fitting_moves(exchange, said)
        if len(moves) != 1:
            return _undecided(exchange, moves, said)
        intention = replace(ask(moves[0], intention.line), alone=True)
    is_unclear = intention.certainty is Certainty.UNCLEAR
    context = replace(exchange.context, question=NOTHING)
    call = None if is_unclear else read_line(intention.command, context)
    return (
        _with_words(exchange, intention, lines, call, situation) if isinstance(call, Call) else None
    )


def _undecided(exchange: Exchange, moves: Sequence[str], said: str) -> Understood:
    """The answer to a description of a move that fits several, or none."""
    if moves:
        return _which_of(Certainty.DESCRIBED, moves[:MOST_SHOWN], said)
    return _how_to_write(exchange, said)


def _with_words(
    exchange: Exchange, intention: Intention, lines: Sequence[str], call: Call, situation: Situation
) -> Understood:
    """The command with the words that go along. Plans and wishes beside it do not."""
    is_talk = intention.certainty is Certainty.PASS_ON
    plans = {} if is_talk else plans_beside(exchange, call, lines)
    at = intention.line
    rest = [*lines[:at], without_sentences(lines[at], plans), *lines[at + 1 :]] if plans else lines
    beside = words_beside(exchange, intention, rest, call, situation)
    if intention.certainty is Certainty.ASK and call.command.name == MOVE:
        call = at_this_ply(exchange, call)
    wrote = lines[at].strip() if may_be_shown(lines[at], exchange) else ""
    call = with_text(exchange, call, beside)
    if is_talk:
        return Understood(intention.certainty, call, wrote)
    call = without_plans(without_wishes(exchange, call), plans)
    return Understood(
        intention.certainty, call, wrote, plans=commands_told(plans, intention.command)
    )


def _which_of(certainty: Certainty, moves: Sequence[str], said: str) -> Understood:
    """The refusal that asks which of the moves is meant. said: the writer's words."""
    facts = (("moves", ", ".join(moves)),)
    return Understood(certainty, Misread("which_move", said, facts=facts))


def _how_to_write(exchange: Exchange, said: str) -> Understood:
    """The refusal of a description that fits no move: how a move is written."""
    quotable = may_be_shown(said, exchange)
    return Understood(Certainty.DESCRIBED, Misread("not_a_move", said, quotable=quotable))


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
