"""A file that is not TOML: which line is wrong, and how to write it.

Nothing is guessed: corrections are tried out, and one is told only if the line is TOML with it.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

_MOST_LINES = 1000
_MOST_AT_A_TIME = 3

_CHARACTERS = [(each, unicodedata.category(each)) for each in map(chr, range(0x80, 0x10000))]
_LOW_QUOTES = "\u201a\u201e\u2033\uff02"
"""Quotation marks that Unicode counts as opening brackets, or as other punctuation."""
_QUOTES = "`" + _LOW_QUOTES + "".join(each for each, kind in _CHARACTERS if kind in ("Pi", "Pf"))
_SPACES = "".join(each for each, kind in _CHARACTERS if kind in ("Zs", "Cf"))

_KEY = r"^(?P<key>\s*[\w.-]+)\s*"
_VALUE = rf"(?P<value>[^\s=#{_QUOTES}][^#{_QUOTES}]*?)"
_END = r"(?P<end>\s*(?:#.*)?)$"
_PLACE = re.compile(r" \(at [^()]*\)$")


class _Correction(NamedTuple):
    what: str
    pattern: str
    instead: str | Callable[[re.Match[str]], str]


def _in_quotes(found: re.Match[str]) -> str:
    text = found["value"].strip("\"' ,;")
    quote = "'" if {"\\", '"'} & {*text} else '"'
    return f"{found['key']} = {quote}{text}{quote}{found['end']}"


_CORRECTIONS: Sequence[_Correction] = (
    _Correction("spaces must be plain", f"[{_SPACES}]+", " "),
    _Correction("quotation marks must be straight", f"[{_QUOTES}]+", '"'),
    _Correction("no comma or semicolon follows a value", r"\s*[;,]" + _END, r"\g<end>"),
    _Correction("a comment begins with #", r"(?P<before>^|\s)(?://|;|--)", r"\g<before>#"),
    _Correction(
        "true and false are written in small letters",
        rf"{_KEY}=\s*(?P<value>(?i:true|false)){_END}",
        lambda found: f"{found['key']} = {found['value'].lower()}{found['end']}",
    ),
    _Correction("a bracket is missing", r"^\s*\[?([\w.-]+)\]?" + _END, r"[\1]\g<end>"),
    _Correction("a bracket is missing", r"^\s*\[*([\w.-]+)\]*" + _END, r"[[\1]]\g<end>"),
    _Correction("a bracket is missing", rf"{_KEY}=\s*(?P<value>\[.*?){_END}", r"\g<0>]"),
    _Correction("a comma is missing", r"""(["'])\s+(["'])""", r"\1, \2"),
    _Correction("a name has no spaces", r"^(\s*\w+) +(?=\w+[\w ]*[=:])", r"\1_"),
    _Correction(
        "a text with backslashes needs single quotation marks",
        rf'{_KEY}=\s*"(?P<value>[^"#]*\\[^"#]*)"{_END}',
        _in_quotes,
    ),
    _Correction(
        "a name is followed by =",
        rf"{_KEY}(?::=?|=>|==|\s)\s*{_VALUE}{_END}",
        r"\g<key> = \g<value>\g<end>",
    ),
    _Correction("a value is missing", rf"{_KEY}=\s*{_END}", r'\g<key> = "..."\g<end>'),
    _Correction("a text needs quotation marks around it", rf"{_KEY}=\s*{_VALUE}{_END}", _in_quotes),
)


def mistake(text: str) -> str:
    """Say which line of a text is not TOML, and how it should be written, if that can be told."""
    lines = text.splitlines()[:_MOST_LINES]
    fine = next(n for n in range(len(lines), -1, -1) if not _error("\n".join(lines[:n])))
    before, line = lines[:fine], lines[fine] if fine < len(lines) else ""
    return f"line {fine + 1} is not TOML: {line.strip()}; {_advice(before, line)}"


def _advice(before: Sequence[str], line: str) -> str:
    if not _error(line):
        return "the same is set above; remove one of the two lines"
    for whats, corrected in _corrected(line):
        if not _error("\n".join((*before, corrected))):
            return f"{' and '.join(whats)}: write {corrected.strip()}"
    return f"correct or remove it ({_error(line)})"


def _corrected(line: str) -> Iterator[tuple[Sequence[str], str]]:
    """The line with one correction, then with two, and so on; with what was corrected."""
    for number in range(1, _MOST_AT_A_TIME + 1):
        for corrections in product(_CORRECTIONS, repeat=number):
            corrected = line
            for each in corrections:
                before, corrected = corrected, re.sub(each.pattern, each.instead, corrected)
                if corrected == before:
                    break
            else:
                yield [each.what for each in corrections], corrected


def _error(text: str) -> str:
    """Why a text is not TOML; "" if it is."""
    try:
        tomllib.loads(text)
    except ValueError as error:
        return _PLACE.sub("", str(error))
    return ""
