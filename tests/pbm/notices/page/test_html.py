"""HTML pages made from the text of a mail."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from lxml import etree

from pbm.core.games import Picture, Row, Tile, Tint, all_games, spec
from pbm.mail.body.html_text import read_html
from pbm.notices.kinds import MailKind
from pbm.notices.page.html import Buttons, Choices, Image, Inset, Target, page
from pbm.notices.page.layout import blocks_of
from pbm.notices.page.tables import Table
from pbm.notices.page.widths import ROOM, below
from tests.combinations import for_each
from tests.pbm.inbox.letter.mails import every_mail
from tests.pbm.pictures.sight import contrast
from tests.rules.playouts import final, turns

BOARD = Picture([Row([Tile("A", Tint.FIRST), Tile("B")])], "above", "below")
IMAGE = Image("cid:1@x", 322, "the board in words", "legend")
LINKS = [Target("Accept", "mailto:a", strong=True), Target("Decline", "mailto:b")]
NARROW = 360

KNOWN = tomllib.loads(Path(__file__).with_name("caniemail.toml").read_text(encoding="utf-8"))
EVERYWHERE = {
    *("html", "head", "meta", "title", "body", "tr", "td", "th", "b", "br", "a", "wbr", "span"),
    *(
        "color",
        "src",
        "style",
        "border",
        "bgcolor",
        "alt",
        "colspan",
        "scope",
        "role",
        "http-equiv",
    ),
    *("content", "name", "class"),
}
"""Features that every program knows, or whose loss does no harm: ``role`` for screen readers,
the head of the page, ``wbr``, and the classes of the colours for the dark."""

HARMLESS = {"display", "white-space", "text-align"}
"""Styles whose loss does little harm: the preview text is shown above the page, dates may be
broken at their hyphens, and words stand on the left."""

CELLS = {"td", "th"}
ONLY_ON = {"padding": CELLS | {"a"}, "max-width": {"table"}}
NEVER_ON = {
    "height": {"body", "span", "div", "p"},
    "width": {"body", "span", "div", "p"},
    "border": {"p", "div"},
    "margin": {"span"},
}
"""The elements on which Outlook for Windows does not know a style, as caniemail.toml says;
of the styles in ``ONLY_ON``, it knows each only on the elements listed there. Outlook leaves the
margin of the body, and takes the width of a picture from its attribute."""


def parsed(html: str) -> Any:
    """Parse the page, which must be well-formed except for tags without an end tag."""
    closed = re.sub(r"<(br|wbr|meta|img)((?:\s[^>]*)?)>", r"<\1\2/>", html)
    return etree.fromstring(closed.removeprefix("<!DOCTYPE html>\n").replace("&nbsp;", "&#160;"))


def body_of(html: str) -> str:
    """The page without its headline."""
    return html.partition("</h1>")[2]


def seen(html: str) -> list[str]:
    """The words of a page, including quotes."""
    shown = html.replace("<blockquote", "<div").replace("</blockquote", "</div")
    return " ".join(read_html(shown).lines).replace("\xa0", " ").split()


@cache
def every_page() -> Sequence[str]:
    """Every kind of mail as a page, and pages with all elements that a page can have."""
    return list(_pages())


def _pages() -> Iterator[str]:
    yield page("[gyges 1] ply 2: news", "x\nboard\n", [Inset(1, 2, IMAGE)])
    yield page(
        "[pbm] x", "x\na\nb\nc\n", [Inset(1, 2, Buttons(LINKS)), Inset(2, 3, Choices(LINKS))]
    )
    for game in all_games():
        for state, *_ in (*turns(spec(game), 1)[:4:3], final(spec(game))):
            yield page("[pbm] x", "x\nboard\n", [Inset(1, 2, game.picture(state))])
    cards: set[tuple[str, str]] = set()
    for mail in every_mail():
        yield page(mail.subject, mail.text)
        if mail.kind == MailKind.BOARD and mail.row.page and (mail.to, mail.news) not in cards:
            cards.add((mail.to, mail.news))
            yield mail.html


def declared(element: Any) -> dict[str, str]:
    pairs = (each.split(":", 1) for each in element.get("style", "").split(";") if each.strip())
    return {name.strip(): value.strip() for name, value in pairs}


def feature(style: str) -> str:
    return "border" if style.startswith("border-") else style.partition("-left")[0]


def test_no_program_drops_a_style_an_element_or_an_attribute() -> None:
    for html in every_page():
        for element in parsed(html).iter(etree.Element):
            assert element.tag in KNOWN["html"] or element.tag in EVERYWHERE
            for name in element.attrib:
                assert name in EVERYWHERE or not KNOWN["html"][name]["dropped"]
            for style in map(feature, declared(element)):
                assert style in EVERYWHERE | HARMLESS or not KNOWN["style"][style]["dropped"]
                assert element.tag in ONLY_ON.get(style, {element.tag}), (style, element.tag)
                assert element.tag not in NEVER_ON.get(style, set()), (style, element.tag)


def test_a_page_loads_nothing_and_has_no_long_line() -> None:
    for html in every_page():
        sources = [each.get("src") for each in parsed(html).iter("img")]
        assert all(source.startswith("cid:") for source in sources)
        assert "url(" not in html
        assert html.isascii()
        assert max(map(len, html.splitlines())) < 990


def test_nothing_has_a_fixed_width_that_a_narrow_phone_has_not() -> None:
    for html in every_page():
        tree = parsed(html)
        fixed = [each.get("width") for each in tree.iter("table", "td") if each.get("width")]
        assert all(int(width) <= ROOM for width in fixed if not width.endswith("%"))
        for image in tree.iter("img"):
            assert declared(image)["width"] == "100%"


def test_the_colours_of_grounds_are_attributes_too() -> None:
    for html in every_page():
        for element in parsed(html).iter(etree.Element):
            assert declared(element).get("background-color") == element.get("bgcolor")


def test_a_page_names_its_language_and_its_headings_are_in_order() -> None:
    for html in every_page():
        tree = parsed(html)
        assert tree.get("lang") == "en"
        headings = [each.tag for each in tree.iter("h1", "h2", "h3")]
        assert headings[0] == "h1"
        assert set(headings[1:]) <= {"h2"}


def test_tables_of_data_are_told_from_those_for_layout() -> None:
    for html in every_page():
        for table in parsed(html).iter("table"):
            heads = [each.get("scope") for each in table.iterfind("tr/th")]
            assert set(heads) <= {"col"}
            assert not heads or table.get("role") is None


@for_each(
    ("subject", "above", "headline"),
    [
        ("[gyges 17] ply 9: your move, bob", "gyges 17 \u00b7 move 9", "Your move, bob"),
        ("[gyges 17] the whole game", "gyges 17", "The whole game"),
        ("[pbm] Reply yes to confirm: gyges resign 1", "", "Reply yes to confirm: gyges resign 1"),
        ("no tag", "", "No tag"),
        ("[pbm] a@example.org is yours now", "", "a@example.org is yours now"),
        ("[gyges 1] not played: 62-53", "gyges 1", "Not played: 62-53"),
        ("[gyges 1] 13-14-24: illegal", "gyges 1 \u00b7 13-14-24", "Illegal"),
    ],
)
def test_the_subject_is_the_headline(subject: str, above: str, headline: str) -> None:
    tree = parsed(page(subject, "x\n"))
    (heading,) = tree.iter("h1")
    assert "".join(heading.itertext()).replace("\u00a0", " ").strip() == headline
    *before, sender = (each.text for each in heading.itersiblings(preceding=True))
    assert before == ([above] if above else [])
    assert sender == "A mail from pbm, play by email"


def test_a_page_has_the_words_of_the_text_with_the_board_in_its_place() -> None:
    text = "Hello,  you\n\na b\nc d\n\nbob writes:\n| a <b>c</b> & d\n\n    move\n-- \npbm\n"
    words = "Hello, you above A B below bob writes: | a <b>c</b> & d move -- pbm".split()
    assert seen(body_of(page("x", text, [Inset(2, 4, BOARD)]))) == words


def empty_columns(text: str) -> set[str]:
    """The names of columns in which nothing stands, which a page may leave out."""
    tables = (each for each in blocks_of(text) if isinstance(each, Table) and each.head)
    columns = (column for each in tables for column in zip(each.head, *each.rows, strict=True))
    return {name for name, *cells in columns if set(cells) <= {"", "-"}}


def test_the_words_of_every_mail_are_on_its_page() -> None:
    for mail in every_mail():
        text = re.sub(r"(?m)^(\| ?|[=-]{3,}$)", "", mail.text)
        for name in empty_columns(mail.text):
            text = text.replace(name, "", 1)
        shown = "".join(seen(page(mail.subject, mail.text))).replace("\u200b", "").casefold()
        for word in text.split():
            said = word.strip(":.[]").casefold()
            assert said in shown or said.replace("-", "\u2011") in shown, (mail.kind, word)


@for_each(
    ("subject", "text", "left"),
    [
        ("alice invites you", "alice invites you:\n\nHello", "Hello"),
        ("alice proposes a draw", "alice proposes a draw.\nReply accept.", "Reply accept."),
        ("Nothing was done", "Nothing was done. There is no board 9.", "There is no board 9."),
        ("Welcome, alice", "Welcome, alice: you are a player now.", "You are a player now."),
        ("Comment \u00e7a va\u00a0: Coupe 1", "Coupe 1\n\nBonjour", "Bonjour"),
        ("Not played", "Not played: A1-K5", "Not played: A1-K5"),
        ("alice writes to you", "alice writes:\n\nHello", "Hello"),
        ("alice writes", "alice writes about gyges 1:", "alice writes about gyges 1:"),
    ],
)
def test_what_the_headline_says_is_not_said_twice(subject: str, text: str, left: str) -> None:
    assert " ".join(seen(body_of(page(f"[pbm] {subject}", f"{text}\n")))) == left
    mails = f"News.\n\n{'-' * 70}\n[gyges 1] {subject}\n\n{text}\n"
    assert " ".join(seen(body_of(page("[pbm] Your digest", mails)))).endswith(f" {left}")


def test_the_subject_of_a_mail_within_a_mail_is_a_headline_too() -> None:
    mail = f"News.\n\n{'-' * 70}\n[gyges 17] ply 9: your move, bob\n\nagainst alice\n"
    (heading,) = parsed(page("[pbm] Your digest", mail)).iter("h2")
    assert heading.text == "Your move, bob"
    assert heading.getprevious().text == "gyges 17 \u00b7 move 9"


def test_a_single_word_above_a_table_is_its_heading() -> None:
    text = "dvonn\n\nPlayer   Games\nalice        3\nbob          0\n\nBye\n"
    assert [each.text for each in parsed(page("[pbm] x", text)).iter("h2")] == ["dvonn"]


def test_what_does_not_fit_beside_other_cells_is_named_unless_it_is_empty() -> None:
    table = Table(["Player", "Won", "Lost"], [["bob", "2", "-"]], [False, True, True])
    assert below(table, 1, table.rows[0]) == [("Won", "2")]
    assert below(Table([], [["bob", "2"]], [False, True]), 1, ["bob", "2"]) == [("", "2")]


@for_each(
    ("above", "shown"),
    [
        ("Reply with your move, like", "Reply with your move, like:"),
        ("Reply with your move on the first line,", "Reply with your move on the first line:"),
        ("Bob is blocked. To undo it, reply with", "Bob is blocked. To undo it, reply with:"),
        ("To end it, write: accept", "To end it, write: accept"),
        ("Nothing was done.", "Nothing was done."),
    ],
)
def test_words_above_a_link_lead_to_it(above: str, shown: str) -> None:
    tree = parsed(page("x", f"{above}\naccept\n", [Inset(1, 2, Buttons(LINKS))]))
    assert shown in [" ".join((each.text or "").split()) for each in tree.iter("p")]


def test_cells_below_others_are_told_from_their_names() -> None:
    row = "".join(f"{letter * 20:<22}" for letter in "abc")
    text = f"{'Player':<22}{'Other':<22}{'Last':<22}Won\n{row}  1\n{row}  2\n"
    said = " ".join("".join(parsed(page("x", text)).itertext()).split())
    assert "Won: 1" in said


def test_lines_of_others_become_a_quote_that_is_never_first() -> None:
    html = page("x", "| hello\n")
    (quote,) = parsed(html).iter("blockquote")
    assert quote.getprevious().tag == "p"
    assert read_html(html).lines[-1] == "> | hello"


def test_a_quote_has_one_bar() -> None:
    (quote,) = parsed(page("x", "| hello\n")).iter("blockquote")
    (mark,) = (cell for cell in quote.iter("td") if cell.text == "|")
    assert "border-left" not in declared(mark)
    ground = mark.get("bgcolor")
    assert ground not in (None, "#ffffff")
    # SpamAssassin takes marks for hidden that are any closer to their ground.
    assert 1.1 < contrast(declared(mark)["color"], ground) < 1.25


@for_each(
    ("subject", "headline"),
    [
        ("[gyges 1] l'analisi", "L'analisi"),
        ("[gyges 1] d’accord", "D’accord"),
        ("[gyges 1] 16-35 is illegal", "16-35 is illegal"),
        ("[pbm] alice-2 invites you", "alice-2 invites you"),
    ],
)
def test_a_headline_begins_with_a_capital_unless_its_first_word_is_no_word(
    subject: str, headline: str
) -> None:
    (shown,) = parsed(page(subject, "x\n")).iter("h1")
    assert "".join(shown.itertext()).strip() == headline


def test_a_userid_keeps_its_case_at_the_beginning_of_a_headline() -> None:
    for names, headline in (["bert"], "bert writes"), ([], "Bert writes"):
        (shown,) = parsed(page("[gyges 1] bert writes", "x\n", names=names)).iter("h1")
        assert "".join(shown.itertext()).strip() == headline


def test_no_headline_and_no_move_is_broken_at_a_french_mark_or_a_hyphen() -> None:
    shown = page("[pbm] Nouveau mot de passe : alice", "  4. bob (North)   61-53\n     x\n")
    (headline,) = parsed(shown).iter("h1")
    assert (headline.text or "").strip() == "Nouveau mot de passe\u00a0: alice"
    (move,) = (each for each in parsed(shown).iter("b") if "61-53" in "".join(each.itertext()))
    assert [declared(each).get("white-space") for each in move] == ["nowrap"]
    (asked,) = parsed(page("[pbm] Reply yes to play 62-51 on board 1", "x\n")).iter("h1")
    assert [each.text for each in asked] == ["62-51"]


def test_a_page_is_ascii() -> None:
    html = page("x", "| Zoë → 漢\n")
    assert html.isascii()
    assert seen(body_of(html)) == ["|", "Zoë", "→", "漢"]


def test_a_long_word_and_a_long_address_may_be_broken_but_no_token() -> None:
    token, address = "x" * 26, f"pbm+{'x' * 26}@{'example' * 3}.org"
    html = page("x", f"confirm {token}\n\n{address}\n\n{'w' * 60}\n")
    assert token in html
    assert address.replace("@", "<wbr>@") in html
    assert html.count("<wbr>") == 3


def test_markup_written_by_a_player_is_escaped() -> None:
    words = '| <img src="http://example.org/x"></blockquote><script>x</script>\n'
    assert not list(parsed(page("x", words)).iter("img", "script"))


def test_a_picture_has_its_words_and_its_legend_below() -> None:
    tree = parsed(page("x", "a\nboard\n", [Inset(1, 2, IMAGE)]))
    (image,) = tree.iter("img")
    assert (image.get("alt"), image.get("width")) == (IMAGE.alt, "322")
    assert "legend" in "".join(tree.itertext())


def test_links_stand_in_the_place_of_what_they_offer() -> None:
    tree = parsed(page("x", "Reply with:\naccept\nBye\n", [Inset(1, 2, Buttons(LINKS))]))
    assert [(each.get("href"), each.text) for each in tree.iter("a")] == [
        ("mailto:a", "Accept"),
        ("mailto:b", "Decline"),
    ]
    assert "accept" not in "".join(tree.itertext())
