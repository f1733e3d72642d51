"""What came of one line of a letter."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.inbox.dialogue.line import Call
from pbm.inbox.vocabulary.answers import Answer

HELD, DONE = "held", "done"


@dataclass(frozen=True)
class Outcome:
    """What came of one line: an answer, or a command that waits for its player's ``yes``.

    proven: whether a player asked for something to be done, and it is proven that it was they.
    shown: the player whom the line itself or its letter has shown.
    result: what came of it in one line, where another process has found that out.
    """

    line: str
    answer: Answer | None = None
    refused: str = ""
    held: Call | None = None
    proven: bool = False
    shown: int | None = None
    result: str = ""

    @property
    def note(self) -> str:
        return self.refused or (HELD if self.held else DONE)
