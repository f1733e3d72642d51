from __future__ import annotations

import pytest

from pbm.core.choices import DECLARED, PROGRAM
from pbm.core.clocks import DAY
from pbm.core.contests.model import Contest, ContestKind, ContestStatus, Gone, How
from pbm.core.contests.tables import table_of
from pbm.core.model import Offer, Player
from pbm.core.results import Result
from pbm.play import departures, programs, proposals, vacations
from pbm.play.blocks import block
from pbm.play.contests import cups, debts, leaving, rulings
from pbm.play.contests.news import ContestBegun, ContestLeft, ContestOver, PlayerOut
from pbm.play.corrections import decide_again
from pbm.play.moves import resign
from pbm.play.reachability import note_bounce
from pbm.play.rulings import create
from pbm.play.terms import GameOptions, opening_of
from pbm.play.work import Work
from tests.pbm.play.contests.people import (
    GYGES,
    end,
    entered,
    later,
    lose_on_time,
    now,
    regulars,
    serve,
)
from tests.pbm.play.helpers import refused, suspend
from tests.pbm.store.samples import add_player


@pytest.fixture
def four(work: Work) -> list[Player]:
    return regulars(work, "alice", "bob", "carol", "dave")


@pytest.fixture
def cup(work: Work, four: list[Player]) -> Contest:
    """A cup of four that has begun."""
    for player in four:
        cup = cups.join(work, player, GYGES)
    serve(work)
    work.published.clear()
    return now(work, cup)


def boards(work: Work, cup: Contest) -> list[int]:
    return [game.board for game in work.tx.contests.games(cup.id)]


def kinds(work: Work) -> list[str]:
    return [type(each).__name__ for each in work.published]


def test_a_cup_begins_as_soon_as_it_is_full_with_everyone_against_everyone(
    work: Work, four: list[Player]
) -> None:
    found = [cups.join(work, player, GYGES) for player in four]
    assert len({each.id for each in found}) == 1
    serve(work)
    cup = now(work, found[0])
    assert cup.running
    games = work.tx.contests.games(cup.id)
    assert [game.round for game in games] == [1, 1, 2, 2, 3, 3]
    assert len({frozenset(game.players) for game in games}) == 6
    (begun,) = [each for each in work.published if isinstance(each, ContestBegun)]
    assert [board.number for board in begun.boards] == boards(work, cup)


def test_its_games_are_rated_and_have_the_clock_of_contests(work: Work, cup: Contest) -> None:
    match = work.board(boards(work, cup)[0]).match
    assert match.rated
    assert (match.clock.limits.forfeit, match.clock.limits.total) == (7 * DAY, 30 * DAY)
    assert opening_of(work.tx, match.board).terms.contest == cup.id


def test_a_pool_that_is_full_is_followed_by_the_next(work: Work, four: list[Player]) -> None:
    first = [cups.join(work, player, GYGES) for player in four][-1]
    fifth, sixth = regulars(work, "erin", "frank")
    second = cups.join(work, fifth, GYGES)
    assert (first.number, second.number) == (1, 2)
    # Two contests that begin in one minute.
    for player in (sixth, *regulars(work, "grace", "heidi")):
        cups.join(work, player, GYGES)
    serve(work)
    assert now(work, first).running
    assert now(work, second).running


def test_both_seats_and_rule_sets_have_pools_of_their_own(work: Work, four: list[Player]) -> None:
    alice, bob, *_ = four
    plain, both = cups.join(work, alice, GYGES), cups.join(work, alice, GYGES, both=True)
    assert plain.id != both.id
    assert cups.join(work, bob, GYGES, both=True).id == both.id


def test_nobody_joins_twice(work: Work, four: list[Player]) -> None:
    cups.join(work, four[0], GYGES)
    with refused("entered_already"):
        cups.join(work, four[0], GYGES)


def test_a_newcomer_has_one_contest_until_a_game_is_finished(work: Work, alice: Player) -> None:
    cups.join(work, alice, GYGES)
    with refused("one_contest_first"):
        cups.join(work, alice, GYGES, both=True)


def test_blocked_pairs_are_put_into_different_cups(work: Work, four: list[Player]) -> None:
    alice, bob, *_ = four
    block(work, bob, "alice")
    assert cups.join(work, alice, GYGES).id != cups.join(work, bob, GYGES).id


def test_a_pair_that_blocks_each_other_later_is_not_paired(work: Work, four: list[Player]) -> None:
    alice, bob, *_ = four
    cup = [cups.join(work, player, GYGES) for player in four][-1]
    block(work, bob, "alice")
    serve(work)
    games = work.tx.contests.games(cup.id)
    assert len(games) == 5
    assert frozenset((alice.id, bob.id)) not in {frozenset(game.players) for game in games}


def test_who_leaves_before_it_begins_makes_room(work: Work, four: list[Player]) -> None:
    alice, bob, *_ = four
    cup = cups.join(work, alice, GYGES)
    cups.join(work, bob, GYGES)
    leaving.leave(work, alice, leaving.meant(work.tx, alice, GYGES, ContestKind.CUP))
    assert entered(work, cup) == [bob.id]
    with refused("not_entered"):
        leaving.meant(work.tx, alice, GYGES, ContestKind.CUP)


def test_a_suspended_player_is_left_out_when_it_would_begin(work: Work, four: list[Player]) -> None:
    cup = [cups.join(work, player, GYGES) for player in four][-1]
    suspend(work, four[1])
    serve(work)
    assert now(work, cup).open
    assert four[1].id not in entered(work, cup)
    assert [each.why for each in work.published if isinstance(each, ContestLeft)] == ["suspended"]


def test_a_player_whom_no_mail_reaches_is_left_out_too(work: Work, four: list[Player]) -> None:
    cup = [cups.join(work, player, GYGES) for player in four][-1]
    note_bounce(work, four[2].mailbox, four[2].id, work.now)
    serve(work)
    assert now(work, cup).open
    assert four[2].id not in entered(work, cup)


def test_results_are_heard_and_the_table_is_final_when_all_games_are_over(
    work: Work, cup: Contest
) -> None:
    for board in boards(work, cup):
        assert now(work, cup).running
        end(work, board, Result.FIRST_WON)
        serve(work)
    assert now(work, cup).status is ContestStatus.OVER
    assert kinds(work)[-1] == ContestOver.__name__
    entries = work.tx.contests.entries(cup.id)
    assert min(each.final for each in entries) == 1
    assert all(each.final for each in entries)


def test_nobody_leaves_a_cup_that_is_over(work: Work, cup: Contest, four: list[Player]) -> None:
    for board in boards(work, cup):
        end(work, board, Result.FIRST_WON)
    serve(work)
    with refused("not_entered"):
        leaving.meant(work.tx, four[0], GYGES, ContestKind.CUP)


def test_a_draw_is_half_a_point(work: Work, cup: Contest) -> None:
    board = boards(work, cup)[0]
    end(work, board, Result.DRAWN)
    game = work.tx.contests.game(board)
    assert game is not None
    assert (game.how, game.halves) == (How.PLAYED, 1)


def test_no_first_move_in_time_is_a_forfeit_without_a_rating(work: Work, cup: Contest) -> None:
    board = boards(work, cup)[0]
    lose_on_time(work, board)
    game = work.tx.contests.game(board)
    assert game is not None
    assert (game.how, game.halves, game.absent) == (How.WALKOVER, 0, game.players.first)
    assert work.tx.ratings.of_board(board) == []


def test_resigning_early_is_a_forfeit_too(work: Work, cup: Contest) -> None:
    board = boards(work, cup)[0]
    first = work.tx.players.get(work.board(board).match.players.first)
    resign(work, first, board)
    game = work.tx.contests.game(board)
    assert game is not None
    assert (game.how, game.absent) == (How.WALKOVER, first.id)


def test_two_forfeits_and_a_player_is_out_and_struck(work: Work, cup: Contest) -> None:
    game = work.tx.contests.games(cup.id)[0]
    absent = game.players.first
    for each in work.tx.contests.games_of(cup.id, absent)[:2]:
        player = work.tx.players.get(absent)
        resign(work, player, each.board)
        serve(work)
    entry = work.tx.contests.entry(cup.id, absent)
    assert entry is not None
    assert entry.gone is Gone.FORFEITS
    assert not entry.struck  # two of the player's three games are over
    assert all(each.over for each in work.tx.contests.games_of(cup.id, absent))
    (out,) = [each for each in work.published if isinstance(each, PlayerOut)]
    assert (out.player.id, out.given_up) == (absent, 1)


def test_who_leaves_with_few_games_over_is_struck_from_the_table(work: Work, cup: Contest) -> None:
    game = work.tx.contests.games(cup.id)[0]
    alice = work.tx.players.get(game.players.first)
    end(work, game.board, Result.FIRST_WON)
    leaving.leave(work, alice, leaving.meant(work.tx, alice, GYGES, ContestKind.CUP))
    serve(work)
    table = table_of(work.tx.contests.entries(cup.id), work.tx.contests.games(cup.id))
    last = table.lines[-1]
    assert (last.player, last.struck, last.place) == (alice.id, True, 0)
    assert {each.points for each in table.lines[:-1]} == {0}
    assert work.tx.ratings.of_board(game.board), "the games stay rated"


def test_who_forfeited_owes_as_many_games_before_they_enter_again(
    work: Work, cup: Contest, four: list[Player]
) -> None:
    absent = work.tx.contests.games(cup.id)[0].players.first
    player = work.tx.players.get(absent)
    for each in work.tx.contests.games_of(cup.id, absent)[:2]:
        resign(work, player, each.board)
    serve(work)
    assert debts.owed_games(work.tx, player) == 2, "the game given up for them does not count"
    work = later(work, days=1)
    with refused("owes_games"):
        cups.join(work, player, GYGES)
    other = next(each for each in four if each.id != absent)
    for left in (1, 0):
        board = friendly(work, player, other)
        end(work, board, Result.FIRST_WON)
        assert debts.owed_games(work.tx, player) == left
    cups.join(work, player, GYGES)


def test_games_that_are_lost_at_once_are_all_owed(
    work: Work, cup: Contest, four: list[Player]
) -> None:
    absent = work.tx.contests.games(cup.id)[0].players.first
    player = work.tx.players.get(absent)
    for each in work.tx.contests.games_of(cup.id, absent):
        resign(work, player, each.board)
    serve(work)
    assert debts.owed_games(work.tx, player) == 3


def test_who_leaves_owes_nothing(work: Work, cup: Contest, four: list[Player]) -> None:
    resign(work, four[0], work.tx.contests.games_of(cup.id, four[0].id)[0].board)
    leaving.leave(work, four[0], leaving.meant(work.tx, four[0], GYGES, ContestKind.CUP))
    assert debts.owed_games(work.tx, four[0]) == 0


def friendly(work: Work, one: Player, other: Player) -> int:
    return create(work, GameOptions(GYGES), one, other).number


def test_who_signs_off_is_out_of_everything(work: Work, cup: Contest, four: list[Player]) -> None:
    alice = four[0]
    pool = cups.join(work, alice, GYGES)
    departures.leave(work, alice)
    serve(work)
    assert alice.id not in entered(work, pool)
    entry = work.tx.contests.entry(cup.id, alice.id)
    assert entry is not None
    assert (entry.gone, entry.struck) == (Gone.LEFT, True)
    assert not [match for match in work.tx.matches.of_player(alice.id) if match.running]


def test_no_undo_in_contests(work: Work, cup: Contest) -> None:
    board = boards(work, cup)[0]
    first = work.tx.players.get(work.board(board).match.players.first)
    with refused("no_undo_in_contests"):
        proposals.propose(work, first, board, Offer.UNDO)


def test_seven_days_of_a_vacation_count(work: Work, cup: Contest, four: list[Player]) -> None:
    today = work.now.date()
    vacations.plan(work, four[0], today, today + 19 * DAY)
    match = work.board(boards(work, cup)[0]).match
    spans = [each.end - each.start for each in match.clock.absences]
    assert all(span <= 7 * DAY for span in spans)


def test_an_operator_closes_a_cup_and_its_games_go_on(work: Work, cup: Contest) -> None:
    rulings.close(work, cup, "the club moves")
    assert now(work, cup).status is ContestStatus.CLOSED
    assert work.board(boards(work, cup)[0]).running
    end(work, boards(work, cup)[0], Result.FIRST_WON)
    assert not work.tx.contests.due(later(work, days=99).now, 9)


def test_an_operator_withdraws_a_player(work: Work, cup: Contest, four: list[Player]) -> None:
    rulings.withdraw(work, cup, four[0], "asked by telephone")
    entry = work.tx.contests.entry(cup.id, four[0].id)
    assert entry is not None
    assert entry.gone is Gone.WITHDRAWN
    with refused("not_in_contest"):
        rulings.withdraw(work, now(work, cup), four[0], "again")


def test_an_operator_starts_a_cup_that_is_not_full(work: Work, four: list[Player]) -> None:
    cup = [cups.join(work, player, GYGES) for player in four[:2]][-1]
    with refused("too_few_entered"):
        rulings.start(work, cup, "")
    cup = cups.join(work, four[2], GYGES)
    rulings.start(work, cup, "")
    assert len(work.tx.contests.games(cup.id)) == 3


def test_an_operator_starts_no_cup_in_which_too_few_can_play(
    work: Work, four: list[Player]
) -> None:
    cup = rulings.create_cup(work, GYGES, 5, both=False, programs=False)
    for player in four[:3]:
        cup = cups.join(work, player, GYGES)
    suspend(work, four[0])
    with refused("too_few_entered", entered=3, able=2):
        rulings.start(work, cup, "")
    cup = cups.join(work, four[3], GYGES)
    rulings.start(work, cup, "")
    assert four[0].id not in entered(work, cup)
    assert len(work.tx.contests.games(cup.id)) == 3


@pytest.fixture
def program_cup(work: Work, four: list[Player]) -> Contest:
    """A cup that is open to programs, with alice and bob, on a server with programs."""
    programs.enlist(work.tx, "owl", work.now)
    cup = rulings.create_cup(work, GYGES, None, both=False, programs=True)
    for player in four[:2]:
        cups.join(work, player, GYGES)
    return cup


def test_programs_take_the_places_that_are_free_after_a_day(
    work: Work, program_cup: Contest
) -> None:
    work = serve(later(work, hours=23))
    assert now(work, program_cup).open
    work = serve(later(work, hours=1))
    assert now(work, program_cup).running
    names = [work.tx.players.get(each).userid for each in entered(work, program_cup)]
    assert sorted(names) == ["alice", "bob", "owl", "owl-3"]
    rated = {work.board(each).match.rated for each in boards(work, program_cup)}
    assert rated == {True, False}, "games with programs are not rated"


def test_people_come_before_programs(work: Work, program_cup: Contest, four: list[Player]) -> None:
    for player in four[2:]:
        cups.join(work, player, GYGES)
    serve(work)
    assert {*entered(work, program_cup)} == {player.id for player in four}


def test_programs_take_no_place_in_other_cups(work: Work, four: list[Player]) -> None:
    programs.enlist(work.tx, "owl", work.now)
    cup = cups.join(work, four[0], GYGES)
    serve(later(work, days=9))
    assert entered(work, cup) == [four[0].id]


def test_a_program_that_plays_by_mail_enters_cups_that_are_open_to_programs(
    work: Work, program_cup: Contest
) -> None:
    program = add_player(work.tx, "dora-bot")
    work.tx.players.set_setting(program.id, PROGRAM, DECLARED)
    program = work.tx.players.get(program.id)
    assert cups.join(work, program, GYGES).id == program_cup.id
    with refused("programs_no_contest"):
        cups.join(work, program, GYGES, both=True)


def test_a_program_is_not_put_into_a_cup_of_rules_that_it_does_not_play(
    work: Work, four: list[Player]
) -> None:
    programs.enlist(work.tx, "owl", work.now, {"rook": ["dvonn/standard"]})
    for each in programs.here(work.tx):
        if each.level:
            programs.stop(work.tx, each)
    cup = rulings.create_cup(work, GYGES, None, both=False, programs=True)
    cups.join(work, four[0], GYGES)
    work = serve(later(work, days=1))
    assert entered(work, cup) == [four[0].id]


def test_a_corrected_result_changes_the_table(work: Work, cup: Contest) -> None:
    board = boards(work, cup)[0]
    end(work, board, Result.FIRST_WON)
    decide_again(work, board, Result.SECOND_WON, "the wrong side resigned")
    game = work.tx.contests.game(board)
    assert game is not None
    assert game.halves == 0
