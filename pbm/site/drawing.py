"""A game as drawn positions, for a page that replays it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, cast

from pbm.base.values import replace
from pbm.core.games import AnyGame, Scene, draw
from pbm.pictures.parts import NOWHERE, Parts, Strokes, view_box
from pbm.site.files import stamp
from pbm.site.rendering import made_with

_TEXT = re.compile(r">([^<]+)</text>")
_DATA = re.compile(r'id="replay" data-made="([^"]+)">(.*?)</script>', re.DOTALL)


@dataclass(frozen=True)
class Positions:
    """The pieces on a board in each position, from the start on.

    parts: the SVG of each part, once. places: the middles of the cells.
    positions: for each position, its parts as numbers. After the number of a part comes the
        number of its place; a part that is on no cell has only a negative number, from -1 on.
    standing: places and positions as JSON, the same in all languages. After the first position
        there are only changes: at which number some are left out, how many, and what stands there.
    """

    parts: Sequence[str]
    places: Sequence[tuple[int, int]]
    positions: Sequence[Sequence[int]]
    standing: str

    @cached_property
    def last(self) -> str:
        """The shapes of the last position."""
        numbers = iter(self.positions[-1])
        return "".join(
            self.parts[-1 - number] if number < 0 else self._placed(number, next(numbers))
            for number in numbers
        )

    def _placed(self, part: int, place: int) -> str:
        x, y = self.places[place]
        return f"<g transform=translate({x},{y})>{self.parts[part]}</g>"

    @cached_property
    def json(self) -> str:
        """The positions for the script, safe inside a page."""
        return f'{{"parts":{_json(self.parts)},{self.standing}}}'.replace("</", "<\\/")

    @cached_property
    def texts(self) -> frozenset[str]:
        """All texts in the parts."""
        return frozenset(text for part in self.parts for text in _TEXT.findall(part))


@dataclass(frozen=True)
class Drawn:
    """Drawn positions of one board.

    view_box, ground: the board. pieces: the pieces on it.
    is_wide: whether the board is shown larger, because it is wider than high.
    """

    view_box: str
    ground: str
    pieces: Positions
    is_wide: bool

    @property
    def last(self) -> str:
        """The shapes of the last position."""
        return self.pieces.last

    @property
    def json(self) -> str:
        """The positions for the script, safe inside a page."""
        return self.pieces.json

    def in_words(self, game: AnyGame, words: Mapping[str, str]) -> Drawn:
        """Return a copy in which each text that is a word of the game is in another language."""
        other = _foreign(game, words)

        def said(text: re.Match[str]) -> str:
            return f">{other.get(text[1], text[1])}</text>"

        pieces = self.pieces
        if not pieces.texts.isdisjoint(other):
            pieces = replace(pieces, parts=[_TEXT.sub(said, part) for part in pieces.parts])
        return replace(self, ground=_TEXT.sub(said, self.ground), pieces=pieces)

    def captions(self, game: AnyGame, words: Mapping[str, str]) -> Mapping[str, str]:
        """Return the English texts beside the pieces that another language says otherwise.

        The file of legal moves has them in English, for the pages of all languages.
        """
        other = _foreign(game, words)
        return {text: other[text] for text in sorted(self.pieces.texts & other.keys())}


def _foreign(game: AnyGame, words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the words of a game that are not the same in another language, by the English ones."""
    known = {text: words[code] for code, text in game.words.items()}
    return {text: word for text, word in known.items() if text != word}


@dataclass(frozen=True)
class Known:
    """The positions of a game, with English words, as found in its page.

    made: the value of ``made_after``. json: the positions.
    """

    made: str
    json: str

    @cached_property
    def data(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], json.loads(self.json))


def made_after(head: str, positions: str) -> str:
    """Return a text that identifies the drawing code, the last event of a game, and its positions.

    head: the hash of that event. positions: as JSON.
    """
    return f"{made_with()}-{stamp(head, positions)}"


def known(page: str) -> Known | None:
    """Return the positions in the page of a game; None without any, or if other code drew them."""
    found = _DATA.search(page)
    return Known(found[1], found[2]) if found and found[1].startswith(made_with()) else None


class Drawing:
    """Draws positions of one board, one after the other.

    known: positions that were drawn before, from the first one on.
    """

    def __init__(self, first: Scene, strokes: Strokes, known: Known | None = None) -> None:
        self._first, self._parts, self._ground = first, Parts(first, strokes), strokes.ground(first)
        self._positions: list[Sequence[int]] = []
        if known is None:
            self.add(first)
        else:
            self._positions += unpacked(known.data["positions"])
            self._parts.found |= {part: number for number, part in enumerate(known.data["parts"])}

    def __len__(self) -> int:
        """How many positions are drawn."""
        return len(self._positions)

    def add(self, scene: Scene) -> None:
        numbers = map(_numbers, self._parts.position(scene))
        self._positions.append([*chain.from_iterable(numbers)])

    @property
    def drawn(self) -> Drawn:
        first = self._first
        places, positions = self._parts.places, [*self._positions]
        changes = [_changes(*pair) for pair in pairwise(positions)]
        standing = f'"places":{_json(places)},"positions":{_json([positions[0], *changes])}'
        pieces = Positions([*self._parts.found], places, positions, standing)
        return Drawn(view_box(first), self._ground, pieces, first.width > first.height)


def _changes(before: Sequence[int], after: Sequence[int]) -> list[list[int]]:
    """What makes one position of another, the last change first."""
    old, new = [*_items(before)], [*_items(after)]
    later = {item: place for place, item in enumerate(new)}
    changes, i, j, at = [], 0, 0, 0
    while i < len(old) or j < len(new):
        gone = 0
        while i < len(old) and later.get(old[i], -1) < j:
            gone += len(old[i])
            i += 1
        kept = later[old[i]] if i < len(old) else len(new)
        if gone or kept > j:
            changes.append([at, gone, *chain.from_iterable(new[j:kept])])
        at, j = at + gone, kept + 1
        if i < len(old):
            at += len(old[i])
        i += 1
    return changes[::-1]


def unpacked(stored: Sequence[Sequence[Any]]) -> Iterator[list[int]]:
    """The positions of which ``standing`` has the first one and the changes."""
    position: list[int] = [*stored[0]]
    yield [*position]
    for changes in stored[1:]:
        for at, gone, *come in changes:
            position[at : at + gone] = come
        yield [*position]


def _items(position: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The parts of a position, each with its place if it has one."""
    numbers = iter(position)
    for number in numbers:
        yield (number,) if number < 0 else (number, next(numbers))


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def drawn_states(game: AnyGame, states: Sequence[Any], strokes: Strokes | None = None) -> Drawn:
    """Draw positions of a game, with English words."""
    first, *others = states
    drawing = Drawing(draw(game, first), strokes or Strokes())
    for state in others:
        drawing.add(draw(game, state))
    return drawing.drawn


def _numbers(placed: tuple[int, int]) -> tuple[int, ...]:
    part, place = placed
    return (-1 - part,) if place == NOWHERE else placed
