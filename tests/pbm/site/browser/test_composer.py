"""The composer in a real browser: moves by clicks, each mail sent as the link writes it.

``scripts/trials composer`` composes whole games.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.end_to_end.process import DOMAIN, ServerProcess
from tests.end_to_end.table import Table
from tests.end_to_end.test_whole_games import dvonn_game
from tests.patience import PATIENCE
from tests.pbm.site.browser.composing import (
    LINK,
    SAMPLE_GAME,
    Composed,
    PublishedServer,
    new_table,
    pick,
)
from tests.pbm.site.browser.windows import WITHOUT_FRAGMENT


@pytest.fixture(params=["mouse", "touch", "keyboard"])
def hand(request: pytest.FixtureRequest) -> str:
    """The device with which a player clicks."""
    return str(request.param)


@pytest.fixture
def published(tmp_path: Path, browser: Browser, hand: str) -> Iterator[PublishedServer]:
    with closing(PublishedServer(tmp_path, browser, hand == "touch")) as made:
        yield made


@pytest.fixture
def table(published: PublishedServer) -> Table:
    return new_table(published)


def test_every_kind_of_move_is_composed_until_a_ring_is_in_the_goal(
    published: PublishedServer, table: Table, hand: str
) -> None:
    """Placements, a move, a relocation, bounces with a relocation, and a move into the goal."""
    game = Composed(published, table, "gyges challenge bob", hand)
    game.play(*SAMPLE_GAME[:2])
    table.play(SAMPLE_GAME[2:4])
    game.play(*SAMPLE_GAME[4:7])
    table.play(SAMPLE_GAME[7:-1])
    game.play(SAMPLE_GAME[-1])
    found = game.match
    assert (found.result, found.reason, found.plies) == ("0-1", "goal", len(SAMPLE_GAME))
    assert published.web.elsewhere == [] and DOMAIN not in published.web.origin


@pytest.mark.parametrize("hand", ["mouse"], indirect=True)
def test_a_game_of_dvonn_is_composed_as_its_pieces_begin_to_move_and_at_its_end(
    published: PublishedServer, table: Table, hand: str
) -> None:
    game = Composed(published, table, "dvonn challenge bob", hand)
    moves = dvonn_game("23-17")
    table.play(moves[: PLACED - 1])
    game.play(moves[PLACED - 1], *map(with_hyphen, moves[PLACED : PLACED + 2]))
    table.play(moves[PLACED + 2 : -1])
    game.play(with_hyphen(moves[-1]))
    assert game.match.finished


def test_pieces_are_shown_where_they_are_being_set(
    published: PublishedServer, table: Table, hand: str
) -> None:
    table.begin("gyges challenge bob")
    page = published.open(table.first)
    pieces = '#layer g:not([transform="translate(0,0)"])'
    drawn, marked = page.locator(pieces), page.locator("#layer .done")
    for number, step in enumerate(SAMPLE_GAME[0][:5], 1):
        pick(page, step, hand)
        expect(drawn).to_have_count(number)
        place = page.locator(f'#board [data-c="{11 + number}"]')
        for name in ("cx", "cy"):
            expect(marked).to_have_attribute(name, str(place.get_attribute(name)))
    page.locator("#undo").click()
    expect(drawn).to_have_count(4)


def with_hyphen(move: str) -> str:
    """A recorded move as the composer writes it."""
    return f"{move[:2]}-{move[2:]}"


PLACED = 49
"""After this many plies all pieces of DVONN are on the board."""

OTHER_GAMES = {
    "dvonn challenge bob -symmetry": "keyboard",
    "dvonn challenge bob -random": "touch",
    "gyges challenge bob -rules=kang": "touch",
    "gyges challenge bob -rules=modern": "keyboard",
    "gyges challenge bob -rules=simple": "touch",
    "gyges challenge bob -rules=towers": "keyboard",
}
"""Games of other rule sets and starts, and the devices of their players."""


@pytest.mark.parametrize(("challenge", "hand"), OTHER_GAMES.items(), indirect=["hand"])
def test_other_games_are_played_by_the_composer(
    published: PublishedServer, table: Table, challenge: str, hand: str
) -> None:
    game = Composed(published, table, challenge, hand)
    for _ in range(4):
        game.play_any()
    assert game.match.plies == 4


@pytest.mark.parametrize("hand", ["mouse"], indirect=True)
def test_an_old_link_says_that_the_board_has_moved_on(
    published: PublishedServer, table: Table
) -> None:
    table.begin("gyges challenge bob")
    published.open(table.first)
    (link,) = LINK.findall(table.first.last.text)
    table.play(SAMPLE_GAME[:2])
    published.open(table.first)
    page = published.web.page
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("[data-when=stale]")).to_be_visible()
    expect(page.locator("#making")).to_be_hidden()


@pytest.fixture
def started(tmp_path: Path, browser: Browser) -> Iterator[PublishedServer]:
    """A server as an operator starts it: a process of its own writes the pages."""
    with closing(PublishedServer(tmp_path, browser, False, ServerProcess)) as made:
        yield made


def test_an_open_page_notices_that_the_board_has_moved_on(started: PublishedServer) -> None:
    table = new_table(started)
    table.begin("gyges challenge bob")
    page = started.open(table.first)
    table.play(SAMPLE_GAME[:2])
    stale, where = page.locator("[data-when=stale]"), page.locator("#where")
    noticed = False
    for _ in range(int(PATIENCE / 0.2)):
        page.evaluate("dispatchEvent(new Event('focus'))")
        page.wait_for_timeout(200)
        if stale.is_visible():
            noticed = True
            stale.locator("a").click()
        if where.inner_text() == "2 / 2":
            break
    assert noticed
    expect(page.locator("#making")).to_be_visible()


@pytest.mark.parametrize("hand", ["mouse"], indirect=True)
@pytest.mark.parametrize(
    "address", ["pbm+aaaaaaaaaaaaaaaaaaaaaaaaaa@elsewhere.example", "mallory@games.example.com", ""]
)
def test_other_addresses_are_not_written_to(
    published: PublishedServer, table: Table, address: str
) -> None:
    """Without a reply address of the club, the page shows the text to copy."""
    table.begin("gyges challenge bob")
    published.open(table.first)
    page = published.web.page
    page.goto("about:blank")
    page.goto(f"{published.web.origin}/games/1.html" + (f"#reply={address}" if address else ""))
    for step in SAMPLE_GAME[0]:
        pick(page, step, "mouse")
    expect(page).to_have_url(WITHOUT_FRAGMENT)
    expect(page.locator("#line")).to_have_value(SAMPLE_GAME[0])
    expect(page.locator("#mail")).to_be_hidden()
