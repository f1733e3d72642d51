from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pbm.plugins.made import Plugin, installed


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[Plugin]:
    with installed(tmp_path / "site") as made:
        yield made
