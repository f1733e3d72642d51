"""The states of the fetcher: in the doctor, in the metrics and in the log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pbm.app.application import App
from pbm.app.config import load
from pbm.mailbox.fetcher import Fetcher, Intake
from pbm.mailbox.states import LOOKED, State, note_state
from tests.patience import PATIENCE
from tests.pbm.cli.program import pbm

FAILING = (State.REFUSED, State.DOWN, State.FULL)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """A club whose mailbox is at a provider where no server answers."""
    (tmp_path / "word").write_text("secret")
    (tmp_path / "pbm.toml").write_text(
        'address = "club@example.org"\n[mailbox]\npassword_file = "word"\n'
        'imap = "imaps://127.0.0.1:1"\nsmtp = "smtps://127.0.0.1:1"\n'
    )
    with closing(App(load({"data": str(tmp_path)}, {}))) as app:
        yield app


def note(app: App, state: State, why: str = "", minutes: int = 0) -> None:
    """Note a state, and that the mailbox was last searched so many minutes ago."""
    now = app.clock()
    with app.store.transaction(acting=False) as tx:
        note_state(tx, state, why, now)
        tx.moments.set(LOOKED, now - timedelta(minutes=minutes))


def check(app: App, *options: str) -> dict[str, str]:
    ran = pbm("--data", str(app.settings.data), "doctor", "--json", *options)
    (found,) = [each for each in json.loads(ran.stdout)["checks"] if each["check"] == "mailbox"]
    assert ran.exit_code == 1 or found["level"] == "ok"
    return dict(found)


def samples(app: App) -> dict[str, float]:
    """The metrics of the mailbox, by their last label or by their name."""
    ran = pbm("--data", str(app.settings.data), "metrics")
    return {
        sample.labels.get("state", sample.name): sample.value
        for family in text_string_to_metric_families(ran.stdout)
        for sample in family.samples
        if sample.name in ("pbm_mailbox", "pbm_mailbox_looked_seconds")
    }


@pytest.mark.parametrize("state", [*State])
def test_each_state_is_told_by_the_doctor_and_the_metrics(app: App, state: State) -> None:
    note(app, state, "so says the server")
    found, measured = check(app), samples(app)
    assert (found["level"], state.value in found["found"]) == (
        "critical" if state in FAILING else "ok",
        True,
    )
    assert ("so says the server" in found["found"]) is (state in FAILING)
    assert {each for each in State if measured[each.value]} == {state}
    assert 0 <= measured["pbm_mailbox_looked_seconds"] <= PATIENCE


@pytest.mark.parametrize(("minutes", "level"), [(9, "ok"), (11, "critical")])
def test_ten_minutes_without_a_search_are_critical(app: App, minutes: int, level: str) -> None:
    note(app, State.IDLE, minutes=minutes)
    assert check(app, "--serving")["level"] == level


def test_a_mailbox_that_was_never_searched_is_critical_while_the_club_serves(app: App) -> None:
    assert check(app)["level"] == "ok"
    assert check(app, "--serving")["level"] == "critical"
    assert samples(app) == {}


def test_a_state_is_logged_when_it_begins(app: App, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "pbm.mailbox")
    account, identity = app.settings.mailbox, app.identity
    assert account is not None
    intake = Intake(identity.address, identity.received, 1, lambda: None)

    def beat() -> None:
        """Is called while the fetcher rests, since the provider does not answer."""
        fetcher.finish()

    fetcher = Fetcher(account, app.store, app.clock, intake, beat)
    fetcher.run()
    told = [(each.levelname, each.getMessage().partition(":")[0]) for each in caplog.records]
    assert told == [("WARNING", "the mailbox is down")]
    assert check(app)["level"] == "critical"
