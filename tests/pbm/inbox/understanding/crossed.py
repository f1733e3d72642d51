"""How often guesses are right: the examples of each fifth are guessed from the other four fifths.

Printed by ``python -m tests.pbm.inbox.understanding.crossed``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from zlib import crc32

from pbm.core.languages import languages
from pbm.inbox.understanding.bayes import Bayes, Counting, Guess, Kind
from pbm.inbox.understanding.examples import (
    ASKED,
    THERE,
    examples,
    marks_of,
    meanings_of,
    read_example,
)
from pbm.inbox.understanding.guesses import weights_of
from pbm.inbox.understanding.lexicon import lexicon

PARTS = 5
TABLES = ("invitation", "draw_offered", "undo_offered", "board", "finished", "welcome")
ANSWERED = TABLES[:3]


@dataclass(frozen=True)
class Example:
    language: str
    kind: Kind
    text: str
    marks: frozenset[str]
    meanings: frozenset[str]
    words: int
    asks: bool

    @property
    def part(self) -> int:
        return crc32(self.text.encode()) % PARTS

    @property
    def tables(self) -> Sequence[str]:
        """The tables of examples for the places where the example could have been written."""
        if self.kind.place == ASKED:
            return ANSWERED
        return TABLES[3:] if self.kind.place == "anywhere" else (self.kind.place,)


@dataclass(frozen=True)
class Tried:
    example: Example
    table: str
    guess: Guess

    @property
    def is_right(self) -> bool:
        return self.guess.wish == self.example.kind.wish


def crossed() -> Iterator[Tried]:
    """Guesses about all examples, each from the examples of the other four fifths."""
    every = list(_all())
    for part in range(PARTS):
        common, own = Counting(), defaultdict[str, Counting](Counting)
        for each in every:
            if each.part != part:
                own[each.language].add(each.kind, each.marks)
                common.add(each.kind, each.meanings)
        counts, shared = {each: own[each].counts() for each in own}, common.counts()
        for each in every:
            if each.part == part:
                yield from _tried(each, Bayes(counts[each.language], shared))


def _tried(example: Example, bayes: Bayes) -> Iterator[Tried]:
    for table in example.tables:
        weights = weights_of(bayes, table, asks=example.asks)
        guess = bayes.weighed(weights).guess(example.marks, example.words)
        assert guess is not None, "several things can be wanted"
        yield Tried(example, table, guess)


def _all() -> Iterator[Example]:
    for language in languages():
        for kind, text in examples(language):
            read = read_example(text, lexicon(language))
            words = sum(len(each.words) for each in read)
            asks = any(each.asks for each in read)
            marks, meanings = marks_of(read, THERE), frozenset(meanings_of(read))
            yield Example(language, kind, text, marks, meanings, words, asks)


def main() -> None:
    tried = defaultdict[str, list[Tried]](list)
    for each in crossed():
        tried[each.table].append(each)
    for table, found in tried.items():
        right = sum(each.is_right for each in found)
        print(f"{table}: {right} of {len(found)} are right, {right / len(found):.1%}")
        for wish, number in Counter(each.guess.wish for each in found).most_common():
            guessed = [each for each in found if each.guess.wish == wish]
            shares = (_share(guessed, lead) for lead in (0, 0.5, 1, 1.5, 2, 3, 4, 6))
            print(f"  {wish:10} {number:4}", *shares)


def _share(guessed: Sequence[Tried], lead: float) -> str:
    """How many guesses with this lead there are, and how many of them are right."""
    led = [each for each in guessed if each.guess.lead >= lead]
    right = sum(each.is_right for each in led)
    return f"{lead}: {right / max(1, len(led)):.0%} of {len(led)}  "


if __name__ == "__main__":
    main()
