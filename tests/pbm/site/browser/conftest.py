"""One browser for the tests of a module, and a server of the club's pages on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.pbm.site.browser.windows import CHROMIUM, Web, chromium, serve
from tests.pbm.site.published import Published


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need a browser as slow."""
    here = str(Path(__file__).parent)
    for item in items:
        # Comparing paths would take a tenth of the time in which all tests are collected.
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.slow)


# Playwright's event loop runs in this thread until its end; no other module's tests may meet it.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; Debian has it as the package chromium")
    with chromium() as made:
        yield made


@pytest.fixture
def web(browser: Browser, club: Published) -> Iterator[Web]:
    server = serve(club.folder)
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield Web(context.new_page(), f"http://127.0.0.1:{server.server_port}")
    context.close()
    server.shutdown()
    server.server_close()
