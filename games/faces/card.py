"""One face under the brush: its symbols, its ribbon, and the finished SVG."""

from games.faces.ink import BLACK, HEIGHT, PALE, PURPLE, WIDTH, YELLOW, group, line, number, placed
from games.faces.symbols import SYMBOLS

# What is written on the poem ribbons, as brush strokes in a box of 10 by 10.
KANA = {
    "a": "M1.6,2.4H8.2M4.4,.6Q3.9,6 4.8,9M7,4Q6,8.4 2.8,8.8Q1,8.6 1.6,6.8Q3,4.6 6.4,4.6Q9.4,5 9,7.2Q8.4,8.8 6.4,9.4",
    "ka": "M1,3.4H5.4Q7,3.2 6.6,5.5Q6.2,9 5.2,9.2L3.8,8.4M4,1Q3.5,6 1.2,9.2M7.8,2Q9,3.6 9.4,5.6",
    "yo": "M5,.6V7Q5,9.4 3.2,9.4Q1.2,9.2 1.8,7.8Q2.8,6.6 5,7.2Q7.5,8 9,9.2M5,3.2H8.4",
    "ro": "M2,1.4H7.6L1.8,6.4Q5,4 7.6,5Q9.4,6.4 7.8,8.4Q6,9.8 3.4,9.4",
    "shi": "M3,.6V7Q3,9.6 6,9.2Q8.5,8.4 9.2,6.4",
    "mi": "M2,1.6H5.6Q4.6,6 2.4,8.6Q.8,8.8 1,7.2Q2,5.8 4.4,6.4Q7,7 9.2,8M7.8,4Q7.4,7.4 5.6,9.6",
    "no": "M5.4,2Q5,7 3,8.3Q1,8.5 1.2,5.8Q1.8,2.2 5.4,2Q9.2,2.2 9,5.4Q8.8,8 5.8,9.2",
}
RIBBON_WIDTH = 23


class Face:
    """A card being drawn: `out` are its shapes from the back to the front, `ground` the colour behind them.

    `kind` is bright, animal, ribbon or chaff, `index` counts from 1 within month and kind.
    """

    def __init__(self, month, kind, index):
        self.month, self.kind, self.index = month, kind, index
        self.ground = PALE
        self.out = []
        self._symbols = {}

    def add(self, *shapes):
        """Draw on top of what is there."""
        self.out += shapes

    def use(self, name, x, y, scale=1, turn=0, argument=None, flip=False):
        """Place a symbol. It is defined once, however often it stands on the card."""
        key = name, argument
        if key not in self._symbols:
            body = SYMBOLS[name]() if argument is None else SYMBOLS[name](argument)
            self._symbols[key] = f"{self._prefix}{len(self._symbols)}", body
        self.add(f'<use href="#{self._symbols[key][0]}" transform="{placed(x, y, scale, turn, flip)}"/>')

    @property
    def _prefix(self):
        """Begins every id, so that all faces can stand in one document."""
        return f"h{self.month}{self.kind[0]}{self.index}"

    def ribbon(self, ink, x=50, y=80, turn=8, written=(), height=96):
        """A poem slip. A purple one has a second band at each end, so that it never rests on colour alone."""
        left, top = -RIBBON_WIDTH / 2, -height / 2
        body = (
            f'<rect x="{left - 1.2:.1f}" y="{top - 1.2:.1f}" width="{RIBBON_WIDTH + 2.4}" height="{height + 2.4}" '
            f'fill="{PALE}"/><rect x="{left}" y="{top}" width="{RIBBON_WIDTH}" height="{height}" fill="{ink}"/>'
        )
        for inset in (4, 8) if ink == PURPLE else (4,):
            body += (
                f'<path d="M{left},{top + inset}h{RIBBON_WIDTH}M{left},{-top - inset}h{RIBBON_WIDTH}" '
                f'stroke="{YELLOW}" stroke-width="1.4"/>'
            )
        step = (height - 18) / max(1, len(written))
        size = min(1.5, step / 10.6)
        for place, sound in enumerate(written):
            down = top + 9 + place * step + (step - 10 * size) / 2
            where = f"translate({number(-5 * size)} {number(down)}) scale({size:.3g})"
            body += group(where, line(KANA[sound], PALE, 1.25))
        self.add(group(placed(x, y, 1, turn), body))

    def svg(self):
        """The whole picture."""
        clip = f"{self._prefix}c"
        defined = f'<clipPath id="{clip}"><rect x="3" y="3" width="94" height="156" rx="3.4"/></clipPath>'
        defined += "".join(f'<g id="{name}">{body}</g>' for name, body in self._symbols.values())
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><defs>{defined}</defs>'
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="6" fill="{BLACK}"/><g clip-path="url(#{clip})">'
            f'<rect x="3" y="3" width="94" height="156" fill="{self.ground}"/>{"".join(self.out)}</g></svg>\n'
        )
