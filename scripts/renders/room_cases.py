"""Showroom: the gallery of cases: the company's projects as lit pictures along the wall, a model at its end."""
from showroom import *

PICTURE = "showroom/9"
SIZE = "960 640"
EXPOSURE = 0.35


def build():
    m = stuff()
    hall(m, "left", 62, 30)
    # The long wall on the right carries the pictures.
    boxes("battens", [((0.9, 1.0, TALL - 3.4), (29.4, -60 + 1.7 * k, TALL / 2 - 0.2)) for k in range(72)], m["timber"], 0.06)
    area("graze", (27, 0, TALL - 0.8), (30, 0, 4), (0.8, 120), 9000, WARM)
    for k, file in enumerate(("case/sdkaili", "case/qdfangwu", "case/huanghejiangong", "case/sddianjian1")):
        y = -17 + 20.5 * k
        screen(m, file, (28.2, y, 17.5), (16.5, 11), -90, 0.95)
        box("plate", (0.1, 4.6, 1.3), (28.4, y + 5.8, 9.6), m["steel"], 0.04)
        spot((16, y, 40), (28, y, 16), 2600)
    # At the end a house on its plinth.
    at = (-2, 40)
    slab("plinth", rrect(15, 15, 0.4), 0.5, 8, m["dark"], 0.1).location = (*at, 0)
    slab("line", rrect(15.04, 15.04, 0.4), 7.2, 7.42, m["line"]).location = (*at, 0)
    house = facade("house", (0.16, 0.16, 0.17), 0.55, 1.0, 0.62, 0.5)
    for dx, dy, w, h in ((-2.6, 1.2, 3.4, 13), (2.4, 1.8, 3.2, 10.5), (0.4, -3.4, 3.6, 7)):
        box("house", (w, w, h), (at[0] + dx, at[1] + dy, 8 + h / 2), house, 0.03)
    slab("park", rrect(13.6, 13.6, 0.3), 8, 8.12, surface("park", (0.04, 0.09, 0.045), 0, 0.9, 0.4, 12)).location = (*at, 0)
    spot((at[0] - 6, at[1] - 14, 40), (*at, 12), 3500, (1, 0.9, 0.78))
    for y in (-2, 24):
        slab("bench", rrect(5.6, 17, 0.8), 3.4, 4.5, m["cloth"], 0.3).location = (-3, y - 6, 0)
        slab("base", rrect(4.6, 15.6, 0.6), 0, 3.4, m["timber"], 0.08).location = (-3, y - 6, 0)
    camera((-9, -54, 16), (9, 20, 14.5), 28, 1.6, (20, 0, 16))
