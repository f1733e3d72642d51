"""A real Dovecot: IMAP with TLS, LMTP, sub-addresses, and logins for a Postfix."""

from __future__ import annotations

import shutil
import smtplib
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
from imapclient import IMAPClient

from tests.patience import PATIENCE
from tests.pbm.smtp.certificates import certify

PROGRAM = shutil.which("dovecot", path="/usr/sbin:/usr/bin")
CLUB, PASSWORD = "club@example.org", "s3cret wörd"

FULL = "IMAP4rev1 LITERAL+ SASL-IR IDLE MOVE UIDPLUS NAMESPACE ID ENABLE SPECIAL-USE"
PLAIN = "IMAP4rev1 LITERAL+ NAMESPACE"
"""What the server says that it can do."""

_CONF = r"""
base_dir = {root}/run
state_dir = {root}/run
log_path = {root}/log
instance_name = pbm-tests
protocols = imap lmtp
listen = 127.0.0.1
ssl = required
ssl_cert = <{root}/certificate.pem
ssl_key = <{root}/key.pem
first_valid_uid = 1
mail_location = maildir:{root}/mail/%n
mail_fsync = never
recipient_delimiter = {delimiter}
namespace inbox {{
  inbox = yes
  mailbox Junk {{
    special_use = \Junk
    auto = create
  }}
}}
imap_capability = {can}
maildir_very_dirty_syncs = yes
mail_max_userip_connections = 50
lda_original_recipient_header = X-Original-To
passdb {{
  driver = passwd-file
  args = username_format=%n {root}/users
}}
userdb {{
  driver = static
  args = uid=mail gid=mail home={root}/home
}}
service imap-login {{
  inet_listener imap {{
    port = 0
  }}
  inet_listener imaps {{
    port = {imap}
    ssl = yes
  }}
}}
service auth {{
  inet_listener {{
    address = 127.0.0.1
    port = {sasl}
  }}
}}
service lmtp {{
  inet_listener lmtp {{
    address = 127.0.0.1
    port = {lmtp}
  }}
}}
protocol lmtp {{
  postmaster_address = postmaster@example.org
}}
"""


class Dovecot:
    """A running server. log: where it says why it failed.

    people: further accounts, with the same password. has_tags: whether it keeps sub-addresses.
    """

    def __init__(
        self, root: Path, can: str = FULL, people: Sequence[str] = (), *, has_tags: bool = True
    ) -> None:
        self.root, self.log = root, root / "log"
        self.imap, self.lmtp, self.sasl = free_port(), free_port(), free_port()
        self._people = people
        self._process: subprocess.Popen[bytes] | None = None
        root.mkdir(exist_ok=True)
        self.certificate, _ = certify(root)
        for folder in ("mail", "home"):
            (root / folder).mkdir()
            shutil.chown(root / folder, "mail", "mail")
        self.set_password(PASSWORD)
        ports = {"imap": self.imap, "lmtp": self.lmtp, "sasl": self.sasl}
        conf = _CONF.format(root=root, can=can, delimiter="+" if has_tags else "", **ports)
        (root / "dovecot.conf").write_text(conf)

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def set_password(self, password: str) -> None:
        words = {"club": password, **dict.fromkeys(self._people, PASSWORD)}
        lines = [f"{name}:{{PLAIN}}{word}\n" for name, word in words.items()]
        (self.root / "users").write_text("".join(lines), encoding="utf-8")

    @property
    def maildir(self) -> Path:
        """The club's mailbox."""
        return self.root / "mail" / "club"

    def start(self) -> None:
        assert PROGRAM is not None
        self._process = subprocess.Popen([PROGRAM, "-F", "-c", str(self.root / "dovecot.conf")])
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.imap), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None

    def kill(self) -> None:
        """Kill every process of the server at once."""
        assert self._process is not None
        killed = [*psutil.Process(self.pid).children(recursive=True), psutil.Process(self.pid)]
        for each in killed:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        self._process.wait(PATIENCE)
        psutil.wait_procs(killed[:-1], PATIENCE)
        (self.root / "run" / "master.pid").unlink(missing_ok=True)

    def deliver(self, sender: str, recipient: str, raw: bytes) -> None:
        """Deliver a message as a mail server does."""
        with smtplib.LMTP("127.0.0.1", self.lmtp) as lmtp:
            lmtp.sendmail(sender, [recipient], raw)

    @contextmanager
    def person(self, name: str = "club") -> Iterator[IMAPClient]:
        """A person who looks at a mailbox with another program."""
        import ssl  # noqa: PLC0415

        context = ssl.create_default_context(cafile=str(self.certificate))
        with IMAPClient("127.0.0.1", self.imap, ssl_context=context, timeout=PATIENCE) as client:
            client.plain_login(name, PASSWORD)
            client.select_folder("INBOX")
            yield client

    def append(self, *raws: bytes, folder: str = "INBOX") -> None:
        with self.person() as client:
            for raw in raws:
                client.append(folder, raw)

    def count(self, folder: str = "INBOX") -> int:
        """The messages in a folder that are not marked as deleted."""
        with self.person() as client:
            if not client.folder_exists(folder):
                return 0
            client.select_folder(folder)
            return len(client.search("UNDELETED"))

    def renumber(self) -> None:
        """Let the provider number all messages anew: another UIDVALIDITY."""
        for each in self.maildir.glob("dovecot*"):
            each.unlink()
        (self.maildir / "dovecot-uidlist").unlink(missing_ok=True)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port
