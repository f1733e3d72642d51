"""Analyses of finished games: asking for one, and handing it to those who wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from pbm.core.analyses import GameAnalysis
from pbm.core.board import Board
from pbm.core.games import ENGINES, Analysis
from pbm.core.marks import MarkKind
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.news import News
from pbm.play.programs import take_part
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction

MOST_WAITING = 50
"""How many games of all players together wait for their analysis."""

MOST_A_DAY, A_DAY = 20, timedelta(days=1)
"""How many analyses a player may ask for in a day."""

OPENING = 4
"""An analysis is not refused because of a running game with at most this many plies."""


@dataclass(frozen=True)
class AnalysisWaits(News):
    """A player waits for the analysis of a board. ahead: how many games are analysed before it."""

    by: Player
    board: Board
    ahead: int


@dataclass(frozen=True)
class Analysed(News):
    """The analysis that these players wait for is made; None if the game cannot be analysed."""

    board: Board
    analysis: GameAnalysis | None
    to: Sequence[Player]


def may_be_analysed(tx: Transaction, board: Board) -> bool:
    """Whether players may ask for the analysis of a board, by the checks that cost little."""
    match = board.match
    return match.finished and not match.private and not match.is_early and take_part(tx)


def ask(work: Work, by: Player, board: Board) -> GameAnalysis | None:
    """Return the analysis of a board, or note that the player waits for it.

    :raises Refused: if the game cannot be analysed now, or the player has asked for too many
    """
    check_active(by)
    tx, number = work.tx, board.number
    _check_can_be_analysed(tx, board)
    kept = tx.analyses.get(number)
    if kept is not None and (kept.seq, kept.version) == (board.match.seq, ENGINES):
        return kept
    waiting = tx.analyses.asked()
    own = next((each for each in waiting if each.player == by.id), None)
    if own is not None:
        raise Refused("analysis_waits", board=own.board)
    ahead = list(dict.fromkeys(each.board for each in waiting if each.board != number))
    if len(ahead) >= MOST_WAITING:
        raise Refused("analyses_busy")
    if not tx.marks.take(MarkKind.ANALYSIS.of(by.id), work.now, work.now - A_DAY, MOST_A_DAY):
        raise Refused("analyses_today", most=MOST_A_DAY)
    tx.analyses.ask(number, by.id, work.now)
    work.publish(AnalysisWaits(by, board, len(ahead)))
    return None


def next_asked(tx: Transaction) -> int | None:
    """The board whose analysis was asked for first."""
    return next((each.board for each in tx.analyses.asked()), None)


def hand_out(work: Work, board: Board, found: Analysis | None) -> None:
    """Store the analysis of a board and tell those who wait for it.

    found: None if the game could not be analysed. Nobody gets an analysis of a game that has been
    reopened meanwhile, or whose positions are now on a running board.
    """
    tx, number = work.tx, board.number
    to = [tx.players.get(each.player) for each in tx.analyses.asked() if each.board == number]
    tx.analyses.settle(number)
    analysis = None
    if found is not None and _can_be_analysed(tx, board):
        analysis = GameAnalysis(number, board.match.seq, ENGINES, work.now, found)
        tx.analyses.put(analysis)
    work.publish(Analysed(None, board, analysis, [each for each in to if not each.left]))


def _can_be_analysed(tx: Transaction, board: Board) -> bool:
    try:
        _check_can_be_analysed(tx, board)
    except Refused:
        return False
    return True


def _check_can_be_analysed(tx: Transaction, board: Board) -> None:
    """Check that a game can be analysed. Private ones never are.

    :raises Refused: if the game goes on, was hardly begun, or a running board has its position
    """
    if not take_part(tx):
        raise Refused("no_analyses")
    if board.match.private:
        raise Refused("analysis_of_private", board=board.number)
    if not board.match.finished:
        raise Refused("analysis_of_running", board=board.number)
    if board.match.is_early:
        raise Refused("analysis_of_nothing", board=board.number)
    played = {board.game.encode(ply.after) for ply in board.plies}
    running = tx.matches.running(board.match.spec)
    if any(each.plies > OPENING and each.position in played for each in running):
        raise Refused("stands_elsewhere", board=board.number)
