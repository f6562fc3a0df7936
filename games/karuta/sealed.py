"""The sound of a reading at a table of people: under a name nobody can know beforehand, and where it is rated sealed.

The key of a seal is made of a secret of the site and told with `go`: until then the bytes say nothing to anybody.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from uuid import UUID

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.urls import reverse

from games.karuta import sounds
from games.models import KarutaMatch

NONCE, TAG = 12, 16  # bytes, before and behind what is sealed
SEALED = sounds.ENVELOPE + NONCE + TAG


def key(match: KarutaMatch, reading: int) -> bytes:
    """What opens the sound of a reading: AES-256."""
    words = f"karuta seal {match.key} {match.seed} {reading}"
    return hmac.new(settings.SECRET_KEY.encode(), words.encode(), sha256).digest()


def address(table: UUID, match: KarutaMatch, reading: int) -> str:
    """Where the seats of a table find it."""
    return reverse("table-sound", kwargs={"key": table, "name": sounds.name(match, reading)})


def seal(match: KarutaMatch, reading: int, contents: bytes) -> bytes:
    """A sound in its envelope, sealed (AES-GCM): the nonce, what is sealed, its tag. Every time other bytes."""
    nonce = secrets.token_bytes(NONCE)
    whole = contents + bytes(-len(contents) % sounds.ENVELOPE)  # no noise: sealed, nothing tells where it ends
    return nonce + AESGCM(key(match, reading)).encrypt(nonce, whole, None)
