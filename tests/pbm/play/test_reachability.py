from __future__ import annotations

from datetime import timedelta

from pbm.core.board import Board
from pbm.core.clocks import UNREACHABLE_FOR, Absence, Pause
from pbm.core.model import Player
from pbm.play.addresses import consent
from pbm.play.reachability import (
    Reached,
    Unreachable,
    heard_from,
    note_bounce,
    resume_if_reachable,
    try_again,
)
from pbm.play.vacations import plan
from pbm.play.work import Work
from tests.pbm.play.helpers import refused
from tests.pbm.store.samples import mail

HOME, SECOND = "alice@example.org", "alice@example.net"


def absences(work: Work, board: Board) -> list[Absence]:
    """The absences of a board that are due to bounces."""
    return [
        each for each in work.board(board.number).match.clock.absences if each.why is Pause.BOUNCE
    ]


def bounce(work: Work, player: Player, address: str = HOME) -> Player | None:
    return note_bounce(work, address, player.id, work.now)


def test_clocks_stop_when_the_last_address_bounces(work: Work, alice: Player, board: Board) -> None:
    consent(work, alice.id, SECOND, replaces=False)
    work.published.clear()
    marked = bounce(work, alice)
    assert marked is not None and marked.mailbox == SECOND
    assert (absences(work, board), work.published) == ([], [])
    bounce(work, alice, SECOND)
    until = work.now + UNREACHABLE_FOR
    assert [each.end for each in absences(work, board)] == [until]
    (news,) = work.published
    assert isinstance(news, Unreachable)
    assert ([each.board for each in news.matches], news.until) == ([board.number], until)


def test_clocks_run_again_when_the_player_writes(work: Work, alice: Player, board: Board) -> None:
    marked = bounce(work, alice)
    assert marked is not None
    work.now += timedelta(days=1)
    heard_from(work, marked, HOME)
    assert [each.end for each in absences(work, board)] == [work.now]
    reached = work.published[-1]
    assert isinstance(reached, Reached)
    assert reached.by == work.tx.players.get(alice.id)
    assert [each.board for each in reached.matches] == [board.number]


def test_mails_held_back_are_sent_when_the_player_writes(
    work: Work, alice: Player, board: Board
) -> None:
    number = work.tx.outbox.add(mail(work.cause, HOME, player=alice.id), work.now)
    marked = bounce(work, alice)
    assert marked is not None
    work.tx.outbox.rest(number, work.now + UNREACHABLE_FOR, "it came back")
    work.now += timedelta(days=1)
    assert work.tx.outbox.due(work.now, work.now, 10) == []
    heard_from(work, marked, HOME)
    assert [each.id for each in work.tx.outbox.due(work.now, work.now, 10)] == [number]


def test_clocks_stop_for_bounces_once_in_a_game(work: Work, alice: Player, board: Board) -> None:
    marked = bounce(work, alice)
    assert marked is not None
    work.now += timedelta(days=1)
    heard_from(work, marked, HOME)
    work.now += timedelta(days=1)
    bounce(work, alice)
    assert len(absences(work, board)) == 1
    news = work.published[-1]
    assert isinstance(news, Unreachable) and news.matches == ()


def test_outdated_and_foreign_bounces_are_ignored(work: Work, alice: Player, bob: Player) -> None:
    heard_from(work, alice, HOME)
    before = work.now - timedelta(minutes=1)
    assert note_bounce(work, HOME, alice.id, before) is None
    assert note_bounce(work, bob.mailbox, bob.id, work.now - timedelta(days=11)) is None
    assert note_bounce(work, HOME, bob.id, work.now) is None
    assert note_bounce(work, "nobody@example.org", None, None) is None
    assert work.published == []


def test_the_operator_marks_all_addresses_as_reachable(
    work: Work, alice: Player, board: Board
) -> None:
    with refused("not_bouncing", userid="alice"):
        try_again(work, alice)
    marked = bounce(work, alice)
    assert marked is not None
    try_again(work, marked)
    assert work.tx.players.get(alice.id).bouncing == {}
    assert absences(work, board) == []


def test_a_new_address_restarts_the_clocks(work: Work, alice: Player, board: Board) -> None:
    bounce(work, alice)
    work.now += timedelta(days=1)
    consent(work, alice.id, SECOND, replaces=False)
    assert [each.end for each in absences(work, board)] == [work.now]


def test_clocks_do_not_restart_while_every_address_bounces(
    work: Work, alice: Player, board: Board
) -> None:
    marked = bounce(work, alice)
    assert marked is not None
    work.published.clear()
    resume_if_reachable(work, marked)
    assert work.published == []
    assert [each.end for each in absences(work, board)] == [work.now + UNREACHABLE_FOR]


def test_a_vacation_goes_on_when_mails_reach_the_player(
    work: Work, alice: Player, board: Board
) -> None:
    today = work.now.date()
    plan(work, alice, today, today)
    before = work.board(board.number).match
    consent(work, alice.id, SECOND, replaces=False)
    assert work.board(board.number).match == before
    reached = work.published[-1]
    assert isinstance(reached, Reached) and reached.matches == ()
