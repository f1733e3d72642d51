"""The first paint of a page from disk, if there is a browser and its driver."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from statistics import median

from scripts.benchmarks.figures import Figure, at_most

TIMES = 11
_MOST_MS = 200
_FIRST = """new Promise((found) => new PerformanceObserver((list) => {
    for (const each of list.getEntriesByName("first-contentful-paint")) found(each.startTime);
}).observe({ type: "paint", buffered: true }))"""


def first_paints(pages: Path) -> Iterator[Figure]:
    """Yield the median milliseconds from opening each of these pages to its first paint."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None or find_spec("playwright") is None:
        return
    for place in ("index.html", "players.html", "games/1.html"):
        painted = median(_painted(browser, (pages / place).as_uri()))
        what = f"first paint of {place} from disk"
        yield Figure("site", what, painted, "ms", bound=at_most(_MOST_MS))


def _painted(browser: str, address: str) -> list[float]:
    """Open a page in new windows without a cache; the first one warms the browser up."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (a dependency of tests alone)

    found = list[float]()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for _ in range(TIMES + 1):
            window = running.new_context(viewport={"width": 1280, "height": 900})
            page = window.new_page()
            page.goto(address)
            found.append(float(page.evaluate(_FIRST)))
            window.close()
        running.close()
    return found[1:]
