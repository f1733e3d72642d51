"""Search for slow letters: ``python -m tests.pbm.security.slow_letters [--minutes N] [--seed N]``.

With ``--known`` it prints the seconds of the letters in ``found.py`` instead.

The search is a hill climb over the letters of each family: it changes one thing at a time, and
keeps the change if the letter takes longer. It prints two letters of each family: the one that took
the most CPU, and the one that held the write lock for longest.
"""

from __future__ import annotations

import argparse
import logging
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from tests.pbm.security.slow_letters.families import FAMILIES
from tests.pbm.security.slow_letters.found import FOUND
from tests.pbm.security.slow_letters.making import Family, Slow
from tests.pbm.security.slow_letters.measuring import Cost, Scales
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SERVER, SOUTH, STRANGER, Town, of

CHANGES = 25
"""A climb ends after this many changes in a row that did not make the letter slower."""


class Search:
    def __init__(self, folder: Path, random: Random) -> None:
        self._random = random
        town = Town(folder)
        town.sign_up(ALICE, PASSWORD)
        town.sign_up(BOB)
        mails = town.play(town.board(), SOUTH, NORTH)
        mover = next(mail for mail in mails if "your move" in mail.subject)
        question = of(town.answer(mover, "I give up"), mover.to)
        replies = ((each.to, each.reply_to) for each in (mover, question))
        self._ways = ((ALICE, SERVER), (STRANGER, SERVER), *replies)
        self.scales = Scales(town)
        self.worst: dict[tuple[str, str], tuple[float, Cost, Slow, str]] = {}
        self.letters = 0
        self.seconds = 0.0

    def climb(self, family: Family) -> None:
        """Make one letter slower, change by change, until no change helps."""
        author, to = self._random.choice(self._ways)
        best, most, in_vain = family.first(self._random), 0.0, 0
        while in_vain < CHANGES:
            tried = family.changed(best, self._random)
            cost = self.scales.weigh(tried, author, to)
            self._note(family, cost, tried, f"{author} to {to}")
            worth = cost.total + 4 * cost.held
            in_vain = 0 if worth > most * 1.02 else in_vain + 1
            best, most = (tried, worth) if worth > most else (best, most)

    def _note(self, family: Family, cost: Cost, slow: Slow, way: str) -> None:
        self.letters += 1
        self.seconds += cost.total
        for what, seconds in (("in all", cost.total), ("held", cost.held)):
            key = family.name, what
            if seconds > self.worst.get(key, (0.0,))[0]:
                self.worst[key] = (seconds, cost, slow, way)


def measure(search: Search) -> None:
    """Print the seconds of the known letters, the slowest first."""
    for _ in range(2):  # the first time fills caches
        taken = {name: search.scales.weigh(slow, ALICE) for name, slow in FOUND.items()}
    for name, cost in sorted(taken.items(), key=lambda each: -each[1].total):
        print(f"{cost.total:.3f} s, {cost.held:.3f} s held: {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--known", action="store_true", help="measure the known letters")
    parser.add_argument("--family", action="append", help="this one alone")
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    families = [each for each in FAMILIES if not options.family or each.name in options.family]
    with TemporaryDirectory() as folder:
        search = Search(Path(folder), Random(options.seed))
        if options.known:
            measure(search)
            return
        end = monotonic() + options.minutes * 60
        while monotonic() < end:
            for family in families:
                search.climb(family)
    print(f"{search.letters} letters, {search.seconds / search.letters:.3f} s each")
    for (name, what), (seconds, cost, slow, way) in sorted(search.worst.items()):
        print(f"{seconds:6.3f} s {what:6} {name:12} {cost.total:.3f}/{cost.held:.3f} {way}")
        print(f"    {slow}")


if __name__ == "__main__":
    main()
