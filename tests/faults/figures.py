"""The figures of a run: ``python -m tests.faults.figures`` runs every fault test and prints them.

Each test adds a line to the file that the variable FAULT_FIGURES names.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.ledger import Figures, Ledger
from tests.faults.ledger import figures as counted
from tests.faults.load import Load

VARIABLE = "FAULT_FIGURES"
HEAD = ("Fault", "Tried", "Got 250", "Kept again", "Lost", "Doubled")


def record(fault: str, load: Load, ledger: Ledger) -> Figures:
    found = counted(load, ledger)
    if VARIABLE in os.environ:
        with Path(os.environ[VARIABLE]).open("a", encoding="utf-8") as file:
            file.write(json.dumps({"fault": fault, **asdict(found)}) + "\n")
    return found


def table(lines: str) -> Iterator[str]:
    """The figures as a table in Markdown, one line a fault."""
    yield "| " + " | ".join(HEAD) + " |"
    yield "|---" + "|--:" * (len(HEAD) - 1) + "|"
    for line in lines.splitlines():
        yield "| " + " | ".join(str(value) for value in json.loads(line).values()) + " |"


def main() -> int:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "figures"
        file.touch()
        os.environ[VARIABLE] = str(file)
        status = pytest.main(["-q", "-m", "", str(Path(__file__).parent)])
        print(*table(file.read_text(encoding="utf-8")), sep="\n")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
