"""``rules/listed.txt``, by which games are known before they are imported.

``PBM_RECORD=1 python -m pytest tests/rules/test_listed.py`` writes it again, for a new game or
another title.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbm import rules
from pbm.rules import listed
from pbm.rules.listed import Listed

FILE = Path(rules.__file__).with_name(listed.FILE)

READING = """
import sys
from pbm.app.application import App
from pbm.core.games import family, find_kept
from pbm.core.names import reads_as_move
App.warm_up()
assert reads_as_move("f6") and reads_as_move("d1-d7/g7") and not reads_as_move("alice")
assert family("hex") and find_kept("oware/abapa")
print(*sorted(name.split(".")[2] for name in sys.modules if name.startswith("pbm.rules.")))
"""


def imported() -> Mapping[str, Listed]:
    """What all games say of themselves."""
    return {spec: Listed.of(game) for spec, game in rules.games().items()}


@pytest.fixture(scope="module", autouse=True)
def recorded_if_asked() -> None:
    if os.environ.get("PBM_RECORD"):
        folders = sorted(each.parent.name for each in FILE.parent.glob("*/game.py"))
        found = (each for folder in folders for each in listed.found_in(folder))
        FILE.write_text("".join(f"{each.written}\n" for each in found), "utf-8")
        listed.listed.cache_clear()


def test_the_file_says_what_the_games_say() -> None:
    lines = FILE.read_text("utf-8").splitlines()
    assert lines == [each.written for each in imported().values()], "write it: see above"
    assert [*map(Listed.read, lines)] == [*imported().values()]


def test_a_process_that_reads_letters_imports_only_the_games_that_it_needs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", READING], check=True, capture_output=True, text=True
    )
    games = {each.name for each in imported().values()}
    assert games & {*done.stdout.split()} == {"dvonn", "gyges", "hex", "oware"}


def test_a_game_that_the_file_does_not_name_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(listed.listed())
    monkeypatch.setattr(Path, "read_text", lambda *_: "")
    listed.listed.cache_clear()
    assert listed.listed() == known
