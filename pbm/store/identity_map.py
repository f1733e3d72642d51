"""An identity map around the store of any engine: caches what a transaction has read.

A move asks for its players, its board and its plans again and again. Each write removes what it
may have changed from the cache. The rollback of a savepoint clears the cache.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, ParamSpec, TypeVar

from pbm.core.contests.model import ContestGame
from pbm.core.events import Event
from pbm.core.model import Match, Player
from pbm.store.contest_protocol import Contests
from pbm.store.matches_protocol import Matches
from pbm.store.play_protocol import Plans, Queues
from pbm.store.players_protocol import Players
from pbm.store.protocol import Store, Transaction, has_waiters

P = ParamSpec("P")
T = TypeVar("T")


class MappedStore:
    """Wraps the store of an engine; each transaction has its own cache."""

    def __init__(self, engine: Store) -> None:
        self.engine = engine
        self.close = engine.close
        self.use_key = engine.use_key

    @contextmanager
    def transaction(self, *, acting: bool = True, lasting: bool = True) -> Iterator[Transaction]:
        with self.engine.transaction(acting=acting, lasting=lasting) as tx:
            yield MappedTransaction(tx)

    @contextmanager
    def beside(self) -> Iterator[Transaction]:
        with self.engine.beside() as tx:
            yield MappedTransaction(tx)

    @contextmanager
    def reading(self) -> Iterator[Transaction]:
        with self.engine.reading() as tx:
            yield MappedTransaction(tx)

    def has_waiters(self) -> bool:
        return has_waiters(self.engine)


class MappedTransaction:
    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self.players = MappedPlayers(tx.players)
        self.matches = MappedMatches(tx.matches)
        self.queues = MappedQueues(tx.queues)
        self.letters = tx.letters
        self.fetched = tx.fetched
        self.outbox = tx.outbox
        self.tokens = tx.tokens
        self.acts = tx.acts
        self.requests = tx.requests
        self.marks = tx.marks
        self.moments = tx.moments
        self.counters = tx.counters
        self.withheld = tx.withheld
        self.quotas = tx.quotas
        self.departures = tx.departures
        self.vacations = tx.vacations
        self.blocks = tx.blocks
        self.subscriptions = tx.subscriptions
        self.watched_contests = tx.watched_contests
        self.contests = MappedContests(tx.contests)
        self.ratings = tx.ratings
        self.seeks = tx.seeks
        self.removals = tx.removals
        self.unheard = tx.unheard
        self.feed = tx.feed
        self.analyses = tx.analyses
        self.puzzles = tx.puzzles
        self.nodes = tx.nodes
        self.leases = tx.leases

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        try:
            with self._tx.savepoint():
                yield
        except BaseException:
            self.players.forget()
            self.matches.forget()
            self.queues.forget()
            self.contests.forget()
            raise


class MappedPlayers:
    """Caches players by id and by address."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._by_id: dict[int, Player] = {}
        self._by_address: dict[str, Player] = {}
        self.add = self._changing(players.add)
        self.is_taken = players.is_taken
        self.set_password = self._changing(players.set_password)
        self.set_status = self._changing(players.set_status)
        self.set_setting = self._changing(players.set_setting)
        self.clear_settings = self._changing(players.clear_settings)
        self.add_address = self._changing(players.add_address)
        self.drop_address = self._changing(players.drop_address)
        self.set_bounced = self._changing(players.set_bounced)
        self.list = players.list
        self.programs = players.programs

    def get(self, player: int) -> Player:
        return self.find(player) or self._players.get(player)

    def find(self, player: int) -> Player | None:
        return self._by_id.get(player) or self._known(self._players.find(player))

    def by_userid(self, userid: str) -> Player | None:
        return self._known(self._players.by_userid(userid))

    def by_address(self, address: str) -> Player | None:
        known = self._by_address.get(address.casefold())
        return known or self._known(self._players.by_address(address))

    def forget(self) -> None:
        self._by_id.clear()
        self._by_address.clear()

    def _known(self, player: Player | None) -> Player | None:
        if player is not None:
            self._by_id[player.id] = player
            self._by_address.update(dict.fromkeys(player.addresses, player))
        return player

    def _changing(self, change: Callable[P, T]) -> Callable[P, T]:
        def changed(*given: P.args, **named: P.kwargs) -> T:
            self.forget()
            return change(*given, **named)

        return changed


class MappedMatches:
    """Caches the last board: a transaction handles one board after the other."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._latest: Match | None = None
        self.open = matches.open
        self.events = matches.events
        self.mark_offered = matches.mark_offered
        self.offered = matches.offered
        self.snapshot = matches.snapshot
        self.keep_snapshot = matches.keep_snapshot
        self.drop_snapshot = matches.drop_snapshot
        self.of_player = matches.of_player
        self.open_of = matches.open_of
        self.list = matches.list
        self.due = matches.due
        self.set_alarm = matches.set_alarm
        self.timed = matches.timed
        self.running = matches.running
        self.of_plugins = matches.of_plugins
        self.numbers = matches.numbers
        self.causes = matches.causes
        self.last_moves = matches.last_moves
        self.played_lately = matches.played_lately
        self.counts = matches.counts

    def get(self, board: int) -> Match | None:
        if self._latest is None or self._latest.board != board:
            self._latest = self._matches.get(board)
        return self._latest

    def append(self, match: Match, event: Event, alarm: datetime | None) -> None:
        self.forget()
        self._matches.append(match, event, alarm)

    def forget(self) -> None:
        self._latest = None


class MappedQueues:
    """Caches the plans on the last board, mostly none."""

    def __init__(self, queues: Queues) -> None:
        self._queues = queues
        self._latest: tuple[int, Plans] | None = None

    def of(self, board: int) -> Plans:
        if self._latest is None or self._latest[0] != board:
            self._latest = board, self._queues.of(board)
        return self._latest[1]

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        self.forget()
        self._queues.put(board, player, plan)

    def drop(self, board: int, player: int) -> None:
        self.forget()
        self._queues.drop(board, player)

    def clear(self, board: int) -> None:
        self.forget()
        self._queues.clear(board)

    def forget(self) -> None:
        self._latest = None


class MappedContests:
    """Caches which contest the last board belongs to: a move asks for it four times."""

    def __init__(self, contests: Contests) -> None:
        self._contests = contests
        self._latest: tuple[int, ContestGame | None] | None = None
        self.open = contests.open
        self.get = contests.get
        self.events = contests.events
        self.append = contests.append
        self.set_alarm = contests.set_alarm
        self.due = contests.due
        self.list = contests.list
        self.alive = contests.alive
        self.last = contests.last
        self.leagues = contests.leagues
        self.league_of = contests.league_of
        self.running_leagues = contests.running_leagues
        self.numbers = contests.numbers
        self.seqs = contests.seqs
        self.dates = contests.dates
        self.entry = contests.entry
        self.entries = contests.entries
        self.count_entries = contests.count_entries
        self.placed = contests.placed
        self.untold = contests.untold
        self.after = contests.after
        self.entries_of = contests.entries_of
        self.put_entry = contests.put_entry
        self.drop_entry = contests.drop_entry
        self.games = contests.games
        self.games_of = contests.games_of
        self.kept = contests.kept
        self.appointments = contests.appointments

    def game(self, board: int) -> ContestGame | None:
        if self._latest is None or self._latest[0] != board:
            self._latest = board, self._contests.game(board)
        return self._latest[1]

    def put_game(self, game: ContestGame) -> None:
        self.forget()
        self._contests.put_game(game)

    def forget(self) -> None:
        self._latest = None
