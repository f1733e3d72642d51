"""Encryption of letters that nobody has acted on: they may hold passwords and reply addresses.

The log of a replicated database holds letters too, and its archive may be kept for years. After a
letter was acted on, its redacted bytes are stored in clear.
"""

from __future__ import annotations

import hmac
import os

_NONCE_BYTES = 12


class LetterCipher:
    """AES-GCM with a key derived from the server's. Without a key nothing is encrypted.

    encrypts: whether the engine encrypts. Every engine decrypts, because letters are copied.
    """

    def __init__(self, *, encrypts: bool) -> None:
        self._encrypts = encrypts
        self._key: bytes | None = None

    def use(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"letters", "sha256")

    def encrypted(self, raw: bytes) -> tuple[bytes, bool]:
        """The bytes to be stored, and whether they are encrypted."""
        if self._key is None or not self._encrypts:
            return raw, False
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        nonce = os.urandom(_NONCE_BYTES)
        return nonce + AESGCM(self._key).encrypt(nonce, raw, None), True

    def decrypted(self, stored: bytes) -> bytes:
        """The bytes of an encrypted letter, unless they were erased or no key is known.

        :raises ValueError: if the bytes were encrypted with another key, or have changed
        """
        if self._key is None or not stored:
            return stored
        # An installation for a single machine does not need the library.
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        nonce, rest = stored[:_NONCE_BYTES], stored[_NONCE_BYTES:]
        try:
            return AESGCM(self._key).decrypt(nonce, rest, None)
        except InvalidTag as error:
            raise ValueError("it was encrypted with another key") from error
