"""Contests as values to show: names, tables, steps and the history of a player, also as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from pbm.core.board import Board
from pbm.core.boards import to_record
from pbm.core.contests.model import Contest, ContestKind, Entry
from pbm.core.contests.tables import Table, table_of
from pbm.core.games import find, name_in, record
from pbm.play.contests.climbing import is_resting
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class Name:
    """The name of a contest. number: of the cup or season. league: the league's letter, or ""."""

    kind: str
    title: str
    number: int
    league: str = ""

    def __str__(self) -> str:
        """The name in English, as records have it."""
        if self.kind == ContestKind.STAIRS:
            return f"{self.title} stairs"
        league = f", league {self.league}" if self.league else ""
        kind = ContestKind.SEASON if self.league else self.kind
        return f"{self.title} {kind} {self.number}{league}"


@dataclass(frozen=True)
class Climber:
    """A player on stairs, a ladder.

    step: the higher, the better.
    played: how many of their games there are over.
    """

    userid: str
    step: int
    resting: bool
    played: int


@dataclass(frozen=True)
class PlayedGame:
    """A game of a contest, as pages list it. result: in the notation of records."""

    board: int
    round: int
    players: Sequence[str]
    result: str
    how: str


@dataclass(frozen=True)
class ContestPage:
    """Everything about a contest that a page shows.

    userids: the userids, by id, of everybody who is named.
    table: the table of a cup or league that has begun. climbers: the players on stairs.
    leagues: the ids of the leagues of a season. entered: the userids of those who have entered,
        before the contest begins.
    """

    id: int
    name: Name
    spec: str
    status: str
    starts: datetime | None
    ends: datetime | None
    entered: Sequence[str]
    userids: Mapping[int, str]
    table: Table | None
    climbers: Sequence[Climber]
    leagues: Sequence[int]
    games: Sequence[PlayedGame]

    def to_json(self) -> Mapping[str, Any]:
        return {
            **{name: _plain(value) for name, value in vars(self).items()},
            "name": str(self.name),
            "table": _named(self.table, self.userids) if self.table else None,
            "climbers": [asdict(each) for each in self.climbers],
            "games": [asdict(each) for each in self.games],
        }


@dataclass(frozen=True)
class PastContest:
    """A line of a player's history. place: their place in the final table, 0 without a table."""

    contest: int
    name: Name
    place: int
    of: int
    gone: str

    def to_json(self) -> Mapping[str, Any]:
        return {**asdict(self), "name": str(self.name)}


def title_of(contest: Contest) -> str:
    """The game of a contest, with its rule set unless that is the game's first one."""
    first = find(contest.game)
    name = name_in(first.title)
    return name if first is find(contest.spec) else f"{name} ({contest.ruleset})"


def name_of(tx: Transaction, contest: Contest) -> Name:
    title = title_of(contest)
    season = tx.contests.get(contest.parent) if contest.kind is ContestKind.LEAGUE else None
    if season is not None:
        return Name(contest.kind.value, title, season.number, contest.letter)
    return Name(contest.kind.value, title, contest.number)


def table(tx: Transaction, contest: Contest) -> Table:
    """The current table of a cup or a league."""
    return table_of(tx.contests.entries(contest.id), tx.contests.games(contest.id))


def climbers(tx: Transaction, contest: Contest, now: datetime) -> list[Climber]:
    """The players on stairs, the highest step first; on the same step, in the order of arrival."""
    entries = sorted(tx.contests.entries(contest.id), key=lambda each: (-each.step, each.since))
    return [
        Climber(
            tx.players.get(each.player).userid,
            each.step,
            is_resting(tx, each, now),
            sum(game.over for game in tx.contests.games_of(contest.id, each.player)),
        )
        for each in entries
    ]


def contest_page(tx: Transaction, contest: Contest, now: datetime) -> ContestPage:
    entries = tx.contests.entries(contest.id)
    userids = {each.player: tx.players.get(each.player).userid for each in entries}
    is_season = contest.kind is ContestKind.SEASON
    begun = contest.kind.has_table and not contest.open
    return ContestPage(
        id=contest.id,
        name=name_of(tx, contest),
        spec=contest.spec,
        status=contest.status.value,
        starts=contest.starts,
        ends=contest.ends,
        entered=[*userids.values()],
        userids=userids,
        table=table(tx, contest) if begun else None,
        climbers=climbers(tx, contest, now) if contest.kind is ContestKind.STAIRS else (),
        leagues=[each.id for each in tx.contests.leagues(contest.id)] if is_season else (),
        games=_games(tx, contest),
    )


def history(tx: Transaction, player: int) -> list[PastContest]:
    """The contests of a player that have begun, the latest first; leagues, not seasons."""
    found: list[PastContest] = []
    for entry in reversed(tx.contests.entries_of(player)):
        contest = tx.contests.get(entry.contest)
        if contest is not None and contest.kind.has_table and not contest.open:
            found.append(_past(tx, contest, entry))
    return found


def record_of(tx: Transaction, board: Board) -> record.Record:
    """The record of a board, with the name of its contest and the round if it belongs to one."""
    made = to_record(board, board.match.players.map(tx.players.get))
    game = tx.contests.game(board.number)
    contest = tx.contests.get(game.contest) if game else None
    if game is None or contest is None:
        return made
    tags = {"Event": str(name_of(tx, contest))}
    if game.round:
        tags["Round"] = str(game.round)
    return record.Record({**made.tags, **tags}, made.moves)


def _past(tx: Transaction, contest: Contest, entry: Entry) -> PastContest:
    players = tx.contests.count_entries(contest.id)
    return PastContest(contest.id, name_of(tx, contest), entry.final, players, entry.gone.value)


def _games(tx: Transaction, contest: Contest) -> list[PlayedGame]:
    found: list[PlayedGame] = []
    for game in tx.contests.games(contest.id):
        userids = [tx.players.get(player).userid for player in game.players]
        match = tx.matches.get(game.board)
        result = match.result.value if match else "*"
        found.append(PlayedGame(game.board, game.round, userids, result, game.how.value))
    return found


def _named(table: Table, userids: Mapping[int, str]) -> Mapping[str, Any]:
    """A table as JSON, with userids in place of ids."""
    plain = table.to_json()
    lines = [{**line, "player": userids[line["player"]]} for line in plain["lines"]]
    return {**plain, "lines": lines}


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
