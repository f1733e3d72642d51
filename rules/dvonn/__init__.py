"""DVONN (Kris Burm, 2001)."""

from __future__ import annotations

from ..game import Game
from .game import Dvonn
from .state import Move, State

RULESETS: tuple[Game[State, Move], ...] = (Dvonn(),)
