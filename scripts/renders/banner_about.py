"""The company's reception in the evening: the counter before the timber wall, the name lit above it: the banner of the company."""
import helmet
import trowelling_robot
from showroom import *

PICTURE = "banner/about"
SIZE = "1920 480"
EXPOSURE = 0.3


def counter(m, x, y):
    slab("counter", rrect(38, 8, 0.8), 0.8, 10.6, m["navy"], 0.08).location = (x, y, 0)
    boxes("slats", [((0.95, 0.5, 9.4), (x - 18 + 1.24 * k, y - 4.1, 5.7)) for k in range(30)], m["timber"], 0.05)
    slab("shelf", rrect(39.4, 9.4, 0.8), 10.6, 11.3, m["white"], 0.12).location = (x, y, 0)
    slab("plinth", rrect(37, 7, 0.8), 0, 0.8, m["black"]).location = (x, y, 0)
    box("under", (38.4, 0.2, 0.25), (x, y - 4.55, 10.4), m["line"])
    spot((x, y - 24, 40), (x, y, 4), 9000, (1, 0.9, 0.78), 8)
    area("under", (x, y - 4.8, 10.2), (x, y - 4.2, 0), (38, 0.4), 700, WARM)
    helmet.build(at=(x - 13, y - 0.6, 11.55), turn=-24)


def build():
    m = stuff()
    hall(m, "left", 46, 62)
    counter(m, 9, 24)
    slab("seat", rrect(24, 8, 1.2), 1.6, 4.4, m["cloth"], 0.4).location = (-34, 34, 0)
    slab("base", rrect(23, 7, 1.0), 0.4, 1.6, m["black"], 0.05).location = (-34, 34, 0)
    for dx in (-6, 6):
        box("cushion", (11, 1.8, 4.4), (-34 + dx, 37.2, 6.2), m["cloth"], 0.6, None, (-10, 0, 0))
    plant(m, (-17, 36), random.Random(2), 14)
    text("筑站", 8.6, glow("name", (1, 0.86, 0.66), 2.6), (9, 44.4, 13.2), None, (90, 0, 0), "CENTER", 0.3)
    area("halo", (9, 43.5, 16), (9, 46, 16), (20, 8), 900, WARM)
    podium(m, (25, 9), 8.2)
    trowelling_robot.build((25, 9, 1.6), -30)
    spot((17, -18, 36), (25, 9, 4), 9500, (1, 0.9, 0.78))
    spot((37, 22, 34), (25, 9, 4), 5000, COOL)
    for x in (-2, 9, 20):
        spot((x, 14, 38), (x, 24, 10), 3500)
    camera((-5, -56, 15.5), (-2, 24, 8.6), 29, 1.0, (9, 16, 9))
