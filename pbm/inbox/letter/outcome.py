"""The outcome of one line of a letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.base.values import quickly_made
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.line import Call

HELD, DONE = "held", "done"


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
    plans: the commands for plans in the words beside the line, which were not passed on.
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
    plans: Sequence[str] = ()

    @property
    def note(self) -> str:
        return self.refused or (HELD if self.held else DONE)
