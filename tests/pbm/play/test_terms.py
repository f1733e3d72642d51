from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.core.boards import drawn_setup
from pbm.core.happenings import Terms
from pbm.core.model import Player
from pbm.play.terms import GameOptions
from tests.pbm.play.games import DVONN, GYGES
from tests.pbm.play.table import refused


def test_options_say_what_is_chosen_and_the_rest_is_usual() -> None:
    usual = GameOptions.read(GYGES, {})
    assert usual == GameOptions(GYGES)
    assert (usual.rated, usual.limits.forfeit, usual.limits.total) == (
        True,
        timedelta(days=21),
        None,
    )
    chosen = GameOptions.read(GYGES, {"rules": "modern", "unrated": "", "totaltime": "60d"})
    assert (chosen.game.ruleset, chosen.rated) == ("modern", False)
    assert chosen.limits.total == timedelta(days=60)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"rules": "chess"}, "unknown_rules"),
        ({"symmetry": ""}, "no_such_start"),
        ({"symmetry": "", "random": ""}, "one_start"),
        ({"nagtime": "soon"}, "bad_time"),
    ],
)
def test_what_a_game_does_not_have_is_refused(options: dict[str, str], code: str) -> None:
    with refused(code):
        GameOptions.read(GYGES, options)


@pytest.mark.parametrize(
    ("first", "drawn", "names"),
    [
        ("", 0, "alice bob"),
        ("alice", 0, "alice bob"),
        ("Bob", 0, "bob alice"),
        ("random", 0, "bob alice"),
        ("random", 1, "alice bob"),
    ],
)
def test_who_has_the_first_seat(
    first: str,
    drawn: int,
    names: str,
    alice: Player,
    bob: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("secrets.randbelow", lambda most: drawn)
    terms = GameOptions(GYGES, first=first).terms(alice, bob, alice)
    userids = {alice.id: "alice", bob.id: "bob"}
    assert " ".join(userids[player] for player in terms.players) == names


def test_nobody_else_has_the_first_seat(alice: Player, bob: Player) -> None:
    with refused("unknown_first", first="carol", u1="alice", u2="bob"):
        GameOptions(GYGES, first="carol").terms(alice, bob, alice)


def test_a_start_is_drawn_from_the_seed_that_is_kept(alice: Player, bob: Player) -> None:
    terms = GameOptions(DVONN, "symmetry").terms(alice, bob, None)
    assert terms.setup == drawn_setup("dvonn/standard", "symmetry", terms.seed)
    assert Terms.read(terms.data()) == terms
