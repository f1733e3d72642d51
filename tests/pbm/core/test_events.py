"""What seals an event does not depend on the version that reads it."""

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
"""As version 0005 of the schema has it."""


def test_a_move_is_sealed_as_the_first_versions_did() -> None:
    deed = Deed(Moved(Seat.FIRST, "231123"), AT)
    event = Event.sealed(1, 3, PREVIOUS, deed, Cause(letter=7))
    assert event.hash == event.seal() == SEALED
    assert (event.kind, event.data) == (EventKind.MOVED, {"seat": 0, "line": "231123"})
    assert event.what == deed.what


def test_a_request_is_sealed_beside_what_was_sealed_before() -> None:
    deed = Deed(Moved(Seat.FIRST, "231123"), AT)
    causes = Cause(), Cause(request=7), Cause(request=8), Cause(letter=7), Cause(act=7)
    seals = {Event.sealed(1, 3, PREVIOUS, deed, cause).hash for cause in causes}
    assert len(seals) == len(causes)


def test_data_of_earlier_versions_is_sealed_as_it_stands() -> None:
    data = {"seat": 0, "line": "231123"}
    known = Event(1, 3, EventKind.MOVED, data, AT, Cause(letter=7), PREVIOUS, SEALED)
    strange = Event(
        1, 3, EventKind.MOVED, {**data, "colour": "red"}, AT, Cause(letter=7), PREVIOUS, SEALED
    )
    assert known.what == strange.what
    assert (known.seal() == SEALED, strange.seal() == SEALED) == (True, False)


def test_what_an_event_tells_is_made_once() -> None:
    event = Event.sealed(1, 3, PREVIOUS, Deed(Moved(Seat.FIRST, "1"), AT), Cause(act=7))
    assert event.what is event.what


def test_data_that_tells_nothing_says_where_it_stands() -> None:
    event = Event(1, 3, EventKind.MOVED, {}, AT, Cause(act=7), PREVIOUS, SEALED)
    with pytest.raises(DamagedError, match=r"event 3 of board 1 .* cannot be read") as damaged:
        assert event.what
    assert damaged.value.place == {"board": 1, "seq": 3, "letter": None, "act": 7, "request": None}
