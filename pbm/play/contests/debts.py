"""Debts: who lost games of contests by silence must play as many others before they enter again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbm.core.contests.happenings import Ended, Out
from pbm.core.contests.model import Entry, Gone
from pbm.core.model import Match, Player
from pbm.store.protocol import Transaction


def owed_games(tx: Transaction, player: Player) -> int:
    """Return how many games a player has to play to their end before they may enter again."""
    gone = [each for each in tx.contests.entries_of(player.id) if each.gone is Gone.FORFEITS]
    if not gone:
        return 0
    boards = tx.matches.of_player(player.id)
    return max(_owed_for(tx, player, boards, each) for each in gone)


def forfeited(tx: Transaction, contest: int, player: int) -> int:
    """Return how many games of a contest a player lost by their own silence.

    Games that were given up for them after they were out do not count.
    """
    before = _ended_before_out(tx, contest, player)
    games = tx.contests.games_of(contest, player)
    return sum(game.absent == player and game.board in before for game in games)


def _ended_before_out(tx: Transaction, contest: int, player: int) -> set[int]:
    """The boards whose games are over; if the player went out, those that were over by then."""
    found: set[int] = set()
    for event in tx.contests.events(contest):
        if isinstance(event.what, Out) and event.what.player == player:
            break
        if isinstance(event.what, Ended):
            found.add(event.what.board)
    return found


def _owed_for(tx: Transaction, player: Player, boards: Sequence[Match], entry: Entry) -> int:
    assert entry.until is not None, "who is out is out since some moment"
    lost = forfeited(tx, entry.contest, player.id)
    return max(lost - _played_since(tx, player, boards, entry.until), 0)


def _played_since(tx: Transaction, player: Player, boards: Sequence[Match], since: datetime) -> int:
    """The number of games that the player has played to the end after ``since``."""
    ended = [match for match in boards if match.finished and match.updated > since]
    return sum(_was_played(tx, player, match) for match in ended)


def _was_played(tx: Transaction, player: Player, match: Match) -> bool:
    game = tx.contests.game(match.board)
    is_absent = game is not None and game.absent == player.id
    lost_on_time = match.reason == "forfeit" and match.result.winner is not match.seat_of(player.id)
    return match.plies > 1 and not is_absent and not lost_on_time
