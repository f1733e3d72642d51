"""Pairs: one value for each of the two seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from pbm.core.games import Seat

T = TypeVar("T")
U = TypeVar("U")


class BySeat(NamedTuple, Generic[T]):
    """Two values of one type: of the first seat, and of the second."""

    first: T
    second: T

    @classmethod
    def of(cls, pair: Iterable[T]) -> BySeat[T]:
        """:raises ValueError: unless the pair has exactly two values"""
        first, second = pair
        return BySeat(first, second)

    def __str__(self) -> str:
        """``(1, 2)``"""
        return str(tuple(self))

    @property
    def swapped(self) -> BySeat[T]:
        """The pair with its values exchanged."""
        return BySeat(self.second, self.first)

    def at(self, seat: Seat) -> T:
        return self.first if seat is Seat.FIRST else self.second

    def put(self, seat: Seat, value: T) -> BySeat[T]:
        """Return the pair with another value for that seat."""
        first, second = self
        return BySeat(value, second) if seat is Seat.FIRST else BySeat(first, value)

    def seat_of(self, value: T) -> Seat | None:
        """Return the seat that has this value, None if neither has."""
        if value == self.first:
            return Seat.FIRST
        return Seat.SECOND if value == self.second else None

    def map(self, function: Callable[[T], U]) -> BySeat[U]:
        return BySeat(function(self.first), function(self.second))

    def zip(self, other: BySeat[U]) -> BySeat[tuple[T, U]]:
        return BySeat((self.first, other.first), (self.second, other.second))
