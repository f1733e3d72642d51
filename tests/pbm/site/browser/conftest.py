"""One browser for all tests of pages, and a club whose pages a server on this machine serves."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from pbm.cli.site import NeverCached
from pbm.core.analyses import GameAnalysis
from pbm.core.games import ENGINES, analyse, find
from pbm.play.programs import enlist
from pbm.play.study.puzzles import stock
from tests.pbm.site.contests import begin_cup, begin_season, resign
from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import ALICE, CAROL, PASSWORD, remembered_drafts

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser as slow."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


# Playwright's event loop runs in this thread until its end; no other module's tests may meet it.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; Debian has it as the package chromium")
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


class _Quiet(NeverCached):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


def serve(folder: Path) -> ThreadingHTTPServer:
    """Serve a folder on a free port, in a thread."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


class Web:
    """A browser window that notes what pages ask for and complain about."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page, self.origin = page, origin
        self.elsewhere: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self._note(request.url))
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, url: str) -> None:
        if not url.startswith((self.origin, "data:")):
            self.elsewhere.append(url)

    def open(self, place: str) -> Page:
        self.page.goto("about:blank")
        self.elsewhere.clear()
        self.page.goto(f"{self.origin}/{place}")
        self.page.wait_for_load_state("networkidle")
        return self.page


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    """A club with a running game of Gyges, a finished one, one of DVONN, a seek, and contests.

    The finished game has an analysis, and there are programs and puzzles. Carol hides their games.
    """
    with remembered_drafts():
        made = Published(tmp_path_factory.mktemp("club"))
        made.sign_up_both()
        town = made.town
        town.sign_up(CAROL, PASSWORD)
        town.play(town.board(), *OPENING)
        town.play(town.board(), *OPENING)
        town.write(ALICE, f"gyges resign 2 alice {PASSWORD}\n")
        town.board("-random", "dvonn")
        town.write(CAROL, f"gyges seek carol {PASSWORD}\n")
        made.write()
        begin_cup(made)
        for board in (4, 5):
            resign(made, board)
        begin_season(made)
        town.write(ALICE, f"gyges stairs alice {PASSWORD} join\n")
        town.write(CAROL, f"set carol {PASSWORD} public off\n")
        with town.app.store.transaction() as tx:
            enlist(tx, "owl", town.time)
            stock(tx)
            match = tx.matches.get(2)
            assert match is not None
            found = analyse(find(match.spec), find(match.spec).start(), OPENING)
            tx.analyses.put(GameAnalysis(2, match.seq, ENGINES, town.time, found))
        made.write()
        yield made
        town.close()


@pytest.fixture
def web(browser: Browser, club: Published) -> Iterator[Web]:
    server = serve(club.folder)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield Web(context.new_page(), f"http://127.0.0.1:{server.server_port}")
    context.close()
    server.shutdown()
    server.server_close()


KINDS_OF_PAGES = (
    "index.html",
    "de/index.html",
    "players.html",
    "ratings.html",
    "rules.html",
    "rules/gyges-kang.html",
    "games/1.html",
    "fr/games/2.html",
    "games/3.html",
    "players/alice.html",
    "archive/0.html",
    "puzzles.html",
    "puzzles/1.html",
    "contests.html",
    "contests/1.html",
    "nl/contests/1.html",
    "contests/2.html",
    "it/contests/3.html",
    "contests/4.html",
)
"""One page of each kind; games 1 and 3 are running. Contests are a cup, a season with its league,
and stairs."""
