"""Pages are valid HTML, and feeds valid Atom, as checkers of others find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from justhtml import JustHTML
from lxml import etree

from tests.pbm.site.published import OPENING, Published
from tests.pbm.town import ALICE, BOB, PASSWORD

ATOM = "{http://www.w3.org/2005/Atom}"
SCHEMA = etree.RelaxNG(etree.parse(Path(__file__).with_name("atom.rng")))


@pytest.fixture
def varied(published: Published) -> Published:
    """A club with pages of every kind."""
    town = published.town
    mails = town.play(town.board(), *OPENING)
    town.write(ALICE, f"gyges seek alice {PASSWORD}\n")
    town.board("-random", "dvonn")
    town.later(hours=1)
    town.play(mails, "15-24")
    town.write(BOB, f"gyges resign 1 bob {PASSWORD}\n")
    published.write()
    return published


def of_kind(published: Published, ending: str) -> Iterator[tuple[str, bytes]]:
    return (each for each in published.files().items() if each[0].endswith(ending))


def test_every_page_is_valid(varied: Published) -> None:
    for place, page in of_kind(varied, ".html"):
        errors = JustHTML(page.decode(), collect_errors=True).errors
        assert not errors, f"{place}: {errors[:3]}"


def test_an_id_names_one_element_of_a_page(varied: Published) -> None:
    for place, page in of_kind(varied, ".html"):
        names = Counter(etree.HTML(page.decode()).xpath("//@id"))
        assert max(names.values()) == 1, f"{place}: {names.most_common(2)}"


def test_every_feed_fits_the_schema(varied: Published) -> None:
    for place, feed in of_kind(varied, ".atom"):
        assert SCHEMA.validate(etree.fromstring(feed)), f"{place}: {SCHEMA.error_log}"


def test_a_feed_names_each_entry_once_and_is_as_new_as_its_newest(varied: Published) -> None:
    for place, feed in of_kind(varied, ".atom"):
        root = etree.fromstring(feed)
        names = [each.text for each in root.iter(f"{ATOM}id")]
        assert len(set(names)) == len(names), place
        times = [each.findtext(f"{ATOM}updated") for each in root.iter(f"{ATOM}entry")]
        assert not times or root.findtext(f"{ATOM}updated") == max(times), place
        for element in (root, *root.iter(f"{ATOM}entry")):
            kinds = [each.get("rel") for each in element.iterchildren(f"{ATOM}link")]
            assert kinds.count("alternate") == 1, place
