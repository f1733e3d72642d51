from __future__ import annotations

import pytest

from pbm.store.players_protocol import Choices
from pbm.store.protocol import Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, open_board

KINDS = pytest.mark.parametrize("name", ["blocks", "subscriptions"])


def choices(tx: Transaction, name: str) -> Choices:
    return tx.blocks if name == "blocks" else tx.subscriptions


def two_others(tx: Transaction, name: str) -> list[int]:
    """Two ids to choose: of players to block, or of boards to watch."""
    if name == "blocks":
        return [add_player(tx, userid).id for userid in ("dave", "erin")]
    return [open_board(tx).board for _ in range(2)]


@KINDS
def test_a_choice_is_kept_until_it_is_dropped(tx: Transaction, name: str) -> None:
    carol, (one, two) = add_player(tx, "carol").id, two_others(tx, name)
    chosen = choices(tx, name)
    chosen.add(carol, one, NOW)
    assert chosen.holds(carol, one)
    assert not chosen.holds(carol, two)
    chosen.drop(carol, one)
    assert not chosen.holds(carol, one)
    assert chosen.of(carol) == []


@KINDS
def test_choices_are_listed_in_order_by_player_and_by_what_was_chosen(
    tx: Transaction, name: str
) -> None:
    carol, frank = (add_player(tx, userid).id for userid in ("carol", "frank"))
    one, two = two_others(tx, name)
    chosen = choices(tx, name)
    chosen.add(carol, two, NOW)
    chosen.add(carol, one, NOW + SECOND)
    chosen.add(frank, two, NOW + SECOND)
    assert (chosen.of(carol), chosen.of(frank)) == ([two, one], [two])
    assert (chosen.to(one), chosen.to(two)) == ([carol], [carol, frank])


@KINDS
def test_choosing_is_idempotent(tx: Transaction, name: str) -> None:
    carol, (one, _) = add_player(tx, "carol").id, two_others(tx, name)
    for second in range(2):
        choices(tx, name).add(carol, one, NOW + second * SECOND)
    assert choices(tx, name).of(carol) == [one]


def test_a_block_has_a_direction(tx: Transaction) -> None:
    carol, dave = (add_player(tx, userid).id for userid in ("carol", "dave"))
    tx.blocks.add(carol, dave, NOW)
    assert tx.blocks.holds(carol, dave)
    assert not tx.blocks.holds(dave, carol)
