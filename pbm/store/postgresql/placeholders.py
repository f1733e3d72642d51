"""Translates placeholders of parameters from ``?`` and ``:name`` to those of PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import count

# Quoted texts and names, casts, and placeholders.
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|::|:(?P<name>\w+)|\?")


@cache
def translated(sql: str) -> tuple[bytes, Sequence[str]]:
    """The statement, and the names of its parameters in their order, if they have names."""
    names: list[str] = []
    numbers = count(1)

    def token(found: re.Match[str]) -> str:
        if found[0] == "?":
            return f"${next(numbers)}"
        name = found["name"]
        if not name:
            return found[0]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _TOKEN.sub(token, sql).encode(), names
