"""Every code that the package uses has words, and the words ask for the facts that are given."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import rules.gyges
from rules.gyges.words import LABELS, WORDS
from rules.words import WORDS as SHARED

SOURCES = sorted(Path(rules.gyges.__file__).parent.glob("*.py"))
CALLS = {"IllegalMove": 1, "NotationError": 0, "GameOver": 0, "AmbiguousMove": 0, "Phrase": 0}
ENDS = {"origin", "destination"}
"""What the helper ``_ends`` of ``hindrance`` gives."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node


def codes() -> Iterator[tuple[str, set[str]]]:
    """Each code of an error with the names of its facts."""
    for name, call in calls():
        if name in CALLS and name != "Phrase":
            code = ast.literal_eval(call.args[CALLS[name]])
            facts = {word.arg for word in call.keywords if word.arg}
            spread = any(word.arg is None for word in call.keywords)
            yield code, facts | (ENDS if spread else set())


def told() -> Iterator[tuple[str, set[str]]]:
    for name, call in calls():
        if name == "Phrase":
            facts = call.args[1]
            assert isinstance(facts, ast.Dict)
            named = {ast.literal_eval(key) for key in facts.keys if key}
            spread = any(key is None for key in facts.keys)
            yield ast.literal_eval(call.args[0]), named | ({"ring", "origin"} if spread else set())


def braces(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


USED = sorted({(code, frozenset(facts)) for code, facts in (*codes(), *told())}, key=str)


def test_the_codes_are_found() -> None:
    assert {"crossed_twice", "bounces_home", "unreadable_move", "game_over"} <= {c for c, _ in USED}


@pytest.mark.parametrize(("code", "facts"), USED, ids=[code for code, _ in USED])
def test_a_code_has_words_that_ask_for_its_facts(code: str, facts: frozenset[str]) -> None:
    assert braces({**SHARED, **WORDS}[code]) == facts


def test_no_words_are_left_over() -> None:
    text = "".join(
        source.read_text(encoding="utf-8") for source in SOURCES if source.stem != "words"
    )
    built = {f"{whose}_{kind}" for kind in ("shore", "home") for whose in ("your",)}
    built |= {"shore_of", "home_of"}
    assert {code for code in WORDS if f'"{code}"' not in text} <= built <= set(LABELS)
