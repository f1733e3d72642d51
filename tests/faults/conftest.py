from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults import figures
from tests.faults.ledger import Figures, Ledger
from tests.faults.load import Load

Record = Callable[[str, Load, Ledger], Figures]


@pytest.fixture
def record() -> Record:
    """Notes what a fault has cost, for the table."""
    return figures.record
