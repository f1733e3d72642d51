from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module

import pytest

import pbm.play
from pbm.core.board import Board
from pbm.core.model import Player, PlayerStatus
from pbm.play import bounds, departures, invitations
from pbm.play.suspensions import StatusChanged, set_status
from pbm.play.work import Work
from tests.pbm.play.helpers import refused, unchanged


def test_a_player_is_suspended_and_may_play_again(work: Work, alice: Player) -> None:
    set_status(work, alice, PlayerStatus.SUSPENDED, "a quarrel")
    suspended = work.tx.players.get(alice.id)
    assert suspended.suspended
    set_status(work, suspended, PlayerStatus.ACTIVE, "")
    assert work.tx.players.get(alice.id) == alice
    assert work.published == [
        StatusChanged(None, alice, PlayerStatus.SUSPENDED, "a quarrel"),
        StatusChanged(None, suspended, PlayerStatus.ACTIVE, ""),
    ]


def test_a_status_that_a_player_has_already_is_refused(work: Work, alice: Player) -> None:
    with refused("has_status", userid="alice", status="active"):
        set_status(work, alice, PlayerStatus.ACTIVE, "")
    assert work.published == []


@pytest.mark.parametrize("status", PlayerStatus)
def test_a_player_who_has_left_is_neither_suspended_nor_resumed(
    work: Work, alice: Player, status: PlayerStatus
) -> None:
    departures.forget(work, alice, "asked for it")
    left, before = work.tx.players.get(alice.id), list(work.published)
    with refused("left_already", userid="alice"):
        set_status(work, left, status, "")
    assert (work.tx.players.get(alice.id), work.published) == (left, before)


def deeds() -> Iterator[Callable[..., object]]:
    """Every public function of play that takes ``work`` and the acting player ``by``."""
    for module in pkgutil.iter_modules(pbm.play.__path__, "pbm.play."):
        for _, each in inspect.getmembers(import_module(module.name), inspect.isfunction):
            named = list(inspect.signature(each).parameters.values())[:2]
            is_deed = [(one.name, one.annotation) for one in named] == [
                ("work", "Work"),
                ("by", "Player"),
            ]
            is_public = each.__module__ == module.name and not each.__name__.startswith("_")
            if is_deed and is_public and each not in NO_DEEDS:
                yield each


# These functions are steps of other use cases, except for the data export, which is open to
# everybody.
NO_DEEDS = (bounds.charge, invitations.check_willing, invitations.invite)


@pytest.mark.parametrize(
    "deed", list(deeds()), ids=lambda each: f"{each.__module__}.{each.__name__}"
)
def test_no_use_case_lets_a_suspended_player_act(
    work: Work, alice: Player, placed: Board, deed: Callable[..., object]
) -> None:
    set_status(work, alice, PlayerStatus.SUSPENDED, "a quarrel")
    rest = [each.name for each in list(inspect.signature(deed).parameters.values())[2:]]
    given = {name: placed.number if name == "number" else None for name in rest}
    with refused("suspended"), unchanged(work, placed):
        deed(work, work.tx.players.get(alice.id), **given)


def test_a_suspended_player_can_be_erased(work: Work, alice: Player, placed: Board) -> None:
    set_status(work, alice, PlayerStatus.SUSPENDED, "a quarrel")
    departures.forget(work, work.tx.players.get(alice.id), "asked for it")
    assert work.board(placed.number).match.finished
    assert work.tx.players.get(alice.id).left
