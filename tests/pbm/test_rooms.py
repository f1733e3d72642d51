"""The map names every room, its README each module; documents name no file that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pbm

FOLDER = Path(pbm.__file__).parent
ROOT = FOLDER.parent
DOCUMENTS = [
    each
    for folder in (".", "pbm", "pbm/*", "rules", "scripts", "tests")
    for each in ROOT.glob(f"{folder}/*.md")
]
# A game that is added as an example, and a folder that any game or language may have.
ELSEWHERE = re.compile(r"(rules|tests/rules)/nim/|help/")
ROOMS = sorted(each.parent for each in FOLDER.glob("*/__init__.py"))


def rows(readme: Path) -> list[str]:
    """The names in the first column of its tables."""
    cells = re.findall(r"^\| (\[?`.*?) \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    return sorted(name for cell in cells for name in re.findall(r"`([^`]+)`", cell))


def modules(folder: Path) -> list[str]:
    found = [f"{each.parent.name}/" for each in folder.glob("*/__init__.py")]
    found += [each.name for each in folder.glob("*.py") if not each.name.startswith("__")]
    return sorted(found)


def test_the_map_names_every_room_once() -> None:
    assert rows(FOLDER / "README.md") == [f"{room.name}/" for room in ROOMS]


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_the_readme_of_a_room_names_its_modules_once(room: Path) -> None:
    assert rows(room / "README.md") == modules(room)


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_it_tells_of_each_module_what_that_says_of_itself(room: Path) -> None:
    told = re.findall(
        r"^\| `(.+)` \| (.+) \|$", (room / "README.md").read_text("utf-8"), re.MULTILINE
    )
    assert told == [(name, first_line(room / name)) for name, _ in told]


def first_line(module: Path) -> str:
    """Of its docstring, without the point."""
    file = module / "__init__.py" if module.is_dir() else module
    told = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return told.partition("\n")[0].removesuffix(".")


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_the_readme_of_a_room_fits_on_a_screen(room: Path) -> None:
    assert len((room / "README.md").read_text(encoding="utf-8").splitlines()) <= 50


def named_files(document: Path) -> list[str]:
    """The files and folders that it names, as they are written."""
    text = document.read_text(encoding="utf-8")
    names = re.findall(r"`([a-z_0-9-][a-z_0-9./*-]*(?:/|/[a-z_0-9.*-]+\.[a-z0-9]+))`", text)
    return [name for name in names if not ELSEWHERE.match(name)]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_files_that_are_there(document: Path) -> None:
    """Named from the repository, from pbm/ or from the document's own folder."""
    places = (ROOT, FOLDER, document.parent)
    gone = [
        name for name in named_files(document) if not any(any(place.glob(name)) for place in places)
    ]
    assert gone == []
