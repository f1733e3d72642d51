"""Windows of a browser, and servers of folders that they can open."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from pbm.cli.site import NeverCached
from tests.patience import PATIENCE

_MILLISECONDS = 1000 * PATIENCE
expect.set_options(timeout=_MILLISECONDS)
WITHOUT_FRAGMENT = re.compile(r"^[^#]*$")
"""Matches the URL of a page that has erased the reply address from it."""

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a screen, which must be installed."""
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
        page.set_default_timeout(_MILLISECONDS)
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
