"""The composer in a real browser: whole games by clicks, each mail sent as the link writes it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.end_to_end.player import Player
from tests.end_to_end.process import DOMAIN, ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table
from tests.patience import PATIENCE
from tests.pbm.site.browser.conftest import Web, serve
from tests.pbm.site.published import listed

SAMPLE_GAME = """
    231123 321123 16-35 61-53 15-24 66x65=21 13-14-24x35=33 62x53=36
    14-24-35x36=43 64-54 12-33x54=14 65-35x36=34 14-24-35-36-66 63-64 11-22 64-54-35-36-S
""".split()
LINK = re.compile(r"http://127\.0\.0\.1:\d+/games/\d+\.html#\S+")
STEPS = {"gyges": re.compile(r"[1-6a-f][1-8]|[NS]|[1-3]\*"), "dvonn": re.compile(r"[A-K][1-5]")}


class PublishedServer:
    """A real server with pages, and a browser window for its players."""

    def __init__(self, folder: Path, browser: Browser, touch: bool) -> None:
        self.folder = folder / "site"
        self.folder.mkdir()
        self._files = serve(self.folder)
        url = f"http://127.0.0.1:{self._files.server_port}"
        data = folder / "data"
        data.mkdir()
        (data / "pbm.toml").write_text(f'site = "{self.folder}"\nsite_url = "{url}"\n')
        self.server = ServerProcess(data)
        self.server.start()
        self._context = browser.new_context(
            viewport={"width": 900, "height": 1000}, has_touch=touch, locale="en-GB"
        )
        self._context.set_default_timeout(10_000)
        self.web = Web(self._context.new_page(), url)

    def close(self) -> None:
        self._context.close()
        self.server.stop()
        self._files.shutdown()
        self._files.server_close()

    def open(self, player: Player) -> Page:
        """Follow the link in the latest board mail of a player, once the page is up to date."""
        (link,) = LINK.findall(player.last.text)
        page = self.web.page
        for _ in range(int(PATIENCE / 0.2)):
            page.goto("about:blank")
            response = page.goto(link)
            if response is not None and response.ok:
                expect(page.locator("[data-when=wait]")).to_be_hidden()
                if page.locator("#making").is_visible():
                    return page
            page.wait_for_timeout(200)
        raise AssertionError(f"the page is not up to date: {link}")


@pytest.fixture(params=["mouse", "touch", "keyboard"])
def hand(request: pytest.FixtureRequest) -> str:
    """What a player clicks with."""
    return str(request.param)


@pytest.fixture
def published(tmp_path: Path, browser: Browser, hand: str) -> Iterator[PublishedServer]:
    made = PublishedServer(tmp_path, browser, hand == "touch")
    yield made
    made.close()


def pick(page: Page, step: str, hand: str) -> None:
    """Choose a cell, or a button beside the board."""
    cell = page.locator(f'#layer .can[aria-label="{step}"]')
    target = (
        cell
        if cell.count()
        else page.locator("#choices button", has_text=re.compile(rf"^{re.escape(step)}$"))
    )
    if hand == "keyboard":
        target.focus()
        page.keyboard.press("Enter")
    elif hand == "touch":
        target.tap()
    else:
        target.click()


def offered(published: PublishedServer, board: int, move: str) -> str:
    """The move with the same effect as the composer offers it: of several ways it knows one."""
    data = json.loads((published.folder / f"games/{board}.json").read_text())
    moves = listed(data["moves"])
    if move in moves:
        return move
    start, end = move[:2], re.split("[-x]", move)[-1]
    (found,) = [each for each in moves if each[:2] == start and re.split("[-x]", each)[-1] == end]
    return found


def compose(page: Page, move: str, game: str, hand: str) -> tuple[str, str, str]:
    """Click a move together. Return recipient, subject and body of the mail of its link."""
    steps = [*move] if move.isdigit() and len(move) == 6 else STEPS[game].findall(move)
    for step in steps:
        pick(page, step, hand)
    if page.locator("#several").is_visible():
        pick(page, move, hand)
    expect(page.locator("#name")).to_have_text(move)
    link = urlsplit(str(page.locator("#mail").get_attribute("href")))
    fields = parse_qs(link.query, strict_parsing=True)
    assert link.scheme == "mailto"
    return unquote(link.path), fields["subject"][0], fields["body"][0]


def turn(table: Table) -> tuple[Player, Player]:
    """The player whose latest mail has a link to the composer, and the other one."""
    first, second = table.players
    return (first, second) if LINK.search(first.last.text) else (second, first)


def play(published: PublishedServer, table: Table, game: str, move: str, hand: str) -> None:
    """Let the player to move compose a move, and send the mail that its link writes."""
    mover, other = turn(table)
    page = published.open(mover)
    assert "#reply" not in page.url
    to, subject, body = compose(page, offered(published, 1, move), game, hand)
    mover.ask(subject, body, to)
    other.receive()


@pytest.fixture
def table(published: PublishedServer) -> Table:
    players = [Player(published.server, userid) for userid in ("alice", "bob")]
    for player in players:
        player.sign_up()
    return Table(*players)


def test_the_sample_game_is_played_by_the_composer_alone(
    published: PublishedServer, table: Table, hand: str
) -> None:
    """It has placements, bounces, relocations and a win."""
    table.begin("gyges challenge bob")
    for move in SAMPLE_GAME:
        play(published, table, "gyges", move, hand)
    found = match(published.server.data)
    assert (found.result, found.reason, found.plies) == ("0-1", "goal", len(SAMPLE_GAME))
    assert published.web.elsewhere == [] and DOMAIN not in published.web.origin


def play_any(published: PublishedServer, table: Table, game: str, hand: str) -> None:
    """Let the player to move compose one of the moves that the page offers."""
    mover, other = turn(table)
    page = published.open(mover)
    moves = listed(json.loads((published.folder / "games/1.json").read_text())["moves"])
    to, subject, body = compose(page, moves[len(moves) // 2], game, hand)
    mover.ask(subject, body, to)
    other.receive()


@pytest.mark.parametrize("hand", ["mouse"], indirect=True)
def test_a_whole_game_of_dvonn_is_played_by_the_composer(
    published: PublishedServer, table: Table, hand: str
) -> None:
    """All pieces are placed, and moved until nobody can move."""
    table.begin("dvonn challenge bob")
    while match(published.server.data).running:
        play_any(published, table, "dvonn", hand)
    assert match(published.server.data).plies > PLACED


PLACED = 49
"""With so many plies all pieces of DVONN are on the board."""

OTHER_GAMES = {
    "dvonn challenge bob -symmetry": "keyboard",
    "dvonn challenge bob -random": "touch",
    "gyges challenge bob -rules=kang": "touch",
    "gyges challenge bob -rules=modern": "keyboard",
    "gyges challenge bob -rules=simple": "touch",
    "gyges challenge bob -rules=towers": "keyboard",
}
"""Games of other rule sets and beginnings, and what their players click with."""


@pytest.mark.parametrize(("challenge", "hand"), OTHER_GAMES.items(), indirect=["hand"])
def test_other_games_are_played_by_the_composer(
    published: PublishedServer, table: Table, challenge: str, hand: str
) -> None:
    table.begin(challenge)
    for _ in range(4):
        play_any(published, table, challenge.partition(" ")[0], hand)
    assert match(published.server.data).plies == 4


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


@pytest.mark.parametrize("hand", ["mouse"], indirect=True)
def test_an_open_page_notices_that_the_board_has_moved_on(
    published: PublishedServer, table: Table
) -> None:
    table.begin("gyges challenge bob")
    page = published.open(table.first)
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
    """Without a reply address of the club's the page shows the text to copy."""
    table.begin("gyges challenge bob")
    published.open(table.first)
    page = published.web.page
    page.goto("about:blank")
    page.goto(f"{published.web.origin}/games/1.html" + (f"#reply={address}" if address else ""))
    for step in SAMPLE_GAME[0]:
        pick(page, step, "mouse")
    assert "#reply" not in page.url
    expect(page.locator("#line")).to_have_value(SAMPLE_GAME[0])
    expect(page.locator("#mail")).to_be_hidden()
