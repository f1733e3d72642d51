"""Ratings, the history of a player's rating, and standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbm.core.model import Player
from pbm.core.ratings import RatingChange, RatingList, rating_lists
from pbm.inbox.line.access import Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.contest_views import contest_name
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.play import listings
from pbm.play.contests.views import PastContest, history
from pbm.play.listings import Standing
from pbm.store.protocol import Transaction

_DAY = "%Y-%m-%d"
_LATEST = 50
"""The number of games of a player that one mail lists."""

_PAST = 10
"""The number of contests of a player that one mail lists."""

_SCORES: Mapping[float, str] = {1: "won", 0.5: "drawn", 0: "lost"}


@command("ratings", "[PLAYER]", short=False)
@command("ratings", "[PLAYER]", scope=Scope.GAME)
def ratings(request: Request) -> Answer:
    """List the ratings of a game or of all, the highest first; or how a player's have changed.

    Those who solve puzzles have ratings of their own, which are listed below the others.

    "help ratings" says what they mean and which games count.
    """
    named = request.args.word("player")
    if named:
        return _changes(request, request.work.player(named))
    rows = [row for each in rating_lists(request.games) for row in _rating_rows(request.tx, each)]
    solvers = [row for game in request.games for row in _solver_rows(request.tx, game)]
    return _answer(request, MailKind.RATINGS, {"rows": rows, "solvers": solvers})


@command("standings", short=False)
@command("standings", scope=Scope.GAME)
def standings(request: Request) -> Answer:
    """List who plays a game: games played, won, drawn, lost and running, most wins first.

    Every game with a result counts here, rated or not. Without a game, the list of each game.
    """
    rows = [
        _standing_row(game, each)
        for game in request.games
        for each in listings.standings(request.tx, game)
    ]
    return _answer(request, MailKind.STANDINGS, {"rows": rows})


def _changes(request: Request, player: Player) -> Answer:
    by_game = [_changes_in(request.tx, each, player) for each in rating_lists(request.games)]
    rated = [each for each in by_game if each["rows"]]
    past = history(request.tx, player.id)[:_PAST]
    facts = {
        "userid": player.userid,
        "by_game": rated,
        "kept": request.tx.contests.kept(player.id)._asdict(),
        "contests": [_contest_row(request, each) for each in past],
    }
    return _answer(request, MailKind.RATING, facts)


def _contest_row(request: Request, past: PastContest) -> dict[str, Any]:
    contest = request.tx.contests.get(past.contest)
    assert contest is not None, "contests are never deleted"
    name = contest_name(request.tx, contest, request.reader)
    return {"name": name, "place": past.place, "of": past.of, "out": bool(past.gone)}


def _answer(request: Request, kind: MailKind, facts: dict[str, Any]) -> Answer:
    """The answer to ``request``. game: the game that was asked about, "" for all."""
    told = {"game": request.game.name if request.game else "", **facts}
    return Answer(Draft(request.player, kind, told, grant=account_grant(request.player)))


def _changes_in(tx: Transaction, listed: RatingList, player: Player) -> dict[str, Any]:
    changes = tx.ratings.of_player(listed.name, player.id)
    return {
        "game": listed.game,
        "programs": listed.programs,
        "rating": str(tx.ratings.now(listed.name, player.id)),
        "games": len(changes),
        "rows": [_change_row(tx, change) for change in changes[:_LATEST]],
    }


def _rating_rows(tx: Transaction, listed: RatingList) -> list[dict[str, Any]]:
    standing = tx.ratings.standing(listed.name)
    points = [change.after.points for change in standing]
    return [_rating_row(tx, listed, each, points.index(each.after.points)) for each in standing]


def _solver_rows(tx: Transaction, game: str) -> Iterator[dict[str, Any]]:
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


def _standing_row(game: str, standing: Standing) -> dict[str, Any]:
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
