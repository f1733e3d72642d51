"""Links that programs write behind words."""

from __future__ import annotations

from pbm.base.links import without_links, without_program_links
from tests.combinations import for_each


@for_each(
    ("line", "left"),
    [
        ("16-35<tel:16-35>", "16-35"),
        ("16-35 <x-apple-data-detectors://0>", "16-35"),
        ("[16-35](tel:16-35)", "16-35"),
        ("16<tel:16>-35[sms:35]", "16-35"),
        ("bob<mailto:bob@example.org>, hello", "bob, hello"),
    ],
)
def test_links_of_programs_are_left_out(line: str, left: str) -> None:
    assert without_program_links(line) == without_links(line) == left


@for_each("line", ["<tel:16-35>", "16:35", "a < b: c", "note (PS: hello)", "f(x): y", "8:) <3"])
def test_other_lines_are_kept(line: str) -> None:
    assert without_links(line) == line


def test_links_to_pages_are_kept_in_messages() -> None:
    line = "this page<https://example.org/a>"
    assert (without_program_links(line), without_links(line)) == (line, "this page")
