from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.pbm.mailbox import dovecot
from tests.pbm.mailbox.dovecot import Dovecot


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Dovecot]]:
    """Starts a real Dovecot: ``provider()``, or ``provider(PLAIN)``."""
    if dovecot.PROGRAM is None or os.geteuid() != 0:
        pytest.skip("Dovecot is not installed, or this is not root")
    with ExitStack() as running:
        # Other users, as which Dovecot runs, must be able to enter the folder.
        root = Path(running.enter_context(TemporaryDirectory(prefix="pbm-dovecot-")))
        root.chmod(0o755)

        def start(can: str = dovecot.FULL) -> Dovecot:
            server = Dovecot(root, can)
            monkeypatch.setenv("SSL_CERT_FILE", str(server.certificate))
            server.start()
            running.callback(server.stop)
            return server

        yield start
