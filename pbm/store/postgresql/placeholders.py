"""Translates placeholders of parameters from ``?`` and ``:name`` to those of psycopg."""

from __future__ import annotations

import re
from functools import cache

# Quoted texts and names, casts, placeholders, and the sign that psycopg needs doubled.
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|::|:(?P<name>\w+)|\?|%")


@cache
def translated(sql: str) -> str:
    return _TOKEN.sub(_token, sql)


def _token(found: re.Match[str]) -> str:
    if found["name"]:
        return f"%({found['name']})s"
    return "%s" if found[0] == "?" else found[0].replace("%", "%%")
