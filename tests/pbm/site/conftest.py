"""A town whose games are on pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pbm.site.published import Published
from tests.pbm.town import remembered_drafts


@pytest.fixture
def published(tmp_path: Path) -> Iterator[Published]:
    """A club with pages, alice and bob."""
    with remembered_drafts():
        made = Published(tmp_path)
        made.sign_up_both()
        yield made
        made.town.close()
