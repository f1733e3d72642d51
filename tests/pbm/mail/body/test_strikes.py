from __future__ import annotations

from pbm.mail.body.html_text import read_html
from tests.combinations import for_each


def unstruck(html: str) -> list[str]:
    return read_html(html, with_struck=False).lines


@for_each(
    "html",
    [
        "<p>a</p><p><s>b</s></p><p>c</p>",
        "<p>a</p><style>x, y .z{color:red;text-decoration:line-through}</style><p class=z>b</p>c",
        "<p>a</p><style>/*{*/ p.Z{text-decoration:line-through}</style><p class='y Z'>b</p>c",
        "<style>.z{text-decoration:none}</style>a<p class=strike>b</p>c",
        "a<div style='text-decoration:none;text-decoration-line:line-through'>b</div>c",
        "a<br><del style='text-decoration:none'>b</del><br>c",
    ],
)
def test_what_is_struck_out_is_left_out_on_demand(html: str) -> None:
    assert [line for line in unstruck(html) if line] == ["a", "c"]
    assert "b" in read_html(html).lines


@for_each(
    "html",
    [
        "<s style='text-decoration:underline'>b</s>",
        "<style>p.z{text-decoration:line-through}</style><b class=z>b</b>",
        "<style>z{text-decoration:line-through}</style><style/><b>b</b>",
        "<p title='<s>line-through</s>'>b</p>",
        "<s> </s>b",
    ],
)
def test_what_only_looks_struck_stays(html: str) -> None:
    page = read_html(html, with_struck=False)
    assert (page.lines, page.struck) == (["b"], False)


def test_struck_words_of_a_quote_are_not_the_writers() -> None:
    page = read_html("<blockquote><s>a</s> b</blockquote>", with_struck=False)
    assert (page.lines, page.struck) == (["> b"], False)
