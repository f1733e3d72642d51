"""The log contains no words of players, no secrets and no whole addresses."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import sys
from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.base import logs
from pbm.base.errors import PermanentFailure
from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing
from tests.combinations import for_each
from tests.pbm.town import ALICE, PASSWORD, Town

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """The text that the server logs in the default format, at every level."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(logs.MaskingFormatter("%(message)s"))
    root, level = logging.getLogger(), logging.getLogger().level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield written
    root.setLevel(level)
    root.removeHandler(handler)


@for_each(
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
def test_addresses_are_masked(text: str, masked: str) -> None:
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

    def stopped(self, until: datetime, why: str, *, tell: bool) -> None: ...

    def resumed(self) -> None: ...

    def revived(self, mail: int, until: datetime, why: str) -> None: ...


def test_an_address_in_a_reply_of_the_next_hop_is_masked(log: io.StringIO) -> None:
    pump = Pump(_OneMail(), _Refusing, lambda: NOW)
    pump.start()
    pump.stop(10)
    assert "550 5.1.1 <a…@example.org>: no such user" in log.getvalue()
    assert ALICE not in log.getvalue()


def test_the_log_of_an_exception_contains_no_words_of_the_letter(
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


def test_ordinary_play_leaves_no_secret_and_no_address_in_the_log(
    town_with_players: Town, log: io.StringIO
) -> None:
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
def handlers(monkeypatch: pytest.MonkeyPatch) -> list[logging.Handler]:
    """The handlers that ``logs.start`` has set."""
    found: list[logging.Handler] = []
    monkeypatch.setattr(logging, "basicConfig", lambda **given: found.extend(given["handlers"]))
    return found


@pytest.mark.parametrize(("detail", "formatter"), [("masked", True), ("full", False)])
def test_the_operator_chooses_whether_the_log_is_masked(
    detail: str, formatter: bool, handlers: list[logging.Handler]
) -> None:
    logs.start(detail)
    assert [isinstance(each.formatter, logs.MaskingFormatter) for each in handlers] == [formatter]


def line(handler: logging.Handler) -> str:
    return handler.format(logging.makeLogRecord({"name": "pbm", "levelname": "INFO", "msg": "up"}))


@pytest.mark.parametrize("detail", logs.DETAILS)
def test_a_line_begins_with_its_time(detail: str, handlers: list[logging.Handler]) -> None:
    logs.start(detail)
    time, _, rest = line(handlers[0]).partition(" ")
    assert datetime.fromisoformat(time).tzinfo is not None
    assert rest == "INFO pbm: up"


def test_a_line_for_journald_has_no_time(
    handlers: list[logging.Handler], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (tmp_path / "journal").open("w") as journal:
        found = os.fstat(journal.fileno())
        monkeypatch.setattr("sys.stderr", journal)
        monkeypatch.setenv("JOURNAL_STREAM", f"{found.st_dev}:{found.st_ino}")
        logs.start(logs.MASKED)
    assert line(handlers[0]) == "INFO pbm: up"


def record_of(message: str, *args: object, **extra: object) -> logging.LogRecord:
    record = logging.LogRecord("pbm.x", logging.WARNING, "", 0, message, args, None)
    record.__dict__.update(extra)
    return record


def test_a_throttled_message_is_logged_once_a_minute_with_a_count() -> None:
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


def test_other_messages_are_always_logged() -> None:
    throttle = logs.ThrottleFilter(lambda: 0.0)
    assert [throttle.filter(record_of("mail %d is dead", 1)) for _ in range(3)] == [True] * 3


def test_moments_in_messages_have_the_format_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    at = datetime(2026, 11, 22, 4, 29, 28, 67280, UTC)
    assert re.fullmatch(r"2026-11-2\dT\d\d:\d\d:28[+-]\d{4}", logs.moment(at))


@pytest.mark.parametrize("detail", logs.DETAILS)
def test_control_characters_are_escaped_in_the_log(
    detail: str, handlers: list[logging.Handler]
) -> None:
    logs.start(detail)
    record = record_of("550 %s", "\x1b[2J\u202e unknown")
    assert handlers[0].format(record).endswith("550 \\x1b[2J\\u202e unknown")


@pytest.mark.parametrize("detail", logs.DETAILS)
def test_a_line_in_json_is_an_object_with_its_time(
    detail: str, handlers: list[logging.Handler]
) -> None:
    logs.start(detail, logs.JSON)
    fields = json.loads(line(handlers[0]))
    assert datetime.fromisoformat(fields.pop("time")).tzinfo is not None
    assert fields == {"level": "INFO", "logger": "pbm", "message": "up"}


def test_a_fault_in_json_is_one_line_without_the_words_of_a_letter(
    handlers: list[logging.Handler],
) -> None:
    logs.start(logs.MASKED, logs.JSON)
    record = record_of('"quoted" by alice@example.org\n\x1b[2J')
    try:
        raise ValueError("words of a letter")
    except ValueError:
        record.exc_info = sys.exc_info()
    written = handlers[0].format(record)
    assert written.count("\n") == 0
    message = json.loads(written)["message"]
    assert message.startswith('"quoted" by a…@example.org\n\\x1b[2J')
    assert "ValueError" in message
    assert "words of" not in message.splitlines()[-1]
