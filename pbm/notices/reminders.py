"""Reminders to a player of boards with a deadline ahead."""

from __future__ import annotations

from collections.abc import Iterable

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.notices.board_drafts import board_draft, last_plies
from pbm.notices.clock_views import clock_facts
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.views import Facts, seat_players
from pbm.play.news import Reminder
from pbm.store.protocol import Transaction


@HANDLERS.handles(Reminder)
def reminder_mail(news: Reminder, tx: Transaction) -> Iterable[Draft]:
    """One mail for all boards together; for a single board, a board mail."""
    if len(news.boards) == 1:
        (board,) = news.boards
        last = last_plies(tx, board, board.plies[-2:])
        return [board_draft(tx, board, news.to, Headline.REMINDER, last=last, event=False)]
    facts = {"boards": [_row(tx, news.to, board) for board in news.boards]}
    return [Draft(news.to, MailKind.REMINDERS, facts, grant=account_grant(news.to))]


def _row(tx: Transaction, player: Player, board: Board) -> Facts:
    players = seat_players(tx, board)
    (opponent,) = (each.userid for each in players if each.id != player.id)
    return {
        "game": board.game.name,
        "board": board.number,
        "ply": board.match.plies + 1,
        "opponent": opponent,
        "clock": clock_facts(board, players, player),
    }
