"""The schema of the database as a list of migrations.

A released migration is never edited: add another one at the end. Numbers may have gaps. From 30 on
they also upgrade databases on PostgreSQL, which ``store/postgresql/schema.py`` translates them for.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlite_utils import Database

Migration = Callable[[Any], None]
"""A change of a ``Database``, or of the object that stands for one on PostgreSQL."""

MIGRATIONS: dict[str, Migration] = {}
"""All migrations in order, by name."""


def migration(change: Migration) -> Migration:
    """Add a migration, whose name is that of the function."""
    MIGRATIONS[change.__name__] = change
    return change


def _execute(db: Database, statements: Iterable[str]) -> None:
    for statement in statements:
        db.execute(statement)


FIRST_SCHEMA = (
    """CREATE TABLE letters (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        received TEXT NOT NULL,
        peer TEXT NOT NULL,
        sender TEXT NOT NULL,
        recipients TEXT NOT NULL,
        raw BLOB NOT NULL,
        status TEXT NOT NULL DEFAULT 'waiting',
        note TEXT NOT NULL DEFAULT '',
        key TEXT NOT NULL DEFAULT '',
        hash TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX letters_waiting ON letters (status) WHERE status IN ('waiting', 'failed')",
    "CREATE INDEX letters_key ON letters (key) WHERE key != ''",
    """CREATE TABLE acts (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        at TEXT NOT NULL,
        command TEXT NOT NULL,
        why TEXT NOT NULL,
        facts TEXT NOT NULL
    )""",
    """CREATE TABLE players (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        userid TEXT NOT NULL UNIQUE,
        look TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL DEFAULT 'active',
        password TEXT,
        settings TEXT NOT NULL DEFAULT '{}',
        created TEXT NOT NULL
    )""",
    """CREATE TABLE addresses (
        place INTEGER PRIMARY KEY AUTOINCREMENT,
        address TEXT NOT NULL UNIQUE,
        player INTEGER NOT NULL REFERENCES players (id)
    )""",
    "CREATE INDEX addresses_player ON addresses (player)",
    """CREATE TABLE matches (
        board INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        first INTEGER NOT NULL REFERENCES players (id),
        second INTEGER NOT NULL REFERENCES players (id),
        status TEXT NOT NULL,
        start TEXT NOT NULL,
        seed INTEGER NOT NULL,
        setup TEXT NOT NULL,
        position TEXT NOT NULL,
        plies INTEGER NOT NULL,
        turn INTEGER,
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        seq INTEGER NOT NULL,
        head TEXT NOT NULL,
        created TEXT NOT NULL,
        updated TEXT NOT NULL
    )""",
    "CREATE INDEX matches_first ON matches (first)",
    "CREATE INDEX matches_second ON matches (second)",
    """CREATE TABLE events (
        board INTEGER NOT NULL REFERENCES matches (board),
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        at TEXT NOT NULL,
        letter INTEGER REFERENCES letters (id),
        act INTEGER REFERENCES acts (id),
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (board, seq),
        CHECK ((letter IS NULL) != (act IS NULL))
    ) WITHOUT ROWID""",
    """CREATE TABLE outbox (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        recipient TEXT NOT NULL,
        kind TEXT NOT NULL,
        message_id TEXT NOT NULL,
        raw BLOB NOT NULL,
        letter INTEGER REFERENCES letters (id),
        act INTEGER REFERENCES acts (id),
        nonce TEXT NOT NULL,
        reply INTEGER NOT NULL,
        board INTEGER REFERENCES matches (board),
        seq INTEGER,
        player INTEGER REFERENCES players (id),
        status TEXT NOT NULL DEFAULT 'queued',
        queued TEXT NOT NULL,
        due TEXT NOT NULL,
        sent TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        error TEXT NOT NULL DEFAULT ''
    )""",
    "CREATE INDEX outbox_due ON outbox (due) WHERE status = 'queued'",
    "CREATE INDEX outbox_order ON outbox (recipient, id) WHERE status = 'queued'",
    "CREATE INDEX outbox_letter ON outbox (letter)",
    "CREATE INDEX outbox_board ON outbox (board, player)",
    """CREATE TABLE tokens (
        hash TEXT PRIMARY KEY,
        purpose TEXT NOT NULL,
        player INTEGER REFERENCES players (id),
        board INTEGER REFERENCES matches (board),
        seq INTEGER,
        data TEXT NOT NULL,
        created TEXT NOT NULL,
        expires TEXT,
        used TEXT
    ) WITHOUT ROWID""",
    "CREATE INDEX tokens_player ON tokens (player, purpose)",
    "CREATE TABLE marks (key TEXT NOT NULL, at TEXT NOT NULL)",
    "CREATE INDEX marks_key ON marks (key, at)",
)


@migration
def m0001_first_schema(db: Database) -> None:
    _execute(db, FIRST_SCHEMA)


PEOPLE = (
    """CREATE TABLE blocks (
        player INTEGER NOT NULL REFERENCES players (id),
        other INTEGER NOT NULL REFERENCES players (id),
        at TEXT NOT NULL,
        PRIMARY KEY (player, other)
    ) WITHOUT ROWID""",
    """CREATE TABLE subscriptions (
        player INTEGER NOT NULL REFERENCES players (id),
        other INTEGER NOT NULL REFERENCES matches (board),
        at TEXT NOT NULL,
        PRIMARY KEY (player, other)
    ) WITHOUT ROWID""",
    "CREATE INDEX subscriptions_other ON subscriptions (other)",
)


@migration
def m0002_people(db: Database) -> None:
    """Blocked players and watched boards."""
    _execute(db, PEOPLE)


PLAY = (
    """CREATE TABLE queues (
        board INTEGER NOT NULL REFERENCES matches (board),
        player INTEGER NOT NULL REFERENCES players (id),
        plan TEXT NOT NULL,
        PRIMARY KEY (board, player)
    ) WITHOUT ROWID""",
)


@migration
def m0003_play(db: Database) -> None:
    """Plans: moves that a player decided on beforehand."""
    _execute(db, PLAY)


CLOCKS = (
    "ALTER TABLE matches ADD COLUMN clock TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE matches ADD COLUMN alarm TEXT",
    "CREATE INDEX matches_alarm ON matches (alarm) WHERE alarm IS NOT NULL",
    """CREATE TABLE vacations (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        player INTEGER NOT NULL REFERENCES players (id),
        start TEXT NOT NULL,
        "end" TEXT NOT NULL
    )""",
    "CREATE INDEX vacations_player ON vacations (player)",
    "CREATE TABLE moments (name TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID",
)


@migration
def m0004_clocks(db: Database) -> None:
    """Clocks and alarms of boards, vacations, last times."""
    _execute(db, CLOCKS)


RATINGS = (
    "ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 1",
    """UPDATE matches SET rated = 0
        WHERE board IN (SELECT board FROM events WHERE kind = 'imported')""",
    """CREATE TABLE ratings (
        board INTEGER NOT NULL REFERENCES matches (board),
        seat INTEGER NOT NULL,
        game TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        opponent INTEGER NOT NULL REFERENCES players (id),
        score REAL NOT NULL,
        ended TEXT NOT NULL,
        points_before INTEGER NOT NULL,
        points INTEGER NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (board, seat)
    ) WITHOUT ROWID""",
    "CREATE INDEX ratings_player ON ratings (game, player, ended, board)",
    "CREATE INDEX ratings_ended ON ratings (game, ended, board)",
)


@migration
def m0005_ratings(db: Database) -> None:
    """Rated games and rating changes. Imported games are unrated."""
    _execute(db, RATINGS)


SEEKS = (
    """CREATE TABLE seeks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        player INTEGER NOT NULL REFERENCES players (id),
        game TEXT NOT NULL,
        remaining INTEGER NOT NULL,
        options TEXT NOT NULL,
        at TEXT NOT NULL
    )""",
    "CREATE INDEX seeks_game ON seeks (game)",
    "CREATE INDEX seeks_player ON seeks (player)",
)


@migration
def m0006_seeks(db: Database) -> None:
    """Challenges that anyone may take."""
    _execute(db, SEEKS)


DIGESTS = ("CREATE INDEX outbox_held ON outbox (id) WHERE status = 'held'",)


@migration
def m0007_digests(db: Database) -> None:
    """An index of the mails that wait for a digest."""
    _execute(db, DIGESTS)


DEPARTURES = ("CREATE TABLE departures (address TEXT PRIMARY KEY, at TEXT NOT NULL) WITHOUT ROWID",)


@migration
def m0008_departures(db: Database) -> None:
    """Addresses whose owners have left."""
    _execute(db, DEPARTURES)


BOUNCES = ("ALTER TABLE addresses ADD COLUMN bounced TEXT",)


@migration
def m0009_bounces(db: Database) -> None:
    """When a mail to an address bounced."""
    _execute(db, BOUNCES)


SNAPSHOTS = (
    """CREATE TABLE snapshots (
        board INTEGER PRIMARY KEY REFERENCES matches (board),
        head TEXT NOT NULL,
        kept TEXT NOT NULL
    )""",
)


@migration
def m0010_snapshots(db: Database) -> None:
    """Snapshots of boards."""
    _execute(db, SNAPSHOTS)


@migration
def m0011_own_last(db: Database) -> None:
    """Snapshots hold the last own move of each side. Old snapshots are deleted, and made again on
    demand.
    """
    db.execute("DELETE FROM snapshots")


PROGRESS = ("ALTER TABLE letters ADD COLUMN progress TEXT NOT NULL DEFAULT ''",)


@migration
def m0012_progress(db: Database) -> None:
    """Which lines of a waiting letter were acted on."""
    _execute(db, PROGRESS)


EVIDENCE = (
    "ALTER TABLE letters ADD COLUMN believed TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE letters ADD COLUMN token TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE letters ADD COLUMN vouched INTEGER",
    "ALTER TABLE letters ADD COLUMN passwords TEXT NOT NULL DEFAULT '{}'",
)


@migration
def m0013_evidence(db: Database) -> None:
    """The proofs of a letter. For waiting letters, the trusted server is unknown: trust none."""
    _execute(db, EVIDENCE)
    unsettled = "SELECT id, recipients FROM letters WHERE status IN ('waiting', 'failed')"
    for letter, recipients in db.execute(unsettled).fetchall():
        found = re.search(r'"pbm\+([a-z2-7]{26})@', recipients, re.IGNORECASE)
        if found:
            hashed = hashlib.sha256(found[1].lower().encode()).hexdigest()
            db.execute("UPDATE letters SET token = ? WHERE id = ?", [hashed, letter])


WITHHELD = (
    """CREATE TABLE withheld (
        letter INTEGER PRIMARY KEY REFERENCES letters (id),
        address TEXT NOT NULL,
        domain TEXT NOT NULL,
        network TEXT NOT NULL,
        vouched INTEGER NOT NULL,
        at TEXT NOT NULL,
        UNIQUE (address, vouched)
    )""",
    """CREATE TABLE quotas (
        name TEXT NOT NULL,
        day TEXT NOT NULL,
        bytes INTEGER NOT NULL,
        PRIMARY KEY (name, day)
    ) WITHOUT ROWID""",
    """UPDATE outbox SET status = 'dropped' WHERE status = 'dead' AND player IS NULL
        AND kind != 'alert' AND recipient NOT IN (SELECT address FROM addresses)""",
)


@migration
def m0014_withheld(db: Database) -> None:
    """Withheld letters, and quotas on stored bytes. Drop dead mails to strangers."""
    _execute(db, WITHHELD)


RESTS = (
    """UPDATE outbox SET status = 'resting' WHERE status = 'queued' AND attempts = 0
        AND error = 'mails to this address come back; it is tried again then'""",
    "CREATE INDEX outbox_resting ON outbox (due) WHERE status = 'resting'",
    "DROP INDEX outbox_due",
    "ALTER TABLE outbox ADD COLUMN accepted TEXT NOT NULL DEFAULT ''",
)


@migration
def m0015_rests(db: Database) -> None:
    """Resting becomes a status; it was an error text. Also store the next hop's reply."""
    _execute(db, RESTS)


# Letters are found by their envelope sender; the index of authors holds only those that differ.
TRACING = (
    "ALTER TABLE letters ADD COLUMN author TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE letters ADD COLUMN message_key TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX letters_status ON letters (status)",
    "CREATE INDEX letters_received ON letters (received)",
    "CREATE INDEX letters_sender ON letters (lower(sender))",
    "CREATE INDEX letters_author ON letters (author) WHERE author != ''",
    "CREATE INDEX letters_message ON letters (message_key) WHERE message_key != ''",
    "CREATE INDEX outbox_status ON outbox (status)",
    "CREATE INDEX outbox_queued ON outbox (queued)",
    "CREATE INDEX outbox_recipient ON outbox (recipient)",
    "CREATE INDEX outbox_player ON outbox (player)",
    "CREATE INDEX outbox_message ON outbox (message_id)",
    "ALTER TABLE acts ADD COLUMN who TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE counters (name TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID",
)


@migration
def m0016_tracing(db: Database) -> None:
    """Columns and indexes for searches; the person who typed an act; counters."""
    _execute(db, TRACING)


BOUNDS = (
    "ALTER TABLE marks RENAME TO old_marks",
    "ALTER TABLE moments RENAME TO old_moments",
    """CREATE TABLE marks (
        kind TEXT NOT NULL,
        whose TEXT NOT NULL,
        board INTEGER NOT NULL,
        at TEXT NOT NULL
    )""",
    """CREATE TABLE moments (
        kind TEXT NOT NULL,
        whose TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (kind, whose)
    ) WITHOUT ROWID""",
    # Old keys are "reply on 17:alice@example.org" or "strangers".
    """INSERT INTO marks SELECT
        iif(what LIKE 'reply on %', 'reply', what), whose,
        iif(what LIKE 'reply on %', CAST(substr(what, 10) AS INTEGER), 0), at
        FROM (SELECT at, substr(key, 1, instr(key || ':', ':') - 1) AS what,
            substr(key, instr(key || ':', ':') + 1) AS whose FROM old_marks)""",
    """INSERT INTO moments SELECT substr(name, 1, instr(name || ':', ':') - 1),
        substr(name, instr(name || ':', ':') + 1), at FROM old_moments""",
    "DROP TABLE old_marks",
    "DROP TABLE old_moments",
    "CREATE INDEX marks_kind ON marks (kind, whose, board, at)",
    "CREATE INDEX marks_whose ON marks (whose)",
)


@migration
def m0018_bounds(db: Database) -> None:
    """Marks and moments have columns for their kind and subject; these were parts of a key."""
    _execute(db, BOUNDS)


# The key stays NULL for letters of older versions, until m0036_fewer_pages.
DONE_ONCE = (
    "ALTER TABLE letters ADD COLUMN done TEXT",
    "CREATE UNIQUE INDEX letters_done ON letters (done) WHERE done IS NOT NULL",
)


@migration
def m0019_done_once(db: Database) -> None:
    """The unique duplicate key of a letter that was done."""
    _execute(db, DONE_ONCE)


# An event has exactly one of three causes. SQLite cannot change a CHECK, so the table of events is
# created again.
REQUESTS = (
    """CREATE TABLE requests (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        door TEXT NOT NULL,
        player INTEGER NOT NULL REFERENCES players (id),
        what TEXT NOT NULL,
        at TEXT NOT NULL
    )""",
    "ALTER TABLE outbox ADD COLUMN request INTEGER REFERENCES requests (id)",
    "ALTER TABLE events RENAME TO old_events",
    """CREATE TABLE events (
        board INTEGER NOT NULL REFERENCES matches (board),
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        at TEXT NOT NULL,
        letter INTEGER REFERENCES letters (id),
        act INTEGER REFERENCES acts (id),
        request INTEGER REFERENCES requests (id),
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        offered INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (board, seq),
        CHECK ((letter IS NOT NULL) + (act IS NOT NULL) + (request IS NOT NULL) = 1)
    ) WITHOUT ROWID""",
    """INSERT INTO events (board, seq, kind, data, at, letter, act, previous, hash)
        SELECT board, seq, kind, data, at, letter, act, previous, hash FROM old_events""",
    "DROP TABLE old_events",
)


@migration
def m0022_requests(db: Database) -> None:
    """Requests as a third cause besides letters and acts; which events were offered."""
    _execute(db, REQUESTS)


SUBSCRIBERS = (
    """CREATE TABLE unheard (
        subscriber TEXT NOT NULL,
        board INTEGER NOT NULL REFERENCES matches (board),
        seq INTEGER NOT NULL,
        due TEXT NOT NULL,
        PRIMARY KEY (subscriber, board, seq)
    ) WITHOUT ROWID""",
    "CREATE INDEX unheard_due ON unheard (subscriber, due)",
    """CREATE TABLE finished_games (
        board INTEGER NOT NULL REFERENCES matches (board),
        seq INTEGER NOT NULL,
        game TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        first INTEGER NOT NULL REFERENCES players (id),
        second INTEGER NOT NULL REFERENCES players (id),
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        plies INTEGER NOT NULL,
        started TEXT NOT NULL,
        finished TEXT NOT NULL,
        read INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (board, seq)
    ) WITHOUT ROWID""",
    "CREATE INDEX finished_games_order ON finished_games (finished, board, seq)",
    "CREATE INDEX finished_games_unread ON finished_games (finished, board, seq) WHERE read = 0",
)


@migration
def m0023_subscribers(db: Database) -> None:
    """The queues of subscribers, and the feed of finished games."""
    _execute(db, SUBSCRIBERS)


# Places are never reused, so that readers can store how far they have read.
FEED = (
    """CREATE TABLE feed (
        place INTEGER PRIMARY KEY AUTOINCREMENT,
        board INTEGER NOT NULL REFERENCES matches (board),
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        first INTEGER NOT NULL REFERENCES players (id),
        second INTEGER NOT NULL REFERENCES players (id),
        result TEXT NOT NULL,
        reason TEXT NOT NULL,
        plies INTEGER NOT NULL,
        started TEXT NOT NULL,
        at TEXT NOT NULL,
        UNIQUE (board, seq)
    )""",
    """INSERT INTO feed (board, seq, kind, game, ruleset, first, second, result, reason, plies,
            started, at)
        SELECT board, seq, 'finished', game, ruleset, first, second, result, reason, plies,
            started, finished
        FROM finished_games ORDER BY finished, board, seq""",
    "DROP TABLE finished_games",
)


@migration
def m0025_feed(db: Database) -> None:
    """Number the lines of the feed; readers remember a number, so lines need no flag for "read"."""
    _execute(db, FEED)


WAITS = (
    "ALTER TABLE outbox ADD COLUMN waits INTEGER NOT NULL DEFAULT 0",
    "UPDATE outbox SET waits = 1 WHERE status IN ('queued', 'held') AND due != queued",
)


@migration
def m0026_waits(db: Database) -> None:
    """Whether a mail must not leave before it is due; this was derived from two times."""
    _execute(db, WAITS)


@migration
def m0027_bounces_and_losses(db: Database) -> None:
    """Snapshots hold the bounces of the last move and the stacks that it cut off, for pictures. Old
    snapshots are deleted; new ones are made on demand."""
    db.execute("DELETE FROM snapshots")


PAGES = (
    "ALTER TABLE outbox ADD COLUMN page TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX outbox_unfinished ON outbox (id) WHERE status = 'queued' AND page != ''",
)


@migration
def m0028_pages(db: Database) -> None:
    """The facts of the HTML part of a mail, until it is made. Masks of digests get numbers; before,
    their order identified them: the first in the header, the others in the text and in the HTML."""
    _execute(db, PAGES)
    digests = "SELECT id, raw, nonce FROM outbox WHERE nonce LIKE '% %' AND raw != x''"
    for mail, raw, nonce in db.execute(digests).fetchall():
        numbered = _with_numbered_masks(raw, len(nonce.split()))
        db.execute("UPDATE outbox SET raw = ? WHERE id = ?", [numbered, mail])


def _with_numbered_masks(raw: bytes, tokens: int) -> bytes:
    first, *others = raw.split(b"x" * 26)
    numbers = itertools.chain([b"xxxx"], itertools.cycle(b"%04d" % n for n in range(1, tokens)))
    masked = (b"x" * 22 + number + text for number, text in zip(numbers, others, strict=False))
    return first + b"".join(masked)


OPEN_GAMES = tuple(
    f"CREATE INDEX matches_open_{seat} ON matches ({seat}) WHERE status IN ('invited', 'running')"
    for seat in ("first", "second")
)


@migration
def m0029_open_games(db: Database) -> None:
    """Find the open games of a player without the finished ones, of which programs have many."""
    _execute(db, OPEN_GAMES)


CONTESTS = (
    """CREATE TABLE contests (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        number INTEGER NOT NULL,
        parent INTEGER NOT NULL,
        status TEXT NOT NULL,
        size INTEGER NOT NULL,
        twice INTEGER NOT NULL,
        programs INTEGER NOT NULL,
        created TEXT NOT NULL,
        starts TEXT,
        ends TEXT,
        begun INTEGER NOT NULL,
        carried INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        head TEXT NOT NULL,
        alarm TEXT
    )""",
    "CREATE INDEX contests_alarm ON contests (alarm) WHERE alarm IS NOT NULL",
    "CREATE INDEX contests_kind ON contests (kind, game, status)",
    "CREATE INDEX contests_parent ON contests (parent)",
    """CREATE TABLE contest_events (
        contest INTEGER NOT NULL REFERENCES contests (id),
        seq INTEGER NOT NULL,
        kind TEXT NOT NULL,
        data TEXT NOT NULL,
        at TEXT NOT NULL,
        letter INTEGER REFERENCES letters (id),
        act INTEGER REFERENCES acts (id),
        request INTEGER REFERENCES requests (id),
        previous TEXT NOT NULL,
        hash TEXT NOT NULL,
        PRIMARY KEY (contest, seq),
        CHECK ((letter IS NOT NULL) + (act IS NOT NULL) + (request IS NOT NULL) = 1)
    ) WITHOUT ROWID""",
    """CREATE TABLE contest_entries (
        contest INTEGER NOT NULL REFERENCES contests (id),
        player INTEGER NOT NULL REFERENCES players (id),
        since TEXT NOT NULL,
        place INTEGER NOT NULL,
        rating INTEGER NOT NULL,
        once INTEGER NOT NULL,
        told TEXT NOT NULL,
        step INTEGER NOT NULL,
        rests TEXT,
        gone TEXT NOT NULL,
        until TEXT,
        struck INTEGER NOT NULL,
        final INTEGER NOT NULL,
        PRIMARY KEY (contest, player)
    ) WITHOUT ROWID""",
    "CREATE INDEX contest_entries_player ON contest_entries (player)",
    "CREATE INDEX contest_entries_place ON contest_entries (contest, place)",
    """CREATE TABLE contest_games (
        board INTEGER PRIMARY KEY REFERENCES matches (board),
        contest INTEGER NOT NULL REFERENCES contests (id),
        round INTEGER NOT NULL,
        first INTEGER NOT NULL REFERENCES players (id),
        second INTEGER NOT NULL REFERENCES players (id),
        begun TEXT NOT NULL,
        challenger INTEGER NOT NULL,
        how TEXT NOT NULL,
        halves INTEGER,
        absent INTEGER NOT NULL,
        ended TEXT
    )""",
    "CREATE INDEX contest_games_contest ON contest_games (contest)",
    "CREATE INDEX contest_games_first ON contest_games (first)",
    "CREATE INDEX contest_games_second ON contest_games (second)",
    """CREATE TABLE contest_subscriptions (
        player INTEGER NOT NULL REFERENCES players (id),
        other INTEGER NOT NULL REFERENCES contests (id),
        at TEXT NOT NULL,
        PRIMARY KEY (player, other)
    ) WITHOUT ROWID""",
    "CREATE INDEX contest_subscriptions_other ON contest_subscriptions (other)",
)


@migration
def m0030_contests(db: Database) -> None:
    """Cups, seasons, leagues and stairs, with their events, entries, games and spectators."""
    _execute(db, CONTESTS)


STUDY = (
    """CREATE TABLE analyses (
        board INTEGER PRIMARY KEY REFERENCES matches (board),
        seq INTEGER NOT NULL,
        version INTEGER NOT NULL,
        made TEXT NOT NULL,
        found TEXT NOT NULL
    )""",
    """CREATE TABLE analyses_asked (
        board INTEGER NOT NULL REFERENCES matches (board),
        player INTEGER NOT NULL REFERENCES players (id),
        at TEXT NOT NULL,
        PRIMARY KEY (board, player)
    ) WITHOUT ROWID""",
    """CREATE TABLE puzzles (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        position TEXT NOT NULL,
        line TEXT NOT NULL,
        origin TEXT NOT NULL,
        points INTEGER NOT NULL,
        tried INTEGER NOT NULL,
        UNIQUE (game, ruleset, position)
    )""",
    """CREATE TABLE puzzle_tries (
        player INTEGER NOT NULL REFERENCES players (id),
        puzzle INTEGER NOT NULL REFERENCES puzzles (id),
        at TEXT NOT NULL,
        found INTEGER NOT NULL,
        state TEXT NOT NULL,
        PRIMARY KEY (player, puzzle)
    ) WITHOUT ROWID""",
    """CREATE TABLE solvers (
        player INTEGER NOT NULL REFERENCES players (id),
        game TEXT NOT NULL,
        points INTEGER NOT NULL,
        tried INTEGER NOT NULL,
        PRIMARY KEY (player, game)
    ) WITHOUT ROWID""",
    "CREATE INDEX matches_running ON matches (game, ruleset) WHERE status = 'running'",
)


@migration
def m0031_study(db: Database) -> None:
    """Analyses of finished games, players who wait for one, puzzles, tries, ratings of solvers."""
    _execute(db, STUDY)


NODES = (
    """CREATE TABLE nodes (
        name TEXT PRIMARY KEY,
        seen TEXT NOT NULL,
        version TEXT NOT NULL,
        key TEXT NOT NULL,
        settings TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE leases (
        mail INTEGER PRIMARY KEY REFERENCES outbox (id),
        node TEXT NOT NULL,
        until TEXT NOT NULL
    )""",
)


@migration
def m0032_nodes(db: Database) -> None:
    """The nodes that serve on one store, and which of them delivers a mail."""
    _execute(db, NODES)


PRIVATE = ("ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0",)


@migration
def m0033_private_games(db: Database) -> None:
    """Whether only its players may see a game."""
    _execute(db, PRIVATE)


NEVER_GIVEN = (
    """CREATE TABLE never_given (
        name TEXT NOT NULL,
        first INTEGER NOT NULL,
        last INTEGER NOT NULL,
        PRIMARY KEY (name, first)
    ) WITHOUT ROWID""",
)


@migration
def m0034_never_given(db: Database) -> None:
    """Numbers that no row ever had, in a copy of a database that leaves gaps, by table."""
    _execute(db, NEVER_GIVEN)


@migration
def m0035_encrypted(db: Database) -> None:
    """Whether the bytes of a letter are encrypted."""
    db.execute("ALTER TABLE letters ADD COLUMN encrypted INTEGER NOT NULL DEFAULT 0")


# Measured: a move wrote twelve pages of the database, five of them to these indexes. A page holds
# five times as many beginnings of keys as keys, and six characters of a hash find one row of a
# million. The index letters_status finds waiting letters as well, and letters_done finds copies.
FEWER_PAGES = (
    """UPDATE letters SET done = key WHERE id IN (SELECT min(id) FROM letters
        WHERE key != '' AND (status = 'done' OR progress != '')
        GROUP BY key HAVING count(done) = 0)""",
    "DROP INDEX letters_key",
    "DROP INDEX letters_waiting",
    "DROP INDEX letters_message",
    "CREATE INDEX letters_message ON letters (substr(message_key, 1, 6)) WHERE message_key != ''",
    "DROP INDEX outbox_message",
    "CREATE INDEX outbox_message ON outbox (substr(message_id, 2, 6))",
)


@migration
def m0036_fewer_pages(db: Database) -> None:
    """Fewer and shorter indexes. ``done``, which is unique, tells a letter from its duplicates."""
    _execute(db, FEWER_PAGES)


WORDS = (
    "ALTER TABLE letters ADD COLUMN words TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX letters_words ON letters (words) WHERE words != ''",
)


@migration
def m0037_words(db: Database) -> None:
    """The digest of the words of a letter that held no command, to tell that they came again."""
    _execute(db, WORDS)


FETCHED = (
    """CREATE TABLE fetched (
        mailbox TEXT NOT NULL,
        validity INTEGER NOT NULL,
        uid INTEGER NOT NULL,
        digest TEXT NOT NULL,
        letter INTEGER REFERENCES letters (id),
        PRIMARY KEY (mailbox, validity, uid)
    ) WITHOUT ROWID""",
    "CREATE INDEX fetched_digest ON fetched (digest)",
)


@migration
def m0038_fetched(db: Database) -> None:
    """The messages that were fetched from a mailbox, so that none becomes two letters."""
    _execute(db, FETCHED)


@migration
def m0039_reply_key(db: Database) -> None:
    """The hash of a mail's token, for letters that name the mail in place of the token."""
    db.execute("ALTER TABLE outbox ADD COLUMN reply_key TEXT NOT NULL DEFAULT ''")


RULES = (
    "ALTER TABLE matches ADD COLUMN rules TEXT NOT NULL DEFAULT ''",
    "CREATE INDEX matches_rules ON matches (rules) WHERE rules != ''",
)


@migration
def m0040_rules(db: Database) -> None:
    """The distribution, version and number of a plugin's rules that a board was begun with."""
    _execute(db, RULES)
