"""Print one closing line for several runs of pytest: closing_line.py FILE..., with their output."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

CLOSING = re.compile(r"^=+ (.*\d+ \w+.*) in ([\d.]+)s(?: \(.*\))? =+$", re.MULTILINE)
FIGURE = re.compile(r"(\d+) ([a-z]+)")
ORDER = ("failed", "passed", "skipped", "deselected", "xfailed", "xpassed", "warnings", "errors")
SAME = {"error": "errors", "warning": "warnings"}
WIDTH = 100


def closing_line(outputs: Iterable[str]) -> str:
    """The sums of the last lines of these outputs, as pytest writes its own.

    An output without such a line counts as an error: its run was broken off.
    """
    counted, seconds = Counter[str](), 0.0
    for output in outputs:
        found = CLOSING.findall(output)
        figures, took = found[-1] if found else ("1 errors", "0")
        seconds += float(took)
        for number, what in FIGURE.findall(figures):
            counted[SAME.get(what, what)] += int(number)
    # Tests that one run leaves out are those of the other.
    del counted["deselected"]
    sums = ", ".join(f"{counted[what]} {what}" for what in ORDER if counted[what])
    line = f" {sums or 'no tests ran'} in {seconds:.2f}s ({timedelta(seconds=int(seconds))}) "
    return line.center(WIDTH, "=")


if __name__ == "__main__":
    print(closing_line(Path(name).read_text("utf-8") for name in sys.argv[1:]))
