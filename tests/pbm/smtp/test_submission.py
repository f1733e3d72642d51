"""Submission: encrypted, with a valid certificate, and with a login that is tried once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pbm.admin.check import Level
from pbm.admin.doctor import examine
from pbm.app.config import Settings, load
from pbm.app.transport import transports_for
from pbm.base.errors import LoginRefused, NextHopDown, SenderRefused
from pbm.smtp.next_hop import Security
from pbm.smtp.oauth import Consent, written
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.smarthost import SmarthostTransport
from tests.pbm.smtp.certificates import certify, server_context
from tests.pbm.smtp.consents import consents
from tests.pbm.smtp.sockets import LoopThread, NextHop

if TYPE_CHECKING:
    StartHop = Callable[..., NextHop]

USER, PASSWORD = "club@example.org", "pässwörd ✓"
MAIL = Outgoing(
    17,
    USER,
    "alice@example.net",
    b"Subject: hi\r\n\r\nhi\r\n",
    0,
    datetime(2026, 11, 20, tzinfo=UTC),
)
ENCRYPTED = (Security.TLS, Security.STARTTLS)


@pytest.fixture
def hop(thread: LoopThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[StartHop]:
    """Starts next hops: ``hop(Security.TLS, end=..., methods=...)``, whose certificate is known."""
    with ExitStack() as hops:

        def start(security: Security, methods: Any = ("PLAIN", "LOGIN"), **about: Any) -> NextHop:
            certificate, key = certify(tmp_path, **about)
            monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
            users = {USER: PASSWORD}
            tls = server_context(certificate, key)
            hop = NextHop(thread, security=security, tls=tls, users=users, methods=methods)
            hops.callback(hop.stop)
            return hop

        yield start


def settings(folder: Path, hop: NextHop, scheme: str, password: str = PASSWORD) -> Settings:
    (folder / "word").write_text(f"{password}\n", encoding="utf-8")
    (folder / "pbm.toml").write_text(
        f'outgoing = "{scheme}://127.0.0.1:{hop.port}"\noutgoing_user = "{USER}"\n'
        'outgoing_password_file = "word"\n'
    )
    return load({"data": str(folder)}, {})


def transport(folder: Path, hop: NextHop, scheme: str, password: str = PASSWORD) -> Any:
    made = transports_for(settings(folder, hop, scheme, password))()
    assert isinstance(made, SmarthostTransport)
    return made


@pytest.mark.parametrize("security", ENCRYPTED)
@pytest.mark.parametrize("method", ["PLAIN", "LOGIN"])
def test_mails_leave_encrypted_after_a_login(
    hop: StartHop, tmp_path: Path, security: Security, method: str
) -> None:
    server = hop(security, [method])
    sending = transport(tmp_path, server, security.value)
    sending.deliver(MAIL)
    sending.deliver(MAIL)
    sending.close()
    assert [each.mail_from for each in server.taken] == [USER, USER]
    assert (server.attempts, server.connections) == ([method], 1)


@pytest.mark.parametrize("security", ENCRYPTED)
@pytest.mark.parametrize("method", ["PLAIN", "LOGIN"])
def test_a_wrong_password_is_tried_once(
    hop: StartHop, tmp_path: Path, security: Security, method: str
) -> None:
    server = hop(security, [method])
    with pytest.raises(LoginRefused, match="535"):
        transport(tmp_path, server, security.value, "wrong").deliver(MAIL)
    assert server.attempts == [method]


@pytest.mark.parametrize("security", ENCRYPTED)
def test_a_login_that_fails_for_now_is_a_hop_that_is_down(
    hop: StartHop, tmp_path: Path, security: Security
) -> None:
    server = hop(security)
    server.temporarily = True
    with pytest.raises(NextHopDown, match="454") as caught:
        transport(tmp_path, server, security.value).deliver(MAIL)
    assert caught.type is NextHopDown


def test_a_server_without_such_logins_refuses_ours(hop: StartHop, tmp_path: Path) -> None:
    with pytest.raises(LoginRefused, match="PLAIN"):
        transport(tmp_path, hop(Security.TLS, []), "smtps").deliver(MAIL)


@pytest.mark.parametrize("security", ENCRYPTED)
@pytest.mark.parametrize(
    "about",
    [
        {"address": "127.0.0.2"},
        {"end": datetime(2021, 1, 1, tzinfo=UTC)},
    ],
    ids=["another host", "expired"],
)
def test_no_password_is_sent_to_a_server_whose_certificate_is_not_valid(
    hop: StartHop, tmp_path: Path, security: Security, about: dict[str, Any]
) -> None:
    server = hop(security, **about)
    with pytest.raises(NextHopDown, match=r"(?i)certificate"):
        transport(tmp_path, server, security.value).deliver(MAIL)
    assert server.attempts == []


def test_no_password_is_sent_to_a_server_with_an_unknown_authority(
    hop: StartHop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = hop(Security.TLS)
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(NextHopDown, match=r"(?i)certificate"):
        transport(tmp_path, server, "smtps").deliver(MAIL)
    assert server.attempts == []


def test_no_password_is_sent_to_a_server_that_does_not_encrypt(
    hop: StartHop, tmp_path: Path
) -> None:
    server = hop(Security.NONE)
    for scheme in ("smtps", "submission"):
        with pytest.raises(NextHopDown):
            transport(tmp_path, server, scheme).deliver(MAIL)
    assert server.attempts == []


def test_a_password_that_is_corrected_is_used_at_the_next_login(
    hop: StartHop, tmp_path: Path
) -> None:
    server = hop(Security.TLS)
    sending = transport(tmp_path, server, "smtps", "wrong")
    with pytest.raises(LoginRefused):
        sending.deliver(MAIL)
    (tmp_path / "word").write_text(PASSWORD, encoding="utf-8")
    sending.deliver(MAIL)
    sending.close()
    assert len(server.taken) == 1


@pytest.mark.parametrize("content", [None, b"", b"\n", b"\xff\n"])
def test_without_a_password_no_login_is_tried(
    hop: StartHop, tmp_path: Path, content: bytes | None
) -> None:
    server = hop(Security.TLS)
    sending = transport(tmp_path, server, "smtps")
    (tmp_path / "word").unlink()
    if content is not None:
        (tmp_path / "word").write_bytes(content)
    with pytest.raises(LoginRefused, match="word"):
        sending.deliver(MAIL)
    assert server.attempts == []


def test_a_refusal_to_one_who_has_logged_in_concerns_us(hop: StartHop, tmp_path: Path) -> None:
    server = hop(Security.TLS)
    server.answers["MAIL"] = "534 5.7.9 Application-specific password required"
    with pytest.raises(SenderRefused):
        transport(tmp_path, server, "smtps").deliver(MAIL)


@pytest.mark.parametrize("security", ENCRYPTED)
def test_the_login_is_tried_out(hop: StartHop, tmp_path: Path, security: Security) -> None:
    server = hop(security)
    transport(tmp_path, server, security.value).try_out()
    assert len(server.attempts) == 1
    with pytest.raises(LoginRefused):
        transport(tmp_path, server, security.value, "wrong").try_out()


def test_the_doctor_names_a_login_that_is_refused(hop: StartHop, tmp_path: Path) -> None:
    server = hop(Security.TLS)
    for password, level in ((PASSWORD, Level.OK), ("wrong", Level.CRITICAL)):
        checks = examine(settings(tmp_path, server, "smtps", password), MAIL.queued_at)
        (found,) = (each for each in checks if each.what == "outgoing")
        assert found.level is level
    assert "outgoing_password_file" in found.advice


@pytest.mark.parametrize("is_known", [True, False])
def test_a_consent_logs_in_with_a_token_once(hop: StartHop, tmp_path: Path, is_known: bool) -> None:
    made = hop(Security.TLS, methods=("PLAIN", "XOAUTH2"))
    with consents() as provider:
        word = written(Consent(f"{provider.url}/token", "pbm-1", "refresh-0"))
        made._users = {USER: "token-0" if is_known else "another"}
        transport = transports_for(settings(tmp_path, made, "smtps", word))()
        with closing(transport), nullcontext() if is_known else pytest.raises(LoginRefused):
            transport.deliver(MAIL)
    assert (made.attempts, len(made.taken)) == (["XOAUTH2"], int(is_known))
