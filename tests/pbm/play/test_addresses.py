from __future__ import annotations

from datetime import timedelta

import pytest

from pbm.core.model import Player
from pbm.play.addresses import (
    MOST_ADDRESSES,
    AddressAdded,
    AddressDropped,
    AddressesAsked,
    ask,
    consent,
    drop,
    move,
)
from pbm.play.bounds import ADDRESSES
from pbm.play.reachability import Reached
from pbm.play.work import Work
from tests.pbm.play.table import refused

HOME, WORK, OTHER = "alice@example.org", "alice@example.net", "alice@example.com"


def anybody(_address: str) -> bool:
    return True


def with_second(work: Work, player: Player) -> Player:
    """The player once a second address has agreed; nothing is published."""
    player = consent(work, player.id, WORK, replaces=False)
    work.published.clear()
    return player


def test_an_address_counts_only_once_it_agrees(work: Work, alice: Player) -> None:
    ask(work, alice, [WORK.upper()], anybody)
    assert work.published == [AddressesAsked(alice, (WORK,), replacing=False)]
    assert work.tx.players.get(alice.id).addresses == (HOME,)


def test_an_address_of_another_player_is_asked_as_any_other(
    work: Work, alice: Player, bob: Player
) -> None:
    ask(work, alice, [*bob.addresses], anybody)
    assert work.published == [AddressesAsked(alice, bob.addresses, replacing=False)]
    with refused("taken_address"):
        consent(work, alice.id, bob.addresses[0], replaces=False)


def test_an_address_is_asked_once_a_day_by_whomever(work: Work, alice: Player, bob: Player) -> None:
    ask(work, alice, [OTHER], anybody)
    with refused("asked_today"):
        ask(work, bob, [OTHER], anybody)
    work.now += timedelta(days=1, seconds=1)
    ask(work, bob, [OTHER], anybody)


def test_nobody_is_asked_where_there_is_no_room(work: Work, alice: Player) -> None:
    with refused("too_many_asked"):
        ask(work, alice, [OTHER], lambda address: address != OTHER)
    ask(work, alice, [OTHER], anybody)


@pytest.mark.parametrize(("address", "code"), [(HOME, "your_address"), ("nowhere", "bad_address")])
def test_what_cannot_be_asked_is_refused(
    work: Work, alice: Player, address: str, code: str
) -> None:
    with refused(code):
        ask(work, alice, [address], anybody)
    assert work.published == []


def test_a_player_has_so_many_addresses_and_may_replace_them_all(work: Work, alice: Player) -> None:
    wanted = [f"{number}@example.org" for number in range(MOST_ADDRESSES)]
    with refused("too_many_addresses", most=MOST_ADDRESSES):
        ask(work, alice, wanted, anybody)
    for each in wanted[1:]:
        consent(work, alice.id, each, replaces=False)
    with refused("too_many_addresses"):
        consent(work, alice.id, OTHER, replaces=False)
    assert consent(work, alice.id, OTHER, replaces=True).addresses == (OTHER,)


def test_an_address_that_agrees_is_one_more_or_the_only_one(work: Work, alice: Player) -> None:
    both = with_second(work, alice)
    assert both.addresses == (HOME, WORK)
    only = consent(work, alice.id, OTHER, replaces=True)
    added, reached = work.published
    assert added == AddressAdded(both, both, only, OTHER, (HOME, WORK))
    assert isinstance(reached, Reached)


def test_the_operator_moves_a_player_to_an_address(work: Work, alice: Player) -> None:
    moved = move(work, alice, OTHER.upper())
    assert moved.addresses == (OTHER,)
    assert work.published[0] == AddressAdded(None, alice, moved, OTHER, (HOME,))


def test_an_address_that_a_player_has_can_be_made_the_only_one(work: Work, alice: Player) -> None:
    assert move(work, with_second(work, alice), WORK).addresses == (WORK,)


def test_the_last_address_cannot_be_dropped(work: Work, alice: Player) -> None:
    both = with_second(work, alice)
    left = drop(work, both, HOME)
    assert left.addresses == (WORK,)
    assert work.published == [AddressDropped(both, left, HOME)]
    with refused("not_your_address", known=WORK):
        drop(work, left, HOME)
    with refused("last_address"):
        drop(work, left, WORK)


def test_asking_is_bounded_for_each_player(work: Work, alice: Player) -> None:
    for number in range(ADDRESSES.most):
        ask(work, alice, [f"{number}@example.com"], anybody)
    with refused("many_addresses"):
        ask(work, alice, [OTHER], anybody)
