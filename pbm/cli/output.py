"""The one way to the terminal: every command prints through ``echo``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date

import click

# What moves the cursor, rings, hides or turns text around, on a terminal or in a log that is read
# on one later. Line ends and tabs are what they seem.
_DELETE_AND_C1 = range(0x7F, 0xA0)
_BIDI = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_SURROGATES = range(0xD800, 0xE000)
_C0 = tuple(code for code in range(0x20) if chr(code) not in "\n\t")
_SHOWN: Mapping[int, str] = {
    **{code: f"\\x{code:02x}" for code in (*_C0, *_DELETE_AND_C1)},
    **{code: f"\\u{code:04x}" for code in (*_BIDI, *_SURROGATES)},
}
# JSON writes every character below 0x20 as an escape already.
_IN_JSON = {code: f"\\u{code:04x}" for code in _SHOWN if code >= 0x20}


def visible(text: str) -> str:
    """The text with its control characters as escapes: other people's words stay words."""
    return text.translate(_SHOWN)


def on_one_line(text: str) -> str:
    """The text for a cell of a table: line ends and tabs are escapes, too."""
    return visible(text).translate({ord("\n"): "\\n", ord("\t"): "\\t"})


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text, which may hold anybody's words."""
    click.echo(visible(str(text)), err=err, nl=nl)


def echo_json(value: object) -> None:
    """Print a value as JSON on one line."""
    written = json.dumps(value, default=plain, ensure_ascii=False)
    click.echo(written.translate(_IN_JSON))


def echo_bytes(raw: bytes) -> None:
    """Print bytes as they are, whatever a terminal makes of them."""
    click.echo(raw, nl=False)


def plain(value: object) -> str:
    """What stands for a value in lists and in JSON: moments in ISO 8601."""
    return value.isoformat() if isinstance(value, date) else str(value)
