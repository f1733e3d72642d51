"""The way of a letter in ``pbm/README.md``: its functions exist, and are called in its order."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from tests.combinations import for_each
from tests.pbm.town import SOUTH, Mail, Town
from tests.walk import ROOT

ROW = re.compile(r"^\| \d+ \| `(\w+(?:/\w+)*\.py)` `([\w.]+)` \|", re.MULTILINE)
STEPS = ROW.findall((ROOT / "pbm" / "README.md").read_text("utf-8"))
OVER_SMTP = ("smtp/listener.py", "Handler.handle_DATA")
"""Is not called in a town, which has no SMTP."""

Step = tuple[str, str]


@for_each("step", STEPS)
def test_each_function_is_where_the_readme_says(step: Step) -> None:
    path, name = step
    file = next(place / path for place in (ROOT, ROOT / "pbm") if (place / path).is_file())
    *classes, function = name.split(".")
    found: ast.AST = ast.parse(file.read_text("utf-8"))
    for each in (*classes, function):
        found = next(node for node in ast.iter_child_nodes(found) if _name(node) == each)


def _name(node: ast.AST) -> str:
    return str(getattr(node, "name", ""))


def test_they_are_called_in_this_order(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    called = calls_of(lambda: town_with_game.answer(board_mails[0], f"{SOUTH}\n\nGood luck!\n"))
    assert [step for step in called if step in STEPS] == [
        step for step in STEPS if step != OVER_SMTP
    ]


def calls_of(act: Callable[[], object]) -> list[Step]:
    """The functions of pbm that are called, each at its first call."""
    called: dict[Step, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        file = Path(frame.f_code.co_filename).resolve()
        if event == "call" and file.is_relative_to(ROOT):
            path = file.relative_to(ROOT).as_posix().removeprefix("pbm/")
            called.setdefault((path, frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(None)
    return list(called)
