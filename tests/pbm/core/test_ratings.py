from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.core.boards import opened
from pbm.core.by_seat import BySeat
from pbm.core.events import Deed
from pbm.core.model import Match, MatchStatus
from pbm.core.openings import Imported
from pbm.core.ratings import (
    PROVISIONAL_GAMES,
    RatedGame,
    Rating,
    changes,
    expectation,
    history,
    rated_game,
)
from pbm.core.results import Result
from tests.combinations import for_each
from tests.pbm.core.samples import ALICE, BOB, NOW, created

CAROL = 9


def played(score: float, board: int = 1, **more: object) -> RatedGame:
    made = RatedGame(board, "gyges", BySeat(ALICE, BOB), score, NOW + timedelta(days=board))
    return replace(made, **more)  # type: ignore[arg-type]


def points(first: Rating, second: Rating, score: float) -> tuple[int, int]:
    one, two = changes(played(score), {ALICE: first, BOB: second})
    return one.after.points, two.after.points


def established(rating: int) -> Rating:
    return Rating(rating, PROVISIONAL_GAMES)


@pytest.mark.parametrize(
    ("score", "expected"), [(1, (1520, 1480)), (0.5, (1500, 1500)), (0, (1480, 1520))]
)
def test_newcomers_begin_at_1500_and_move_by_20(score: float, expected: tuple[int, int]) -> None:
    assert points(Rating(), Rating(), score) == expected


def test_an_established_rating_moves_half_as_far() -> None:
    assert points(established(1500), established(1500), 1) == (1510, 1490)
    assert points(established(1500), Rating(), 1) == (1510, 1480)


def test_a_lead_of_400_points_means_ten_times_the_expected_score() -> None:
    assert expectation(established(1900), established(1500)) == pytest.approx(10 / 11)
    assert points(established(1900), established(1500), 1) == (1902, 1498)
    assert points(established(1900), established(1500), 0) == (1882, 1518)
    assert points(established(1900), established(1500), 0.5) == (1892, 1508)


ratings = st.builds(Rating, st.integers(0, 4000), st.integers(PROVISIONAL_GAMES, 200))


@given(ratings, ratings, st.sampled_from([0, 0.5, 1]))
def test_between_established_players_the_sum_of_points_stays_the_same(
    first: Rating, second: Rating, score: float
) -> None:
    assert sum(points(first, second, score)) == first.points + second.points


@given(ratings, ratings)
def test_nobody_loses_by_winning(first: Rating, second: Rating) -> None:
    after, _ = points(first, second, 1)
    assert first.points <= after <= first.points + 20


def test_a_rating_is_provisional_until_ten_games_are_played() -> None:
    won = history(played(1, board) for board in range(1, 12))
    ratings = [str(change.after) for change, _ in won]
    assert ratings[8].endswith("?")
    assert not ratings[9].endswith("?")
    assert len(ratings) == 11


def test_games_count_in_the_order_in_which_they_ended() -> None:
    games = [played(1, 1), played(0, 2), played(1, 3, players=BySeat(BOB, CAROL))]
    assert list(history(games)) == list(history(reversed(games)))


def test_games_that_end_at_the_same_moment_count_in_the_order_of_their_boards() -> None:
    games = [played(board % 2, board, ended=NOW) for board in range(1, 9)]
    made = list(history(reversed(games)))
    assert [pair[0].board for pair in made] == list(range(1, 9))


def test_each_change_begins_where_the_last_one_ended() -> None:
    made = [pair[0] for pair in history(played(1, board) for board in range(1, 6))]
    assert made[0].before == Rating()
    assert all(before.after == after.before for before, after in pairwise(made))


def test_a_player_has_a_separate_rating_in_each_game() -> None:
    first, second = history([played(1, 1), played(1, 2, game="dvonn")])
    assert (first[0].after, second[0].before) == (Rating(1520, 1), Rating())


# Which games count


def finished(result: str = "1-0", reason: str = "goal", *, rated: bool = True) -> Match:
    match = opened(created(rated=rated), 17).match
    return replace(match, status=MatchStatus.FINISHED, result=Result(result), reason=reason)


@for_each("reason", ["goal", "score", "resigned", "forfeit"])
def test_a_won_game_counts(reason: str) -> None:
    expected = RatedGame(17, "gyges", BySeat(ALICE, BOB), 1, NOW)
    assert rated_game(finished("1-0", reason), NOW) == expected
    assert rated_game(finished("0-1", reason), NOW) == replace(expected, score=0)


@pytest.mark.parametrize("reason", ["score", "stalemate", "agreed"])
def test_a_drawn_game_counts(reason: str) -> None:
    counted = rated_game(finished("1/2-1/2", reason), NOW)
    assert counted is not None
    assert counted.score == 0.5


@pytest.mark.parametrize(("result", "reason"), [("*", "aborted"), ("1-0", "adjudicated")])
def test_an_aborted_or_adjudicated_game_does_not_count(result: str, reason: str) -> None:
    assert rated_game(finished(result, reason), NOW) is None


def test_an_unrated_game_does_not_count() -> None:
    assert rated_game(finished(rated=False), NOW) is None


def test_a_game_does_not_count_while_it_runs() -> None:
    assert rated_game(replace(finished(), status=MatchStatus.RUNNING), NOW) is None


def test_an_imported_game_does_not_count() -> None:
    data = {"spec": "gyges/classic", "players": [ALICE, BOB], "moves": [], "rated": True}
    what = Imported.read({**data, "result": "1-0", "reason": "resigned"})
    imported = opened(Deed(what, NOW)).match
    assert imported.finished
    assert rated_game(imported, NOW) is None
