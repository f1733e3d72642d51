"""Files encoded within a text: uuencode, yEnc, BinHex."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

SIGNS = ("begin ", "begin-base64 ", "BinHex")
"""Every text with such a file has one of these."""

# How a file begins, and how it ends.
_KINDS = [
    (re.compile(begin), re.compile(end))
    for begin, end in (
        (r"begin [0-7]{3,4} \S", r"end$"),
        (r"begin-base64 [0-7]{3,4} \S", r"={4}$"),
        (r"=ybegin .*line=\d", r"=yend "),
        (r"\(This file must be converted with BinHex", r"(?!\().*:$"),
    )
]


def without_enclosures(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines without encoded files; one that has no end lasts to that of the text."""
    end: re.Pattern[str] | None = None
    for line in lines:
        if end is not None:
            end = None if end.match(line) else end
            continue
        end = next((end for begin, end in _KINDS if begin.match(line)), None)
        if end is None:
            yield line
