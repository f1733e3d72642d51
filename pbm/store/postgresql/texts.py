"""Texts as PostgreSQL can store them: without NUL, which people may send, and reversibly.

A noncharacter of Unicode begins each escape, so that ordinary texts stay as they are.
"""

from __future__ import annotations

from psycopg.abc import Buffer
from psycopg.postgres import types
from psycopg.types.string import StrDumper, TextBinaryLoader, TextLoader

_ESCAPE = "\ufdd0"
_NUL, _ITSELF = f"{_ESCAPE}0", f"{_ESCAPE}1"


def escaped(text: str) -> str:
    if "\0" not in text and _ESCAPE not in text:
        return text
    return text.replace(_ESCAPE, _ITSELF).replace("\0", _NUL)


def unescaped(text: str) -> str:
    return text.replace(_NUL, "\0").replace(_ITSELF, _ESCAPE)


class EscapingDumper(StrDumper):
    # Not "unknown", as psycopg has it: functions are found by the types of their arguments.
    oid = types["text"].oid

    def dump(self, obj: str) -> Buffer | None:
        return super().dump(escaped(obj))


class UnescapingLoader(TextLoader):
    def load(self, data: Buffer) -> bytes | str:
        text = str(data, "utf-8")
        return unescaped(text) if _ESCAPE in text else text


class UnescapingBinaryLoader(UnescapingLoader, TextBinaryLoader):
    pass
