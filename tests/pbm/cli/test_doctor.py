from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from pbm.admin import doctor
from pbm.core.marks import LAST_BACKUP, TICK
from pbm.mail.correspondence import MailStatus
from tests.patience import PATIENCE
from tests.pbm.cli.program import pbm
from tests.pbm.town import ALICE, DOMAIN, Town, letter, tamper


@pytest.fixture
def well(house: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """A house where nothing waits, and nobody is too slow to greet the doctor."""
    monkeypatch.setattr(doctor, "_GREETING_SECONDS", PATIENCE)
    with house.app.store.transaction() as tx:
        for mail in tx.outbox.list():
            tx.outbox.mark_sent(mail.id, house.time)
    return house


def wrong() -> list[str]:
    """What the doctor finds wrong; his exit status must go by it."""
    result = pbm("doctor", "--listen", "127.0.0.1:1")
    found = [line for line in result.stdout.splitlines() if line.startswith("wrong ")]
    assert result.exit_code == int(bool(found))
    return found


def only_wrong() -> str:
    (found,) = wrong()
    return found


def test_a_house_that_is_well(well: Town) -> None:
    assert wrong() == []


def test_settings_are_told_with_their_source(well: Town) -> None:
    (well.folder / "pbm.toml").write_text('outgoing = "smtp://127.0.0.1:1"\n')
    lines = [line.split() for line in pbm("doctor", "--listen", "127.0.0.1:1").stdout.splitlines()]
    assert ["domain", "pbm.example", "PBM_DOMAIN"] in lines
    assert ["listen", "127.0.0.1:1", "--listen"] in lines
    assert ["outgoing", "smtp://127.0.0.1:1", str(well.folder / "pbm.toml")] in lines
    assert ["trust_authserv", "-", "default"] in lines
    assert ["socket_mode", "0660", "default"] in lines


def test_a_variable_that_nothing_reads(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_LISTN", "127.0.0.1:25")
    assert only_wrong() == "wrong  variable: PBM_LISTN is no setting: correct its name or unset it"


def test_an_operator_at_the_server_itself(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_OPERATOR", f"Postmaster@{DOMAIN}")
    assert "set operator to an address that is none of this server's" in only_wrong()
    monkeypatch.setenv("PBM_OPERATOR", "olga@example.net")
    assert "olga@example.net is mailed" in pbm("doctor").stdout
    assert wrong() == []


def test_a_next_hop_that_refuses_connections(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_OUTGOING", "smtp://127.0.0.1:1")
    assert only_wrong() == (
        "wrong  outgoing: 127.0.0.1:1: Connection refused:"
        " look at that mail server and its filters, or set outgoing to another"
    )


def test_a_domain_that_was_changed(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_DOMAIN", "other.example")
    assert only_wrong().startswith(
        f"wrong  domain: other.example, but mails have left as pbm@{DOMAIN}: set domain ="
    )


def test_no_data_directory_is_made(data: Path) -> None:
    assert "there is none" in only_wrong()
    assert not data.exists()


def test_a_data_directory_that_is_new_is_well(data: Path) -> None:
    data.mkdir()
    assert wrong() == []


def test_a_key_that_others_can_read(well: Town) -> None:
    (well.folder / "pbm.key").chmod(0o640)
    assert only_wrong().endswith(f"chmod 600 {well.folder / 'pbm.key'}")


def test_a_folder_that_others_may_enter(well: Town) -> None:
    well.folder.chmod(0o755)
    assert only_wrong().endswith(f"others may enter {well.folder}: chmod 700 {well.folder}")


@pytest.mark.parametrize("name", ["pbm.sqlite", "pbm.turn", "outgoing"])
def test_what_others_can_open(well: Town, name: str) -> None:
    (well.folder / "outgoing").mkdir(0o700)
    (well.folder / name).chmod(0o755)
    assert f"others can open {well.folder / name}: restart pbm serve" in only_wrong()


@pytest.mark.parametrize(("content", "said"), [(None, "is gone"), (b"short", "is damaged")])
def test_a_key_that_is_lost(content: bytes | None, said: str, well: Town) -> None:
    key = well.folder / "pbm.key"
    key.unlink()
    if content is not None:
        key.write_bytes(content)
    assert f"key: {key} {said}: restore it from a backup" in only_wrong()


def test_a_damaged_database(well: Town) -> None:
    well.close()
    path = well.folder / "pbm.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"x" * 4096 + content[12288:])
    assert "pbm restore" in only_wrong()
    path.write_bytes(content)


def test_a_database_of_a_newer_version(well: Town) -> None:
    tamper(
        well,
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('pbm', 'm9999_later', '')",
    )
    assert "newer pbm (it has m9999_later)" in only_wrong()


def test_a_disk_that_is_nearly_full(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LEAST_FREE", 2**63)
    assert only_wrong().startswith("wrong  disk: ")


def test_letters_that_failed(well: Town) -> None:
    number = well.keep(ALICE, letter(ALICE, "", "whoami").as_bytes())
    with well.app.store.transaction() as tx:
        well.app.put_aside(number, ValueError())(tx)
        for mail in tx.outbox.list():
            tx.outbox.mark_sent(mail.id, well.time)
    assert only_wrong().startswith('wrong  letters: 1 failed: see "pbm inbox list')


def test_mails_that_are_dead(well: Town) -> None:
    with well.app.store.transaction() as tx:
        tx.outbox.mark_dead(1, "550", was=MailStatus.SENT)
    assert only_wrong().startswith('wrong  mails: 1 dead: see "pbm outbox list')


@pytest.mark.parametrize(("minutes", "late"), [(50, False), (70, True)])
def test_what_waits_for_more_than_an_hour(minutes: int, late: bool, well: Town) -> None:
    well.time = datetime.now(UTC)
    well.later(minutes=-minutes)
    well.keep(ALICE, letter(ALICE, "", "whoami").as_bytes())
    with well.app.store.transaction() as tx:
        tx.outbox.revive(1, ALICE, well.time, was=MailStatus.SENT)
    said = [line.split(":")[0] for line in wrong()]
    assert said == (["wrong  letters", "wrong  mails"] if late else [])


@contextmanager
def greeting(words: bytes) -> Iterator[str]:
    """Somebody who answers so, as a mail server does; where he is."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            client, _ = server.accept()
            with client:
                client.sendall(words)
                # To close before the other side is done may take away what it has not read yet.
                with suppress(ConnectionError):
                    while words and client.recv(1024):
                        pass

        thread = Thread(target=greet, daemon=True)
        thread.start()
        yield "{}:{}".format(*server.getsockname())
        thread.join()


def test_a_next_hop_that_takes_mail(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    with greeting(b"220 hop\r\n250 hop\r\n250 ok\r\n221 bye\r\n") as place:
        monkeypatch.setenv("PBM_OUTGOING", f"smtp://{place}")
        result = pbm("doctor", "--listen", "127.0.0.1:1")
    assert (result.exit_code, f"outgoing: {place} greets us" in result.stdout) == (0, True)


@pytest.mark.parametrize("answer", [b"451 4.7.1 Service unavailable", b"550 5.7.1 not you"])
def test_a_next_hop_that_greets_and_takes_no_mail(
    well: Town, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    with greeting(b"220 hop\r\n250 hop\r\n" + answer + b"\r\n221 bye\r\n") as place:
        monkeypatch.setenv("PBM_OUTGOING", f"smtp://{place}")
        assert answer.decode() in only_wrong()


def test_a_next_hop_that_refuses_everybody(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    with greeting(b"554 not you\r\n") as place:
        monkeypatch.setenv("PBM_OUTGOING", f"smtp://{place}")
        assert only_wrong().startswith(f"wrong  outgoing: {place}: 554 not you: look")


def test_why_a_mail_waits_is_told_before_it_is_late(well: Town) -> None:
    with well.app.store.transaction() as tx:
        tx.outbox.revive(1, ALICE, datetime.now(UTC), was=MailStatus.SENT)
        tx.outbox.postpone(1, datetime.now(UTC), "451 try again")
    assert ", 451 try again\n" in pbm("doctor", "--listen", "127.0.0.1:1").stdout


def test_a_server_that_answers(well: Town) -> None:
    with greeting(b"220 PBM.example pbm\r\n") as place:
        result = pbm("doctor", "--serving", "--listen", place)
    assert (result.exit_code, f"server: answers at {place}" in result.stdout) == (0, True)


@pytest.mark.parametrize(("minutes", "late"), [(8, False), (12, True)])
def test_a_server_that_answers_and_looks_at_no_clock(minutes: int, late: bool, well: Town) -> None:
    with well.app.store.transaction() as tx:
        tx.moments.set(TICK, datetime.now(UTC) - timedelta(minutes=minutes))
    with greeting(b"220 PBM.example pbm\r\n") as place:
        result = pbm("doctor", "--serving", "--listen", place)
    assert (result.exit_code, "wrong  clocks: looked at" in result.stdout) == (late, late)
    assert wrong() == []


def test_another_server_that_answers(well: Town) -> None:
    with greeting(b"220-mail.example.org ESMTP\r\n220 hello\r\n") as place:
        result = pbm("doctor", "--listen", place)
    assert result.exit_code == 1
    assert f"wrong  server: mail.example.org answers at {place}, not {DOMAIN}" in result.stdout


@pytest.mark.parametrize("words", [b"", b"220\r\n", b"421 busy\r\n", b"220 \xff\r\n"])
def test_somebody_who_is_no_mail_server(words: bytes, well: Town) -> None:
    with greeting(words) as place:
        result = pbm("doctor", "--serving", "--listen", place)
    assert result.exit_code == 1
    assert f"server: does not answer at {place}: start it" in result.stdout


def test_a_server_that_must_answer(well: Town) -> None:
    result = pbm("doctor", "--serving", "--listen", "127.0.0.1:1")
    assert result.exit_code == 1
    assert "wrong  server: does not answer at 127.0.0.1:1: start it with pbm serve" in result.stdout


def test_json_has_a_level_for_each_and_the_worst_of_all(
    well: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_LISTN", "127.0.0.1:25")
    result = pbm("doctor", "--json", "--listen", "127.0.0.1:1")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["level"]) == (1, "warn")
    levels = {each["check"]: each["level"] for each in told["checks"]}
    assert levels["variable"] == "warn"
    assert levels["database"] == "ok"
    assert {each["name"]: each["from"] for each in told["settings"]}["listen"] == "--listen"
    monkeypatch.setenv("PBM_OUTGOING", "smtp://127.0.0.1:1")
    told = json.loads(pbm("doctor", "--json", "--quiet", "--listen", "127.0.0.1:1").stdout)
    assert told["level"] == "critical"
    assert {each["check"]: each["level"] for each in told["checks"]} == {
        "variable": "warn",
        "outgoing": "critical",
    }
    assert told["settings"] == []


def test_a_quiet_doctor_prints_what_is_wrong_and_nothing_else(
    well: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = pbm("doctor", "--quiet", "--listen", "127.0.0.1:1")
    assert (result.exit_code, result.output) == (0, "")
    monkeypatch.setenv("PBM_LISTN", "127.0.0.1:25")
    result = pbm("doctor", "--quiet", "--listen", "127.0.0.1:1")
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1)
    assert result.stdout.startswith("wrong  variable: ")


@pytest.mark.parametrize(("hours", "old"), [(47, False), (49, True)])
def test_backups_that_are_not_made_any_more(
    hours: int, old: bool, well: Town, tmp_path: Path
) -> None:
    assert pbm("backup", str(tmp_path / "backup.tar")).exit_code == 0
    assert wrong() == []
    with well.app.store.transaction() as tx:
        made = tx.moments.get(LAST_BACKUP)
        assert made is not None
        tx.moments.set(LAST_BACKUP, made - timedelta(hours=hours))
    assert [line.split(":")[0] for line in wrong()] == ["wrong  backup"] * old


def trust(well: Town, *lines: str) -> list[str]:
    """What the doctor says about whose word counts."""
    text = "\n".join(['trust_authserv = "mail.example.org"', *lines])
    (well.folder / "pbm.toml").write_text(text, encoding="utf-8")
    lines_ = pbm("doctor").stdout.splitlines()
    return [" ".join(line.split()) for line in lines_ if " trust: " in line]


def people(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(doctor, "others_with_a_shell", lambda: list(names))


def test_a_front_server_that_nobody_is_believed_to_be(well: Town) -> None:
    (line,) = trust(well)
    assert not line.startswith("ok")
    assert "trusted_peers" in line


@pytest.mark.parametrize(
    "setting", ['trusted_peers = ""', 'trusted_peers = "192.0.2.1"', 'listen = "lmtp:/nowhere/s"']
)
def test_one_whose_letters_come_a_known_way(
    well: Town, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    people(monkeypatch, "eve")
    (line,) = trust(well, setting)
    assert line.startswith("ok trust: mail.example.org is believed")


def test_a_loopback_that_others_can_use(well: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    people(monkeypatch)
    assert trust(well, 'trusted_peers = "127.0.0.1"')[0].startswith("ok")
    people(monkeypatch, "eve", "mallory")
    (line,) = trust(well, 'trusted_peers = "127.0.0.0/8, ::1"')
    assert not line.startswith("ok")
    assert "eve, mallory" in line


def test_a_socket_that_anybody_can_use(well: Town) -> None:
    (line,) = trust(well, 'listen = "lmtp:/nowhere/s"', 'socket_mode = "0666"')
    assert not line.startswith("ok")


def test_a_server_at_a_socket_is_greeted(well: Town, tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        thread = Thread(target=lambda: listening.accept()[0].sendall(b"220 pbm.example pbm\r\n"))
        thread.start()
        result = pbm("doctor", "--serving", "--listen", f"lmtp:{path}")
        thread.join()
    assert f"server: answers at lmtp:{path}" in " ".join(result.stdout.split())
