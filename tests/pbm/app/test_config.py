from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbm.app import config
from pbm.app.config import TABLE, Settings, load, value
from pbm.app.setting_values import (
    Endpoint,
    FileMode,
    LmtpSocket,
    Maildirs,
    Smarthost,
    read_imap,
    read_submission,
)
from pbm.base.errors import UsageError
from pbm.base.setting import rows
from pbm.mail.headers import MAX_BLOCK
from pbm.mail.peers import Peers, read_peers
from pbm.mailbox.account import Account
from pbm.mailbox.providers import providers
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.next_hop import Login, Secret, Security


def settings(
    folder: Path,
    toml: str | None = None,
    environ: Mapping[str, str] | None = None,
    **options: str,
) -> Settings:
    if toml is not None:
        (folder / "pbm.toml").write_text(toml, encoding="utf-8")
    return load({"data": str(folder), **options}, environ or {})


def test_defaults() -> None:
    found = load({}, {})
    assert found.data == Path("data")
    assert found.listen == Endpoint("127.0.0.1", 8025)
    assert found.domain == "pbm.localhost"
    assert found.outgoing == Maildirs(Path("data/outgoing"))
    assert found.trust_authserv is None
    assert found.trusted_peers is None
    assert found.operator is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("lmtp:/run/pbm/lmtp", LmtpSocket(Path("/run/pbm/lmtp"))),
        ("127.0.0.1:0, lmtp:/s", LmtpSocket(Path("/s"), Endpoint("127.0.0.1", 0))),
        ("lmtp:/s,[::1]:25", LmtpSocket(Path("/s"), Endpoint("::1", 25))),
    ],
)
def test_the_server_may_listen_on_a_socket_and_a_port(
    tmp_path: Path, text: str, expected: LmtpSocket
) -> None:
    assert settings(tmp_path, listen=text).listen == expected


def test_trusted_peers_and_the_permissions_of_the_socket_are_parsed(tmp_path: Path) -> None:
    toml = 'trusted_peers = "192.0.2.0/24, ::1"\nsocket_mode = "0666"\nsocket_group = "postfix"'
    found = settings(tmp_path, toml)
    assert found.trusted_peers == read_peers("192.0.2.0/24, ::1")
    assert (found.socket_mode, found.socket_group) == (FileMode(0o666), "postfix")
    assert settings(tmp_path, 'trusted_peers = ""').trusted_peers == Peers()


def test_the_outgoing_folder_follows_the_data_folder(tmp_path: Path) -> None:
    assert settings(tmp_path).outgoing == Maildirs(tmp_path / "outgoing")


def test_options_override_variables_and_variables_override_the_file(tmp_path: Path) -> None:
    toml = 'domain = "file.example"\nlisten = "127.0.0.1:1"\noutgoing = "maildir:x"'
    environ = {"PBM_DOMAIN": "variable.example", "PBM_LISTEN": "127.0.0.1:2"}
    found = settings(tmp_path, toml, environ, domain="option.example")
    assert found.domain == "option.example"
    assert found.listen == Endpoint("127.0.0.1", 2)
    assert found.outgoing == Maildirs(Path("x"))


def test_the_source_of_each_value_is_known(tmp_path: Path) -> None:
    found = settings(tmp_path, 'domain = "example.org"', {"PBM_LISTEN": "127.0.0.1:0"})
    assert "trust_authserv" not in found.sources
    assert (
        found.sources.items()
        >= {
            "data": "--data",
            "listen": "PBM_LISTEN",
            "domain": str(tmp_path / "pbm.toml"),
            "outgoing": "default",
            "connections": "default",
        }.items()
    )


def test_the_variable_for_the_data_folder_finds_its_file(tmp_path: Path) -> None:
    (tmp_path / "pbm.toml").write_text('domain = "example.org"')
    assert load({}, {"PBM_DATA": str(tmp_path)}).domain == "example.org"


def test_an_empty_variable_is_ignored(tmp_path: Path) -> None:
    assert settings(tmp_path, environ={"PBM_DOMAIN": ""}).domain == "pbm.localhost"


def test_an_unknown_variable_is_reported(tmp_path: Path) -> None:
    assert settings(tmp_path, environ={"PBM_LISTN": "x", "HOME": "/"}).unread == ("PBM_LISTN",)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("smtp://mail.example.org:25", Smarthost(Endpoint("mail.example.org", 25))),
        ("smtp://[::1]:2525/", Smarthost(Endpoint("::1", 2525))),
        ("smtps://mail.example.org", Smarthost(Endpoint("mail.example.org", 465), Security.TLS)),
        ("smtps://[::1]", Smarthost(Endpoint("::1", 465), Security.TLS)),
        (
            "submission://mail.example.org/",
            Smarthost(Endpoint("mail.example.org", 587), Security.STARTTLS),
        ),
        (
            "submission://mail.example.org:2587",
            Smarthost(Endpoint("mail.example.org", 2587), Security.STARTTLS),
        ),
        ("maildir:/var/mail/with space", Maildirs(Path("/var/mail/with space"))),
    ],
)
def test_outgoing_is_parsed(tmp_path: Path, text: str, value: Maildirs | Smarthost) -> None:
    found = settings(tmp_path, outgoing=text)
    assert found.outgoing == value
    assert settings(tmp_path, outgoing=str(value)).outgoing == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("listen", "8025"),
        ("listen", "127.0.0.1"),
        ("listen", "127.0.0.1:"),
        ("listen", "127.0.0.1:65536"),
        ("listen", "::1:25"),
        ("listen", "user@host:25"),
        ("domain", "pbm@example.org"),
        ("domain", "exKmple.org"),
        ("domain", "-.example.org"),
        ("domain", "-example.org"),
        ("domain", "example..org"),
        ("listen", "lmtp:"),
        ("listen", "lmtp:run/pbm"),
        ("listen", "lmtp:/a, lmtp:/b"),
        ("listen", "127.0.0.1:1, 127.0.0.1:2"),
        ("socket_mode", "660"),
        ("socket_mode", "rw-rw----"),
        ("socket_mode", "432"),
        ("trusted_peers", "localhost"),
        ("trusted_peers", "127.0.0.1/8"),
        ("operator", "olga"),
        ("operator", "Olga <olga@example.org>"),
        ("outgoing", "maildir:"),
        ("outgoing", "smtp://host"),
        ("outgoing", "smtps://"),
        ("outgoing", "smtps://host:"),
        ("outgoing", "smtps://host:99999"),
        ("outgoing", "smtps://a/b"),
        ("outgoing", "submission:host"),
        ("outgoing", "imaps://host"),
        ("outgoing", "smtps://club@host"),
    ],
)
def test_a_malformed_value_is_named_with_its_source(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings(tmp_path, environ={f"PBM_{name.upper()}": text})
    assert str(caught.value).startswith(f"PBM_{name.upper()}: ")
    assert f'"{text}"' in str(caught.value)


@pytest.mark.parametrize(
    "toml",
    [
        'lisen = "127.0.0.1:25"',
        'colour = "red"',
        'data = "elsewhere"',
        "domain = 1.5",
        "domain = true",
        "[listen]\nport = 25",
        "domain = ",
    ],
)
def test_a_mistake_in_the_file_is_named_with_the_file(tmp_path: Path, toml: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings(tmp_path, toml)
    assert str(tmp_path / "pbm.toml") in str(caught.value)


def test_each_limit_is_a_setting_with_its_default(tmp_path: Path) -> None:
    found = settings(tmp_path)
    assert found.limits == ListenerLimits()
    assert all(
        value(found, name) == getattr(ListenerLimits(), name) for name in rows(ListenerLimits)
    )
    assert rows(ListenerLimits).keys() <= TABLE.keys()


def test_limits_come_from_the_file_and_the_variables(tmp_path: Path) -> None:
    toml = "message_bytes = 1_048_576\nconnections = 20"
    found = settings(tmp_path, toml, {"PBM_CONNECTIONS": "30"}).limits
    assert (found.message_bytes, found.connections) == (1_048_576, 30)


def test_no_header_may_be_longer_than_what_is_parsed(tmp_path: Path) -> None:
    assert settings(tmp_path).limits.header_bytes <= MAX_BLOCK
    with pytest.raises(UsageError, match="a whole number from 4096 to 65536 is expected"):
        settings(tmp_path, environ={"PBM_HEADER_BYTES": str(MAX_BLOCK + 1)})


@pytest.mark.parametrize("text", ["0", "-1", "1e3", "256 KiB", "1_000", "٣٠", "10001"])
def test_a_limit_out_of_range_is_named_with_its_range(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings(tmp_path, environ={"PBM_CONNECTIONS": text})
    assert str(caught.value).startswith("PBM_CONNECTIONS: ")
    assert f'"{text}"' in str(caught.value)
    assert "1 to 10000" in str(caught.value)


def test_limits_that_contradict_each_other_are_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="buffer_bytes must not be less than message_bytes"):
        settings(tmp_path, "message_bytes = 1_000_000\nbuffer_bytes = 500_000")


@pytest.mark.parametrize(
    "toml, on",
    [("[programs]\non = false\n", False), ('programs_on = "off"\n', False), ("", True)],
)
def test_a_setting_may_stand_in_a_table(tmp_path: Path, toml: str, on: bool) -> None:
    (tmp_path / "pbm.toml").write_text(toml)
    assert load({"data": str(tmp_path)}, {}).programs_on is on


@pytest.mark.parametrize("delay", ["", "5", "5 s", "2m-1s", "2d", "25h", "1s-2s-3s", "-5s"])
def test_a_delay_is_a_time_or_two(tmp_path: Path, delay: str) -> None:
    (tmp_path / "pbm.toml").write_text(f'[programs]\ndelay = "{delay}"\n')
    with pytest.raises(UsageError):
        load({"data": str(tmp_path)}, {})


@pytest.mark.parametrize("name", ["o", "Owl", "owl-1", "pbm", "south", "a" * 19])
def test_a_name_of_programs_is_a_short_userid(tmp_path: Path, name: str) -> None:
    (tmp_path / "pbm.toml").write_text(f'[programs]\nname = "{name}"\n')
    with pytest.raises(UsageError):
        load({"data": str(tmp_path)}, {})


@pytest.mark.parametrize("scheme", ["smtp", "smtps", "submission"])
@pytest.mark.parametrize(
    "rest", ["club:s3cret@host:25", "club@example.org:s3cret@host", ":s3cret@h"]
)
def test_a_password_in_outgoing_is_refused_unseen_with_where_it_belongs(
    tmp_path: Path, scheme: str, rest: str
) -> None:
    with pytest.raises(UsageError, match="outgoing_password_file") as caught:
        settings(tmp_path, f'outgoing = "{scheme}://{rest}"')
    assert "s3cret" not in str(caught.value)


LOGIN = 'outgoing_user = "club"\noutgoing_password_file = "word"\n'


def test_the_login_names_a_file_in_the_data_folder_or_elsewhere_or_a_credential(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)
    outgoing = 'outgoing = "smtps://host"\n'
    assert settings(tmp_path, outgoing + LOGIN).login == Login("club", tmp_path / "word")
    elsewhere = LOGIN.replace('"word"', '"/etc/pbm/word"')
    assert settings(tmp_path, outgoing + elsewhere).login == Login("club", Path("/etc/pbm/word"))
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / "word").touch()
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(credentials))
    assert settings(tmp_path, outgoing + LOGIN).login == Login("club", credentials / "word")


@pytest.fixture
def etc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = tmp_path / "etc" / "pbm.toml"
    file.parent.mkdir()
    monkeypatch.setattr(config, "SHARED", file)
    return file


def test_settings_in_etc_name_the_data_directory_and_yield_to_all_others(
    tmp_path: Path, etc: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    etc.write_text(f'data = "{data}"\noperator = "a@example.org"\ndomain = "example.org"\n')
    for options in ({}, {"data": str(data)}):
        found = load(options, {})
        assert (found.data, found.domain) == (data, "example.org")
        assert found.sources["domain"] == str(etc)
    (data / "pbm.toml").write_text('operator = "b@example.org"\n')
    assert load({}, {}).operator == "b@example.org"
    assert load({}, {"PBM_DOMAIN": "example.net"}).domain == "example.net"


def test_settings_in_etc_are_not_those_of_another_folder(tmp_path: Path, etc: Path) -> None:
    etc.write_text('data = "/var/lib/pbm"\ndomain = "example.org"\n')
    assert load({"data": str(tmp_path)}, {}).domain == "pbm.localhost"


@pytest.mark.parametrize("text", ['domain = "example.org"', 'data = "club"', "data = 1"])
def test_settings_in_etc_must_name_a_folder(etc: Path, text: str) -> None:
    etc.write_text(text)
    with pytest.raises(UsageError, match="data"):
        load({}, {})


@pytest.mark.parametrize("where", ["0.0.0.0:9145", "games.example.org:9145", "9145"])
def test_metrics_are_for_this_machine_alone(tmp_path: Path, where: str) -> None:
    with pytest.raises(UsageError, match="metrics_listen"):
        settings(tmp_path, f'metrics_listen = "{where}"')


def test_a_command_may_print_the_password(tmp_path: Path) -> None:
    toml = 'outgoing = "smtps://host"\noutgoing_user = "club"\noutgoing_password_command = "%s"'
    found = settings(tmp_path, toml % "printf 's3cret word'").login
    assert found is not None
    assert found.secret() == Secret("s3cret word")
    with pytest.raises(UsageError, match="no password"):
        Login("club", Path(), "true").secret()
    for command in ("false", "/no/such/program", "'"):
        with pytest.raises(UsageError, match="password_command fails"):
            Login("club", Path(), command).secret()


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        ('outgoing = "smtps://host"\noutgoing_user = "club"', "outgoing_password_file"),
        ('outgoing = "smtps://host"\noutgoing_password_file = "word"', "outgoing_user"),
        (f'outgoing = "smtp://host:25"\n{LOGIN}', "submission://HOST"),
        (f'outgoing = "maildir:out"\n{LOGIN}', "smtps://HOST"),
        (LOGIN, "smtps://HOST"),
    ],
)
def test_a_login_is_complete_and_encrypted(tmp_path: Path, toml: str, named: str) -> None:
    with pytest.raises(UsageError, match=named):
        settings(tmp_path, toml)


def test_the_address_has_the_domain_and_is_the_club_unless_its_local_part_is_pbm(
    tmp_path: Path,
) -> None:
    found = settings(tmp_path, 'address = "Club@Example.org"\noperator = "carol@example.org"')
    assert (found.club, found.domain) == ("club@example.org", "example.org")
    assert not found.operator_is_ours
    assert settings(tmp_path, 'address = "pbm@example.org"').club == "example.org"
    both = settings(tmp_path, 'address = "club@example.org"\ndomain = "example.org"')
    assert both.club == "club@example.org"
    assert settings(tmp_path, 'domain = "example.org"').club == "example.org"
    its = settings(tmp_path, 'address = "club@example.org"\noperator = "club@example.org"')
    assert its.operator_is_ours


@pytest.mark.parametrize(
    "text", ["club", "club@", "@example.org", "club+x@example.org", "a b@example.org", ".a@b.org"]
)
def test_an_address_that_cannot_be_the_clubs_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="address"):
        settings(tmp_path, f'address = "{text}"')


def test_another_domain_beside_the_address_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="domain"):
        settings(tmp_path, 'address = "club@example.org"\ndomain = "example.net"')


MAILBOX = '[mailbox]\npassword_file = "word"\n'


@pytest.mark.parametrize(
    ("address", "imap", "smtp"),
    [
        ("club@gmail.com", "imap.gmail.com", "smtps://smtp.gmail.com:465"),
        ("club@gmx.de", "imap.gmx.net", "smtps://mail.gmx.net:465"),
        ("club@me.com", "imap.mail.me.com", "submission://smtp.mail.me.com:587"),
    ],
)
def test_the_servers_of_large_providers_are_known(
    tmp_path: Path, address: str, imap: str, smtp: str
) -> None:
    found = settings(tmp_path, f'address = "{address}"\n{MAILBOX}')
    assert found.mailbox is not None
    assert (found.mailbox.host, found.mailbox.port, found.mailbox.folder) == (imap, 993, "INBOX")
    assert str(found.outgoing) == smtp
    assert found.login == found.mailbox.login == Login(address, tmp_path / "word")


def test_each_provider_has_servers_that_can_be_read_and_domains_of_its_own() -> None:
    domains = [domain for each in providers() for domain in each.domains]
    assert len(domains) == len(set(domains))
    assert len(providers()) == 10
    for each in providers():
        assert read_imap(each.imap)
        assert read_submission(each.smtp)


@pytest.mark.parametrize(
    ("named", "imap", "smtp"),
    [
        ("mail.example.org", "imaps://mail.example.org:993", "smtps://mail.example.org"),
        ("mail.example.org:143", "imap://mail.example.org:143", "smtps://mail.example.org:143"),
        (
            "mail.example.org:587",
            "imaps://mail.example.org:587",
            "submission://mail.example.org:587",
        ),
    ],
)
def test_servers_of_a_mailbox_may_be_named_as_providers_do(
    named: str, imap: str, smtp: str
) -> None:
    assert str(read_imap(named)) == imap
    assert read_submission(named) == smtp


@pytest.mark.parametrize("text", ["", "mail.example.org, port 465", "a@mail.example.org"])
def test_what_names_no_server_is_refused(text: str) -> None:
    for read in (read_imap, read_submission):
        with pytest.raises(ValueError, match=r"expected|belongs"):
            read(text)


def test_a_mailbox_may_have_a_command_for_its_password(tmp_path: Path) -> None:
    toml = 'address = "club@gmail.com"\n[mailbox]\npassword_command = "pass club"\n'
    found = settings(tmp_path, toml)
    assert found.login is not None
    assert found.mailbox is not None
    assert found.login == found.mailbox.login
    assert found.login.command == "pass club"


@pytest.mark.parametrize(
    ("address", "more", "has"),
    [
        ("club@gmail.com", "", True),
        ("club@gmail.com", 'sub_addresses = "off"', False),
        ("club@gmx.de", "", False),
        ("club@gmx.de", 'sub_addresses = "on"', True),
    ],
)
def test_sub_addresses_are_known_by_provider_or_set(
    tmp_path: Path, address: str, more: str, has: bool
) -> None:
    found = settings(tmp_path, f'address = "{address}"\n{MAILBOX}{more}\n')
    assert found.has_sub_addresses is has


def test_a_mailbox_elsewhere_names_its_servers_and_other_values(tmp_path: Path) -> None:
    toml = (
        f'address = "club@example.org"\n{MAILBOX}imap = "imap://mail.example.org"\n'
        'smtp = "submission://mail.example.org:2587"\nuser = "games"\nfolder = "Games"\ndone = "-"'
    )
    found = settings(tmp_path, toml)
    assert found.mailbox == Account(
        "mail.example.org",
        143,
        Login("games", tmp_path / "word"),
        is_implicit=False,
        folder="Games",
        done="",
    )
    assert str(found.outgoing) == "submission://mail.example.org:2587"


def test_mail_of_a_club_in_a_mailbox_may_leave_another_way(tmp_path: Path) -> None:
    toml = f'address = "club@gmail.com"\noutgoing = "smtp://127.0.0.1:25"\n{MAILBOX}'
    found = settings(tmp_path, toml)
    assert (str(found.outgoing), found.login) == ("smtp://127.0.0.1:25", None)


@pytest.mark.parametrize(
    ("toml", "named"),
    [
        (MAILBOX, "address"),
        ('address = "club@gmail.com"\n[mailbox]\ndone = "x"', "password_file"),
        (f'address = "club@example.org"\n{MAILBOX}', "mailbox_imap and mailbox_smtp"),
        (f'address = "club@outlook.com"\n{MAILBOX}', "Microsoft"),
        (f'address = "club@gmail.com"\n{MAILBOX}imap = "pop3://imap.gmail.com"', "imaps://HOST"),
        (f'address = "club@gmail.com"\n{MAILBOX}imap = "imaps://club:pw@h"', "password_file"),
        (f'address = "club@gmail.com"\n{MAILBOX}smtp = "smtp://h:25"', "submission://HOST"),
        (f'address = "club@gmail.com"\n{MAILBOX}pasword = "x"', "mailbox_pasword"),
    ],
)
def test_a_mailbox_that_cannot_be_used_is_refused_by_name(
    tmp_path: Path, toml: str, named: str
) -> None:
    with pytest.raises(UsageError, match=named):
        settings(tmp_path, toml)
