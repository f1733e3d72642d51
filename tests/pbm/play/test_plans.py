from __future__ import annotations

import pytest

from pbm.core.board import Board
from pbm.core.conditional import Plan
from pbm.core.games import Seat
from pbm.core.happenings import Moved
from pbm.core.model import Player
from pbm.play.news import BoardNews
from pbm.play.plans import MOST_KEPT, IllegalPlanError, PlanChanged, clear, plan, show
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import DVONN, begin, lines, play, refused, unchanged


@pytest.fixture
def planning(work: Work, alice: Player, placed: Board) -> Player:
    """Bob, who is not to move."""
    return work.player("bob")


def test_a_condition_is_stored_in_its_printed_form(
    work: Work, planning: Player, placed: Board
) -> None:
    made = plan(work, planning, placed.number, "IF 11-31 THEN 66-45")
    assert made.plan.lines() == ["if 11-31 then 66-45"]
    assert show(work, planning, placed.number).plan == made.plan
    assert work.published == [PlanChanged(planning, made, cleared=False)]


def test_a_move_is_played_with_the_condition_behind_it(
    work: Work, alice: Player, placed: Board
) -> None:
    made = plan(work, alice, placed.number, "11-31 if 66-45 then 12-33", ("Hello",))
    assert [ply.text for ply in made.board.plies][-1] == "11-31"
    assert made.plan.lines() == ["if 66-45 then 12-33"]
    moved, planned = work.published
    assert isinstance(moved, BoardNews) and moved.said == ("Hello",)
    assert planned == PlanChanged(alice, made, cleared=False)


def test_later_conditions_and_moves_are_added_to_the_plan(
    work: Work, planning: Player, placed: Board
) -> None:
    for text in ("if 11-31 then 66-45", "if 12-33 then 61-53", "66-45"):
        made = plan(work, planning, placed.number, text)
    assert made.plan.lines() == ["if 11-31 then 66-45", "if 12-33 then 61-53", "66-45"]


def test_a_list_of_moves_replaces_the_former_one(
    work: Work, planning: Player, placed: Board
) -> None:
    plan(work, planning, placed.number, "66-45 61-53")
    assert plan(work, planning, placed.number, "61-53").plan.preferences == ("61-53",)


def test_players_do_not_see_the_plan_of_their_opponent(
    work: Work, alice: Player, planning: Player, placed: Board
) -> None:
    plan(work, planning, placed.number, "66-45")
    assert show(work, alice, placed.number).plan == Plan()


def test_a_plan_can_be_cleared(work: Work, planning: Player, placed: Board) -> None:
    plan(work, planning, placed.number, "66-45")
    made = clear(work, planning, placed.number)
    assert made.plan == Plan()
    assert work.published[-1] == PlanChanged(planning, made, cleared=True)
    assert work.tx.queues.of(placed.number) == {}


def test_moves_that_cannot_become_legal_are_left_out(
    work: Work, alice: Player, bob: Player
) -> None:
    board = begin(work, alice, bob, GameOptions(DVONN))
    play(work, board, "C1", "D1")
    made = plan(work, bob, board.number, "C1 C2")
    assert (made.plan.preferences, list(made.left_out)) == (("C2",), ["C1"])


def test_a_list_of_moves_is_played_at_once_if_it_is_the_player_s_turn(
    work: Work, alice: Player, placed: Board
) -> None:
    made = plan(work, alice, placed.number, "11-31", said=("At once.",))
    assert lines(made.board)[-1] == "11-31"
    (told,) = work.published
    assert isinstance(told, BoardNews)
    assert (told.what, told.said) == (Moved(Seat.FIRST, "11-31"), ("At once.",))


def test_a_condition_is_refused_if_it_is_the_player_s_turn(
    work: Work, alice: Player, placed: Board
) -> None:
    with unchanged(work, placed), refused("move_first", board=placed.number):
        plan(work, alice, placed.number, "if 66-45 then 61-53")


@pytest.mark.parametrize(("text", "line"), [("11-12", "11-12"), ("if 11-31 then 61-99", "61-99")])
def test_a_plan_that_could_never_be_played_is_refused(
    work: Work, planning: Player, placed: Board, text: str, line: str
) -> None:
    with unchanged(work, placed), refused("illegal") as told:
        plan(work, planning, placed.number, text)
    assert isinstance(told.value, IllegalPlanError)
    assert told.value.line == line
    assert show(work, planning, placed.number).plan == Plan()


def test_a_plan_without_moves_is_refused(work: Work, planning: Player, placed: Board) -> None:
    with refused("no_plan", game="gyges"):
        plan(work, planning, placed.number, "whatever you like")


def answers_to(board: Board, line: str) -> list[str]:
    """The legal moves after this line."""
    _, after, _ = board.game.make(board.state, line)
    return [board.game.format(after, each) for each in board.game.legal_moves(after)]


def test_a_plan_that_is_too_long_is_refused(work: Work, planning: Player, placed: Board) -> None:
    *moves, more = answers_to(placed, "11-31")[: MOST_KEPT + 1]
    kept = plan(work, planning, placed.number, " ".join(moves)).plan
    assert kept.size == MOST_KEPT
    for text in (" ".join([*moves, more]), "if 11-31 then 66-45"):
        with refused("plan_too_long", most=MOST_KEPT):
            plan(work, planning, placed.number, text)
    assert show(work, planning, placed.number).plan == kept


def test_only_players_of_a_board_have_plans(work: Work, carol: Player, placed: Board) -> None:
    for ask in (show, clear):
        with refused("not_your_board"):
            ask(work, carol, placed.number)
