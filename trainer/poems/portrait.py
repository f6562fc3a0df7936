"""The poets on the yomifuda, drawn by rule as SVG: seated figures of the court in flat colours.

A picture depends on the figure and the number alone. Robes, patterns, pose and props are drawn by lot from
that seed; nothing here claims a likeness. The picture has no ids, so it may stand in a page many times.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from random import Random

from trainer.poems.poem import Figure

VIEW_BOX = "0 -14 160 150"

INK = "#1d1b19"
SKIN = "#f3e2cb"
PALE = "#faf4e4"
LIPS = "#b5493c"
GREY = "#8d8a83"
WOOD = "#6b4a2a"
IVORY = "#e8d7a8"
RUSH = "#c9c08d"
GOLD = "#b08a3c"
ROBES = ["#7a4b5c", "#574a80", "#8f4334", "#3b6a4c", "#3e5c76", GOLD, "#6f7d5c", "#5d6b73", "#a5605a"]
IMPERIAL = ["#b07f35", "#8f4334", "#574a80", "#7a5a2f"]
LIGHTS = ["#d9c58f", "#d8a394", "#b9c4a3", "#b7c3cc", "#e0b95a", "#c9b3c4", "#efe3c4"]
CLERICAL = ["#5b5348", "#4a4f55", "#6e5a3f", "#55503f", "#6a5550"]
EDGING = ("#a5443a", "#d9b257", "#3b6a4c", "#574a80")


@dataclass(frozen=True)
class Palette:
    """The colours of one figure: the robe, a second robe, a light ground and the layers at the cuffs."""

    robe: str
    second: str
    light: str
    layers: tuple[str, ...]


def portrait(figure: Figure, number: int, *, title: str = "", dais: bool = False) -> str:
    """The SVG of a poet. With a title it is an image of that name; without one it is decoration.

    `number` is the seed (use the poem's); `dais` seats any figure on the mat that emperors have anyway.
    """
    random = Random(f"{figure}:{number}")  # noqa: S311
    body = _FIGURES[figure](random)
    if random.random() < 0.5:
        body = mirrored(body)
    mat = imperial_mat() if dais or figure is Figure.EMPEROR else ""
    naming = 'role="img"' if title else 'aria-hidden="true"'
    heading = f"<title>{escape(title)}</title>" if title else ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}" {naming}>{heading}{mat}{body}</svg>'


# --- strokes --------------------------------------------------------------------------------------------


def shape(d: str, fill: str, width: float = 1.2) -> str:
    """A filled shape with an ink outline."""
    return f'<path d="{d}" fill="{fill}" stroke="{INK}" stroke-width="{width:g}" stroke-linejoin="round"/>'


def patch(d: str, fill: str) -> str:
    """A filled shape without an outline."""
    return f'<path d="{d}" fill="{fill}"/>'


def line(d: str, width: float = 1, colour: str = INK) -> str:
    """An open stroke."""
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'


def oval(x: float, y: float, rx: float, ry: float, fill: str, width: float = 1.2) -> str:
    """An ellipse, outlined unless the width is 0."""
    outline = f' stroke="{INK}" stroke-width="{width:g}"' if width else ""
    return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{fill}"{outline}/>'


def placed(content: str, transform: str) -> str:
    """A group moved, turned or scaled."""
    return f'<g transform="{transform}">{content}</g>'


def mirrored(content: str) -> str:
    """The same, facing the other way."""
    return placed(content, "translate(160 0) scale(-1 1)")


def both_sides(content: str) -> str:
    """A part of the left and its mirror image on the right."""
    return content + mirrored(content)


# --- faces ----------------------------------------------------------------------------------------------


def features(turn: float, *, lady: bool = False, blind: bool = False) -> str:
    """Brows, eyes, nose and mouth; `turn` moves them to the side the face looks to."""
    x = 80 + turn
    near, far = (4.2, 3.4) if turn > 0 else (3.4, 4.2)
    side = -1 if turn < 0 else 1
    brows = (
        oval(x - far - 0.4, 33.8, 2.1, 1.1, INK, 0) + oval(x + near + 0.4, 33.8, 2.1, 1.1, INK, 0)
        if lady
        else line(f"M{x - far - 3.2:g},36.4q2.6,-2 5.2,-.6M{x + near - 2:g},35.8q2.6,-1.4 5.2,.6", 1.3)
    )
    bend = 1.6 if blind else -1.3
    eyes = line(f"M{x - far - 2.4:g},41.2q2.3,{bend} 4.5,0M{x + near - 2.1:g},41.2q2.3,{bend} 4.5,0", 1.3)
    nose = line(f"M{x + side * 0.2:g},40.4q{2 * side},4 {-0.5 * side:g},5", 0.9)
    return brows + eyes + nose + oval(x, 49.4, 1.7 if lady else 2.1, 1, LIPS, 0)


def beard(turn: float, kind: str) -> str:
    """Nothing, a small beard, or the white beard of an old man."""
    x = 80 + turn
    if kind == "small":
        moustache = line(f"M{x - 4.6:g},47.6q2.4,-1.6 4.4,-.4q2.2,-1.2 4.6,.4")
        return moustache + patch(f"M{x - 1.6:g},52.4L{x:g},58.4L{x + 1.6:g},52.4Z", INK)
    if kind == "white":
        moustache = line(f"M{x - 5:g},47.8q2.6,-2 4.8,-.4q2.4,-1.6 5,.4", 1, GREY)
        fall = f"M{x - 5:g},51Q{x - 2:g},64 {x:g},66Q{x + 2:g},64 {x + 5:g},51Q{x:g},54.6 {x - 5:g},51Z"
        return shape(fall, "#d9d6cd", 0.8) + moustache
    return ""


def male_face(turn: float, beard_kind: str) -> str:
    """A man's face, with the ear that shows on the far side of where he looks."""
    ear = 68.6 if turn > 0 else 91.4
    return oval(ear, 43, 2.4, 3.4, SKIN, 1) + oval(80, 42, 11.4, 13.2, SKIN) + features(turn) + beard(turn, beard_kind)


def tilted(head: str, random: Random, degrees: Iterable[float] = (-5, -2, 2, 5)) -> str:
    """A head a little on one side, and a little larger than life, as on the cards."""
    return placed(head, f"translate(80 56) rotate({random.choice(tuple(degrees))}) scale(1.12) translate(-80 -56)")


# --- what they wear -------------------------------------------------------------------------------------


def palette(random: Random, robes: Iterable[str] = ROBES) -> Palette:
    """Colours that differ from each other."""
    robe = random.choice(tuple(robes))
    second, inner = random.sample([colour for colour in ROBES if colour != robe], 2)
    light, cuff, lining = random.sample(LIGHTS, 3)
    return Palette(robe, second, light, (cuff, inner, lining))


def crests(random: Random, places: Iterable[tuple[float, float]], colour: str) -> str:
    """The woven pattern of a robe: one motif, or none, at the given places."""
    motif = random.choice((_ring, _diamond, _plum, _cross, None))
    return "".join(motif(x, y, colour) for x, y in places) if motif else ""


def _ring(x: float, y: float, colour: str) -> str:
    ring = f'<circle cx="{x:g}" cy="{y:g}" r="3.4" fill="none" stroke="{colour}" stroke-width="1.3"/>'
    return ring + oval(x, y, 1, 1, colour, 0)


def _diamond(x: float, y: float, colour: str) -> str:
    outer = f"M{x:g},{y - 4:g}l3.4,4l-3.4,4l-3.4,-4Z"
    return line(outer, 1.2, colour) + patch(f"M{x:g},{y - 1.4:g}l1.2,1.4l-1.2,1.4l-1.2,-1.4Z", colour)


def _plum(x: float, y: float, colour: str) -> str:
    petals = ((0, -2.4), (2.3, -0.7), (1.4, 2), (-1.4, 2), (-2.3, -0.7))
    return "".join(oval(x + dx, y + dy, 1.5, 1.5, colour, 0) for dx, dy in petals)


def _cross(x: float, y: float, colour: str) -> str:
    return line(f"M{x - 3:g},{y:g}h6M{x:g},{y - 3:g}v6", 1.2, colour) + oval(x, y, 1.5, 1.5, colour, 0)


def hanging_sleeve(robe: str, layers: Iterable[str]) -> str:
    """The left sleeve of a figure seen from the front, its layers showing at the wide cuff."""
    under = ""
    for depth, layer in reversed(list(enumerate(layers, start=1))):
        drop = 3.2 * depth
        cuff = f"L{50 + drop / 2:.1f},{114 + drop:.1f}L78,92Z"
        under += shape(f"M56,62C40,68 26,86 16,{104 + drop / 2:.1f}{cuff}", layer, 1)
    return under + shape("M60,58C44,64 28,82 16,104L50,114L79,90L70,62Z", robe) + line("M62,66C54,78 50,92 50,112", 0.8)


def court_cap(random: Random, *, imperial: bool) -> str:
    """The black cap, its tail standing (an emperor's), hanging or rolled; or the tall eboshi."""
    band = patch("M66.6,38C65,27 72,23 80,23C88,23 95,27 93.4,38Q80,31 66.6,38Z", INK)
    crown = patch("M83,25L84.6,12Q89,9.6 93,12.6L91,28Z", INK)
    rim = line("M66.4,37.4Q80,30 93.6,37.4", 0.9, "#6b6860")
    if imperial:
        return band + crown + rim + patch("M88,16C93,12 92,5 94.4,-4Q97,-6 99,-4C98.6,5 98,14 92,21Z", INK)
    kind = random.choice(("hanging", "hanging", "rolled", "tall"))
    if kind == "tall":
        return patch("M66.6,38C64,20 68,4 82,0C92,-1 96,8 92,16C95,24 95,31 93.4,38Q80,31 66.6,38Z", INK) + rim
    if kind == "rolled":
        return band + crown + rim + line("M90,17C104,10 112,20 106,32C103,37 98,34 100,29", 3)
    return band + crown + rim + patch("M90,15C106,15 114,34 109,58L103.6,56.6C106,38 102,23 90,21Z", INK)


def round_collar(colour: str) -> str:
    """The high round collar of the court robe."""
    return shape("M69,55Q80,63 91,55L92.6,60Q80,69 67.4,60Z", colour)


def clasped_hands() -> str:
    """Both hands together before the breast, in the white of the under-sleeves."""
    return shape("M71,93Q80,88 89,93L87,101Q80,104 73,101Z", PALE) + oval(80, 96.4, 4.6, 3, SKIN, 1)


def hand(x: float, y: float) -> str:
    """One hand."""
    return oval(x, y, 4.4, 3.2, SKIN, 1)


# --- what they hold -------------------------------------------------------------------------------------


def sceptre() -> str:
    """The shaku, a flat slip of wood held upright; its foot is at 0,0."""
    return shape("M-3,2L-5.4,-31Q0,-34 5.4,-31L3,2Z", IVORY)


def folding_fan(colour: str, spread: float = 1) -> str:
    """An open fan whose pivot is at 0,0."""
    leaf = shape("M0,2L-20,-21Q0,-36 20,-21Z", PALE) + line("M-16,-17.6Q0,-29 16,-17.6", 2.6, colour)
    ribs = line("M0,2L-12,-25.4M0,2L-4,-27.8M0,2L4,-27.8M0,2L12,-25.4", 0.7)
    return placed(leaf + ribs, f"scale({spread:g} 1)")


def poem_slip() -> str:
    """A slip of paper with three columns of writing, its middle at 0,0."""
    return shape("M-6,-10H6V8H-6Z", PALE) + line("M3,-7V4M0,-7V5M-3,-7V3", 0.8)


def brush() -> str:
    """A writing brush, its tip at 0,0."""
    return line("M2,-4L10,-22", 1.8, WOOD) + patch("M0,0L.6,-4.6L3.4,-3.4Z", INK)


def rosary() -> str:
    """Beads hanging from a hand at 0,0."""
    drops = (0, 3.6, 6.4, 8, 8, 6.4, 3.6, 0)
    return "".join(oval(2.6 * place - 9, drop + 3, 1.6, 1.6, INK, 0) for place, drop in enumerate(drops))


def lute() -> str:
    """The biwa of Semimaru."""
    neck = shape("M0,-46L5,-46L4,-14H1Z", WOOD) + shape("M5,-44L12,-50L13,-47L5,-40Z", WOOD)
    belly = shape("M2.5,-16C10,-14 17,0 16,12C15,21 8,24 2.5,24C-3,24 -10,21 -11,12C-12,0 -5,-14 2.5,-16Z", GOLD)
    strings = line("M1,-44V18M2.5,-44V18M4,-44V18", 0.6) + line("M-10.6,8Q2.5,14 15.8,8") + line("M-2,18H7", 2)
    return neck + belly + strings


def imperial_mat() -> str:
    """The mat with the banded edge that seats an emperor."""
    rush = shape("M5,122L22,106H138L155,122Z", RUSH) + shape("M5,122H155V134H5Z", PALE)
    edge = ""
    for place in range(12):
        x = 14 + 12 * place
        edge += patch(f"M{x},123.4l5,4.6l-5,4.6l-5,-4.6Z", EDGING[place % len(EDGING)])
        edge += patch(f"M{x},126l2.2,2l-2.2,2l-2.2,-2Z", PALE)
    return rush + edge + line("M5,122H155V134H5Z", 1.2)


# --- men of the court -----------------------------------------------------------------------------------


def emperor(random: Random) -> str:
    """An emperor: always from the front, the tail of his cap upright."""
    colours = palette(random, IMPERIAL)
    turn = random.choice((-2.6, -1.4, 1.4, 2.6))
    head = male_face(turn, random.choice(("none", "small"))) + court_cap(random, imperial=True)
    return seated_in_state(random, colours, random.choice((True, True, False))) + tilted(head, random, (-3, 0, 3))


def courtier(random: Random) -> str:
    """A courtier: in state from the front, or turned aside with a fan, a slip or a sceptre."""
    colours = palette(random)
    turned = random.random() < 0.6
    turn = random.choice((-4.2, -3.4)) if turned else random.choice((-2.6, -1.4, 1.4, 2.6))
    head = male_face(turn, random.choice(("none", "none", "small", "small", "white")))
    head += court_cap(random, imperial=False)
    if turned:
        return seated_aside(random, colours) + placed(tilted(head, random), "translate(6 2)")
    return seated_in_state(random, colours, random.random() < 0.6) + tilted(head, random)


def seated_in_state(random: Random, colours: Palette, with_sceptre: bool) -> str:
    """The body from the front: train at one side, wide trousers, both sleeves spread."""
    train = shape("M92,104Q132,98 154,114L150,121H88Z", colours.second)
    train += line("M96,112Q130,106 152,116", 1.4, colours.light)
    trousers = shape("M30,121C34,106 56,102 80,106C104,102 126,106 130,121Z", colours.light)
    trousers += line("M80,107V120M56,108Q50,114 50,120M104,108Q110,114 110,120", 0.9)
    trunk = shape("M80,54C66,54 58,60 54,70L46,112Q80,120 114,112L106,70C102,60 94,54 80,54Z", colours.robe)
    sleeves = both_sides(hanging_sleeve(colours.robe, colours.layers[:2]))
    pattern = ((44, 86), (36, 101), (58, 98), (116, 86), (124, 101), (102, 98), (66, 76), (94, 76))
    held = sceptre() if with_sceptre else folding_fan(colours.layers[0], 0.75)
    return "".join(
        (
            train,
            trousers,
            trunk,
            sleeves,
            round_collar(colours.layers[0]),
            crests(random, pattern, colours.light),
            placed(held, "translate(80 97)"),
            clasped_hands(),
        )
    )


def seated_aside(random: Random, colours: Palette) -> str:
    """The body turned to the left: the near sleeve before him, the train spread behind."""
    train = shape("M100,92C124,92 146,106 158,121H92Z", colours.second)
    train += line("M108,100C126,102 140,110 149,120M104,108C116,109 128,114 136,120", 1.3, colours.light)
    trousers = shape("M30,121C30,108 56,102 84,106C106,107 120,112 124,121Z", colours.light)
    trousers += line("M52,109Q44,114 43,120M76,107Q70,114 70,120", 0.9)
    far_sleeve = shape("M66,68C50,72 36,80 26,90L30,106L62,96Z", colours.second)
    trunk = shape("M86,55C74,55 66,61 62,71L54,112Q88,121 124,115L114,76C109,62 100,55 86,55Z", colours.robe)
    trunk += line("M102,68C110,82 116,98 117,114", 0.9)
    near_sleeve = "".join(
        shape(
            f"M74,66C62,74 44,84 {27 - drop:g},{96 + drop / 2:g}L{36 - drop / 2:g},{117 + drop / 3:g}L90,96Z",
            layer,
            1,
        )
        for drop, layer in ((5.4, colours.layers[1]), (2.7, colours.layers[0]))
    )
    near_sleeve += shape("M78,62C64,72 46,84 27,96L36,117C56,116 76,110 92,100C98,88 96,72 90,64Z", colours.robe)
    near_sleeve += line("M84,70C80,84 70,98 56,108", 0.9)
    pattern = ((50, 92), (44, 106), (66, 86), (66, 104), (84, 92), (100, 88), (106, 104), (92, 108))
    held = random.choice((_sceptre_aside, _fan_aside, _slip_aside))(colours)
    collar = placed(round_collar(colours.layers[0]), "translate(6 1)")
    return train + trousers + far_sleeve + held + trunk + near_sleeve + collar + crests(random, pattern, colours.light)


def _sceptre_aside(_: Palette) -> str:
    return placed(sceptre(), "translate(30 98) rotate(-8)") + hand(30, 96)


def _fan_aside(colours: Palette) -> str:
    return placed(folding_fan(colours.layers[0], 0.8), "translate(27 98) rotate(-28)") + hand(28, 97)


def _slip_aside(_: Palette) -> str:
    return placed(poem_slip(), "translate(22 90) rotate(-14) scale(1.25)") + hand(27, 98)


# --- ladies ---------------------------------------------------------------------------------------------


def lady(random: Random) -> str:
    """A lady in layered robes: from the front, half hidden by her fan, or from behind, her hair flowing."""
    colours = palette(random)
    hems = (colours.second, colours.light, colours.layers[1], colours.layers[0], PALE)
    pose: Callable[[Random, Palette], str] = random.choice((lady_front, lady_front, lady_hiding, lady_behind))
    hair = "" if pose is lady_behind else trailing_hair()
    return hair + layered_hems(hems) + pose(random, colours)


def layered_hems(colours: tuple[str, ...]) -> str:
    """The robes under the robe, each showing its edge on the floor."""
    hems = ""
    for depth in range(len(colours), 0, -1):
        out, down = 5.3 * depth, 2.6 * depth
        hem = f"Q80,{113 + 4.1 * depth:.1f} {122 + out:.1f},{108 + down:.1f}L102,72Z"
        hems += shape(f"M58,72L{38 - out:.1f},{108 + down:.1f}{hem}", colours[depth - 1], 0.9)
    return hems


def lady_trunk(random: Random, colours: Palette) -> str:
    """Robe, sleeves and the crossed collars of a lady from the front."""
    trunk = shape("M80,56C66,56 58,62 54,72L38,106Q80,116 122,106L106,72C102,62 94,56 80,56Z", colours.robe)
    sleeves = both_sides(hanging_sleeve(colours.robe, (*colours.layers[:2], colours.light)))
    collars = shape("M66,58L80,86L94,58L88,54L80,72L72,54Z", colours.layers[0])
    collars += shape("M70,56L80,76L90,56L87,53L80,68L73,53Z", colours.layers[1], 0.8)
    collars += shape("M73,54L80,67L87,54Z", PALE, 0.8)
    pattern = ((44, 88), (36, 102), (58, 100), (116, 88), (124, 102), (102, 100), (66, 110), (94, 110))
    return trunk + placed(sleeves, "translate(8 6) scale(.9)") + collars + crests(random, pattern, colours.layers[2])


def lady_head(random: Random) -> str:
    """A lady's face framed by her hair."""
    face = oval(80, 42, 10.8, 12.6, SKIN) + features(random.choice((-2.6, -1.2, 1.2, 2.6)), lady=True)
    hair = (
        "M80,26C67,26 65,38 67,52C65,62 61,70 56,80L62,82C69,73 72,60 71.4,46C71,38 75,33 80,30.4"
        "C85,33 89,38 88.6,46C88,60 91,73 98,82L104,80C99,70 95,62 93,52C95,38 93,26 80,26Z"
    )
    return tilted(face + patch(hair, INK), random, (-6, -3, 3, 6))


def trailing_hair() -> str:
    """Hair falling behind a lady and out on to the floor."""
    return patch("M74,33C62,56 46,100 30,121H136C148,120 156,117 158,110C130,110 106,84 87,35Z", INK)


def lady_front(random: Random, colours: Palette) -> str:
    """A lady with an open fan, or with brush and paper."""
    body = lady_trunk(random, colours) + lady_head(random)
    if random.random() < 0.6:
        tilt = random.choice((-24, 24))
        return body + placed(folding_fan(colours.layers[2]), f"translate(80 103) rotate({tilt})") + hand(80, 102)
    paper = placed(poem_slip(), "translate(73 96) rotate(-8) scale(1.2)")
    return body + paper + placed(brush(), "translate(85 94)") + hand(72, 104) + hand(90, 85)


def lady_hiding(random: Random, colours: Palette) -> str:
    """A lady who holds her fan before her mouth."""
    arm = shape("M112,108C110,92 104,78 94,66L80,74C84,88 86,100 88,112Z", colours.robe)
    arm += shape("M94,66L80,74L78,70L91,62Z", colours.layers[0], 1)
    fan = placed(folding_fan(colours.layers[2], 1.05), f"translate(84 70) rotate({random.choice((-14, -6))})")
    return lady_trunk(random, colours) + lady_head(random) + arm + fan + hand(85, 70)


def lady_behind(random: Random, colours: Palette) -> str:
    """A lady half from behind: hair down her back, the train of state spread, one cheek to be seen."""
    trunk = shape("M80,55C62,55 54,63 49,76L28,110Q80,121 132,110L111,76C106,63 98,55 80,55Z", colours.robe)
    sleeves = both_sides(
        shape("M58,62C44,70 28,86 14,106L30,116C42,110 52,100 58,90Z", colours.layers[0], 1)
        + shape("M60,60C46,68 32,84 19,103L33,111C44,106 54,96 60,86Z", colours.robe)
    )
    pattern = ((40, 92), (32, 103), (52, 104), (120, 92), (128, 103), (108, 104), (54, 84), (106, 84))
    train = shape("M62,92L44,122Q80,131 116,122L98,92Z", PALE)
    train += line("M56,112Q80,119 104,112M52,117Q80,125 108,117", 1.5, colours.light)
    train += line("M70,94L60,124M90,94L100,124", 0.7)
    head = oval(73, 43, 9.6, 12, SKIN) + line("M66.2,41.4q1.8,-1.2 3.6,0", 1.2) + oval(67.6, 34.6, 1.7, 1, INK, 0)
    head += oval(67.2, 49.2, 1.2, 0.9, LIPS, 0)
    hair = patch(
        "M79,25C70,25 66,30 68,36C73,37 74,42 73,50C73,66 72,82 69,98C67,108 66,114 70,119L94,118"
        "C96,106 97,84 97,66C98,50 96,25 79,25Z",
        INK,
    )
    gloss = line("M80,40C81,62 79,88 77,112M87,42C89,64 88,90 86,112", 0.8, "#5a554b")
    tie = shape("M71.6,86L96.6,86L96.4,90L71.2,90Z", PALE, 0.8)
    return trunk + sleeves + crests(random, pattern, colours.layers[2]) + train + head + hair + gloss + tie


# --- monks ----------------------------------------------------------------------------------------------


def monk(random: Random) -> str:
    """A monk with a patched stole and his rosary, from the front or turned aside."""
    aside = random.random() < 0.45
    turn = random.choice((-4, -3.2)) if aside else random.choice((-2.6, -1.2, 1.2, 2.6))
    head = shaven_head(turn, random.choice(("none", "none", "none", "white")))
    cloth, stole, light = random.choice(CLERICAL), random.choice(ROBES), random.choice(LIGHTS)
    if aside:
        return monk_aside(cloth, stole, light) + placed(tilted(head, random), "translate(4 2)")
    return monk_front(cloth, stole, light) + tilted(head, random, (-6, -3, 3, 6))


def shaven_head(turn: float, beard_kind: str) -> str:
    """A monk's head, the shaven crown in grey."""
    skull = shape("M68,44C65,27 72,23 80,23C88,23 95,27 92,44Z", SKIN)
    crown = patch("M69.2,38C67.6,28.4 73,24.4 80,24.4C87,24.4 92.4,28.4 90.8,38Q80,28 69.2,38Z", "#c9c6bd")
    return skull + male_face(turn, beard_kind) + crown + line("M72,34Q80,30.4 88,34", 0.7, GREY)


def monk_skirt(cloth: str) -> str:
    """The robe on the floor around crossed legs."""
    return shape("M28,121C34,104 56,100 80,104C104,100 126,104 132,121Z", cloth) + line("M58,112Q80,104 102,112", 0.9)


def monk_front(cloth: str, stole: str, light: str) -> str:
    """The body from the front, the stole over one shoulder."""
    trunk = shape("M80,55C66,55 58,61 54,71L40,116Q80,124 120,116L106,71C102,61 94,55 80,55Z", cloth)
    sleeves = both_sides(hanging_sleeve(cloth, (PALE,)))
    collar = shape("M64,57L80,82L96,57L90,53L80,69L70,53Z", PALE)
    patches = shape("M63,58L52,64L50,78L86,116Q104,118 116,114L112,94Z", stole)
    patches += line("M56,70L112,108M51,74L100,116M64,80L76,66M80,96L92,80M97,112L108,96", 1.3, light)
    sleeve_ends = shape("M66,92Q74,86 82,92L80,101Q74,104 68,101Z", PALE) + hand(74, 96)
    return monk_skirt(cloth) + trunk + sleeves + collar + patches + sleeve_ends + placed(rosary(), "translate(74 97)")


def monk_aside(cloth: str, stole: str, light: str) -> str:
    """The body turned to the left, the hands with the rosary before it."""
    trunk = shape("M84,55C71,55 63,62 59,72L48,115Q84,123 122,116L112,76C107,62 97,55 84,55Z", cloth)
    patches = shape("M96,58L112,74L122,116Q104,122 86,119C94,98 96,76 90,58Z", stole)
    patches += line("M94,78L113,80M95,92L117,95M92,106L120,108M104,66C110,84 108,104 104,119", 1.3, light)
    sleeve = shape("M76,64C64,74 46,84 28,93L36,118C54,117 74,110 88,99C93,88 92,74 88,66Z", PALE, 1)
    sleeve += shape("M78,63C66,74 50,84 33,92L40,115C56,114 76,108 90,98C95,88 94,74 90,65Z", cloth)
    sleeve += line("M82,72C78,86 70,98 58,106", 0.9)
    collar = shape("M70,58L76,76L94,58L89,54L77,68L74,55Z", PALE)
    beads = hand(30, 98) + placed(rosary(), "translate(29 100)")
    return monk_skirt(cloth) + trunk + patches + beads + sleeve + collar


def hooded(random: Random) -> str:
    """Semimaru: blind, hooded, with his lute."""
    cloth, hood, light = random.choice(CLERICAL), random.choice(ROBES), random.choice(LIGHTS)
    skirt = shape("M28,121C34,104 56,100 80,104C104,100 126,104 132,121Z", light)
    trunk = shape("M80,55C66,55 58,61 54,71L40,116Q80,124 120,116L106,71C102,61 94,55 80,55Z", cloth)
    sleeves = both_sides(hanging_sleeve(cloth, (light,)))
    held = placed(lute(), "translate(84 96) rotate(48)") + hand(72, 99) + hand(106, 78)
    cowl = shape(
        "M80,19C61,19 59,38 61,52C59,60 55,66 51,72Q66,81 80,79Q94,81 109,72C105,66 101,60 99,52C101,38 99,19 80,19Z",
        hood,
    )
    turn = random.choice((-2, 2))
    face = oval(80, 44, 11.4, 14, SKIN) + features(turn, blind=True) + beard(turn, "white")
    brim = shape("M80,28C68,28 66.4,38 67.4,47Q71,33 80,33Q89,33 92.6,47C93.6,38 92,28 80,28Z", hood, 1)
    return skirt + trunk + sleeves + held + tilted(cowl + face + brim, random)


_FIGURES: dict[Figure, Callable[[Random], str]] = {
    Figure.EMPEROR: emperor,
    Figure.COURTIER: courtier,
    Figure.LADY: lady,
    Figure.MONK: monk,
    Figure.HOODED: hooded,
}
