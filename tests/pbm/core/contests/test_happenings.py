from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from pbm.base.errors import DamagedError
from pbm.core.contests import happenings
from pbm.core.contests.events import ContestDeed, ContestEvent
from pbm.core.contests.model import ContestKind, Gone, How
from pbm.core.model import Cause

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
CAUSE = Cause(act=1)

SAMPLES: list[happenings.ContestHappening] = [
    happenings.Opened(what=ContestKind.SEASON, spec="gyges/classic", number=2, starts=NOW),
    happenings.Joined(3, once=True, step=1, told=True),
    happenings.Carried((1, 2)),
    happenings.Handed(-1),
    happenings.Left(3),
    happenings.Announced((1, 2), (2,)),
    happenings.Postponed(NOW, "few"),
    happenings.Drawn((1, 2), {1: 1500, 2: 1400}, ((1,), (2,)), ((1, 2),), (4,), NOW),
    happenings.LeagueBegun(7),
    happenings.Begun((1, 2), {1: 1500, 2: 1400}, (9, 0), NOW),
    happenings.Challenged(1, 2, 1, 9),
    happenings.Ended(9, 4, How.TIME, 2, 1),
    happenings.Resumed(9, 5),
    happenings.Out(1, Gone.FORFEITS, struck=True),
    happenings.Finished({1: 1, 2: 1}, (2, 1), (9,)),
    happenings.Closed("the club moves"),
]


@pytest.mark.parametrize("what", SAMPLES, ids=lambda what: what.kind)
def test_a_happening_comes_back_from_json(what: happenings.ContestHappening) -> None:
    plain = json.loads(json.dumps(what.data()))
    assert happenings.happening(what.kind, plain) == what


def test_there_is_a_sample_of_every_kind() -> None:
    assert {what.kind for what in SAMPLES} == set(happenings.KINDS)


def test_the_hash_of_an_event_covers_its_contest_and_everything_before() -> None:
    deed = ContestDeed(SAMPLES[1], NOW)
    sealed = {
        ContestEvent.sealed(contest, seq, previous, deed, CAUSE).hash
        for contest in (1, 2)
        for seq in (1, 2)
        for previous in ("", "ab")
    }
    assert len(sealed) == 8


def test_data_that_no_version_has_written_is_damage() -> None:
    event = ContestEvent(1, 1, "joined", {"who": 3}, NOW, CAUSE, "", "")
    with pytest.raises(DamagedError):
        assert event.what
