"""Lines of moves as players type them."""

from __future__ import annotations

from pbm.core.move_text import split_move_text
from tests.combinations import for_each


@for_each(
    ("line", "expected"),
    [
        ("13-14-24#7", ("13-14-24", 7)),
        ("13 to 24", ("13-24", None)),
        ("13 nach 24!", ("13-24", None)),
        ("A2 to A3", ("A2-A3", None)),
        ("13 a 14 a 24", ("13-14-24", None)),
        ("13 to win", ("13 to win", None)),
        ("13–24#7。", ("13-24", 7)),
        ("「13~24」", ("13-24", None)),
        ("13?24😊", ("13-24", None)),
        ("👍 13-24+", ("13-24", None)),
        ("b3·c4", ("b3-c4", None)),
        ("51·N!", ("51-N", None)),
        ("34–44–43； 43–53–N", ("34-44-43; 43-53-N", None)),
        ("13&ndash;24", ("13-24", None)),
        ("13â€“24", ("13-24", None)),
    ],
)
def test_the_moves_of_a_line_and_the_ply_that_it_names(
    line: str, expected: tuple[str, int | None]
) -> None:
    assert split_move_text(line) == expected


@for_each(
    "line",
    ["13←24", "13€24", "13%24", "13°24", "13-24?", "13-24-", "13-24=", "- 13-24", "| 13-24"],
)
def test_signs_that_mean_something_are_kept(line: str) -> None:
    assert split_move_text(line) == (line, None)
