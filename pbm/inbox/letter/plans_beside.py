"""Plans beside a command: "16-35" and below it "if they go 61-51, I go 21-31".

The other player does not get them as a comment. A letter does one thing, so the answer tells how to
have the plan carried out.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbm.base.values import replace
from pbm.core.move_text import split_move_text
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.letter.situations import situation_of
from pbm.inbox.line.access import Scope
from pbm.inbox.line.line import MOVE, Call
from pbm.inbox.understanding.tokens import names_cells, without_sentences
from pbm.inbox.understanding.told_plans import told_plans

MOST_TOLD = 2
_WITHOUT_PLANS = ("chat", "resign", "decline", "rematch")
"""Commands beside which a move is talk: what was to be said, or a game that is over."""


def plans_beside(exchange: Exchange, call: Call, lines: Sequence[str]) -> Mapping[str, str]:
    """The sentences of the lines that tell plans, each with the command for its plan.

    call: the command beside which they stand, in the state before it is done.
    """
    command = call.command
    is_talk = command.scope is not Scope.BOARD or command.name in _WITHOUT_PLANS
    if is_talk or not command.passes_on:
        return {}
    played = split_move_text(call.args.text)[0] if command.name == MOVE else ""
    return plans_in(exchange, lines, played)


def plans_in(exchange: Exchange, lines: Sequence[str], played: str = "") -> Mapping[str, str]:
    """The sentences of the lines that tell plans, each with the command for its plan.

    played: the move beside which they stand, "" for none.
    """
    # Most letters name no move but the one that is played.
    if not any(map(names_cells, lines)):
        return {}
    return told_plans(lines, played, situation_of(exchange))


def without_plans(call: Call, plans: Collection[str]) -> Call:
    """The command, without these sentences in the words beside it."""
    return replace(call, text=tuple(lines_without(call.text, plans))) if plans else call


def lines_without(lines: Sequence[str], plans: Collection[str]) -> Sequence[str]:
    """The lines without these sentences; those that are nothing else are left out."""
    if not plans:
        return lines
    kept = ((line, without_sentences(line, plans)) for line in lines)
    return [left for line, left in kept if left or not line.strip()]


def commands_told(plans: Mapping[str, str], done: str = "") -> Sequence[str]:
    """The commands for the plans but ``done``, as many as the answer tells."""
    return [each for each in dict.fromkeys(plans.values()) if each != done][:MOST_TOLD]
