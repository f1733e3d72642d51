"""Access tokens (OAuth 2.0) in place of passwords.

They are given for an operator's consent, which is kept where the password would be, and comes by
the device flow (RFC 8628): from any machine with a browser.
"""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pbm.base.durable import private_file
from pbm.base.errors import UsageError
from pbm.base.values import replace

_SECONDS, _SLOWER = 30.0, 5.0
_MOST = 65536


@dataclass(frozen=True)
class Consent:
    """An operator's consent, as it stands in the file of the password.

    url: where access tokens are. client: the number under which the provider knows this pbm.
    refresh: what an access token is given for.
    """

    url: str
    client: str
    refresh: str


@dataclass(frozen=True)
class Device:
    """What the operator is told, and what the provider is asked with. Times are in seconds."""

    told: str
    code: str
    every: float
    lasts: float


def begun(url: str, client: str, scope: str) -> Device:
    """:raises UsageError: if the provider refuses. :raises OSError: if it does not answer"""
    said = _asked(url, {"client_id": client, "scope": scope})
    try:
        told = f"open {said['verification_uri']} and type {said['user_code']}"
        every, lasts = float(said.get("interval", 5)), float(said["expires_in"])
        return Device(told, str(said["device_code"]), every, lasts)
    except KeyError:
        raise UsageError(f"the provider refuses: {_why(said)}") from None


def consented(
    url: str, client: str, device: Device, sleep: Callable[[float], None] = time.sleep
) -> Consent:
    """Wait until the operator has consented.

    :raises UsageError: if they do not. :raises OSError: if the provider does not answer
    """
    asked = {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "client_id": client,
        "device_code": device.code,
    }
    every, left, said = device.every, device.lasts, dict[str, Any](error="expired_token")
    while left > 0:
        sleep(every)
        left -= every
        said = _asked(url, asked)
        if "refresh_token" in said:
            return Consent(url, client, str(said["refresh_token"]))
        if said.get("error") not in ("authorization_pending", "slow_down"):
            break
        every += _SLOWER if said["error"] == "slow_down" else 0
    raise UsageError(f"nobody has consented: {_why(said)}")


def written(consent: Consent) -> str:
    """The line for the file of the password."""
    return json.dumps(asdict(consent))


def consent_in(password: str) -> Consent | None:
    """The consent that stands in place of a password; None if it is a password."""
    with suppress(ValueError, TypeError):
        return Consent(**json.loads(password))
    return None


def access_token(consent: Consent, file: Path) -> str:
    """A token for one login. If the provider changes the consent, the file is written again.

    :raises UsageError: if the consent is over. :raises OSError: if the provider does not answer
    """
    form = {"grant_type": "refresh_token", "refresh_token": consent.refresh}
    said = _asked(consent.url, {**form, "client_id": consent.client})
    if "access_token" not in said:
        raise UsageError(f"{_why(said)}; consent again with: pbm mailbox login")
    if said.get("refresh_token", consent.refresh) != consent.refresh:
        # Where the file cannot be written, as one that systemd has loaded, the old one holds on.
        with suppress(OSError):
            keep(replace(consent, refresh=str(said["refresh_token"])), file)
    return str(said["access_token"])


def keep(consent: Consent, file: Path) -> None:
    new = file.with_name(f"{file.name}.new")
    with private_file(new) as opened:
        opened.write(f"{written(consent)}\n".encode())
    new.replace(file)


def _asked(url: str, form: Mapping[str, str]) -> dict[str, Any]:
    """What the provider says, errors in words of RFC 6749 5.2 included.

    :raises OSError: if it says nothing that can be read
    """
    data = urllib.parse.urlencode(form).encode()
    try:
        with urllib.request.urlopen(url, data, _SECONDS) as answer:  # noqa: S310 (from our table)
            text = answer.read(_MOST)
    except urllib.error.HTTPError as error:
        text = error.read(_MOST)
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError) as error:
        raise OSError(f"{url} says nothing that can be read") from error


def _why(said: Mapping[str, Any]) -> str:
    return " ".join(str(said.get("error_description") or said.get("error") or "no reason").split())
