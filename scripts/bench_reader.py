"""CPU time of parsing mails and their commands.

Prints, for mutants of ordinary replies, for mails made to be hard and for the mails in directories,
how many they are, the CPU seconds of all, and the slowest ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1]))

from pbm.inbox.line.line import Context
from pbm.mail.letter import Letter
from tests.pbm.mail.bombs import BOMBS
from tests.pbm.mail.corpus import mails
from tests.pbm.mail.mutants.making import mutant
from tests.pbm.mail.understanding import CONTEXTS, read_letter, understand

SHOWN = 3


def seconds(raw: bytes) -> float:
    """CPU seconds of parsing a mail once, with its commands in the context that takes longest."""
    start = process_time()
    letter = read_letter(raw)
    read = process_time() - start
    return read + max(_seconds_of_commands(letter, context) for context in CONTEXTS)


def _seconds_of_commands(letter: Letter, context: Context) -> float:
    start = process_time()
    understand(letter, context)
    return process_time() - start


def mutants(count: int) -> Iterator[tuple[str, bytes]]:
    for number in range(count):
        yield f"number {number}", mutant(Random(number)).raw  # noqa: S311 (mails, no secrets)


def report(kind: str, named: Iterable[tuple[str, bytes]]) -> None:
    taken = sorted(((seconds(raw), name) for name, raw in named), reverse=True)
    print(f"{kind}: {len(taken)} mails, {sum(each for each, _ in taken):.1f} s")
    for each, name in taken[:SHOWN]:
        print(f"  {each:.4f} s  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mutants", type=int, default=100_000, metavar="N")
    parser.add_argument(
        "directories", nargs="*", type=Path, help="folders of mails, one mail per file"
    )
    options = parser.parse_args()
    seconds(b"Subject: help\n\nhelp\n")  # load modules that the first mail needs
    report("mutants", mutants(options.mutants))
    report("hard mails", BOMBS.items())
    for directory in options.directories:
        report(str(directory), mails(directory))


if __name__ == "__main__":
    main()
