"""The pages of contests: their content, the players they show, and when they are written."""

from __future__ import annotations

import shutil

import pytest

from pbm.core.results import Result
from pbm.play.publicity import SINCE
from pbm.play.rulings import adjudicate
from tests.pbm.notices.helpers import work_in
from tests.pbm.site.contests import NAMES, begin_cup, begin_season, leave, resign
from tests.pbm.site.published import URL, Published
from tests.pbm.town import PASSWORD, of


@pytest.fixture
def cup(published: Published) -> Published:
    """A club where cup 1, of alice, bob, carol and dave, has begun."""
    begin_cup(published)
    return published


def on_every_page_of_contests(published: Published, word: str) -> list[str]:
    return [
        place
        for place, content in published.files().items()
        if place.split("/")[-2:-1] == ["contests"] or "contests." in place
        if word in content.decode()
    ]


def test_a_cup_has_its_table_and_its_games(cup: Published) -> None:
    page = cup.read("contests/1.html")
    assert all(f'href="../players/{name}.html"' in page for name in NAMES)
    assert [f'href="../games/{board}.html"' in page for board in range(1, 7)] == [True] * 6
    assert "0 of 6" in page


def test_a_result_changes_the_page_and_the_feed(cup: Published) -> None:
    before, feed = cup.read("contests/1.html"), cup.read("contests/1.atom")
    resign(cup, 1)
    assert cup.read("contests/1.html") != before
    assert cup.read("contests/1.atom").count("<entry>") == feed.count("<entry>") + 1


def test_a_cup_that_waits_shows_who_has_entered_and_how_to_enter(published: Published) -> None:
    town = published.town
    town.write("alice@example.org", f"gyges cup alice {PASSWORD} join\n")
    published.write()
    page = published.read("contests/1.html")
    assert 'href="../players/alice.html"' in page
    assert "mailto:" in page
    assert 'href="contests/1.html"' in published.read("index.html")


def test_the_end_is_told_everywhere(cup: Published) -> None:
    for board in range(1, 7):
        resign(cup, board)
    assert "final" not in cup.read("contests.html")
    winner = "Won by"
    assert winner in cup.read("contests/1.html")
    assert winner in cup.read("contests.atom")
    assert "1 of 4" in "".join(cup.read(f"players/{name}.html") for name in NAMES)


def decide(cup: Published, result: Result) -> str:
    """End all games of the cup with this result, and return the page of the cup."""
    with work_in(cup.town) as work:
        for game in work.tx.contests.games(1):
            adjudicate(work, game.board, result, "a test")
    cup.town.serve_contests()
    cup.write()
    return cup.read("contests/1.html")


def test_a_final_table_shows_places_that_are_shared(cup: Published) -> None:
    assert ">Place</th>" not in cup.read("contests/1.html")
    page = decide(cup, Result.DRAWN)
    assert ">Place</th>" in page
    assert page.count('<tr><td class="n">1</td>') == len(NAMES)
    assert "By " not in page


def test_a_final_table_says_what_decided(cup: Published) -> None:
    page = decide(cup, Result.FIRST_WON)
    (said,) = [line for line in page.splitlines() if "By Sonneborn-Berger:" in line]
    named = [name for name in NAMES if f">{name}</a>" in said]
    assert named == [*NAMES]


def test_a_season_links_its_leagues(published: Published) -> None:
    begin_season(published)
    page = published.read("contests/1.html")
    assert 'href="2.html"' in page
    assert 'href="1.html"' in published.read("contests/2.html")
    assert 'href="contests/1.html"' in published.read("index.html")
    assert 'href="contests/2.html"' not in published.read("index.html")


def test_a_season_shows_how_its_leagues_stand(published: Published) -> None:
    begin_season(published)
    assert '<td class="n">1.0</td>' not in published.read("contests/1.html")
    resign(published, 1)
    page = published.read("contests/1.html")
    assert page.count('<td class="n">1.0</td>') == 1
    assert page.count('href="../players/') == len(NAMES)


def test_stairs_show_who_stands_where(published: Published) -> None:
    for name in ("alice", "bob"):
        published.town.write(f"{name}@example.org", f"gyges stairs {name} {PASSWORD} join\n")
    published.town.write("alice@example.org", f"gyges stairs alice {PASSWORD} challenge bob\n")
    published.write()
    page = published.read("contests/1.html")
    assert 'href="../players/bob.html"' in page
    assert 'href="../games/1.html"' in page


def test_who_hides_their_games_is_not_named(cup: Published) -> None:
    cup.town.write("bob@example.org", f"set bob {PASSWORD} public off\n")
    cup.write()
    assert on_every_page_of_contests(cup, "bob") == []
    page = cup.read("contests/1.html")
    assert "(hidden)" in page
    shown = [board for board in range(1, 7) if f"games/{board}.html" in page]
    assert len(shown) == 3
    cup.town.write("bob@example.org", f"set bob {PASSWORD} public on\n")
    cup.write()
    assert "(hidden)" not in cup.read("contests/1.html")


def test_who_signs_off_is_gone_from_tables_and_feeds(cup: Published) -> None:
    resign(cup, 1)
    leave(cup, "bob")
    assert on_every_page_of_contests(cup, "bob") == []
    assert "(gone)" in cup.read("contests/1.html")


def test_players_of_before_are_hidden_in_tables_too(cup: Published) -> None:
    cup.town.later(days=1)
    with cup.town.app.store.transaction() as tx:
        tx.moments.set(SINCE, cup.town.time)
    cup.restart()
    assert on_every_page_of_contests(cup, "alice") == []


@pytest.mark.slow
def test_pages_built_anew_equal_those_that_grew(cup: Published) -> None:
    for board in (1, 2):
        resign(cup, board)
    begin_season(cup)
    for board in (3, 5, 8):
        resign(cup, board)
    cup.town.write("bob@example.org", f"set bob {PASSWORD} public off\n")
    cup.write()
    leave(cup, "dave")
    grown = cup.files()
    shutil.rmtree(cup.folder)
    cup.restart()
    assert cup.files() == grown


def test_the_mail_at_the_start_says_that_everybody_can_watch(published: Published) -> None:
    told = of(begin_cup(published), "alice@example.org")
    assert f"{URL}/contests/1.html" in told.text
    assert "public off" in told.text
