"""A table to take in."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.csv_table import MOST_BYTES
from trainer.forms import WithoutColons


class TableFile(WithoutColons, forms.Form):
    """A CSV file."""

    file = forms.FileField(
        label=_lazy("CSV file"),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv"}),
        error_messages={"required": _lazy("Choose a file first."), "empty": _lazy("The file is empty.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id=False, **kwargs)

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise ValidationError(
                _("The file is larger than %(megabytes)d MB. Divide it.") % {"megabytes": MOST_BYTES // 1_000_000}
            )
        return file

    def content(self) -> bytes:
        content: bytes = self.cleaned_data["file"].read()
        return content
