"""Rows of players and of programs"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    """The facts of a program."""
    return {
        "userid": program.userid,
        "level": program.level,
        "specs": program.settings.get(RULESETS, ""),
    }


def strength_rows(levels: Sequence[int]) -> Iterator[Mapping[str, Any]]:
    """The games whose levels were measured.

    points: how many Elo points each of these levels is above level 1, in the first rule set of the
    game; "-" for level 1 itself.
    """
    for game in game_names():
        known = points(spec(find(game)))
        if any(known.get(level) for level in levels):
            yield {"game": game, "points": [_above(known, level) for level in levels]}


def _above(known: Mapping[int, int], level: int) -> str:
    """The points of a level above level 1, from those of the levels that were measured."""
    if level not in known:
        return ""
    return f"{known[level]:+}" if known[level] else "-"
