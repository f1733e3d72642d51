"""Output to the terminal: every command prints through this module, which escapes controls."""

from __future__ import annotations

import json
import os
import sys
from datetime import date
from pathlib import Path
from shutil import which

import click

from pbm.base.characters import CONTROLS, visible, with_escaped_surrogates

# json.dumps escapes only control characters below 0x20.
_IN_JSON = {code: f"\\u{code:04x}" for code in CONTROLS if code >= 0x20}


def program() -> str:
    """How this program is called from here, in commands to be copied."""
    if which("pbm"):
        return "pbm"
    script = Path(sys.prefix).parent / "scripts" / "pbm"
    return os.path.relpath(script if script.exists() else sys.argv[0])


def on_one_line(text: str) -> str:
    """The text for a cell of a table, with line ends and tabs escaped too."""
    return visible(text).translate({ord("\n"): "\\n", ord("\t"): "\\t"})


def echo(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a text. Control characters in it are escaped: it may quote anybody's mail."""
    click.echo(visible(str(text)), err=err, nl=nl)


def echo_again(text: object) -> None:
    """Print a line of progress over the previous one, on standard error."""
    click.echo(f"\r{visible(str(text))}", nl=False, err=True)


def echo_json(value: object) -> None:
    """Print a value as JSON on one line."""
    written = json.dumps(value, default=plain, ensure_ascii=False)
    click.echo(with_escaped_surrogates(written).translate(_IN_JSON))


def echo_bytes(raw: bytes) -> None:
    """Print bytes as they are, control characters included."""
    click.echo(raw, nl=False)


def plain(value: object) -> str:
    """A value as text, in lists and in JSON: dates and times in ISO 8601."""
    return value.isoformat() if isinstance(value, date) else str(value)
