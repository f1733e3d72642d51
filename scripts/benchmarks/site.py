"""``site``: writing the pages of many games, and the pages that one more move changes."""

from __future__ import annotations

import gc
import resource
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import median
from time import monotonic, process_time

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.pages import PagesLoop
from pbm.play.publicity import publish_from
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_most
from scripts.benchmarks.filling import DOMAIN, NOW, app, fill
from scripts.benchmarks.first_paint import first_paints
from scripts.benchmarks.painting import acted_on
from scripts.benchmarks.processes import NOWHERE, pbm_command
from scripts.benchmarks.replies import replies

GAMES, PLIES = 10_000, 60
SPECS, COURSES = ("gyges/classic", "dvonn/standard"), 20
MOVES, WARM = 30, 5
_LARGEST, _KIB, _MIB = 60, 1 << 10, 1 << 20


def measure(folder: Path, games: int = GAMES) -> Iterator[Figure]:
    data, pages = folder / "data", folder / "site"
    letters = _filled(data, pages, games)
    seconds, spent, memory = _built(data)
    told = f"{games} games of {PLIES} plies: "
    yield Figure("site", f"{told}built", seconds, "s", bound=at_most(300))
    yield Figure("site", f"{told}built, a game", 1e3 * spent / games, "CPU ms")
    yield Figure("site", f"{told}memory at most", memory, "MiB", bound=at_most(300))
    largest = max(each.stat().st_size for each in pages.glob("**/games/*.html"))
    yield Figure("site", "the largest page", largest / _KIB, "KiB", bound=at_most(_LARGEST))
    scripts = sum(each.stat().st_size for each in pages.glob("*.js"))
    yield Figure("site", "scripts", scripts / _KIB, "KiB", bound=at_most(12))
    yield from first_paints(pages)
    moves = _moves(data, letters)
    yield Figure("site", f"{told}one move more", moves, "CPU ms", bound=at_most(50))


def _filled(data: Path, pages: Path, games: int) -> Sequence[Letter]:
    """Fill the data with games that everybody may watch. Return the next moves on some boards."""
    courses = [course(spec, PLIES + 1, seed) for spec in SPECS for seed in range(COURSES)]
    boards = fill(data, courses, PLIES, games)
    (data / "pbm.toml").write_text(f'site = "{pages}"\nsite_url = "https://{DOMAIN}"\n')
    with closing(app(data)) as made, made.store.transaction() as tx:
        publish_from(tx, NOW)
    return replies(data, courses, islice(boards, 0, None, max(1, games // MOVES)), PLIES)


def _built(data: Path) -> tuple[float, float, float]:
    """Build the site in another process: its seconds, its CPU seconds, and its memory in MiB."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), monotonic()
    command = [*pbm_command(data, NOWHERE), "site", "build"]
    subprocess.run(command, check=True, capture_output=True)
    seconds, after = monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, spent, after.ru_maxrss * _KIB / _MIB


def _moves(data: Path, letters: Sequence[Letter]) -> float:
    """The CPU milliseconds for writing the pages that a move changes, after the first build."""
    with closing(_with_pages(data)) as made:
        loop = PagesLoop(made.settings, made.store, made.clock, lambda: None, gc.freeze)
        loop.write()
        spent = []
        for letter in letters:
            acted_on(made, letter)
            before = process_time()
            loop.write()
            spent.append(1e3 * (process_time() - before))
    return median(spent[WARM:])


def _with_pages(data: Path) -> App:
    return App(load({"data": str(data), "domain": DOMAIN}, {}))
