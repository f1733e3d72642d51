"""The lines of one letter, each done in a transaction of its own.

What came of a line is kept with the letter in the same transaction: whatever happens between two
of them, none is done twice and none is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbm.inbox.dialogue.exchange import Exchange
from pbm.inbox.dialogue.line import Call, Misread
from pbm.inbox.dialogue.outcome import DONE, HELD, Outcome
from pbm.mail.correspondence import Confirmed, LineDone, Progress

_ALONE, _OUTCOMES = "alone", "outcomes"


@dataclass(frozen=True)
class Said:
    """A line that was read, and the ``yes`` that was said to it and others, if it was held."""

    line: Call | Misread
    confirmed: Confirmed | None = None


def leave_others(exchange: Exchange) -> None:
    """:raises WorkWanted: where other letters are acted on in the same transaction"""
    exchange.work.bench.result(_ALONE, lambda _: True)


def outcomes(exchange: Exchange) -> tuple[Outcome, ...]:
    """What came of the lines that were done, as far as this process knows."""
    return exchange.work.bench.noted(_OUTCOMES, ())


def found_done(exchange: Exchange, said: Said) -> Outcome | None:
    """What came of the next line, where it was done before another process ended.

    One that only told something is to be asked for again.
    """
    number, done = len(outcomes(exchange)), exchange.progress.lines
    if number >= len(done) or done[number].told_only:
        return None
    found = done[number]
    return Outcome(
        found.line,
        refused="" if found.note in (HELD, DONE) else found.note,
        held=said.line if found.note == HELD and isinstance(said.line, Call) else None,
        proven=found.proven,
        shown=found.shown,
        result=found.result,
    )


def after(
    exchange: Exchange, said: Said, outcome: Outcome, result: str, *, told_only: bool
) -> Progress:
    """How far the letter is after the next line. result: what came of it, in one line."""
    before, progress = outcomes(exchange), exchange.progress
    exchange.work.bench.note(_OUTCOMES, (*before, outcome))
    if len(before) < len(progress.lines):
        return progress
    done = LineDone(
        outcome.line, outcome.note, result, outcome.shown, outcome.proven, told_only=told_only
    )
    has_token = exchange.sender.token is not None
    return Progress((*progress.lines, done), has_token, said.confirmed)
