from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from pbm.core.contests.model import Contest, ContestKind, ContestStatus, Entry, Gone, How, Told
from pbm.core.contests.tables import promotion_order, table_of
from pbm.core.games import find
from pbm.core.model import Player
from pbm.core.ratings import FIRST_RATING
from pbm.core.results import Result
from pbm.play.contests import leaving, rulings, seasons, watching
from pbm.play.contests.duties import Step, plan
from pbm.play.contests.news import (
    ContestBegun,
    ContestClosed,
    ContestLeft,
    ContestOver,
    SeasonPostponed,
    SeasonSoon,
)
from pbm.play.work import Work
from tests.pbm.play.contests.people import (
    GYGES,
    at,
    end,
    entered,
    later,
    live_until,
    now,
    regulars,
    serve,
    write,
)
from tests.pbm.play.helpers import refused, suspend
from tests.pbm.store.samples import add_player

START = datetime(2027, 1, 1, 8, tzinfo=UTC)
SOON = START - timedelta(days=7)
NAMES = "alice bob carol dave erin frank grace heidi ivan judy".split()


@pytest.fixture
def ten(work: Work) -> list[Player]:
    return regulars(work, *NAMES)


@pytest.fixture
def season(work: Work, ten: list[Player]) -> Contest:
    """A season that ten players have entered; they wrote at the time of the work."""
    write(work, *ten)
    return [seasons.join(work, player, GYGES) for player in ten][-1]


def begun(work: Work, season: Contest, players: list[Player]) -> Work:
    """The work after the season has begun; all players had written before."""
    work = live_until(work, SOON)
    write(work, *players)
    return live_until(work, START)


def leagues(work: Work, season: Contest) -> list[Contest]:
    return [*work.tx.contests.leagues(season.id)]


def test_the_first_to_enter_opens_the_season_of_the_next_date(
    work: Work, ten: list[Player]
) -> None:
    season = seasons.join(work, ten[0], GYGES)
    assert (season.kind, season.number, season.starts) == (ContestKind.SEASON, 1, START)
    assert seasons.join(work, ten[1], GYGES, once=True).id == season.id


def test_other_rule_sets_have_seasons_only_if_an_operator_opened_them(
    work: Work, ten: list[Player]
) -> None:
    kang = find("gyges/kang")
    with refused("no_such_contest"):
        seasons.join(work, ten[0], kang)
    opened = rulings.create_season(work, kang, None, START)
    assert seasons.join(work, ten[0], kang).id == opened.id


def test_all_are_told_seven_days_before_and_who_was_silent_is_asked(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = live_until(work, SOON - timedelta(hours=13))
    write(work, *ten[1:])
    work = serve(at(work, SOON))
    told = [each for each in work.published if isinstance(each, SeasonSoon)]
    assert {each.to.id for each in told} == {player.id for player in ten}
    assert [each.to.id for each in told if each.asked] == [ten[0].id]
    assert serve(later(work, hours=1)).published == []


def test_who_does_not_answer_is_left_out_and_who_writes_is_not(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = live_until(work, SOON)  # nobody has written for longer than 30 days
    write(work, *ten[2:])
    work = live_until(work, START)
    assert len(entered(work, season)) == 8
    left = [each.player.id for each in work.published if isinstance(each, ContestLeft)]
    assert left == [ten[0].id, ten[1].id]


def test_joining_again_answers_the_question(work: Work, season: Contest, ten: list[Player]) -> None:
    work = live_until(work, SOON)
    seasons.join(work, ten[0], GYGES)
    entry = work.tx.contests.entry(season.id, ten[0].id)
    assert entry is not None
    assert entry.told is Told.TOLD


def test_leagues_are_cut_by_rating_and_all_games_begin_at_once(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = begun(work, season, ten)
    assert now(work, season).running
    first, second = leagues(work, season)
    assert [len(entered(work, each)) for each in (first, second)] == [5, 5]
    assert [len(work.tx.contests.games(each.id)) for each in (first, second)] == [10, 10]
    assert first.letter + second.letter == "AB"
    ratings = [each.rating for league in (first, second) for each in league_entries(work, league)]
    assert ratings == sorted(ratings, reverse=True)
    assert len([each for each in work.published if isinstance(each, ContestBegun)]) == 2


def league_entries(work: Work, league: Contest) -> Sequence[Entry]:
    return work.tx.contests.entries(league.id)


def test_in_a_rule_set_without_ratings_who_entered_first_is_placed_first(
    work: Work, ten: list[Player]
) -> None:
    season = rulings.create_season(work, find("gyges/kang"), None, START)
    for player in reversed(ten):
        work = later(work, hours=1)
        seasons.join(work, player, find("gyges/kang"))
    work = begun(work, season, ten)
    (first, second) = leagues(work, season)
    placed = [each.player for league in (first, second) for each in league_entries(work, league)]
    assert placed == [player.id for player in reversed(ten)]
    assert {each.rating for each in league_entries(work, first)} == {FIRST_RATING}


def test_entering_recurs_unless_it_was_for_once(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    seasons.join(work, ten[3], GYGES, once=True)
    work = begun(work, season, ten)
    upcoming = seasons.to_come(work.tx, GYGES)
    assert upcoming is not None
    assert (upcoming.number, upcoming.parent) == (2, season.id)
    assert upcoming.starts == datetime(2027, 4, 1, 8, tzinfo=UTC)
    assert {*entered(work, upcoming)} == {player.id for player in ten} - {ten[3].id}


def test_what_is_not_over_after_ninety_days_counts_half_and_goes_on(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = begun(work, season, ten)
    league = leagues(work, season)[0]
    assert league.ends == START + timedelta(days=90)
    work = serve(at(work, league.ends))
    games = work.tx.contests.games(league.id)
    assert {(game.how, game.halves) for game in games} == {(How.HALF, 1)}
    assert work.board(games[0].board).running
    assert now(work, season).status is ContestStatus.OVER
    assert len([each for each in work.published if isinstance(each, ContestOver)]) == 2
    end(work, games[0].board, Result.FIRST_WON)
    assert work.tx.contests.games(league.id) == games
    assert work.tx.ratings.of_board(games[0].board)


def test_the_next_season_begins_with_the_order_of_this_one_and_its_promotions(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = begun(work, season, ten)
    for league in leagues(work, season):
        for number, game in enumerate(work.tx.contests.games(league.id)):
            end(work, game.board, [*Result][number % 3])
    orders = [
        promotion_order(table_of(league_entries(work, each), work.tx.contests.games(each.id)))
        for each in leagues(work, season)
    ]
    upcoming = seasons.to_come(work.tx, GYGES)
    assert upcoming is not None
    assert upcoming.starts is not None
    work = live_until(work, upcoming.starts - timedelta(days=7))
    write(work, *ten)
    work = live_until(work, upcoming.starts)
    upper, lower = orders
    assert entered(work, upcoming) == [*upper[:-1], lower[0], upper[-1], *lower[1:]]


def test_with_fewer_than_four_the_season_waits_for_the_next_date(
    work: Work, ten: list[Player]
) -> None:
    for player in ten[:3]:
        season = seasons.join(work, player, GYGES)
    work = begun(work, season, ten)
    postponed = now(work, season)
    assert postponed.open
    assert postponed.starts == datetime(2027, 4, 1, 8, tzinfo=UTC)
    told = [each for each in work.published if isinstance(each, SeasonPostponed)]
    assert [(each.entered, each.able) for each in told] == [(3, 3)] * 3


def test_a_season_of_four_waits_if_one_of_them_cannot_play(work: Work, ten: list[Player]) -> None:
    for player in ten[:4]:
        season = seasons.join(work, player, GYGES)
    suspend(work, ten[3])
    work = begun(work, season, ten)
    assert now(work, season).open
    told = [each for each in work.published if isinstance(each, SeasonPostponed)]
    assert [(each.entered, each.able) for each in told] == [(4, 3)] * 4


def test_a_server_that_was_down_over_the_start_begins_late(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = at(work, START + timedelta(days=8))
    write(work, *ten)
    work = serve(work)
    assert now(work, season).running
    assert now(work, season).ends == datetime(2027, 4, 1, 8, tzinfo=UTC)


def test_suspended_players_are_left_out(work: Work, season: Contest, ten: list[Player]) -> None:
    suspend(work, ten[0])
    work = begun(work, season, ten)
    assert ten[0].id not in entered(work, season)


def test_who_leaves_the_season_to_come_goes_on_in_the_one_that_runs(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = begun(work, season, ten)
    coming = leaving.meant(work.tx, ten[0], GYGES, ContestKind.SEASON)
    assert not coming.runs
    leaving.leave(work, ten[0], coming)
    running = leaving.meant(work.tx, ten[0], GYGES, ContestKind.SEASON)
    assert running.runs
    leaving.leave(work, ten[0], running)
    entry = work.tx.contests.entry(running.contest.id, ten[0].id)
    assert entry is not None
    assert (entry.gone, entry.struck) == (Gone.LEFT, True)


def test_the_number_of_the_season_says_which_one_is_left(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = begun(work, season, ten)
    assert leaving.meant(work.tx, ten[0], GYGES, ContestKind.SEASON, 1).runs


def test_an_operator_lets_a_season_begin_now(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    write(work, *ten)
    rulings.start(work, season, "everybody is here")
    serve(work)
    assert now(work, season).running


def test_an_operator_lets_no_season_begin_in_which_too_few_can_play(
    work: Work, ten: list[Player]
) -> None:
    for player in ten[:4]:
        season = seasons.join(work, player, GYGES)
    suspend(work, ten[3])
    with refused("too_few_entered", fewest=4, entered=4, able=3):
        rulings.start(work, season, "four are here")


def closed(work: Work) -> list[ContestClosed]:
    return [each for each in work.published if isinstance(each, ContestClosed)]


def told(work: Work) -> list[int]:
    """The players who are told that a contest is closed, one for each mail."""
    return sorted(reader.id for each in closed(work) for reader in each.readers)


def test_an_operator_closes_a_season_and_the_clock_its_leagues(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = at(begun(work, season, ten), START)
    rulings.close(work, now(work, season), "the club moves")
    assert now(work, season).status is ContestStatus.CLOSED
    assert closed(work) == []
    serve(work)
    assert {each.status for each in leagues(work, season)} == {ContestStatus.CLOSED}
    assert told(work) == sorted(player.id for player in ten)
    assert {each.why for each in closed(work)} == {"the club moves"}
    assert serve(later(work, hours=1)).published == []
    with refused("contest_not_alive"):
        rulings.close(work, now(work, season), "again")


def test_the_players_of_a_season_that_is_closed_before_it_begins_are_told_some_at_a_time(
    work: Work, season: Contest, ten: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.play.contests.duties.TOLD_AT_ONCE", 4)
    rulings.close(work, season, "the club moves")
    serve(work)
    assert [len(each.readers) for each in closed(work)] == [4, 4, 2, 0]
    assert told(work) == sorted(player.id for player in ten)


def test_a_season_that_is_closed_while_its_leagues_begin_tells_each_player_once(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = at(work, START)
    write(work, *ten)
    for _ in range(2):  # the leagues are made, and the first of two begins
        do_next(work, season)
    rulings.close(work, now(work, season), "the club moves")
    serve(work)
    assert len(leagues(work, season)) == 1
    assert told(work) == sorted(player.id for player in ten)


def test_the_spectators_of_a_season_are_told_once_that_it_is_closed(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    zoe = add_player(work.tx, "zoe")
    watching.subscribe(work, zoe, season)
    work = at(begun(work, season, ten), START)
    rulings.close(work, now(work, season), "the club moves")
    serve(work)
    assert told(work).count(zoe.id) == 1


def test_a_season_is_over_when_an_operator_has_closed_its_last_league(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = begun(work, season, ten)
    for league in leagues(work, season):
        assert now(work, season).running
        rulings.close(work, league, "nobody plays")
    assert now(work, season).status is ContestStatus.OVER


def test_many_who_are_absent_are_left_out_some_at_a_time_before_the_draw(
    work: Work, season: Contest, ten: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.play.contests.duties.TOLD_AT_ONCE", 2)
    work = live_until(work, SOON)
    write(work, *ten[5:])
    work = at(work, START)
    for left in (2, 2, 1):
        do_next(work, season)
        assert len(work.published) == left
        work.published.clear()
    serve(work)
    assert {*entered(work, season)} == {player.id for player in ten[5:]}


def do_next(work: Work, contest: Contest) -> None:
    step = plan(work.tx, now(work, contest), work.now)
    assert isinstance(step, Step)
    step.do(work)


def test_a_date_that_has_passed_is_refused(work: Work) -> None:
    with refused("start_has_passed"):
        rulings.create_season(work, GYGES, None, work.now)


def test_what_was_interrupted_goes_on(work: Work, season: Contest, ten: list[Player]) -> None:
    write(work, *ten)
    work = at(work, START)
    write(work, *ten)
    for _ in range(2):  # the leagues are made, and the first of two begins; then the power fails
        do_next(work, season)
    assert now(work, season).status is ContestStatus.DRAWN
    serve(work)
    assert now(work, season).running
    assert len(leagues(work, season)) == 2


def left_out(work: Work) -> list[tuple[int, str, int]]:
    """The players who were told that they are in no contest, with the reason and its number."""
    told = [each for each in work.published if isinstance(each, ContestLeft)]
    return [(each.player.id, each.why, each.contest.number) for each in told]


def drawn(work: Work, season: Contest, players: list[Player]) -> Work:
    """The work at the moment when the leagues are made, and none has begun."""
    work = at(work, START)
    write(work, *players)
    do_next(work, season)
    assert now(work, season).status is ContestStatus.DRAWN
    return work


def test_who_is_suspended_between_the_draw_and_the_pairing_is_told_once(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = drawn(work, season, ten)
    placed = work.tx.contests.placed(season.id, 1, 10)
    away = placed[1].player
    suspend(work, work.tx.players.get(away))
    serve(work)
    assert left_out(work) == [(away, "suspended", 1)]
    here = [[each.player for each in placed[:5] if each.player != away]]
    assert [entered(work, league) for league in leagues(work, season)] == [
        *here,
        [each.player for each in placed[5:]],
    ]
    upcoming = seasons.to_come(work.tx, GYGES)
    assert upcoming is not None
    assert away not in entered(work, upcoming)


def test_who_is_suspended_while_players_are_entered_for_the_next_season_is_told(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = drawn(work, season, ten)
    for _ in range(2):  # the two leagues
        do_next(work, season)
    suspend(work, ten[0])
    serve(work)
    assert left_out(work) == [(ten[0].id, "suspended", 2)]


def test_who_entered_once_hears_nothing_of_the_next_season(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    seasons.join(work, ten[0], GYGES, once=True)
    work = drawn(work, season, ten)
    for _ in range(2):
        do_next(work, season)
    suspend(work, ten[0])
    serve(work)
    assert left_out(work) == []


def test_who_is_alone_in_a_league_has_no_games_and_keeps_their_place(
    work: Work, season: Contest, ten: list[Player]
) -> None:
    work = drawn(work, season, ten)
    first, *others = work.tx.contests.placed(season.id, 1, 5)
    for each in others:
        suspend(work, work.tx.players.get(each.player))
    serve(work)
    upper, _ = leagues(work, season)
    assert entered(work, upper) == [first.player]
    assert work.tx.contests.games(upper.id) == []
    assert now(work, upper).status is ContestStatus.OVER
    upcoming = seasons.to_come(work.tx, GYGES)
    assert upcoming is not None
    order = seasons.order_before(work.tx, upcoming, work.now)
    assert first.player in order[:2]
