"""Pages are valid HTML, and feeds valid Atom, according to checkers by others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from justhtml import JustHTML
from lxml import etree

from pbm.core.languages import languages
from tests.pbm.site.published import Published
from tests.pbm.site.whole_club import KINDS_OF_PAGES

ATOM = "{http://www.w3.org/2005/Atom}"
SCHEMA = etree.RelaxNG(etree.parse(Path(__file__).with_name("atom.rng")))


def feeds(club: Published) -> Iterator[tuple[str, bytes]]:
    return (each for each in club.files().items() if each[0].endswith(".atom"))


def test_every_kind_of_page_is_valid(club: Published) -> None:
    for place in KINDS_OF_PAGES:
        errors = JustHTML(club.read(place), collect_errors=True).errors
        assert not errors, f"{place}: {errors[:3]}"


def test_a_page_stands_in_every_language(club: Published) -> None:
    for language in languages():
        folder = "" if language == "en" else f"{language}/"
        assert f'<html lang="{language}">' in club.read(f"{folder}games/1.html")


def test_an_id_names_one_element_of_a_page(club: Published) -> None:
    for place in KINDS_OF_PAGES:
        names = Counter(etree.HTML(club.read(place)).xpath("//@id"))
        assert max(names.values()) == 1, f"{place}: {names.most_common(2)}"


def test_every_feed_fits_the_schema(club: Published) -> None:
    assert {"games.atom", "contests.atom", "contests/1.atom"} <= {place for place, _ in feeds(club)}
    for place, feed in feeds(club):
        assert SCHEMA.validate(etree.fromstring(feed)), f"{place}: {SCHEMA.error_log}"


def test_a_feed_names_each_entry_once_and_is_as_new_as_its_newest(club: Published) -> None:
    for place, feed in feeds(club):
        root = etree.fromstring(feed)
        names = [each.text for each in root.iter(f"{ATOM}id")]
        assert len(set(names)) == len(names), place
        times = [each.findtext(f"{ATOM}updated") for each in root.iter(f"{ATOM}entry")]
        assert not times or root.findtext(f"{ATOM}updated") == max(times), place
        for element in (root, *root.iter(f"{ATOM}entry")):
            kinds = [each.get("rel") for each in element.iterchildren(f"{ATOM}link")]
            assert kinds.count("alternate") == 1, place
