from __future__ import annotations

import pytest

from pbm.mail.body.html_text import _FEW_PIECES, MAX_ATTRIBUTES, MAX_EVENTS, MAX_IN_TAG, read_html
from tests.combinations import for_each


@for_each(
    ("html", "lines"),
    [
        ("34<span>-</span>4<b>4</b>", ["34-44"]),
        ("34<!-- x -->-44", ["34-44"]),
        ("<p>one</p><p>two</p>", ["one", "two"]),
        ("<div>one<div>two</div>three</div>", ["one", "two", "three"]),
        ("one<br>two<br><br>three", ["one", "two", "", "three"]),
        ("<div>one</div><div><br></div><div>two</div>", ["one", "", "two"]),
        ("  one \n two\t<i> three</i>", ["one two three"]),
        ("<pre>one\n  two</pre>", ["one", "  two"]),
        ('<div style="white-space: pre-wrap">one\ntwo</div>', ["one", "two"]),
        ("<ul><li>one<li>two</ul>", ["one", "two"]),
        ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", ["1 2", "3"]),
        ("a &lt;b@example.org&gt; &amp; c", ["a <b@example.org> & c"]),
        ("", []),
        ("\0", []),
        ('<?xml version="1.0" encoding="utf-16"?><p>x</p>', ["x"]),
    ],
)
def test_blocks_break_lines_and_inline_tags_do_not(html: str, lines: list[str]) -> None:
    assert read_html(html).lines == lines


@for_each(
    "hidden",
    [
        "<script>62x53=36</script>",
        "<style>62x53=36</style>",
        "<title>62x53=36</title>",
        "<div hidden>62x53=36</div>",
    ],
)
def test_elements_without_words_are_dropped(hidden: str) -> None:
    assert read_html(f"<p>one</p>{hidden}<p>two</p>").lines == ["one", "two"]


@for_each(
    "hidden",
    [
        "<div style='DISPLAY : none'>62<b>x53=36</b></div>",
        "<span style='mso-hide:all'>62x53=36</span>",
        "<p style='visibility:hidden;display:block'>62x53=36</p>",
        "<div class='gmail_quote' style='display:none'>62x53=36</div>",
        "<div id='stopspelling' style='display:none'>62x53=36</div>",
    ],
)
def test_elements_out_of_sight_are_left_out_on_demand(hidden: str) -> None:
    html = f"<p>one</p>{hidden}<p>two</p>"
    assert read_html(html, with_struck=False).lines == ["one", "two"]
    assert any("62x53=36" in line for line in read_html(html).lines)


def test_style_sheets_of_media_strike_out_but_hide_nothing() -> None:
    html = (
        "<style>@media print{.a{display:none}.b{text-decoration:line-through}} .c{display:none}"
        "</style><p class=a>one</p><p class=b>two</p><p class=c>three</p>"
    )
    assert read_html(html, with_struck=False).lines == ["one"]


@for_each(
    "opening",
    [
        "<blockquote>",
        '<blockquote type="cite">',
        '<div class="gmail_quote">',
        '<div class="gmail_quote gmail_quote_container">',
        '<div class="x_gmail_quote">',
        '<div class="moz-cite-prefix">',
        '<div class="yahoo_quoted" id="yahoo_quoted_1234">',
        '<div class="protonmail_quote">',
        '<div class="tutanota_quote">',
        '<div name="quote">',
        '<div style="margin-left: 1ex; border-left: 2px solid #ccc">',
        '<div style="border:none;border-left:solid blue 1.5pt;padding:0 0 0 4pt">',
    ],
)
def test_quotes_are_marked_and_what_follows_them_is_not(opening: str) -> None:
    closing = "</blockquote>" if opening.startswith("<blockquote") else "</div>"
    html = f"<div>13x14=44</div>{opening}62x53=36<p>more</p>{closing}<div>below</div>"
    assert read_html(html).lines == ["13x14=44", "> 62x53=36", "> more", "below"]


@for_each("style", ["border-left: none", "border-left:0", "border-left: 0px solid", "left: 0"])
def test_a_block_without_a_line_at_its_left_is_no_quote(style: str) -> None:
    assert read_html(f'<div style="{style}">13x14=44</div>').lines == ["13x14=44"]


@for_each(
    "mark",
    [
        "divRplyFwdMsg",
        "x_divRplyFwdMsg",
        "stopSpelling",
        "zwchr",
        "mail-editor-reference-message-container",
    ],
)
def test_after_these_marks_everything_is_quoted(mark: str) -> None:
    html = f"<div><p>13x14=44</p><div id={mark}>From: pbm</div></div><p>62x53=36</p>"
    assert read_html(html).lines == ["13x14=44", "> From: pbm", "> 62x53=36"]


def test_a_page_with_too_many_tags_is_read_up_to_the_limit() -> None:
    assert len(read_html("x<br>" * MAX_EVENTS).lines) <= MAX_EVENTS


def test_a_page_nested_too_deep_keeps_its_beginning() -> None:
    assert read_html("<p>13x14=44</p>" + "<div>" * 5000).lines[0] == "13x14=44"


@pytest.mark.parametrize("tag", ["<div>", "<b>", "<table><tr><td>", "</i><blockquote>"])
def test_a_page_nested_too_deep_is_not_read_to_its_end(tag: str) -> None:
    assert read_html("<p>13x14=44</p>" + tag * 50 + "the end").whole
    assert not read_html("<p>13x14=44</p>" + tag * 300 + "the end").whole
    assert not read_html(tag * 300 + "the end").whole


@pytest.mark.parametrize("page", ["", "\0", "<p>x", "x</b>" * 500, '<p a="', "&x;<"])
def test_a_broken_page_is_read_to_its_end(page: str) -> None:
    assert read_html(page).whole


@for_each(
    "between",
    [" ", "/", "\n", "\t", "\r\n", " / ", " b='>' ", ' b=">" ', " ' ", ' " ', "=' ' ", " < "],
)
def test_a_page_is_read_up_to_a_tag_of_too_many_attributes_without_values(between: str) -> None:
    attributes = [f"a{number}" for number in range(3 * MAX_IN_TAG)]
    crowded = between.join(attributes) + " c" * _FEW_PIECES
    page = read_html(f"<p>13-14</p><b {crowded}>16-17</b>")
    assert (page.lines, page.whole) == (["13-14"], False)
    long = "16-17 or " * _FEW_PIECES
    assert read_html(f"<p>13-14</p><b title='>'>{long}</b>").whole


def test_a_page_with_too_many_attributes_is_read_up_to_the_limit() -> None:
    attributes = " ".join(f"a{number}=1" for number in range(MAX_ATTRIBUTES))
    assert read_html(f"<p>13-14</p><b {attributes}>16-17</b>").lines == ["13-14"]
    assert read_html(f"<p>13-14</p><b {attributes[:1000]}>16-17</b>").lines == ["13-14", "16-17"]
