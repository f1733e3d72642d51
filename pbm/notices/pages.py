"""The facts of the HTML part of a mail, kept until the part is made."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pbm.base.values import replace
from pbm.core.choices import Choice
from pbm.core.games import AnyGame, RulesError, Seat, spec, told_failure
from pbm.core.model import Player
from pbm.notices.page.card import Card, card_from
from pbm.notices.page.offers import Offer, from_facts

MOST_BOARDS = 5
"""More positions of a game than this become one contact sheet. More boards of any kind stay text
for readers of tables: Gmail cuts a page off at 102 KiB."""

LESSON = "lesson"
"""The fact of a mail with the rule set whose four pictures stand below its first paragraph."""

ILLUSTRATION = "illustration"
"""The fact of a mail with the diagram of a board that its pictures show and its text does not."""

_SIGNATURE = "\n-- \n"

_LEAVES = frozenset({str, int, bool, type(None)})
"""The types of most facts, which are skipped in the search for drawings."""


class Form(StrEnum):
    """The form of boards in the HTML part: tables, or pictures."""

    HTML = "html"
    PICTURES = "pictures"


_FORMS: Mapping[str | None, Form] = {each.value: each for each in Form}


@dataclass(frozen=True)
class Diagram:
    """A board in a mail; ``game.recall(position, past)`` is its state.

    seat: the reader's seat, None for others. turned: whether that side is below.
    names: those of the players, first seat first; without any, the sides are named.
    series: the number of the game of which this is one of many positions; 0 for a single board.
    small: whether it only gives an idea of the game.
    failure: a move that was refused on it, as ``failing.told`` returns it, "" for none.
    first, end: the lines of the text that show it, counted from 0; ``end`` is the line after them.
    """

    spec: str
    position: str
    past: str
    seat: Seat | None
    turned: bool = False
    first: int = 0
    end: int = 0
    series: int = 0
    small: bool = False
    names: Sequence[str] = ()
    failure: str = ""


@dataclass(frozen=True)
class Part:
    """A mail within a digest: its lines in the digest's text, and its offers."""

    first: int
    end: int
    offers: Sequence[Offer]


@dataclass(frozen=True)
class Chart:
    """The curve of a game in a mail.

    heights: a value for each ply, from -1 to 1. marks: the numbers of marked plies, from 0.
    above, below: the names of the two sides. alt: the curve in words.
    legend: what the marks of the picture mean; "" without marks.
    first, end: as in ``Diagram``.
    """

    heights: Sequence[float]
    marks: Sequence[int]
    above: str
    below: str
    alt: str
    first: int = 0
    end: int = 0
    legend: str = ""


Figure = Diagram | Chart


@dataclass(frozen=True)
class Page:
    """The facts of an HTML part. diagrams, offers: all in the text. parts: the mails in a digest.

    deadline: the facts of an entry for the reader's calendar (``deadlines.py``).
    card: what is shown in place of the text; None for a page made from the text.
    subject: what the page has as its headline; "" for the subject of the mail.
    lesson, below: a rule set that is shown in pictures, "" for none, and the line where they are.
    names: the userids with which headlines begin.
    folded: the numbers of the lines of the text that continue a sentence, counted from 0.
    """

    form: Form
    language: str
    diagrams: Sequence[Figure] = ()
    offers: Sequence[Offer] = ()
    parts: Sequence[Part] = ()
    deadline: Mapping[str, Any] | None = None
    folded: Sequence[int] = ()
    card: Card | None = None
    subject: str = ""
    lesson: str = ""
    below: int = 0
    names: Sequence[str] = ()

    def to_json(self) -> str:
        # ``asdict`` would take as long as everything else that is done for a page.
        return json.dumps(self, default=_plain)

    @classmethod
    def from_json(cls, text: str) -> Page:
        """:raises ValueError, KeyError, TypeError: if the text is not what ``to_json`` returns"""
        facts = json.loads(text)
        return cls(
            Form(facts["form"]),
            facts["language"],
            [_diagram(each) for each in facts["diagrams"]],
            [from_facts(each) for each in facts["offers"]],
            # Pages of earlier versions have no parts, and their folds are not marked.
            [_part(each) for each in facts.get("parts", ())],
            facts.get("deadline"),
            tuple(facts.get("folded", ())),
            card_from(facts["card"]) if facts.get("card") else None,
            facts.get("subject", ""),
            facts.get("lesson", ""),
            facts.get("below", 0),
            tuple(facts.get("names", ())),
        )


def _plain(value: Any) -> Any:
    """A seat, or a dataclass, as a value for JSON."""
    return value.value if isinstance(value, Seat) else vars(value)


def _part(facts: Mapping[str, Any]) -> Part:
    return Part(**{**facts, "offers": [from_facts(each) for each in facts["offers"]]})


def _diagram(facts: Mapping[str, Any]) -> Figure:
    if "heights" in facts:
        return Chart(**facts)
    seat = facts["seat"]
    names = tuple(facts.get("names", ()))
    return Diagram(**{**facts, "seat": None if seat is None else Seat(seat), "names": names})


class Drawing(str):
    """A board or a curve as text, together with the facts of its picture."""

    diagram: Figure

    def __new__(cls, text: str, diagram: Figure) -> Drawing:
        drawing = super().__new__(cls, text)
        drawing.diagram = diagram
        return drawing


def diagram_of(  # noqa: PLR0913 (what a diagram shows)
    game: AnyGame,
    state: Any,
    seat: Seat | None,
    *,
    turned: bool = False,
    series: int = 0,
    names: Sequence[str] = (),
) -> Diagram:
    """The facts of a picture; the arguments are those of ``Diagram``."""
    position, past = game.encode(state), game.past(state)
    return Diagram(
        spec(game), position, past, seat, turned=turned, series=series, names=tuple(names)
    )


def with_failure(drawing: str, text: str, error: RulesError) -> str:
    """The drawing, whose picture shows a move that was refused on it."""
    if not isinstance(drawing, Drawing) or not isinstance(drawing.diagram, Diagram):
        return drawing
    return Drawing(str(drawing), replace(drawing.diagram, failure=told_failure(text, error)))


def form_for(player: Player | None) -> Form | None:
    """The form of the HTML part that a player wants; None for mails of text alone."""
    chosen = player.settings.get(Choice.MAIL) if player else None
    return _FORMS.get(chosen)


def page_of(
    form: Form, language: str, text: str, facts: Mapping[str, Any], offers: Sequence[Offer] = ()
) -> Page:
    """The page of a mail.

    facts: the facts from which the text was rendered, with its drawings in the same order.
    """
    diagrams = list(_placed(text, _drawings(facts)))
    if form is Form.PICTURES:
        diagrams += _beside_the_text(text, facts.get(ILLUSTRATION))
    if form is Form.HTML and len(diagrams) > MOST_BOARDS:
        diagrams = []
    lesson = str(facts.get(LESSON, "")) if form is Form.PICTURES else ""
    below = text.count("\n", 0, max(0, text.find("\n\n", 1)) + 1)
    return Page(form, language, diagrams, offers, lesson=lesson, below=below)


def _beside_the_text(text: str, shown: Figure | None) -> Iterator[Figure]:
    """Yield the board that the text does not draw, with its place: above the signature."""
    at = text.rfind(_SIGNATURE)
    if isinstance(shown, Diagram) and at >= 0:
        line = text.count("\n", 0, at + 1)
        yield replace(shown, first=line, end=line, small=True)


def _placed(text: str, drawings: Iterator[Drawing]) -> Iterator[Figure]:
    """Yield the diagram of each drawing, with the lines of the text where it is drawn."""
    behind = 0
    for drawing in drawings:
        # Lines written by others begin with a bar, so they cannot be mistaken for the board.
        at = text.find(f"\n{drawing}\n", behind)
        if at >= 0:
            behind = at + 1 + len(drawing)
            first, end = (text.count("\n", 0, each + 1) for each in (at, behind))
            yield replace(drawing.diagram, first=first, end=end)


def _drawings(fact: Any) -> Iterator[Drawing]:
    if isinstance(fact, Drawing):
        yield fact
    elif isinstance(fact, dict | list | tuple):
        for each in fact.values() if isinstance(fact, dict) else fact:
            if type(each) not in _LEAVES:
                yield from _drawings(each)
