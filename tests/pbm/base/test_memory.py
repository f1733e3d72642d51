import ctypes

import pytest

from pbm.base.memory import give_back_memory


def test_memory_is_given_back() -> None:
    give_back_memory()


def test_a_c_library_that_cannot_give_memory_back_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    give_back_memory()
