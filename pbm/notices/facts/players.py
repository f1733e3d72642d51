"""Rows of players and of programs"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.choices import RULESETS
from pbm.core.games import find, game_names, spec
from pbm.core.model import Player
from pbm.notices.views import program_row
from pbm.play.listings import ListedPlayer
from pbm.programs.strength import points
from pbm.store.protocol import Transaction

_DAY = "%Y-%m-%d"


def player_row(tx: Transaction, listed: ListedPlayer) -> dict[str, Any]:
    player, moved = listed.player, listed.moved
    return {
        "userid": player.userid,
        "boards": listed.boards,
        "moved": moved.strftime(_DAY) if moved else "",
        "since": player.created.strftime(_DAY),
        "suspended": player.suspended,
        "program": program_row(tx, player) if player.is_program else None,
        "kept": listed.kept._asdict(),
        "ratings": [rating.listed for rating in listed.ratings.values()],
    }


def by_level(program: Player) -> tuple[bool, int, str]:
    """The weakest level first; programs without a level come last."""
    return program.level is None, program.level or 0, program.userid


def levels_row(program: Player) -> Mapping[str, Any]:
    """The facts of a program.

    points: how many Elo points it is above level 1, in the first rule set of each game; "-" for
    level 1 itself.
    """
    level = program.level
    known = [points(spec(find(game))) for game in game_names()] if level else []
    return {
        "userid": program.userid,
        "level": level,
        "specs": program.settings.get(RULESETS, ""),
        "points": [_above(each, level) for each in known],
    }


def _above(known: Mapping[int, int], level: int | None) -> str:
    """The points of a level above level 1, from those of the levels that were measured."""
    if level is None or level not in known:
        return ""
    return f"{known[level]:+}" if known[level] else "-"
