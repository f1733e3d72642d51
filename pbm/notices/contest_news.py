"""Mails about contests: receipts, starts, tables, and news for the digest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbm.core.board import Board
from pbm.core.contests.model import Contest, ContestKind
from pbm.core.games import find
from pbm.core.model import Player
from pbm.core.zones import next_morning
from pbm.notices.board_drafts import board_grant
from pbm.notices.clock_views import limits_facts
from pbm.notices.contest_games import own_games
from pbm.notices.contest_views import (
    board_contest_facts,
    command,
    contest_facts,
    contest_name,
    options,
)
from pbm.notices.daily import wants_digest
from pbm.notices.drafts import CONTEST, Draft, contest_grant, digest_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.readers import reader_of
from pbm.notices.views import draw, hint, result_facts, seat_players
from pbm.play.contests import leaving, news
from pbm.play.contests.debts import owed_games
from pbm.play.contests.entering import is_newcomer
from pbm.play.contests.seasons import to_come
from pbm.play.contests.watching import watchers
from pbm.play.news import BoardNews
from pbm.store.protocol import Transaction

MOST_DRAWN = 4
"""The most boards that the mail at the start shows; it lists all games."""

_AFTER_GAMES = ("shown", "left", "out", "over")
"""The codes of mails to players who may owe games."""


def contest_draft(tx: Transaction, contest: Contest, to: Player, what: str, **more: Any) -> Draft:
    """A mail about a contest. what: the code of what the mail reports."""
    facts = {
        **contest_facts(tx, contest, to),
        "news": what,
        "boards": [],
        "why": "",
        "own": own_games(tx, contest, to) if what == "shown" else [],
        "owed": owed_games(tx, to) if what in _AFTER_GAMES else 0,
        "newcomer": what == "entered" and is_newcomer(tx, to),
        "next": _next(tx, contest, to),
        **more,
    }
    return Draft(to, MailKind.CONTEST, facts, grant=contest_grant(to, contest.id))


def leaving_facts(tx: Transaction, contest: Contest, player: Player) -> dict[str, Any]:
    """The facts of what leaving a running contest costs, for the question to the player."""
    lost = leaving.loss(tx, player, contest)
    return {
        "name": contest_name(tx, contest, reader_of(player)),
        "kind": contest.kind.value,
        "games": lost.games,
        "struck": lost.struck,
        "next": _next(tx, contest, player).get("inside", False),
    }


def hold(_tx: Transaction, draft: Draft, now: datetime) -> datetime | None:
    """Hold news of a contest for a digest, whatever its reader has chosen."""
    if draft.kind is not MailKind.CONTEST_NEWS or draft.player is None:
        return None
    return next_morning(now, draft.player)


@HANDLERS.handles(news.ContestEntered)
def entered_receipt(told: news.ContestEntered, tx: Transaction) -> Iterable[Draft]:
    return [contest_draft(tx, told.contest, told.by, "again" if told.again else "entered")]


@HANDLERS.handles(news.ContestLeft)
def left_mail(told: news.ContestLeft, tx: Transaction) -> Iterable[Draft]:
    why = "" if told.by else told.why
    # A player who has signed off can still be put into a league, and has no address.
    if not told.player.addresses:
        return []
    return [contest_draft(tx, told.contest, told.player, "left", why=why)]


@HANDLERS.handles(news.ContestWatched)
def watching_receipt(told: news.ContestWatched, tx: Transaction) -> Iterable[Draft]:
    what = "subscribed" if told.watching else "unsubscribed"
    return [contest_draft(tx, told.contest, told.by, what)]


@HANDLERS.handles(news.SeasonSoon)
def soon_mail(told: news.SeasonSoon, tx: Transaction) -> Iterable[Draft]:
    """The mail before a season begins; it can be answered in plain words."""
    words = command(told.contest)
    answers = {"leave": f"{words} leave{options(told.contest)}"}
    if told.asked:
        answers["yes"] = f"{words} join{options(told.contest)}"
    grant = contest_grant(told.to, told.contest.id, answers=answers)
    what = "asked" if told.asked else "soon"
    return [replace(contest_draft(tx, told.contest, told.to, what), grant=grant)]


@HANDLERS.handles(news.SeasonPostponed)
def postponed_mail(told: news.SeasonPostponed, tx: Transaction) -> Iterable[Draft]:
    counts = {"players": told.entered, "able": told.able}
    return [contest_draft(tx, told.contest, told.to, "postponed", **counts)]


@HANDLERS.handles(news.ContestBegun)
def begun_mails(told: news.ContestBegun, tx: Transaction) -> Iterable[Draft]:
    """A mail to each player, with the boards where they are to move, and to each spectator."""
    entries = tx.contests.entries(told.contest.id)
    players = [tx.players.get(each.player) for each in entries]
    for player in players:
        own = [board for board in told.boards if player.id in board.match.players]
        yield _begun(tx, told.contest, player, own)
    for watcher in watchers(tx, told.contest):
        yield contest_draft(tx, told.contest, watcher, "begun", games=[], limits={})


@HANDLERS.handles(news.ContestOver)
def over_mails(told: news.ContestOver, tx: Transaction) -> Iterable[Draft]:
    """The final table, to the players and the spectators; nothing about a league without games."""
    if not tx.contests.games(told.contest.id):
        return
    for entry in tx.contests.entries(told.contest.id):
        player = tx.players.get(entry.player)
        yield contest_draft(tx, told.contest, player, "over", place=entry.final)
    for watcher in watchers(tx, told.contest):
        yield contest_draft(tx, told.contest, watcher, "over", place=0)


@HANDLERS.handles(news.ContestClosed)
def closed_mails(told: news.ContestClosed, tx: Transaction) -> Iterable[Draft]:
    for each in told.readers:
        yield contest_draft(tx, told.contest, each, "closed", why=told.why)


@HANDLERS.handles(news.PlayerOut)
def out_mails(told: news.PlayerOut, tx: Transaction) -> Iterable[Draft]:
    """A mail to the player at once, and to the others in their next digest."""
    facts = {
        "who": told.player.userid,
        "struck": told.struck,
        "gone": told.why.value,
        "given_up": told.given_up,
    }
    if told.player.addresses:
        yield contest_draft(tx, told.contest, told.player, "out", why=told.reason, **facts)
    for reader in _others(tx, told.contest, told.player):
        yield _for_digest(contest_draft(tx, told.contest, reader, "out", **facts))


@HANDLERS.handles(BoardNews)
def results(told: BoardNews, tx: Transaction) -> Iterable[Draft]:
    """A result of a contest, to its spectators and to those of its players who want a digest."""
    match = told.after.match
    was_over = told.before is not None and told.before.match.finished
    game = tx.contests.game(match.board) if match.finished and not was_over else None
    contest = tx.contests.get(game.contest) if game else None
    if contest is None:
        return
    players = seat_players(tx, told.after)
    for reader in _hearers(tx, contest, told.after):
        facts = {
            "board": match.board,
            "pair": [player.userid for player in players],
            "result": result_facts(told.after, players, reader_of(reader)),
            "ended": board_contest_facts(tx, told.after, reader),
        }
        yield _for_digest(contest_draft(tx, contest, reader, "result", **facts))


def _for_digest(draft: Draft) -> Draft:
    return replace(draft, kind=MailKind.CONTEST_NEWS)


def _begun(tx: Transaction, contest: Contest, player: Player, boards: Sequence[Board]) -> Draft:
    own = [board for board in boards if board.match.mover == player.id]
    shown = own[:MOST_DRAWN]
    facts = {
        "games": [_game_row(tx, board, player) for board in boards],
        "limits": limits_facts(boards[0].match.clock.limits, reader_of(player)) if boards else {},
        "boards": [_board_row(tx, board, player) for board in shown],
        "more": len(own) - len(shown),
        "urgent": True,
    }
    draft = contest_draft(tx, contest, player, "begun", **facts)
    grants = tuple(board_grant(board, player) for board in shown)
    if len(own) == 1:
        return replace(draft, grant=grants[0])
    several = digest_grant(player, **{CONTEST: contest.id})
    return replace(draft, also=grants, grant=several if own else draft.grant)


def _game_row(tx: Transaction, board: Board, player: Player) -> dict[str, Any]:
    seat = board.match.seat_of(player.id)
    assert seat is not None, "these are the player's boards"
    reader, deadline = reader_of(player), board.match.clock.deadline()
    return {
        "game": board.game.name,
        "board": board.number,
        "opponent": tx.players.get(board.match.player_at(seat.other)).userid,
        "seat": reader.seat(board.game, seat),
        "by": reader.day(deadline) if deadline else "",
        "yours": board.match.mover == player.id,
    }


def _board_row(tx: Transaction, board: Board, player: Player) -> dict[str, Any]:
    return {
        **_game_row(tx, board, player),
        "drawing": draw(board, board.state, player),
        "hint": hint(tx, board),
    }


def _next(tx: Transaction, contest: Contest, reader: Player) -> dict[str, Any]:
    """The facts of the season after a league's; empty for other contests.

    inside: whether the reader is in that season.
    """
    if contest.kind is not ContestKind.LEAGUE:
        return {}
    upcoming = to_come(tx, find(contest.spec))
    if upcoming is None or upcoming.starts is None:
        return {}
    return {
        "starts": reader_of(reader).moment(upcoming.starts),
        "inside": tx.contests.entry(upcoming.id, reader.id) is not None,
    }


def _others(tx: Transaction, contest: Contest, player: Player) -> list[Player]:
    """The other players of a contest, and its spectators."""
    entries = tx.contests.entries(contest.id)
    inside = [tx.players.get(each.player) for each in entries if not each.out]
    return [each for each in (*inside, *watchers(tx, contest)) if each.id != player.id]


def _hearers(tx: Transaction, contest: Contest, board: Board) -> list[Player]:
    """The people who are told of a game of others: spectators, and players who want a digest."""
    found = _others(tx, contest, seat_players(tx, board).first)
    watching = {each.id for each in watchers(tx, contest)}
    return [
        each
        for each in found
        if each.id not in board.match.players
        and each.addresses
        and (each.id in watching or wants_digest(each))
    ]
