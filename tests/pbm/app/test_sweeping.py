"""The loop of all workers: when it sweeps, and when it gives memory back."""

from __future__ import annotations

import ctypes
from collections import deque

import pytest

from pbm.app.sweeping import Sweeping, give_back_memory


class Loop(Sweeping):
    """A loop that is rung in some of its sweeps, and is finished after the last one."""

    def __init__(self, rings: list[bool]) -> None:
        super().__init__(lambda: None)
        self._rings = deque(rings)

    def _sweep(self, rung: bool) -> float:
        if not self._rings:
            self.finish()
        elif self._rings.popleft():
            self.ring()
        return 0.001


@pytest.mark.parametrize(
    ("rings", "pauses"),
    [([True, True, False], 1), ([False, False, False], 1), ([False, True, False], 2)],
)
def test_memory_is_given_back_once_in_each_pause_after_work(
    monkeypatch: pytest.MonkeyPatch, rings: list[bool], pauses: int
) -> None:
    given_back = list[None]()
    monkeypatch.setattr("pbm.app.sweeping.give_back_memory", lambda: given_back.append(None))
    Loop(rings).run()
    assert len(given_back) == pauses


def test_memory_is_given_back() -> None:
    give_back_memory()


def test_a_c_library_that_cannot_give_memory_back_does_not_matter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _: object())
    give_back_memory()
