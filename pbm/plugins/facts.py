"""What a plugin says of itself in ``NAME.toml``, which is read without running its code."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

INTERFACE = 1
"""The version of the interface between pbm and its plugins."""

_NAME = re.compile(r"[a-z][a-z0-9]{2,15}")
_RULESET = re.compile(r"[a-z0-9][a-z0-9-]{0,15}")
_SEAT = re.compile(r"[A-Z][a-z]{1,11}")
_OTHER_NAME = re.compile(r"[^\W\d_]{2,}(?:[ '-][^\W\d_]+){0,4}")
_CODE = re.compile(r"[a-z][a-z_]{0,30}")
_FACTS = frozenset(
    "interface rules seats form aim first second named also rulesets samples words".split()
)
MOST_TEXT, MOST_WORDS, MOST_HELP, MOST_NAMES = 240, 60, 20_000, 20
"""The most characters of a sentence, the most sentences of a game, the longest help, and the most
other names.
"""


class FactsError(ValueError):
    """What a plugin says of itself is wrong."""


@dataclass(frozen=True)
class Facts:
    """A game of a plugin, as its file describes it.

    rules: changes whenever another move becomes legal or a game ends otherwise, and only then.
    rulesets: their titles by their names, the default first.
    form: a regular expression for the form of a move, legal or not, in any letter case.
    samples: for each rule set the moves of a short game, from the start to a win, by which it is
        explained.
    first, second: the signs on the board that belong to the two sides.
    named: whether moves are written with the names of cells, so that they can be clicked.
    also: other names of the game, which nobody writes about anything else.
    aim: how to win, in one sentence. words: sentences by their codes.
    """

    name: str
    rules: int
    seats: tuple[str, str]
    rulesets: Mapping[str, str]
    form: str
    samples: Mapping[str, Sequence[str]] = field(default_factory=dict)
    first: frozenset[str] = frozenset()
    second: frozenset[str] = frozenset()
    named: bool = False
    also: Sequence[str] = ()
    aim: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


def read(name: str, text: str) -> Facts:
    """Return what the file of the game ``name`` says.

    :raises FactsError: if it is not what the interface wants; the message names the line to mend
    """
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FactsError(f"it is not TOML: {error}") from error
    version = found.get("interface")
    if version != INTERFACE:
        raise FactsError(f"interface is {version!r}; this pbm speaks interface {INTERFACE}")
    if unknown := sorted(found.keys() - _FACTS):
        missing = ", ".join(sorted(_FACTS - found.keys()))
        raise FactsError(f"interface {INTERFACE} has no {unknown[0]}; not used: {missing}")
    if not _NAME.fullmatch(name):
        raise FactsError(f"the name {name!r} is not three to sixteen of a-z and 0-9")
    rules = found.get("rules")
    if not isinstance(rules, int) or isinstance(rules, bool) or not 0 < rules < 10**6:
        raise FactsError("rules must be a whole number from 1 on")
    return Facts(
        name=name,
        rules=rules,
        seats=_seats(found.get("seats")),
        rulesets=_texts(found, "rulesets", _RULESET, least=1),
        form=_form(found.get("form")),
        samples=_samples(found),
        first=frozenset(_text(found, "first").split()),
        second=frozenset(_text(found, "second").split()),
        named=found.get("named", False) is True,
        also=_other_names(found.get("also", [])),
        aim=_text(found, "aim"),
        words=_texts(found, "words", _CODE, least=0),
    )


def _seats(found: object) -> tuple[str, str]:
    match found:
        case [str(first), str(second)] if first != second:
            if _SEAT.fullmatch(first) and _SEAT.fullmatch(second):
                return first, second
    raise FactsError(
        'seats must be two names of a capital and 1 to 11 small letters: ["White", "Black"]'
    )


def _form(found: object) -> str:
    """Return the regular expression, which only the child process ever matches."""
    if not isinstance(found, str) or not 0 < len(found) <= MOST_TEXT:
        raise FactsError('form must be a regular expression, such as "[a-h][1-8]-[a-h][1-8]"')
    try:
        re.compile(found)
    except (re.error, OverflowError, RecursionError) as error:
        raise FactsError(f"form is no regular expression: {error}") from error
    return found


def _other_names(found: object) -> Sequence[str]:
    names = found if isinstance(found, list) else [""]
    for each in names:
        if not (isinstance(each, str) and _OTHER_NAME.fullmatch(each) and len(each) <= MOST_TEXT):
            raise FactsError('also must be a list of names of one to five words: ["mancala"]')
    if len(names) > MOST_NAMES:
        raise FactsError(f"also must have at most {MOST_NAMES} names")
    return tuple(names)


def _samples(found: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
    return {
        name: tuple(text.split())
        for name, text in _texts(found, "samples", _RULESET, least=0).items()
    }


def _text(found: Mapping[str, Any], name: str) -> str:
    text = found.get(name, "")
    if not isinstance(text, str) or len(text) > MOST_TEXT or not text.isprintable():
        raise FactsError(f"{name} must be one line of at most {MOST_TEXT} characters")
    return text


def _texts(
    found: Mapping[str, Any], name: str, key: re.Pattern[str], *, least: int
) -> Mapping[str, str]:
    entries = found.get(name, {})
    if not isinstance(entries, dict) or not least <= len(entries) <= MOST_WORDS:
        raise FactsError(f"[{name}] must be a table of {least} to {MOST_WORDS} sentences")
    for each in entries:
        if not key.fullmatch(each):
            raise FactsError(f"[{name}]: {each!r} cannot be a name there")
        _text(entries, each)
    return {each: text.replace("{", "{{").replace("}", "}}") for each, text in entries.items()}
