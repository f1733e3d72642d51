from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.core.boards import seeded_setup
from pbm.core.model import Player
from pbm.core.openings import Imported, Terms
from pbm.core.results import Reason, Result
from pbm.play.invitations import accept, challenge
from pbm.play.terms import GameOptions, begun_at, draw_start, opening_of, terms_of
from pbm.play.work import Work
from tests.combinations import for_each
from tests.pbm.play.helpers import DVONN, GYGES, refused


def test_options_override_the_defaults() -> None:
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


@for_each(
    ("options", "code"),
    [
        ({"rules": "chess"}, "unknown_rules"),
        ({"symmetry": ""}, "no_such_start"),
        ({"symmetry": "", "random": ""}, "one_start"),
        ({"nagtime": "soon"}, "bad_time"),
    ],
)
def test_an_option_that_the_game_does_not_have_is_refused(
    options: dict[str, str], code: str
) -> None:
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
def test_the_first_seat_goes_to_the_chosen_player(
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


def test_the_first_seat_cannot_go_to_a_third_player(alice: Player, bob: Player) -> None:
    with refused("unknown_first", first="carol", u1="alice", u2="bob"):
        GameOptions(GYGES, first="carol").terms(alice, bob, alice)


def test_a_random_start_follows_from_the_stored_seed(alice: Player, bob: Player) -> None:
    terms = GameOptions(DVONN, "symmetry").terms(alice, bob, None)
    assert terms.setup == seeded_setup("dvonn/standard", "symmetry", terms.seed)
    assert Terms.read(terms.data()) == terms


def test_a_game_begins_when_the_invitation_is_accepted(
    work: Work, alice: Player, bob: Player
) -> None:
    invited = challenge(work, alice, bob, GameOptions(GYGES))
    assert begun_at(work.tx, invited.match) is None
    work.now += timedelta(days=1)
    assert begun_at(work.tx, accept(work, bob, invited.number).match) == work.now


def test_an_imported_game_began_when_its_record_says(
    work: Work, alice: Player, bob: Player
) -> None:
    terms = GameOptions(GYGES).terms(alice, bob, None)
    imported = work.open(Imported(terms, (), Result.FIRST_WON, Reason.RESIGNED))
    assert begun_at(work.tx, imported.match) == imported.match.created
    assert isinstance(opening_of(work.tx, imported.number), Imported)
    assert (*terms_of(work.tx, imported.number).players,) == (alice.id, bob.id)


def test_the_ordinary_start_has_no_seed() -> None:
    assert draw_start(GYGES, "") == (0, "")
