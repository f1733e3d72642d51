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
from tests.pbm.play.helpers import anybody, refused

HOME, OFFICE, OTHER = "alice@example.org", "alice@example.net", "alice@example.com"


def with_second(work: Work, player: Player) -> Player:
    """Add a second address to a player; the news is discarded."""
    player = consent(work, player.id, OFFICE, replaces=False)
    work.published.clear()
    return player


def test_an_address_is_added_only_after_it_has_agreed(work: Work, alice: Player) -> None:
    ask(work, alice, [OFFICE.upper()], anybody)
    assert work.published == [AddressesAsked(alice, (OFFICE,), replacing=False)]
    assert work.tx.players.get(alice.id).addresses == (HOME,)


def test_asking_for_the_address_of_another_player_does_not_reveal_its_owner(
    work: Work, alice: Player, bob: Player
) -> None:
    ask(work, alice, [*bob.addresses], anybody)
    assert work.published == [AddressesAsked(alice, bob.addresses, replacing=False)]
    with refused("taken_address"):
        consent(work, alice.id, bob.addresses[0], replaces=False)


def test_an_address_is_asked_at_most_once_a_day_by_all_players_together(
    work: Work, alice: Player, bob: Player
) -> None:
    ask(work, alice, [OTHER], anybody)
    with refused("asked_today"):
        ask(work, bob, [OTHER], anybody)
    work.now += timedelta(days=1, seconds=1)
    ask(work, bob, [OTHER], anybody)


def test_no_address_is_asked_beyond_the_rate_limit(work: Work, alice: Player) -> None:
    with refused("too_many_asked"):
        ask(work, alice, [OTHER], lambda address: address != OTHER)
    ask(work, alice, [OTHER], anybody)


@pytest.mark.parametrize(("address", "code"), [(HOME, "your_address"), ("nowhere", "bad_address")])
def test_an_own_or_invalid_address_is_not_asked(
    work: Work, alice: Player, address: str, code: str
) -> None:
    with refused(code):
        ask(work, alice, [address], anybody)
    assert work.published == []


def test_a_player_with_the_most_addresses_may_only_replace_them(work: Work, alice: Player) -> None:
    wanted = [f"{number}@example.org" for number in range(MOST_ADDRESSES)]
    with refused("too_many_addresses", most=MOST_ADDRESSES):
        ask(work, alice, wanted, anybody)
    for each in wanted[1:]:
        consent(work, alice.id, each, replaces=False)
    with refused("too_many_addresses"):
        consent(work, alice.id, OTHER, replaces=False)
    assert consent(work, alice.id, OTHER, replaces=True).addresses == (OTHER,)


def test_an_address_that_agrees_is_added_or_replaces_the_others(work: Work, alice: Player) -> None:
    both = with_second(work, alice)
    assert both.addresses == (HOME, OFFICE)
    only = consent(work, alice.id, OTHER, replaces=True)
    added, reached = work.published
    assert added == AddressAdded(both, both, only, OTHER, (HOME, OFFICE))
    assert isinstance(reached, Reached)


def test_the_operator_replaces_all_addresses_of_a_player(work: Work, alice: Player) -> None:
    moved = move(work, alice, OTHER.upper())
    assert moved.addresses == (OTHER,)
    assert work.published[0] == AddressAdded(None, alice, moved, OTHER, (HOME,))


def test_the_operator_can_keep_one_of_several_addresses(work: Work, alice: Player) -> None:
    assert move(work, with_second(work, alice), OFFICE).addresses == (OFFICE,)


def test_the_last_address_cannot_be_dropped(work: Work, alice: Player) -> None:
    both = with_second(work, alice)
    left = drop(work, both, HOME)
    assert left.addresses == (OFFICE,)
    assert work.published == [AddressDropped(both, left, HOME)]
    with refused("not_your_address", known=OFFICE):
        drop(work, left, HOME)
    with refused("not_your_address", address=60 * "x"):
        drop(work, left, 70 * "x")
    with refused("last_address"):
        drop(work, left, OFFICE)


def test_each_player_may_ask_a_limited_number_of_addresses(work: Work, alice: Player) -> None:
    for number in range(ADDRESSES.most):
        ask(work, alice, [f"{number}@example.com"], anybody)
    with refused("many_addresses", most=10):
        ask(work, alice, [OTHER], anybody)
