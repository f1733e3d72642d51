"""Consents in place of passwords: given, used, renewed and over."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.app.config import load
from pbm.base.errors import UsageError
from pbm.mailbox import providers
from pbm.smtp.next_hop import Login, Secret
from pbm.smtp.oauth import Consent, access_token, begun, consent_in, consented, keep
from tests.pbm.cli.program import pbm
from tests.pbm.smtp.consents import Consents, consents


@pytest.fixture
def provider() -> Iterator[Consents]:
    with consents() as provider:
        yield provider


def test_the_provider_is_asked_as_often_as_it_wants_until_somebody_consents(
    provider: Consents,
) -> None:
    device = begun(f"{provider.url}/device", "pbm-1", "mail")
    assert device.told == "open https://example.org/device and type ABCD"
    waits: list[float] = []
    consent = consented(f"{provider.url}/token", "pbm-1", device, waits.append)
    assert (consent.refresh, waits) == ("refresh-1", [5, 5, 10])


@pytest.mark.parametrize("said", [["access_denied"], ["authorization_pending"] * 200])
def test_who_does_not_consent_is_not_waited_for(provider: Consents, said: list[str]) -> None:
    provider.pending = said
    device = begun(f"{provider.url}/device", "pbm-1", "mail")
    with pytest.raises(UsageError, match=said[0]):
        consented(f"{provider.url}/token", "pbm-1", device, lambda _: None)


def test_an_application_that_the_provider_does_not_know_is_refused(provider: Consents) -> None:
    with pytest.raises(UsageError, match="No such application"):
        begun(f"{provider.url}/device", "pbm-2", "mail")


def test_each_login_gets_a_token_and_keeps_the_newest_consent(
    provider: Consents, tmp_path: Path
) -> None:
    file = tmp_path / "word"
    keep(Consent(f"{provider.url}/token", "pbm-1", "refresh-0"), file)
    login = Login("club", file)
    assert [login.secret() for _ in range(2)] == [Secret(f"token-{n}", True) for n in range(2)]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    found = consent_in(file.read_text())
    assert found is not None
    assert found.refresh == "refresh-2"
    provider.refresh = "withdrawn"
    with pytest.raises(UsageError, match="consent again"):
        login.secret()


def test_a_consent_in_a_file_that_cannot_be_written_is_used(provider: Consents) -> None:
    consent = Consent(f"{provider.url}/token", "pbm-1", "refresh-0")
    assert access_token(consent, Path("/proc/none/word")) == "token-0"


def test_a_provider_that_does_not_answer_is_asked_again_later(tmp_path: Path) -> None:
    keep(Consent("http://127.0.0.1:1/token", "pbm-1", "x"), tmp_path / "word")
    with pytest.raises(OSError, match="refused"):
        Login("club", tmp_path / "word").secret()


@pytest.mark.parametrize("password", ["{", "{}", '{"url": 1}', "[1]"])
def test_a_password_in_braces_is_a_password(tmp_path: Path, password: str) -> None:
    (tmp_path / "word").write_text(password)
    assert Login("club", tmp_path / "word").secret() == Secret(password)


def test_a_consent_makes_a_club_where_passwords_are_refused(
    provider: Consents, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(providers.__file__).with_name("providers.toml").read_text()
    for name, path in (("devicecode", "device"), ("token", "token")):
        url = f"https://login.microsoftonline.com/consumers/oauth2/v2.0/{name}"
        text = text.replace(f'"{url}"', f'"{provider.url}/{path}"')
    (tmp_path / "providers.toml").write_text(text)
    monkeypatch.setattr(providers, "files", lambda _: tmp_path)
    provider.every, provider.pending = 0, ["authorization_pending"]
    providers.providers.cache_clear()
    data, club = str(tmp_path / "club"), "club@outlook.com"
    setup = ("--data", data, "setup", club, "--operator", "you@example.net", "--no-check")
    consent = ("--data", data, "mailbox", "login", club, "--client", "pbm-1")
    try:
        assert pbm(*setup, stdin="x\n").exit_code == 2
        provider.broken = True
        ran = pbm(*consent)
        assert (ran.exit_code, "microsoft does not answer: " in ran.output) == (75, True)
        provider.broken = False
        ran = pbm(*consent)
        assert ran.exit_code == 0, ran.output
        assert "type ABCD" in ran.output
        assert pbm(*setup).exit_code == 0
        assert pbm(*consent[:4], "club@gmail.com", "--client", "pbm-1").exit_code == 2
        mailbox = load({"data": data}, {}).mailbox
    finally:
        providers.providers.cache_clear()
    assert mailbox is not None
    assert (mailbox.host, mailbox.login.secret().is_token) == ("outlook.office365.com", True)
