"""Slow letters: each has a head, and a body filled by repeating some words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

KIB = 1024
LARGEST = 256 * KIB
MOST_WORDS = 24


@dataclass(frozen=True)
class Slow:
    """A letter. head: header lines. start: the start of its body. words: repeated in the rest.

    numbered: whether each repetition ends in its number.
    """

    head: tuple[str, ...]
    start: str
    words: tuple[str, ...]
    numbered: bool = False

    def body(self, size: int) -> str:
        unit = "".join(self.words)
        times = range(size // len(unit) + 1)
        filling = (
            "".join(f"{unit}{time} " for time in times) if self.numbered else unit * len(times)
        )
        return (self.start + filling)[:size]

    def raw(self, author: str, number: int, size: int = LARGEST) -> bytes:
        """The letter as bytes, cut to ``size``."""
        head = "\n".join((f"From: {author}", f"Message-ID: <{number}@x>", *self.head))
        return f"{head}\n\n{self.body(size)}".encode("utf-8", "surrogatepass")[:size]


@dataclass(frozen=True)
class Family:
    """Letters of one kind. heads, starts, words: their parts, which are chosen at random."""

    name: str
    heads: Sequence[str]
    starts: Sequence[str]
    words: Sequence[str]

    def first(self, random: Random) -> Slow:
        words = tuple(random.choices(self.words, k=random.randint(1, 6)))
        heads = tuple(line for line in self.heads if random.random() < 0.5)
        return Slow(heads, random.choice(self.starts), words, random.random() < 0.3)

    def changed(self, slow: Slow, random: Random) -> Slow:
        """The letter with one thing changed."""
        change = random.choice((self._words, self._words, self._words, self._head, self._start))
        return change(slow, random)

    def _words(self, slow: Slow, random: Random) -> Slow:
        words = list(slow.words)
        at = random.randrange(len(words) + 1)
        cut = random.choice((0, 1, 1, 2))
        words[at : at + cut] = random.choices(self.words, k=random.randint(0, 3))
        if random.random() < 0.2:
            words *= 2
        numbered = slow.numbered != (random.random() < 0.1)
        return replace(slow, words=tuple(words[:MOST_WORDS]) or slow.words, numbered=numbered)

    def _head(self, slow: Slow, random: Random) -> Slow:
        if not self.heads:
            return slow
        line = random.choice(self.heads)
        kept = tuple(each for each in slow.head if each != line)
        return replace(slow, head=kept if line in slow.head else (*kept, line))

    def _start(self, slow: Slow, random: Random) -> Slow:
        return replace(slow, start=random.choice(self.starts))
