"""Facts about contests for templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from pbm.core.board import Board
from pbm.core.contests.leagues import cut, movers
from pbm.core.contests.model import Contest, ContestKind, letter
from pbm.core.contests.standings import TieBreak
from pbm.core.contests.tables import Line, Table, number, promotion_order
from pbm.core.games import find
from pbm.core.model import Player
from pbm.notices.readers import Reader, reader_of
from pbm.notices.rendering import name_of
from pbm.play.contests.views import table, title_of
from pbm.store.protocol import Transaction

Facts = Mapping[str, Any]

MOST_NAMED = 50
"""The most entered players that a mail names."""


def contest_name(tx: Transaction, contest: Contest, reader: Reader) -> str:
    """The name of a contest in the reader's language: ``Season 3 of Gyges, league B``."""
    season = tx.contests.get(contest.parent) if contest.kind is ContestKind.LEAGUE else None
    return name_in(contest, season, reader)


def name_in(contest: Contest, season: Contest | None, reader: Reader) -> str:
    """Like ``contest_name``. season: the season of a league."""
    form = name_of(contest.kind.value, "contest", reader.language)
    return form % {
        "game": title_of(contest),
        "number": season.number if season else contest.number,
        "league": contest.letter,
    }


def contest_facts(tx: Transaction, contest: Contest, viewer: Player | None) -> dict[str, Any]:
    """All facts about a contest that its mails use, except for what happened."""
    reader = reader_of(viewer)
    entry = tx.contests.entry(contest.id, viewer.id) if viewer else None
    shows_table = contest.kind.has_table and not contest.open
    return {
        "id": contest.id,
        "name": contest_name(tx, contest, reader),
        "kind": contest.kind.value,
        "status": contest.status.value,
        "open": contest.open,
        "command": command(contest),
        "options": options(contest),
        "leave": leave_line(tx, contest),
        "number": contest.number,
        "size": contest.size,
        "both": contest.both,
        "each_plays": (contest.size - 1) * (2 if contest.both else 1),
        "rated": not contest.programs,
        "entered": _entered(tx, contest) if contest.open else [],
        "players": tx.contests.count_entries(contest.id) if contest.open else 0,
        "inside": entry is not None and not entry.out,
        "once": entry is not None and entry.once,
        "step": entry.step if entry else 0,
        "starts": reader.moment(contest.starts) if contest.starts else "",
        "ends": reader.day(contest.ends) if contest.ends else "",
        "watching": viewer is not None and tx.watched_contests.holds(viewer.id, contest.id),
        "table": standing_facts(tx, contest, reader) if shows_table else {},
        "moving": _moving(tx, contest) if contest.kind is ContestKind.LEAGUE else {},
    }


def _moving(tx: Transaction, league: Contest) -> Facts:
    """How many players of a league go up and down, and to which leagues; "" for no league.

    The leagues below may not have begun yet.

    by_rating, by_start: pairs of players who share a place of which one goes up or down. In
    ``by_rating`` the rating at the start decides who; in ``by_start`` the ratings are the same, and
    the order at the start decides.
    """
    season = tx.contests.get(league.parent)
    assert season is not None, "every league belongs to a season"
    leagues = len(cut(range(tx.contests.count_entries(season.id)), season.size))
    moving = movers(tx.contests.count_entries(league.id))
    up, down = league.number > 1, league.number < leagues
    cuts = [moving] * up + [-moving] * down
    pairs = () if league.running else _parted(table(tx, league), cuts)
    return {
        "number": moving,
        "up": letter(league.number - 1) if up else "",
        "down": letter(league.number + 1) if down else "",
        "by_rating": [_userids(tx, pair) for pair in pairs if pair[0].rating != pair[1].rating],
        "by_start": [_userids(tx, pair) for pair in pairs if pair[0].rating == pair[1].rating],
    }


def _parted(found: Table, cuts: Sequence[int]) -> Sequence[tuple[Line, Line]]:
    """The pairs of players who share a place, but are parted by a cut.

    cuts: indexes in the order for promotion; a cut is between an index and the one before.
    """
    lines = {line.player: line for line in found.lines}
    order = [lines[player] for player in promotion_order(found)]
    pairs = {at % len(order): (order[at - 1], order[at]) for at in cuts if abs(at) < len(order)}
    return [
        (one, other)
        for one, other in pairs.values()
        if one.place == other.place and not (one.out or other.out)
    ]


def _userids(tx: Transaction, pair: Sequence[Line]) -> Sequence[str]:
    return [tx.players.get(line.player).userid for line in pair]


def _entered(tx: Transaction, contest: Contest) -> list[str]:
    """The userids of players who have entered an open contest, at most ``MOST_NAMED``."""
    first = tx.contests.after(contest.id, 0, MOST_NAMED)
    in_order = sorted(first, key=lambda each: (each.since, each.player))
    return [tx.players.get(each.player).userid for each in in_order]


def command(contest: Contest) -> str:
    """The command for contests of this kind: ``gyges season``."""
    kind = ContestKind.SEASON if contest.kind is ContestKind.LEAGUE else contest.kind
    return f"{contest.game} {kind.value}"


def show_line(tx: Transaction, contest: Contest) -> str:
    """The command that shows this contest: ``gyges season show 3b`` for a league."""
    if contest.kind is ContestKind.STAIRS:
        return f"{command(contest)}{options(contest)}"
    season = tx.contests.get(contest.parent) if contest.kind is ContestKind.LEAGUE else None
    named = f"{season.number}{contest.letter.lower()}" if season else str(contest.number)
    return f"{command(contest)} show {named}{options(contest)}"


def leave_line(tx: Transaction, contest: Contest) -> str:
    """The command that leaves this contest: ``gyges season leave 3`` for a league that runs."""
    season = tx.contests.get(contest.parent) if contest.kind is ContestKind.LEAGUE else None
    number = f" {season.number}" if season else ""
    return f"{command(contest)} leave{number}{options(contest)}"


def options(contest: Contest) -> str:
    """The options that name this kind of contests, with a blank before each."""
    rules = "" if find(contest.game).ruleset == contest.ruleset else f" -rules={contest.ruleset}"
    return rules + (" -both" if contest.both else "")


def table_facts(tx: Transaction, found: Table) -> Facts:
    """A table for templates. shared: the userids that share a place, by the place."""
    userids = {line.player: tx.players.get(line.player).userid for line in found.lines}
    placed: dict[int, list[str]] = {}
    for line in found.lines:
        placed.setdefault(line.place, []).append(userids[line.player])
    return {
        "rows": [_row(line, userids[line.player]) for line in found.lines],
        "over": found.over,
        "games": found.games,
        "out": [userids[line.player] for line in found.lines if line.out and not line.struck],
        "struck": [userids[line.player] for line in found.lines if line.struck],
        "shared": {
            place: ", ".join(each) for place, each in placed.items() if place and len(each) > 1
        },
        "ties": ties(found, userids),
        "final": all(line.left == 0 for line in found.lines),
    }


def ties(found: Table, names: Mapping[int, Any]) -> Mapping[str, Sequence[tuple[Any, Any]]]:
    """The pairs of players whom a tie-break set apart, the better first, by the tie-break."""
    pairs = [
        (line.behind_by, (names[before.player], names[line.player]))
        for before, line in pairwise(found.lines)
    ]
    return {each.value: [pair for tie, pair in pairs if tie is each] for each in TieBreak}


def standing_facts(tx: Transaction, contest: Contest, reader: Reader) -> Facts:
    """The present table of a contest. ends: the day of its end; "" for none, or if it is over."""
    ends = reader.day(contest.ends) if contest.ends and contest.running else ""
    return {**table_facts(tx, table(tx, contest)), "ends": ends}


def board_contest_facts(tx: Transaction, board: Board, viewer: Player | None) -> Facts:
    """The contest of a board, for its mails; empty if it belongs to none.

    table: of a cup or league, when the game is over. steps: the steps of both players on stairs,
        when the game is over.
    """
    game = tx.contests.game(board.number)
    contest = tx.contests.get(game.contest) if game else None
    if game is None or contest is None:
        return {}
    reader = reader_of(viewer)
    shows_table = board.match.finished and contest.kind.has_table and not contest.open
    climbed = board.match.finished and contest.kind is ContestKind.STAIRS
    return {
        "name": contest_name(tx, contest, reader),
        "command": command(contest),
        "without_play": _winner_without_play(tx, board, game.absent, game.how.value),
        "table": standing_facts(tx, contest, reader) if shows_table else {},
        "steps": _steps(tx, contest, board) if climbed else [],
    }


def _row(line: Line, userid: str) -> Facts:
    return {
        "userid": userid,
        "place": line.place,
        "rating": line.rating,
        "cells": [*line.cells],
        "points": number(line.points),
        "berger": f"{float(line.berger):.2f}",
        "left": line.left,
        "struck": line.struck,
    }


def _winner_without_play(tx: Transaction, board: Board, absent: int, how: str) -> str:
    """The userid of the player who has won by a walkover; "" if nobody has."""
    if how != "walkover":
        return ""
    (winner,) = [player for player in board.match.players if player != absent]
    return tx.players.get(winner).userid


def _steps(tx: Transaction, contest: Contest, board: Board) -> list[Facts]:
    entries = [tx.contests.entry(contest.id, player) for player in board.match.players]
    return [
        {"userid": tx.players.get(each.player).userid, "step": each.step}
        for each in entries
        if each is not None
    ]
