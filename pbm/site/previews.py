"""A picture of each game for link previews, as chat programs show them."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.games import draw
from pbm.pictures.png import LEAST_SCALE, png, tagged
from pbm.site import places
from pbm.site.files import Page, stamp
from pbm.site.rendering import made_with

EVERY = 10
"""The picture of a running game is drawn again after this many plies: drawing takes 3 ms, and
programs that show previews keep them for days.
"""


def preview(board: Board) -> Page:
    """The picture of a game: its final position or, while it runs, the last ``EVERY``-th one."""
    game, played = board.game, len(board.plies)
    shown = played - played % EVERY if board.match.running else played
    texts = [ply.text for ply in board.plies[:shown]]
    made = stamp(made_with(), board.match.spec, game.encode(board.state_at(0)), texts)

    def make() -> bytes:
        return tagged(png(draw(game, board.state_at(shown)), LEAST_SCALE), f"pbm {made}")

    return Page(places.game_picture(board.match.board), made, make)
