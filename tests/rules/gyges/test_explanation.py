"""Explanations of what rule sets do differently.

The tests of the contract check that every phrase has words.
"""

from __future__ import annotations

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.gyges.state import State
from tests.rules.gyges.drawn import GAMES, Table
from tests.rules.gyges.positions import EXAMPLE_OF_TOWERS, NEAR_NORTHS_EDGE, STUCK_SHORE

CLASSIC, MODERN, TOWERS, KANG = (
    Table(GAMES[name]) for name in ("classic", "modern", "towers", "kang")
)


def steps(table: Table, state: State, text: str) -> list[tuple[object, str]]:
    """Return the rule and the code of each step."""
    told = table.game.explain(state, text)
    return [(phrase.facts["rule"], phrase.code.removeprefix("explains_")) for phrase in told]


def test_a_relocation_ends_with_the_room_of_the_displaced_ring() -> None:
    state = CLASSIC.play(CLASSIC.game.start(), "231123", "321123")
    assert steps(CLASSIC, state, "13x14=44") == [
        ("G2", "lift"),
        ("G3", "step"),
        ("G7", "relocation"),
    ]


def test_the_explanation_follows_the_written_way() -> None:
    state = CLASSIC.play(CLASSIC.game.start(), "231123", "321123")
    for claimed in ("26", "25"):
        _, way, _ = CLASSIC.game.explain(state, f"16-({claimed})-35")
        assert claimed in way.facts["passed"]  # type: ignore[operator]


def test_a_ring_beyond_the_shore_is_lifted_by_g10m() -> None:
    state = MODERN.drawn(STUCK_SHORE, "s")
    assert steps(MODERN, state, "21-31")[0] == ("G10m", "farther_lift")


def test_rings_of_towers_relay_the_move() -> None:
    told = steps(TOWERS, TOWERS.drawn(EXAMPLE_OF_TOWERS, "n"), "a6-c5-c4-a4-a3-b1")
    assert told[:3] == [("G2", "lift"), ("G3t", "way"), ("G6t", "relay")]
    assert told[-1] == ("G8", "goal")


def test_rings_of_kang_enter_and_score() -> None:
    state = KANG.drawn(
        NEAR_NORTHS_EDGE.replace(". . . . . .     1", ". 3 . . . .     1"), "s", "1/- 0-0 -"
    )
    assert steps(KANG, state, "1*-12-42") == [
        ("G2k", "entry"),
        ("G3k", "step"),
        ("G6", "bounce"),
        ("G3", "way"),
        ("G3", "rest"),
    ]
    assert steps(KANG, KANG.drawn(NEAR_NORTHS_EDGE, "s", "-/- 0-0 -"), "52-N")[-1] == (
        "G8k",
        "score",
    )


def test_the_explanation_of_an_illegal_move_raises_the_error_of_playing_it() -> None:
    state = CLASSIC.play(CLASSIC.game.start(), "231123", "321123")
    with pytest.raises(IllegalMove) as refusal:
        CLASSIC.game.explain(state, "13-14")
    assert refusal.value.rule == "G7"


def test_the_explanation_ends_with_the_forced_pass() -> None:
    state = CLASSIC.game.decode(".3.3.3/112232/...1.2/...1../....../...... s")
    assert steps(CLASSIC, state, "34-44-43")[-1] == ("G10", "pass")
