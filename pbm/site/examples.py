"""Games and positions that show how each rule set is played."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from pbm.core.games import AnyGame, Ply, find, replay, spec
from pbm.notices.help_texts import game_text
from pbm.notices.page.layout import blocks_of
from pbm.notices.readers import Reader
from pbm.pictures.words import alt
from pbm.site import views
from pbm.site.drawing import Drawn, drawn_states
from pbm.site.rendering import static

FILE = "examples.toml"


def facts(game: AnyGame, reader: Reader) -> Mapping[str, Any]:
    """What the page of a rule set shows: its rules as text, and an example to play through."""
    start, plies = _example(spec(game))
    words = reader.words(game)
    states = [start, *(ply.after for ply in plies)]
    made = drawn_states(game, states).in_words(game, words)
    blocks = blocks_of(game_text(game, reader.language).text)
    return {
        "drawn": made,
        "wide": made.is_wide,
        "words": alt(game, plies[-1].after if plies else start, None, words),
        "plies": views.example_plies(game, plies, reader),
        "blocks": [(type(block).__name__, block) for block in blocks[1:]],
    }


def last_position(game: AnyGame, reader: Reader) -> Drawn:
    """The last position of the example of a rule set."""
    start, plies = _example(spec(game))
    made = drawn_states(game, [plies[-1].after if plies else start])
    return made.in_words(game, reader.words(game))


@cache
def _example(name: str) -> tuple[Any, Sequence[Ply[Any, Any]]]:
    game, known = find(name), _known().get(name, {})
    setup = known.get("setup", "")
    start = game.decode(setup) if setup else game.start()
    return start, replay(game, start, known.get("moves", "").split()).plies


@cache
def _known() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(static().joinpath(FILE).read_text(encoding="utf-8"))
