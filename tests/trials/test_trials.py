"""Each series runs, and the README has its findings; the long ones are run by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.trials.__main__ import HEAD, row, run
from tests.trials.series import SERIES

README = Path(__file__).with_name("README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["mails", "gyges", "dvonn", "contract"])
def test_a_short_series_says_what_it_found(name: str) -> None:
    """All other series are tested in tests/faults and tests/rules."""
    assert len(run(name, 2)) == len(HEAD)


def test_the_table_has_a_row_for_each_series() -> None:
    assert row(HEAD) in README
    assert re.findall(r"^\| (\w+) \| [\d,]+ ", README, re.MULTILINE) == list(SERIES)
    assert set(re.findall(r"`(\w+)`[,)]", README)) == set(SERIES)
