"""Pages to read: what this is, how karuta is played and where it comes from, and the note for search robots."""

from dataclasses import dataclass
from random import Random

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from trainer import credits_table
from trainer.poems.poem import poem
from trainer.views.pictures import portrait_of


@require_safe
def about(request):
    return render(request, "trainer/about.html")


@require_safe
def credits_(request):
    """Whose work is in here, and under which licence."""
    return render(request, "trainer/credits.html", {"groups": credits_table.groups()})


# --- the field, in mm -----------------------------------------------------------------------------------

CARD_WIDTH, CARD_HEIGHT = 52, 73
TERRITORY_WIDTH = 870
ROW_GAP, TERRITORY_GAP = 10, 30
ROWS = 3
TERRITORY_HEIGHT = ROWS * CARD_HEIGHT + (ROWS - 1) * ROW_GAP
# Cards left and right in the upper, middle and lower row: 25, most of them near the player.
LAYOUT = ((3, 4), (4, 4), (5, 5))


@dataclass(frozen=True)
class Slot:
    """A card in a drawing, by its upper left corner."""

    x: float
    y: float
    width: float = CARD_WIDTH
    height: float = CARD_HEIGHT
    turn: float = 0

    @property
    def middle(self) -> tuple[float, float]:
        """Its centre."""
        return self.x + self.width / 2, self.y + self.height / 2


def territory() -> list[Slot]:
    """25 cards as their owner sees them, the upper row first."""
    return [
        Slot(x, row * (CARD_HEIGHT + ROW_GAP)) for row, (left, right) in enumerate(LAYOUT) for x in _along(left, right)
    ]


def _along(left: int, right: int) -> list[float]:
    step = CARD_WIDTH + 1
    return [i * step for i in range(left)] + [TERRITORY_WIDTH - CARD_WIDTH - i * step for i in range(right)]


# --- faults as pictures ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Touch:
    """A hand on a card: whose (A sits below, B above), in whose territory, which of its eight cards."""

    hand: str
    side: str
    place: int


@dataclass(frozen=True)
class Situation:
    """One reading: where the card lies that is read (None: a karafuda), who touched what, who sends how many."""

    name: object
    text: object
    read: tuple[str, int] | None
    touches: tuple[Touch, ...]
    sender: str = ""
    sent: int = 0

    def faults(self, hand: str) -> int:
        """Territories this hand touched without the read card lying there."""
        place = self.read[0] if self.read else None
        return len({touch.side for touch in self.touches if touch.hand == hand} - {place})

    @property
    def cards(self) -> list[dict]:
        """The sixteen cards of the little board, with what befell each."""
        return [
            {
                "x": 3 + place % PER_ROW * 17,
                "y": (row_top if place < PER_ROW else row_top + 23) + 4,
                "is_read": self.read == (side, place),
                "is_wrong": any(t.side == side and t.place == place for t in self.touches)
                and (self.read is None or self.read[0] != side),
            }
            for side, row_top in SIDE_TOP.items()
            for place in range(2 * PER_ROW)
        ]

    @property
    def hands(self) -> list[dict]:
        """The marks of the hands."""
        return [
            {
                "letter": touch.hand,
                "x": 3 + touch.place % PER_ROW * 17 + 7,
                "y": SIDE_TOP[touch.side] + (0 if touch.place < PER_ROW else 23) + 14,
                "baseline": SIDE_TOP[touch.side] + (0 if touch.place < PER_ROW else 23) + 17.2,
            }
            for touch in self.touches
        ]


PER_ROW = 8
SIDE_TOP = {"B": 0.0, "A": 58.0}

SITUATIONS = (
    Situation(
        _("A card of one’s own"),
        _("A is the first to touch the card that is read, on A’s own side, which has one card less. Nothing is sent."),
        ("A", 3),
        (Touch("A", "A", 3),),
    ),
    Situation(
        _("A card from the other side"),
        _("A takes a card from B’s side, and may hand B one of A’s own in return: A’s side has one card less as well."),
        ("B", 12),
        (Touch("A", "B", 12),),
        "A",
        1,
    ),
    Situation(
        _("Sweeping is allowed"),
        _("A sweeps the card off with its neighbours. All of them lie on the side of the card that is read: no fault."),
        ("A", 12),
        (Touch("A", "A", 11), Touch("A", "A", 12), Touch("A", "A", 13)),
    ),
    Situation(
        _("A single fault"),
        _("The card lies on B’s side and B takes it, but A touches a card on the other side, A’s own. B may send one."),
        ("B", 2),
        (Touch("B", "B", 2), Touch("A", "A", 5)),
        "B",
        1,
    ),
    Situation(
        _("A touch on a karafuda"),
        _("The poem that is read has no card on the mat. A touch on any card is a fault, and the other may send one."),
        None,
        (Touch("A", "B", 9),),
        "B",
        1,
    ),
    Situation(
        _("Double fault, with a take"),
        _("B takes the card from A’s side while A touches a wrong card on B’s side. One card for the take and one for "
          "the fault: B may send two. The source text counts this as two faults; the sum is the same two cards."),
        ("A", 10),
        (Touch("B", "A", 10), Touch("A", "B", 5)),
        "B",
        2,
    ),
    Situation(
        _("Double fault on a karafuda"),
        _("No card on the mat is right, and A touches both sides. Two faults: B may send two cards."),
        None,
        (Touch("A", "A", 2), Touch("A", "B", 13)),
        "B",
        2,
    ),
    Situation(
        _("Both at fault"),
        _("Both touch a card while a karafuda is read. The faults cancel out; nothing is sent."),
        None,
        (Touch("A", "A", 11), Touch("B", "B", 3)),
    ),
    Situation(
        _("The take that earns nothing"),
        _("A takes from B’s side and brushes the own side too. The take earns one card to send, the fault costs one: "
          "the card is A’s, and nothing is sent."),
        ("B", 11),
        (Touch("A", "B", 11), Touch("A", "A", 4)),
    ),
)  # fmt: skip

# --- times ----------------------------------------------------------------------------------------------

PHASES = (
    (_("Memorise"), 13),
    (_("Memorise, with practice swings"), 2),
)
# Seconds of one reading at the tempo in force since 2021.
TEMPO = ((_("Lower verse"), 5), (_("held"), 3), (_("still"), 1), (_("Upper verse"), 6))

CLASSES = (
    ("E", _("no dan"), _("Where everybody begins.")),
    ("D", _("1-dan"), _("From E: third place or better, or the club’s word.")),
    ("C", _("2-dan"), _("From D: third place or better, or the club’s word.")),
    ("B", _("3-dan"), _("From C: third place or better, or the club’s word.")),
    ("A", _("4-dan and above"), _("From B: one win, or second place twice. Higher dan are earned by wins in class A.")),
)

GLOSSARY = (
    ("かるた", "karuta", _("Cards, from Portuguese carta; today mostly these cards and the games with them.")),
    ("百人一首", "hyakunin isshu", _("One hundred poets, one poem each.")),
    ("読札", "yomifuda", _("The card that is read: poet, name and the whole poem.")),
    ("取札", "torifuda", _("The card that is taken: the lower verse in kana.")),
    ("上の句", "kami no ku", _("The upper verse: the first three phrases, 5, 7 and 5 sounds.")),
    ("下の句", "shimo no ku", _("The lower verse: the last two phrases, 7 and 7 sounds.")),
    ("決まり字", "kimariji", _("The first sounds that tell a poem from all others not yet read.")),
    ("大山札", "ōyamafuda", _("The six poems that are decided only by their sixth sound.")),
    ("友札", "tomofuda", _("Partner cards: kimariji that differ only in the last sound.")),
    ("序歌", "joka", _("The poem read before the hundred; it has no card.")),
    ("空札", "karafuda", _("A poem that is read though its card is not on the mat: a ghost card.")),
    ("陣", "jin", _("A territory: the field before a player.")),
    ("お手つき", "otetsuki", _("A fault: a touch on a side where the card that is read does not lie.")),
    ("送り札", "okurifuda", _("A card sent to the other side.")),
    ("ダブ", "dabu", _("The double: taken from one’s side and at fault as well; two cards come.")),
    ("空ダブ", "karadabu", _("Both sides touched on a karafuda; two cards come.")),
    ("共お手", "tomo-ote", _("Both players at fault; it cancels out.")),
    ("運命戦", "unmeisen", _("The fate battle: one card left on each side.")),
    ("払い手", "haraite", _("The sweep that throws a card out with its neighbours.")),
    ("囲い手", "kakoite", _("A hand held round a card to guard it until it is decided.")),
    ("定位置", "teiichi", _("The fixed places where a player lays each card.")),
    ("札流し", "fuda-nagashi", _("Turning over a pile of torifuda and saying each kimariji, against the clock.")),
    ("読手", "dokushu", _("The reciter.")),
)


def scattered() -> list[Slot]:
    """Cards of a chirashi in disorder, the same at every visit."""
    lot = Random(17)  # noqa: S311 (a drawing)
    return [
        Slot(24 + column * 50 + lot.uniform(-9, 9), 20 + row * 62 + lot.uniform(-8, 8), 26, 36.5, lot.uniform(0, 360))
        for row in range(4)
        for column in range(9)
    ]


def facing_rows() -> list[Slot]:
    """One side of a genpei: 17, 17 and 16 cards in three rows."""
    return [
        Slot(12 + (i + (17 - count) / 2) * 27, 8 + row * 38, 24, 33.7)
        for row, count in enumerate((16, 17, 17))
        for i in range(count)
    ]


@require_safe
def how_to_play(request):
    cards = territory()
    context = {
        "example": poem(17),
        "portrait": portrait_of(poem(17)),
        "territory": cards,
        "territory_width": TERRITORY_WIDTH,
        "territory_height": TERRITORY_HEIGHT,
        "own_top": TERRITORY_HEIGHT + TERRITORY_GAP,
        "field_height": 2 * TERRITORY_HEIGHT + TERRITORY_GAP,
        "scattered": scattered(),
        "facing_rows": facing_rows(),
        "situations": SITUATIONS,
        "phases": PHASES,
        "tempo": TEMPO,
        "classes": CLASSES,
        "glossary": GLOSSARY,
    }
    return render(request, "trainer/how_to_play.html", context)


# Pages of one person's work: nothing there for a stranger, and every visit would cost a query.
PRIVATE = ("begin", "practise", "drill", "due", "flow", "progress", "sign-up", "sign-in", "settings", "data")


@require_safe
@cache_control(max_age=86_400)
def robots(_request):
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in PRIVATE), f"Disallow: {reverse('poems')}*?"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
