"""Every code that all games share has words, and the words use its facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm import plugins, rules
from pbm.rules.errors import AmbiguousMove, GameOver, NotationError, RulesError, SearchTooLong
from pbm.rules.words import OF_THE_KIT, WORDS
from tests.combinations import for_each
from tests.rules.codes import Used, codes_in, facts_in

PACKAGES = (rules, plugins)
USED = codes_in(
    each for package in PACKAGES for each in Path(str(package.__file__)).parent.glob("*.py")
)
OF_CALLERS = {"and", "other_turn", "by_rule", "pass", "seat_to_move", "seat_wins"}
"""Words for programs that call ``rules``: for a list of facts, a move for the other side, the rule
that a move breaks, and sentences about a side."""

LABELS = {f"plugin_{name}" for name in ("you", "sides", "has", "others", "last")}
"""Labels of the boards of plugins."""


def test_each_shared_code_has_words_and_each_word_a_code() -> None:
    assert {each.code for each in USED} | OF_CALLERS | LABELS == set(WORDS) - set(OF_THE_KIT)


@pytest.mark.parametrize("used", sorted(USED), ids=lambda used: used.code)
def test_the_words_of_a_code_use_its_facts(used: Used) -> None:
    assert facts_in(WORDS[used.code]) == used.facts


@for_each(
    ("error", "rule"),
    [
        (NotationError, "notation"),
        (AmbiguousMove, "ambiguous"),
        (GameOver, "over"),
        (SearchTooLong, "budget"),
    ],
)
def test_an_error_without_a_numbered_rule_has_a_word_in_its_place(
    error: type[RulesError], rule: str
) -> None:
    assert str(error("code", slot="14")) == f"{rule}: code(slot='14')"
