"""Ratings, the history of a player's rating, and standings."""

from __future__ import annotations

from typing import Any

from pbm.core.model import Player
from pbm.core.ratings import rating_lists
from pbm.inbox.line.access import Scope
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.facts.ratings import (
    changes_in,
    contest_row,
    rating_rows,
    solver_rows,
    standing_row,
)
from pbm.notices.kinds import MailKind
from pbm.play import listings
from pbm.play.contests.views import history

_PAST = 10
"""The number of contests of a player that one mail lists."""


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
    rows = [row for each in rating_lists(request.games) for row in rating_rows(request.tx, each)]
    solvers = [row for game in request.games for row in solver_rows(request.tx, game)]
    return _answer(request, MailKind.RATINGS, {"rows": rows, "solvers": solvers})


@command("standings", short=False)
@command("standings", scope=Scope.GAME)
def standings(request: Request) -> Answer:
    """List who plays a game: games played, won, drawn, lost and running, most wins first.

    Every game with a result counts here, rated or not. Without a game, the list of each game.
    """
    rows = [
        standing_row(game, each)
        for game in request.games
        for each in listings.standings(request.tx, game)
    ]
    return _answer(request, MailKind.STANDINGS, {"rows": rows})


def _changes(request: Request, player: Player) -> Answer:
    by_game = [changes_in(request.tx, each, player) for each in rating_lists(request.games)]
    rated = [each for each in by_game if each["rows"]]
    past = history(request.tx, player.id)[:_PAST]
    facts = {
        "userid": player.userid,
        "by_game": rated,
        "kept": request.tx.contests.kept(player.id)._asdict(),
        "contests": [contest_row(request.tx, request.reader, each) for each in past],
    }
    return _answer(request, MailKind.RATING, facts)


def _answer(request: Request, kind: MailKind, facts: dict[str, Any]) -> Answer:
    """The answer to ``request``. game: the game that was asked about, "" for all."""
    told = {"game": request.game.name if request.game else "", **facts}
    return Answer(Draft(request.player, kind, told, grant=account_grant(request.player)))
