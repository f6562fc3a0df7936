"""Flowers and leaves, each drawn about 0,0: what a card may place more than once."""

from games.faces.ink import BLACK, GREEN, PALE, PURPLE, RED, YELLOW, circle, ellipse, line, number, path, polar, polygon


def pinefan(col=GREEN):
    r, m = (20, 11)
    pts = [(-r * 0.97, 1.5)]
    pts += [polar(r if i % 2 else r * 0.8, -90 + i * 180 / (2 * m)) for i in range(2 * m + 1)]
    pts += [(r * 0.97, 1.5), (0, 4)]
    o = path(polygon(pts), col, PALE, 0.8)
    d = ""
    for i in range(1, m):
        a = -90 + i * 180 / m
        x0, y0 = polar(6, a)
        x1, y1 = polar(15.4, a)
        d += f"M{number(x0)},{number(y0)}L{number(x1)},{number(y1)}"
    return o + line(d, PALE, 0.9) + path("M-5,3A5,5 0 0 1 5,3Z", RED)


def plum(col=RED):
    st = PALE if col == RED else RED
    o = ""
    for i in range(5):
        x, y = polar(5, i * 72)
        o += circle(x, y, 4.7, col, st, 0.7)
    d = ""
    for i in range(10):
        x, y = polar(6 if i % 2 else 5, i * 36)
        d += f"M0,0L{number(x)},{number(y)}"
    ink = YELLOW if col == RED else RED
    o += circle(0, 0, 3, col) + line(d, ink, 0.7)
    return o + circle(0, 0, 2, YELLOW)


def plumbud(col=RED):
    return circle(0, 0, 3, col, PALE if col == RED else RED, 0.7) + path(
        "M-2.6,1.4Q0,4.6 2.6,1.4Q0,2.4 -2.6,1.4Z", BLACK
    )


def cherry(col=PALE):
    st = RED if col == PALE else PALE
    o = ""
    d = "M0,0C-5,-2.6 -6.6,-7.6 -3,-11L0,-8.2L3,-11C6.6,-7.6 5,-2.6 0,0Z"
    for i in range(5):
        o += f'<path d="{d}" transform="rotate({72 * i})"/>'
    o = f'<g fill="{col}" stroke="{st}" stroke-width=".9" stroke-linejoin="round">{o}</g>'
    dd = ""
    for i in range(5):
        x, y = polar(5, i * 72)
        dd += f"M0,0L{number(x)},{number(y)}"
    return o + line(dd, st, 0.8) + circle(0, 0, 2, YELLOW if col != PALE else RED)


def cherryleaf():
    return path("M0,0C-4,-5 -3.4,-11 0,-15C3.4,-11 4,-5 0,0Z", GREEN, PALE, 0.5) + line("M0,-1V-12", PALE, 0.6)


def raceme(rows=8):
    """hanging wisteria cluster: wide rows of florets tapering to a tip"""
    o = line(f"M0,-5V{number(rows * 5.2)}", BLACK, 1)
    b = y = ""
    for k in range(rows - 1, -1, -1):
        t = k / (rows - 1)
        wd = 7.4 * (1 - t) ** 0.6 * (0.8 if k == 0 else 1)
        m = 3 if t < 0.5 else 2 if t < 0.88 else 1
        q = 1.3 - 0.45 * t
        for j in range(m):
            x = 0 if m == 1 else -wd + 2 * wd * j / (m - 1)
            yy = k * 5.2 + (2 if m == 3 and j == 1 else 0)
            b += f"M{number(x)},{number(yy - 3 * q)}c{number(3.8 * q)},0 {number(4.4 * q)},{number(4.2 * q)} 0,{number(6.6 * q)}c{number(-4.4 * q)},{number(-2.4 * q)} {number(-3.8 * q)},{number(-6.6 * q)} 0,{number(-6.6 * q)}"
            y += f"M{number(x)},{number(yy - 1)}v1.2"
    return o + path(b, PURPLE, PALE, 0.7) + line(y, YELLOW, 1.1)


def wleaf():
    o = line("M0,0Q-2,9 0,19", BLACK, 0.8)
    lf = "M0,0C2.4,-3 6.8,-3.2 9.6,-.4C6.4,2.2 2.6,2.4 0,0Z"
    b = ""
    for k in range(4):
        y = 2 + k * 4.4
        b += f'<path d="{lf}" transform="translate(-.6 {number(y)}) rotate(28)"/>'
        b += f'<path d="{lf}" transform="translate(-.6 {number(y)}) rotate(152)"/>'
    b += f'<path d="{lf}" transform="translate(0 18) rotate(90)"/>'
    return o + f'<g fill="{GREEN}" stroke="{PALE}" stroke-width=".4">{b}</g>'


def iris():
    st = "M0,3C-4.6,-3 -4,-10 0,-14C4,-10 4.6,-3 0,3Z"
    o = f'<path d="{st}" transform="rotate(-30)"/><path d="{st}" transform="rotate(30)"/><path d="{st}"/>'
    sd = "M0,0C-4,-4.5 -12.5,-4 -14.5,4C-15.5,10 -10.5,13.6 -7.4,10.4C-6,7 -3.4,4 0,3Z"
    o += f'<path d="{sd}"/><path d="{sd}" transform="scale(-1 1)"/>'
    o += '<path d="M0,0C-6,2 -7,9 -4.4,13.4C-2,16.4 2,16.4 4.4,13.4C7,9 6,2 0,0Z"/>'
    o = f'<g fill="{PURPLE}" stroke="{PALE}" stroke-width=".9">{o}</g>'
    o += path("M0,2.4Q-1.8,6.5 0,10.6Q1.8,6.5 0,2.4Z", YELLOW)
    o += line("M-5.4,1.2Q-9,1.4 -10.6,5M5.4,1.2Q9,1.4 10.6,5", YELLOW, 1.5)
    return o


def irisbud():
    return path("M0,6C-4,1 -3,-6 0,-11C3,-6 4,1 0,6Z", PURPLE, PALE, 0.6) + path(
        "M-2.8,9C-3.6,4 -2,1 0,-1C2,1 3.6,4 2.8,9Z", GREEN, PALE, 0.5
    )


def ruffle_petal(wd, ln):
    """one broad petal with a three-scallop edge pointing up"""
    return f"M0,0C{number(-wd * 0.7)},{number(-ln * 0.2)} {number(-wd)},{number(-ln * 0.55)} {number(-wd * 0.86)},{number(-ln * 0.84)}Q{number(-wd * 0.62)},{number(-ln * 1.08)} {number(-wd * 0.3)},{number(-ln * 0.92)}Q0,{number(-ln * 1.14)} {number(wd * 0.3)},{number(-ln * 0.92)}Q{number(wd * 0.62)},{number(-ln * 1.08)} {number(wd * 0.86)},{number(-ln * 0.84)}C{number(wd)},{number(-ln * 0.55)} {number(wd * 0.7)},{number(-ln * 0.2)} 0,0Z"


def peony(col=RED):
    st = PALE if col == RED else RED
    b = ""
    for m, wd, ln, off in ((6, 13.5, 23.5, 0), (5, 11, 17, 30), (4, 8, 11, 10)):
        p = ruffle_petal(wd, ln)
        for i in range(m):
            b += f'<path d="{p}" transform="rotate({number(off + i * 360 / m)})"/>'
    o = f'<g fill="{col}" stroke="{st}" stroke-width="1.2" stroke-linejoin="round">{b}</g>'
    o += circle(0, 0, 4.8, YELLOW)
    for i in range(6):
        x, y = polar(2.9, i * 60)
        o += circle(x, y, 0.8, RED)
    return o


def peonyleaf():
    lob = "M0,0C-5.5,-5 -5.5,-12 0,-20C5.5,-12 5.5,-5 0,0Z"
    b = "".join(f'<path d="{lob}" transform="rotate({a})"/>' for a in (-48, 48, 0))
    v = ""
    for a in (-48, 0, 48):
        x, y = polar(15, a)
        v += f"M0,0L{number(x)},{number(y)}"
    return f'<g fill="{GREEN}" stroke="{PALE}" stroke-width=".6">{b}</g>' + line(v, PALE, 0.7)


def hagileaf(col=GREEN):
    b = ""
    for a in (-62, 62, 0):
        x, y = polar(5, a)
        b += ellipse(x, y, 2.5, 4.4, col, a, PALE, 0.4)
    return b


def hagiflower(col=RED):
    return (
        path("M0,0C-4.6,-1 -5,-6 -1.6,-6.6C0,-6.4 0,-3 0,0Z", col, PALE, 0.4)
        + path("M0,0C4.6,-1 5,-6 1.6,-6.6C0,-6.4 0,-3 0,0Z", col, PALE, 0.4)
        + path("M-1.6,1.8Q0,-2 1.6,1.8Q0,3 -1.6,1.8Z", YELLOW)
    )


def plume(col=YELLOW):
    """pampas head: a spray of drooping strands to one side, base at 0,0, leaning to the right"""
    d = ""
    for i, (ex, ey) in enumerate(((-2, -38), (9, -39), (19, -31), (26, -19), (28, -5), (25, 9))):
        d += f"M0,{number(-2.2 * (5 - i))}C{number(ex * 0.1)},{number(ey * 0.5 - 13)} {number(ex * 0.62)},{number(ey - 8 + i * 0.4)} {ex},{ey}"
    return line("M0,5V-12", BLACK, 2.2) + line(d, BLACK, 4.4) + line(d, col, 2.6)


def kiku(col=YELLOW):
    st = BLACK if col == YELLOW else PALE
    b = ""
    for m, ln, wd, off in ((16, 15, 2.5, 0), (12, 10, 2.1, 15), (8, 6, 1.9, 0)):
        p = f"M0,0L{number(-wd)},{number(-ln * 0.78)}Q{number(-wd * 0.9)},{number(-ln)} 0,{number(-ln)}Q{number(wd * 0.9)},{number(-ln)} {number(wd)},{number(-ln * 0.78)}Z"
        for i in range(m):
            b += f'<path d="{p}" transform="rotate({number(off + i * 360 / m)})"/>'
    return f'<g fill="{col}" stroke="{st}" stroke-width=".7">{b}</g>' + circle(
        0, 0, 2.6, RED if col == YELLOW else YELLOW
    )


def kikuleaf():
    return path(
        "M0,1C-2,-2 -4,-1 -7,-2C-11,-4 -9,-8 -5,-7.6C-10,-8 -12,-13 -8,-14.6C-6,-15.2 -4,-14 -3.4,-12.4C-6,-17 -3,-21.4 0,-21.4C3,-21.4 6,-17 3.4,-12.4C4,-14 6,-15.2 8,-14.6C12,-13 10,-8 5,-7.6C9,-8 11,-4 7,-2C4,-1 2,-2 0,1Z",
        GREEN,
        PALE,
        0.6,
    ) + line("M0,-1V-17M0,-3.4L-5,-5M0,-3.4L5,-5M0,-7L-6,-11M0,-7L6,-11", PALE, 0.8)


def maple(col=RED):
    pts = []
    lobes = [(-130, 8), (-88, 12.4), (-44, 14.4), (0, 16), (44, 14.4), (88, 12.4), (130, 8)]
    for i, (a, r) in enumerate(lobes):
        pts += [polar(r * 0.62, a - 16), polar(r, a), polar(r * 0.62, a + 16)]
        if i < 6:
            pts.append(polar(5.8, a + 22))
    pts.append((0, 3.4))
    v = ""
    for a, r in lobes:
        x, y = polar(r * 0.66, a)
        v += f"M0,0L{number(x)},{number(y)}"
    return (
        line("M0,2Q0,8 2.4,12", BLACK, 1.1)
        + path(polygon(pts), col, PALE, 0.6)
        + line(v, BLACK if col == YELLOW else PALE, 0.6)
    )


def pleaf():
    """paulownia: broad three-lobed leaf hanging from its base at 0,0"""
    return path(
        "M0,0C-8,-7 -18,-5 -20,3C-27,4 -30,12 -25,18C-20,19 -16,20 -13,25C-10,31 -4,36 0,42C4,36 10,31 13,25C16,20 20,19 25,18C30,12 27,4 20,3C18,-5 8,-7 0,0Z",
        GREEN,
        PALE,
        0.9,
    ) + line("M0,0V37M0,3Q-10,4 -22,12M0,3Q10,4 22,12M0,13Q-6,17 -9,24M0,13Q6,17 9,24M-11,6L-14,0M11,6L14,0", PALE, 1)


def pspike(rows=3):
    """upright spike with its base at 0,0: rows-1 pairs of flared bells and one at the tip (3 -> five bells, 4 -> seven)"""
    h = rows * 10.4 - 4
    o = line(f"M0,0V{number(-h)}", BLACK, 1.5)
    b = y = ""
    for k in range(rows):
        q = 1.2 - 0.1 * k
        yy = -8 - k * 10.4
        for sg in (0,) if k == rows - 1 else (-1, 1):
            x = sg * (7.6 - k)
            if sg:
                o += line(f"M0,{number(yy + 6)}L{number(x)},{number(yy + 1)}", BLACK, 1.2)
            b += f'<path d="{BELL}" transform="translate({number(x)} {number(yy)}) rotate({30 * sg}) scale({q:.2g})"/>'
            dx, dy = polar(2.4 * q, 30 * sg)
            y += f"M{number(x)},{number(yy)}L{number(x + dx)},{number(yy + dy)}"
    return o + f'<g fill="{PURPLE}" stroke="{PALE}" stroke-width=".6">{b}</g>' + line(y, YELLOW, 1.5)


BELL = "M0,5.4C-2.6,3.4 -3.6,.4 -5.6,-1.6C-6.6,-4.4 -3.8,-5.8 -2.4,-4C-2.2,-6.8 2.2,-6.8 2.4,-4C3.8,-5.8 6.6,-4.4 5.6,-1.6C3.6,.4 2.6,3.4 0,5.4Z"


SYMBOLS = {
    symbol.__name__: symbol
    for symbol in (
        pinefan,
        plum,
        plumbud,
        cherry,
        cherryleaf,
        raceme,
        wleaf,
        iris,
        irisbud,
        peony,
        peonyleaf,
        hagileaf,
        hagiflower,
        plume,
        kiku,
        kikuleaf,
        maple,
        pleaf,
        pspike,
    )
}
