"""format=flowed (RFC 3676): joins the lines that a mail program has wrapped."""

from __future__ import annotations

import re
from collections.abc import Sequence

_QUOTE_MARKS = re.compile(r">*")
_SIGNATURES = {"-- ", "- -- "}
"""The line above a signature, and the same escaped in text that PGP has signed (RFC 9580, 7.2)."""


def unflow(lines: Sequence[str], *, delete_space: bool = False) -> list[str]:
    """Join wrapped lines to paragraphs. Quoted ones keep their ``>`` marks.

    delete_space: the sender's DelSp=yes: the space that marks a wrapped line is not text.
    """
    paragraphs: list[list[str]] = []
    open_depth = None
    for line in lines:
        depth, text = _split(line)
        if depth != open_depth or text in _SIGNATURES:
            paragraphs.append([">" * depth + " " if depth else ""])
        flows = text.endswith(" ") and text not in _SIGNATURES
        paragraphs[-1].append(text[:-1] if flows and delete_space else text)
        open_depth = depth if flows else None
    return ["".join(pieces) for pieces in paragraphs]


def _split(line: str) -> tuple[int, str]:
    """The quote depth and the text after it, with space-stuffing removed."""
    found = _QUOTE_MARKS.match(line)
    depth = found.end() if found else 0
    return depth, line[depth:].removeprefix(" ")
