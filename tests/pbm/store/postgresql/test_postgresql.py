"""The engine for several nodes: its transactions, its errors, its texts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from threading import Barrier

import pytest

from pbm.base.errors import ConflictError, StoreBusyError, TemporaryFailure
from pbm.mail.correspondence import LetterStatus, Search
from pbm.store import administration, open_store
from pbm.store.postgresql import PostgresStore, connection, pipeline
from pbm.store.postgresql.administration import PostgresAdministration
from pbm.store.postgresql.connection import connect
from pbm.store.postgresql.placeholders import translated
from pbm.store.postgresql.texts import escaped, unescaped
from pbm.store.protocol import Transaction
from pbm.store.writer import Writer
from tests.combinations import for_each
from tests.patience import PATIENCE
from tests.pbm.store.postgresql.server import emptied
from tests.pbm.store.samples import NOW, add_player, envelope, keep, kept, token

SCHEMA = "engine"
NOBODY = 99


class Fault(Exception):
    pass


@pytest.fixture
def url() -> str:
    return emptied(SCHEMA)


@pytest.fixture
def store(url: str) -> Iterator[PostgresStore]:
    with closing(PostgresAdministration(url).open()) as made:
        yield made


@pytest.mark.parametrize(
    ("sql", "expected", "names"),
    [
        ("id = ? AND a LIKE '%?:x' AND b = ?", "id = $1 AND a LIKE '%?:x' AND b = $2", []),
        (
            "at < :before OR (:before)::text = :at",
            "at < $1 OR ($1)::text = $2",
            ["before", "at"],
        ),
        ("\"a?b\" = json_extract(data, '$.seat')", "\"a?b\" = json_extract(data, '$.seat')", []),
    ],
)
def test_placeholders_are_translated_outside_of_quotes(
    sql: str, expected: str, names: list[str]
) -> None:
    assert translated(sql) == (expected.encode(), names)


@for_each("text", ["", "a", "\0", "a\0b", "\ufdd0", "\ufdd00", "\0\ufdd01\0"])
def test_texts_come_back_as_they_were(text: str) -> None:
    assert "\0" not in escaped(text)
    assert unescaped(escaped(text)) == text


def test_statements_go_on_after_many_transactions_were_rolled_back(store: PostgresStore) -> None:
    for number in range(20):
        with pytest.raises(Fault), store.transaction() as tx:
            keep(tx)
            raise Fault
        with store.transaction() as tx:
            keep(tx)
            assert len(tx.letters.waiting()) == number + 1


def test_statements_go_on_after_many_rollbacks(store: PostgresStore) -> None:
    for _ in range(4):
        with store.transaction() as tx:
            for _ in range(8):
                with pytest.raises(ConflictError), tx.savepoint():
                    add_player(tx, "alice")
                    tx.vacations.add(NOBODY, NOW, NOW)
                for _ in range(3):
                    assert keep(tx)
    with store.reading() as tx:
        assert tx.players.by_userid("alice") is None
        assert sum(tx.letters.counts().values()) == 96


def test_what_was_put_off_fails_before_an_outermost_savepoint_begins(store: PostgresStore) -> None:
    with pytest.raises(ConflictError), store.transaction() as tx:
        tx.tokens.add(token(player=NOBODY))
        with tx.savepoint():
            pytest.fail("it began")


def test_what_was_put_off_fails_the_savepoint_around_it(store: PostgresStore) -> None:
    def fail(tx: Transaction) -> None:
        tx.tokens.add(token(player=NOBODY))
        with suppress(ConflictError), tx.savepoint():
            tx.letters.waiting()
            pytest.fail("what was put off did not fail")
        tx.letters.waiting()

    with store.transaction() as tx:
        with pytest.raises(ConflictError), tx.savepoint():
            fail(tx)
        keep(tx)
    with store.reading() as tx:
        assert len(tx.letters.waiting()) == 1


@pytest.mark.parametrize("reads_before", [False, True])
@pytest.mark.parametrize("reads_inside", [False, True])
def test_a_nested_savepoint_is_rolled_back_alone(
    store: PostgresStore, reads_before: bool, reads_inside: bool
) -> None:
    """What was read before and inside decides which statements were sent by then."""
    with store.transaction() as tx, tx.savepoint():
        alice = add_player(tx, "alice").id
        tx.tokens.add(token("before", player=alice))
        if reads_before:
            tx.letters.waiting()
        with pytest.raises(Fault), tx.savepoint():
            tx.tokens.add(token("inside", player=alice))
            if reads_inside:
                tx.letters.waiting()
            tx.tokens.add(token("later", player=alice))
            raise Fault
        tx.tokens.add(token("after", player=alice))
    with store.reading() as tx:
        names = ("before", "inside", "later", "after")
        assert [each for each in names if tx.tokens.find(each)] == ["before", "after"]


def test_a_transaction_whose_last_change_is_refused_is_not_committed(store: PostgresStore) -> None:
    with store.transaction() as tx:
        letter = keep(tx)
    with pytest.raises(ConflictError), store.transaction() as tx:
        keep(tx)
        tx.letters.settle(letter, LetterStatus.DONE, was=LetterStatus.FAILED)
    with store.reading() as tx:
        assert tx.letters.waiting() == [letter]


def test_statements_beyond_those_that_are_prepared_are_sent_with_their_text(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "MOST_PREPARED", 0)
    with store.transaction() as tx:
        numbers = tx.letters.keep_all([envelope(b"%d" % each) for each in range(3)], NOW)
        assert tx.letters.waiting() == numbers


def test_what_was_put_off_fails_at_the_latest_at_the_end(store: PostgresStore) -> None:
    with pytest.raises(ConflictError), store.transaction() as tx:
        keep(tx)
        tx.tokens.add(token(player=NOBODY))
    with store.reading() as tx:
        assert tx.letters.waiting() == []


def test_nul_in_what_people_send_is_kept(store: PostgresStore) -> None:
    sent = replace(envelope(), sender="a\0b@example.org", recipients=("x\0y@example.org",))
    with store.transaction() as tx:
        letter = tx.letters.keep(sent, NOW)
        found = kept(tx, letter)
        assert (found.sender, found.recipients) == (sent.sender, sent.recipients)
        assert [each.id for each in tx.letters.find(Search(sender=sent.sender), 9)] == [letter]
        assert not tx.letters.find(Search(recipient="@example.com"), 9)


def test_texts_sort_by_their_bytes(store: PostgresStore) -> None:
    with store.transaction() as tx:
        for userid in ("b", "a", "-c", "Zoe", "é"):
            add_player(tx, userid)
        assert [each.userid for each in tx.players.list()] == ["-c", "Zoe", "a", "b", "é"]


def test_only_one_at_a_time_acts(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setattr(connection, "SESSION", "SET lock_timeout = '50ms'")
    with closing(PostgresStore(url)) as other, store.transaction():
        with pytest.raises(StoreBusyError), other.transaction():
            pass
        with other.transaction(acting=False) as tx:
            keep(tx)
        with other.reading() as tx:
            assert len(tx.letters.waiting()) == 1


def test_a_row_that_another_one_changes_is_a_conflict(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    with store.transaction() as tx:
        letter = keep(tx)
    monkeypatch.setattr(connection, "SESSION", "SET lock_timeout = '50ms'")
    with closing(PostgresStore(url)) as other, store.transaction() as tx:
        tx.letters.note_passwords(letter, {})
        with pytest.raises(ConflictError), other.transaction(acting=False) as late:
            late.letters.note_passwords(letter, {})


def test_a_connection_that_was_cut_is_a_temporary_failure(store: PostgresStore, url: str) -> None:
    with store.transaction() as tx:
        keep(tx)
    with pytest.raises(TemporaryFailure), store.transaction() as tx:
        keep(tx)
        cut(url)
        keep(tx)
    cut(url)
    with store.transaction() as tx:
        assert len(tx.letters.waiting()) == 1


def cut(url: str) -> None:
    """End all other connections, as a server that restarts does."""
    with closing(connect(url)) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE application_name = 'pbm' AND pid != pg_backend_pid()"
        )


def test_a_server_that_does_not_answer_is_given_up(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    PostgresAdministration(url).open().close()
    with closing(PostgresStore(url)) as store:
        with monkeypatch.context() as patch:
            patch.setattr(connection, "ANSWER_SECONDS", 0.1)
            with pytest.raises(TemporaryFailure, match="timeout"), store.transaction() as tx:
                tx._statements.execute("SELECT pg_sleep(600)")
        with store.reading() as tx:
            assert tx.letters.waiting() == []


def test_a_warning_at_a_commit_is_a_temporary_failure(store: PostgresStore) -> None:
    with pytest.raises(TemporaryFailure, match="standby"), store.transaction() as tx:
        keep(tx)
        for statement in WARNING:
            tx._statements.execute(statement)


# Without a standby, no server sends the warning about a cancelled wait for a standby.
WARNING = (
    """CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE WARNING 'canceling wait for a standby'; RETURN NULL; END $$""",
    """CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON letters DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION warn()""",
    """INSERT INTO letters (received, peer, sender, recipients, raw)
        VALUES ('', '', '', '[]', '')""",
)


def test_a_server_that_cannot_be_reached_is_a_temporary_failure(url: str) -> None:
    gone = url.replace("host=", "host=%2Fnowhere")
    for use in (administration(gone).open, administration(gone).is_begun):
        with pytest.raises(TemporaryFailure):
            use()


def test_several_nodes_may_create_the_tables_at_once(url: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = [*pool.map(lambda _: open_store(url), range(4))]
    for each in stores:
        each.close()


def test_letters_kept_together_are_numbered_in_their_order(store: PostgresStore) -> None:
    with store.transaction(acting=False) as tx:
        numbers = tx.letters.keep_all([envelope(b"%d" % each) for each in range(40)], NOW)
    with store.reading() as tx:
        assert [kept(tx, number).raw for number in numbers] == [b"%d" % n for n in range(40)]


def test_letters_are_kept_while_an_earlier_commit_is_waited_for(
    store: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = Barrier(2)
    begin = store.transaction

    @contextmanager
    def met(*, acting: bool, lasting: bool) -> Iterator[Transaction]:
        with begin(acting=acting, lasting=lasting) as tx:
            yield tx
            both.wait(PATIENCE)

    monkeypatch.setattr(store, "transaction", met)
    writer = Writer(store, lambda: NOW, others=1)
    writer.start()
    kept_as = [writer.keep(envelope(b"%d" % each)) for each in range(2)]
    assert len({each.result(PATIENCE) for each in kept_as}) == 2
    writer.stop()
