"""A transaction of an SQL engine: the repositories on one connection."""

from __future__ import annotations

from pbm.store.bookkeeping_protocol import Removals
from pbm.store.sql.analyses import SqlAnalyses
from pbm.store.sql.bookkeeping import (
    SqlActs,
    SqlCounters,
    SqlMarks,
    SqlMoments,
    SqlQuotas,
    SqlRequests,
)
from pbm.store.sql.choices import SqlChoices
from pbm.store.sql.cipher import LetterCipher
from pbm.store.sql.connection import Connection
from pbm.store.sql.contests import SqlContests
from pbm.store.sql.departures import SqlDepartures
from pbm.store.sql.fetched import SqlFetchedMessages
from pbm.store.sql.letters import SqlLetters
from pbm.store.sql.matches import SqlMatches
from pbm.store.sql.nodes import SqlLeases, SqlNodes
from pbm.store.sql.outbox import SqlOutbox
from pbm.store.sql.players import SqlPlayers
from pbm.store.sql.puzzles import SqlPuzzles
from pbm.store.sql.queues import SqlQueues
from pbm.store.sql.ratings import SqlRatings
from pbm.store.sql.seeks import SqlSeeks
from pbm.store.sql.subscribers import SqlFeed, SqlUnheard
from pbm.store.sql.tokens import SqlTokens
from pbm.store.sql.vacations import SqlVacations
from pbm.store.sql.withheld import SqlWithheldLetters


class SqlTransaction:
    """The transaction of an SQL engine, which adds savepoints and, if it can, removals."""

    removals: Removals | None = None

    def __init__(self, db: Connection, cipher: LetterCipher) -> None:
        self.letters = SqlLetters(db, cipher)
        self.fetched = SqlFetchedMessages(db)
        self.players = SqlPlayers(db)
        self.matches = SqlMatches(db)
        self.outbox = SqlOutbox(db)
        self.tokens = SqlTokens(db)
        self.acts = SqlActs(db)
        self.requests = SqlRequests(db)
        self.marks = SqlMarks(db)
        self.moments = SqlMoments(db)
        self.counters = SqlCounters(db)
        self.withheld = SqlWithheldLetters(db)
        self.quotas = SqlQuotas(db)
        self.departures = SqlDepartures(db)
        self.vacations = SqlVacations(db)
        self.blocks = SqlChoices(db, "blocks")
        self.subscriptions = SqlChoices(db, "subscriptions")
        self.watched_contests = SqlChoices(db, "contest_subscriptions")
        self.contests = SqlContests(db)
        self.ratings = SqlRatings(db)
        self.queues = SqlQueues(db)
        self.seeks = SqlSeeks(db)
        self.unheard = SqlUnheard(db)
        self.feed = SqlFeed(db)
        self.analyses = SqlAnalyses(db)
        self.puzzles = SqlPuzzles(db)
        self.nodes = SqlNodes(db)
        self.leases = SqlLeases(db)
