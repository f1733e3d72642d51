"""Games and positions that show how each rule set is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.games import AnyGame, Seat, draw, lesson_of, pictured, shown, spec
from pbm.core.sample_games import sample_game
from pbm.notices.help_texts import game_text
from pbm.notices.page.layout import blocks_of
from pbm.notices.readers import Reader
from pbm.notices.wording import say
from pbm.pictures.parts import Strokes
from pbm.pictures.svg import svg
from pbm.pictures.words import alt
from pbm.site import places, views
from pbm.site.drawing import Drawing, drawn_states
from pbm.site.files import Page, stamp
from pbm.site.rendering import made_with


def facts(game: AnyGame, reader: Reader) -> Mapping[str, Any]:
    """The facts of the page of a rule set: its rules as text, and an example to play through."""
    start, plies = sample_game(game)
    words = reader.words(game)
    states = [start, *(ply.after for ply in plies)]
    made = drawn_states(game, states).in_words(game, words)
    blocks = blocks_of(game_text(game, reader.language).text)
    return {
        "drawn": made,
        "wide": made.is_wide,
        "words": alt(game, plies[-1].after if plies else start, None, words),
        "plies": views.example_plies(game, plies, reader),
        "blocks": blocks[1:],
        **taught(game, reader),
    }


def taught(game: AnyGame, reader: Reader) -> Mapping[str, Any]:
    """The aim of a game, and the pictures that show how it is played, with their captions."""
    game = pictured(game)
    words, lesson = reader.words(game), lesson_of(game)
    views = []
    for view in lesson.views:
        state = shown(game, view)
        scene = draw(game, state, Seat.FIRST, words)
        drawn = Drawing(scene.part(view.cells) if view.cells else scene, Strokes()).drawn
        told = alt(game, state, None, words)
        views.append({"drawn": drawn, "caption": say(words, view.caption), "words": told})
    return {"aim": say(words, lesson.aim), "views": views}


def last_position(game: AnyGame, reader: Reader) -> Page:
    """The last position of the example of a game, as a picture that the list of games loads."""
    made = stamp(made_with(), spec(game), reader.language)

    def paint() -> str:
        start, plies = sample_game(game)
        scene = draw(game, plies[-1].after if plies else start, None, reader.words(game))
        return f"<!-- pbm {made} -->{svg(scene, reader.title(game))}"

    return Page(places.board(game.name), made, paint)
