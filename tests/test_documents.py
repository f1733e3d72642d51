"""Documents: every file that they name exists, and every link leads to a heading or a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pbm
from tests.walk import ROOT, files

FOLDER = Path(pbm.__file__).parent
DOCUMENTS = [
    each
    for folder in (".", "pbm/**", "mail_templates", "rules/**", "scripts", "tests/**")
    for each in ROOT.glob(f"{folder}/*.md")
    if not any(place.is_symlink() for place in (each, *each.parents))
]
LINK = re.compile(r"\]\((?!https?://)([^)#]*)#?([^)]*)\)")
PICTURE = re.compile(r'<img src="([^"]+)()"')
# The game that rules/README.md adds, and a folder that any game or language may have.
ELSEWHERE = re.compile(r"(rules|tests/rules)/nim/|help/")

every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT))
)


@every_document
def test_every_link_leads_to_a_file_and_a_heading(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    for path, anchor in [*LINK.findall(text), *PICTURE.findall(text)]:
        target = document.parent / path if path else document
        assert target.exists(), path
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


def anchors(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", each.lower()).replace(" ", "-") for each in headings}


@every_document
def test_every_file_that_a_document_names_exists(document: Path) -> None:
    """Paths may begin at the repository, at pbm/ or at the document's own folder."""
    places = (ROOT, FOLDER, document.parent)
    gone = [
        name for name in named_files(document) if not any(any(place.glob(name)) for place in places)
    ]
    assert gone == []


@every_document
def test_every_module_that_a_document_names_exists(document: Path) -> None:
    """A name without a folder is a module in the document's folder, below it, or in one beside."""
    text = document.read_text(encoding="utf-8")
    names = {*re.findall(r"`(\w+\.py)`", text)} - {Path(each).name for each in files(text)}
    assert sorted(names - modules_near(document.parent)) == []


def modules_near(folder: Path) -> set[str]:
    """The modules in a folder, below it and in those beside it; for the repository, all of pbm."""
    below = FOLDER if folder == ROOT else folder
    return {each.name for each in (*below.rglob("*.py"), *below.parent.glob("*/*.py"))}


@every_document
def test_every_name_is_in_the_file_that_a_document_names(document: Path) -> None:
    """Such as "`NAME` in `pbm/play/moves.py`"."""
    text = document.read_text(encoding="utf-8")
    places = (ROOT, FOLDER, document.parent)
    for name, file in re.findall(r"`(\w+)`\s+in\s+`([\w./]+\.py)`", text):
        found = [place / file for place in places if (place / file).is_file()]
        sources = [each.read_text(encoding="utf-8") for each in found]
        assert any(re.search(rf"\b{name}\b", each) for each in sources), f"{name} in {file}"


def named_files(document: Path) -> list[str]:
    """Return the files and folders that a document names, without those that its examples add."""
    text = document.read_text(encoding="utf-8")
    added = files(text)
    names = re.findall(r"`([a-z_0-9-][a-z_0-9./*-]*(?:/|/[a-z_0-9.*-]+\.[a-z0-9]+))`", text)
    return [name for name in names if name not in added and not ELSEWHERE.match(name)]
