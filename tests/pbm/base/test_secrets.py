from __future__ import annotations

from pathlib import Path

import pytest

from pbm.base.errors import PermanentFailure
from pbm.base.secrets import (
    KEY_BYTES,
    TOKEN_LENGTH,
    hash_password,
    load_key,
    make_key,
    make_token,
    new_nonce,
    password_fits,
    token_hash,
)
from tests.combinations import for_each


def test_the_key_is_created_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    path = tmp_path / "new" / "pbm.key"
    make_key(path)
    key = load_key(path)
    assert len(key) == KEY_BYTES
    make_key(path)
    assert load_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_two_servers_have_two_keys(tmp_path: Path) -> None:
    make_key(tmp_path / "one")
    make_key(tmp_path / "two")
    assert load_key(tmp_path / "one") != load_key(tmp_path / "two")


def test_a_damaged_key_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "pbm.key").write_bytes(b"")
    with pytest.raises(PermanentFailure):
        load_key(tmp_path / "pbm.key")


def test_a_token_follows_from_the_key_and_the_nonce() -> None:
    nonce = new_nonce()
    token = make_token(b"key", nonce)
    assert token == make_token(b"key", nonce)
    assert token != make_token(b"other key", nonce)
    assert token != make_token(b"key", new_nonce())


def test_a_token_survives_any_mail_system() -> None:
    tokens = {make_token(b"key", new_nonce()) for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {TOKEN_LENGTH}
    assert set("".join(tokens)) <= set("abcdefghijklmnopqrstuvwxyz234567")


def test_the_hash_of_a_token_ignores_case() -> None:
    assert token_hash("ABC") == token_hash("abc")
    assert token_hash("abc") != token_hash("abd")


def test_a_password_matches_its_own_hash_and_no_other() -> None:
    hashed = hash_password("correct-horse")
    assert "correct-horse" not in hashed
    assert hashed.startswith("$argon2id$")
    assert password_fits("correct-horse", hashed)
    assert not password_fits("Correct-horse", hashed)
    assert hash_password("correct-horse") != hashed


@for_each("hashed", [None, "", "correct-horse", "$argon2id$broken"])
def test_no_password_matches_if_none_is_set(hashed: str | None) -> None:
    assert not password_fits("correct-horse", hashed)
    assert not password_fits("", hashed)
