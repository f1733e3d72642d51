"""The games of contests: their terms, and beginning those of a cup or a league at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from pbm.core.board import Board
from pbm.core.contests.berger import berger
from pbm.core.contests.happenings import Begun
from pbm.core.contests.model import Contest
from pbm.core.games import find
from pbm.core.model import Player
from pbm.core.openings import Created
from pbm.core.time_controls import chosen_limits
from pbm.play.blocks import either_blocks
from pbm.play.contests.entering import note
from pbm.play.contests.news import ContestBegun
from pbm.play.terms import GameOptions
from pbm.play.work import Work

LIMITS = {"forfeittime": "7d", "totaltime": "30d"}
_DRAWN_START = "random"


def begin_game(
    work: Work, contest: Contest, first: Player, second: Player, by: Player | None = None
) -> tuple[Created, Board]:
    """Begin a game of a contest without publishing it. Return the happening, and the board.

    by: the challenger on stairs.
    """
    game = find(contest.spec)
    start = _DRAWN_START if _DRAWN_START in game.starts else ""
    options = GameOptions(game, start, limits=chosen_limits(LIMITS))
    what = Created(replace(options.terms(first, second, by), contest=contest.id))
    return what, work.open(what)


def begin_all(
    work: Work, contest: Contest, ratings: Mapping[int, int], ends: datetime | None = None
) -> Contest:
    """Begin the games of everyone against everyone, but not those of pairs who block each other.

    ratings: the ratings of the players, in their starting order.
    """
    players = [work.tx.players.get(player) for player in ratings]
    boards: list[Board | None] = []
    for pairing in berger(len(players), both=contest.both):
        first, second = players[pairing.first], players[pairing.second]
        blocked = either_blocks(work.tx, first.id, second.id)
        boards.append(None if blocked else begin_game(work, contest, first, second)[1])
    numbers = tuple(board.number if board else 0 for board in boards)
    contest = note(work, contest, Begun(tuple(ratings), ratings, numbers, ends))
    work.publish(ContestBegun(None, contest, [board for board in boards if board]))
    return contest
