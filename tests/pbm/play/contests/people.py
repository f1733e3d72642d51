"""Players of contests, and helpers to let time pass and games end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pbm.core.contests.model import Contest
from pbm.core.games import find
from pbm.core.happenings import Forfeited
from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.results import Result
from pbm.play.contests.duties import Step, plan
from pbm.play.moves import resign
from pbm.play.rulings import adjudicate, create
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.play.helpers import play
from tests.pbm.store.samples import add_player
from tests.pbm.town import NORTH, SOUTH

GYGES = find("gyges")


def regulars(work: Work, *userids: str) -> list[Player]:
    """Players who have finished a game each, so that they are no newcomers."""
    players = [add_player(work.tx, userid) for userid in userids]
    for one, other in zip(players, [*players[1:], players[0]], strict=True):
        board = create(work, GameOptions(GYGES, rated=False), one, other)
        play(work, board, SOUTH, NORTH)
        resign(work, one, board.number)
    work.published.clear()
    return players


def at(work: Work, moment: datetime) -> Work:
    return replace(work, now=moment, published=[])


def later(work: Work, **span: float) -> Work:
    return at(work, work.now + timedelta(**span))


def serve(work: Work) -> Work:
    """Let contests do everything that is due by the clock; what was published stays in the work."""
    for _ in range(1000):
        due = work.tx.contests.due(work.now, 1)
        if not due:
            return work
        planned = plan(work.tx, due[0], work.now)
        if isinstance(planned, Step):
            planned.do(work)
        else:
            work.tx.contests.set_alarm(due[0], planned)
    raise AssertionError("contests never rest")


def live_until(work: Work, moment: datetime) -> Work:
    """Let contests do all that is due up to ``moment``, each step at its time."""
    step = timedelta(hours=12)
    while work.now + step < moment:
        work = serve(at(work, work.now + step))
    return serve(at(work, moment))


def write(work: Work, *players: Player) -> None:
    """Note that the players have written a proven letter."""
    for player in players:
        work.tx.moments.set(MarkKind.HEARD.of(player.id), work.now)


def end(work: Work, board: int, result: Result) -> None:
    """Let both players move, and one of them resign, or both agree to a draw."""
    game = work.board(board)
    if not game.match.plies:
        play(work, game, SOUTH, NORTH)
    winner = result.winner
    if winner is None:
        adjudicate(work, board, result, "a draw")
    else:
        loser = work.board(board).match.player_at(winner.other)
        resign(work, work.tx.players.get(loser), board)


def lose_on_time(work: Work, board: int) -> None:
    """Let the side to move miss its deadline."""
    match = work.board(board).match
    deadline = match.clock.deadline()
    assert match.turn is not None
    assert deadline is not None
    work.enact(work.board(board), Forfeited(match.turn, deadline))


def now(work: Work, contest: Contest) -> Contest:
    found = work.tx.contests.get(contest.id)
    assert found is not None
    return found


def entered(work: Work, contest: Contest) -> Sequence[int]:
    return [each.player for each in work.tx.contests.entries(contest.id)]
