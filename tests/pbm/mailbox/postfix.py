"""A real Postfix beside a Dovecot: a provider with submission over TLS, and a way in from outside.

``python -m tests.pbm.mailbox.postfix`` runs both until it is interrupted, for a person to try.
"""

from __future__ import annotations

import shutil
import smtplib
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from tests.patience import PATIENCE
from tests.pbm.mailbox.dovecot import CLUB, PASSWORD, Dovecot, free_port

PROGRAM = shutil.which("postfix", path="/usr/sbin:/usr/bin")
_MASTER = "/usr/lib/postfix/sbin/master"

_MAIN = """\
compatibility_level = 3.6
queue_directory = {root}/queue
data_directory = {root}/data
maillog_file = {root}/log
maillog_file_prefixes = /var, {root}
meta_directory = /etc/postfix
daemon_directory = /usr/lib/postfix/sbin
shlib_directory = /usr/lib/postfix
myhostname = mx.example.org
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mydestination =
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
local_transport = error:nobody lives here
default_transport = error:there is no way out
smtp_dns_support_level = disabled
smtp_host_lookup = native
virtual_mailbox_domains = example.org, example.net
virtual_mailbox_maps = static:anybody
virtual_transport = lmtp:inet:127.0.0.1:{lmtp}
smtpd_tls_cert_file = {certificate}
smtpd_tls_key_file = {key}
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:{sasl}
in_flow_delay = 0
biff = no
"""
_SERVICES = """\
127.0.0.1:{smtp} inet n - n - - smtpd
127.0.0.1:{smtps} inet n - n - - smtpd
  -o smtpd_tls_wrappermode=yes
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_relay_restrictions=permit_sasl_authenticated,reject
  -o smtpd_recipient_restrictions=permit_sasl_authenticated,reject
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A running server. smtp: the port for the world; smtps: that for those who log in."""

    def __init__(self, root: Path, dovecot: Dovecot) -> None:
        self.root, self.smtp, self.smtps = root, free_port(), free_port()
        self._process: subprocess.Popen[bytes] | None = None
        for folder in (root, root / "etc", root / "queue", root / "data"):
            folder.mkdir(exist_ok=True)
        shutil.chown(root / "data", "postfix")
        values = {
            "root": root,
            "lmtp": dovecot.lmtp,
            "sasl": dovecot.sasl,
            "certificate": dovecot.certificate,
            "key": dovecot.certificate.with_name("key.pem"),
            "smtp": self.smtp,
            "smtps": self.smtps,
        }
        (root / "etc" / "main.cf").write_text(_MAIN.format(**values))
        (root / "etc" / "master.cf").write_text(_SERVICES.format(**values))

    def start(self) -> None:
        assert PROGRAM is not None
        etc = str(self.root / "etc")
        subprocess.run([PROGRAM, "-c", etc, "check"], check=True)
        self._process = subprocess.Popen([_MASTER, "-s", "-c", etc])
        end = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < end, (self.root / "log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            smtplib.SMTP("127.0.0.1", self.smtp, timeout=PATIENCE).quit()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def send(self, sender: str, recipient: str, raw: bytes) -> None:
        """Send a letter from outside."""
        with smtplib.SMTP("127.0.0.1", self.smtp, timeout=PATIENCE) as client:
            client.sendmail(sender, [recipient], raw)


@contextmanager
def provider_in(
    root: Path, people: list[str], *, has_tags: bool = True
) -> Iterator[tuple[Dovecot, Postfix]]:
    """A provider with the club and these people, in a folder that other users may enter."""
    root.chmod(0o755)
    dovecot = Dovecot(root / "dovecot", people=people, has_tags=has_tags)
    postfix = Postfix(root / "postfix", dovecot)
    try:
        dovecot.start()
        postfix.start()
        yield dovecot, postfix
    finally:
        postfix.stop()
        dovecot.stop()


def main() -> None:
    people = ["alice", "bob"]
    with (
        TemporaryDirectory(prefix="pbm-provider-") as folder,
        provider_in(Path(folder), people) as (dovecot, postfix),
    ):
        print(f"the club {CLUB} is the account club, with the password: {PASSWORD}")
        print(f"imaps://127.0.0.1:{dovecot.imap} smtps://127.0.0.1:{postfix.smtps}")
        print(f"export SSL_CERT_FILE={dovecot.certificate}")
        print("alice@example.net and bob@example.net: the accounts alice and bob, same password")
        print(f"letters of theirs: SMTP 127.0.0.1:{postfix.smtp}, without TLS", flush=True)
        with suppress(KeyboardInterrupt):
            Event().wait()


if __name__ == "__main__":
    main()
