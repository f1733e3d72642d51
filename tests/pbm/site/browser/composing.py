"""Players who compose their moves on the pages of a real server, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

from playwright.sync_api import Browser, Page, expect

from pbm.core.model import Match
from tests.end_to_end.forked import ForkedServer
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.stored import match
from tests.end_to_end.table import Table
from tests.patience import PATIENCE
from tests.pbm.site.browser.windows import WITHOUT_FRAGMENT, Web, serve
from tests.pbm.site.published import listed

SAMPLE_GAME = """
    231123 321123 16-35 61-53 15-24 66x65=21 13-14-24x35=33 62x53=36
    14-24-35x36=43 64-54 12-33x54=14 65-35x36=34 14-24-35-36-66 63-64 11-22 64-54-35-36-S
""".split()
"""A game with placements, bounces, relocations and a win."""

LINK = re.compile(r"http://127\.0\.0\.1:\d+/games/\d+\.html#\S+")
STEPS = {"gyges": re.compile(r"[1-6a-f][1-8]|[NS]|[1-3]\*"), "dvonn": re.compile(r"[A-K][1-5]")}


class PublishedServer:
    """A real server with pages, and a browser window for its players."""

    def __init__(
        self, folder: Path, browser: Browser, touch: bool, kind: type[ServerProcess] = ForkedServer
    ) -> None:
        self.folder = folder / "site"
        self.folder.mkdir()
        self._files = serve(self.folder)
        url = f"http://127.0.0.1:{self._files.server_port}"
        data = folder / "data"
        data.mkdir()
        (data / "pbm.toml").write_text(f'site = "{self.folder}"\nsite_url = "{url}"\n')
        self.server = kind(data)
        self.server.start()
        self._context = browser.new_context(
            viewport={"width": 900, "height": 1000}, has_touch=touch, locale="en-GB"
        )
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


def new_table(published: PublishedServer) -> Table:
    players = [Player(published.server, userid) for userid in ("alice", "bob")]
    for player in players:
        player.sign_up()
    return Table(*players)


def pick(page: Page, step: str, hand: str) -> None:
    """Choose a cell, or a button beside the board."""
    cell = page.locator(f'#layer .can[data-step="{step}"]')
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


def compose(page: Page, move: str, game: str, hand: str) -> tuple[str, str, str]:
    """Compose a move by clicks. Return recipient, subject and body that its link writes."""
    steps = [*move] if move.isdigit() and len(move) == 6 else STEPS[game].findall(move)
    for step in steps:
        pick(page, step, hand)
    if page.locator("[data-hint=which]").is_visible():
        pick(page, move, hand)
    expect(page.locator("#name")).to_have_text(move)
    link = urlsplit(str(page.locator("#mail").get_attribute("href")))
    fields = parse_qs(link.query, strict_parsing=True)
    assert link.scheme == "mailto"
    return unquote(link.path), fields["subject"][0], fields["body"][0]


class Composed:
    """A game whose moves are composed on its page. hand: mouse, touch or keyboard."""

    def __init__(self, published: PublishedServer, table: Table, challenge: str, hand: str) -> None:
        self.published, self.table, self.hand = published, table, hand
        self.game = challenge.partition(" ")[0]
        table.begin(challenge)

    @property
    def match(self) -> Match:
        return match(self.published.server.data)

    def play(self, *moves: str) -> None:
        """Let the player to move compose each move, and send the mail that its link writes."""
        for move in moves:
            self._compose(move)

    def play_any(self) -> None:
        """Let the player to move compose one of the moves that the page offers."""
        self._compose("")

    def _compose(self, move: str) -> None:
        mover, other = self.turn()
        page = self.published.open(mover)
        expect(page).to_have_url(WITHOUT_FRAGMENT)
        offered = self.offered()
        chosen = with_effect(move, offered) if move else offered[len(offered) // 2]
        to, subject, body = compose(page, chosen, self.game, self.hand)
        mover.ask(subject, body, to)
        other.receive()

    def turn(self) -> tuple[Player, Player]:
        """The player whose latest mail has a link to the composer, and the other one."""
        first, second = self.table.players
        return (first, second) if LINK.search(first.last.text) else (second, first)

    def offered(self) -> list[str]:
        """The moves that the page offers."""
        data = json.loads((self.published.folder / "games/1.json").read_text())
        return listed(data["moves"])


def with_effect(move: str, offered: Sequence[str]) -> str:
    """The offered move with the same effect: of several ways, the page offers only one."""
    if move in offered:
        return move
    start, end = move[:2], re.split("[-x]", move)[-1]
    (found,) = [each for each in offered if each[:2] == start and each.endswith(end)]
    return found


def whole_game(folder: Path, browser: Browser, challenge: str, hand: str) -> Match:
    """Compose each move of a game: the sample game of Gyges, or any game of DVONN."""
    with closing(PublishedServer(folder, browser, hand == "touch")) as published:
        game = Composed(published, new_table(published), challenge, hand)
        if game.game == "gyges":
            game.play(*SAMPLE_GAME)
        while game.match.running:
            game.play_any()
        return game.match
