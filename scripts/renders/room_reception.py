"""Showroom: the reception: a counter before the timber wall, the name lit above it, seats at the window, a robot on its stage."""
import helmet
import trowelling_robot
from showroom import *

PICTURE = "showroom/1"
SIZE = "960 640"
EXPOSURE = 0.35


def counter(m):
    x, y = 8, 22
    slab("counter", rrect(38, 8, 0.8), 0.8, 10.6, m["navy"], 0.08).location = (x, y, 0)
    boxes("slats", [((0.7, 0.5, 9.4), (x - 18 + 1.24 * k, y - 4.1, 5.7)) for k in range(30)], m["timber"], 0.05)
    slab("shelf", rrect(39.4, 9.4, 0.8), 10.6, 11.3, m["white"], 0.12).location = (x, y, 0)
    slab("plinth", rrect(37, 7, 0.8), 0, 0.8, m["black"]).location = (x, y, 0)
    box("under", (38.4, 0.2, 0.25), (x, y - 4.55, 10.4), m["line"])
    box("orange", (38.2, 0.3, 0.5), (x, y - 4.3, 1.2), m["orange"], 0.03)
    spot((x, y - 24, 40), (x, y, 4), 16000, (1, 0.9, 0.78), 8)
    area("under", (x, y - 4.8, 10.2), (x, y - 4.2, 0), (38, 0.4), 700, WARM)
    helmet.build(at=(x - 12, y - 0.4, 11.55), turn=-24)
    screen(m, "platform", (x + 9, y + 0.5, 14.2), (7.2, 4.05), 6, 0.9)
    box("stem", (0.6, 0.4, 3), (x + 9, y + 1.2, 12.6), m["black"])


def lounge(m):
    """A low bench, two cubes and a table at the window."""
    for y in (-8, 14):
        slab("seat", rrect(9, 19, 1.2), 1.6, 4.4, m["cloth"], 0.4).location = (-36, y, 0)
        slab("base", rrect(8.2, 18.2, 1.0), 0.4, 1.6, m["black"], 0.05).location = (-36, y, 0)
        for dy in (-4.6, 4.6):
            box("cushion", (1.8, 8.6, 4.2), (-39.4, y + dy, 6.2), m["cloth"], 0.6, None, (0, -10, 0))
    slab("table", circle(4.6, 96), 3.6, 4.0, m["top"], 0.08).location = (-24.5, 3, 0)
    slab("stem", circle(0.5, 48), 0, 3.6, m["steel"], 0.05).location = (-24.5, 3, 0)
    slab("disc", circle(2.6, 96), 0, 0.3, m["black"], 0.05).location = (-24.5, 3, 0)


def build():
    m = stuff()
    hall(m, "left", 46, 50)
    counter(m)
    lounge(m)
    plant(m, (-41, 38), random.Random(2), 15)
    text("筑站", 22, glow("name", (1, 0.86, 0.66), 2.6), (8, 44.4, 21), None, (90, 0, 0), "CENTER", 0.5)
    area("halo", (8, 43.5, 28), (8, 46, 28), (24, 12), 2200, WARM)
    podium(m, (17, -11), 8.2)
    trowelling_robot.build((17, -11, 1.6), -24)
    spot((12, -30, 36), (17, -11, 4), 14000, (1, 0.9, 0.78))
    spot((27, 2, 34), (17, -11, 4), 5000, COOL)
    for x in (-4, 8, 20):
        spot((x, 10, 38), (x, 20, 10), 5000)
    spot((-30, -4, 38), (-30, 3, 3), 8000)
    camera((9, -48, 14), (-2, 10, 12), 27, 1.4, (8, 16, 9))
