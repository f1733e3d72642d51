"""The base class of all happenings on a board, and parts of their JSON."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar, Self

from pbm.core.clocks import Absence, absence_data, absence_from
from pbm.core.games import Seat
from pbm.core.model import EventKind

Data = Mapping[str, Any]
Json = dict[str, Any]

UNREADABLE = (AttributeError, KeyError, TypeError, ValueError)
"""The errors that ``read`` raises for JSON that no version has written."""


# Not an ABC: isinstance() runs Python code for those, and an audit calls it for each event.
class Happening:
    """Something that happens on a board."""

    kind: ClassVar[EventKind]

    @abstractmethod
    def data(self) -> Json:
        """Return the happening as plain JSON, without its kind."""

    @classmethod
    @abstractmethod
    def read(cls, data: Data) -> Self:
        """Parse what ``data`` returned, in this version or an earlier one.

        :raises UNREADABLE: for anything else
        """


# An audit reads the seat of every move, and ``Seat(0)`` takes ten times as long as this table.
_SEATS = {each.value: each for each in Seat}


def seat_of(data: Data) -> Seat:
    return _SEATS[data["seat"]]


def moment(text: str) -> datetime:
    """:raises ValueError: if the text is no time, or has no time zone"""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return at


def absences_data(absences: Sequence[Absence]) -> Json:
    return {"absences": [absence_data(each) for each in absences]} if absences else {}


def absences_of(data: Data) -> tuple[Absence, ...]:
    return tuple(absence_from(each) for each in data.get("absences", ()))
