"""``pbm metrics``, parsed as Prometheus parses it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from pbm import version
from pbm.app.metrics import Metric, exposition
from pbm.app.subscribers import SUBSCRIBERS, tell_subscribers
from pbm.app.workers import WORKER_RESTARTS
from pbm.core.bookkeeping import Node
from pbm.core.marks import TICK
from pbm.inbox.limits import strangers, take_room
from pbm.mail.correspondence import LetterStatus, MailStatus, Origin
from pbm.store import open_store
from tests.pbm.cli.program import pbm
from tests.pbm.store.postgresql.server import emptied
from tests.pbm.town import ALICE, NORTH, SOUTH, Town, letter, tamper

KINDS = {
    "pbm_build_info": "gauge",
    "pbm_players_unreachable": "gauge",
    "pbm_letters": "gauge",
    "pbm_mails": "gauge",
    "pbm_boards": "gauge",
    "pbm_players": "gauge",
    "pbm_oldest_letter_seconds": "gauge",
    "pbm_oldest_mail_seconds": "gauge",
    "pbm_next_hop_refuses": "gauge",
    "pbm_unpainted": "gauge",
    "pbm_oldest_unpainted_seconds": "gauge",
    "pbm_oldest_unheard_seconds": "gauge",
    "pbm_clock_lag_seconds": "gauge",
    "pbm_last_backup_timestamp_seconds": "gauge",
    "pbm_last_audit_timestamp_seconds": "gauge",
    "pbm_strangers_budget": "gauge",
    "pbm_strangers_budget_left": "gauge",
    "pbm_strangers_waiting": "gauge",
    "pbm_worker_restarts_total": "counter",
    "pbm_painter_restarts_total": "counter",
    "pbm_programs_restarts_total": "counter",
    "pbm_pages_restarts_total": "counter",
    "pbm_mailbox_restarts_total": "counter",
    "pbm_sent_as_text_total": "counter",
    "pbm_database_bytes": "gauge",
}

Numbers = Mapping[tuple[str, str], float]


def measured() -> Numbers:
    """All samples, by the name of the metric and the value of its last label."""
    result = pbm("metrics")
    assert (result.exit_code, result.stderr) == (0, "")
    return {
        (sample.name, list(sample.labels.values())[-1] if sample.labels else ""): sample.value
        for family in text_string_to_metric_families(result.stdout)
        for sample in family.samples
    }


@pytest.fixture
def busy_town(cli_town: Town, tmp_path: Path) -> Town:
    """A town that was backed up and audited, with a letter and a mail that wait."""
    assert pbm("backup", str(tmp_path / "backup.tar")).exit_code == 0
    assert pbm("audit").exit_code == 0
    cli_town.time = datetime.now(UTC) - timedelta(minutes=10)
    cli_town.keep(ALICE, letter(ALICE, "whoami").as_bytes())
    with cli_town.app.store.transaction() as tx:
        for mail in tx.outbox.list():
            tx.outbox.mark_sent({mail.id: ""}, cli_town.time)
        tx.outbox.revive(1, ALICE, cli_town.time, was=MailStatus.SENT)
        tx.moments.set(TICK, cli_town.time)
        tx.counters.add(WORKER_RESTARTS)
        tx.counters.add(WORKER_RESTARTS)
        origin = Origin("carol@example.com", "", vouched=False)
        take_room(tx, strangers(origin, 200), datetime.now(UTC))
    return cli_town


def test_every_metric_has_a_type_and_a_help_text(busy_town: Town) -> None:
    shown = pbm("metrics").stdout
    kinds = dict(re.findall(r"^# TYPE (\S+) (\S+)$", shown, re.MULTILINE))
    assert kinds == KINDS
    assert re.findall(r"^# HELP (\S+) \S", shown, re.MULTILINE) == list(kinds)
    families = {family.name for family in text_string_to_metric_families(shown)}
    assert families == {name.removesuffix("_total") for name in KINDS}


def test_waiting_letters_mails_and_clocks_have_an_age(busy_town: Town) -> None:
    numbers = measured()
    assert 600 <= numbers["pbm_oldest_letter_seconds", ""] < 700
    assert 600 <= numbers["pbm_oldest_mail_seconds", ""] < 700
    assert 600 <= numbers["pbm_clock_lag_seconds", ""] < 700
    assert numbers["pbm_letters", "waiting"] == numbers["pbm_mails", "queued"] == 1
    assert numbers["pbm_players", "active"] == 2


def test_an_event_that_a_subscriber_has_not_handled_has_an_age(cli_town: Town) -> None:
    (subscriber,) = SUBSCRIBERS
    cli_town.time = datetime.now(UTC) - timedelta(minutes=10)
    alice, _ = cli_town.play(cli_town.board(), SOUTH, NORTH)
    cli_town.answer(alice, "resign\n")
    assert 600 <= measured()["pbm_oldest_unheard_seconds", subscriber.name] < 700
    tell_subscribers(cli_town.app.store, cli_town.app.clock)
    assert measured()["pbm_oldest_unheard_seconds", subscriber.name] == 0


def test_a_mail_that_waits_for_its_html_has_an_age(busy_town: Town) -> None:
    numbers = measured()
    assert numbers["pbm_unpainted", ""] == numbers["pbm_oldest_unpainted_seconds", ""] == 0
    tamper(busy_town, "UPDATE outbox SET page = '{}' WHERE id = 1")
    numbers = measured()
    assert numbers["pbm_unpainted", ""] == 1
    assert 600 <= numbers["pbm_oldest_unpainted_seconds", ""] < 700


def test_the_last_backup_the_last_audit_and_counters_are_measured(busy_town: Town) -> None:
    numbers, now = measured(), datetime.now(UTC).timestamp()
    assert now - 600 < numbers["pbm_last_backup_timestamp_seconds", ""] <= now
    assert now - 600 < numbers["pbm_last_audit_timestamp_seconds", ""] <= now
    assert numbers["pbm_worker_restarts_total", ""] == 2
    assert numbers["pbm_strangers_budget_left", "others"] == 199
    assert numbers["pbm_strangers_budget_left", "vouched"] == 200
    assert numbers["pbm_strangers_waiting", ""] == 0
    assert numbers["pbm_database_bytes", ""] > (busy_town.folder / "pbm.sqlite").stat().st_size - 1
    assert numbers["pbm_build_info", version.commit()] == 1


def test_a_database_of_several_nodes_tells_of_its_nodes_and_standbys(
    cli_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, seen = emptied("metrics"), datetime(2026, 1, 1, tzinfo=UTC)
    with closing(open_store(url)) as store, store.transaction() as tx:
        tx.nodes.put(Node("north", seen, "", "", {}))
    monkeypatch.setenv("PBM_STORE", url)
    numbers = measured()
    assert numbers["pbm_node_seen_timestamp_seconds", "north"] == seen.timestamp()
    assert numbers["pbm_leases_expired", ""] == 0
    assert numbers["pbm_standbys", ""] == numbers["pbm_replication_lag_seconds", ""] == 0
    assert 0 <= numbers["pbm_oldest_transaction_seconds", ""] < 60
    assert numbers["pbm_database_bytes", ""] > 0


def test_ages_are_zero_if_nothing_waits_and_unknown_moments_are_left_out(cli_town: Town) -> None:
    with cli_town.app.store.transaction() as tx:
        for mail in tx.outbox.list():
            tx.outbox.mark_sent({mail.id: ""}, cli_town.time)
    numbers = measured()
    assert numbers["pbm_oldest_letter_seconds", ""] == numbers["pbm_oldest_mail_seconds", ""] == 0
    assert numbers["pbm_worker_restarts_total", ""] == 0
    assert {name for name, _ in numbers} == KINDS.keys() - {
        "pbm_clock_lag_seconds",
        "pbm_last_backup_timestamp_seconds",
        "pbm_last_audit_timestamp_seconds",
    }


def test_metrics_change_nothing(busy_town: Town) -> None:
    with busy_town.app.store.reading() as tx:
        before = tx.acts.count(), tx.letters.counts()
    measured()
    with busy_town.app.store.reading() as tx:
        assert (tx.acts.count(), tx.letters.counts()) == before
        assert tx.letters.counts()[LetterStatus.WAITING] == 1


def test_an_audit_of_some_boards_does_not_count_as_the_last_audit(cli_town: Town) -> None:
    cli_town.board()
    assert pbm("audit", "1").exit_code == 0
    assert ("pbm_last_audit_timestamp_seconds", "") not in measured()


def test_labels_are_escaped() -> None:
    hostile = 'a"b\\c\nd'
    shown = exposition([Metric("pbm_x", "What it is.", {(("label", hostile),): 1.5})])
    (family,) = text_string_to_metric_families(shown)
    assert family.samples[0].labels == {"label": hostile}
    assert family.samples[0].value == 1.5
