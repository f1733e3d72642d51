from __future__ import annotations

from datetime import timedelta

from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.play.bounds import Bound, charge, free_again
from pbm.play.work import Work
from tests.pbm.play.helpers import refused

HOUR = timedelta(hours=1)
TWICE = Bound(MarkKind.CHAT, 2, HOUR, "much_chat")


def test_the_refusal_beyond_a_limit_says_when_it_is_possible_again(
    work: Work, alice: Player
) -> None:
    first = work.now
    charge(work, alice, TWICE)
    work.now += HOUR / 2
    charge(work, alice, TWICE)
    with refused("much_chat", most=2, again=first + HOUR):
        charge(work, alice, TWICE)
    with refused("much_chat", most=2, again=first + HOUR * 3 / 2):
        charge(work, alice, TWICE, times=2)
    work.now = first + HOUR
    charge(work, alice, TWICE)


def test_several_uses_count_together_or_not_at_all(work: Work, alice: Player) -> None:
    charge(work, alice, TWICE)
    with refused("much_chat"):
        charge(work, alice, TWICE, times=2)
    charge(work, alice, TWICE)


def test_players_and_boards_are_limited_separately(work: Work, alice: Player, bob: Player) -> None:
    charge(work, alice, TWICE, times=2)
    charge(work, bob, TWICE, times=2)
    charge(work, alice, TWICE, times=2, board=1)
    with refused("much_chat"):
        charge(work, alice, TWICE, board=1)


def test_a_limit_that_allows_another_use_is_free_now(work: Work, alice: Player) -> None:
    mark = TWICE.kind.of(alice.id)
    assert free_again(work.tx, TWICE, mark, work.now, times=2) is None
    charge(work, alice, TWICE)
    assert free_again(work.tx, TWICE, mark, work.now) is None
    assert free_again(work.tx, TWICE, mark, work.now, times=2) == work.now + HOUR
