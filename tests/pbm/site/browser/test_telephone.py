"""The composer on a telephone, for somebody who comes from a mail and has never seen it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote, unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from pbm.site.files import Folder
from tests.pbm.site.browser.windows import WITHOUT_FRAGMENT, Web, serve
from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import DOMAIN

WIDTH, HEIGHT = 360, 740
ADDRESS = f"pbm+{'a' * 26}@{DOMAIN}"
FROM_MAIL = f"#reply={ADDRESS}&ply={len(OPENING)}"


@pytest.fixture
def telephone(browser: Browser, club: Published) -> Iterator[Web]:
    server = serve(club.folder)
    size = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=size, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    yield Web(context.new_page(), f"http://127.0.0.1:{server.server_port}")
    context.close()
    server.shutdown()
    server.server_close()


def tap(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f'#layer .can[data-step="{cell}"]').tap()


def expect_hint(page: Page, name: str) -> None:
    """Expect that the composer shows one instruction for the next click: this one."""
    shown = page.locator("[data-hint]:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_attribute("data-hint", name)


def test_each_step_says_what_comes_next_without_scrolling(telephone: Web) -> None:
    page = telephone.open(f"games/1.html{FROM_MAIL}")
    expect(page.locator("#making")).to_be_in_viewport(ratio=1)
    expect_hint(page, "first")
    tap(page, "15")
    expect_hint(page, "ends")
    page.locator("#undo").tap()
    expect_hint(page, "first")
    tap(page, "15", "24")
    expect_hint(page, "whole")
    expect(page.locator("#mail")).to_be_in_viewport(ratio=1)
    link = unquote(str(page.locator("#mail").get_attribute("href")))
    assert ADDRESS in link and "15-24\r\n" in link


@pytest.mark.parametrize("before", ["", "#ply-2"])
def test_a_link_that_is_opened_in_a_page_that_is_open_is_erased_as_well(
    telephone: Web, before: str
) -> None:
    page = telephone.open(f"games/1.html{before}")
    expect(page.locator("#watching")).to_be_visible()
    page.evaluate("address => { location.hash = address }", FROM_MAIL)
    # Only the script of the page that is loaded again writes the address there.
    expect(page.locator("#address")).to_have_value(ADDRESS)
    expect(page.locator("#watching")).to_be_hidden()
    expect(page).to_have_url(WITHOUT_FRAGMENT)


@pytest.mark.parametrize("place", ["games/1.html?from=mail", "/games/1.html", "games/1.html"])
@pytest.mark.parametrize("word", ["reply", "Reply"])
def test_the_address_is_erased_whatever_the_link_looks_like(
    telephone: Web, place: str, word: str
) -> None:
    page = telephone.open(f"{place}{FROM_MAIL.replace('reply', word)}")
    expect(page.locator("#watching")).to_be_hidden()
    expect(page).to_have_url(WITHOUT_FRAGMENT)


def test_a_move_can_be_sent_without_a_mail_program(telephone: Web) -> None:
    page = telephone.open(f"games/1.html{FROM_MAIL}")
    tap(page, "15", "24")
    page.locator("#asked").tap()
    expect(page.locator("#line")).to_have_value("15-24")
    expect(page.locator("#address")).to_have_value(ADDRESS)


def test_a_message_and_the_next_move_go_with_the_move(telephone: Web) -> None:
    page = telephone.open(f"games/1.html{FROM_MAIL}")
    tap(page, "15", "24")
    page.fill("#words", "Hello Bob,\nnice to meet you.")
    page.locator("#ahead summary").tap()
    page.fill("#answer", "66x65=21")
    page.fill("#then", "13-14")
    body = "queue 15-24 if 66x65=21 then 13-14\r\n\r\nHello Bob,\r\nnice to meet you.\r\n"
    assert str(page.locator("#mail").get_attribute("href")).endswith(f"&body={quote(body, '')}")


def test_an_answer_is_tried_on_the_board(telephone: Web) -> None:
    page = telephone.open(f"games/3.html#reply={ADDRESS}")
    name, first = page.locator("#name"), page.locator("#layer .can").first
    first.tap()
    first.tap()
    move = name.inner_text()
    page.locator("#further").tap()
    expect_hint(page, "answer")
    first.tap()
    first.tap()
    expect_hint(page, "answered")
    expect(page.locator("#answer")).to_have_value(name.inner_text())
    for _ in range(3):
        page.locator("#undo").tap()
    expect(name).to_have_text(move)


def test_a_piece_moves_and_a_cell_is_called_by_what_stands_there(telephone: Web) -> None:
    page = telephone.open(f"games/1.html{FROM_MAIL}")
    expect(page.locator('#layer .can[data-step="15"]')).to_have_attribute("aria-label", "15 2")
    tap(page, "15", "24")
    place = page.locator('#board [data-c="24"]')
    x, y = (place.get_attribute(name) for name in ("cx", "cy"))
    expect(page.locator(f'#layer g[transform="translate({x},{y})"]')).to_have_text("2")
    ways = page.locator("#layer polyline.way").all()
    assert {len(re.findall(r"\d+", str(way.get_attribute("points")))) // 2 for way in ways} == {3}


def test_a_page_older_than_the_mail_loads_itself_again(telephone: Web, club: Published) -> None:
    folder, new = Folder(club.folder), club.read("games/1.html")
    before = f'data-ply="{len(OPENING) - 1}"'
    folder.write("games/98.html", new.replace(f'data-ply="{len(OPENING)}"', before))
    page = telephone.open(f"games/98.html{FROM_MAIL}")
    expect(page.locator("[data-when=early]")).to_be_visible()
    expect(page).to_have_url(WITHOUT_FRAGMENT)
    folder.write("games/98.html", new)
    expect(page.locator("#making")).to_be_visible()
    tap(page, "15", "24")
    expect(page.locator("#mail")).to_be_visible()
    folder.remove("games/98.html")


def test_a_mail_of_a_move_that_was_taken_back_leads_to_the_board_as_it_stands(
    telephone: Web,
) -> None:
    page = telephone.page
    page.clock.install()
    page.goto(f"{telephone.origin}/games/1.html#reply={ADDRESS}&ply={len(OPENING) + 1}")
    early, stale = page.locator("[data-when=early]"), page.locator("[data-when=stale]")
    expect(early).to_be_visible()
    while early.is_visible():
        page.clock.run_for(4000)
        page.wait_for_load_state("networkidle")
    expect(stale.locator("a")).to_be_visible()


def test_who_comes_without_a_mail_learns_who_can_send_a_move(telephone: Web) -> None:
    watching = telephone.page.locator("#watching")
    telephone.open("games/1.html")
    expect(watching).to_contain_text("alice")
    telephone.open(f"games/1.html{FROM_MAIL}")
    expect(watching).to_be_hidden()
