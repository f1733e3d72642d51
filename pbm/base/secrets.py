"""Secrets: the server's key, reply tokens derived from it, and passwords.

A token is 128 bits derived from the key and a random nonce. The store keeps the token's SHA-256
and, until the mail is sent, the nonce, but never the token: somebody who reads the database
without the key cannot move for anyone. Passwords are chosen by people, so they get a slow hash;
tokens are random, so SHA-256 is enough for them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from functools import lru_cache
from pathlib import Path

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pbm.base.durable import private_file, private_folder, sync_folder
from pbm.base.errors import PermanentFailure

TOKEN_LENGTH = 26
KEY_BYTES = 32
PUT_BACK = (
    'restore it from a backup with "pbm restore --key-only FILE"; where no backup has it,'
    ' "pbm key new" makes another and tells what is lost'
)
"""Advice for an operator whose key is missing or damaged."""

# 19 MiB and two passes are the minimum that OWASP recommends; 30 ms on a small machine.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def load_key(path: Path) -> bytes:
    """Read the server's key.

    :raises FileNotFoundError: if there is no key
    :raises PermanentFailure: if the key is damaged
    """
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise PermanentFailure(f"{path} is damaged: {PUT_BACK}")
    return key


def make_key(path: Path) -> None:
    """Create a key unless there is one; only the owner of the file may read it."""
    private_folder(path.parent)
    made = path.with_name(f".{path.name}.{os.getpid()}")
    with private_file(made) as file:
        file.write(secrets.token_bytes(KEY_BYTES))
    try:
        # A rename would replace a key that another server has created in the meantime.
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
    # Mails with tokens of this key leave at once, so the key must survive a power cut.
    sync_folder(path.parent)


def new_nonce() -> str:
    return secrets.token_hex(16)


def make_token(key: bytes, nonce: str) -> str:
    """Return the token of a nonce: 26 lower-case letters and digits, safe in any mail address."""
    keyed = _keyed(key).copy()
    keyed.update(nonce.encode())
    digest = keyed.digest()
    return base64.b32encode(digest[:16]).decode().rstrip("=").lower()


# Copying takes two thirds of the time of setting up OpenSSL's HMAC with the key for each token.
@lru_cache(maxsize=4)
def _keyed(key: bytes) -> hmac.HMAC:
    return hmac.new(key, b"token ", "sha256")


def token_hash(token: str) -> str:
    return hashlib.sha256(token.casefold().encode()).hexdigest()


def hash_password(password: str) -> str:
    return _HASHER.hash(password)


def password_fits(password: str, hashed: str | None) -> bool:
    """Return whether the password matches the hash; never if ``hashed`` is None."""
    if hashed is None:
        return False
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
