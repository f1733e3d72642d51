"""Rows of ratings and standings, and of how a rating has changed"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.core.model import Player
from pbm.core.ratings import RatingChange, RatingList
from pbm.notices.contest_views import contest_name
from pbm.notices.readers import Reader
from pbm.play.contests.views import PastContest
from pbm.play.listings import Standing
from pbm.store.protocol import Transaction

_DAY = "%Y-%m-%d"


_LATEST = 50
"""The number of games of a player that one mail lists."""


_SCORES: Mapping[float, str] = {1: "won", 0.5: "drawn", 0: "lost"}


def contest_row(tx: Transaction, reader: Reader, past: PastContest) -> dict[str, Any]:
    contest = tx.contests.get(past.contest)
    assert contest is not None, "contests are never deleted"
    name = contest_name(tx, contest, reader)
    return {"name": name, "place": past.place, "of": past.of, "out": bool(past.gone)}


def changes_in(tx: Transaction, listed: RatingList, player: Player) -> dict[str, Any]:
    changes = tx.ratings.of_player(listed.name, player.id)
    return {
        "game": listed.game,
        "programs": listed.programs,
        "rating": str(tx.ratings.now(listed.name, player.id)),
        "games": len(changes),
        "rows": [_change_row(tx, change) for change in changes[:_LATEST]],
    }


def rating_rows(tx: Transaction, listed: RatingList) -> list[dict[str, Any]]:
    standing = tx.ratings.standing(listed.name)
    points = [change.after.points for change in standing]
    return [_rating_row(tx, listed, each, points.index(each.after.points)) for each in standing]


def solver_rows(tx: Transaction, game: str) -> Iterator[dict[str, Any]]:
    """Yield those who solve puzzles of a game and are still here."""
    solvers = [(tx.players.get(player), rating) for player, rating in tx.puzzles.solvers(game)]
    here = [(player, rating) for player, rating in solvers if not player.left]
    points = [rating.points for _, rating in here]
    for player, rating in here:
        yield {
            "game": game,
            "rank": points.index(rating.points) + 1,
            "userid": player.userid,
            "points": rating.points,
            "mark": "?" if rating.provisional else "",
            "tried": rating.games,
        }


def standing_row(game: str, standing: Standing) -> dict[str, Any]:
    return {
        "game": game,
        "userid": standing.player.userid,
        "played": standing.played,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "running": standing.running,
        "rating": standing.rating.listed,
        "moved": standing.moved.strftime(_DAY) if standing.moved else "",
    }


def _rating_row(
    tx: Transaction, listed: RatingList, change: RatingChange, better: int
) -> dict[str, Any]:
    return {
        "game": listed.game,
        "programs": listed.programs,
        "rank": better + 1,
        "userid": tx.players.get(change.player).userid,
        "points": change.after.points,
        "mark": "?" if change.after.provisional else "",
        "games": change.after.games,
        "ended": change.ended.strftime(_DAY),
    }


def _change_row(tx: Transaction, change: RatingChange) -> dict[str, Any]:
    return {
        "board": change.board,
        "ended": change.ended.strftime(_DAY),
        "opponent": tx.players.get(change.opponent).userid,
        "score": _SCORES[change.score],
        "before": str(change.before),
        "after": str(change.after),
        "gain": f"{change.gain:+d}",
    }
