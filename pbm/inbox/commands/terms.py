"""The terms of a game that is agreed on by mail: rule set, start, who moves first, what counts."""

from __future__ import annotations

import secrets
from collections.abc import Container, Mapping
from typing import Any

from pbm.base.errors import UsageError
from pbm.core import time_controls as time_limits
from pbm.core.boards import drawn_setup
from pbm.core.clocks import limits_data
from pbm.core.games import AnyGame, find, spec, start_names
from pbm.core.model import Player
from pbm.core.refused import Refused

Options = Mapping[str, str]

OPTIONS = (
    "rules=NAME",
    *start_names(),
    "first=WHO",
    "unrated",
    *(f"{name}=TIME" for name in time_limits.OPTIONS),
)


def terms(game: AnyGame, options: Options, by: Player, other: Player) -> Mapping[str, Any]:
    """What the first event of the board holds; ``by`` asked for the game on these options.

    :raises Refused: if an option asks for something that the game does not have
    """
    chosen = chosen_rules(game, options.get("rules", ""))
    start = chosen_start(chosen, options)
    seed = secrets.randbelow(2**31) if start else 0
    return {
        "spec": spec(chosen),
        "players": _seats(by, other, options.get("first", "")),
        "by": by.id,
        "rated": "unrated" not in options,
        "start": start,
        "seed": seed,
        "setup": drawn_setup(spec(chosen), start, seed),
        "limits": limits_data(time_limits.chosen_limits(options)),
    }


def chosen_rules(game: AnyGame, name: str) -> AnyGame:
    """The rule set of that name, the game's default without one.

    :raises Refused: if the game has no such rule set
    """
    try:
        return find(f"{game.name}/{name}") if name else game
    except UsageError as error:
        raise Refused("unknown_rules", name=name[:30], game=game.name) from error


def chosen_start(game: AnyGame, options: Container[str]) -> str:
    """The drawn start that is among the options, "" for the ordinary one.

    :raises Refused: if the game has no such start, or two are named
    """
    wanted = [name for name in start_names() if name in options]
    if len(wanted) > 1:
        raise Refused("one_start", starts=", ".join(f"-{name}" for name in wanted))
    if wanted and wanted[0] not in game.starts:
        raise Refused("no_such_start", start=wanted[0], game=game.name)
    return wanted[0] if wanted else ""


def _seats(by: Player, other: Player, first: str) -> list[int]:
    pair = [by.id, other.id]
    choice = first.casefold()
    if choice == "random":
        return pair if secrets.randbelow(2) else pair[::-1]
    if choice in ("", by.userid):
        return pair
    if choice == other.userid:
        return pair[::-1]
    raise Refused("unknown_first", first=first[:30], u1=by.userid, u2=other.userid)
