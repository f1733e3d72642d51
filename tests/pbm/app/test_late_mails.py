"""Mails that wait too long for the painter leave as text; those that wait for their turn do not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.late_mails import LOOK_SECONDS, PATIENCE_SECONDS, LateMails, Patience
from pbm.store.writer import Writer
from tests.patience import PATIENCE
from tests.pbm.town import DOMAIN


class Looks:
    """Looks at the mails that wait, one a second, on a clock of the test."""

    def __init__(self) -> None:
        self._now = 100.0
        self._patience = Patience(lambda: self._now)

    def __call__(self, waiting: Sequence[int], seconds: float = LOOK_SECONDS) -> set[int]:
        self._now += seconds
        return self._patience.late(waiting)


@pytest.fixture
def look() -> Looks:
    return Looks()


def until_late(look: Looks, waiting: Sequence[int]) -> float:
    """After how many seconds mails are late that came just after the last look."""
    seconds = LOOK_SECONDS
    while not (late := look(waiting)):
        seconds += LOOK_SECONDS
    assert late == {*waiting}
    return seconds


@pytest.mark.parametrize("number", [1, 2, 50])
def test_a_mail_waits_for_five_seconds_at_most(look: Looks, number: int) -> None:
    assert until_late(look, range(number)) <= PATIENCE_SECONDS + LOOK_SECONDS == 5


def test_a_painter_that_is_slow_helps_none_but_the_mail_that_it_paints(look: Looks) -> None:
    for _ in range(3):
        assert look([1, 2]) == set()
    assert look([2]) == {2}


def test_while_many_are_painted_the_others_wait_for_their_turn(look: Looks) -> None:
    for first in range(0, 100, 3):
        assert look(range(first, 100)) == set()


def test_but_not_for_longer_than_a_minute(look: Looks) -> None:
    late = set[int]()
    for first in range(0, 1000, 3):
        late |= look([*range(first, 1000), 1001])
        if 1001 in late:
            break
    assert 50 < first / 3 * LOOK_SECONDS <= 60


def test_once_the_painter_stands_still_all_are_late(look: Looks) -> None:
    for first in range(0, 30, 3):
        look(range(first, 100))
    assert until_late(look, range(27, 100)) <= PATIENCE_SECONDS + LOOK_SECONDS


def test_mails_that_came_while_nobody_looked_are_new(look: Looks) -> None:
    assert look([1], seconds=3600) == set()


def test_a_mail_that_could_not_be_sent_as_text_is_late_again(look: Looks) -> None:
    until_late(look, [1])
    assert until_late(look, [1]) <= PATIENCE_SECONDS + LOOK_SECONDS


@pytest.mark.parametrize("steps", range(8))
def test_the_watch_ends_when_the_server_stops_just_as_mails_come(
    tmp_path: Path, steps: int
) -> None:
    """steps: of the event loop, between the two."""

    async def ring_and_cancel(late: LateMails) -> bool:
        watch = asyncio.create_task(late.watch())
        for _ in range(4):
            await asyncio.sleep(0)
        late.ring()
        for _ in range(steps):
            await asyncio.sleep(0)
        watch.cancel()
        ended, _ = await asyncio.wait([watch], timeout=PATIENCE)
        return bool(ended)

    app = App(load({"data": str(tmp_path), "domain": DOMAIN}, {}))
    writer = Writer(app.store, app.clock)
    assert asyncio.run(ring_and_cancel(LateMails(app.store, writer, app.clock, lambda: None)))
    app.close()
