"""What is done about a wish, by where its writer stands: the tables of ``policy.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pbm.core.languages import texts
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place

POLICY = "policy.toml"
ANALYSE, HELP_ANALYSE = "analyse", "help analyse"

_COLUMNS: Mapping[Place, str] = {
    Place.TURN: "board",
    Place.WAITING: "board",
    Place.INVITED: "invited",
    Place.OVER: "over",
    Place.BETWEEN: "between",
}
_EXAMPLES: Mapping[str, str] = {
    "board": "board",
    "invited": "invitation",
    "over": "finished",
    "between": "welcome",
}
Commands = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Policy:
    """answered, asked: for each wish, the command by place. confidence: how likely the model must
    find a wish for each step.
    """

    answered: Commands
    asked: Commands
    confidence: Mapping[str, float]


@cache
def policy() -> Policy:
    return Policy(**tomllib.loads(texts().joinpath(POLICY).read_text("utf-8")))


def column_of(situation: Situation) -> str:
    """The column of the tables for the situation, "" for a place where nothing is guessed."""
    return "offered" if situation.offer else _COLUMNS.get(situation.place, "")


def examples_of(situation: Situation) -> str:
    """The table of examples for the situation, "" for none."""
    if situation.offer:
        return f"{situation.offer.value}_offered"
    return _EXAMPLES.get(column_of(situation), "")


def written_for(wish: str, commands: Commands, situation: Situation) -> str:
    """The command for a wish in one of the tables, with its placeholders; "" for none."""
    row = commands.get(wish, {})
    return row.get(column_of(situation), row.get("anywhere", ""))
