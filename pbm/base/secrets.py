"""Secrets: the server's key, reply tokens made from it, and passwords.

A token is 128 bits derived from the key and a random nonce. The store keeps the nonce beside
the mail that is still to be sent and the token's SHA-256, never the token: whoever reads the
database without the key can move for nobody. Passwords are people's own words, so they get a
slow hash; tokens are random, so SHA-256 is right for them.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
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
"""What to do about a key that is gone or damaged."""

# 19 MiB and two passes: what OWASP advises as the least, 30 ms on a small machine.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def load_key(path: Path) -> bytes:
    """The server's key.

    :raises FileNotFoundError: if there is none
    :raises PermanentFailure: if it is damaged
    """
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise PermanentFailure(f"{path} is damaged: {PUT_BACK}")
    return key


def make_key(path: Path) -> None:
    """Make a key where there is none; only its owner may read the file."""
    private_folder(path.parent)
    made = path.with_name(f".{path.name}.{os.getpid()}")
    with private_file(made) as file:
        file.write(secrets.token_bytes(KEY_BYTES))
    try:
        # A link, not a rename: of two servers that start at once, the first one's key stays.
        os.link(made, path)
    except FileExistsError:
        pass
    finally:
        made.unlink()
    # Mails leave at once with tokens made from it: it must not be gone after a power cut.
    sync_folder(path.parent)


def new_nonce() -> str:
    return secrets.token_hex(16)


def make_token(key: bytes, nonce: str) -> str:
    """The token of a nonce: 26 letters and digits that survive any mail system."""
    digest = hmac.digest(key, b"token " + nonce.encode(), "sha256")
    return base64.b32encode(digest[:16]).decode().rstrip("=").lower()


def token_hash(token: str) -> str:
    return hashlib.sha256(token.casefold().encode()).hexdigest()


def hash_password(password: str) -> str:
    return _HASHER.hash(password)


def password_fits(password: str, hashed: str | None) -> bool:
    """Whether the password is the one; never true where none is set."""
    if hashed is None:
        return False
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
