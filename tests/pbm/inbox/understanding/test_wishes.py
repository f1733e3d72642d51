"""What single letters mean by phrases, slots and the model: the rows of ``wishes.tsv``.

A row has the situation, the letter, and what is wanted: how it is treated and the command, or
``not`` and what must not come of it. Behind ``below``, the letter stands below that move, and what
is wanted is the command that is asked about then, or ``nothing``.
"""

from __future__ import annotations

from collections.abc import Sequence
from csv import DictReader
from datetime import date
from typing import Any

from pbm.base.values import replace
from pbm.core.games import find
from pbm.core.model import Offer
from pbm.inbox.understanding.reading import taken_back, understand
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import situation_at
from tests.pbm.inbox.understanding.rows import HERE

LEVELS = ("owl-1", "owl-3", "owl-5")
PLAYERS = frozenset({"alice", "bob", "carol", "owl", *LEVELS})
CUP = "gyges cup show 1"
HOUSES = {house: house for house in "ABCDEF"}
FACTS: dict[str, dict[str, Any]] = {
    "bob": {"opponent": "bob"},
    "owl": {"opponent": "owl-1", "plays_program": True},
    "draw": {"offer": Offer.DRAW},
    "undo": {"offer": Offer.UNDO},
    "dvonn": {"game": find("dvonn")},
    "hex": {"game": find("hex")},
    "oware": {"game": find("oware"), "legal": lambda word: HOUSES.get(word.upper(), "")},
    "analysable": {"may_analyse": True},
    "placing": {"places": True},
    "solving": {"solves": True},
    "away": {"away": True},
    "cup": {"contest": CUP, "own_contests": (CUP,)},
}
"""The words of a situation behind its place; ``no:`` precedes the command that was asked about."""


def rows() -> Sequence[tuple[str, str, str]]:
    with (HERE / "wishes.tsv").open(encoding="utf-8", newline="") as file:
        found = DictReader(file, delimiter="\t", quotechar=None, quoting=3)
        return [(row["situation"], row["letter"], row["wanted"]) for row in found]


def situation(words: str) -> Situation:
    facts, _, dropped = words.partition(" no:")
    place, *names = facts.split()
    there = replace(
        situation_at(Place(place)),
        is_player=PLAYERS.__contains__,
        program=lambda name: name if name in LEVELS else "" if name else LEVELS[0],
        levels=LEVELS,
        game_on=lambda number: "gyges" if number == "5" else "",
        today=date(2026, 11, 20),
        dropped=dropped,
    )
    if there.place is Place.BETWEEN and "solving" not in names:
        there = replace(there, game=None, topic="")
    for name in names:
        there = replace(there, **FACTS[name])
    return there


def treated(words: str, letter: str) -> str:
    words, _, move = words.partition(" below ")
    lines, there = letter.split("\\n"), situation(words)
    if move:
        asked = taken_back(move, "move", lines, there)
        return asked.command if asked else "nothing"
    meant = understand(lines, there)
    return f"{meant.certainty.value} {meant.command}".strip()


@for_each(("words", "letter", "wanted"), rows())
def test_a_letter_is_understood(words: str, letter: str, wanted: str) -> None:
    found = treated(words, letter)
    if wanted.startswith("not "):
        assert not found.startswith(wanted.removeprefix("not "))
    else:
        assert found == wanted
