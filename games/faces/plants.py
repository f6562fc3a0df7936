"""The twelve plants as scenes: where on a card each flower and leaf stands."""

import random

from games.faces.ink import (
    BLACK,
    GREEN,
    GREY,
    PALE,
    PURPLE,
    RED,
    YELLOW,
    along,
    circle,
    group,
    line,
    number,
    path,
    placed,
    polar,
    sword,
)


def pine(c, fans, trunk=None):
    if trunk:
        c.add(line(trunk, BLACK, 8), line(trunk, RED, 3.2), line(trunk, BLACK, 1))
    for f in fans:
        x, y, s = f[:3]
        c.use("pinefan", x, y, s, f[4] if len(f) > 4 else 0, f[3] if len(f) > 3 else GREEN)


def plum(c, branches, flowers, buds=()):
    for d, w in branches:
        c.add(line(d, BLACK, w))
    for x, y, _ in buds:
        f = min(flowers, key=lambda f: (f[0] - x) ** 2 + (f[1] - y) ** 2)
        c.add(line(f"M{number(f[0])},{number(f[1])}L{number(x)},{number(y)}", BLACK, 1.6))
    for x, y, col in buds:
        c.use("plumbud", x, y, 1.1, 0, col)
    for f in flowers:
        c.use("plum", f[0], f[1], f[2], f[0] * 7 % 72, f[3] if len(f) > 3 else RED)


def cherry(c, cloud, flowers, leaves=(), branch=None):
    if branch:
        c.add(line(branch, BLACK, 5))
    for x, y, r in cloud:
        c.add(circle(x, y, r, RED))
    for x, y, r in leaves:
        c.use("cherryleaf", x, y, 1, r)
    for f in flowers:
        c.use("cherry", f[0], f[1], f[2], f[0] * 11 % 72, f[3] if len(f) > 3 else PALE)


def wisteria(c, vine, racemes, leaves):
    c.add(line(vine, BLACK, 4))
    for x, y, s, r in leaves:
        c.use("wleaf", x, y, s, r)
    for x, y, s, rows in racemes:
        c.use("raceme", x, y, s, 0, rows)


def iris(c, flowers, blades, buds=(), base=160):
    for b in blades[::2]:
        c.add(sword(b[0], base, b[1], b[2], b[3], b[4] if len(b) > 4 else 0))
    for x, y, _ in flowers:
        c.add(line(f"M{number(x)},{base}L{number(x)},{number(y)}", GREEN, 2.4))
    for x, y, s in buds:
        c.add(line(f"M{number(x)},{base}L{number(x)},{number(y)}", GREEN, 2.2))
        c.use("irisbud", x, y, s)
    for b in blades[1::2]:
        c.add(sword(b[0], base, b[1], b[2], b[3], b[4] if len(b) > 4 else 0))
    for x, y, s in flowers:
        c.use("iris", x, y, s)


def peony(c, flowers, leaves, stems=()):
    for d in stems:
        c.add(line(d, BLACK, 3))
    for x, y, s, r in leaves:
        c.use("peonyleaf", x, y, s, r)
    for f in flowers:
        c.use("peony", f[0], f[1], f[2], f[0] * 3 % 50, f[3] if len(f) > 3 else RED)


def hagi(c, sprays):
    for p0, p1, p2, _ in sprays:
        c.add(line(f"M{p0[0]},{p0[1]}Q{p1[0]},{p1[1]} {p2[0]},{p2[1]}", BLACK, 1.6))
    for p0, p1, p2, count in sprays:
        m = max(4, round(count * 0.6))
        for i in range(m):
            t = 0.24 + 0.76 * i / (m - 1)
            x, y, a = along(p0, p1, p2, t)
            if i == m - 1:
                c.use("hagileaf", x, y, 1, a)
                continue
            sg = 1 if i % 2 else -1
            s = 1.55 - 0.45 * t
            c.use("hagileaf", x, y, s, a + 58 * sg)
            c.use("hagiflower", x, y, s * 1.9, a - 62 * sg, PURPLE if i % 3 == 1 else RED)


def hill(c, top, col=BLACK, plumes=(), seed=1, lcol=PALE):
    """pampas hill: dark mound with a fringe of grass and pale blades inside"""
    yl, ym, yr = top
    rnd = random.Random(seed)
    d = f"M0,162V{yl}Q50,{ym} 100,{yr}V162Z"
    c.add(path(d, col))
    f = b = ""
    for i in range(24):
        t = (i + 0.5) / 24
        x, y, _ = along((0, yl), (50, ym), (100, yr), t)
        h = rnd.uniform(5, 10)
        lean = rnd.uniform(1, 5)
        f += f"M{number(x - 1.3)},{number(y + 1)}Q{number(x)},{number(y - h / 2)} {number(x + lean)},{number(y - h)}Q{number(x + 1.6)},{number(y - h / 2)} {number(x + 1.6)},{number(y + 1)}Z"
    c.add(path(f, col))
    for row in range(1, 5):
        for i in range(6):
            t = (i + row % 2 * 0.5 + 0.3) / 6.4
            x, y, _ = along((0, yl), (50, ym), (100, yr), min(t, 1))
            y += 4 + row * 14
            if y < 156:
                b += f"M{number(x)},{number(y)}q1,-5 4.6,-8M{number(x)},{number(y)}q0,-5 .4,-9M{number(x)},{number(y)}q-1,-4 -4,-6.6"
    c.add(line(b, lcol, 0.9))
    for p in plumes:
        x, y, s, r, pc = p[:5]
        ln = p[5] if len(p) > 5 else 34
        c.add(group(placed(x, y, 1, r), line(f"M-3,{ln}Q-1,{ln / 2:.0f} 0,0", pc, 1.3)))
        c.use("plume", x, y, s, r, YELLOW)


def kiku(c, flowers, leaves, stems=()):
    for d in stems:
        c.add(line(d, BLACK, 2))
    for x, y, s, r in leaves:
        c.use("kikuleaf", x, y, s, r)
    for x, y, s, col in flowers:
        c.use("kiku", x, y, s, 0, col)


def maple(c, leaves, branches=()):
    for d, w in branches:
        c.add(line(d, BLACK, w))
    for x, y, s, r, col in leaves:
        c.use("maple", x, y, s, r, col)


def willow(c, strands, trunk=None, col=GREEN):
    if trunk:
        c.add(
            path(trunk, BLACK),
            line("M84,10q7,6 9,14M95,40q2,10 2,20M95,84q1,12 0,24M93,126q-1,10 -2,18", GREY, 1.1),
        )
    for x, y0, ln, sway in strands:
        p0, p1, p2 = ((x, y0), (x + sway * 0.1, y0 + ln * 0.5), (x + sway, y0 + ln))
        c.add(
            line(
                f"M{number(p0[0])},{number(p0[1])}Q{number(p1[0])},{number(p1[1])} {number(p2[0])},{number(p2[1])}",
                col,
                1.2,
            )
        )
        m = max(4, int(ln / 8))
        d = ""
        for i in range(1, m + 1):
            xx, yy, a = along(p0, p1, p2, i / m)
            for sg in (-1, 1) if i < m else (0,):
                aa = a + 32 * sg
                tx, ty = polar(9.4, aa)
                qx, qy = polar(4.6, aa + 27)
                wx, wy = polar(4.6, aa - 27)
                d += f"M{number(xx)},{number(yy)}q{number(qx)},{number(qy)} {number(tx)},{number(ty)}q{number(wx - tx)},{number(wy - ty)} {number(-tx)},{number(-ty)}"
        c.add(path(d, col))


def kiri(c, leaves, spikes):
    for x, y, s, r, rows in spikes:
        c.use("pspike", x, y, s, r, rows)
    for x, y, s, r in leaves:
        c.use("pleaf", x, y, s, r)
