"""The setting ``store``: no password where others may see it, and encryption to other machines."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbm.admin.doctor import settings_in_force
from pbm.app.config import load
from pbm.app.store_url import masked, read_store_url
from pbm.base.errors import UsageError
from tests.combinations import for_each

SECRET = "correct-horse"
WITH_PASSWORD = (
    f"postgresql://pbm:{SECRET}@localhost/pbm",
    f"postgresql:///pbm?user=pbm&password={SECRET}&host=/run/postgresql",
    f"postgresql://pbm:{SECRET}@a.example,b.example:5433/pbm?sslmode=verify-full",
    f"postgresql:///pbm?sslkey=/run/key&sslpassword={SECRET}",
    f"postgresql:///pbm?user=pbm&Pass%77ord={SECRET}",
)


@pytest.mark.parametrize("url", WITH_PASSWORD)
def test_a_password_is_refused_except_in_the_environment(url: str, tmp_path: Path) -> None:
    (tmp_path / "pbm.toml").write_text(f'store = "{url}"\n')
    for options in ({"store": url}, {"data": str(tmp_path)}):
        with pytest.raises(UsageError, match="PBM_STORE") as refused:
            load(options, {})
        assert SECRET not in str(refused.value)
    assert load({}, {"PBM_STORE": url}).place == url


@pytest.mark.parametrize("url", WITH_PASSWORD)
def test_a_password_is_not_shown(url: str) -> None:
    settings = load({}, {"PBM_STORE": url})
    shown = (
        f"{settings} {[*settings_in_force(settings)]} {[*map(str, settings_in_force(settings))]}"
    )
    assert SECRET not in shown
    assert SECRET not in masked(f"it cannot be {url}: why")
    assert str(settings.store).startswith("postgresql://")


@pytest.mark.parametrize("sign", [*"/?#@ %\n", "/:", "/12@", "?a=", "#?"])
@pytest.mark.parametrize("first", ["correct", "12"])
def test_a_password_that_is_not_encoded_is_not_shown_either(sign: str, first: str) -> None:
    url = f"postgresql://pbm:{first}{sign}horse@localhost/pbm"
    with pytest.raises(UsageError) as refused:
        load({}, {"PBM_STORE": url})
    told = str(refused.value)
    assert "correct" not in told and "12" not in told and "horse" not in told


@pytest.mark.parametrize(
    "url", ["postgresql://localhost:5433/pbm?user=a@b", "postgresql://pbm@localhost/pbm?user=a%40b"]
)
def test_an_at_sign_alone_is_no_password(url: str) -> None:
    assert load({"store": url}, {}).place == url


@for_each(
    "url",
    [
        "postgresql://pbm@db.example.org/pbm",
        "postgresql://pbm@localhost,db.example.org:5433/pbm",
        "postgresql://pbm@192.0.2.1/pbm?sslmode=require",
        "postgresql:///pbm?host=db.example.org&sslmode=prefer",
        "postgresql://[2001:db8::1]:5432/pbm",
    ],
)
def test_other_machines_must_be_reached_encrypted_and_verified(url: str) -> None:
    with pytest.raises(UsageError, match="sslmode=verify-full"):
        load({"store": url}, {})
    plain = re.sub(r"[?&]sslmode=\w+", "", url)
    joined = "&" if "?" in plain else "?"
    assert read_store_url(f"{plain}{joined}sslmode=verify-full")


@for_each(
    "url",
    [
        "postgresql:///pbm",
        "postgresql://pbm@localhost:5433/pbm",
        "postgresql://127.0.0.1,[::1]:5433/pbm",
        "postgresql:///pbm?host=/run/postgresql",
    ],
)
def test_the_same_machine_may_be_reached_in_any_way(url: str) -> None:
    assert load({"store": url}, {}).place == url


@pytest.mark.parametrize("text", ["sqlite", "pbm", f"mysql://pbm:{SECRET}@localhost/pbm"])
def test_other_stores_are_refused_without_their_passwords(text: str) -> None:
    with pytest.raises(UsageError, match="postgresql://") as refused:
        load({"store": text}, {})
    assert SECRET not in str(refused.value)


def test_without_it_the_store_is_in_the_data_directory() -> None:
    assert load({"data": "somewhere"}, {}).place == Path("somewhere")


def test_the_durability_is_one_of_two_words() -> None:
    assert load({}, {}).store_durability == "quorum"
    with pytest.raises(UsageError, match="quorum or local is expected"):
        load({}, {"PBM_STORE_DURABILITY": "some"})


def test_who_acts_is_one_of_two_words() -> None:
    assert load({}, {}).store_acting == "leader"
    with pytest.raises(UsageError, match="leader or all is expected"):
        load({}, {"PBM_STORE_ACTING": "some"})
