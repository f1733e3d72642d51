"""Games and positions that show how each rule set is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.games import AnyGame
from pbm.core.sample_games import sample_game
from pbm.notices.help_texts import game_text
from pbm.notices.page.layout import blocks_of
from pbm.notices.readers import Reader
from pbm.pictures.words import alt
from pbm.site import views
from pbm.site.drawing import Drawn, drawn_states


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
    }


def last_position(game: AnyGame, reader: Reader) -> Drawn:
    """The last position of the example of a rule set."""
    start, plies = sample_game(game)
    made = drawn_states(game, [plies[-1].after if plies else start])
    return made.in_words(game, reader.words(game))
