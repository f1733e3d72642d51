"""A reader's own games in a contest, and losing one early."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.core.contests.changes import is_alive
from pbm.core.contests.model import Contest, ContestGame
from pbm.core.contests.standings import DRAWN, WON
from pbm.core.games import Seat
from pbm.core.model import Match, Player
from pbm.notices.contest_views import contest_name
from pbm.notices.readers import reader_of
from pbm.play.contests.ending import MOST_FORFEITS
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]


def own_games(tx: Transaction, contest: Contest, reader: Player) -> Sequence[Facts]:
    """The games of a reader in a contest, running ones first; on stairs, only running ones.

    state: a name in the table ``own_game``. by: the day of the deadline, "" without one.
    """
    games = tx.contests.games_of(contest.id, reader.id)
    found = [_row(tx, game, reader) for game in games]
    running = [each for each in found if each["running"]]
    over = [each for each in found if not each["running"]]
    return [*running, *(over if contest.kind.has_table else ())]


def early_loss(tx: Transaction, player: Player, match: Match) -> dict[str, Any]:
    """The facts of what resigning before the second move costs; empty for games of no contest.

    out: whether the player would be out of the contest.
    """
    game = tx.contests.game(match.board)
    contest = tx.contests.get(game.contest) if game else None
    if contest is None or not (match.running and match.is_early) or not is_alive(contest):
        return {}
    lost = sum(each.absent == player.id for each in tx.contests.games_of(contest.id, player.id))
    return {
        "name": contest_name(tx, contest, reader_of(player)),
        "kind": contest.kind.value,
        "out": contest.kind.has_table and lost + 1 >= MOST_FORFEITS,
    }


def _row(tx: Transaction, game: ContestGame, reader: Player) -> Facts:
    match = tx.matches.get(game.board)
    assert match is not None, "boards are never deleted"
    own = match.seat_of(reader.id)
    assert own is not None, "these are the reader's games"
    deadline = match.clock.deadline() if match.running else None
    return {
        "board": game.board,
        "running": match.running,
        "opponent": tx.players.get(match.player_at(own.other)).userid,
        "state": _state(game, match, own),
        "by": reader_of(reader).day(deadline) if deadline else "",
    }


def _state(game: ContestGame, match: Match, own: Seat) -> str:
    if match.running:
        return "yours" if match.turn is own else "theirs"
    if not game.counts or game.halves is None:
        return "void"
    if game.halves == DRAWN:
        return "drawn"
    return "won" if (game.halves == WON) == (own is Seat.FIRST) else "lost"
