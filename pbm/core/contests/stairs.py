"""Stairs: the steps that results lead to, and whom a player may challenge."""

from __future__ import annotations

from datetime import datetime, timedelta

LOWEST = 1
SAME_OPPONENT = timedelta(days=14)
"""Two players do not meet again within this time."""

SLOT_FREE_AFTER = timedelta(days=21)
"""A game that takes longer does not keep its players from beginning another one."""


def climbed(step: int, points: int) -> int:
    """Return the step after a game. points: 2 for a win, 1 for a draw, 0 for a loss."""
    return max(LOWEST, step + points - 1)


def within_reach(own: int, other: int) -> bool:
    """Return whether a player may challenge another: on their own step, or one above."""
    return other in (own, own + 1)


def takes_slot(begun: datetime, now: datetime) -> bool:
    """Return whether a running game that began at ``begun`` takes the only slot of its players."""
    return now - begun < SLOT_FREE_AFTER


def met_lately(begun: datetime, now: datetime) -> bool:
    """Return whether two players whose last game began at ``begun`` must wait for another one."""
    return now - begun < SAME_OPPONENT
