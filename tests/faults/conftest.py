from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults import figures
from tests.faults.ledger import Figures, Ledger
from tests.faults.load import Load

FAST = ("test_next_hop.py",)

Record = Callable[[str, Load, Ledger], Figures]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark all tests as slow, except those in ``FAST``: they start servers, and many kill them."""
    if item.path.name not in FAST:
        item.add_marker(pytest.mark.slow)


@pytest.fixture
def record() -> Record:
    """Records the cost of a fault, for the table."""
    return figures.record
