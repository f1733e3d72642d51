"""Moving and resigning."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pbm.core.board import Board
from pbm.core.games import AnyGame, RulesError, play_line
from pbm.core.happening import Happening
from pbm.core.happenings import Aborted, Moved, Resigned
from pbm.core.model import Player
from pbm.core.move_text import split_move_text
from pbm.core.plies import AnyPly
from pbm.core.refused import Refused
from pbm.play.autoplay import forget_conditions, play_on
from pbm.play.news import BoardNews
from pbm.play.seats import running_board
from pbm.play.work import Work


class NotYourTurnError(Refused):
    """The other player is to move on ``board``."""

    def __init__(self, board: Board) -> None:
        super().__init__("not_your_turn")
        self.board = board


class OtherPlyError(Refused):
    """A move was meant for another position than that of ``board``."""

    def __init__(self, board: Board, expected: int) -> None:
        played = board.match.plies
        super().__init__("other_ply", board=board.number, expected=expected, played=played)
        self.board = board


class IllegalMoveError(Refused):
    """The moves of ``line`` break the rules on ``board``; ``error`` names the rule.

    quotable: whether no word of the line looks like a password.
    """

    def __init__(
        self, board: Board, line: str, error: RulesError, *, quotable: bool = False
    ) -> None:
        super().__init__("illegal", rule=error.rule)
        self.board, self.line, self.error, self.quotable = board, line, error, quotable


@dataclass(frozen=True)
class Made:
    """Moves that were recorded, before the automatic ones that follow them."""

    by: Player
    what: Moved
    before: Board
    after: Board


def move(
    work: Work, by: Player, number: int | None, line: str, said: tuple[str, ...] = ()
) -> Board:
    """Play a line of moves, and the automatic moves after it.

    :param line: as for ``make``
    :raises Refused: as ``make`` does
    """
    return follow(work, make(work, by, number, line), said)


def make(work: Work, by: Player, number: int | None, line: str) -> Made:
    """Record a line of moves; ``follow`` has to be called next.

    :param line: one move, or several separated by semicolons while the opponent has to pass; a
        trailing ``#PLY`` says how many plies must have been played before
    :raises NotYourTurnError: with the board
    :raises IllegalMoveError: with the board
    :raises OtherPlyError: if ``#PLY`` is another number
    :raises Refused: if the player does not play there
    """
    board, seat = running_board(work, by, number)
    moves = _expected_ply(board, line)
    if board.turn is not seat:
        raise NotYourTurnError(board)
    _check_single(board.game, moves)
    try:
        plies = play_line(board.game, board.state, moves)
    except RulesError as error:
        raise IllegalMoveError(board, moves, error) from error
    forget_conditions(work.tx, board, by)
    what = Moved(seat, _printed(plies))
    # If it was written differently, play it again from the notation that replays will use.
    return Made(by, what, board, work.record(board, what, plies if what.line == moves else ()))


def follow(work: Work, made: Made, said: tuple[str, ...] = ()) -> Board:
    """Play the automatic moves after others, and tell of all of them."""
    played = play_on(work, made.after)
    news = BoardNews(made.by, made.what, made.before, played.board, said=said)
    work.publish(played.added_to(news))
    return played.board


def resign(work: Work, by: Player, number: int | None, said: tuple[str, ...] = ()) -> Board:
    """Resign a game, in or out of turn. A game of few plies (``is_early``) is aborted instead.

    :raises Refused: if the player does not play there, or the game is not running
    """
    board, seat = running_board(work, by, number)
    what: Happening = Aborted(seat) if board.match.is_early else Resigned(seat)
    return work.enact(board, what, by, said)


def _printed(plies: Iterable[AnyPly]) -> str:
    return "; ".join(ply.text for ply in plies if not ply.automatic)


def _expected_ply(board: Board, line: str) -> str:
    """Return the moves of a line without the ``#PLY`` that may follow them.

    :raises OtherPlyError: if the board has another number of plies
    """
    moves, expected = split_move_text(line)
    if expected is not None and expected != board.match.plies:
        raise OtherPlyError(board, expected)
    return moves


def _check_single(game: AnyGame, line: str) -> None:
    """:raises Refused: if the line is several moves separated only by spaces"""
    words = line.split()
    if len(words) > 1 and not game.reads(line) and all(map(game.reads, words)):
        raise Refused("several_moves", moves=len(words))
