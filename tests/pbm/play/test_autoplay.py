from __future__ import annotations

from pbm.core.board import Board
from pbm.core.games import Seat
from pbm.core.happenings import How
from pbm.core.model import EventKind, Player, PlayerStatus
from pbm.play.moves import move
from pbm.play.plans import plan, show
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.games import DVONN, begin
from tests.pbm.play.table import lines, news, play

CELLS = [DVONN.format(DVONN.start(), cell) for cell in DVONN.legal_moves(DVONN.start())]


def test_the_answer_to_a_move_is_played_with_it(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "if 11-31 then 66-45")
    after = move(work, alice, placed.number, "11-31")
    assert lines(after)[-2:] == ["11-31", "66-45"]
    told = news(work)
    assert (told.by, told.after, told.how) == (alice, after, {4: How.QUEUED})
    assert not show(work, bob, placed.number).plan


def test_each_move_is_an_event_of_its_own_with_one_cause(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "if 11-31 then 66-45")
    move(work, alice, placed.number, "11-31")
    *_, first, second = work.tx.matches.events(placed.number)
    assert (first.kind, second.kind) == (EventKind.MOVED, EventKind.MOVED)
    assert first.cause == second.cause == work.cause


def test_both_sides_go_on_for_as_long_as_they_have_decided(
    work: Work, alice: Player, bob: Player
) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[3:5]))
    plan(work, alice, board.number, " ".join(CELLS[:3]))
    assert lines(news(work).after) == [CELLS[0], CELLS[3], CELLS[1], CELLS[4], CELLS[2]]
    assert news(work).how == dict.fromkeys(range(1, 6), How.QUEUED)


def test_what_cannot_be_played_is_dropped_and_told(work: Work, alice: Player, bob: Player) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, "C1 C2")
    after = move(work, alice, board.number, "C1")
    assert lines(after) == ["C1", "C2"]
    assert news(work).dropped == {bob.id: ("C1",)}


def test_nothing_is_played_for_who_is_suspended(
    work: Work, alice: Player, bob: Player, placed: Board
) -> None:
    plan(work, bob, placed.number, "66-45")
    work.tx.players.set_status(bob.id, PlayerStatus.SUSPENDED)
    after = move(work, alice, placed.number, "11-31")
    assert lines(after)[-1] == "11-31"
    assert show(work, bob, placed.number).plan.preferences == ("66-45",)


def test_where_nothing_of_a_plan_can_be_played_the_board_waits(
    work: Work, alice: Player, bob: Player
) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, "C1")
    after = move(work, alice, board.number, "C1")
    assert (lines(after), after.turn) == (["C1"], Seat.SECOND)
    assert (news(work).dropped, news(work).how) == ({bob.id: ("C1",)}, {})


def test_a_move_of_ones_own_ends_what_was_meant_to_follow_another(
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
    """A board of DVONN on which one cell is left, and alice is to place there."""
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[24:48]))
    return plan(work, alice, board.number, " ".join(CELLS[:24])).board


def test_the_only_legal_move_is_played_for_who_wants_that(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.players.set_setting(alice.id, "automove", "on")
    after = full_but_for_one(work, alice, bob)
    assert (len(after.plies), lines(after)[-1]) == (49, CELLS[48])
    assert news(work).how[49] == How.ONLY


def test_it_waits_for_who_does_not(work: Work, alice: Player, bob: Player) -> None:
    assert len(full_but_for_one(work, alice, bob).plies) == 48


def test_what_was_decided_comes_before_the_only_legal_move(
    work: Work, alice: Player, bob: Player
) -> None:
    work.tx.players.set_setting(alice.id, "automove", "on")
    board = begin(work, alice, bob, GameOptions(DVONN))
    plan(work, bob, board.number, " ".join(CELLS[24:48]))
    plan(work, alice, board.number, " ".join([*CELLS[:24], CELLS[48]]))
    assert news(work).how[49] == How.QUEUED


def first_moves() -> list[str]:
    """A whole game of DVONN, of the first legal move each time."""
    played, state = [], DVONN.start()
    while DVONN.to_move(state) is not None:
        text = DVONN.format(state, next(iter(DVONN.legal_moves(state))))
        _, state, printed = DVONN.make(state, text)
        played.append(printed)
    return played


def test_nothing_is_due_once_a_game_is_over(work: Work, alice: Player, bob: Player) -> None:
    *earlier, last = first_moves()
    board = play(work, begin(work, alice, bob, GameOptions(DVONN)), *earlier)
    mover = alice if board.turn is Seat.FIRST else bob
    after = move(work, mover, board.number, last)
    assert (after.running, after.turn) == (False, None)
    assert news(work).how == {}
