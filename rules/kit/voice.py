"""Labels in one language, and lines of at most 72 columns, which every mail program shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from textwrap import wrap

from ..phrase import Fact, Word

WIDTH = 72
_NO_BREAK = "\u00a0"


@dataclass(frozen=True)
class Voice:
    """Labels in one language, with English for those that are missing."""

    words: Mapping[str, str]
    english: Mapping[str, str]

    def say(self, code: str, /, **facts: Fact) -> str:
        return self.label(code).format_map(
            {name: self._shown(fact) for name, fact in facts.items()}
        )

    def label(self, code: str) -> str:
        return self.words[code] if code in self.words else self.english[code]

    def _shown(self, fact: Fact) -> str:
        if isinstance(fact, tuple):
            return ", ".join(fact)
        return self.label(fact) if isinstance(fact, Word) else str(fact)


def unbroken(text: str) -> str:
    """Return the text with no-break spaces; ``filled`` turns them into plain ones."""
    return text.replace(" ", _NO_BREAK)


def filled(paragraphs: Iterable[str]) -> Iterator[str]:
    """Wrap the paragraphs to lines of at most ``WIDTH`` columns."""
    for paragraph in paragraphs:
        # A paragraph that fits skips ``wrap``, which takes as long as drawing the board.
        fits = len(paragraph) <= WIDTH and paragraph.isprintable() and paragraph.strip()
        for line in [paragraph.rstrip()] if fits else _wrapped(paragraph):
            yield line.replace(_NO_BREAK, " ")


# A position is drawn for both players, and most of its text is the same for both.
@lru_cache(maxsize=8)
def _wrapped(paragraph: str) -> Sequence[str]:
    return wrap(paragraph, WIDTH)
