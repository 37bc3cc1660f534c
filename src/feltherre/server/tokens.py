"""Links and invitations: long random texts, of which only hashes are kept. They are never logged."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets

#: 24 bytes = 192 bits
TOKEN_BYTES = 24
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")

#: what a token is good for
LINK, INVITATION = "link", "invitation"


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def is_token(text: str) -> bool:
    """Whether it has the shape of one; anything else is not even hashed."""
    return _TOKEN.fullmatch(text) is not None


def token_hash(token: str) -> bytes:
    return hashlib.sha256(b"feltherre token" + token.encode()).digest()


def watching_token(token: str) -> str:
    """The token with which the holder of a link lets others look on: always the same, and nothing leads back."""
    digest = hashlib.sha256(b"feltherre watching" + token.encode()).digest()
    return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def same(a: bytes, b: bytes) -> bool:
    """Compare in constant time."""
    return hmac.compare_digest(a, b)
