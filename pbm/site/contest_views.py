"""Facts about contests for the templates of pages.

Players who hide their games are shown without name, games and figures.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from typing import Any

from pbm.core.contests.model import ContestGame, ContestKind, How
from pbm.core.contests.tables import Line, Table, number
from pbm.core.games import Seat, familiar_first
from pbm.core.results import Result
from pbm.notices.contest_views import command, name_in, options, ties
from pbm.notices.readers import Reader
from pbm.notices.seek_news import MOST_GAMES
from pbm.site.club import Club
from pbm.site.contests import ShownContest
from pbm.site.views import letter

Facts = Mapping[str, Any]

_WINNERS = {2: Seat.FIRST.value, 0: Seat.SECOND.value}
_SCORES = {2: Result.FIRST_WON.value, 1: Result.DRAWN.value, 0: Result.SECOND_WON.value}


def name(shown: ShownContest, reader: Reader) -> str:
    return name_in(shown.contest, shown.season, reader)


def who(club: Club, player: int) -> Facts:
    """The facts of a player.

    hidden: whether they hide their games. userid: "" if they are hidden or have left.
    """
    is_hidden = player not in club.public
    return {"hidden": is_hidden, "userid": "" if is_hidden else club.userid(player)}


def names(club: Club, players: Iterable[int], reader: Reader) -> str:
    """The names of players as text."""
    found = (who(club, player) for player in players)
    return ", ".join(_name(each, reader) for each in found)


def _name(found: Facts, reader: Reader) -> str:
    other = reader.gettext("(hidden)") if found["hidden"] else reader.gettext("(gone)")
    return found["userid"] or other


def row(club: Club, shown: ShownContest, reader: Reader) -> Facts:
    """A contest as a row of a list. winners: the winners, if it is over."""
    contest = shown.contest
    won = () if shown.goes_on else club.contests.winners(shown)
    return {
        "id": contest.id,
        "name": name(shown, reader),
        "status": contest.status.value,
        "players": len(shown.entries),
        "size": contest.size if contest.kind is ContestKind.CUP else 0,
        "starts": contest.starts if contest.open else None,
        "begun": shown.begun,
        "over": shown.over,
        "winners": [who(club, each) for each in won],
    }


def running_rows(club: Club, reader: Reader, most: int) -> list[Facts]:
    """The contests that go on, as rows: those that can be entered first, then the latest.

    Leagues are on the season's page.
    """
    goes_on = [each for each in club.contests.all() if each.goes_on]
    found = (each for each in goes_on if each.kind is not ContestKind.LEAGUE)
    first = nsmallest(most, found, key=lambda each: (not each.contest.open, -each.id))
    return [row(club, each, reader) for each in first]


def entering(club: Club, shown: ShownContest) -> Facts | None:
    """The command that enters a contest, and the link of its mail; None if nobody can enter."""
    contest = shown.contest
    if not (contest.open or (contest.kind is ContestKind.STAIRS and contest.running)):
        return None
    return offered(club, f"{command(contest)} join{options(contest)}")


def offered(club: Club, line: str) -> Facts:
    """A line to send, and the link of its mail."""
    return {"line": line, "link": letter(club, line)}


def crosstable(club: Club, table: Table) -> Facts:
    """The table of a cup or a league. ties: pairs of players, by the tie-break that decided."""
    hidden = {line.player for line in table.lines if line.player not in club.public}
    order = [line.player for line in table.lines]
    shown = {player: who(club, player) for player in order}
    found = ties(table, shown)
    public = {
        tie: [pair for pair in pairs if not any(each["hidden"] for each in pair)]
        for tie, pairs in found.items()
    }
    return {
        "rows": [_line(club, line, order, hidden) for line in table.lines],
        "over": table.over,
        "games": table.games,
        "final": table.over == table.games,
        "hidden": bool(hidden),
        "ties": public,
    }


def _line(club: Club, line: Line, order: Sequence[int], hidden: set[int]) -> Facts:
    """A line of a table; the line of a hidden player has no figures."""
    is_hidden = line.player in hidden
    return {
        "who": who(club, line.player),
        "place": line.place,
        "rating": "" if is_hidden else line.rating,
        "cells": [
            "" if other != line.player and (is_hidden or other in hidden) else cell
            for other, cell in zip(order, line.cells, strict=True)
        ],
        "points": "" if is_hidden else number(line.points),
        "berger": "" if is_hidden else f"{float(line.berger):.2f}",
        "left": "" if is_hidden else line.left,
        "out": line.out and not is_hidden,
        "struck": line.struck,
    }


def games(club: Club, found: Iterable[ContestGame]) -> list[Facts]:
    """The games of a contest that everybody may see."""
    return [_game(club, each) for each in found if _is_shown(club, each)]


def _is_shown(club: Club, game: ContestGame) -> bool:
    match = club.matches.get(game.board)
    return match is not None and club.is_shown(match)


def _game(club: Club, game: ContestGame) -> Facts:
    """A game of a contest as a row.

    won: the number of the player who has won; None if nobody has.
    how: a code for how it ended; "" if it was simply played.
    """
    return {
        "board": game.board,
        "players": [club.userid(player) for player in game.players],
        "running": not game.over,
        "won": None if game.halves is None else _WINNERS.get(game.halves),
        "score": "" if game.halves is None else _SCORES[game.halves],
        "how": "" if game.how in (How.RUNNING, How.PLAYED) else game.how.value,
        "ended": game.ended,
    }


def steps(club: Club, shown: ShownContest) -> list[Facts]:
    """The steps of stairs, the highest first, with the players on each."""
    here = [each for each in shown.entries.values() if each.player in club.public]
    return [
        {
            "step": step,
            "players": [who(club, each.player) for each in here if each.step == step],
        }
        for step in sorted({each.step for each in here}, reverse=True)
    ]


def leagues(
    club: Club, season: ShownContest, tables: Mapping[int, Table], reader: Reader
) -> list[Facts]:
    """The leagues of a season, the highest first, with their tables."""
    return [
        {
            "id": each.id,
            "name": name(each, reader),
            "table": crosstable(club, tables[each.id]),
        }
        for each in club.contests.leagues(season.id)
    ]


def history(club: Club, player: int, reader: Reader) -> list[Facts]:
    """The cups and leagues of a player that have begun, the latest first."""
    return [
        {
            "id": shown.id,
            "name": name(shown, reader),
            "begun": shown.begun,
            "place": shown.entries[player].final,
            "of": len(shown.entries),
            "out": shown.entries[player].out,
            "running": shown.goes_on,
        }
        for shown in club.contests.of(player)
        if shown.has_table
    ]


def other_games() -> list[str]:
    """The games that ``ways_to_enter`` leaves out."""
    return familiar_first(())[MOST_GAMES:]


def _offered() -> list[str]:
    return familiar_first(())[:MOST_GAMES]


def ways_to_enter(club: Club) -> list[Facts]:
    """The commands that enter the next cup, season and stairs of some games, with their links."""
    kinds = (ContestKind.CUP, ContestKind.SEASON, ContestKind.STAIRS)
    lines = [f"{game} {kind.value} join" for game in _offered() for kind in kinds]
    return [offered(club, line) for line in lines]
