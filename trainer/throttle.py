"""How often somebody may try: passwords, reset letters, wishes for recordings, codes of rooms, tables.

Kept in the database, without a cache.

A try is written down before it is judged; so many tries sent at once cannot all pass while none is counted yet.
The limit of one name from one address is low. The limits of a name from anywhere and of an address for any name
are high: they stop machines, and a stranger who guesses at Alice's password does not easily lock Alice out.
"""

import ipaddress
from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from trainer.models import Attempt, name_key

WINDOW = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `most` tries in WINDOW with the same `of`."""

    of: tuple[str, ...]
    most: int

    @property
    def key(self) -> str:
        """Keyed with the site's secret: a copy of the table names no person and no address."""
        return salted_hmac("trainer.throttle", "\0".join(self.of), algorithm="sha256").hexdigest()


def passwords(request: HttpRequest, username: str) -> tuple[Limit, ...]:
    """The limits of trying a password for a name."""
    name, address = name_key(username), _address(request)
    return (
        Limit(("password", name, address), 6),
        Limit(("password from", address), 60),
        Limit(("password for", name), 100),
    )


def letters(request: HttpRequest, email: str) -> tuple[Limit, ...]:
    """The limits of asking for a letter with a reset link."""
    return (
        Limit(("letter to", email.casefold()), 3),
        Limit(("letters from", _address(request)), 20),
    )


def wishes(request: HttpRequest) -> tuple[Limit, ...]:
    """The limits of asking for recordings: a wish keeps a machine busy for minutes, and guests cost nothing to make."""
    return (
        Limit(("recordings for", str(request.user.pk)), 12),
        Limit(("recordings from", _address(request)), 40),
    )


def uploads(request: HttpRequest) -> tuple[Limit, ...]:
    """The limits of handing in packs: one may fill 120 MB of a disk, and guests cost nothing to make."""
    return (
        Limit(("packs of", str(request.user.pk)), 12),
        Limit(("packs from", _address(request)), 24),
    )


def rooms(request: HttpRequest) -> tuple[Limit, ...]:
    """The limits of trying codes and keys of rooms; a whole class may sit behind one address."""
    return (Limit(("room from", _address(request)), 40),)


def tables(request: HttpRequest) -> tuple[Limit, ...]:
    """The limits of opening tables where people meet."""
    return (
        Limit(("tables of", str(request.user.pk)), 30),
        Limit(("tables from", _address(request)), 120),
    )


def may_try(limits: tuple[Limit, ...]) -> bool:
    """Count one try; False, and it is not counted, if it is one too many."""
    now = timezone.now()
    Attempt.objects.filter(tried_at__lt=now - WINDOW).delete()
    # Not in one transaction: PostgreSQL would hide the tries of requests that come at the same moment.
    tries = Attempt.objects.bulk_create(Attempt(key=limit.key, tried_at=now) for limit in limits)
    if all(Attempt.objects.filter(key=limit.key).count() <= limit.most for limit in limits):
        return True
    Attempt.objects.filter(pk__in=[each.pk for each in tries]).delete()
    return False


def take_back(limits: tuple[Limit, ...]) -> None:
    """After a right code: this one try does not count. Wrong ones still do: a room of one's own washes nothing away."""
    for limit in limits:
        Attempt.objects.filter(pk__in=Attempt.objects.filter(key=limit.key).order_by("-pk").values("pk")[:1]).delete()


def forget(limits: tuple[Limit, ...]) -> None:
    """After a right password: the tries of this name from this address are no longer held against it."""
    Attempt.objects.filter(key=limits[0].key).delete()


def _address(request: HttpRequest) -> str:
    """Where a request comes from; of an IPv6 address the first half, for the rest is chosen by the sender."""
    given = request.META.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return given
    return str(ipaddress.ip_network((address, 64), strict=False)) if address.version == 6 else str(address)
