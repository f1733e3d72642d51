"""Analyses of finished games as the store keeps them, without texts for people."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, NamedTuple, Self

from pbm.core.games import Analysis, Remark, RemarkKind


class AnalysisAsked(NamedTuple):
    """A player waits for the analysis of a board."""

    board: int
    player: int
    at: datetime


@dataclass(frozen=True)
class GameAnalysis:
    """The analysis of a game.

    seq: the event with which the game ended. version: the version of the engines that made the
    analysis.
    """

    board: int
    seq: int
    version: int
    made: datetime
    found: Analysis

    def to_json(self) -> str:
        """Return what was found as a line of JSON."""
        remarks = [asdict(remark) for remark in self.found.remarks]
        return json.dumps({"remarks": remarks, "curve": self.found.curve})

    @classmethod
    def from_json(cls, board: int, seq: int, version: int, made: datetime, text: str) -> Self:
        """:raises ValueError, KeyError, TypeError: if the text is not what ``to_json`` returns"""
        facts = json.loads(text)
        remarks = tuple(map(_remark, facts["remarks"]))
        return cls(board, seq, version, made, Analysis(remarks, tuple(facts["curve"])))


def _remark(facts: Mapping[str, Any]) -> Remark:
    lines = {name: tuple(facts[name]) for name in ("better", "punished")}
    return Remark(**{**facts, "kind": RemarkKind(facts["kind"]), **lines})
