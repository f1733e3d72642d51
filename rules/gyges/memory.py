"""The past of a state as text: the arrangements so far, the last move and its bounces."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .state import Action, Move, Placement, Relay, State

_ENCODER = json.JSONEncoder(separators=(",", ":"))
_KINDS: Mapping[str, Callable[..., Action]] = {
    kind.__name__: kind for kind in (Placement, Move, Relay)
}


def write(state: State) -> str:
    last = state.last and [type(state.last).__name__, *state.last]
    past = [f"{rings:x}" for rings in state.past]
    return _ENCODER.encode([past, last, state.bounces])


def remembered(state: State, memory: str) -> State:
    """Return a decoded state with the past that ``write`` wrote."""
    past, last, bounces = json.loads(memory)
    arrangements = tuple(int(rings, 16) for rings in past)
    return replace(state, past=arrangements, last=_action(last), bounces=tuple(bounces))


def _action(written: Sequence[Any] | None) -> Action | None:
    if written is None:
        return None
    values = (tuple(each) if isinstance(each, list) else each for each in written[1:])
    return _KINDS[written[0]](*values)
