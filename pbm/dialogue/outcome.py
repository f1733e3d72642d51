"""What came of one line of a letter."""

from __future__ import annotations

from dataclasses import dataclass

from pbm.dialogue.answers import Answer
from pbm.dialogue.line import Call


@dataclass(frozen=True)
class Outcome:
    """What came of one line: an answer, or a command that waits for its player's ``yes``.

    proven: whether a player asked for something to be done, and it is proven that it was they.
    """

    line: str
    answer: Answer | None = None
    refused: str = ""
    held: Call | None = None
    proven: bool = False

    @property
    def note(self) -> str:
        return self.refused or ("held" if self.held else "done")
