"""Commands that mails offer: their places in the text, and their links."""

from __future__ import annotations

from jinja2 import Environment

from pbm.inbox.line.access import Access
from pbm.inbox.line.names import all_commands
from pbm.notices.page.html import Buttons, Inset, page
from pbm.notices.page.offers import COLLECTED, READING, Link, Offer, offered, placed, superseded
from pbm.notices.rendering import name_of, titled
from tests.combinations import for_each

MOVE = Offer("13-14", [Link("Write", ""), Link("13-14", "13-14")])
WORDS = Offer("show, help", [Link("show", "show"), Link("help", "help")], listed=True)
SENTENCE = Offer("Reply accept\nor not.", [Link("Accept", "accept")], stays=True)


def found(text: str, *offers: Offer) -> list[tuple[Offer, int, int, str]]:
    return [(each.offer, each.first, each.end, each.lead) for each in placed(text, offers)]


@for_each(
    ("text", "expected"),
    [
        ("like\n    13-14\nor", [(MOVE, 1, 2, "")]),
        ("Reply with: 13-14\n", [(MOVE, 0, 1, "Reply with:")]),
        (" 3. alice (South)    13-14\n", []),
        ("alice writes:\n| 13-14\n| now: 13-14\n", []),
        ("13-145\n", []),
    ],
)
def test_a_command_is_found_alone_on_its_line_or_behind_a_colon(
    text: str, expected: list[tuple[Offer, int, int, str]]
) -> None:
    assert found(text, MOVE) == expected


def test_offers_are_found_in_their_order() -> None:
    text = "13-14\nor with: show, help\n13-14\n"
    assert [each[1] for each in found(text, MOVE, WORDS, MOVE)] == [0, 1, 2]


def test_a_sentence_stays_above_its_links() -> None:
    assert found("a\n\nReply accept\nor not.\nb\n", SENTENCE) == [(SENTENCE, 2, 4, SENTENCE.text)]


def test_the_commands_whose_links_hold_no_token_change_nothing() -> None:
    access = {name: each.access for each in all_commands() for name in each.names}
    assert {access[name] for name in READING} <= {Access.ANYONE, Access.READER}


@for_each(
    ("line", "label"),
    [
        ("propose draw", "Offer a draw"),
        ("gyges challenge owl-1", "Gyges against owl-1"),
        ("dvonn seek -random", "Offer a game of DVONN"),
        ("help towers", "Rules of towers"),
        ("13-14", "13-14"),
        ("set lang de", "Deutsch"),
        ("learn", "Lessons"),
        ("learn dvonn", "Learn DVONN"),
        ("help friends", "Bring a friend"),
        ("preview a3", "Try a3"),
        ("block bob", "Block bob"),
        ("gyges cup join", "Enter a cup of Gyges"),
        ("gyges cup join 2", "gyges cup join 2"),
        ("gyges stairs challenge bob", "Gyges against bob"),
    ],
)
def test_a_link_is_called_by_what_it_does(line: str, label: str) -> None:
    offers: list[Offer] = []
    templates = Environment(autoescape=True)
    templates.filters |= {"offered": offered, "named": name_of, "titled": titled}
    templates.from_string("{{ line|offered }}").render({"line": line, COLLECTED: offers})
    assert [(each.label, each.words) for each in offers[0].links] == [(label, line)]


def test_what_links_say_already_is_in_the_text_alone() -> None:
    offers: list[Offer] = []
    templates = Environment(autoescape=True)
    templates.filters |= {"superseded": superseded}
    written = templates.from_string("Before.\n\n{{ words|superseded }}\n\nAfter.\n")
    text = written.render({"words": "For more, reply with\n    moves", COLLECTED: offers})
    (place,) = placed(text, offers)
    shown = page("news", text, [Inset(place.first, place.end, Buttons(()), place.lead)])
    assert "moves" in text
    assert "moves" not in shown
    assert shown.index("Before.") < shown.index("After.")
