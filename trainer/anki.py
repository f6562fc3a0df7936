"""The hundred poems as an Anki package, with a person's own notes and the days on which their cards are due.

genanki writes notes and new cards; what a person remembers is set on the collection afterwards, as Anki itself
stores it (card type 2 and queue 2 are "review"; `due` counts days from the collection's birthday, `ivl` is in days).
All ids are fixed, so taking the package in again changes the same notes. Anki keeps its own schedule for cards it
has already: only new cards take theirs from the package.
"""

import io
import json
import sqlite3
import tempfile
import zipfile
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from html import escape
from itertools import count
from pathlib import Path
from typing import Any

import genanki
from django.utils.translation import gettext as _

from trainer.models import Memory, Person
from trainer.poems import kimariji
from trainer.poems.lessons import lessons
from trainer.poems.poem import Poem, Ruby, Verse, poem
from trainer.srs.memory import DAY_ENDS_AT_HOUR, day_of
from trainer.srs.skills import FIRST_SKILL

# Chosen once at random. They say which deck and which kind of note this is, in every package ever written.
DECK_ID = 1_793_482_011
MODEL_ID = 1_793_482_642
DECK_NAME = "Naniwazu · 百人一首"
MODEL_NAME = "Naniwazu torifuda → kimariji"
FIELDS = (
    "Number",
    "Torifuda",
    "Kimariji",
    "Upper verse",
    "Lower verse",
    "Poet",
    "Literal",
    "Plain",
    "Note",
    "Own notes",
)
FRONT = '<div class="torifuda" lang="ja">{{Torifuda}}</div>'
BACK = """{{FrontSide}}
<hr id="answer">
<div class="kimariji" lang="ja">{{Kimariji}}</div>
<div class="poem" lang="ja">{{Upper verse}}<br>{{Lower verse}}</div>
<div class="poet" lang="ja">{{Poet}}</div>
{{#Own notes}}<div class="own">{{Own notes}}</div>{{/Own notes}}
<div class="plain">{{Plain}}</div>
<div class="small">{{Literal}}</div>
<div class="small">{{Note}}</div>
<div class="small">{{Number}}</div>"""
CSS = """.card { background: #f7f2e4; color: #221f1b; font-size: 18px; text-align: center; }
.torifuda { display: inline-block; writing-mode: vertical-rl; padding: 14px 10px; border: 4px solid #1d5a3c;
  border-radius: 4px; background: #fbf6e7; color: #1c1915; font-family: "Yuji Syuku", serif; font-size: 40px;
  line-height: 1.15; text-align: left; min-height: 5.3em; }
.kimariji { font-size: 40px; font-family: serif; letter-spacing: .1em; }
.poem { font-size: 22px; font-family: serif; line-height: 2; margin: 12px 0; }
.own { margin: 12px 0; font-weight: 600; }
.plain { margin: 12px auto; max-width: 32em; }
.small { margin: 8px auto; max-width: 36em; font-size: 14px; opacity: .8; }
.nightMode.card, .nightMode .card { background: #171614; color: #ece5d4; }"""

HARDEST_FACTOR, EASIEST_FACTOR = 1300, 3000


@dataclass(frozen=True, slots=True)
class Scheduled:
    """What Anki keeps of a card under review. `due` is in days since `crt`, `ivl` in days, `factor` in thousandths."""

    due: int
    ivl: int
    factor: int
    reps: int
    lapses: int
    data: str


def package(person: Person, language: str, now: datetime) -> bytes:
    """The package as the bytes of an .apkg file, with the renderings in `language`."""
    remembered = {
        memory.poem: memory
        for memory in Memory.objects.filter(person=person, skill=FIRST_SKILL.value, stability__isnull=False)
    }
    born = min([memory.first_day for memory in remembered.values()], default=day_of(now, person.zone))
    own_notes: dict[int, list[str]] = {}
    for mnemonic in person.mnemonics.all():
        own_notes.setdefault(mnemonic.poem, []).append(mnemonic.text)
    deck = genanki.Deck(DECK_ID, DECK_NAME, _("Torifuda and their kimariji, from Naniwazu."))
    model = _model()
    order = (number for lesson in lessons() for number in lesson.poems)
    for place, number in enumerate(order, start=1):
        deck.add_note(_note(model, poem(number), language, own_notes.get(number, []), place))
    return _written(
        genanki.Package(deck),
        born_at=datetime.combine(born, time(DAY_ENDS_AT_HOUR), tzinfo=person.zone),
        cards={number: _scheduled(memory, born) for number, memory in remembered.items()},
        now=now,
    )


def guid(number: int) -> str:
    """The name of a note that Anki knows it by."""
    return f"naniwazu-torifuda-{number}"


def _model() -> genanki.Model:
    return genanki.Model(
        MODEL_ID,
        MODEL_NAME,
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": MODEL_NAME, "qfmt": FRONT, "afmt": BACK}],
        css=CSS,
    )


def _note(model: genanki.Model, poem: Poem, language: str, own_notes: list[str], place: int) -> genanki.Note:
    author = poem.author.kanji if language == "ja" else f"{poem.author.kanji} · {poem.author.name(language)}"
    return genanki.Note(
        model,
        fields=[
            f"{poem.number:03d}",
            "<br>".join(map(escape, poem.torifuda_columns)),
            escape(kimariji.as_written(poem.number)),
            _ruby(poem.upper),
            _ruby(poem.lower),
            escape(author),
            escape(poem.literal.text(language)),
            escape(poem.plain.text(language)),
            escape(poem.note.text(language)),
            "<br>".join(map(_as_field, own_notes)),
        ],
        guid=guid(poem.number),
        tags=[
            "naniwazu",
            f"naniwazu::{kimariji.sound_group(poem.number).label}",
            f"naniwazu::kimariji-{len(kimariji.original(poem.number))}",
        ],
        due=place,
    )


def _as_field(text: str) -> str:
    """Free text as HTML, without the unit separator, which parts Anki's fields."""
    return escape(text.replace("\x1f", " "))


def _ruby(verse: Verse) -> str:
    return "\u3000".join("".join(map(_piece, phrase.ruby)) for phrase in verse.phrases)


def _piece(piece: Ruby) -> str:
    if piece.reading is None:
        return escape(piece.base)
    return f"<ruby>{escape(piece.base)}<rt>{escape(piece.reading)}</rt></ruby>"


def _scheduled(memory: Memory, born: date) -> Scheduled:
    ivl = max((memory.due_on - memory.last_day) // timedelta(days=1), 1)
    return Scheduled(
        due=(memory.due_on - born).days,
        ivl=ivl,
        factor=_factor(memory.difficulty),
        reps=memory.reviews,
        lapses=memory.lapses,
        data=json.dumps({"s": round(memory.stability, 4), "d": round(memory.difficulty, 3)}),
    )


def _factor(difficulty: float) -> int:
    """FSRS has no ease: its difficulty, 1 to 10, is laid over the range of Anki's, whose floor is 1.3."""
    share = (difficulty - 1) / 9
    return round(EASIEST_FACTOR - share * (EASIEST_FACTOR - HARDEST_FACTOR))


def _written(package: Any, *, born_at: datetime, cards: dict[int, Scheduled], now: datetime) -> bytes:
    stamp = now.timestamp()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.anki2"
        collection = sqlite3.connect(path)
        try:
            package.write_to_db(collection.cursor(), stamp, count(int(stamp * 1000)))
            collection.execute("UPDATE col SET crt = ?", [int(born_at.timestamp())])
            collection.executemany(
                "UPDATE cards SET type = 2, queue = 2, due = ?, ivl = ?, factor = ?, reps = ?, lapses = ?, data = ?"
                " WHERE nid = (SELECT id FROM notes WHERE guid = ?)",
                [
                    (card.due, card.ivl, card.factor, card.reps, card.lapses, card.data, guid(number))
                    for number, card in cards.items()
                ],
            )
            collection.commit()
        finally:
            collection.close()
        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as files:
            files.write(path, "collection.anki2")
            files.writestr("media", "{}")
    return archive.getvalue()
