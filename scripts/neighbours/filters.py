"""OpenDKIM, which signs outgoing and checks incoming mail, and OpenDMARC, which runs after it."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import dkim

from scripts.neighbours.guide import file_in_guide
from scripts.neighbours.place import DOMAIN, HERE, Place
from scripts.neighbours.program import SilentProgram

SELECTOR = "pbm"
PLAYERS_DOMAIN = "example.org"
_GENKEY = "/usr/sbin/opendkim-genkey"
_FILES = HERE / "filters"
_SIGNED = ("from", "to", "subject", "date", "message-id", "mime-version", "content-type")


class Filters:
    """The two milters that Postfix uses, configured as in the guide."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._folder = place.folder / "filters"
        self.records: dict[str, str] = {}
        """Public keys as DNS records, by name."""
        self._programs = {
            name: SilentProgram(
                name,
                [f"/usr/sbin/{name}", "-f", option, str(self._folder / f"{name}.conf")],
                self._folder / "log",
                place.port[port],
            )
            for name, option, port in (("opendkim", "-x", "DKIM"), ("opendmarc", "-c", "DMARC"))
        }

    def start(self) -> None:
        for name in self._programs:
            own = (_FILES / f"{name}.conf").read_text(encoding="utf-8")
            guide = file_in_guide(f"{name}.conf").replace("/etc/dkimkeys", str(self._folder))
            for theirs, port in (("8891", "DKIM"), ("8893", "DMARC")):
                guide = guide.replace(f"inet:{theirs}@", f"inet:{self._place.port[port]}@")
            self._place.lay(f"filters/{name}.conf", own + guide)
        for domain in (DOMAIN, PLAYERS_DOMAIN):
            self._make_key(domain)
        lines = [f"{name} {record}\n" for name, record in self.records.items()]
        self._place.lay("filters/keys", "".join(lines))
        for program in self._programs.values():
            program.start()

    def stop(self) -> None:
        for program in self._programs.values():
            program.stop()

    def stop_signer(self) -> None:
        self._programs["opendkim"].stop()

    def start_signer(self) -> None:
        self._programs["opendkim"].start()

    def is_signed_by_us(self, raw: bytes) -> bool:
        """Whether there is a valid signature of our domain."""
        ours = b"d=%s;" % DOMAIN.encode()
        return ours in raw and bool(dkim.verify(raw, dnsfunc=self._look_up))

    def signed_by_player(self, raw: bytes) -> bytes:
        """The letter with a signature of the players' domain added on top."""
        key = self._key_file(PLAYERS_DOMAIN).read_bytes()
        headers = [name.encode() for name in _SIGNED]
        domain = PLAYERS_DOMAIN.encode()
        signature = dkim.sign(raw, SELECTOR.encode(), domain, key, include_headers=headers)
        return bytes(signature) + raw

    def _look_up(self, name: bytes, timeout: int = 5) -> bytes:  # noqa: ARG002 (the signature that dkimpy requires)
        return self.records.get(name.decode().rstrip("."), "").encode()

    def _key_file(self, domain: str) -> Path:
        ours = self._folder if domain == DOMAIN else self._folder / domain
        return ours / f"{SELECTOR}.private"

    def _make_key(self, domain: str) -> None:
        """Make a key as in the guide."""
        file = self._key_file(domain)
        file.parent.mkdir(exist_ok=True)
        options = ["-D", str(file.parent), "-d", domain, "-s", SELECTOR]
        subprocess.run([_GENKEY, *options], check=True, capture_output=True)
        shutil.chown(file, "opendkim")
        text = file.with_suffix(".txt").read_text(encoding="utf-8")
        record = "".join(re.findall(r'"([^"]*)"', text))
        self.records[f"{SELECTOR}._domainkey.{domain}"] = record
