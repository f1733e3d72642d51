"""The hash of an event does not depend on the version that reads the event."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbm.base.errors import DamagedError
from pbm.core.events import Deed, Event
from pbm.core.games import Seat
from pbm.core.happenings import Moved
from pbm.core.model import Cause, EventKind

AT = datetime(2026, 11, 20, 10, tzinfo=UTC)
PREVIOUS = "1b0a15b8d4ae74d304aa111201bc7fdba2df1fa3d1bfe9a90db3e88c6be18614"
SEALED = "ac0354b75c85cc2ec1de6661341d31ecbc12f6ddd5ac7fb9cd087826e5b70151"
"""The hash of an event, as in a database with version 0005 of the schema."""


def test_the_hash_of_a_move_is_that_of_the_first_versions() -> None:
    deed = Deed(Moved(Seat.FIRST, "231123"), AT)
    event = Event.sealed(1, 3, PREVIOUS, deed, Cause(letter=7))
    assert event.hash == event.seal() == SEALED
    assert (event.kind, event.data) == (EventKind.MOVED, {"seat": 0, "line": "231123"})
    assert event.what == deed.what


def test_each_cause_gives_another_hash() -> None:
    deed = Deed(Moved(Seat.FIRST, "231123"), AT)
    causes = Cause(), Cause(request=7), Cause(request=8), Cause(letter=7), Cause(act=7)
    seals = {Event.sealed(1, 3, PREVIOUS, deed, cause).hash for cause in causes}
    assert len(seals) == len(causes)


def test_unknown_data_is_hashed_as_it_stands() -> None:
    data = {"seat": 0, "line": "231123"}
    known = Event(1, 3, EventKind.MOVED, data, AT, Cause(letter=7), PREVIOUS, SEALED)
    strange = Event(
        1, 3, EventKind.MOVED, {**data, "colour": "red"}, AT, Cause(letter=7), PREVIOUS, SEALED
    )
    assert known.what == strange.what
    assert (known.seal() == SEALED, strange.seal() == SEALED) == (True, False)


def test_the_happening_of_an_event_is_parsed_once() -> None:
    event = Event.sealed(1, 3, PREVIOUS, Deed(Moved(Seat.FIRST, "1"), AT), Cause(act=7))
    assert event.what is event.what


def test_the_error_for_unreadable_data_names_the_event() -> None:
    event = Event(1, 3, EventKind.MOVED, {}, AT, Cause(act=7), PREVIOUS, SEALED)
    with pytest.raises(DamagedError) as damaged:
        assert event.what
    assert damaged.value.place == {"board": 1, "seq": 3, "letter": None, "act": 7, "request": None}
