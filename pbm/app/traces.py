"""Traces of players who have left in letters of others.

These are their addresses, and words of theirs. They are blanked before the players' own letters are
erased.

Every kept letter is read, so it is done a portion at a time, and what is found is written in short
transactions. If the server stops meanwhile, the next one begins again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from pbm.app.erasure import is_awaited
from pbm.base.errors import DamagedError
from pbm.base.values import replace
from pbm.core.bookkeeping import ServerAct
from pbm.mail.correspondence import KeptLetter, LetterStatus
from pbm.mail.passages import Passage
from pbm.mail.read import read
from pbm.mail.redact import redact
from pbm.store.protocol import Store, Transaction

PORTION = 20

_SEALED = (LetterStatus.DONE, LetterStatus.IGNORED, LetterStatus.DUPLICATE)

_RUN = 4
"""The fewest words in a row that are taken for a quote."""
_LEAST_LETTERS, _SHORTEST = 10, 12

# Each character of a script without blanks counts as a word.
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\d_]+|\d+")

Run = tuple[str, ...]


@dataclass
class _Search:
    """The search for one address, in letters received before its owner left.

    own: the letters of its owner. runs: their words. after: the last letter that was read.
    """

    address: str
    until: datetime
    own: Set[int]
    runs: Set[Run]
    after: int = 0


@dataclass
class Traces:
    """clear: addresses of which no trace is left in the letters of others."""

    store: Store
    domain: str
    clock: Callable[[], datetime]
    clear: set[str] = field(default_factory=set)
    _search: _Search | None = None

    def blank_portion(self) -> bool:
        """Look through the next letters. Returns False if there is nothing to look for."""
        with self.store.reading() as tx:
            search = self._search or self._begun(tx)
            if search is None:
                return False
            numbers = tx.letters.numbers(search.after, PORTION)
            found = [*self._blanked(tx, search, numbers)]
        if found:
            self._write(found)
        if numbers:
            search.after = numbers[-1]
            self._search = search
        else:
            self.clear.add(search.address)
            self._search = None
        return True

    def _begun(self, tx: Transaction) -> _Search | None:
        departed = tx.departures.list()
        self.clear &= departed.keys()
        ready = (each for each in departed if each not in self.clear and not is_awaited(tx, each))
        address = next(ready, None)
        if address is None:
            return None
        own = tx.letters.tied_to(address, departed[address])
        runs = {run for letter in _letters(tx, own) for run in self._runs(letter)}
        return _Search(address, departed[address], frozenset(own), runs)

    def _runs(self, kept: KeptLetter) -> Iterator[Run]:
        lines = read(kept.envelope, domain=self.domain).lines
        words = [word[0].casefold() for word in _WORD.finditer("\n".join(lines))]
        return (run for run in _runs_of(words) if sum(map(_letters_in, run)) >= _LEAST_LETTERS)

    def _blanked(
        self, tx: Transaction, search: _Search, numbers: Collection[int]
    ) -> Iterator[tuple[KeptLetter, KeptLetter]]:
        """Yield each letter that holds traces, as it is and without them."""
        for kept in _letters(tx, [each for each in numbers if each not in search.own]):
            if kept.received > search.until:
                continue
            raw = redact(kept.raw, (), suspects=lambda texts: _traces(texts, search))
            if raw != kept.raw:
                blanked = replace(kept, raw=raw)
                yield kept, replace(blanked, hash=blanked.seal())

    def _write(self, found: Collection[tuple[KeptLetter, KeptLetter]]) -> None:
        """Store the letters. The act keeps their former hashes."""
        with self.store.transaction() as tx:
            former = {str(kept.id): kept.hash for kept, _ in found}
            why = "traces of a player who has left were removed from letters"
            tx.acts.add(ServerAct.CLOCK, why, {"hashes": former}, self.clock())
            for kept, blanked in found:
                tx.letters.reseal(blanked, kept.hash)


def _letters(tx: Transaction, numbers: Iterable[int]) -> Iterator[KeptLetter]:
    """The letters that have bytes and a seal. The audit reports damaged ones."""
    for number in numbers:
        with suppress(DamagedError):
            kept = tx.letters.get(number)
            if kept is not None and kept.raw and kept.hash and kept.status in _SEALED:
                yield kept


def _traces(texts: Iterable[Passage], search: _Search) -> Iterator[str]:
    address = re.compile(re.escape(search.address), re.IGNORECASE)
    for passage in texts:
        yield from address.findall(passage.text)
        yield from _quoted(passage.text, search.runs)


def _quoted(text: str, runs: Set[Run]) -> Iterator[str]:
    """Yield the parts of lines that belong to a run, wherever its lines are broken or marked."""
    found = [*_WORD.finditer(text)]
    words = [each[0].casefold() for each in found]
    marked = bytearray(len(words))
    for start, run in enumerate(_runs_of(words)):
        if run in runs:
            marked[start : start + _RUN] = b"\1" * _RUN
    begin: int | None = None
    for number, each in enumerate(found):
        if not marked[number]:
            begin = None
            continue
        begin = each.start() if begin is None else begin
        is_last = number + 1 == len(found) or not marked[number + 1]
        if is_last or "\n" in text[each.end() : found[number + 1].start()]:
            if each.end() - begin >= _SHORTEST:
                yield text[begin : each.end()]
            begin = None


def _runs_of(words: list[str]) -> Iterator[Run]:
    return (tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1))


def _letters_in(word: str) -> int:
    return len(word) if word.isalpha() else 0
