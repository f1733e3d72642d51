"""Explanations: a legal move step by step, with the number of the rule of each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..phrase import Fact, Phrase
from .board import is_goal
from .classic import Classic
from .hindrance import THE_RESERVE
from .moves import Legal, play
from .net import Way
from .notation import Notation
from .refusal import check
from .rings import ring
from .route import Route, open_ways, through
from .search import Flight
from .state import Placement, State, Step
from .story import RING_WORDS, moving, placing


def explain(rules: Classic, notation: Notation, state: State, text: str) -> Sequence[Phrase]:
    """Return the whole route of a move as phrases.

    :raises RulesError: if the move cannot be read or is illegal
    """
    wanted = notation.read(text)
    legal = check(rules, state, wanted)
    action = legal.move
    if isinstance(wanted, Placement) or isinstance(action, Placement):
        assert isinstance(action, Placement)
        told = placing(rules, state, action)
        return [Phrase("explains_placing", {"rule": "G1", **told.facts})]
    route = wanted
    if route.leaves_bounces_open:
        route = through(legal.landings, action.displaced)
    flown = rules.flight(state, route.origin)
    ways = open_ways(route, flown)
    return [
        _lift(rules, state, action),
        *_flights(rules, flown, ways),
        _end(rules, flown, route),
        *_after(rules, state, legal),
    ]


def _lift(rules: Classic, state: State, move: Step) -> Phrase:
    """Explain why the ring may be lifted: G2, or a rule that replaces it."""
    assert state.side is not None
    ranks = rules.ranks(state.rings, state.side)
    rank = next(rank for rank in ranks if move.origin in rank.origins)
    facts: dict[str, Fact] = {"rule": rank.rule, "ring": moving(rules, state, move)}
    if not rank.row:
        return Phrase("explains_entry", facts)
    facts |= {
        "slot": rules.coordinates.names[move.origin],
        "row": int(rules.coordinates.rows[rank.row]),
    }
    code = "explains_lift" if rank.rule == "G2" else "explains_farther_lift"
    return Phrase(code, facts)


def _flights(rules: Classic, flown: Flight, ways: Sequence[Way]) -> Iterator[Phrase]:
    yield _step(flown, ways[0], flown.net.step)
    for before, way in pairwise(ways):
        slot = rules.coordinates.names[before.end]
        facts = {"rule": rules.number("G6"), "slot": slot}
        landed_on = RING_WORDS[ring(flown.rings, before.end)]
        yield Phrase(rules.code("explains_bounce"), {**facts, "ring": landed_on})
        yield _step(flown, way, rules.number("G3"))


def _step(flown: Flight, way: Way, rule: str) -> Phrase:
    names = flown.net.coordinates.names
    passed, end = [names[slot] for slot in way.slots[1:-1]], names[way.end]
    start = THE_RESERVE if is_goal(way.slots[0]) else names[way.slots[0]]
    facts: dict[str, Fact] = {"rule": rule, "origin": start, "destination": end}
    if not passed:
        return Phrase("explains_step", facts)
    count = len(passed) + 1
    return Phrase("explains_way", {**facts, "count": count, "passed": tuple(passed)})


def _end(rules: Classic, flown: Flight, route: Route) -> Phrase:
    names = rules.coordinates.names
    if is_goal(route.destination):
        return Phrase(rules.code("explains_goal"), {"rule": rules.number("G8")})
    if route.displaced is None:
        facts: dict[str, Fact] = {"rule": rules.number("G3"), "slot": names[route.destination]}
        return Phrase("explains_rest", facts)
    facts = {
        "rule": rules.number("G7"),
        "slot": names[route.destination],
        "ring": RING_WORDS[ring(flown.rings, route.destination)],
        "room": names[route.displaced],
    }
    return Phrase("explains_relocation", facts)


def _after(rules: Classic, state: State, legal: Legal) -> Iterator[Phrase]:
    if play(rules, state, legal).passed:
        yield Phrase("explains_pass", {"rule": rules.number("G10")})
