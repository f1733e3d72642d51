from __future__ import annotations

from datetime import timedelta

from pbm.core.board import Board
from pbm.core.clocks import UNREACHABLE_FOR, Absence, Pause
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Resigned
from pbm.core.model import Player
from pbm.core.openings import Accepted
from pbm.play.absences import planned, with_absences
from pbm.play.work import Work
from tests.pbm.play.helpers import begin

DAY = timedelta(days=1)


def absences(board: Board) -> list[Absence]:
    return list(board.match.clock.absences)


def test_a_game_begins_with_the_vacations_of_its_players(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.vacations.add(alice.id, work.now - DAY, work.now + DAY)
    work.tx.vacations.add(bob.id, work.now + 2 * DAY, work.now + 3 * DAY)
    work.tx.vacations.add(bob.id, work.now - 3 * DAY, work.now)
    assert absences(begin(work, alice, bob)) == [
        Absence(Seat.FIRST, work.now - DAY, work.now + DAY, Pause.VACATION),
        Absence(Seat.SECOND, work.now + 2 * DAY, work.now + 3 * DAY, Pause.VACATION),
    ]


def test_a_game_begins_with_a_pause_for_a_player_whose_mail_bounces(
    work: Work, alice: Player, bob: Player
) -> None:
    bounced = work.now - DAY
    work.tx.players.set_bounced(bob.mailbox, bounced)
    assert absences(begin(work, alice, bob)) == [
        Absence(Seat.SECOND, work.now, bounced + UNREACHABLE_FOR, Pause.BOUNCE)
    ]


def test_a_bounce_of_long_ago_is_no_reason_for_a_pause(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.players.set_bounced(bob.mailbox, work.now - UNREACHABLE_FOR)
    assert absences(begin(work, alice, bob)) == []


def test_only_deeds_that_begin_or_reopen_a_game_get_absences(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.vacations.add(alice.id, work.now, work.now + DAY)
    ends = Deed(Resigned(Seat.FIRST), work.now)
    assert with_absences(work.tx, ends, (alice.id, bob.id)) is ends
    begins = Deed(Accepted(), work.now)
    assert with_absences(work.tx, begins, (bob.id, bob.id)) is begins


def test_planned_vacations_leave_out_past_ones(work: Work, alice: Player) -> None:
    work.tx.vacations.add(alice.id, work.now - 2 * DAY, work.now)
    work.tx.vacations.add(alice.id, work.now, work.now + DAY)
    assert [each.end for each in planned(work.tx, alice.id, work.now)] == [work.now + DAY]
