"""Every code that the package uses has words, and the words use its facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import rules.gyges
from rules.gyges import RULESETS
from rules.gyges.game import Gyges
from rules.gyges.words import ENDINGS, WORDS
from rules.words import WORDS as SHARED

SOURCES = sorted(Path(rules.gyges.__file__).parent.glob("*.py"))
CALLS = {
    "IllegalMove": 1,
    "NotationError": 0,
    "GameOver": 0,
    "AmbiguousMove": 0,
    "SearchTooLong": 0,
    "Phrase": 0,
}
"""The position of the code among the arguments of each call."""


def calls() -> Iterator[tuple[str, ast.Call]]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node


def codes() -> Iterator[tuple[str, set[str], bool]]:
    """Yield each literal code, the names of its facts, and whether a variable adds more facts."""
    for name, call in calls():
        if name in CALLS and isinstance(code := call.args[CALLS[name]], ast.Constant):
            facts = {word.arg for word in call.keywords if word.arg}
            spread = any(word.arg is None for word in call.keywords)
            if name == "Phrase":
                facts, spread = told(call.args[1] if len(call.args) > 1 else None)
            yield str(code.value), facts, spread


def told(facts: ast.expr | None) -> tuple[set[str], bool]:
    if not isinstance(facts, ast.Dict):
        return set(), facts is not None
    named = {ast.literal_eval(key) for key in facts.keys if key}
    return named, None in facts.keys


def braces(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field}


USED = sorted({(code, frozenset(facts), spread) for code, facts, spread in codes()}, key=str)


def test_the_codes_are_found() -> None:
    assert {"crossed_twice", "relocates", "no_rings", "game_over"} <= {code for code, *_ in USED}


@pytest.mark.parametrize(("code", "facts", "spread"), USED, ids=[code for code, *_ in USED])
def test_the_words_of_a_code_use_its_facts(code: str, facts: frozenset[str], spread: bool) -> None:
    asked = braces({**SHARED, **WORDS}[code])
    assert facts <= asked
    assert spread or asked <= facts


@pytest.mark.parametrize("game", RULESETS, ids=lambda game: game.ruleset)
def test_codes_that_differ_by_rule_set_have_words(game: Gyges) -> None:
    assert game.notation.unreadable in WORDS
    for code, own in game.rules.codes.items():
        assert braces(WORDS[own]) <= braces(WORDS[code])


def test_all_words_are_used() -> None:
    text = "".join(
        source.read_text(encoding="utf-8") for source in SOURCES if source.stem != "words"
    )
    kinds = ("shore", "home", "reserve")
    built = {f"your_{kind}" for kind in kinds} | {f"{kind}_of" for kind in kinds}
    built |= {"moves_home", "bounces_home", *ENDINGS}
    assert {code for code in WORDS if f'"{code}"' not in text} <= built <= set(WORDS)
