"""What the rings of a player could reach, compared with a plain search over single ways."""

from __future__ import annotations

from random import Random

import pytest

from pbm import rules
from pbm.rules.game import Seat
from pbm.rules.gyges.board import BIT, SLOTS, TARGET, each, is_goal
from pbm.rules.gyges.classic import Classic
from pbm.rules.gyges.engine import reach, sets, ways
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.reserves import of_seat
from pbm.rules.gyges.rings import occupied, ring
from pbm.rules.gyges.state import State
from tests.rules.playouts import playout

SPECS = [spec for spec in rules.games() if spec.startswith("gyges/")]


def states(spec: str) -> list[State]:
    return [state for seed in range(4) for state, _ in playout(rules.games()[spec], seed, 40)]


def reached(used: Classic, rings: int, seat: Seat) -> set[int]:
    """Return the slots and goals that a ring of the first rank reaches, way by way."""
    rank = next(used.ranks(rings, seat), None)
    if rank is None:
        return set()
    table, entry = used.net(seat).ways, TARGET[seat.other]
    lifted = {*rank.origins} if rank.row else set()
    blocked = {*each(occupied(rings))} - lifted
    waiting = [(ring(rings, slot), slot) if rank.row else (slot, entry) for slot in rank.origins]
    found: set[int] = set()
    for size, start in waiting:
        for way in table[size][start]:
            if not blocked & {*way.slots[1:-1]} and way.end not in found:
                found.add(way.end)
                if not is_goal(way.end) and ring(rings, way.end):
                    waiting.append((ring(rings, way.end), way.end))
    return found


def rules_of(spec: str) -> Classic:
    game = rules.games()[spec]
    assert isinstance(game, Gyges)
    return game.rules


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seat", Seat)
def test_the_tables_lead_where_single_ways_lead(spec: str, seat: Seat) -> None:
    used = rules_of(spec)
    side = ways.sides_of(used) + seat.value
    for state in states(spec):
        halves = sets.lower_half(state.rings), sets.upper_half(state.rings)
        odd, far = reach.odd_sizes(*halves), reach.far_sizes(*halves)
        found = reach.reach(side, odd, far, of_seat(state.rings, seat))
        assert found == sets.of(reached(used, state.rings, seat))


def test_a_position_is_worth_the_opposite_to_the_other_side() -> None:
    """The board turned around has the opposite value."""
    used = rules_of("gyges/classic")
    south = ways.sides_of(used)
    random = Random(1)
    for _ in range(20):
        sizes = dict(zip(random.sample(SLOTS, 12), 4 * (1, 2, 3), strict=True))
        turned = {77 - slot: size for slot, size in sizes.items()}
        one, other = (
            sum(size * BIT[slot] for slot, size in placed.items()) for placed in (sizes, turned)
        )
        value, opposite = (
            reach.lead(south, sets.lower_half(rings), sets.upper_half(rings), 0)
            for rings in (one, other)
        )
        assert value == -opposite
