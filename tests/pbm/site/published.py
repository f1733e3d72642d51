"""A town whose games are on pages, and helpers that read these pages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree

from pytest import MonkeyPatch

from pbm.app.pages import PagesLoop
from pbm.core.languages import ENGLISH
from tests.pbm.town import ALICE, BOB, PASSWORD, Town

URL = "https://games.example.org"
OPENING = ("231123", "321123", "16-35", "61-53")
FEW_LANGUAGES = (ENGLISH, "de")
FEW_PUZZLES = 2
"""How many puzzles of each rule set have a page in tests."""


@contextmanager
def pages_in(codes: Sequence[str]) -> Iterator[None]:
    """Write pages in these languages alone, and of few puzzles."""
    with MonkeyPatch.context() as patch:
        patch.setattr("pbm.site.pages.languages", lambda: tuple(codes))
        patch.setattr("pbm.site.club.MOST_PUZZLES", FEW_PUZZLES)
        yield


class Published:
    """A town and the folder of its pages, which it has had from its beginning."""

    def __init__(self, folder: Path, **settings: str) -> None:
        data, self.folder = folder / "data", folder / "site"
        data.mkdir(exist_ok=True)
        chosen = {"site": str(self.folder), "site_url": URL, **settings}
        self.town = Town(data, **{name: value for name, value in chosen.items() if value})
        self._loop = self.new_loop()
        self.write()

    def new_loop(self) -> PagesLoop:
        """A new loop, as in another process."""
        app = self.town.app
        return PagesLoop(app.settings, app.store, lambda: self.town.time, lambda: None)

    def write(self) -> None:
        """Write the pages that have changed, as the running server does."""
        self._loop.write()

    def restart(self) -> None:
        self._loop = self.new_loop()
        self.write()

    def read(self, place: str) -> str:
        return (self.folder / place).read_text(encoding="utf-8")

    def holds(self, place: str) -> bool:
        return (self.folder / place).is_file()

    def moves(self, board: int = 1) -> list[str]:
        """The legal moves that the composer offers."""
        return listed(json.loads(self.read(f"games/{board}.json"))["moves"])

    def files(self) -> dict[str, bytes]:
        """All files by their places."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in found}

    def sign_up_both(self, *choices: str) -> None:
        """Sign alice and bob up. choices: settings for both, such as ``mail pictures``."""
        for address in (ALICE, BOB):
            self.town.sign_up(address, PASSWORD)
            userid = address.partition("@")[0]
            for choice in choices:
                self.town.write(address, f"set {userid} {PASSWORD} {choice}\n")


@dataclass(frozen=True)
class SavedClub:
    """A town and its pages at some point. Every test that begins there copies them."""

    folder: Path

    def copy(self, folder: Path) -> Published:
        copytree(self.folder, folder, dirs_exist_ok=True)
        return Published(folder)


def listed(moves: str) -> list[str]:
    """Return moves that ``pbm.site.composing.shared`` has written."""
    before, found = "", list[str]()
    for line in moves.split("\n"):
        before = before[: int(line[0], 36)] + line[1:]
        found.append(before)
    return found


def links(page: str) -> list[str]:
    """Everything that a page links to or loads."""
    return re.findall(r'(?:href|src)="([^"]*)"', page)
