"""Who may recite for a club, and the voices they give it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from clubs.models.club import Club, Player
from trainer.models import VoicePack


class Reciter(models.Model):
    """An appointment to recite (読手). `until` ends it: an organiser has, or the class no longer allows it."""

    class Licence(models.TextChoices):
        """The association's licences; their letters are those of reciters, not of players."""

        NONE = "", _("None")
        SENNIN = "sennin", _("Full reciter (専任読手)")
        A = "a", _("Reciter of grade A (A級公認読手)")
        B = "b", _("Reciter of grade B (B級公認読手)")

    club = models.ForeignKey(Club, models.CASCADE, related_name="reciters")
    player = models.ForeignKey(Player, models.CASCADE, related_name="recites")
    licence = models.CharField(max_length=6, choices=Licence, blank=True, default=Licence.NONE)
    since = models.DateField()
    until = models.DateField(null=True)
    ended_because = models.CharField(max_length=200, blank=True)
    appointed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ["since"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "player"], condition=Q(until__isnull=True), name="one_appointment_per_reciter"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player} since {self.since}"


class ClubVoice(models.Model):
    """A voice pack that an appointed reciter has given to the club: its members may hear it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="voices")
    pack = models.ForeignKey(VoicePack, models.CASCADE, related_name="clubs")
    reciter = models.ForeignKey(Reciter, models.CASCADE, related_name="voices")
    published_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "pack"], name="one_voice_per_club_and_pack")]

    def __str__(self) -> str:
        return str(self.pack)
