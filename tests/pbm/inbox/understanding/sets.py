"""The sets of rows, and what each is for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache

from tests.pbm.inbox.understanding.rows import HERE, Row, rows

FIGURES = HERE / "figures.tsv"
"""What became of the rows of each set when that was recorded last."""


class Use(Enum):
    """TRAIN: its sentences are examples, too. CALIBRATE: thresholds are chosen with it. JUDGE: it
    tells how well letters are understood that nobody has seen.

    No row of the last two is an example.
    """

    TRAIN = "train"
    CALIBRATE = "calibrate"
    JUDGE = "judge"


_NAMES: Mapping[Use, Sequence[str]] = {
    Use.TRAIN: (
        *("phrases", "more", "unseen", "second", "third", "fourth", "fifth", "sixth", "seventh"),
        *("ninth", "talk", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth"),
        *("sixteenth", "seventeenth", "club_words", "testers", "letters", "letters2"),
    ),
    Use.CALIBRATE: (
        *("eighth", "eighteenth", "nineteenth", "twentieth"),
        *("letters3", "letters4", "letters5", "letters6"),
    ),
    Use.JUDGE: ("twentyfirst", "twentysecond", "twentythird", "letters7", "letters8"),
}
SETS: Mapping[str, Use] = {name: use for use, names in _NAMES.items() for name in names}


@cache
def rows_of(name: str) -> Sequence[Row]:
    return list(rows(HERE / f"{name}.tsv"))
