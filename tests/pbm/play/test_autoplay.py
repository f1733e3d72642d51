from __future__ import annotations

import pytest

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import How
from pbm.core.model import EventKind, Player, PlayerStatus
from pbm.play.autoplay import forget_plans
from pbm.play.moves import move
from pbm.play.plans import plan, show
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import DVONN, begin, lines, news, play

CELLS = [DVONN.format(DVONN.start(), cell) for cell in DVONN.legal_moves(DVONN.start())]


def test_a_planned_answer_is_played_right_after_the_move(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "if 11-31 then 66-45")
    after = move(work, alice, placed.number, "11-31")
    assert lines(after)[-2:] == ["11-31", "66-45"]
    told = news(work)
    assert (told.by, told.after, told.how) == (alice, after, {4: How.QUEUED})
    assert not show(work, bob, placed.number).plan


def test_automatic_moves_are_events_of_their_own_with_the_same_cause(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "if 11-31 then 66-45")
    move(work, alice, placed.number, "11-31")
    *_, first, second = work.tx.matches.events(placed.number)
    assert (first.kind, second.kind) == (EventKind.MOVED, EventKind.MOVED)
    assert first.cause == second.cause == work.cause


def test_plans_of_both_players_are_played_until_one_ends(
    work: Work, alice: Player, bob: Player
) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[3:5]))
    plan(work, alice, board.number, " ".join(CELLS[:3]))
    assert lines(news(work).after) == [CELLS[0], CELLS[3], CELLS[1], CELLS[4], CELLS[2]]
    assert news(work).how == dict.fromkeys(range(1, 6), How.QUEUED)


def test_planned_moves_that_became_illegal_are_dropped_and_reported(
    work: Work, alice: Player, bob: Player
) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, "C1 C2")
    after = move(work, alice, board.number, "C1")
    assert lines(after) == ["C1", "C2"]
    assert news(work).dropped == {bob.id: ("C1",)}


def test_a_suspended_player_makes_no_automatic_moves(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "66-45")
    work.tx.players.set_status(bob.id, PlayerStatus.SUSPENDED)
    after = move(work, alice, placed.number, "11-31")
    assert lines(after)[-1] == "11-31"
    assert show(work, bob, placed.number).plan.preferences == ("66-45",)


def test_a_plan_without_a_legal_move_leaves_the_player_to_move(
    work: Work, alice: Player, bob: Player
) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, "C1")
    after = move(work, alice, board.number, "C1")
    assert (lines(after), after.turn) == (["C1"], Seat.SECOND)
    assert (news(work).dropped, news(work).how) == ({bob.id: ("C1",)}, {})


def test_a_player_s_own_move_drops_their_conditional_moves(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "if 11-31 then 66-45")
    plan(work, bob, placed.number, "61-53")
    work.tx.players.set_status(bob.id, PlayerStatus.SUSPENDED)
    move(work, alice, placed.number, "11-31")
    work.tx.players.set_status(bob.id, PlayerStatus.ACTIVE)
    move(work, bob, placed.number, "66-45")
    assert show(work, bob, placed.number).plan.lines() == ["61-53"]


def full_but_for_one(work: Work, alice: Player, bob: Player) -> Board:
    """A board of DVONN with a single empty cell, where alice is to place."""
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[24:48]))
    return plan(work, alice, board.number, " ".join(CELLS[:24])).board


def test_the_only_legal_move_is_played_with_automove(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.players.set_setting(alice.id, "automove", "on")
    after = full_but_for_one(work, alice, bob)
    assert (len(after.plies), lines(after)[-1]) == (49, CELLS[48])
    assert news(work).how[49] == How.ONLY


def test_the_only_legal_move_is_not_played_without_automove(
    work: Work, alice: Player, bob: Player
) -> None:
    assert len(full_but_for_one(work, alice, bob).plies) == 48


def test_a_planned_move_takes_precedence_over_automove(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.players.set_setting(alice.id, "automove", "on")
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[24:48]))
    plan(work, alice, board.number, " ".join([*CELLS[:24], CELLS[48]]))
    assert news(work).how[49] == How.QUEUED


def first_moves() -> list[str]:
    """A whole game of DVONN, in which each move is the first legal one."""
    played, state = [], DVONN.start()
    while DVONN.to_move(state) is not None:
        text = DVONN.format(state, next(iter(DVONN.legal_moves(state))))
        _, state, printed = DVONN.make(state, text)
        played.append(printed)
    return played


def test_a_finished_game_has_no_automatic_moves(work: Work, alice: Player, bob: Player) -> None:
    *earlier, last = first_moves()
    board = play(work, begin(work, alice, bob, GameOptions(DVONN)), *earlier)
    mover = alice if board.turn is Seat.FIRST else bob
    after = move(work, mover, board.number, last)
    assert (after.running, after.turn) == (False, None)
    assert news(work).how == {}


def test_one_letter_causes_a_limited_number_of_automatic_moves(
    work: Work, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.play.autoplay.MOST_AT_ONCE", 2)
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[3:6]))
    plan(work, alice, board.number, " ".join(CELLS[:3]))
    assert lines(news(work).after) == [CELLS[0], CELLS[3]]


def test_both_plans_are_forgotten_and_returned(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "66-45")
    assert forget_plans(work.tx, placed) == {bob.id: ("66-45",)}
    assert forget_plans(work.tx, placed) == {}
