"""What comes from the page where a result is recorded or corrected: from a form, or from a phone's waiting line."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from uuid import UUID

from django import forms
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club, Player, Result
from clubs.results import MOST_CARDS, Said, today

SCORE = re.compile(r"(won|lost)-(\d{0,2})")
EARLY = timedelta(minutes=10)  # so far a phone's clock may go wrong


def _number(label, most: int = MOST_CARDS) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False)


class ResultForm(forms.Form):
    """One game as `first` tells it. `score` is "won-7" or "lost-3"; "won-": the margin was not noted.

    Clean, it is a `said`; a name whose player is nowhere is an error of the field.
    """

    key = forms.UUIDField()
    first = forms.UUIDField()
    opponent = forms.UUIDField()
    score = forms.RegexField(SCORE)
    played_on = forms.DateField()
    at = forms.FloatField(required=False)  # seconds since 1970, by the phone's clock
    is_another = forms.BooleanField(required=False)
    ended = forms.ChoiceField(label=_lazy("How it ended"), choices=Result.Ended, required=False)
    cards = _number(_lazy("My cards"))
    opponent_cards = _number(_lazy("Their cards"))
    faults = _number(_lazy("My faults"), 99)
    opponent_faults = _number(_lazy("Their faults"), 99)
    start = _number(_lazy("I began with"))
    opponent_start = _number(_lazy("They began with"))
    reciter = forms.CharField(label=_lazy("Reciter"), max_length=80, required=False)
    note = forms.CharField(label=_lazy("Note"), max_length=1000, required=False, widget=forms.Textarea({"rows": 2}))

    DETAILS = ("cards", "opponent_cards", "faults", "opponent_faults", "start", "opponent_start")

    def __init__(self, data=None, *, club: Club, now: datetime, **kwargs):
        if data is not None and "outcome" in data:  # where the margin is typed
            data = {name: data[name] for name in data} | {"score": f"{data['outcome']}-{data.get('margin', '')}"}
        super().__init__(data, **kwargs)
        self.club, self.now = club, now
        sentences = {
            "key": _lazy("This page is too old. Open it again."),
            "first": _lazy("Choose who has played."),
            "opponent": _lazy("Choose an opponent."),
            "score": _lazy("Choose who has won, and by how many cards."),
            "played_on": _lazy("Give the day of the game, as in 2026-11-30."),
        }
        for name, sentence in sentences.items():
            self.fields[name].error_messages |= {"required": sentence, "invalid": sentence}

    def clean(self):
        cleaned = super().clean()
        if not self.errors:
            players = Player.objects.in_bulk([cleaned["first"], cleaned["opponent"]])
            for name in ("first", "opponent"):
                if cleaned[name] not in players:
                    self.add_error(name, _lazy("This player is not in the club any more."))
            if not self.errors:
                cleaned["said"] = self._said(cleaned, players)
        return cleaned

    def _said(self, cleaned, players: dict[UUID, Player]) -> Said:
        outcome, margin = SCORE.fullmatch(cleaned["score"]).groups()
        own, other = ("winner", "loser") if outcome == "won" else ("loser", "winner")
        values = {own: players[cleaned["first"]], other: players[cleaned["opponent"]]}
        for name in ("cards", "faults"):
            values |= {f"{own}_{name}": cleaned[name], f"{other}_{name}": cleaned[f"opponent_{name}"]}
        starts = {f"{own}_start": cleaned["start"], f"{other}_start": cleaned["opponent_start"]}
        values |= {name: value for name, value in starts.items() if value is not None}
        return Said(
            played_on=cleaned["played_on"],
            played_at=self._moment(cleaned["at"], cleaned["played_on"]),
            margin=int(margin) if margin else None,
            ended=cleaned["ended"] or Result.Ended.PLAYED,
            reciter=cleaned["reciter"],
            note=cleaned["note"],
            **values,
        )

    def _moment(self, at: float | None, day: date) -> datetime | None:
        """When the phone says it was tapped; nothing for another day, or where its clock cannot be right."""
        if at is None or not 0 < at < 10**11:
            return None
        moment = datetime.fromtimestamp(at, UTC)
        return moment if moment <= self.now + EARLY and today(self.club, moment) == day else None

    @property
    def sentence(self) -> str:
        """The first thing that is wrong, in a sentence."""
        return next((str(error) for errors in self.errors.values() for error in errors), "")
