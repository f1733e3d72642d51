"""A command that the writer's own words stand for, and the words that go with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.inbox.letter.beside import QUEUE, comment, plans_in, without_plans, without_wishes
from pbm.inbox.letter.exchange import Exchange, with_text
from pbm.inbox.letter.passing_on import may_be_shown
from pbm.inbox.line.line import MOVE, Call, Misread, read_line
from pbm.inbox.line.questions import NOTHING
from pbm.inbox.understanding.intention import Certainty, Intention
from pbm.inbox.understanding.situation import Situation

DESCRIBED = "not_a_move"
"""The refusal of a move that is described, and not written as one: it shows the board."""


@dataclass(frozen=True)
class Understood:
    """A command that the writer's own words stand for.

    line: the command; for CHOOSE, the refusal that asks for a move.
    wrote: the line from which the command was read, "" if that line may hold a password.
    unasked: whether it is meant as if the mail that is answered had asked nothing.
    kept_back: as in ``Outcome``.
    language: the language in which the answer is wanted, "" if none is named.
    """

    certainty: Certainty
    line: Call | Misread
    wrote: str = ""
    unasked: bool = False
    kept_back: Sequence[str] = ()
    language: str = ""


def understood(
    exchange: Exchange, intention: Intention, lines: Sequence[str], situation: Situation
) -> Understood | None:
    """What an intention means in this exchange; None if it is unclear, or no command."""
    if intention.certainty is Certainty.CHOOSE:
        moves = intention.command
        which = Misread("which_move", moves, facts=(("moves", moves),))
        return Understood(intention.certainty, which)
    if intention.certainty is Certainty.DESCRIBED:
        said = lines[intention.line].strip()
        quotable = may_be_shown(said, exchange)
        return Understood(Certainty.CHOOSE, Misread("not_a_move", said, quotable=quotable))
    is_unclear = intention.certainty is Certainty.UNCLEAR
    context = replace(exchange.context, question=NOTHING)
    call = None if is_unclear else read_line(intention.command, context)
    return (
        _with_words(exchange, intention, lines, call, situation) if isinstance(call, Call) else None
    )


def _with_words(
    exchange: Exchange, intention: Intention, lines: Sequence[str], call: Call, situation: Situation
) -> Understood:
    """The command with the words that go along. Plans and wishes beside it do not."""
    is_talk, at = intention.certainty is Certainty.PASS_ON, intention.line
    said, kept = (lines, ()) if is_talk else comment(exchange, intention, lines, call, situation)
    beside = said if is_talk else without_plans(call, said)
    is_plain = not (is_talk or intention.chosen or call.command.name == QUEUE)
    plans = plans_in(call, lines) if is_plain else ()
    kept_back = (*kept, *(each for each in plans if not any(each in line for line in kept)))
    if intention.certainty is Certainty.ASK and call.command.name == MOVE:
        call = at_this_ply(exchange, call)
    wrote = lines[at].strip() if may_be_shown(lines[at], exchange) else ""
    whole = with_text(exchange, call, beside)
    whole = whole if is_talk else without_wishes(exchange, whole)
    return Understood(intention.certainty, whole, wrote, kept_back=kept_back)


def called(exchange: Exchange, certainty: Certainty, command: str) -> Understood | None:
    call = read_line(command, exchange.context)
    return Understood(certainty, replace(call, inferred=True)) if isinstance(call, Call) else None


def at_this_ply(exchange: Exchange, call: Call) -> Call:
    """The move with the number of plies, so that a late ``yes`` does not play it at another ply."""
    board = exchange.work.board(call.args.board)
    if "#" in call.args.text:
        return call
    *first, last = call.args.rest
    rest = (*first, f"{last}#{board.match.plies}")
    return replace(call, args=replace(call.args, rest=rest))
