"""Showroom: the room for talks: a long table in the dusk, the drawings on it, the plan on the screen."""
import helmet
from showroom import *

PICTURE = "showroom/8"
SIZE = "960 640"
EXPOSURE = 0.4


def build():
    m = stuff()
    hall(m, "back", 40, 46)
    slab("table", rrect(17, 46, 3.0), 7.1, 7.6, m["top"], 0.15).location = (-2, 0, 0)
    for y in (-13, 13):
        box("leg", (7, 1.2, 7.1), (-2, y, 3.55), m["dark"], 0.1)
    for y in (-15, -5, 5, 15):
        chair(m, (-14, y), 90 + (y % 7) - 3)
        chair(m, (10, y), -90 + (y % 5) - 3)
    drawing = printed("drawing", "drawing", 0.7)
    sheet("drawing", 8.4, 6, drawing, (-2.4, -11, 7.615), (0, 0, 6))
    sheet("drawing", 8.4, 6, drawing, (0.2, -3.2, 7.61), (0, 0, -9))
    for k, x in enumerate((-7.6, -7.1)):
        rods("roll", [((x, -9 + k, 7.9), (x + 1.4, -3 + k, 7.9), 0.28)], surface("paper", (0.75, 0.76, 0.75), 0, 0.8), 24)
    cup = surface("cup", (0.75, 0.76, 0.76), 0, 0.25, coat=0.6)
    for x, y in ((-7.5, -15), (3.6, -15), (-7.5, 5), (3.6, 5)):
        lathe("cup", [(0.001, 0), (0.3, 0), (0.42, 0.9), (0.38, 0.9), (0.28, 0.1), (0.001, 0.1)], cup).location = (x, y, 7.6)
    helmet.build((3.8, -8.6, 7.87), -50)
    # The screen stands before the dark wall on the right.
    screen(m, "platform", (44.4, 14, 19), (32, 18), -90, 1.15)
    for s in (-1, 1):
        box("lamp", (0.6, 38, 0.9), (-2 + s * 3.2, 0, 27), m["dark"], 0.06)
        box("lit", (0.45, 37.4, 0.1), (-2 + s * 3.2, 0, 26.52), m["line"]).visible_diffuse = False
        rods("ropes", [((-2 + s * 3.2, y, 27), (-2 + s * 3.2, y, TALL), 0.05) for y in (-16, 16)], m["steel"], 8)
    area("lamp", (-2, 0, 26.3), (-2, 0, 7), (7, 37), 8000, (1, 0.84, 0.64))
    plant(m, (-38, 33), random.Random(4), 15)
    camera((-17, -47, 17.5), (7, 8, 11.6), 26, 1.3, (-2, -10, 8))
