"""Shapes as SVG text, in seven inks: numbers with one decimal, angles in degrees from straight up, clockwise."""

import math

BLACK, RED, PURPLE, YELLOW, GREEN, PALE, GREY = (
    "#1d1b19",
    "#c8372d",
    "#4b3b7c",
    "#e7b53b",
    "#2f6b45",
    "#f4ecd8",
    "#93a1a8",
)
WIDTH, HEIGHT = 100, 162


def number(v):
    """A number as short as one decimal allows."""
    s = f"{v:.1f}"
    s = s.removesuffix(".0")
    return "0" if s == "-0" else s


def polar(r, deg):
    """The point at distance `r` in the direction `deg`."""
    a = math.radians(deg)
    return (r * math.sin(a), -r * math.cos(a))


def path(d, fill="none", stroke=None, w=1.0, extra=""):
    """A path, stroked with round ends where there is a stroke."""
    s = f'<path d="{d}" fill="{fill}"'
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{number(w)}" stroke-linecap="round" stroke-linejoin="round"'
    return s + extra + "/>"


def line(d, stroke=BLACK, w=1.0):
    """A path that is only a stroke."""
    return path(d, "none", stroke, w)


def circle(x, y, r, fill, stroke=None, w=1.0):
    """A disc."""
    s = f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" fill="{fill}"'
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{number(w)}"'
    return s + "/>"


def ellipse(x, y, rx, ry, fill, rot=0, stroke=None, w=1.0):
    """An ellipse, turned about its middle."""
    s = f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" fill="{fill}"'
    if stroke:
        s += f' stroke="{stroke}" stroke-width="{number(w)}"'
    if rot:
        s += f' transform="rotate({number(rot)} {number(x)} {number(y)})"'
    return s + "/>"


def rect(x, y, w, h, fill):
    """A rectangle."""
    return f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="{fill}"/>'


def polygon(pts):
    """The path data of a closed polygon."""
    return "M" + "L".join((f"{number(x)},{number(y)}" for x, y in pts)) + "Z"


def placed(x=0, y=0, s=1, r=0, flip=False):
    """A transform: moved, then turned, then scaled (mirrored: `flip`)."""
    t = f"translate({number(x)} {number(y)})"
    if r:
        t += f" rotate({number(r)})"
    if flip:
        t += f" scale({-s:.3g} {s:.3g})"
    elif s != 1:
        t += f" scale({s:.3g})"
    return t


def group(t, body):
    """A group under a transform."""
    return f'<g transform="{t}">{body}</g>'


def along(p0, p1, p2, t):
    """The point at `t` of a quadratic curve, and its direction."""
    x = (1 - t) ** 2 * p0[0] + 2 * t * (1 - t) * p1[0] + t * t * p2[0]
    y = (1 - t) ** 2 * p0[1] + 2 * t * (1 - t) * p1[1] + t * t * p2[1]
    dx = 2 * (1 - t) * (p1[0] - p0[0]) + 2 * t * (p2[0] - p1[0])
    dy = 2 * (1 - t) * (p1[1] - p0[1]) + 2 * t * (p2[1] - p1[1])
    return (x, y, math.degrees(math.atan2(dx, -dy)))


def sword(x0, y0, x1, y1, w, bend=0, col=GREEN, st=PALE):
    """sword-shaped leaf from base to tip"""
    mx, my = ((x0 + x1) / 2 + bend, (y0 + y1) / 2)
    return path(
        f"M{number(x0 - w)},{number(y0)}Q{number(mx - w)},{number(my)} {number(x1)},{number(y1)}Q{number(mx + w)},{number(my)} {number(x0 + w)},{number(y0)}Z",
        col,
        st,
        0.6,
    )
