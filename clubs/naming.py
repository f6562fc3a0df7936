"""What a player is called, and to whom: their club reads the name, strangers what the player has chosen."""

from django.utils.translation import gettext as _

from clubs.models import Entry, Player


def shown(player: Player | None, *, to_member: bool) -> str:
    """The name of a player for somebody of the same club (`to_member`) or for anybody else.

    Who has deleted their account is a former member to all. A minor's name never leaves the club, whatever was
    chosen; an adult's does by choice alone. Without a pseudonym the last letters of the key tell one from another.
    """
    if player is None or not player.name:
        return _("Former member")
    if to_member:
        return player.name
    if player.shows_name and not player.is_minor:
        return player.name
    return player.pseudonym or _("Player %(letters)s") % {"letters": str(player.key)[-4:].upper()}


def of_entry(entry: Entry | None) -> str:
    """What an entry is called within the club: the team, or the player; "" for none."""
    return "" if entry is None else entry.team or shown(entry.player, to_member=True)
