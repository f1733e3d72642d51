"""No attack on a real server succeeds: quick attacks are tried here, all by the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.attacks.__main__ import ATTACKS

SECURITY = (Path(__file__).parents[2] / "SECURITY.md").read_text(encoding="utf-8")
QUICK = (
    "a vouched letter again, changed",
    "robots that play",
    "guessing whether an address is a player's",
    "files of another user",
    "a terminal",
)


@pytest.mark.slow
@pytest.mark.parametrize("name", QUICK)
def test_the_attack_fails(name: str) -> None:
    tally = ATTACKS[name]()
    assert tally.tried
    assert tally.which == ()


def test_the_document_says_how_many_attacks_there_are() -> None:
    assert f"makes {len(ATTACKS)} attacks" in SECURITY
