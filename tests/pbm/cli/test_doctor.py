"""``pbm doctor``: a fault fails its own check, with a level and advice, and no other check."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread

import pytest

from pbm.admin import doctor, doctor_files, mail_checks
from pbm.admin.check import Check
from pbm.app.subscribers import SUBSCRIBERS
from pbm.core.marks import LAST_BACKUP, TICK
from pbm.mail.correspondence import MailStatus
from tests.patience import PATIENCE
from tests.pbm.cli.program import pbm
from tests.pbm.town import ALICE, DOMAIN, NORTH, SOUTH, Town, letter, tamper

NOWHERE = "127.0.0.1:1"
"""An address where no server answers."""


@pytest.fixture
def healthy_town(cli_town: Town, monkeypatch: pytest.MonkeyPatch) -> Town:
    """A town in which no mail waits, and a doctor with a long timeout for slow servers."""
    monkeypatch.setattr(doctor, "_GREETING_SECONDS", PATIENCE)
    with cli_town.app.store.transaction() as tx:
        for mail in tx.outbox.list():
            tx.outbox.mark_sent({mail.id: ""}, cli_town.time)
    return cli_town


Found = dict[str, str]


def checks(*options: str, listen: str = NOWHERE) -> list[Found]:
    """All checks as JSON. The exit status must be 1 if one of them failed, and 0 otherwise."""
    result = pbm("doctor", "--json", "--listen", listen, *options)
    found: list[Found] = json.loads(result.stdout)["checks"]
    assert result.exit_code == int(any(each["level"] != "ok" for each in found))
    return found


def failed(*options: str, listen: str = NOWHERE) -> list[Found]:
    return [each for each in checks(*options, listen=listen) if each["level"] != "ok"]


def names(found: list[Found]) -> list[str]:
    return [each["check"] for each in found]


def the_failed(*options: str, listen: str = NOWHERE) -> Found:
    """The only check that failed."""
    (found,) = failed(*options, listen=listen)
    return found


def the_check(name: str, *options: str, listen: str = NOWHERE) -> Found:
    (found,) = (each for each in checks(*options, listen=listen) if each["check"] == name)
    return found


def test_nothing_is_wrong_with_a_healthy_town(healthy_town: Town) -> None:
    assert failed() == []


def test_each_setting_is_printed_with_its_source(healthy_town: Town) -> None:
    (healthy_town.folder / "pbm.toml").write_text('outgoing = "smtp://127.0.0.1:1"\n')
    lines = [line.split() for line in pbm("doctor", "--listen", NOWHERE).stdout.splitlines()]
    assert ["domain", "pbm.example", "PBM_DOMAIN"] in lines
    assert ["listen", "127.0.0.1:1", "--listen"] in lines
    assert ["outgoing", "smtp://127.0.0.1:1", str(healthy_town.folder / "pbm.toml")] in lines
    assert ["trust_authserv", "-", "default"] in lines
    assert ["socket_mode", "0660", "default"] in lines


def test_a_failed_check_is_one_line_with_its_advice(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_LISTN", "127.0.0.1:25")
    result = pbm("doctor", "--quiet", "--listen", NOWHERE)
    assert result.exit_code == 1
    assert result.stdout == (
        "wrong  variable: PBM_LISTN is not a setting: correct its name or unset it\n"
    )


def test_an_operator_whose_address_is_the_server_gets_no_alerts(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_OPERATOR", f"Postmaster@{DOMAIN}")
    assert the_failed()["check"] == "operator"
    assert the_failed()["level"] == "warn"
    monkeypatch.setenv("PBM_OPERATOR", "olga@example.net")
    assert "olga@example.net" in the_check("operator")["found"]
    assert failed() == []


def test_a_next_hop_that_refuses_connections(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_OUTGOING", "smtp://127.0.0.1:1")
    assert the_failed()["check"] == "outgoing"
    assert the_failed()["found"] == "127.0.0.1:1: Connection refused"


def test_a_server_with_a_real_domain_needs_an_operator_and_a_way_out(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_DOMAIN", "games.chess-club.net")
    assert {"operator", "outgoing"} <= {each["check"] for each in failed()}


def test_a_changed_domain(healthy_town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBM_DOMAIN", "other.example")
    assert the_failed()["check"] == "domain"
    assert f'domain = "{DOMAIN}"' in the_failed()["advice"]


def test_a_missing_data_directory_is_not_created(data: Path) -> None:
    assert the_failed()["check"] == "data"
    assert not data.exists()


def test_a_new_data_directory_is_healthy(data: Path) -> None:
    data.mkdir()
    assert failed() == []


def test_a_key_that_other_users_can_read(healthy_town: Town) -> None:
    (healthy_town.folder / "pbm.key").chmod(0o640)
    assert the_failed()["advice"] == f"chmod 600 {healthy_town.folder / 'pbm.key'}"


def test_a_data_directory_that_other_users_can_enter(healthy_town: Town) -> None:
    healthy_town.folder.chmod(0o755)
    assert the_failed()["advice"] == f"chmod 700 {healthy_town.folder}"


@pytest.mark.parametrize("name", ["pbm.sqlite", "pbm.turn", "outgoing"])
def test_a_file_that_other_users_can_open(healthy_town: Town, name: str) -> None:
    (healthy_town.folder / "outgoing").mkdir(0o700)
    (healthy_town.folder / name).chmod(0o755)
    found = the_failed()
    assert (found["check"], found["level"]) == ("data", "warn")
    assert str(healthy_town.folder / name) in found["found"]


@pytest.mark.parametrize("content", [None, b"short"], ids=["gone", "damaged"])
def test_a_lost_key(content: bytes | None, healthy_town: Town) -> None:
    key = healthy_town.folder / "pbm.key"
    key.unlink()
    if content is not None:
        key.write_bytes(content)
    found = the_failed()
    assert (found["check"], found["level"]) == ("key", "critical")
    assert "pbm restore --key-only" in found["advice"]


def test_a_damaged_database(healthy_town: Town) -> None:
    healthy_town.close()
    path = healthy_town.folder / "pbm.sqlite"
    content = path.read_bytes()
    path.write_bytes(content[:8192] + b"x" * 4096 + content[12288:])
    assert "pbm restore" in the_failed()["advice"]
    path.write_bytes(content)


def test_a_database_of_a_newer_version(healthy_town: Town) -> None:
    tamper(
        healthy_town,
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('pbm', 'm9999_later', '')",
    )
    assert the_failed()["check"] == "database"
    assert "m9999_later" in the_failed()["found"]


def test_a_nearly_full_disk(healthy_town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_files, "LEAST_FREE", 2**63)
    assert the_failed()["check"] == "disk"


def test_failed_letters(healthy_town: Town) -> None:
    number = healthy_town.keep(ALICE, letter(ALICE, "", "whoami").as_bytes())
    with healthy_town.app.store.transaction() as tx:
        healthy_town.app.put_aside(number, ValueError())(tx)
        for mail in tx.outbox.list():
            tx.outbox.mark_sent({mail.id: ""}, healthy_town.time)
    found = the_failed()
    assert (found["check"], found["found"]) == ("letters", "1 failed")
    assert "pbm inbox list --status failed" in found["advice"]


def test_dead_mails(healthy_town: Town) -> None:
    with healthy_town.app.store.transaction() as tx:
        tx.outbox.mark_dead(1, "550", was=MailStatus.SENT)
    found = the_failed()
    assert (found["check"], found["found"]) == ("mails", "1 dead")
    assert "pbm outbox list --status dead" in found["advice"]


@pytest.mark.parametrize(("minutes", "late"), [(50, False), (70, True)])
def test_letters_and_mails_must_not_wait_for_over_an_hour(
    minutes: int, late: bool, healthy_town: Town
) -> None:
    healthy_town.time = datetime.now(UTC)
    healthy_town.later(minutes=-minutes)
    healthy_town.keep(ALICE, letter(ALICE, "", "whoami").as_bytes())
    with healthy_town.app.store.transaction() as tx:
        tx.outbox.revive(1, ALICE, healthy_town.time, was=MailStatus.SENT)
    assert names(failed()) == (["letters", "mails"] if late else [])


@pytest.mark.parametrize(("minutes", "late"), [(50, False), (70, True)])
def test_a_subscriber_must_not_lag_by_over_an_hour(
    minutes: int, late: bool, healthy_town: Town
) -> None:
    (subscriber,) = SUBSCRIBERS
    healthy_town.time = datetime.now(UTC)
    healthy_town.later(minutes=-minutes)
    alice, _ = healthy_town.play(healthy_town.board(), SOUTH, NORTH)
    healthy_town.answer(alice, "resign\n")
    with healthy_town.app.store.transaction() as tx:
        (ended,) = tx.unheard.due(subscriber.name, healthy_town.time, 10)
        for mail in tx.outbox.list():
            tx.outbox.mark_sent({mail.id: ""}, healthy_town.time)
    found = the_check(subscriber.name)
    assert (found["level"], bool(found["advice"])) == ("warn" if late else "ok", late)
    assert f"{healthy_town.time:%Y-%m-%d %H:%M}" in found["found"]
    assert names(failed()) == [subscriber.name] * late
    with healthy_town.app.store.transaction() as tx:
        tx.unheard.drop(ended)
    assert failed() == []


@contextmanager
def server_that_sends(answers: bytes) -> Iterator[str]:
    """A server that sends these answers to its first client at once. Yields its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            with client:
                client.sendall(answers)
                # Closing early could discard what the client has not read yet.
                with suppress(ConnectionError):
                    while answers and client.recv(1024):
                        pass

        thread = Thread(target=serve, daemon=True)
        thread.start()
        yield "{}:{}".format(*server.getsockname())
        thread.join()


def test_a_next_hop_that_accepts_mail(healthy_town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    with server_that_sends(b"220 hop\r\n250 hop\r\n250 ok\r\n221 bye\r\n") as place:
        monkeypatch.setenv("PBM_OUTGOING", f"smtp://{place}")
        assert the_check("outgoing")["level"] == "ok"


@pytest.mark.parametrize("answer", [b"451 4.7.1 Service unavailable", b"550 5.7.1 not you"])
def test_a_next_hop_that_refuses_every_mail(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch, answer: bytes
) -> None:
    with server_that_sends(b"220 hop\r\n250 hop\r\n" + answer + b"\r\n221 bye\r\n") as place:
        monkeypatch.setenv("PBM_OUTGOING", f"smtp://{place}")
        assert answer.decode() in the_failed()["found"]


def test_a_next_hop_that_refuses_every_client(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_that_sends(b"554 not you\r\n") as place:
        monkeypatch.setenv("PBM_OUTGOING", f"smtp://{place}")
        assert the_failed()["found"] == f"{place}: 554 not you"


def test_a_waiting_mail_is_shown_with_the_last_reply_of_the_next_hop(healthy_town: Town) -> None:
    with healthy_town.app.store.transaction() as tx:
        tx.outbox.revive(1, ALICE, datetime.now(UTC), was=MailStatus.SENT)
        tx.outbox.postpone(1, datetime.now(UTC), "451 try again")
    _dead, waiting = (each for each in checks() if each["check"] == "mails")
    assert waiting["level"] == "ok"
    assert waiting["found"].endswith(", 451 try again")


@pytest.mark.parametrize(("minutes", "late"), [(3, False), (7, True)])
def test_a_painter_that_does_not_paint(minutes: int, late: bool, healthy_town: Town) -> None:
    with healthy_town.app.store.transaction() as tx:
        queued = datetime.now(UTC) - timedelta(minutes=minutes)
        tx.outbox.revive(1, ALICE, queued, was=MailStatus.SENT)
    tamper(healthy_town, "UPDATE outbox SET page = '{}' WHERE id = 1")
    assert the_check("painter")["level"] == ("warn" if late else "ok")
    assert names(failed()) == ["painter"] * late


def test_a_server_that_answers(healthy_town: Town) -> None:
    with server_that_sends(b"220 PBM.example pbm\r\n") as place:
        assert the_check("server", "--serving", listen=place)["level"] == "ok"


@pytest.mark.parametrize(("minutes", "late"), [(8, False), (12, True)])
def test_a_server_whose_worker_is_stuck(minutes: int, late: bool, healthy_town: Town) -> None:
    with healthy_town.app.store.transaction() as tx:
        tx.moments.set(TICK, datetime.now(UTC) - timedelta(minutes=minutes))
    with server_that_sends(b"220 PBM.example pbm\r\n") as place:
        assert names(failed("--serving", listen=place)) == ["clocks"] * late
    assert failed() == []


def test_another_server_at_the_port(healthy_town: Town) -> None:
    with server_that_sends(b"220-mail.example.org ESMTP\r\n220 hello\r\n") as place:
        found = the_failed(listen=place)
    assert (found["check"], found["level"]) == ("server", "critical")
    assert found["found"].startswith("mail.example.org ")


@pytest.mark.parametrize("answer", [b"", b"220\r\n", b"421 busy\r\n", b"220 \xff\r\n"])
def test_a_server_that_does_not_speak_smtp(answer: bytes, healthy_town: Town) -> None:
    with server_that_sends(answer) as place:
        found = the_failed("--serving", listen=place)
    assert (found["check"], found["level"]) == ("server", "critical")
    assert place in found["found"]


def test_with_serving_a_server_must_answer(healthy_town: Town) -> None:
    assert the_failed("--serving")["check"] == "server"
    assert the_check("server")["level"] == "ok"


def test_json_has_a_level_for_each_check_and_the_worst_of_all(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBM_LISTN", "127.0.0.1:25")
    result = pbm("doctor", "--json", "--listen", NOWHERE)
    report = json.loads(result.stdout)
    assert (result.exit_code, report["level"]) == (1, "warn")
    levels = {each["check"]: each["level"] for each in report["checks"]}
    assert levels["variable"] == "warn"
    assert levels["database"] == "ok"
    assert {each["name"]: each["from"] for each in report["settings"]}["listen"] == "--listen"
    monkeypatch.setenv("PBM_OUTGOING", "smtp://127.0.0.1:1")
    report = json.loads(pbm("doctor", "--json", "--quiet", "--listen", NOWHERE).stdout)
    assert report["level"] == "critical"
    assert {each["check"]: each["level"] for each in report["checks"]} == {
        "variable": "warn",
        "outgoing": "critical",
    }
    assert report["settings"] == []


def test_a_quiet_doctor_prints_nothing_if_nothing_is_wrong(healthy_town: Town) -> None:
    result = pbm("doctor", "--quiet", "--listen", NOWHERE)
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.parametrize(("hours", "old"), [(47, False), (49, True)])
def test_the_last_backup_must_not_be_older_than_two_days(
    hours: int, old: bool, healthy_town: Town, tmp_path: Path
) -> None:
    assert pbm("backup", str(tmp_path / "backup.tar")).exit_code == 0
    assert failed() == []
    with healthy_town.app.store.transaction() as tx:
        made = tx.moments.get(LAST_BACKUP)
        assert made is not None
        tx.moments.set(LAST_BACKUP, made - timedelta(hours=hours))
    assert names(failed()) == ["backup"] * old


def trust(healthy_town: Town, *lines: str) -> Found:
    """The check of trusted front servers, with these lines in pbm.toml."""
    text = "\n".join(['trust_authserv = "mail.example.org"', *lines])
    (healthy_town.folder / "pbm.toml").write_text(text, encoding="utf-8")
    report = json.loads(pbm("doctor", "--json").stdout)
    trusted: list[Found] = [each for each in report["checks"] if each["check"] == "trust"]
    return trusted[0]


def set_users(monkeypatch: pytest.MonkeyPatch, *users: str) -> None:
    """Set who else has an account on this machine."""
    monkeypatch.setattr(doctor, "others_with_a_shell", lambda: list(users))


def test_a_front_server_needs_trusted_peers(healthy_town: Town) -> None:
    found = trust(healthy_town)
    assert found["level"] == "warn"
    assert "trusted_peers" in found["advice"]


@pytest.mark.parametrize(
    "setting", ['trusted_peers = ""', 'trusted_peers = "192.0.2.1"', 'listen = "lmtp:/nowhere/s"']
)
def test_a_front_server_may_be_known_by_its_address_or_by_the_socket(
    healthy_town: Town, setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_users(monkeypatch, "eve")
    found = trust(healthy_town, setting)
    assert found["level"] == "ok"
    assert found["found"].startswith("mail.example.org ")


def test_a_trusted_loopback_that_other_users_can_use(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_users(monkeypatch)
    assert trust(healthy_town, 'trusted_peers = "127.0.0.1"')["level"] == "ok"
    set_users(monkeypatch, "eve", "mallory")
    found = trust(healthy_town, 'trusted_peers = "127.0.0.0/8, ::1"')
    assert found["level"] == "warn"
    assert "eve, mallory" in found["found"]


@pytest.mark.parametrize("socket", ["", ", lmtp:/nowhere/s"])
def test_a_trusted_address_of_this_machine_that_other_users_can_use(
    healthy_town: Town, monkeypatch: pytest.MonkeyPatch, socket: str
) -> None:
    # Nothing answers at an address that is only for documents.
    monkeypatch.setattr(doctor, "_GREETING_SECONDS", 0.01)
    node = f'listen = "192.0.2.21:8025{socket}"', 'trusted_peers = "192.0.2.21, 192.0.2.22"'
    set_users(monkeypatch)
    assert trust(healthy_town, *node)["level"] == "ok"
    set_users(monkeypatch, "eve")
    found = trust(healthy_town, *node)
    assert found["level"] == "warn"
    assert "eve" in found["found"]


def test_a_socket_that_every_user_can_write_to(healthy_town: Town) -> None:
    assert (
        trust(healthy_town, 'listen = "lmtp:/nowhere/s"', 'socket_mode = "0666"')["level"] == "warn"
    )


def test_a_server_at_a_socket_is_found(healthy_town: Town, tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        thread = Thread(target=lambda: listening.accept()[0].sendall(b"220 pbm.example pbm\r\n"))
        thread.start()
        found = the_check("server", "--serving", listen=f"lmtp:{path}")
        thread.join()
    assert found["level"] == "ok"


NO_SERVER = (
    'address = "club@example.org"\n[mailbox]\npassword_file = "word"\n'
    'imap = "imaps://127.0.0.1:1"\nsmtp = "smtps://127.0.0.1:1"\n'
)


@pytest.mark.parametrize(
    ("settings", "last"),
    [("", "mail"), (NO_SERVER, "login"), ('domain = "games.oak-club.net"', "MX")],
    ids=["a trial", "a mailbox", "a domain"],
)
def test_with_mail_it_looks_at_the_way_that_mail_takes(
    data: Path, monkeypatch: pytest.MonkeyPatch, settings: str, last: str
) -> None:
    monkeypatch.delenv("PBM_DOMAIN")
    monkeypatch.setattr(mail_checks, "examine_mail", lambda *_: iter([Check("MX", "is there")]))
    data.mkdir()
    (data / "pbm.toml").write_text(settings)
    (data / "word").write_text("secret")
    without, found = names(checks()), names(checks("--mail"))
    assert found == [*without, last]
