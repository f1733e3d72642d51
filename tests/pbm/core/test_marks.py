"""Marks: each kind has a word of its own, with which a mark is printed."""

from __future__ import annotations

from pbm.core.marks import Mark, MarkKind, kind_named
from tests.combinations import for_each
from tests.pbm.town import ALICE


def test_each_kind_has_a_word_of_its_own() -> None:
    assert [kind_named(kind.word) for kind in MarkKind] == [*MarkKind]


@for_each(
    ("mark", "written"),
    [
        (MarkKind.STRANGERS.of(), "strangers"),
        (MarkKind.REPLY.of(ALICE), f"reply:{ALICE}"),
        (MarkKind.REPLY.of(ALICE, board=17), f"reply on 17:{ALICE}"),
        (MarkKind.HEARD.of(3), "heard:3"),
    ],
)
def test_a_mark_is_printed_with_its_kind_its_board_and_its_subject(
    mark: Mark, written: str
) -> None:
    assert str(mark) == written
