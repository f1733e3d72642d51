"""The labels of DVONN in one language."""

from __future__ import annotations

from collections.abc import Mapping

from ..kit import voice
from ..phrase import Word
from .pieces import BLACK, DVONN, WHITE
from .words import WORDS

_MARKS = {WHITE: Word("white_mark"), BLACK: Word("black_mark"), DVONN: Word("dvonn_mark")}


class Voice(voice.Voice):
    @staticmethod
    def of(words: Mapping[str, str] | None) -> Voice:
        return Voice(WORDS if words is None else words, WORDS)

    def mark(self, piece: str) -> str:
        """Return the sign of a piece on a drawn board."""
        return self.label(_MARKS[piece])
