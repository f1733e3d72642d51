"""Pictures of games: one for link previews, as chat programs show them, and one that moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pbm.core.board import Board
from pbm.core.games import draw, find
from pbm.notices.readers import Reader
from pbm.pictures.card import card
from pbm.pictures.film import film
from pbm.pictures.png import tagged
from pbm.site import places, views
from pbm.site.club import Club
from pbm.site.files import Page, stamp
from pbm.site.rendering import made_with

EVERY = 10
"""The picture of a running game is drawn again after this many plies: drawing takes 15 ms, and
programs that show previews keep them for days.
"""

MOST_FILMED = 8
"""How many positions a moving picture shows: each takes 5 ms and 5 KB."""


def _page(
    board: Board, place: str, last: int, facts: object, paint: Callable[[str], bytes]
) -> Page:
    """A picture. last: the last ply that it shows. paint: returns it with a text in its head."""
    texts = [ply.text for ply in board.plies[:last]]
    start = board.game.encode(board.state_at(0))
    made = stamp(made_with(), board.match.spec, start, texts, facts)
    return Page(place, made, lambda: paint(f"pbm {made}"))


def pictures(club: Club, board: Board, reader: Reader) -> Iterator[Page]:
    """Yield the pictures that a game has: a preview if the site has an address, with the final
    position or, while it runs, the last ``EVERY``-th one; and the last moves once it has ended.
    """
    match, played = board.match, len(board.plies)
    names = [views.name(club, each, reader) for each in match.players]
    above = names[0], f"\N{EN DASH} {names[1]}"
    below = views.game_name(board.game, reader), views.result(club, board, reader), club.domain
    if club.url:
        shown = played - played % EVERY if match.running else played
        yield _page(
            board,
            places.game_picture(match.board),
            shown,
            (names, below),
            lambda made: tagged(
                card(draw(board.game, board.state_at(shown), names=names), above, below), made
            ),
        )
    if match.finished and played:
        states = [board.state_at(ply) for ply in range(max(0, played - MOST_FILMED), played + 1)]
        yield _page(
            board,
            places.game_film(match.board),
            played,
            names,
            lambda made: film([draw(board.game, each, names=names) for each in states], made),
        )


def game_picture(name: str, club: Club, reader: Reader) -> bytes:
    """The first position of a game, for previews of pages about it."""
    game = find(name)
    return card(draw(game, game.start()), (views.family_name(game, reader),), (club.domain,))
