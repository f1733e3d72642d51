"""The fetcher against a real Dovecot: each message becomes one letter, whatever happens."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from imapclient import IMAPClient

from pbm.app.application import App
from pbm.app.config import load
from pbm.core.model import Cause
from pbm.mail.body.found import LEFT_OUT
from pbm.mail.correspondence import KeptLetter, OutboxMail
from pbm.mailbox import fetcher as module
from pbm.mailbox.fetcher import Fetcher, Intake
from pbm.mailbox.session import Session
from pbm.mailbox.states import State, told
from pbm.smtp.oauth import Consent, keep
from tests.patience import PATIENCE
from tests.pbm.mailbox.dovecot import CLUB, FULL, PASSWORD, PLAIN, Dovecot
from tests.pbm.smtp.consents import consents

pytestmark = pytest.mark.slow
Provider = Callable[..., Dovecot]


def raw(number: int, more: str = "") -> bytes:
    return (
        f"From: alice@example.net\r\nTo: {CLUB}\r\nSubject: {number}\r\n"
        f"Message-ID: <{number}@example.net>\r\n\r\nhello {more}\r\n"
    ).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "club"
    folder.mkdir()
    return folder


def app_at(folder: Path, server: Dovecot, done: str = "pbm") -> App:
    (folder / "word").write_text(PASSWORD, encoding="utf-8")
    (folder / "pbm.toml").write_text(
        f'address = "{CLUB}"\n[mailbox]\npassword_file = "word"\nuser = "club"\n'
        f'imap = "imaps://127.0.0.1:{server.imap}"\nsmtp = "smtps://127.0.0.1:1"\ndone = "{done}"\n'
    )
    return App(load({"data": str(folder)}, {}))


def letters(app: App) -> Sequence[KeptLetter]:
    with app.store.reading() as tx:
        return tx.letters.list(limit=10_000)


def fetcher_of(
    app: App,
    kept: Callable[[], None] = lambda: None,
    largest: int = 262144,
    days: int | None = None,
) -> Fetcher:
    account = app.settings.mailbox
    assert account is not None
    identity = app.identity
    intake = Intake(identity.address, identity.received, largest, kept, days)
    return Fetcher(account, app.store, app.clock, intake, lambda: None)


@contextmanager
def fetching(app: App, **how: int) -> Iterator[Fetcher]:
    made = fetcher_of(app, **how)  # type: ignore[arg-type]
    thread = Thread(target=made.run)
    thread.start()
    try:
        yield made
    finally:
        made.finish()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def state_of(app: App) -> State | None:
    with app.store.reading() as tx:
        found = told(tx)
    return found.state if found else None


@pytest.mark.parametrize("can", [FULL, PLAIN], ids=["full", "without MOVE, UIDPLUS, IDLE"])
@pytest.mark.parametrize("done", ["pbm", "-"])
def test_each_message_becomes_a_letter_and_is_put_away(
    provider: Provider, folder: Path, can: str, done: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.mailbox.session.NOOP_SECONDS", 0.2)
    server = provider(can)
    server.append(*map(raw, range(120)))
    with closing(app_at(folder, server, done)) as app, fetching(app):
        until(lambda: server.count() == 0)
        server.append(raw(500))
        until(lambda: len(letters(app)) == 121)
        until(lambda: server.count() == 0 and state_of(app) is State.IDLE)
        assert sorted(each.raw for each in letters(app)) == sorted(map(raw, [*range(120), 500]))
    assert server.count("pbm") == (121 if done == "pbm" else 0)


def test_no_message_crosses_the_wire_twice(provider: Provider, folder: Path) -> None:
    server = provider()
    server.append(*map(raw, range(120)))
    with closing(app_at(folder, server)) as app, fetching(app):
        until(lambda: server.count() == 0)
        server.append(raw(500), raw(501, "x" * 5000))
        until(lambda: len(letters(app)) == 122 and server.count() == 0)
        until(lambda: state_of(app) is State.IDLE)

    def fetched() -> int:
        # Dovecot counts them when a session ends.
        return sum(map(int, re.findall(r"body_count=(\d+)", server.log.read_text())))

    until(lambda: fetched() > 0)
    assert fetched() == 122


def test_what_a_person_does_in_the_mailbox_makes_no_second_letter(
    provider: Provider, folder: Path
) -> None:
    server = provider()
    server.append(raw(1), raw(2), raw(3))
    with closing(app_at(folder, server)) as app:
        with server.person() as person:
            person.add_flags(person.search("ALL"), [b"\\Seen", b"\\Flagged"])
        with fetching(app):
            until(lambda: server.count() == 0)
            with server.person() as person:
                person.select_folder("pbm")
                person.move(person.search("ALL"), "INBOX")
            server.append(raw(1), raw(4))
            until(lambda: server.count() == 0 and len(letters(app)) == 4)
        assert len(letters(app)) == 4


def test_a_message_that_a_person_has_marked_as_deleted_stays_and_is_not_read(
    provider: Provider, folder: Path
) -> None:
    server = provider()
    server.append(raw(1), raw(2))
    with server.person() as person:
        (first, _) = person.search("ALL")
        person.add_flags([first], [b"\\Deleted"])
    with closing(app_at(folder, server)) as app, fetching(app):
        until(lambda: server.count() == 0)
        assert [each.raw for each in letters(app)] == [raw(2)]
        with server.person() as person:
            assert len(person.search("DELETED")) == 1


def test_messages_that_are_numbered_anew_or_restored_make_no_second_letter(
    provider: Provider, folder: Path
) -> None:
    server = provider()
    server.append(raw(1), raw(2))
    backup = server.root / "backup"
    shutil.copytree(server.maildir / "new", backup)
    shutil.copytree(server.maildir / "cur", backup, dirs_exist_ok=True)
    with closing(app_at(folder, server)) as app:
        with fetching(app):
            until(lambda: server.count() == 0)
        server.stop()
        server.renumber()
        for each in backup.iterdir():
            restored = server.maildir / "cur" / f"{each.name.partition(':')[0]}:2,S"
            shutil.copy(each, restored)
            shutil.chown(restored, "mail")
        server.start()
        server.append(raw(3))
        assert server.count() == 3
        with fetching(app):
            until(lambda: server.count() == 0)
        assert len(letters(app)) == 3


def test_a_kill_between_storing_and_moving_makes_no_second_letter(
    provider: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = provider()
    server.append(raw(1), raw(2))
    with closing(app_at(folder, server)) as app:
        with monkeypatch.context() as patch:
            patch.setattr(Session, "put_away", lambda *_: None)
            with fetching(app) as first:
                until(lambda: len(letters(app)) == 2)
                first.finish()
        assert server.count() == 2
        with fetching(app):
            until(lambda: server.count() == 0)
        assert len(letters(app)) == 2


@pytest.mark.parametrize("can", [FULL, PLAIN], ids=["full", "without MOVE, UIDPLUS, IDLE"])
def test_of_a_message_that_is_too_large_only_the_header_is_fetched(
    provider: Provider, folder: Path, can: str
) -> None:
    server = provider(can)
    large = raw(2, "x" * 5000)
    head = f"{LEFT_OUT}: {len(large)} bytes\r\n".encode() + large.partition(b"hello")[0]
    server.append(raw(1), large, raw(3))
    with closing(app_at(folder, server)) as app, fetching(app, largest=4000):
        until(lambda: server.count() == 0)
        assert sorted(each.raw for each in letters(app)) == sorted([raw(1), head, raw(3)])
        with server.person() as person:
            person.select_folder("pbm")
            person.copy(person.search("ALL"), "INBOX")
        until(lambda: server.count() == 0)
        assert len(letters(app)) == 3
    assert server.count("pbm") == 6


def test_a_kill_before_a_message_that_is_too_large_is_moved_makes_no_second_letter(
    provider: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = provider()
    server.append(raw(1, "x" * 5000))
    with closing(app_at(folder, server)) as app:
        with monkeypatch.context() as patch:
            patch.setattr(Session, "put_away", lambda *_: None)
            with fetching(app, largest=4000) as first:
                until(lambda: len(letters(app)) == 1)
                first.finish()
        server.stop()
        server.renumber()
        server.start()
        assert server.count() == 1
        with fetching(app, largest=4000):
            until(lambda: server.count() == 0)
        assert len(letters(app)) == 1


def test_spam_that_is_too_large_stays_where_it_is(provider: Provider, folder: Path) -> None:
    server = provider()
    server.append(raw(1, "x" * 5000), folder="Junk")
    server.append(raw(2))
    with closing(app_at(folder, server)) as app, fetching(app, largest=4000):
        until(lambda: server.count() == 0 and state_of(app) is State.IDLE)
        assert [each.raw for each in letters(app)] == [raw(2)]
    assert server.count("Junk") == 1


def test_the_envelope_is_that_of_the_delivery(provider: Provider, folder: Path) -> None:
    server = provider()
    with closing(app_at(folder, server)) as app, fetching(app):
        server.deliver("bounces@example.net", "club+abc@example.org", raw(1))
        server.deliver("", CLUB, raw(2))
        until(lambda: len(letters(app)) == 2)
        found = {each.sender: each.recipients for each in letters(app)}
    assert set(found) == {"bounces@example.net", ""}


def queue(app: App, recipient: str, message_id: str, reply_key: str = "") -> None:
    mail = OutboxMail(recipient, "board", message_id, b"x", Cause(), reply_key=reply_key)
    with app.store.transaction(acting=False) as tx:
        tx.outbox.add(mail, app.clock())


def test_of_spam_only_what_answers_our_mails_is_fetched(provider: Provider, folder: Path) -> None:
    server = provider()
    answer = raw(2).replace(b"Subject", b"In-Reply-To: <aa.club@example.org>\r\nSubject")
    others = answer.replace(b"alice", b"mallory").replace(b"<2@", b"<3@")
    with closing(app_at(folder, server)) as app:
        queue(app, "alice@example.net", "<aa.club@example.org>")
        server.append(raw(1), answer, others, folder="Junk")
        with fetching(app):
            until(lambda: len(letters(app)) == 1)
            server.append(raw(4))
            until(lambda: len(letters(app)) == 2 and server.count() == 0)
            assert (server.count("Junk"), server.count("pbm")) == (2, 2)
            with server.person() as person:
                person.select_folder("Junk")
                person.move(person.search("ALL"), "INBOX")
            until(lambda: len(letters(app)) == 4 and server.count() == 0)
            with server.person() as person:
                person.select_folder("pbm")
                person.copy(person.search("ALL"), "INBOX")
            until(lambda: server.count() == 0)
        assert len(letters(app)) == 4


@pytest.mark.parametrize("author", ["alice@example.net", "mallory@example.net"])
@pytest.mark.parametrize("header", ["In-Reply-To", "References"])
def test_without_sub_addresses_the_answered_mail_stands_for_its_key(
    provider: Provider, folder: Path, author: str, header: str
) -> None:
    server = provider()
    named = f"{header}: <other@example.com> <aa.club@example.org>\r\nSubject"
    if header == "In-Reply-To":
        named = f"{header}: <aa.club@example.org>\r\nReferences: <x@y>\r\nSubject"
    letter = raw(1).replace(b"Subject", named.encode()).replace(b"alice", author[:-12].encode())
    with closing(app_at(folder, server)) as app:
        queue(app, "Alice@example.net", "<aa.club@example.org>", "hash")
        server.append(letter)
        with fetching(app):
            until(lambda: len(letters(app)) == 1)
        (found,) = letters(app)
    assert found.token == ("hash" if author.startswith("alice") else "")


def test_a_refused_login_is_told_and_not_repeated(
    provider: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = provider()
    with closing(app_at(folder, server)) as app:
        (folder / "word").write_text("wrong")
        with fetching(app):
            until(lambda: state_of(app) is State.REFUSED)
            # Dovecot writes its line when the client is gone.
            until(lambda: "auth failed, 1 attempts" in server.log.read_text())


def test_a_provider_that_is_down_is_asked_again(
    provider: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "DOWN_SECONDS", (0.1,))
    server = provider()
    with closing(app_at(folder, server)) as app, fetching(app):
        until(lambda: state_of(app) is State.IDLE)
        server.stop()
        until(lambda: state_of(app) is State.DOWN)
        server.start()
        server.append(raw(1))
        until(lambda: len(letters(app)) == 1)


def test_a_message_that_cannot_be_moved_stops_no_other(provider: Provider, folder: Path) -> None:
    server = provider()
    server.append(raw(1))
    with closing(app_at(folder, server, "no*such%folder")) as app, fetching(app):
        until(lambda: len(letters(app)) == 1)
        server.append(raw(2))
        until(lambda: len(letters(app)) == 2)


def test_a_folder_that_another_program_creates_meanwhile_is_used(
    provider: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = provider()
    create = IMAPClient.create_folder

    def meanwhile(client: IMAPClient, name: str) -> object:
        with server.person() as person:
            create(person, name)
        return create(client, name)

    monkeypatch.setattr(IMAPClient, "create_folder", meanwhile)
    server.append(raw(1))
    with closing(app_at(folder, server)) as app, fetching(app):
        until(lambda: server.count("pbm") == 1)


@pytest.mark.parametrize(("can", "days", "left"), [(FULL, 90, 1), (PLAIN, 90, 1), (FULL, None, 2)])
def test_what_has_been_done_for_long_is_deleted(
    provider: Provider, folder: Path, can: str, days: int | None, left: int
) -> None:
    server = provider(can)
    with closing(app_at(folder, server)) as app:
        with server.person() as client:
            client.append("INBOX", raw(1), msg_time=app.clock() - timedelta(days=92))
            client.append("INBOX", raw(2), msg_time=app.clock() - timedelta(days=88))
        with fetching(app, **({"days": days} if days else {})):
            until(lambda: server.count() == 0 and server.count("pbm") == left)
            server.append(raw(3))
            until(lambda: len(letters(app)) == 3)


_TOKENS = """
auth_mechanisms = plain xoauth2
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {root}/oauth2
}}
"""
_ASKED = "tokeninfo_url = {url}/tokeninfo?access_token=\nusername_attribute = email\n"


def test_letters_are_fetched_with_a_token_where_a_consent_stands_for_the_password(
    provider: Provider, folder: Path
) -> None:
    server = provider()
    server.stop()
    with consents() as giver:
        (server.root / "oauth2").write_text(_ASKED.format(url=giver.url))
        with (server.root / "dovecot.conf").open("a") as conf:
            conf.write(_TOKENS.format(root=server.root))
        server.start()
        server.append(raw(1))
        with closing(app_at(folder, server)) as app:
            keep(Consent(f"{giver.url}/token", "pbm-1", "refresh-0"), folder / "word")
            with fetching(app):
                until(lambda: len(letters(app)) == 1)
            giver.refresh = "withdrawn"
            with fetching(app):
                until(lambda: state_of(app) is State.REFUSED)
