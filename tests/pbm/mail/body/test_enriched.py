from __future__ import annotations

from pbm.mail.body.enriched import enriched_lines
from tests.combinations import for_each


@for_each(
    ("text", "lines"),
    [
        ("one\ntwo", ["one two"]),
        ("one\n\ntwo\n\n\nthree", ["one", "two", "", "three"]),
        ("<nofill>one\ntwo</nofill>", ["one", "two"]),
        ("<bold>o</bold>ne<param>two</param>", ["one"]),
        ("1 << 2 < 3", ["1 < 2 < 3"]),
        ("one<nl>two<lt>", ["one", "two<"]),
        ("one<excerpt>two\n\n</excerpt>three", ["one", "> two", "three"]),
        ("</bold></param>one", ["one"]),
    ],
)
def test_enriched_text_is_shown_as_lines(text: str, lines: list[str]) -> None:
    assert enriched_lines(text) == lines
