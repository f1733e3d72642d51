"""``pbm setup``: what it writes, asks and refuses."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from pbm.admin.check import Check
from pbm.admin.setup import PASSWORD_FILE
from pbm.app.config import load
from pbm.cli import setup as module
from tests.pbm.cli.program import pbm

OPERATOR = ("--operator", "you@example.net")
DOMAIN = ("games.example.org", "--host", "mail.example.org", *OPERATOR)
MAILBOX = ("club@gmail.com", *OPERATOR)


@pytest.fixture(autouse=True)
def no_services(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "services_of", lambda domain: {})


def made(data: Path, *arguments: str, stdin: str = "") -> int:
    ran = pbm("--data", str(data), "setup", *arguments, "--no-check", stdin=stdin)
    assert ran.exception is None or isinstance(ran.exception, SystemExit)
    return ran.exit_code


def test_a_club_in_a_mailbox_needs_an_address_and_a_password(tmp_path: Path) -> None:
    data = tmp_path / "club"
    assert made(data, *MAILBOX, stdin="s3cret wörd\n") == 0
    settings = load({"data": str(data)}, {})
    assert settings.mailbox is not None
    assert (settings.mailbox.host, settings.club) == ("imap.gmail.com", "club@gmail.com")
    password = data / PASSWORD_FILE
    assert password.read_text(encoding="utf-8") == "s3cret wörd\n"
    assert {stat.S_IMODE(each.stat().st_mode) for each in data.iterdir()} == {0o600}


def test_other_providers_need_their_servers(tmp_path: Path) -> None:
    club = ("club@example.net", *OPERATOR)
    servers = ("--imap", "imap.example.net", "--smtp", "smtp.example.net:587")
    assert made(tmp_path, *club, stdin="x\n") == 2
    assert [*tmp_path.iterdir()] == []
    assert made(tmp_path, *club, *servers, "--user", "club", stdin="x\n") == 0
    mailbox = load({"data": str(tmp_path)}, {}).mailbox
    assert mailbox is not None
    assert (mailbox.host, mailbox.login.user) == ("imap.example.net", "club")
    assert str(load({"data": str(tmp_path)}, {}).outgoing) == "submission://smtp.example.net:587"


@pytest.mark.parametrize(
    ("arguments", "advice", "status"),
    [(MAILBOX, "", 0), (MAILBOX, "correct it", 1), (DOMAIN, "correct it", 0)],
)
def test_a_mailbox_that_does_not_work_is_not_said_to_be_ready(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: tuple[str, ...],
    advice: str,
    status: int,
) -> None:
    found = [Check("login", "as the provider says", advice)]
    monkeypatch.setattr(module, "examine_way", lambda settings, now: found)
    ran = pbm("--data", str(tmp_path), "setup", *arguments, stdin="word\n")
    assert ran.exit_code == status
    assert ("Start the club with: " in ran.stdout) is (status == 0)


def test_the_servers_that_the_dns_names_are_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = {"imap": "imaps://a.example.net:993", "smtp": "smtps://b.example.net:465"}
    monkeypatch.setattr(module, "services_of", lambda domain: named)
    assert made(tmp_path, "club@example.net", *OPERATOR, stdin="x\n") == 0
    settings = load({"data": str(tmp_path)}, {})
    assert settings.mailbox_smtp == named["smtp"]
    assert str(settings.mailbox_imap) == named["imap"]


def test_a_club_with_a_domain_gets_the_files_of_its_mail_server(tmp_path: Path) -> None:
    assert made(tmp_path, *DOMAIN) == 0
    settings = load({"data": str(tmp_path)}, {})
    assert (settings.domain, settings.trust_authserv) == ("games.example.org", "mail.example.org")
    assert made(tmp_path / "other", "play.example.com", "--host", "mx.example.com", *OPERATOR) == 0
    texts = [each.read_text() for each in (tmp_path / "other" / "setup").iterdir()]
    assert not any("example.org" in text or r"example\.org" in text for text in texts)
    assert any(r"@play\.example\.com$/" in text for text in texts)


@pytest.mark.parametrize("arguments", [MAILBOX, DOMAIN], ids=["mailbox", "domain"])
def test_it_can_be_done_again_and_nothing_is_asked_twice(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert made(tmp_path, *arguments, stdin="word\n") == 0
    with (tmp_path / "pbm.toml").open("a") as file:
        file.write('log = "full"\n[programs]\non = "off"\n')
    before = (tmp_path / "pbm.toml").read_text()
    assert made(tmp_path) == 0
    assert (tmp_path / "pbm.toml").read_text() == before
    assert made(tmp_path, "--operator", "me@example.net") == 0
    assert load({"data": str(tmp_path)}, {}).operator == "me@example.net"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("club@gmail.com",),
        ("club@gmail.com", *OPERATOR),
        ("club@outlook.com", *OPERATOR),
        ("club+key@gmail.com", *OPERATOR),
        ("not a domain", *OPERATOR),
        ("games.example.org", "--operator", "nobody"),
    ],
)
def test_what_is_missing_or_wrong_is_told_and_nothing_is_written(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    assert made(tmp_path / "club", *arguments) == 2
    assert not (tmp_path / "club" / PASSWORD_FILE).exists()


@pytest.mark.parametrize(
    "other", [("other@gmail.com",), ("example.com", "--host", "a.example.com")]
)
def test_a_club_keeps_its_address(tmp_path: Path, other: tuple[str, ...]) -> None:
    assert made(tmp_path, *MAILBOX, stdin="word\n") == 0
    before = (tmp_path / "pbm.toml").read_text()
    assert made(tmp_path, *other, *OPERATOR, stdin="word\n") == 2
    assert (tmp_path / "pbm.toml").read_text() == before
