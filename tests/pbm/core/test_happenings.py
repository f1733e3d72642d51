"""Happenings survive JSON, and the JSON of earlier versions is still read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.core.by_seat import BySeat
from pbm.core.clocks import Absence, Pause, TimeLimits
from pbm.core.games import Seat
from pbm.core.happening import UNREADABLE, Happening
from pbm.core.happenings import (
    Aborted,
    Adjudicated,
    Agreed,
    Corrected,
    Excused,
    Forfeited,
    Granted,
    How,
    Moved,
    Proposed,
    Rejected,
    Reopened,
    Resigned,
    Returned,
    Uncounted,
    Unrated,
    happening,
)
from pbm.core.model import EventKind, Offer
from pbm.core.openings import Accepted, Created, Declined, Imported, Invited, Terms
from pbm.core.results import Result
from tests.combinations import for_each

AT = datetime(2026, 11, 20, 10, tzinfo=UTC)

seats, results = st.sampled_from(Seat), st.sampled_from(Result)
words, numbers = st.text(max_size=20), st.integers(1, 2**31)
moments = st.datetimes(timezones=st.just(UTC))
spans = st.none() | st.integers(0, 10**7).map(lambda seconds: timedelta(seconds=seconds))
limits = st.builds(TimeLimits, spans, spans, spans)
reasons = st.sampled_from(Pause)
absences = st.lists(st.builds(Absence, seats, moments, moments, reasons), max_size=3).map(tuple)
terms = st.builds(
    Terms,
    spec=words,
    players=st.builds(BySeat, numbers, numbers),
    rated=st.booleans(),
    start=words,
    seed=st.integers(0, 2**31),
    setup=words,
    limits=limits,
    by=st.none() | numbers,
    rematch=st.just(0) | numbers,
    seek=st.just(0) | numbers,
)
elsewhere = st.builds(
    Terms,
    spec=words,
    players=st.builds(BySeat, numbers, numbers),
    rated=st.just(False),
    start=words,
    seed=st.integers(0, 2**31),
    setup=words,
)
lines = st.lists(words, max_size=3).map(tuple)

HAPPENINGS: Mapping[EventKind, st.SearchStrategy[Happening]] = {
    EventKind.INVITED: st.builds(Invited, terms),
    EventKind.CREATED: st.builds(Created, terms, absences),
    EventKind.ACCEPTED: st.builds(Accepted, absences),
    EventKind.DECLINED: st.builds(Declined),
    EventKind.MOVED: st.builds(Moved, seats, words, st.none() | st.sampled_from(How)),
    EventKind.PROPOSED: st.builds(Proposed, seats, st.sampled_from(Offer)),
    EventKind.AGREED: st.builds(Agreed, seats),
    EventKind.REJECTED: st.builds(Rejected, seats),
    EventKind.RESIGNED: st.builds(Resigned, seats),
    # Players give no reason, and operators have no seat.
    EventKind.ABORTED: st.builds(Aborted, seats) | st.builds(Aborted, st.none(), words),
    EventKind.ADJUDICATED: st.builds(Adjudicated, results, words),
    EventKind.FORFEITED: st.builds(Forfeited, seats, moments),
    EventKind.EXCUSED: st.builds(Excused, absences),
    EventKind.RETURNED: st.builds(Returned, seats, moments, reasons),
    EventKind.IMPORTED: st.builds(Imported, elsewhere, lines, results, words, words),
    EventKind.CORRECTED: st.builds(Corrected, results, words),
    EventKind.REOPENED: st.builds(Reopened, words, absences, st.booleans()),
    EventKind.GRANTED: st.builds(Granted, seats, moments, spans.filter(bool), words),
    EventKind.UNRATED: st.builds(Unrated, st.sampled_from(Uncounted), st.integers(1, 60)),
}


def test_every_kind_of_event_is_tried() -> None:
    assert set(HAPPENINGS) == set(EventKind)


@pytest.mark.parametrize("kind", EventKind)
@given(data=st.data())
def test_a_happening_survives_json(kind: EventKind, data: st.DataObject) -> None:
    what = data.draw(HAPPENINGS[kind])
    assert what.kind is kind
    assert happening(kind, json.loads(json.dumps(what.data()))) == what


EARLIER: list[tuple[EventKind, dict[str, Any], Happening]] = [
    (
        EventKind.CREATED,
        {"spec": "gyges/classic", "players": [1, 2]},
        Created(Terms(spec="gyges/classic", players=BySeat(1, 2))),
    ),
    (
        EventKind.INVITED,
        {"by": 2, "spec": "dvonn/standard", "players": [1, 2], "rated": False, "rematch": 9},
        Invited(Terms(spec="dvonn/standard", players=BySeat(1, 2), rated=False, by=2, rematch=9)),
    ),
    (
        EventKind.CREATED,
        {"by": 1, "seek": 4, "spec": "gyges/modern", "players": [2, 1], "limits": {"nag": 60}},
        Created(
            Terms(
                spec="gyges/modern",
                players=BySeat(2, 1),
                by=1,
                seek=4,
                limits=TimeLimits(nag=timedelta(minutes=1)),
            )
        ),
    ),
    (EventKind.ACCEPTED, {}, Accepted()),
    (EventKind.MOVED, {"seat": 0, "line": "16-35"}, Moved(Seat.FIRST, "16-35")),
    (EventKind.ABORTED, {}, Aborted()),
    (
        EventKind.RETURNED,
        {"seat": 1, "at": AT.isoformat()},
        Returned(Seat.SECOND, AT, Pause.VACATION),
    ),
    (
        EventKind.IMPORTED,
        {"spec": "gyges/classic", "players": [1, 2], "moves": [], "result": "*", "reason": "*"},
        Imported(
            Terms(spec="gyges/classic", players=BySeat(1, 2), rated=False), (), Result.NONE, "*"
        ),
    ),
]


@for_each(("kind", "data", "what"), EARLIER)
def test_a_key_that_earlier_versions_did_not_write_has_its_default(
    kind: EventKind, data: Mapping[str, Any], what: Happening
) -> None:
    assert happening(kind, data) == what


@for_each(
    ("kind", "data"),
    [
        (EventKind.MOVED, {}),
        (EventKind.MOVED, {"seat": 2, "line": "16-35"}),
        (EventKind.MOVED, []),
        (EventKind.PROPOSED, {"seat": 0, "offer": "a truce"}),
        (EventKind.CREATED, {"spec": "gyges/classic", "players": [1]}),
        (EventKind.CREATED, {"spec": "gyges/classic", "players": [1, 2], "limits": {"all": 1}}),
        (EventKind.FORFEITED, {"seat": 0, "deadline": "2026-11-20T10:00:00"}),
        (EventKind.RETURNED, {"seat": 0, "at": 5}),
        (EventKind.ACCEPTED, {"absences": [{}]}),
    ],
)
def test_data_that_no_version_wrote_is_unreadable(kind: EventKind, data: Any) -> None:
    with pytest.raises(UNREADABLE):
        happening(kind, data)
