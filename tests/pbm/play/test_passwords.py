from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from pbm.base.secrets import password_fits
from pbm.core.model import Player
from pbm.play.passwords import PasswordChanged, ResetAsked, ask_reset, change
from pbm.play.work import Work
from pbm.store.workbench import Workbench
from tests.pbm.play.helpers import refused


@pytest.fixture
def work_that_hashes(work: Work) -> Work:
    """A ``Work`` that hashes passwords immediately, within the transaction."""
    work.bench = Workbench(work.tx)
    return work


def test_only_the_hash_of_a_password_is_stored(work_that_hashes: Work, alice: Player) -> None:
    change(work_that_hashes, alice, alice, "correct horse")
    kept = work_that_hashes.tx.players.get(alice.id).password
    assert kept is not None and "correct" not in kept
    assert password_fits("correct horse", kept)
    assert work_that_hashes.published == [PasswordChanged(alice, alice)]


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "bad_password"),
        ("my-Alice-1", "password_is_userid"),
        ("********", "blanked_password"),
    ],
)
def test_an_unacceptable_password_is_refused(
    work_that_hashes: Work, alice: Player, password: str, code: str
) -> None:
    with refused(code):
        change(work_that_hashes, alice, alice, password)
    assert work_that_hashes.tx.players.get(alice.id).password is None
    assert work_that_hashes.published == []


def test_a_reset_can_be_asked_for_once_a_day(work: Work, alice: Player) -> None:
    ask_reset(work, alice, "alice")
    with refused("reset_sent_today"):
        ask_reset(work, alice, "alice")
    ask_reset(replace(work, now=work.now + timedelta(days=1, seconds=1)), alice, "alice")
    assert work.published == [ResetAsked(alice, "alice", alice)] * 2


def test_asking_for_another_s_reset_reveals_nothing(work: Work, alice: Player, bob: Player) -> None:
    for userid in ("alice", "alice", "nobody"):
        ask_reset(work, bob, userid)
    assert work.published == [
        ResetAsked(bob, "alice", alice),
        ResetAsked(bob, "alice", None),
        ResetAsked(bob, "nobody", None),
    ]


def test_an_operator_sets_a_password(work_that_hashes: Work, alice: Player) -> None:
    change(work_that_hashes, None, alice, "correct horse")
    assert work_that_hashes.published == [PasswordChanged(None, alice)]
