"""How fast letters come from a real Dovecot: ``python -m tests.pbm.mailbox.rates [LETTERS]``."""

from __future__ import annotations

import os
import shutil
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread

from pbm.app.application import App
from tests.pbm.mailbox.dovecot import CLUB, Dovecot
from tests.pbm.mailbox.test_fetcher import app_at, fetcher_of, raw

LETTERS, SINGLE_ONES = 5000, 20
TEXT = "x" * 1500


def main(letters: int) -> None:
    with TemporaryDirectory(prefix="pbm-rates-") as folder:
        root = Path(folder)
        root.chmod(0o755)
        (root / "club").mkdir(mode=0o700)
        server = Dovecot(root / "dovecot")
        os.environ["SSL_CERT_FILE"] = str(server.certificate)
        server.start()
        try:
            lay(server, letters)
            with closing(app_at(root / "club", server)) as app:
                measure(server, app, letters)
        finally:
            server.stop()


def lay(server: Dovecot, letters: int) -> None:
    """Fill the inbox, as quickly as files can be written."""
    server.deliver("alice@example.net", CLUB, raw(0, TEXT))
    for number in range(1, letters):
        file = server.maildir / "new" / f"{1_700_000_000 + number}.M{number}P1.host"
        file.write_bytes(raw(number, TEXT))
        shutil.chown(file, "mail")


def measure(server: Dovecot, app: App, letters: int) -> None:
    fetcher = fetcher_of(app)
    thread = Thread(target=fetcher.run)
    begun, used = time.monotonic(), time.process_time()
    thread.start()
    wait_for(app, letters)
    rate = letters / (time.monotonic() - begun)
    cpu = 1000 * (time.process_time() - used) / letters
    print(f"backlog: {rate:.0f} letters/s, {cpu:.2f} ms of CPU each")
    while server.count():
        time.sleep(0.1)
    waits = []
    for number in range(SINGLE_ONES):
        begun = time.monotonic()
        server.deliver("alice@example.net", CLUB, raw(letters + number))
        wait_for(app, letters + number + 1)
        waits.append(time.monotonic() - begun)
        time.sleep(0.3)
    print(f"delivery to store: {median(waits):.2f} s at the median, {max(waits):.2f} s at most")
    fetcher.finish()
    thread.join()


def wait_for(app: App, letters: int) -> None:
    while True:
        with app.store.reading() as tx:
            if sum(tx.letters.counts().values()) >= letters:
                return
        time.sleep(0.02)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else LETTERS)
