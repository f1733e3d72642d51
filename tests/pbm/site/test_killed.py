"""A writer of pages killed at any point: no file is half written, and the next run goes on."""

from __future__ import annotations

import shutil
from collections.abc import Mapping

import pytest

from tests.pbm.site.killing import killed_at
from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import ALICE, PASSWORD

KILLS = (0, 1, 2, 3, 5, 40, 41, 170, 171, 172, 333)
"""The file changes before which writers are killed. Each continues the work of the last one."""

Files = Mapping[str, bytes]


def killed(published: Published, before: Files, after: Files) -> None:
    """Kill writers until one completes the pages. Each file must be the old or the new one."""
    settings, now = published.town.app.settings, published.town.time
    assert killed_at(0, settings, now)
    for change in KILLS:
        if not killed_at(change, settings, now):
            break
        for place, content in published.files().items():
            known = before.get(place), after.get(place)
            assert place.endswith(".new") or content in known, place


@pytest.mark.slow
def test_pages_are_completed_after_a_kill(published_by_processes: Published) -> None:
    published = published_by_processes
    published.town.play(published.town.board(), *OPENING)
    published.write()
    whole = published.files()
    shutil.rmtree(published.folder)
    killed(published, {}, whole)
    published.restart()
    assert published.files() == whole


def test_changed_pages_are_completed_after_a_kill(published_by_processes: Published) -> None:
    published = published_by_processes
    town = published.town
    mails = town.play(town.board(), *OPENING)
    published.write()
    before, copy = published.files(), published.folder.with_name("before")
    shutil.copytree(published.folder, copy)
    town.play(mails, "15-24")
    town.write(ALICE, f"gyges seek alice {PASSWORD}\n")
    published.restart()
    after = published.files()
    shutil.rmtree(published.folder)
    shutil.copytree(copy, published.folder)
    killed(published, before, after)
    published.restart()
    assert published.files() == after
