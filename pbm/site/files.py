"""Writes the files of the site: atomically, and only those that change.

The stamp in a page shows from which facts it was made. So a run after a crash, or with another
version, finds the pages that are not up to date without making all of them. No file is ever half
written.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

_STAMP = re.compile(rb"pbm ([0-9a-f]{16})")
_HEAD = 512
"""The stamp lies within this many bytes from the beginning of a page or picture."""

FILE_MODE, FOLDER_MODE = 0o644, 0o755
"""Everybody may read what is published, so that any web server can serve it."""


def stamp(*facts: object) -> str:
    """Return a short hash of what a page is made from. Equal facts must have equal ``repr``."""
    return sha256(repr(facts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


@dataclass(frozen=True)
class Page:
    """A file to write. make: returns its content, with the stamp in its first bytes."""

    place: str
    stamp: str
    make: Callable[[], str | bytes]


class Folder:
    """The folder of the site. written: how many files were changed or removed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.written = 0
        self._known: set[Path] = set()

    def put(self, page: Page, *, anew: bool = False) -> None:
        """Write a page unless it is up to date. anew: write it in any case."""
        if anew:
            self.write(page.place, page.make())
        elif not self.is_current(page):
            self._replace(page.place, _encoded(page.make()))

    def is_current(self, page: Page) -> bool:
        """Whether the file of a page was made from the same facts."""
        return self._stamp(page.place) == page.stamp

    def write(self, place: str, content: str | bytes) -> None:
        """Write a file, unless it has this content already."""
        found, content = None, _encoded(content)
        with suppress(OSError):
            found = (self._folder / place).read_bytes()
        if found != content:
            self._replace(place, content)

    def _replace(self, place: str, content: bytes) -> None:
        path = self._folder / place
        self._ready(path.parent)
        # Other processes may write the same file, so each process has a temporary file of its own.
        new = path.with_name(f"{path.name}.{os.getpid()}.new")
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as out:
            os.fchmod(out.fileno(), FILE_MODE)
            out.write(content)
        new.replace(path)
        self.written += 1

    def remove(self, place: str) -> None:
        with suppress(FileNotFoundError):
            (self._folder / place).unlink()
            self.written += 1

    def read(self, place: str) -> str:
        """Return a file as text; "" if it is not there."""
        try:
            return (self._folder / place).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def holds(self, place: str) -> bool:
        return (self._folder / place).exists()

    def places(self) -> Iterator[str]:
        """Yield all files except hidden ones, including those that a crash left half written."""
        for folder, _, names in os.walk(self._folder):
            below = Path(folder).relative_to(self._folder)
            yield from (str(below / name) for name in names if not name.startswith("."))

    def _stamp(self, place: str) -> str:
        try:
            with (self._folder / place).open("rb") as file:
                found = _STAMP.search(file.read(_HEAD))
        except OSError:
            return ""
        return found[1].decode() if found else ""

    def _ready(self, folder: Path) -> None:
        if folder not in self._known:
            folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
            self._known.add(folder)


def _encoded(content: str | bytes) -> bytes:
    return content.encode("utf-8", "replace") if isinstance(content, str) else content
