"""What the log says: nobody's words, no secret, no whole address."""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.app import letter_log
from pbm.base import logs
from pbm.base.errors import PermanentFailure
from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing
from tests.pbm.town import ALICE, PASSWORD, Town

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """What the server writes by default, down to what it does not even show."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.MaskingFormatter("%(message)s"))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(level)
    root.removeHandler(handler)


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("550 5.1.1 <alice@example.org> unknown", "550 5.1.1 <a…@example.org> unknown"),
        ("data/out/alice@example.org/tmp: full", "data/out/a…@example.org/tmp: full"),
        (f"to pbm+{'a' * 26}@pbm.example", "to p…@pbm.example"),
        ("bounce+17.abcdefghijklmnop@pbm.example", "b…@pbm.example"),
        ("a@x.org, b@y.org", "a…@x.org, b…@y.org"),
        ("'alice@example.org'", "'a…@example.org'"),
        ("nobody here", "nobody here"),
        ("@", "@"),
    ],
)
def test_addresses_are_cut(text: str, masked: str) -> None:
    assert logs.mask_addresses(text) == masked


class _Refusing:
    """A next hop that repeats the address it refuses, as most do."""

    def deliver(self, mail: Outgoing) -> str:
        raise PermanentFailure(f"550 5.1.1 <{mail.recipient}>: no such user")

    def close(self) -> None: ...


class _OneMail:
    def __init__(self) -> None:
        self.mails = [Outgoing(1, "bounce@pbm.example", ALICE, b"words", 0, NOW)]

    def due(self, _now: datetime, _limit: int, _busy: Collection[str]) -> list[Outgoing]:
        return self.mails

    def sent(self, mail: int, now: datetime, accepted: str) -> None: ...

    def postponed(self, mail: int, until: datetime, why: str) -> None: ...

    def deferred(self, mail: int, until: datetime, why: str) -> None: ...

    def dead(self, _mail: int, _why: str) -> None:
        self.mails = []

    def refused(self, mail: int, why: str) -> None: ...


def test_a_next_hop_that_repeats_the_address_is_not_repeated(log: io.StringIO) -> None:
    pump = Pump(_OneMail(), _Refusing, lambda: NOW)
    pump.start()
    pump.stop(10)
    assert "550 5.1.1 <a…@example.org>: no such user" in log.getvalue()
    assert ALICE not in log.getvalue()


def test_a_fault_of_ours_is_told_without_the_words_of_the_letter(
    town_with_players: Town, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        try:
            raise ValueError(f"gyges resign 1 alice {PASSWORD}")
        except ValueError as error:
            raise RuntimeError(f"cannot read {PASSWORD} of {ALICE}") from error

    monkeypatch.setattr(town_with_players.app.desk, "handle", stumble)
    town_with_players.write(ALICE, f"gyges resign 1 alice {PASSWORD}")
    told = log.getvalue()
    assert "is put aside" in told
    assert "in stumble\n" in told
    assert told.index("ValueError: its words") < told.index("RuntimeError: its words")
    assert PASSWORD not in told
    assert ALICE not in told


def test_a_day_in_town_leaves_no_word_in_the_log(town_with_players: Town, log: io.StringIO) -> None:
    mails = town_with_players.board()
    town_with_players.answer(mails[0], "231123\n\nYour triple looks lonely.\n")
    town_with_players.write("stranger@example.net", "gyges resign 1 alice wrong-horse")
    town_with_players.live(days=2)
    for secret in (
        ALICE,
        "stranger@example.net",
        PASSWORD,
        "wrong-horse",
        "lonely",
        mails[0].token,
    ):
        assert secret not in log.getvalue()


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[logging.Handler]:
    """The handlers that were set."""
    found: list[logging.Handler] = []
    monkeypatch.setattr(logging, "basicConfig", lambda **given: found.extend(given["handlers"]))
    return found


@pytest.mark.parametrize(("detail", "formatter"), [("masked", True), ("full", False)])
def test_the_operator_chooses(detail: str, formatter: bool, chosen: list[logging.Handler]) -> None:
    logs.start(detail)
    assert [isinstance(each.formatter, logs.MaskingFormatter) for each in chosen] == [formatter]


def line(handler: logging.Handler) -> str:
    return handler.format(logging.makeLogRecord({"name": "pbm", "levelname": "INFO", "msg": "up"}))


@pytest.mark.parametrize("detail", logs.DETAILS)
def test_a_line_has_its_time(detail: str, chosen: list[logging.Handler]) -> None:
    logs.start(detail)
    time, _, rest = line(chosen[0]).partition(" ")
    assert datetime.fromisoformat(time).tzinfo is not None
    assert rest == "INFO pbm: up"


def test_a_line_for_journald_has_none(
    chosen: list[logging.Handler], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "journal").open("w") as journal:
        found = os.fstat(journal.fileno())
        monkeypatch.setattr("sys.stderr", journal)
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        logs.start(logs.MASKED)
    assert line(chosen[0]) == "INFO pbm: up"


def record_of(message: str, *args: object, **extra: object) -> logging.LogRecord:
    record = logging.LogRecord("pbm.x", logging.WARNING, "", 0, message, args, None)
    record.__dict__.update(extra)
    return record


def test_what_comes_with_every_letter_is_written_once_a_minute() -> None:
    now = 0.0
    throttle = logs.ThrottleFilter(lambda: now)

    def shown(message: str, *args: object) -> str:
        record = record_of(message, *args, **logs.THROTTLED)
        return record.getMessage() if throttle.filter(record) else ""

    assert shown("no room for %d", 1) == "no room for 1"
    assert [shown("no room for %d", number) for number in range(2, 50)] == [""] * 48
    assert shown("not even for %d", 2) == "not even for 2"
    now = 59.0
    assert shown("no room for %d", 50) == ""
    now = 60.0
    assert shown("no room for %d", 51) == "no room for 51 (49 more like it since the last)"
    now = 200.0
    assert shown("no room for %d", 52) == "no room for 52"


def test_what_is_not_marked_is_always_written() -> None:
    throttle = logs.ThrottleFilter(lambda: 0.0)
    assert [throttle.filter(record_of("mail %d is dead", 1)) for _ in range(3)] == [True] * 3


def test_times_in_the_log_are_all_written_alike(capsys: pytest.CaptureFixture[str]) -> None:
    at = datetime(2026, 11, 22, 4, 29, 28, 67280, UTC)
    assert re.fullmatch(r"2026-11-2\dT\d\d:\d\d:28[+-]\d{4}", logs.moment(at))


@pytest.fixture
def settled(tmp_path: Path) -> Iterator[Town]:
    town = Town(tmp_path)
    town.sign_up(ALICE, PASSWORD)
    yield town
    town.close()


def kept_line(town: Town) -> str:
    return letter_log.line(town.last_letter())


def test_a_letter_is_one_line_without_addresses(settled: Town) -> None:
    settled.write(ALICE, f"whoami\n{PASSWORD}", Message_ID="<Abc-1@mail.example.org>")
    assert kept_line(settled) == "letter 3 done from - <Abc-1@mail.example.org>"


@pytest.mark.parametrize(
    ("message_id", "shown"),
    [
        (f"<{PASSWORD} x@y>", "-"),
        ("none", "-"),
        ("<a\u009bb@y>", "-"),
        (f"<{'a' * 300}@y>", "-"),
    ],
)
def test_a_message_id_that_is_none_is_left_out(message_id: str, shown: str, settled: Town) -> None:
    raw = f"From: {ALICE}\nMessage-ID: {message_id}\n\nwhoami\n\nMessage-ID: <x@y>\n".encode()
    settled.post(ALICE, raw)
    assert kept_line(settled).split(" ")[-1] == shown


def test_the_words_of_a_fault_are_left_out(settled: Town) -> None:
    number = settled.keep(ALICE, b"From: alice@example.org\n\nwhoami\n")
    with settled.app.store.transaction() as tx:
        settled.app.put_aside(number, ValueError("hunter2"))(tx)
    assert kept_line(settled) == f"letter {number} failed from - -"


@pytest.mark.parametrize("letters", [True, False])
def test_letters_are_logged_where_that_is_wanted(
    letters: bool, settled: Town, capsys: pytest.CaptureFixture[str]
) -> None:
    logger = logging.getLogger(logs.LETTERS)
    try:
        logs.start(logs.MASKED, letters=letters)
        letter_log.log_letters(settled.app.store, [1, 2, 99])
    finally:
        logger.handlers, logger.propagate = [], True
    lines = capsys.readouterr().err.splitlines()
    assert [re.findall(r"letter (\d+) ", line) for line in lines] == [["1"], ["2"]] * letters
    assert ALICE not in "".join(lines)


@pytest.mark.parametrize("detail", logs.DETAILS)
def test_nobody_writes_to_the_terminal_that_shows_the_log(
    detail: str, chosen: list[logging.Handler]
) -> None:
    logs.start(detail)
    record = record_of("550 %s", "\x1b[2J\u202e unknown")
    assert chosen[0].format(record).endswith("550 \\x1b[2J\\u202e unknown")
