"""The examples from which the model learns, and how much each counts where."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.model import TALK, UNDECIDED
from pbm.inbox.understanding.policy import policy

EXAMPLES = "examples.toml"
ANYWHERE, ASKED = "anywhere", "asked"
"""Tables of examples: what can be wanted anywhere, and answers to an invitation or a proposal."""

COLUMNS: Mapping[str, str] = {
    "board": "board",
    "finished": "over",
    "welcome": "between",
    "invitation": "invited",
    "draw_offered": "offered",
    "undo_offered": "offered",
}
"""The column of ``policy.toml`` for each table of examples that is a place."""

_ANSWERED = ("invitation", "draw_offered", "undo_offered")
_ANSWERS = ("yes", "no", UNDECIDED)
FAR, RARELY, ELSEWHERE = 0.05, 0.3, 0.5
"""How much an example of another place counts: talk, anything else, and an answer."""


class Example(NamedTuple):
    place: str
    wish: str
    text: str


def examples(language: str) -> Iterator[Example]:
    """The examples in the folder of the language, if there are any."""
    file = texts().joinpath(language, EXAMPLES)
    tables = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    for place, wishes in tables.items():
        for wish, sentences in wishes.items():
            yield from (Example(place, wish, each) for each in sentences)


def weight_of(example: Example, place: str) -> float:
    """How much an example counts for letters of that place, 0 for not at all."""
    if example.place == place:
        return 1.0
    if example.wish == TALK:
        return FAR
    is_answer = example.wish in _ANSWERS
    if place in _ANSWERED:
        if example.place == ASKED:
            return 1.0
        may_be = is_answer or ("?" in example.text and has_command(example.wish, place))
        return (ELSEWHERE if is_answer else RARELY) if may_be else 0.0
    return RARELY if not is_answer and has_command(example.wish, place) else 0.0


def has_command(wish: str, place: str) -> bool:
    column, rules = COLUMNS[place], policy()
    rows = (each.get(wish, {}) for each in (rules.answered, rules.asked))
    return any(row.get(column, row.get(ANYWHERE, "")) for row in rows)


def data_hash() -> str:
    """The hash of the examples, and of the commands for what they want, in hexadecimal.

    Phrases are features, too; ``scripts/reader check`` tells whether they have changed since.
    """
    found = hashlib.sha256()
    for language in languages():
        file = texts().joinpath(language, EXAMPLES)
        found.update(file.read_bytes() if file.is_file() else b"")
    rules = policy()
    found.update(json.dumps([rules.answered, rules.asked], sort_keys=True).encode())
    return found.hexdigest()
