from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbm.config import Endpoint, Maildirs, Settings, Smarthost, load
from pbm.errors import UsageError


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


def test_the_outgoing_folder_follows_the_data_folder(tmp_path: Path) -> None:
    assert settings(tmp_path).outgoing == Maildirs(tmp_path / "outgoing")


def test_an_option_wins_over_a_variable_and_that_over_the_file(tmp_path: Path) -> None:
    toml = 'domain = "file.example"\nlisten = "127.0.0.1:1"\noutgoing = "maildir:x"'
    environ = {"PBM_DOMAIN": "variable.example", "PBM_LISTEN": "127.0.0.1:2"}
    found = settings(tmp_path, toml, environ, domain="option.example")
    assert found.domain == "option.example"
    assert found.listen == Endpoint("127.0.0.1", 2)
    assert found.outgoing == Maildirs(Path("x"))


def test_each_value_tells_whence_it_came(tmp_path: Path) -> None:
    found = settings(tmp_path, 'domain = "example.org"', {"PBM_LISTEN": "127.0.0.1:0"})
    assert found.sources == {
        "data": "--data",
        "listen": "PBM_LISTEN",
        "domain": str(tmp_path / "pbm.toml"),
        "outgoing": "default",
        "log": "default",
    }


def test_the_variable_for_the_data_folder_finds_its_file(tmp_path: Path) -> None:
    (tmp_path / "pbm.toml").write_text('domain = "example.org"')
    assert load({}, {"PBM_DATA": str(tmp_path)}).domain == "example.org"


def test_an_empty_variable_counts_as_none(tmp_path: Path) -> None:
    assert settings(tmp_path, environ={"PBM_DOMAIN": ""}).domain == "pbm.localhost"


def test_a_variable_that_is_no_setting_is_told(tmp_path: Path) -> None:
    assert settings(tmp_path, environ={"PBM_LISTN": "x", "HOME": "/"}).unread == ("PBM_LISTN",)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("smtp://mail.example.org:25", Smarthost(Endpoint("mail.example.org", 25))),
        ("smtp://[::1]:2525/", Smarthost(Endpoint("::1", 2525))),
        ("maildir:/var/mail/with space", Maildirs(Path("/var/mail/with space"))),
    ],
)
def test_outgoing_is_read(tmp_path: Path, text: str, value: Maildirs | Smarthost) -> None:
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
        ("domain", "-example.org"),
        ("domain", "example..org"),
        ("outgoing", "maildir:"),
        ("outgoing", "smtp://host"),
        ("outgoing", "smtps://host:465"),
    ],
)
def test_a_malformed_value_is_named_with_its_source(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(UsageError) as caught:
        settings(tmp_path, environ={f"PBM_{name.upper()}": text})
    assert f'PBM_{name.upper()}: {name} cannot be "{text}"' in str(caught.value)


@pytest.mark.parametrize(
    ("toml", "problem"),
    [
        ('lisen = "127.0.0.1:25"', 'there is no setting "lisen"; there are listen, domain'),
        ('data = "elsewhere"', "data is the folder of this file"),
        ("domain = 1.5", "domain must be a string"),
        ("domain = true", "domain must be a string"),
        ("[listen]\nport = 25", "listen must be a string"),
        ("domain = ", "is not TOML"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_the_file(
    tmp_path: Path, toml: str, problem: str
) -> None:
    with pytest.raises(UsageError) as caught:
        settings(tmp_path, toml)
    assert str(tmp_path / "pbm.toml") in str(caught.value)
    assert problem in str(caught.value)
