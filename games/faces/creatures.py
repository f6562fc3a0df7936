"""What stands beside the plants: birds and beasts, the cup, the poet and his umbrella."""

from games.faces.ink import BLACK, GREEN, GREY, PALE, PURPLE, RED, YELLOW, circle, ellipse, line, number, path, polar


def crane():
    o = line("M31,46L30,77M30,77l-5,2M30,77l4,2", BLACK, 1.8) + line("M37,46L40,61L36,77M36,77l5,2", BLACK, 1.8)
    o += path("M34,26C48,25 60,33 66,54C60,49 56,50 55,57C51,51 47,51 45,55C41,46 36,38 34,26Z", BLACK, PALE, 0.8)
    o += path("M17,36C15,27 26,20 38,24C47,27 53,34 54,43C46,45 38,52 28,49C21,47 18,42 17,36Z", PALE, BLACK, 1.4)
    o += line("M28,31Q38,31 46,40M26,37Q34,37 41,44", BLACK, 1.2)
    o += line("M21,34C8,27 23,18 15,8", BLACK, 7.4) + line("M20,35C8,27 23,18 15,9", PALE, 4.4)
    o += line("M12.6,22C14,18 16,15 14,10", BLACK, 2.4)
    o += path("M10,8C10,3 18,1 19,7C19,11 13,12 10,8Z", PALE, BLACK, 1.2) + path(
        "M11,5.5C12,1.5 18,1.4 18.6,5.4Q15,4 11,5.5Z", RED
    )
    o += path("M10.6,6L-3,10.6L10.6,10Z", YELLOW, BLACK, 0.9) + circle(13.4, 7.4, 1, BLACK)
    return o


def warbler():
    o = path("M30,15L47,21L46,26L28,22Z", GREEN, PALE, 0.7)
    o += path("M2,9C4,1 14,0 19,5C28,8 36,16 35,22C32,28 20,29 13,24C6,21 1,15 2,9Z", GREEN, PALE, 0.8)
    o += path("M4,12C6,20 12,27 22,27C16,27 8,24 5,18Z", YELLOW) + path(
        "M3,11C4,21 14,28 25,26C18,22 12,18 9,11Q5,9 3,11Z", YELLOW
    )
    o += path("M16,11C24,10 32,16 38,24C29,25 18,22 16,11Z", BLACK, PALE, 0.8) + line(
        "M21,15Q28,17 33,22M19,18Q25,21 29,23", PALE, 0.8
    )
    o += path("M2.4,7L-5,9.6L3,11Z", BLACK) + circle(8, 7.4, 2.2, PALE) + circle(7.8, 7.4, 1.2, BLACK)
    o += line("M17,26L16,33M22,27L23,33", BLACK, 1.3)
    return o


def cuckoo():
    """flying down-left, long barred tail"""
    o = path("M38,18L66,8L64,14L70,15L63,20L67,23L40,28Z", BLACK, PALE, 0.8) + line(
        "M47,18.6L62,14M47,22L62,19", PALE, 1
    )
    o += path("M26,16C30,2 44,-8 58,-12C52,-6 54,-4 50,0C52,2 48,5 46,8C46,11 42,14 38,20Z", BLACK, PALE, 0.9)
    o += path("M4,20C6,13 16,11 26,14C36,15 42,19 44,24C36,32 18,32 10,27C5,26 3,24 4,20Z", GREY, BLACK, 1)
    o += path("M9,26C18,33 34,32 43,24.6C34,26 20,27 9,26Z", PALE, BLACK, 0.8) + line(
        "M18,27.4l1,2.6M24,28l.8,2.6M30,27.8l.6,2.6M36,27l.4,2", BLACK, 1.1
    )
    o += path("M20,22C14,34 16,46 24,56C25,50 28,50 28,45C32,45 31,40 33,37C35,34 35,28 36,24Z", BLACK, PALE, 0.9)
    o += (
        path("M5,19L-4,23.5L6,24.4Z", YELLOW, BLACK, 0.8) + circle(10.4, 18.6, 2, YELLOW) + circle(10.4, 18.6, 1, BLACK)
    )
    return o


def butterfly(c1, c2):
    w = ("M0,0C-4,-12 -16,-19 -22,-14C-25,-8 -18,0 0,3Z", "M0,2C-12,1 -20,6 -17,14C-13,19 -4,14 0,5Z")
    o = ""
    for sx in (1, -1):
        o += f'<g transform="scale({sx} 1)">' + path(w[0], c1, BLACK, 1.1) + path(w[1], c2, BLACK, 1.1)
        o += (
            circle(-15, -9.5, 2.8, PALE)
            + circle(-11.5, 9.5, 2.2, PALE)
            + line("M-3,-1L-10,-6M-3,3.6L-8,6.4", BLACK, 0.8)
            + line("M0,-4Q-2,-11 -6,-13", BLACK, 1)
            + "</g>"
        )
    return o + ellipse(0, 2, 1.9, 8, BLACK)


def boar():
    """trotting left: high shoulder, long snout, tusk, crest of bristles"""
    o = path("M20,40L15,54H21L27,42ZM29,42L32,56H38L37,42ZM56,40L52,56H58L64,42ZM64,38L70,53H75L73,34Z", BLACK)
    o += path(
        "M19,14L20,7L24,10L27,3L31,7L36,1L39,6L45,1L47,6L54,4L55,9C66,11 75,18 76,29C77,38 70,43 60,43C50,47 34,47 26,43C20,43 14,43 8,44C3,46 -5,44 -8,39C-9,35 -7,32 -4,31C2,28 6,22 10,18C13,15 16,14 19,14Z",
        BLACK,
    )
    o += path("M-8,39C-9,35 -7,32 -4,31L-.6,29.6C1.4,34 1,39 -1,43.4C-4.6,43.4 -7,41.6 -8,39Z", RED, PALE, 0.6)
    o += circle(-4.4, 35, 1, BLACK) + circle(-4.6, 39, 1, BLACK)
    o += (
        path("M4,44C2,38 4,33 9,30C8.6,35 9,39 11,43Z", PALE)
        + circle(12, 25.6, 2.5, PALE)
        + circle(11.4, 25.8, 1.3, BLACK)
    )
    o += path("M19,19C17,12 20,6 25,3C29,9 29,16 26,21Z", BLACK, PALE, 1) + path(
        "M21.4,17C20.6,13 22,9.6 24.4,7.6C26,11 26,14.6 24.6,18Z", RED
    )
    o += line("M33,12l6,3M42,11l6,3M51,13l6,3M35,21l7,3M47,20l7,3M59,21l6,3M33,31l7,3M46,31l7,3M59,31l6,3", GREY, 1.5)
    return o + line("M75,24Q83,22 81,31", BLACK, 2)


def goose():
    """flying left"""
    o = path("M16,8C24,-6 34,-14 46,-16C42,-10 42,-6 36,1C34,5 30,9 26,11Z", BLACK, PALE, 0.8)
    o += path(
        "M-13,3.6L-6,2C-4,-.6 0,-.6 2,2C8,6 14,5 22,6C32,6 38,10 46,10L40,13.6L45,16C36,18 24,18 16,14C9,10 5,9 -1,5.4Q-4,6.6 -6,5Z",
        BLACK,
        PALE,
        0.7,
    )
    o += (
        path("M12,11C20,16 30,17 38,15C30,13 22,10 12,11Z", GREY)
        + path("M-13,3.6L-6.4,2.2L-6.2,4.8Z", YELLOW)
        + circle(-2.8, 2.6, 0.7, PALE)
    )
    o += path("M16,13C18,22 24,30 34,34C32,29 34,27 30,21C30,18 28,15 26,14Z", BLACK, PALE, 0.8)
    o += line("M24,4L36,-8M27,8L36,-1", PALE, 0.8)
    return o


def cup():
    """shallow sakazuki on its foot, tipped toward the viewer"""
    o = path("M-11,12L-13,21Q0,25 13,21L11,12Z", BLACK, PALE, 1)
    o += path("M-33,-4C-30,9 -14,15 0,15C14,15 30,9 33,-4Z", RED, PALE, 1.4)
    o += ellipse(0, -6, 33, 14, RED, 0, PALE, 1.4) + ellipse(0, -6, 28, 10.8, YELLOW) + ellipse(0, -5.4, 24.6, 8.8, RED)
    b = ""
    for i in range(12):
        x, y = polar(1, i * 30)
        b += f"M0,-5.4L{number(x * 14)},{number(-5.4 + y * 5.6)}"
    return o + line(b, YELLOW, 1.8) + ellipse(0, -5.4, 3.8, 1.9, YELLOW)


def deer():
    o = path(
        "M18,50L15,76H19L24,52ZM26,52L26,76H30L32,52ZM50,50L52,62L49,76H53L57,62L58,48ZM44,52L43,76H47L50,54Z",
        YELLOW,
        BLACK,
        1,
    )
    o += path("M15,76h4l-.4,-3.4h-3ZM26,76h4v-3.4h-4ZM49,76h4l.6,-3.4h-3.4ZM43,76h4v-3.4h-4Z", BLACK)
    o += path("M60,34Q68,32 66,42Q62,43 59,40Z", PALE, BLACK, 1)
    o += path(
        "M14,12C17,18 18,24 22,28C34,27 52,27 58,31C64,36 62,48 57,53C46,56 30,56 21,54C13,50 12,40 9,30C8,24 7,20 5,18Z",
        YELLOW,
        BLACK,
        1.2,
    )
    o += path("M21,54C30,56 46,56 57,53C48,49 30,49 21,54Z", PALE)
    o += path("M-6,17C-4,11 3,6 9,7C15,8 17,14 14,19C10,22 4,20 -3,21C-6,21 -7,19 -6,17Z", YELLOW, BLACK, 1.2)
    o += path("M-6,17L-2.6,16L-3,21C-6,21 -7,19 -6,17Z", BLACK) + circle(3.6, 12.6, 1.3, BLACK)
    o += path("M12,8C16,3 22,4 23,6C21,10 17,13 13,12Z", YELLOW, BLACK, 1)
    o += line("M8,7C6,0 1,-4 2,-13M4,-3L-4,-8M3,-8L8,-13M11,7C14,0 14,-6 19,-14M13.6,-2L21,-5M15,-7L11,-13", BLACK, 2)
    for x, y in ((26, 34), (33, 31), (40, 35), (47, 32), (54, 37), (29, 41), (37, 42), (45, 41), (52, 45), (20, 40)):
        o += circle(x, y, 1.7, PALE)
    return o


def swallow():
    o = path("M28,10C46,8 58,12 74,26C60,20 52,20 44,20C54,24 60,30 64,40C54,30 44,26 32,22Z", BLACK, PALE, 0.8)
    o += path("M22,12C24,-4 32,-16 46,-24C44,-14 42,-4 36,12Z", PURPLE, PALE, 0.9) + line(
        "M28,6Q32,-8 40,-16", PALE, 0.8
    )
    o += path("M4,12C5,4 14,2 21,6C32,8 38,14 40,20C32,26 18,26 11,21C6,19 3,16 4,12Z", PURPLE, PALE, 0.8)
    o += path("M8,18C14,26 30,27 39,20C30,20 20,20 13,15Z", PALE, BLACK, 0.9)
    o += path("M4,12C6,18 12,20 16,19C14,14 10,10 4,12Z", RED)
    o += path("M20,18C12,30 12,42 18,56C24,46 32,36 34,22Z", PURPLE, PALE, 0.9) + line("M20,46Q22,34 28,24", PALE, 0.8)
    o += path("M4.4,10L-3,11.6L4.4,14Z", BLACK) + circle(11, 9.4, 1.7, PALE) + circle(11, 9.4, 0.9, BLACK)
    return o


def phoenix():
    o = ""
    tails = [
        ("M42,24C64,12 78,24 77,46", YELLOW, 77, 46),
        ("M40,26C60,22 70,42 66,72", RED, 66, 72),
        ("M38,28C52,32 56,52 48,82", GREEN, 48, 82),
        ("M36,30C40,40 40,58 28,84", PURPLE, 28, 84),
    ]
    for d, col, x, y in tails:
        o += line(d, BLACK, 6) + line(d, col, 4)
        o += path(
            f"M{x},{y - 10}C{x + 9},{y - 4} {x + 8},{y + 7} {x},{y + 13}C{x - 8},{y + 7} {x - 9},{y - 4} {x},{y - 10}Z",
            col,
            BLACK,
            1,
        )
        o += circle(x, y + 1, 4.2, PALE) + circle(x, y + 1, 2.1, RED if col != RED else PURPLE)
    o += path(
        "M20,18C18,-2 30,-22 62,-29C60,-23 64,-21 60,-17C64,-14 60,-10 57,-8C60,-4 56,0 53,1C55,6 50,9 47,10C47,16 42,19 36,23Z",
        RED,
        BLACK,
        1,
    )
    o += line("M27,10C30,-4 38,-14 52,-20M32,12C37,0 42,-6 51,-10M36,15C41,7 44,4 48,1", YELLOW, 1.6)
    o += path("M6,4C9,10 12,12 22,13C32,13 42,20 42,27C36,34 22,34 15,27C8,22 4,14 2,7Z", YELLOW, BLACK, 1.1)
    o += line("M13,16q3,3 6,0M20,19q3,3 6,0", RED, 1.3)
    o += path(
        "M18,24C8,30 0,42 -1,58C4,55 6,57 10,52C13,54 16,50 18,46C22,47 24,43 26,39C31,39 33,34 36,29Q27,23 18,24Z",
        RED,
        BLACK,
        1,
    )
    o += line("M5,50C8,40 14,33 22,29M13,46C16,39 21,34 27,31", YELLOW, 1.6)
    o += path("M-3,4C-3,-3 6,-5 9,0C11,5 7,9 2,9C-1,9 -3,7 -3,4Z", YELLOW, BLACK, 1.1)
    o += path("M-2.6,2L-10,6.4L-2,6.6Z", BLACK) + path("M-1,8Q0,14 4,12Q4,10 3,8Z", RED) + circle(1.8, 2.4, 1.2, BLACK)
    return o + line("M4,-3C4,-9 9,-12 14,-11M6,-2C8,-6 13,-7 18,-4M2,-3.6C0,-9 2,-14 7,-15", RED, 2.2)


def umbrella_poet():
    o = path("M-14,72h9v5h-9ZM7,72h9v5h-9Z", BLACK)
    o += path("M-16,48L-20,73H-2L1,54L4,73H20L17,48Z", GREY, BLACK, 1.1)
    o += path("M-10,16C-20,22 -25,38 -27,52C-16,58 14,58 24,53C22,38 16,22 8,16Z", RED, BLACK, 1.2)
    o += path("M-10,16C-22,18 -33,36 -36,48C-29,54 -22,54 -16,50C-12,40 -8,28 -4,20Z", RED, BLACK, 1.2)
    o += path("M-36,48C-29,54 -22,54 -16,50L-17,46C-23,49 -29,48 -34,43Z", YELLOW)
    o += path("M-8,16L-1,27L7,16L4,14H-5Z", PALE, BLACK, 0.9) + path("M-14,40Q0,45 19,40L19.6,44Q0,49 -15,44Z", BLACK)
    o += ellipse(-1, 7, 8, 9, PALE, 0, BLACK, 1.1) + path("M-9,4C-8,-2 7,-2 7,4Q-1,1 -9,4Z", BLACK)
    o += path("M-6,0L-5,-9Q1,-14 6,-9L5,0Z", BLACK)
    o += line("M-5,7h2.6M1,7h2.6", BLACK, 1.1) + line("M-2,12h3", RED, 1.2) + path("M-2.4,14.6L-1,19L.6,14.6Z", BLACK)
    o += line("M16,34L10,-24", BLACK, 2.2)
    o += path("M8,16C18,18 26,30 22,38C18,42 12,40 10,36C8,30 6,22 8,16Z", RED, BLACK, 1.2) + ellipse(
        15.4, 35, 3, 3.4, PALE, 0, BLACK, 0.9
    )
    return o


def umbrella():
    o = path(
        "M-44,8C-40,-14 -16,-26 2,-26C22,-26 44,-12 46,10Q38,4 31,9Q23,3 15,8Q8,2 0,7Q-8,2 -15,7Q-22,3 -30,8Q-37,4 -44,8Z",
        YELLOW,
        BLACK,
        1.4,
    )
    o += line("M2,-26L-30,8M2,-26Q-10,-10 -15,7M2,-26L0,7M2,-26Q12,-10 15,8M2,-26Q26,-10 31,9", BLACK, 1.1)
    o += path("M-40,-3C-30,-8 -16,-9 0,-9C18,-9 34,-7 43,-2L44.6,3C32,-2 18,-4 0,-4C-18,-4 -32,-2 -42.6,3Z", RED)
    return o + circle(2, -27, 2.6, BLACK)


def frog():
    return (
        path("M0,8C0,2 6,-2 12,0C18,-2 22,4 20,9Q10,12 0,8Z", GREEN, PALE, 0.6)
        + circle(6, -1, 2.2, GREEN, PALE, 0.6)
        + circle(6, -1.2, 0.9, PALE)
        + line("M14,9Q20,13 23,8M4,9L1,12", GREEN, 2.2)
    )
