"""Every code that the package uses has words, and the words use its facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.rules import gyges
from pbm.rules.gyges import RULESETS
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.words import WORDS
from pbm.rules.words import WORDS as SHARED
from tests.rules.codes import codes_in, facts_in

SOURCES = sorted(Path(gyges.__file__).parent.glob("*.py"))
USED = sorted(codes_in(SOURCES), key=str)


def test_the_codes_are_found() -> None:
    assert {"crossed_twice", "relocates", "no_rings", "game_over"} <= {code for code, *_ in USED}


@pytest.mark.parametrize(("code", "facts", "more"), USED, ids=[code for code, *_ in USED])
def test_the_words_of_a_code_use_its_facts(code: str, facts: frozenset[str], more: bool) -> None:
    asked = facts_in({**SHARED, **WORDS}[code])
    assert facts <= asked
    assert more or asked <= facts


@pytest.mark.parametrize("game", RULESETS, ids=lambda game: game.ruleset)
def test_codes_that_differ_by_rule_set_have_words(game: Gyges) -> None:
    assert game.notation.unreadable in WORDS
    for code, own in game.rules.codes.items():
        assert facts_in(WORDS[own]) <= facts_in(WORDS[code])


def test_all_words_are_used() -> None:
    text = "".join(
        source.read_text(encoding="utf-8") for source in SOURCES if source.stem != "words"
    )
    kinds = ("shore", "home", "reserve")
    built = {f"your_{kind}" for kind in kinds} | {f"{kind}_of" for kind in kinds}
    built |= {f"{kind}_{end}" for kind in ("reason", "because") for end in ("goal", "stalemate")}
    built |= {"moves_home", "bounces_home"}
    built |= {code for code in WORDS if code.startswith(("task_", "hint_"))}
    built |= {code for code in WORDS if code.endswith("_short")}
    assert {code for code in WORDS if f'"{code}"' not in text} <= built <= set(WORDS)
