"""Pages in a real browser: replay, keys, links, widths, dark mode, accessibility, no request
elsewhere.
"""

from __future__ import annotations

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pbm.site.files import Folder
from tests.pbm.site.browser.windows import Web
from tests.pbm.site.published import OPENING, Published, listed
from tests.pbm.site.whole_club import KINDS_OF_PAGES
from tests.pbm.town import Mail

WIDTHS = (320, 480, 768, 1024, 1440, 1600)
LAST = len(OPENING)
STANDARDS = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]}
LARGEST = 70 * 1024
MOST_SHIFT = 0.05
SHIFTS = """
    window.shift = 0;
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
MANY, FEWEST_KINDS = 10_000, 5


def expect_shown(page: Page, ply: int) -> None:
    """Expect that the page shows the position after so many plies."""
    expect(page.locator("#where")).to_have_text(f"{ply} / {LAST}")


def test_a_game_is_replayed_by_buttons(web: Web) -> None:
    page = web.open("games/1.html")
    expect_shown(page, LAST)
    at_end = page.locator("#pieces").inner_html()
    page.click("#back")
    expect_shown(page, LAST - 1)
    assert page.locator("#pieces").inner_html() != at_end
    page.click("#first")
    expect_shown(page, 0)
    page.click("#last")
    assert page.locator("#pieces").inner_html() == at_end


def test_a_game_is_replayed_by_keys(web: Web) -> None:
    page = web.open("games/1.html")
    for key, ply in (("ArrowLeft", LAST - 1), ("Home", 0), ("ArrowRight", 1), ("End", LAST)):
        page.keyboard.press(key)
        expect_shown(page, ply)


def test_a_position_has_a_link(web: Web) -> None:
    page = web.open("games/1.html#ply-3")
    expect_shown(page, 3)
    expect(page.locator("#ply-3 a")).to_have_attribute("aria-current", "step")
    page.click("#ply-1 a")
    expect(page).to_have_url(re.compile("#ply-1$"))
    expect_shown(page, 1)


def test_each_step_is_announced_with_the_sentence_of_the_mail(web: Web) -> None:
    page = web.open("games/1.html#ply-2")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#said")).to_have_text("3. 16-35 alice (South) triple from 16 goes to 35")
    assert page.locator("#said").get_attribute("aria-live") == "polite"


def test_a_game_plays_by_itself_to_its_end(web: Web) -> None:
    page = web.open("games/1.html#ply-3")
    page.click("#play")
    expect(page.locator("#where")).to_have_text(f"{LAST} / {LAST}")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_examples_of_rules_are_replayed(web: Web) -> None:
    page = web.open("rules/gyges-kang.html")
    page.keyboard.press("Home")
    expect(page.locator("#where")).to_have_text(re.compile("^0 / "))


def test_an_answer_to_a_puzzle_is_judged_at_once(web: Web, club: Published) -> None:
    told = json.loads(club.read("puzzles/1.json"))
    right = told["right"][0]
    wrong = next(move for move in listed(told["moves"]) if move not in told["right"])
    for move, verdict in ((wrong, "wrong"), (right, "right")):
        page = web.open("puzzles/1.html")
        for step in re.split("[-x]", move):
            page.locator(f'#layer .can[data-step="{step}"]').click()
        expect(page.locator("#name")).to_have_text(move)
        page.click("#check")
        expect(page.locator(f"[data-verdict={verdict}]")).to_be_visible()


def test_no_page_asks_another_place_or_complains(web: Web) -> None:
    for place in KINDS_OF_PAGES:
        web.open(place)
        assert (web.elsewhere, web.complaints) == ([], []), place


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(web: Web, scheme: str) -> None:
    web.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    for place in KINDS_OF_PAGES:
        page = web.open(place)
        found = Axe().run(page, options=STANDARDS)
        assert found.violations_count == 0, f"{place}: {found.generate_report()}"


def test_axe_finds_nothing_in_mails(web: Web, club: Published) -> None:
    """One mail of each kind that the club has sent, opened as a page."""
    with club.town.app.store.reading() as tx:
        rows = {row.kind: row for row in tx.outbox.list(limit=MANY)}
    assert len(rows) >= FEWEST_KINDS
    for kind, row in rows.items():
        web.page.set_content(Mail(row, lambda row: row.raw).html)
        found = Axe().run(web.page, options=STANDARDS)
        assert found.violations_count == 0, f"{kind}: {found.generate_report()}"


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_a_page_loads(web: Web, width: int) -> None:
    web.page.set_viewport_size({"width": width, "height": 740})
    web.page.add_init_script(SHIFTS)
    for place in KINDS_OF_PAGES:
        shift = web.open(place).evaluate("window.shift")
        assert shift <= MOST_SHIFT, f"{place}: {shift}"


def test_a_printed_game_has_all_moves(web: Web) -> None:
    page = web.open("games/1.html")
    page.emulate_media(media="print")
    assert page.evaluate("moves.scrollHeight <= moves.clientHeight")
    expect(page.locator("#ply-1")).to_be_visible()


def test_pages_are_small(club: Published) -> None:
    """Those of all rule sets, too, however large their boards are."""
    pages = {place: len(text) for place, text in club.files().items() if place.endswith(".html")}
    assert {place: size for place, size in pages.items() if size > LARGEST} == {}


def test_no_page_is_wider_than_the_screen(web: Web) -> None:
    for place in KINDS_OF_PAGES:
        page = web.open(place)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, f"{place} at {width}"


def test_a_page_can_be_read_without_a_script(web: Web) -> None:
    context = web.page.context.browser
    assert context is not None
    plain = context.new_context(java_script_enabled=False).new_page()
    plain.goto(f"{web.origin}/games/1.html#ply-3")
    assert [plain.locator(f"#ply-{ply} b").inner_text() for ply in range(1, LAST + 1)] == [*OPENING]
    assert plain.locator("#pieces circle").count() > 12
    assert plain.locator("#compose").is_hidden() and plain.locator("#controls").is_hidden()
    plain.context.close()


def test_pages_work_from_a_folder(web: Web, club: Published) -> None:
    web.page.goto((club.folder / "games/2.html").as_uri())
    web.page.keyboard.press("Home")
    expect_shown(web.page, 0)


def test_the_policy_stops_a_script_that_gets_into_a_page(web: Web, club: Published) -> None:
    page = club.read("games/2.html").replace("</h1>", "<script>document.title = 'x'</script></h1>")
    Folder(club.folder).write("games/99.html", page)
    assert web.open("games/99.html").title() != "x"
    (club.folder / "games/99.html").unlink()
