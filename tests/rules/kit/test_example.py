from __future__ import annotations

from pbm.rules.kit.example import best_of_few, safest


def test_of_a_few_moves_the_best_is_the_example_and_of_many_the_first() -> None:
    worth = {"a": 0, "b": 1, "c": 1}
    assert best_of_few(iter("abc"), 3, worth.__getitem__) == "b"
    assert best_of_few(iter("abc"), 2, worth.__getitem__) == "a"
    assert best_of_few(iter(""), 2, worth.__getitem__) is None


def test_the_first_of_some_moves_that_does_not_lose_is_safest() -> None:
    assert safest(iter("abc"), 3, "ab".__contains__) == "c"
    assert safest(iter("abc"), 2, "ab".__contains__) == "a"
    assert safest(iter(""), 2, "ab".__contains__) is None
