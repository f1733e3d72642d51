"""Files that hold a password."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbm.base.errors import UsageError
from pbm.base.password_file import read_password


@pytest.mark.parametrize(
    ("content", "password"),
    [
        (b"one two\n", "one two"),
        (b"word\r\nmore\n", "word"),
        ("pässword".encode(), "pässword"),
    ],
)
def test_the_password_is_the_first_line(content: bytes, password: str, tmp_path: Path) -> None:
    (tmp_path / "word").write_bytes(content)
    assert read_password(tmp_path / "word") == password


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "holds no password"),
        (b"\nword\n", "holds no password"),
        (b"wo\0rd\n", "holds no password"),
        (b"p\xe4ssword\n", "is not in UTF-8"),
        (None, "cannot be read"),
    ],
)
def test_a_file_without_one_is_refused(content: bytes | None, told: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "word").write_bytes(content)
    with pytest.raises(UsageError, match=told):
        read_password(tmp_path / "word")
