"""A list of new players: a userid and its addresses on each line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pbm.base.errors import UsageError

FROM_INPUT = "-"
"""Stands for a list in place of a userid."""

_COMMENT = "#"
_SEPARATORS = re.compile(r"[\s,;]+")


def read_list(lines: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Return the addresses of each userid. Empty lines and comments (``#``) are skipped.

    :raises UsageError: if a line has no address, or names a userid again; with its number
    """
    listed = dict[str, Sequence[str]]()
    for number, line in enumerate(lines, 1):
        words = [word for word in _SEPARATORS.split(line.removeprefix("\ufeff")) if word]
        if not words or words[0].startswith(_COMMENT):
            continue
        userid, *addresses = words
        if not addresses:
            raise UsageError(f"line {number}: {userid} has no address; nobody was added")
        if userid in listed:
            raise UsageError(f"line {number}: {userid} is listed twice; nobody was added")
        listed[userid] = addresses
    return listed
