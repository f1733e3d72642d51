from __future__ import annotations

import pytest

from pbm.core.contests.model import Contest, ContestKind
from pbm.core.games import find
from pbm.core.model import Player
from pbm.core.results import Result
from pbm.play import vacations
from pbm.play.blocks import block
from pbm.play.contests import climbing, leaving, rulings
from pbm.play.work import Work
from tests.pbm.play.contests.people import GYGES, end, later, lose_on_time, now, regulars, write
from tests.pbm.play.helpers import refused


@pytest.fixture
def four(work: Work) -> list[Player]:
    return regulars(work, "alice", "bob", "carol", "dave")


@pytest.fixture
def stairs(work: Work, four: list[Player]) -> Contest:
    return [climbing.join(work, player, GYGES) for player in four][-1]


def step(work: Work, stairs: Contest, player: Player) -> int:
    entry = work.tx.contests.entry(stairs.id, player.id)
    assert entry is not None
    return entry.step


def won_by(work: Work, board: int, player: Player) -> None:
    seat = work.board(board).match.seat_of(player.id)
    assert seat is not None
    end(work, board, Result.FIRST_WON if seat.value == 0 else Result.SECOND_WON)


def test_a_challenge_begins_without_being_accepted(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    board = climbing.challenge(work, four[0], GYGES, "bob")
    assert board.running
    assert board.match.players == (four[1].id, four[0].id)
    assert work.tx.contests.game(board.number) is not None


def test_a_win_leads_a_step_up_and_a_draw_nowhere(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    alice, _bob, carol, dave = four
    won_by(work, climbing.challenge(work, alice, GYGES, "bob").number, alice)
    end(work, climbing.challenge(work, carol, GYGES, "dave").number, Result.DRAWN)
    assert [step(work, stairs, each) for each in four] == [2, 1, 1, 1]
    won_by(work, climbing.challenge(work, dave, GYGES, "alice").number, dave)
    assert [step(work, stairs, each) for each in four] == [1, 1, 1, 2]


def test_somebody_two_steps_above_is_out_of_reach(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    alice, _bob, carol, dave = four
    won_by(work, climbing.challenge(work, alice, GYGES, "bob").number, alice)
    won_by(work, climbing.challenge(work, carol, GYGES, "dave").number, carol)
    won_by(work, climbing.challenge(work, alice, GYGES, "carol").number, alice)
    assert step(work, stairs, alice) == 3
    with refused("other_step"):
        climbing.challenge(work, dave, GYGES, "alice")
    with refused("other_step"):
        climbing.challenge(work, alice, GYGES, "bob")


def test_one_game_as_challenger_and_one_as_challenged(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    alice, bob, carol, _ = four
    climbing.challenge(work, alice, GYGES, "bob")
    with refused("one_challenge"):
        climbing.challenge(work, alice, GYGES, "carol")
    with refused("challenged_already"):
        climbing.challenge(work, carol, GYGES, "bob")
    climbing.challenge(work, bob, GYGES, "carol")


def test_a_slot_is_free_after_21_days(work: Work, stairs: Contest, four: list[Player]) -> None:
    climbing.challenge(work, four[0], GYGES, "bob")
    work = later(work, days=22)
    climbing.challenge(work, four[0], GYGES, "carol")


def test_the_same_two_meet_again_after_14_days(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    alice = four[0]
    won_by(work, climbing.challenge(work, alice, GYGES, "bob").number, four[1])
    with refused("met_lately"):
        climbing.challenge(work, alice, GYGES, "bob")
    climbing.challenge(later(work, days=14), alice, GYGES, "bob")


def test_who_loses_on_time_rests_until_they_write(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    alice, bob, carol, _ = four
    lose_on_time(work, climbing.challenge(work, alice, GYGES, "bob").number)
    assert [step(work, stairs, each) for each in (alice, bob)] == [2, 1]
    with refused("rests_on_stairs"):
        climbing.challenge(work, carol, GYGES, "bob")
    work = later(work, hours=1)
    write(work, bob)
    climbing.challenge(work, carol, GYGES, "bob")


def test_who_is_away_rests(work: Work, stairs: Contest, four: list[Player]) -> None:
    today = work.now.date()
    vacations.plan(work, four[1], today, today)
    with refused("rests_on_stairs"):
        climbing.challenge(work, four[0], GYGES, "bob")


def test_blocked_players_are_not_challenged(
    work: Work, stairs: Contest, four: list[Player]
) -> None:
    block(work, four[1], "alice")
    with refused("blocked_by"):
        climbing.challenge(work, four[0], GYGES, "bob")
    can = climbing.can_be_challenged(work.tx, stairs, four[0], work.now)
    assert [each.userid for each in can] == ["carol", "dave"]


def test_who_leaves_gives_up_their_games(work: Work, stairs: Contest, four: list[Player]) -> None:
    board = climbing.challenge(work, four[0], GYGES, "bob").number
    found = leaving.meant(work.tx, four[0], GYGES, ContestKind.STAIRS)
    assert found.runs
    leaving.leave(work, four[0], found)
    assert not work.board(board).running
    assert work.tx.contests.entry(stairs.id, four[0].id) is None
    assert step(work, stairs, four[1]) == 2


def test_only_those_on_the_stairs_challenge_and_are_challenged(
    work: Work, four: list[Player]
) -> None:
    climbing.join(work, four[0], GYGES)
    with refused("not_on_stairs"):
        climbing.challenge(work, four[0], GYGES, "bob")
    with refused("not_entered"):
        climbing.challenge(work, four[1], GYGES, "alice")
    with refused("entered_already"):
        climbing.join(work, four[0], GYGES)


def test_other_rule_sets_have_stairs_if_an_operator_opened_them(
    work: Work, four: list[Player]
) -> None:
    kang = find("gyges/kang")
    with refused("no_such_contest"):
        climbing.join(work, four[0], kang)
    rulings.create_stairs(work, kang)
    assert climbing.join(work, four[0], kang).spec == "gyges/kang"
    with refused("contest_exists"):
        rulings.create_stairs(work, kang)


def test_the_stairs_stay_open(work: Work, stairs: Contest) -> None:
    assert now(work, stairs).running
    assert work.tx.contests.due(later(work, days=400).now, 9) == []
