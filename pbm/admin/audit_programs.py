"""The audit of programs: what they decided was played, and is decided again."""

from __future__ import annotations

from collections.abc import Iterator

from pbm.core.board import Board
from pbm.core.boards import after_event
from pbm.core.events import Event
from pbm.core.games import Seat
from pbm.core.happenings import Aborted, Moved, Resigned
from pbm.programs.thinking import DOOR, Decision, decide
from pbm.store.protocol import Transaction


def faults(tx: Transaction, before: Board | None, event: Event) -> Iterator[str]:
    """Yield what is wrong with an event if a program has caused it.

    The event must be what the program has decided, as its request says.
    """
    request = tx.requests.get(event.cause.request) if event.cause.request else None
    if request is None or request.door != DOOR or before is None:
        return
    seat = before.match.seat_of(request.player)
    if seat is None or not _is_by(seat, event):
        return  # a planned answer of the other side, which the move has set off
    try:
        decision = Decision.read(request.what)
    except ValueError as error:
        yield str(error)
        return
    done = (before.number, before.match.plies, _line(event))
    decided = (decision.board, decision.ply, decision.move)
    if done != decided:
        yield f"it is not what the program has decided: {request.what}"


def computed_again(tx: Transaction, number: int) -> Iterator[tuple[Event, str]]:
    """Yield the events in which programs of the present version would do something else."""
    before: Board | None = None
    for event in tx.matches.events(number):
        decision = _decision(tx, before, event)
        if before is not None and decision is not None and decision.is_present:
            again = decide(before, decision.level)
            if again != decision:
                yield event, f"it was {decision.written()}, the program would do {again.written()}"
        before = after_event(before, event)


def external_moves(tx: Transaction, number: int) -> Iterator[str]:
    """Yield the userid of the external engine of each event that one has decided."""
    before: Board | None = None
    for event in tx.matches.events(number):
        decision = _decision(tx, before, event)
        if decision is not None and decision.engine:
            yield decision.engine
        before = after_event(before, event)


def _decision(tx: Transaction, before: Board | None, event: Event) -> Decision | None:
    """The decision of the program that caused the event; None if something is wrong."""
    request = tx.requests.get(event.cause.request) if event.cause.request else None
    seat = before.match.seat_of(request.player) if before and request else None
    if request is None or request.door != DOOR or seat is None or not _is_by(seat, event):
        return None
    return None if any(faults(tx, before, event)) else Decision.read(request.what)


def _is_by(seat: Seat, event: Event) -> bool:
    what = event.what
    return isinstance(what, Moved | Resigned | Aborted) and what.seat is seat


def _line(event: Event) -> str:
    return event.what.line if isinstance(event.what, Moved) else ""
