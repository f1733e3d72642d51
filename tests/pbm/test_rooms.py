"""pbm/README.md names every room, and none that is not there."""

from __future__ import annotations

import re
from pathlib import Path

import pbm

FOLDER = Path(pbm.__file__).parent
NOT_ROOMS = {"README.md", "OPERATING.md", "__init__.py", "__main__.py", "__pycache__/", "py.typed"}


def test_the_map_names_every_room_once() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (FOLDER / "README.md").read_text(), re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`([^`]+)`", row)]
    rooms = {f"{each.name}/" if each.is_dir() else each.name for each in FOLDER.iterdir()}
    assert sorted(named) == sorted(rooms - NOT_ROOMS)
