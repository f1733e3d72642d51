"""Mails about a board: news, latest moves, the board, how to reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

from pbm.core.board import Board
from pbm.core.choices import GUESSED_ZONE, Choice
from pbm.core.happenings import How
from pbm.core.marks import Mark, MarkKind
from pbm.core.model import Player
from pbm.core.zones import place_with, short_zone
from pbm.mail.correspondence import Purpose
from pbm.notices.contest_views import board_contest_facts
from pbm.notices.drafts import Draft, Grant
from pbm.notices.headlines import Headline
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of
from pbm.notices.machine import MACHINE, machine_facts, wants_machine_part
from pbm.notices.readers import Reader, reader_of
from pbm.notices.seek_news import next_challenges
from pbm.notices.views import Facts, Plies, board_facts, ply_facts, seat_players
from pbm.store.protocol import Transaction

_BEGUN = (
    *(Headline.ACCEPTED, Headline.BEGUN, Headline.TAKEN, Headline.CREATED, Headline.CHALLENGED),
)
_BUSY = 3
"""With so many games that run, fewer mails are offered."""

Last = Callable[[Reader], Sequence[Facts]]
"""Returns the facts about the latest plies for a reader."""


def board_draft(  # noqa: PLR0913 (what a board mail is made of)
    tx: Transaction,
    board: Board,
    to: Player,
    news: Headline,
    *,
    last: Last | None = None,
    comment: Sequence[str] = (),
    by: str = "",
    event: bool = True,
    dropped: Sequence[str] = (),
    **more: Any,
) -> Draft:
    """A board mail to a player: the news, the latest moves, the board, and the side to move.

    event: whether the mail reports the last event of the board; the audit looks for such mails.
    by: the userid of the player who acted and wrote the comment, "" for nobody.
    dropped: planned moves of ``to`` that could not be played.
    """
    facts = {
        **board_facts(tx, board, to),
        "news": news,
        "last": last(reader_of(to)) if last else [],
        "dropped": list(dropped),
        **_comment_facts(tx, board, to, by, comment),
        "contest": board_contest_facts(tx, board, to),
        "never_told": Choice.MAIL not in to.settings,
        "onward": _onward(tx, board, to),
        "busy": news in _BEGUN and _is_busy(tx, board, to),
        "zone": _zone_facts(tx, board, to),
        "by": by,
        **more,
    }
    if wants_machine_part(to):
        facts[MACHINE] = machine_facts(board, seat_players(tx, board), to)
    return Draft(
        to,
        MailKind.BOARD,
        facts,
        board=board.number,
        seq=board.match.seq if event else None,
        grant=board_grant(board, to),
    )


def last_plies(
    tx: Transaction, board: Board, plies: Plies, how: Mapping[int, How] = MappingProxyType({})
) -> Last:
    """Return a function that gives facts about the latest plies, found once for readers alike.

    how: why a ply was played automatically, by the number of the ply.
    """

    found: dict[Reader, Sequence[Facts]] = {}

    # Not ``functools.cache``: wrapping a function takes 15,000 instructions.
    def facts(reader: Reader) -> Sequence[Facts]:
        if reader not in found:
            found[reader] = [
                {**ply_facts(tx, board, ply, reader), "how": how.get(ply.number, "")}
                for ply in plies
            ]
        return found[reader]

    return facts


def board_grant(board: Board, to: Player) -> Grant:
    """The grant of a board mail, for ``to`` on the board at its current event."""
    return Grant(Purpose.BOARD, to.id, board.number, board.match.seq)


def _is_busy(tx: Transaction, board: Board, to: Player) -> bool:
    """Whether a third game begins for a player who was never offered fewer mails, nor chose."""
    if board.match.seat_of(to.id) is None or {Choice.RECEIPTS, Choice.DIGEST} & to.settings.keys():
        return False
    is_busy = sum(match.running for match in tx.matches.of_player(to.id)) >= _BUSY
    offered = MarkKind.FEWER_OFFERED.of(to.id)
    return is_busy and is_first_time(tx, offered, board.match.updated)


def _zone_facts(tx: Transaction, board: Board, to: Player) -> Facts:
    """The zone that was guessed for a player, once, with a line for a place that has it."""
    zone = to.settings.get(GUESSED_ZONE, "")
    is_asked = board.match.seat_of(to.id) is not None and Choice.TIMEZONE not in to.settings
    at = board.match.updated
    has_times = zone and is_asked and board.match.clock.deadline()
    if not has_times or not is_first_time(tx, MarkKind.ZONE_TOLD.of(to.id), at):
        return {}
    place = place_with(zone, language_of(to), at)
    return {"name": short_zone(zone), "line": f"set timezone {place}"}


def is_first_time(tx: Transaction, mark: Mark, at: datetime) -> bool:
    """Whether something has never been said before to whom the mark is about; keeps that it is."""
    is_first = tx.moments.get(mark) is None
    if is_first:
        tx.moments.set(mark, at)
    return is_first


def _onward(tx: Transaction, board: Board, to: Player) -> list[str]:
    """Challenges that are offered to a player whose game against a program is over."""
    seat = board.match.seat_of(to.id)
    if seat is None or not board.match.finished:
        return []
    opponent = tx.players.get(board.match.player_at(seat.other))
    if not opponent.is_driven:
        return []
    return next_challenges(tx, board.game.name, opponent, won=board.match.result.winner is seat)


def _comment_facts(
    tx: Transaction, board: Board, to: Player, by: str, comment: Sequence[str]
) -> Facts:
    """The comment, unless the reader has blocked its writer.

    deaf: for the writer, which players will not get it because they block the writer.
    """
    writer = tx.players.by_userid(by) if comment else None
    if writer is None or tx.blocks.holds(to.id, writer.id):
        return {"comment": [], "deaf": ""}
    others = seat_players(tx, board) if to.id == writer.id else ()
    deaf = [each.userid for each in others if tx.blocks.holds(each.id, writer.id)]
    return {"comment": list(comment), "deaf": ", ".join(deaf)}
