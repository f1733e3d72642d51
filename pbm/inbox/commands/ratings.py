"""Who plays how well: ratings, and what they came from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from pbm.core.by_seat import BySeat
from pbm.core.model import Match, Player
from pbm.core.ratings import RatingChange
from pbm.core.results import Result
from pbm.inbox.vocabulary.access import Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.play.seats import last_moves
from pbm.store.protocol import Transaction

_DAY = "%Y-%m-%d"
_LATEST = 50
"""So many games of a player are shown; a mail is no archive."""

_SCORES: Mapping[float, str] = {1: "won", 0.5: "drawn", 0: "lost"}
# What each result is for the first seat and for the second.
_RESULTS: Mapping[Result, BySeat[str]] = {
    Result.FIRST_WON: BySeat("won", "lost"),
    Result.DRAWN: BySeat("drawn", "drawn"),
    Result.SECOND_WON: BySeat("lost", "won"),
}


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
    tx, game = request.tx, request.named_game.name
    tallies, moves = _tallies(tx.matches.list(game)), last_moves(tx)
    rows = [
        {
            **_tally_row(tally),
            "userid": tx.players.get(player).userid,
            "rating": tx.ratings.now(game, player).listed,
            "moved": moves[player].strftime(_DAY) if player in moves else "",
        }
        for player, tally in tallies.items()
    ]
    rows.sort(key=lambda row: (-row["won"], -row["drawn"], row["lost"], row["userid"]))
    facts = {"game": game, "rows": rows}
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


def _tallies(matches: Iterable[Match]) -> Mapping[int, Counter[str]]:
    """How often each player won, drew, lost and is still playing."""
    tallies: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for match in matches:
        outcome = _outcome(match)
        if outcome is not None:
            for player, what in match.players.zip(outcome):
                tallies[player][what] += 1
    return tallies


def _outcome(match: Match) -> BySeat[str] | None:
    """What the match is for each seat; None for one that never was, or has no result."""
    if match.running:
        return BySeat("running", "running")
    return _RESULTS.get(match.result)


def _tally_row(tally: Counter[str]) -> dict[str, Any]:
    counted = {what: tally[what] for what in ("won", "drawn", "lost", "running")}
    return {**counted, "played": counted["won"] + counted["drawn"] + counted["lost"]}
