"""Ratings, the history of a player's rating, and standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.model import Player
from pbm.core.ratings import RatingChange
from pbm.inbox.vocabulary.access import Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.play import listings
from pbm.play.listings import Standing
from pbm.store.protocol import Transaction

_DAY = "%Y-%m-%d"
_LATEST = 50
"""The number of games of a player that one mail lists."""

_SCORES: Mapping[float, str] = {1: "won", 0.5: "drawn", 0: "lost"}


@command("ratings", "[PLAYER]", scope=Scope.GAME)
def ratings(request: Request) -> Answer:
    """List the ratings of a game, the highest first; or how a player's rating has changed.

    "help ratings" says what they mean and which games count.
    """
    named = request.args.word("player")
    if named:
        return _history(request, request.work.player(named))
    standing = request.tx.ratings.standing(request.named_game.name)
    points = [change.after.points for change in standing]
    rows = [_rating_row(request.tx, each, points.index(each.after.points)) for each in standing]
    facts = {"game": request.named_game.name, "rows": rows}
    return Answer(
        Draft(request.player, MailKind.RATINGS, facts, grant=account_grant(request.player))
    )


@command("standings", scope=Scope.GAME)
def standings(request: Request) -> Answer:
    """List who plays a game: games played, won, drawn, lost and running, most wins first.

    Every game with a result counts here, rated or not.
    """
    game = request.named_game.name
    facts = {
        "game": game,
        "rows": [_standing_row(each) for each in listings.standings(request.tx, game)],
    }
    return Answer(
        Draft(request.player, MailKind.STANDINGS, facts, grant=account_grant(request.player))
    )


def _history(request: Request, player: Player) -> Answer:
    tx, game = request.tx, request.named_game.name
    changes = tx.ratings.of_player(game, player.id)
    facts = {
        "game": game,
        "userid": player.userid,
        "rating": str(tx.ratings.now(game, player.id)),
        "games": len(changes),
        "rows": [_change_row(tx, change) for change in changes[:_LATEST]],
    }
    return Answer(
        Draft(request.player, MailKind.RATING, facts, grant=account_grant(request.player))
    )


def _standing_row(standing: Standing) -> dict[str, Any]:
    return {
        "userid": standing.player.userid,
        "played": standing.played,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "running": standing.running,
        "rating": standing.rating.listed,
        "moved": standing.moved.strftime(_DAY) if standing.moved else "",
    }


def _rating_row(tx: Transaction, change: RatingChange, better: int) -> dict[str, Any]:
    return {
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
