"""The outcome of one line of a letter, and the lines, each executed in a transaction of its own.

The outcome of a line is kept with the letter, in the same transaction. Wherever a process dies,
no line is executed twice and none is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import quickly_made
from pbm.inbox.letter.exchange import Exchange
from pbm.inbox.line.line import Call, Misread
from pbm.inbox.line.request import Answer
from pbm.mail.correspondence import Confirmed, LineDone, Progress
from pbm.notices.headlines import Headline

HELD, STALE, DONE = "held", Headline.STALE.value, "done"


@quickly_made
@dataclass(frozen=True)
class Outcome:
    """The outcome of one line: an answer, or a command that waits for its player's ``yes``.

    line: the line in full, without secrets. refused: the code of a refusal.
    proven: whether the line asked for a change, and it is proven which player asked.
    shown: the id of the player whom the answer is for, if they are known.
    result: the answer in one line, if another process has executed the line.
    reworded: whether the line was understood in words other than the writer's, or their other lines
        were left out. The answer then says how the line was read.
    wrote: the writer's own words that are asked about, if the command is only guessed.
    passed_on: whether these words were passed on because no command was found in them.
    words_held: whether words beside a refused move were not passed on.
    kept_back: sentences beside the line that may be for the other player, but were not passed on,
        such as plans.
    """

    line: str
    answer: Answer | None = None
    refused: str = ""
    held: Call | None = None
    proven: bool = False
    shown: int | None = None
    result: str = ""
    reworded: bool = False
    wrote: str = ""
    passed_on: bool = False
    words_held: bool = False
    kept_back: Sequence[str] = ()

    @property
    def note(self) -> str:
        if self.refused or self.held:
            return self.refused or HELD
        return STALE if self.stale else DONE

    @property
    def stale(self) -> bool:
        """Whether nothing was done: the answered mail shows an earlier state of its board."""
        reply = self.answer.reply if self.answer else None
        return reply is not None and reply.facts.get("news") == Headline.STALE


_ALONE, _OUTCOMES = "alone", "outcomes"


@dataclass(frozen=True)
class Step:
    """A line to execute. confirmed: the ``yes`` that confirmed it, if it had been held."""

    line: Call | Misread
    confirmed: Confirmed | None = None


def require_own_transaction(exchange: Exchange) -> None:
    """:raises WorkWanted: if other letters are acted on in the same transaction"""
    exchange.work.bench.result(_ALONE, lambda _: True)


def executed(exchange: Exchange) -> tuple[Outcome, ...]:
    """The outcomes of the lines that were executed, as far as this process knows them."""
    return exchange.work.bench.noted(_OUTCOMES, ())


def recorded_outcome(exchange: Exchange, step: Step) -> Outcome | None:
    """The outcome of the next line, if another process executed it before it died.

    None for a line that only asked for information: it is executed again.
    """
    number, done = len(executed(exchange)), exchange.progress.lines
    if number >= len(done) or done[number].told_only:
        return None
    found = done[number]
    return Outcome(
        found.line,
        refused="" if found.note in (HELD, STALE, DONE) else found.note,
        held=step.line if found.note == HELD and isinstance(step.line, Call) else None,
        proven=found.proven,
        shown=found.shown,
        result=found.result,
    )


def progress_after(
    exchange: Exchange, step: Step, outcome: Outcome, result: str, *, told_only: bool
) -> Progress:
    """Note the outcome, and return the progress of the letter. result: the answer in one line."""
    before, progress = executed(exchange), exchange.progress
    exchange.work.bench.note(_OUTCOMES, (*before, outcome))
    if len(before) < len(progress.lines):
        return progress
    done = LineDone(
        outcome.line, outcome.note, result, outcome.shown, outcome.proven, told_only=told_only
    )
    has_token = exchange.sender.token is not None
    return Progress((*progress.lines, done), has_token, step.confirmed)
