from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbm.base.secrets import password_fits
from pbm.core.model import Player
from pbm.play.passwords import PasswordChanged, ResetAsked, ask_reset, change
from pbm.play.work import Work
from pbm.store.workbench import Workbench
from tests.pbm.play.table import refused


@pytest.fixture
def bench(work: Work) -> Work:
    """Passwords are hashed at once."""
    work.bench = Workbench(work.tx)
    return work


def test_only_the_hash_of_a_password_is_kept(bench: Work, alice: Player) -> None:
    change(bench, alice, alice, "correct horse")
    kept = bench.tx.players.get(alice.id).password
    assert kept is not None and "correct" not in kept
    assert password_fits("correct horse", kept)
    assert bench.published == [PasswordChanged(alice, alice)]


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "bad_password"),
        ("my-Alice-1", "password_is_userid"),
        ("********", "blanked_password"),
    ],
)
def test_what_cannot_be_a_password_is_refused(
    bench: Work, alice: Player, password: str, code: str
) -> None:
    with refused(code):
        change(bench, alice, alice, password)
    assert bench.tx.players.get(alice.id).password is None
    assert bench.published == []


def test_a_reset_can_be_asked_for_once_a_day(work: Work, alice: Player) -> None:
    ask_reset(work, alice, "alice")
    with refused("reset_sent_today"):
        ask_reset(work, alice, "alice")
    ask_reset(replace(work, now=work.now + timedelta(days=1, seconds=1)), alice, "alice")
    assert work.published == [ResetAsked(alice, "alice", alice)] * 2


def test_others_learn_nothing_from_it(work: Work, alice: Player, bob: Player) -> None:
    for userid in ("alice", "alice", "nobody"):
        ask_reset(work, bob, userid)
    assert work.published == [
        ResetAsked(bob, "alice", alice),
        ResetAsked(bob, "alice", None),
        ResetAsked(bob, "nobody", None),
    ]
