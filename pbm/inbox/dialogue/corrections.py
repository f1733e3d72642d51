"""Commands that other lines of the same letter take back, contradict, or only cite."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.base.values import replace
from pbm.inbox.dialogue.citations import is_introduced
from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.line import MOVE, Call
from pbm.inbox.dialogue.passing_on import may_be_shown
from pbm.inbox.dialogue.situations import situation_of
from pbm.inbox.dialogue.understood import Understood, at_this_ply, understood
from pbm.inbox.understanding.intention import Certainty, ask
from pbm.inbox.understanding.reading import (
    kept_above,
    other_move_above,
    taken_back,
)
from pbm.inbox.vocabulary.access import Scope


def retracted(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command that the lines below it take back; None if they do not."""
    if call.command.scope is not Scope.BOARD or call.command.stale or not call.text:
        return None
    command = exchange.context.question.command_for(call.line) or call.line
    situation = situation_of(exchange)
    intention = taken_back(command, call.command.name, call.text, situation)
    if intention is None:
        return None
    lines = [call.line, *call.text[: None if intention.chosen else 0]]
    found = understood(exchange, intention, lines, situation)
    # The correction belongs to what is asked about.
    below = next((line.strip() for line in call.text if line.strip()), "")
    shown = [line for line in (call.line.strip(), below) if may_be_shown(line, exchange)]
    wrote = " / ".join(shown) if call.line.strip() in shown else ""
    return replace(found, wrote=wrote) if found is not None else None


def lines_above(exchange: Exchange, call: Call) -> Sequence[str]:
    """The writer's own lines above that of the command."""
    lines = exchange.letter.lines
    at = next((at for at, line in enumerate(lines) if line.strip() == call.line), 0)
    return lines[:at]


def without_retracted(exchange: Exchange, above: Sequence[str]) -> Sequence[str]:
    """The lines above a move without those that are taken back before it."""
    return kept_above(above, situation_of(exchange))


def contradicted_above(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a move if lines above it say to play another one; None if they do not."""
    above = lines_above(exchange, call)
    if not call.bare or call.command.stale or not any(map(str.isdigit, "".join(above))):
        return None
    situation = situation_of(exchange)
    move = situation.legal(call.line)
    if not move or not other_move_above(kept_above(above, situation), move, situation):
        return None
    meant = replace(ask(move, len(above)), alone=True)
    return understood(exchange, meant, exchange.letter.lines, situation)


def cited(exchange: Exchange, call: Call) -> Understood | None:
    """The question about a command if a line such as "Bob wrote:" is above it; else None."""
    is_own = call.command.stale or call.args.claim is not None or exchange.addressee() is None
    if is_own or not is_introduced(lines_above(exchange, call)):
        return None
    is_move = call.command.name == MOVE and call.args.board is not None
    asked = at_this_ply(exchange, call) if is_move and exchange.is_proven else call
    wrote = call.line if may_be_shown(call.line, exchange) else ""
    return Understood(Certainty.ASK, asked, wrote)
