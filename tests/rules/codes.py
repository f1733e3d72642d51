"""The codes of phrases in source files, with the names of their facts."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

_CALLS = {
    "IllegalMove": 1,
    "NotationError": 0,
    "GameOver": 0,
    "AmbiguousMove": 0,
    "SearchTooLong": 0,
    "Phrase": 0,
}
"""The position of the code among the arguments of each call."""


class Used(NamedTuple):
    """A code that a source file names, and its facts' names. more: whether there are others."""

    code: str
    facts: frozenset[str]
    more: bool


def codes_in(sources: Iterable[Path]) -> set[Used]:
    return {used for source in sources for used in _codes(source.read_text(encoding="utf-8"))}


def facts_in(text: str) -> set[str]:
    """Return the names of the facts that a text shows."""
    return {field for _, field, _, _ in Formatter().parse(text) if field}


def _codes(source: str) -> Iterator[Used]:
    for call in ast.walk(ast.parse(source)):
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
            continue
        name = call.func.id
        if name in _CALLS and isinstance(code := call.args[_CALLS[name]], ast.Constant):
            facts, more = _of_phrase(call) if name == "Phrase" else _of_error(call)
            yield Used(str(code.value), frozenset(facts), more)


def _of_error(call: ast.Call) -> tuple[set[str], bool]:
    names = {word.arg for word in call.keywords}
    return {name for name in names if name}, None in names


def _of_phrase(call: ast.Call) -> tuple[set[str], bool]:
    facts = call.args[1] if len(call.args) > 1 else None
    if not isinstance(facts, ast.Dict):
        return set(), facts is not None
    return {ast.literal_eval(key) for key in facts.keys if key}, None in facts.keys
