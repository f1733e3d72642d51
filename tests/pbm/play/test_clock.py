"""The game clocks. Mails about them, and failing duties, are tested with the scheduler."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import Forfeited
from pbm.core.model import Match, Player
from pbm.core.results import Reason, Result
from pbm.core.time_controls import chosen_limits
from pbm.play.clock import (
    AGAIN_AFTER_FAULT,
    AHEAD,
    MAIL_DELAY,
    due,
    duties,
    give_back,
    put_off,
    take_back,
)
from pbm.play.moves import resign
from pbm.play.news import Reminder
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import GYGES, begin, news, play
from tests.pbm.town import NORTH, SOUTH

DAY = timedelta(days=1)


def found(work: Work, heard_until: datetime | None = None) -> Sequence[Match]:
    return due(work.tx, work.now, heard_until or work.now)


def serve(work: Work) -> None:
    """Do all duties that are due now."""
    for duty in duties(found(work), work.now):
        duty.do(work)


def deadline(work: Work, board: Board) -> datetime:
    at = work.board(board.number).match.clock.deadline()
    assert at is not None
    return at


@pytest.fixture
def late(work: Work, placed: Board) -> Board:
    """A board on which alice's deadline has passed."""
    work.now = deadline(work, placed)
    return placed


def test_nothing_is_due_before_the_first_reminder(work: Work, placed: Board) -> None:
    work.now += 7 * DAY - timedelta(seconds=1)
    assert found(work) == []
    work.now += timedelta(seconds=1)
    assert [match.board for match in found(work)] == [placed.number]


def test_a_game_is_lost_at_its_deadline(work: Work, late: Board) -> None:
    serve(work)
    told = news(work)
    assert (told.by, told.what) == (None, Forfeited(Seat.FIRST, work.now))
    assert told.before == late
    assert (told.after.match.result, told.after.match.reason) == (
        Result.SECOND_WON,
        Reason.FORFEIT,
    )
    assert found(work) == []


def test_no_game_is_lost_before_letters_until_the_deadline_are_processed(
    work: Work, late: Board
) -> None:
    assert found(work, work.now - timedelta(seconds=1)) == []
    assert [match.board for match in found(work)] == [late.number]


def test_a_player_is_reminded_once_of_all_their_boards(
    work: Work, alice: Player, bob: Player
) -> None:
    boards = [begin(work, alice, bob) for _ in range(2)]
    work.now += 7 * DAY
    serve(work)
    (told,) = work.published
    assert isinstance(told, Reminder)
    assert told.to == alice
    assert [board.number for board in told.boards] == [board.number for board in boards]
    assert found(work) == []


def test_a_reminder_includes_boards_due_soon(work: Work, alice: Player, bob: Player) -> None:
    first = begin(work, alice, bob)
    work.now += timedelta(hours=6)
    second = begin(work, alice, bob)
    work.now += 7 * DAY - timedelta(hours=6)
    serve(work)
    (told,) = work.published
    assert isinstance(told, Reminder)
    assert [board.number for board in told.boards] == [first.number, second.number]
    work.now += timedelta(hours=6)
    assert found(work) == []


def test_a_reminder_leaves_out_boards_due_much_later(
    work: Work, alice: Player, bob: Player
) -> None:
    first = begin(work, alice, bob)
    work.now += AHEAD
    begin(work, alice, bob)
    work.now += 7 * DAY - AHEAD
    serve(work)
    (told,) = work.published
    assert isinstance(told, Reminder)
    assert [board.number for board in told.boards] == [first.number]


def test_a_failed_duty_is_retried_later(work: Work, late: Board) -> None:
    (duty,) = duties(found(work), work.now)
    assert [match.board for match in duty.matches] == [late.number]
    put_off(work, duty)
    assert found(work) == []
    work.now += AGAIN_AFTER_FAULT
    assert found(work) != []


def test_the_alarm_of_a_board_without_a_running_clock_is_cleared(work: Work, placed: Board) -> None:
    resigned = resign(work, work.player("alice"), placed.number)
    work.tx.matches.set_alarm(resigned.match, work.now)
    work.published.clear()
    serve(work)
    assert work.published == []
    assert found(work) == []


def test_downtime_is_given_to_both_players_and_can_be_taken_back(work: Work, placed: Board) -> None:
    before, last = deadline(work, placed), work.now
    work.now += DAY
    give_back(work, last)
    assert deadline(work, placed) == before + DAY + MAIL_DELAY
    work.now = last
    take_back(work)
    assert deadline(work, placed) == before
    assert work.published == []


def test_games_without_limits_get_no_downtime(work: Work, alice: Player, bob: Player) -> None:
    limits = chosen_limits({"nagtime": "off", "forfeittime": "off"})
    board = play(work, begin(work, alice, bob, GameOptions(GYGES, limits=limits)), SOUTH, NORTH)
    last, work.now = work.now, work.now + DAY
    give_back(work, last)
    assert work.board(board.number).match.seq == board.match.seq


def test_a_past_downtime_is_not_taken_back(work: Work, placed: Board) -> None:
    last = work.now
    work.now += DAY
    give_back(work, last)
    work.now += MAIL_DELAY
    before = work.board(placed.number).match
    take_back(work)
    assert work.board(placed.number).match == before
