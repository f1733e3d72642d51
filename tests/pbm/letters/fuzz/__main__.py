"""Change letters at random and send each with a valid key: ``python -m tests.pbm.letters.fuzz``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.pbm.inbox.understanding.table import scene_of
from tests.pbm.letters.fuzz.running import Report, send_changed, send_programs
from tests.pbm.letters.fuzz.sources import Source, of_folder, of_tables
from tests.pbm.town import remembered_drafts

SCENE = "gyges_turn"
COUNT, SEED = 5000, 1


def run(count: int, seed: int, folder: Path | None = None) -> Report:
    """Send so many changed letters from a folder, or from the tables of letters."""
    report = Report()
    with TemporaryDirectory() as place, remembered_drafts():
        scene = scene_of(SCENE).copied(Path(place) / "town")
        with closing(scene.town()) as town:
            found = [*of_folder(folder)] if folder is not None else [*of_tables(scene)]
            people: Sequence[Source] = [each for each in found if each.lines]
            for source in found:
                if source.raw:
                    send_programs(report, source, scene, town)
            for number in range(count):
                source = Random(seed + number).choice(people)
                send_changed(report, source, scene, town, seed + number)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.pbm.letters.fuzz", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a folder of mails and their texts")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    report = run(options.count, options.seed, options.folder)
    for fault in report.faults:
        print(fault)
    print(report)
    return 1 if report.faults else 0


if __name__ == "__main__":
    sys.exit(main())
