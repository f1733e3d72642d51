from __future__ import annotations

from dataclasses import replace

import pytest

from pbm.core.clocks import DAY, TimeLimits
from pbm.core.model import Player
from pbm.core.openings import Accepted, Imported, Invited
from pbm.core.results import Result
from pbm.play.news import BoardNews
from pbm.play.rematches import rematch
from pbm.play.terms import GameOptions, terms_of
from pbm.play.work import Work
from tests.pbm.play.helpers import DVONN, GYGES, begin, finish, refused, unchanged


def test_a_rematch_has_the_former_terms_with_seats_exchanged(
    work: Work, alice: Player, bob: Player
) -> None:
    options = GameOptions(GYGES, rated=False, limits=TimeLimits(forfeit=DAY))
    over = finish(work, alice, bob, options)
    board = rematch(work, alice, over.number, ("Once more?",))
    before, again = terms_of(work.tx, over.number), terms_of(work.tx, board.number)
    assert again == replace(before, players=again.players, rematch=over.number)
    assert (*again.players,) == (bob.id, alice.id)


def test_asking_for_a_rematch_accepts_the_opponent_s_offer(
    work: Work, alice: Player, bob: Player
) -> None:
    over = finish(work, alice, bob)
    offered = rematch(work, alice, over.number)
    begun = rematch(work, bob, over.number)
    assert begun.number == offered.number
    happened = [type(news.what) for news in work.published if isinstance(news, BoardNews)]
    assert happened == [Invited, Accepted]
    with refused("rematch_begun"):
        rematch(work, alice, over.number)


def test_the_rematch_of_an_imported_game_has_default_terms(
    work: Work, alice: Player, bob: Player
) -> None:
    terms = replace(GameOptions(GYGES).terms(alice, bob, None), rated=False, limits=TimeLimits())
    over = work.open(Imported(terms, (), Result.FIRST_WON, "resigned"))
    again = terms_of(work.tx, rematch(work, bob, over.number).number)
    assert (again.rated, again.limits) == (True, GameOptions(GYGES).limits)


def test_the_seeded_start_of_a_rematch_gets_a_new_seed(
    work: Work, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = iter([17, 18])
    monkeypatch.setattr("secrets.randbelow", lambda most: next(seeds))
    terms = GameOptions(DVONN, "symmetry").terms(alice, bob, None)
    over = work.open(Imported(terms, (), Result.FIRST_WON, "resigned"))
    again = terms_of(work.tx, rematch(work, bob, over.number).number)
    assert (terms.seed, again.seed, again.start) == (17, 18, "symmetry")
    assert again.setup != terms.setup


def test_a_running_game_has_no_rematch(work: Work, alice: Player, bob: Player) -> None:
    board = begin(work, alice, bob)
    with unchanged(work, board), refused("not_over", board=board.number, game="gyges"):
        rematch(work, alice, board.number)


def test_a_rematch_is_offered_once(work: Work, alice: Player, bob: Player) -> None:
    over = finish(work, alice, bob)
    offered = rematch(work, alice, over.number)
    with unchanged(work, offered), refused("rematch_offered", other=offered.number):
        rematch(work, alice, over.number)
