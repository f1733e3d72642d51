"""How long the documents are: the time of readers is bounded, by document and by all of them.

To write more, take something away; a bar is raised only with the reason in the commit.
"""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatch

import pytest

from tests.walk import ROOT

FOLDERS = ("mail_templates", "pbm", "rules", "scripts", "tests")
ENDINGS = (".adoc", ".html", ".md", ".rst", ".tex", ".txt", ".1", ".5", ".8")
DATA = (
    "constraints.txt",
    "mail_templates/*.txt",
    "pbm/mail/date_words.txt",
    "rules/*.txt",
    "tests/*.txt",
)
"""What the server says and reads, and what tests compare."""

LATER = (
    "pbm/INSTALL.md",
    *(f"rules/plugins/{name}README.md" for name in ("", "chess/", "open_spiel/", "konane/")),
)
"""Documents that the sum leaves out: how pbm is installed, and how it is extended."""

SCREEN = 860
"""The most words of a document without a bar of its own."""

BARS = {
    "CHANGELOG.md": 350,
    "CONTRIBUTING.md": 1_500,
    "README.md": 900,
    "SECURITY.md": 2_000,
    "pbm/OPERATING.md": 4_200,
    "pbm/NODES.md": 960,
    "pbm/PROGRAMS.md": 930,
    "pbm/README.md": 1_215,
    "pbm/inbox/understanding/README.md": 1_300,
    "pbm/smtp/ANSWERS.md": 1_200,
    "rules/README.md": 3_000,
    "scripts/PROFILE.md": 1_010,
    "tests/README.md": 800,
    # A row of figures for each game, which are 300 of its words.
    "tests/trials/STRENGTH.md": 720,
}
SUM = 32_450


def documents() -> Iterator[str]:
    """Yield the path of each document: all text but data, templates and code."""
    found = [*ROOT.glob("*"), *(each for name in FOLDERS for each in (ROOT / name).rglob("*"))]
    for each in sorted(found):
        path = each.relative_to(ROOT).as_posix()
        linked = each.is_symlink() or each.parent.is_symlink()
        is_text = each.suffix in ENDINGS or each.name == "LICENSE"
        if is_text and not linked and not any(fnmatch(path, data) for data in DATA):
            yield path


WORDS = {path: len((ROOT / path).read_text(encoding="utf-8").split()) for path in documents()}


@pytest.mark.parametrize("path", sorted(WORDS.keys() - {*LATER}))
def test_a_document_is_no_longer_than_its_bar(path: str) -> None:
    assert WORDS[path] <= BARS.get(path, SCREEN)


def test_all_documents_together_are_no_longer_than_theirs() -> None:
    counted = {path: words for path, words in WORDS.items() if path not in LATER}
    assert sum(counted.values()) <= SUM, sorted(counted.items(), key=lambda each: -each[1])
