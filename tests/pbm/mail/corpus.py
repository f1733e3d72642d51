"""Real mails from a directory outside of this project, which ``PBM_CORPUS`` names.

Each file below the directory is a mail or an mbox. If folders ``emails`` and ``trimmed`` are side
by side, the first has the text of a mail, and the file of the same name in the second this text
without quotes and signature.
"""

from __future__ import annotations

import mailbox
import os
import re
from collections.abc import Iterator
from pathlib import Path

from pbm.base.characters import split_lines, tidy

DIRECTORY = os.environ.get("PBM_CORPUS", "")
_MBOX = re.compile(rb"From \S+ .*\d{4}\r?\n")


def mails(directory: Path) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each mail."""
    for path in sorted(path for path in directory.rglob("*") if path.is_file()):
        raw = path.read_bytes()
        yield str(path.relative_to(directory)), raw
        if _MBOX.match(raw):
            for number, message in enumerate(mailbox.mbox(path, create=False), start=1):
                yield f"{path.relative_to(directory)}#{number}", message.as_bytes()


def reply_cases(directory: Path) -> list[tuple[Path, Path]]:
    """Pairs of files: the text of a mail, and its writer's own text."""
    trimmed = [folder for folder in directory.rglob("trimmed") if folder.is_dir()]
    answers = sorted(path for folder in trimmed for path in folder.iterdir())
    pairs = [(path.parents[1] / "emails" / path.name, path) for path in answers]
    return [pair for pair in pairs if pair[0].is_file()]


def lines_of(path: Path) -> list[str]:
    return [tidy(line).rstrip() for line in split_lines(path.read_bytes().decode())]
