"""The outcome of rows: each is a letter to a town of its own scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from pytest import MonkeyPatch

from tests.pbm.conftest import HASHER, PRAGMAS, QUICK_HASHER, UNSYNCED
from tests.pbm.inbox.understanding.rows import Row
from tests.pbm.inbox.understanding.scenes import Scene, build
from tests.pbm.inbox.understanding.verdicts import Result, Verdict, Write, result
from tests.pbm.town import ALICE, BOB, PASSWORD, Town


def results(tried: Sequence[Row], *writes: Write) -> Iterator[Result]:
    """The result of each row or, if there are several ways to write its letter, of each way.

    All rows of a context share a town, in which each row is undone before the next.
    """
    with ExitStack() as opened:
        patch = opened.enter_context(MonkeyPatch.context())
        patch.setattr(PRAGMAS, UNSYNCED)
        patch.setattr(HASHER, QUICK_HASHER)
        home = Path(opened.enter_context(TemporaryDirectory()))
        scenes = {
            name: scene_of(name).copied(home / name) for name in {row.context for row in tried}
        }
        towns = {name: opened.enter_context(closing(scenes[name].town())) for name in scenes}
        for row, write in product(tried, writes or (None,)):
            town = towns[row.context]
            with town.rehearsing():
                found = result(scenes[row.context], row, town, write)
            yield found


@cache
def _home() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="pbm-scenes-")


@cache
def scene_of(context: str) -> Scene:
    """The scene of a context. It is made once: the rows of nearly every file need most scenes."""
    return build(context, _people(), Path(_home().name, context))


@cache
def _people() -> Path:
    folder = Path(_home().name, "people")
    folder.mkdir()
    with closing(Town(folder)) as town:
        town.sign_up(ALICE, PASSWORD)
        town.sign_up(BOB)
    return folder


def shares(found: Iterable[Result]) -> dict[Verdict, float]:
    """The share of each verdict."""
    counted = Counter(each.verdict for each in found)
    return {verdict: counted[verdict] / max(1, counted.total()) for verdict in Verdict}
