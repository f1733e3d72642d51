"""What processes of a server load: each takes memory of its own for it."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("loaded", "needless"),
    [
        (
            "pbm.cli.serve, pbm.app.server",
            "pbm.inbox pbm.mail.read pbm.notices.rendering jinja2 lxml PIL",
        ),
        (
            "pbm.app.painter_process, pbm.notices.painting",
            "pbm.app.config pbm.inbox pbm.smtp aiosmtpd asyncio lxml",
        ),
    ],
    ids=["server", "painter"],
)
def test_a_process_loads_nothing_that_only_others_need(loaded: str, needless: str) -> None:
    what = f"import sys, {loaded}; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", what], capture_output=True, text=True, check=True)
    assert set[str]() == {*needless.split()} & {*ran.stdout.split()}
