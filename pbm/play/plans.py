"""Plans: moves decided beforehand, on conditions or in order of preference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.core.board import Board
from pbm.core.conditional import (
    Plan,
    branch,
    preference_faults,
    read_begun,
    read_path,
    read_preferences,
    since_own_move,
    with_path,
)
from pbm.core.games import PlyError, RulesError, Seat
from pbm.core.happenings import Moved
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play import moves
from pbm.play.autoplay import keep_plan, plan_of, play_on
from pbm.play.news import BoardNews, News
from pbm.play.seats import running_board, seat_on
from pbm.play.work import Work

MOST_KEPT = 100
"""Moves in one plan: more than anybody needs, few enough to check at each turn."""


class IllegalPlanError(Refused):
    """``line`` can never be legal on ``board``; ``error`` names the rule."""

    def __init__(self, board: Board, line: str, error: RulesError) -> None:
        super().__init__("illegal", rule=error.rule)
        self.board, self.error = board, error
        self.line = error.text if isinstance(error, PlyError) else line


@dataclass(frozen=True)
class Planned:
    """The plan of a player on a board. left_out: moves that can no longer become legal."""

    board: Board
    plan: Plan
    left_out: Sequence[str] = ()


@dataclass(frozen=True)
class PlanChanged(News):
    """``by`` has added moves to their plan without playing any, or has cleared it."""

    by: Player
    made: Planned
    cleared: bool


def show(work: Work, by: Player, number: int | None) -> Planned:
    """Return the plan of a player on a board.

    :raises Refused: if the player does not play there, or the game is not running
    """
    board, _ = running_board(work, by, number)
    return Planned(board, plan_of(work.tx, board, by))


def clear(work: Work, by: Player, number: int | None) -> Planned:
    """Delete the plan of a player on a board.

    :raises Refused: as ``show`` does
    """
    board, _ = running_board(work, by, number)
    keep_plan(work.tx, board, by, Plan())
    return _publish(work, by, Planned(board, Plan()), cleared=True)


def plan(
    work: Work, by: Player, number: int | None, text: str, said: tuple[str, ...] = ()
) -> Planned:
    """Add moves to a player's plan, and play from it if it is the player's turn.

    :param text: ``if MOVE then MOVE``, at the player's turn behind the move to play now, or moves
        in order of preference
    :raises IllegalMoveError: if the move to play now is not legal
    :raises IllegalPlanError: with the board
    :raises Refused: if the text cannot be read, or the plan would be too long
    """
    board, seat = running_board(work, by, number)
    if read_begun(text)[1] and board.turn is seat:
        return _move_and_plan(work, by, board, text, said)
    made = _kept(work, by, board, text)
    if board.turn is seat:
        return _played(work, by, board, seat, said)
    left_out = [each for each in read_preferences(board.game, text) if each not in made.preferences]
    return _publish(work, by, Planned(board, made, left_out), cleared=False)


def _move_and_plan(
    work: Work, by: Player, board: Board, text: str, said: tuple[str, ...]
) -> Planned:
    """Play a move, and plan the answer to an answer.

    The plan is made before the opponent's own one is looked at: a plan that is refused must not
    tell what they have decided.
    """
    move, path = read_begun(text)
    made = moves.make(work, by, board.number, move)
    if made.after.running:
        _kept(work, by, made.after, path)
    after = moves.follow(work, made, said)
    left = Planned(after, plan_of(work.tx, after, by))
    # If the answers were played at once, the mail about the board tells it.
    return _publish(work, by, left, cleared=False) if left.plan else left


def _kept(work: Work, by: Player, board: Board, text: str) -> Plan:
    """Keep the player's plan with these moves, and return it."""
    planned = _with_path if read_path(text) else _with_moves
    made = planned(work, by, board, seat_on(board, by), text)
    if made.size > MOST_KEPT:
        raise Refused("plan_too_long", most=MOST_KEPT)
    keep_plan(work.tx, board, by, made)
    return made


def _publish(work: Work, by: Player, made: Planned, *, cleared: bool) -> Planned:
    work.publish(PlanChanged(by, made, cleared))
    return made


def _played(work: Work, by: Player, board: Board, seat: Seat, said: tuple[str, ...]) -> Planned:
    played = play_on(work, board)
    line = "; ".join(ply.text for ply in played.board.plies[len(board.plies) :])
    news = BoardNews(by, Moved(seat, line), board, played.board, said=said)
    work.publish(played.added_to(news))
    return Planned(played.board, plan_of(work.tx, played.board, by))


def _with_path(work: Work, by: Player, board: Board, seat: Seat, text: str) -> Plan:
    """The player's plan with one more branch of legal moves.

    :raises IllegalPlanError: if one of the moves is not legal
    :raises Refused: if it is the player's turn
    """
    kept = plan_of(work.tx, board, by)
    if board.turn is seat:
        raise Refused("move_first", game=board.game.name, board=board.number)
    before = since_own_move(board.plies, seat)
    try:
        checked = branch(board.game, board.state, seat, before, read_path(text))
    except RulesError as error:
        raise IllegalPlanError(board, text, error) from error
    return Plan(with_path(kept.tree, checked), kept.preferences)


def _with_moves(work: Work, by: Player, board: Board, seat: Seat, text: str) -> Plan:
    """The player's plan with these moves for the next turns, in place of the former ones.

    Moves that can no longer become legal are left out.

    :raises IllegalPlanError: if none of them can become legal
    :raises Refused: if the text contains no moves, or too many
    """
    kept = plan_of(work.tx, board, by)
    wanted = read_preferences(board.game, text)
    if not wanted:
        raise Refused("no_plan", game=board.game.name, board=board.number)
    if len(wanted) > MOST_KEPT:
        raise Refused("plan_too_long", most=MOST_KEPT)
    faults = preference_faults(board.game, board.state, seat, wanted)
    for each, error in faults.items():
        if error is not None and all(faults.values()):
            raise IllegalPlanError(board, each, error)
    return Plan(kept.tree, tuple(each for each, error in faults.items() if error is None))
