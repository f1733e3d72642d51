"""Automatic moves: planned in advance by the player, or the only legal move.

They are played in the transaction of the letter that triggered them. Each is an event of its own,
and that letter is its cause.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.choices import Choice
from pbm.core.conditional import Plan, from_data, step, to_data
from pbm.core.happenings import How, Moved
from pbm.core.model import Player
from pbm.play.news import BoardNews
from pbm.play.settings import is_on
from pbm.play.work import Work
from pbm.store.protocol import Transaction

# An upper bound for one letter: two players with a single legal move each could go on for ever.
MOST_AT_ONCE = 100


@dataclass(frozen=True)
class Played:
    """A board after all automatic moves.

    how: why a ply was played automatically, by the number of the ply.
    dropped: planned moves that could not be played, by player.
    """

    board: Board
    how: Mapping[int, How] = field(default_factory=dict)
    dropped: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    def added_to(self, news: BoardNews) -> BoardNews:
        """The news of the move that triggered the automatic moves, with these moves added."""
        return replace(news, after=self.board, how=self.how, dropped=self.dropped)


@dataclass(frozen=True)
class _Due:
    """The automatic move at a player's turn.

    line: None if there is none, so that the player has to move.
    dropped: planned moves that could not be played.
    """

    player: int
    line: str | None
    how: How
    dropped: tuple[str, ...] = ()


def play_on(work: Work, board: Board) -> Played:
    """Play automatic moves, turn by turn, until a player has to move."""
    how: dict[int, How] = {}
    dropped: dict[int, tuple[str, ...]] = {}
    for _ in range(MOST_AT_ONCE):
        due = _due(work.tx, board)
        if due is None:
            break
        if due.dropped:
            dropped[due.player] = (*dropped.get(due.player, ()), *due.dropped)
        if due.line is None or board.turn is None:
            break
        before = len(board.plies)
        board = work.record(board, Moved(board.turn, due.line, due.how))
        how |= dict.fromkeys(range(before + 1, len(board.plies) + 1), due.how)
    return Played(board, how, dropped)


def plan_of(tx: Transaction, board: Board, player: Player) -> Plan:
    """The plan of a player on a board; an empty one if there is none."""
    kept = tx.queues.of(board.number).get(player.id)
    return from_data(kept) if kept else Plan()


def keep_plan(tx: Transaction, board: Board, player: Player, plan: Plan) -> None:
    """Store the plan of a player on a board; delete it if it is empty."""
    if plan:
        tx.queues.put(board.number, player.id, to_data(plan))
    else:
        tx.queues.drop(board.number, player.id)


def forget_conditions(tx: Transaction, board: Board, player: Player) -> None:
    """Drop the conditional moves of a player who sends a move; keep the unconditional ones.

    Conditions begin with the opponent's next move, so a further own move makes them meaningless.
    """
    plan = plan_of(tx, board, player)
    if plan.tree:
        keep_plan(tx, board, player, Plan({}, plan.preferences))


def forget_plans(tx: Transaction, board: Board) -> Mapping[int, tuple[str, ...]]:
    """Delete the plans of both players and return their lines, by player."""
    plans = tx.queues.of(board.number)
    tx.queues.clear(board.number)
    forgotten = {player: plans[player] for player in board.match.players if plans.get(player)}
    return {player: tuple(from_data(kept).lines()) for player, kept in forgotten.items()}


def _due(tx: Transaction, board: Board) -> _Due | None:
    if board.turn is None or not board.running:
        return None
    player = tx.players.get(board.match.player_at(board.turn))
    if player.suspended:
        return None
    planned = _from_plan(tx, board, player)
    if planned is not None and planned.line is not None:
        return planned
    line = _only_move(board) if is_on(player, Choice.AUTOMOVE) else None
    return planned if line is None else _Due(player.id, line, How.ONLY, _dropped(planned))


def _dropped(due: _Due | None) -> tuple[str, ...]:
    return due.dropped if due else ()


def _only_move(board: Board) -> str | None:
    """The only legal move of the side to move; None if it has several or none."""
    moves = list(islice(board.game.legal_moves(board.state), 2))
    return str(board.game.format(board.state, moves[0])) if len(moves) == 1 else None


def _from_plan(tx: Transaction, board: Board, player: Player) -> _Due | None:
    plan = plan_of(tx, board, player)
    if not plan or board.turn is None:
        return None
    found = step(plan, board.game, board.plies, board.state, board.turn)
    keep_plan(tx, board, player, found.after)
    return _Due(player.id, found.line, How.QUEUED, found.dropped)
