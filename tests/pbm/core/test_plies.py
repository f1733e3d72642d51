"""Plies that were loaded from a snapshot: the earlier ones are replayed only if they are needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbm.core.games import find
from pbm.core.plies import AnyPly, Plies
from pbm.rules.play import replay
from tests.combinations import for_each

DVONN = find("dvonn")
ALL = replay(DVONN, DVONN.start(), ["f3", "a3", "b3", "c3"]).plies
EARLIER = 2


def recall() -> Sequence[AnyPly]:
    return ALL[:EARLIER]


def no_recall() -> Sequence[AnyPly]:
    raise AssertionError("the earlier plies were replayed")


def loaded(recall: Callable[[], Sequence[AnyPly]]) -> Plies:
    return Plies(EARLIER, recall, ALL[EARLIER:])


@for_each("index", range(-4, 4))
def test_each_ply_is_at_its_place(index: int) -> None:
    assert loaded(recall)[index] == ALL[index]


@for_each("index", [2, 3, -1, -2])
def test_a_later_ply_needs_no_replay(index: int) -> None:
    assert loaded(no_recall)[index] == ALL[index]


@for_each("part", [slice(2, None), slice(-2, None), slice(3, 1, -1), slice(0, 0)])
def test_later_plies_need_no_replay(part: slice) -> None:
    assert loaded(no_recall)[part] == ALL[part]


@for_each("part", [slice(None), slice(1, 3), slice(None, None, -1), slice(0, 1)])
def test_earlier_plies_are_replayed(part: slice) -> None:
    assert loaded(recall)[part] == ALL[part]


def test_plies_are_added_without_a_replay() -> None:
    assert (loaded(no_recall) + ALL[:1])[EARLIER:] == (*ALL[EARLIER:], *ALL[:1])
