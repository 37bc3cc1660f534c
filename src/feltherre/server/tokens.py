"""Links and invitations: long random texts, of which only hashes are kept. They are never logged."""

from __future__ import annotations

import hashlib
import hmac
import secrets

#: 24 bytes = 192 bits
TOKEN_BYTES = 24
#: no token is longer; anything longer is not even hashed
MOST_CHARACTERS = 64


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    return hashlib.sha256(b"feltherre token" + token.encode()).digest()


def same(a: bytes, b: bytes) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(a, b)
