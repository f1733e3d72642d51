"""Seasons: entering one, and making its leagues when it begins."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.core.contests.calendar import SILENT_AFTER, TOLD_BEFORE, end_of, next_start
from pbm.core.contests.happenings import Announced, Drawn, Finished, Joined, Left, Opened
from pbm.core.contests.leagues import LARGEST, cut, kept_apart, promoted, ranked
from pbm.core.contests.model import Contest, ContestKind, Entry, Told
from pbm.core.contests.tables import promotion_order, table_of
from pbm.core.games import AnyGame, find, spec
from pbm.core.model import Player
from pbm.core.ratings import FIRST_RATING
from pbm.core.refused import Refused
from pbm.play.contests.entering import (
    check_may_enter,
    heard_at,
    is_away,
    next_number,
    note,
    open_contest,
    rules,
)
from pbm.play.contests.news import ContestEntered, SeasonSoon
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction


def join(work: Work, by: Player, game: AnyGame, *, once: bool = False) -> Contest:
    """Enter the next season, and those after it unless it is for ``once``.

    A player who has entered already keeps their entry, and has answered that they play.

    :raises Refused: if the player may not enter, or there are no seasons of the rule set
    """
    check_active(by)
    contest = to_come(work.tx, game)
    entry = work.tx.contests.entry(contest.id, by.id) if contest else None
    if contest is not None and entry is not None:
        return _again(work, by, contest, entry, once=once)
    check_may_enter(work.tx, by)
    contest = contest or _opened(work, game)
    contest = note(work, contest, Joined(by.id, once, told=_is_soon(contest, work.now)))
    work.publish(ContestEntered(by, contest))
    return contest


def to_come(tx: Transaction, game: AnyGame) -> Contest | None:
    """The season of a rule set that players can enter; None if it has not been opened yet."""
    seasons = rules(game, tx.contests.alive(ContestKind.SEASON, game.name))
    return next((each for each in seasons if each.open), None)


def open_season(work: Work, game: AnyGame, starts: datetime, size: int = LARGEST) -> Contest:
    """Open a season that players can enter."""
    last = work.tx.contests.last(ContestKind.SEASON, spec(game))
    return open_contest(
        work,
        Opened(
            what=ContestKind.SEASON,
            spec=spec(game),
            number=next_number(work.tx, ContestKind.SEASON, game),
            parent=last.id if last else 0,
            size=size,
            starts=starts,
        ),
    )


@dataclass(frozen=True)
class Draw:
    """The facts that determine the leagues of a season, so that the audit can make them again.

    before: the order of the season before. entered: the players, in the order of entering.
    """

    before: Sequence[int]
    entered: Collection[int]
    ratings: Mapping[int, int]
    foes: Sequence[tuple[int, ...]]
    size: int

    @property
    def order(self) -> list[int]:
        return ranked(self.before, self.entered, self.ratings)

    @property
    def leagues(self) -> list[list[int]]:
        pairs = {frozenset(pair) for pair in self.foes}
        return kept_apart(cut(self.order, self.size), pairs)


def absent(tx: Transaction, entries: Sequence[Entry], now: datetime) -> list[Entry]:
    """The entries of those who cannot play, or have not answered when they were asked."""
    return [each for each in entries if not _takes_part(tx, each, now)]


def draw(tx: Transaction, contest: Contest, entries: Sequence[Entry], now: datetime) -> Drawn:
    """Make the leagues of a season from its entries."""
    here = [each.player for each in entries]
    known = {each.player: each.after.points for each in tx.ratings.standing(contest.game)}
    ratings = {player: known.get(player, FIRST_RATING) for player in here}
    made = Draw(order_before(tx, contest, now), here, ratings, _foes(tx, here), contest.size)
    return Drawn(
        order=tuple(made.order),
        ratings=ratings,
        leagues=tuple(map(tuple, made.leagues)),
        foes=tuple(made.foes),
        ends=end_of(now),
    )


def order_before(tx: Transaction, contest: Contest, at: datetime) -> list[int]:
    """The players of the season before in their order after promotions; [] for the first one.

    at: results that were settled after this time do not count.
    """
    leagues = tx.contests.leagues(contest.parent) if contest.parent else ()
    return promoted([_final_order(tx, league, at) for league in leagues])


def announce(work: Work, contest: Contest, limit: int) -> list[SeasonSoon]:
    """Tell some more players that the season begins soon, and ask those who have not written."""
    tx = work.tx
    players = [tx.players.get(each.player) for each in tx.contests.untold(contest.id, limit)]
    silent = [each.id for each in players if work.now - heard_at(tx, each) >= SILENT_AFTER]
    told = Announced(tuple(each.id for each in players), tuple(silent))
    contest = note(work, contest, told)
    return [SeasonSoon(None, contest, each, each.id in silent) for each in players]


def following(contest: Contest, now: datetime) -> datetime:
    """The start of the season after ``contest``."""
    return next_start(max(now, contest.starts or now))


def _again(work: Work, by: Player, contest: Contest, entry: Entry, *, once: bool) -> Contest:
    if entry.once is not once:
        contest = note(work, contest, Left(by.id, "again"))
        contest = note(work, contest, Joined(by.id, once, told=entry.told is not Told.NOTHING))
    elif entry.told is Told.ASKED:
        contest = note(work, contest, Announced((by.id,)))
    work.publish(ContestEntered(by, contest, again=True))
    return contest


def _opened(work: Work, game: AnyGame) -> Contest:
    """Open the next season of the game's first rule set, or of one that has had seasons before.

    :raises Refused: for any other rule set
    """
    last = work.tx.contests.last(ContestKind.SEASON, spec(game))
    if last is None and find(game.name) is not game:
        raise Refused("no_such_contest", game=game.name, kind=ContestKind.SEASON.value)
    return open_season(work, game, next_start(work.now), last.size if last else LARGEST)


def _is_soon(contest: Contest, now: datetime) -> bool:
    return contest.starts is not None and now >= contest.starts - TOLD_BEFORE


def _takes_part(tx: Transaction, entry: Entry, now: datetime) -> bool:
    """Whether an entered player can play, and has answered if they were asked."""
    player = tx.players.get(entry.player)
    is_silent = entry.told is Told.ASKED and now - heard_at(tx, player) >= SILENT_AFTER
    return not (is_away(player) or is_silent)


def _foes(tx: Transaction, players: Sequence[int]) -> list[tuple[int, ...]]:
    """The pairs of players where one blocks the other."""
    return sorted({tuple(sorted(pair)) for pair in _blocks(tx, players)})


def _blocks(tx: Transaction, players: Sequence[int]) -> Iterator[tuple[int, int]]:
    here = {*players}
    for player in players:
        yield from ((player, other) for other in tx.blocks.of(player) if other in here)


def _final_order(tx: Transaction, league: Contest, at: datetime) -> Sequence[int]:
    """The order for promotion; the present one, if an operator ended the league early."""
    for event in reversed(tx.contests.events(league.id, Finished.kind)):
        if isinstance(event.what, Finished) and event.at <= at:
            return event.what.order
    entries, games = tx.contests.entries(league.id), tx.contests.games(league.id)
    return promotion_order(table_of(entries, games))
