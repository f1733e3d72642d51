"""What the log says: nobody's words, no secret, no whole address."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm import logs
from pbm.errors import PermanentFailure
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

    def deliver(self, mail: Outgoing) -> None:
        raise PermanentFailure(f"550 5.1.1 <{mail.recipient}>: no such user")

    def close(self) -> None: ...


class _OneMail:
    def __init__(self) -> None:
        self.mails = [Outgoing(1, "bounce@pbm.example", ALICE, b"words", 0, NOW)]

    def due(self, _now: datetime, _limit: int) -> list[Outgoing]:
        return self.mails

    def sent(self, mail: int, now: datetime) -> None: ...

    def postponed(self, mail: int, until: datetime, why: str) -> None: ...

    def dead(self, _mail: int, _why: str) -> None:
        self.mails = []

    def refused(self, mail: int, why: str) -> None: ...


def test_a_next_hop_that_repeats_the_address_is_not_repeated(log: io.StringIO) -> None:
    pump = Pump(_OneMail(), _Refusing(), lambda: NOW)
    pump.start()
    pump.stop(10)
    assert "550 5.1.1 <a…@example.org>: no such user" in log.getvalue()
    assert ALICE not in log.getvalue()


def test_a_fault_of_ours_is_told_without_the_words_of_the_letter(
    players: Town, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        try:
            raise ValueError(f"gyges resign 1 alice {PASSWORD}")
        except ValueError as error:
            raise RuntimeError(f"cannot read {PASSWORD} of {ALICE}") from error

    monkeypatch.setattr(players.office.desk, "handle", stumble)
    players.write(ALICE, f"gyges resign 1 alice {PASSWORD}")
    told = log.getvalue()
    assert "is put aside" in told
    assert "in stumble\n" in told
    assert told.index("ValueError: its words") < told.index("RuntimeError: its words")
    assert PASSWORD not in told
    assert ALICE not in told


def test_a_day_in_town_leaves_no_word_in_the_log(players: Town, log: io.StringIO) -> None:
    mails = players.board()
    players.answer(mails[0], "231123\n\nYour triple looks lonely.\n")
    players.write("stranger@example.net", "gyges resign 1 alice wrong-horse")
    players.live(days=2)
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
