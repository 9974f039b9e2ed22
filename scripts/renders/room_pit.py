"""Showroom: the model of a deep pit, cut open in front: walls, struts, layers of soil, and the points that are measured; above it their curves."""
from showroom import *

PICTURE = "showroom/7"
SIZE = "960 640"
EXPOSURE = 0.4


def model(m, at, z):
    """A block of ground of 40 by 24; the pit in it is open to the front."""
    cx, cy = at
    root = empty("model", (cx, cy, z))
    soils = (((0.16, 0.11, 0.065), 3.4), ((0.23, 0.17, 0.10), 3.2), ((0.13, 0.10, 0.085), 3.4), ((0.24, 0.215, 0.18), 2.4))
    left, right, front, back, deep = -11, 11, -12, 7, 9.6
    low = 0
    for k, (color, thick) in enumerate(reversed(soils)):
        mat = surface("soil", color, 0, 0.92, 0.5, 9 + 3 * k, mottle=0.35, mottle_scale=0.8)
        high = low + thick
        over = max(low, 12.4 - deep)
        each = [((20 + left, 24, thick), ((-20 + left) / 2, 0, (low + high) / 2)), ((20 - right, 24, thick), ((20 + right) / 2, 0, (low + high) / 2)),
                ((right - left, 12 - back, thick), (0, (12 + back) / 2, (low + high) / 2))]
        if low < 12.4 - deep:
            top = min(high, 12.4 - deep)
            each.append(((right - left, back - front, top - low), (0, (front + back) / 2, (low + top) / 2)))
        boxes("soil", each, mat, 0.02, root)
        low = high
    ground = 12.4
    cast = concrete("cast", (0.26, 0.255, 0.245), scale=4)
    # Bored piles along three sides, a beam on their heads, two levels of wales and struts.
    piles = [((x, back + 0.1), 0) for x in (left + 0.5 + 1.05 * k for k in range(21))] + [((s * 11.1, front + 0.6 + 1.05 * k), 0) for s in (-1, 1) for k in range(18)]
    rods("piles", [((x, y, ground - deep - 1.6), (x, y, ground), 0.5) for (x, y), _ in piles], cast, 20, root)
    boxes("heads", [((23.4, 1.3, 0.9), (0, back + 0.1, ground)), ((1.3, 19.4, 0.9), (-11.1, (front + back) / 2, ground)), ((1.3, 19.4, 0.9), (11.1, (front + back) / 2, ground))], cast, 0.05, root)
    box("bottom", (22, 19, 0.5), (0, (front + back) / 2, ground - deep + 0.1), cast, 0.03, root)
    blue = surface("wale", (0.03, 0.15, 0.42), 0, 0.4, coat=0.2)
    red = surface("strut", (0.72, 0.10, 0.02), 0, 0.38, coat=0.2)
    for h in (ground - 2.2, ground - 5.6):
        boxes("wales", [((21.6, 0.6, 0.8), (0, back - 0.7, h)), ((0.6, 18.6, 0.8), (-10.3, (front + back) / 2, h)), ((0.6, 18.6, 0.8), (10.3, (front + back) / 2, h))], blue, 0.04, root)
        rods("struts", [((-10, y, h), (10, y, h), 0.42) for y in (-10.4, -5.2, 0, 4.4)], red, 32, root)
        rods("flanges", [((s * 9.7, y, h), (s * 10, y, h), 0.7) for s in (-1, 1) for y in (-10.4, -5.2, 0, 4.4)], blue, 32, root)
    rods("columns", [((0, y, ground - deep), (0, y, ground - 1.4), 0.3) for y in (-10.4, -5.2, 0, 4.4)], m["steel"], 16, root)
    starts = [((x, y, ground - deep + 0.3), (x, y, ground - deep + 1.7), 0.05) for i in range(-4, 5) for j in range(-5, 3) for x, y in ((2.3 * i + a, 2.2 * j - 1 + b) for a in (-0.3, 0.3) for b in (-0.3, 0.3)) if abs(x) > 0.9]
    rods("starters", starts, surface("rust", (0.22, 0.09, 0.04), 0.4, 0.7), 6, root)
    # What is measured: inclination in the walls, force in the struts, water in the wells.
    colours = {"ok": (0.15, 1, 0.4), "watch": (1, 0.45, 0.05)}
    glows = {name: glow("point " + name, color, 7) for name, color in colours.items()}
    for each in glows.values():
        each.cycles.sample_as_light = False
    for x, y, name in ((-11.1, -7, "ok"), (-11.1, 1, "ok"), (11.1, -7, "watch"), (11.1, 1, "ok"), (-5, 7.1, "ok"), (5, 7.1, "ok"), (-15.5, -4, "ok"), (15.5, -4, "ok"), (0, 10, "ok")):
        rods("pole", [((x, y, ground), (x, y, ground + 2.2), 0.12)], m["white"], 14, root)
        ball("point", 0.42, glows[name], root).location = (x, y, ground + 2.4)
    for y, name in ((-10.4, "ok"), (-5.2, "watch"), (0, "ok")):
        slab("ring", circle(0.62, 48), -0.25, 0.25, glows[name], 0, place(empty("ring", parent=root), (-4, y, ground - 2.2), (0, 90, 0)), circle(0.43, 48))
    for x in (-15.5, 15.5):
        rods("well", [((x, front - 0.02, 1.5), (x, front - 0.02, ground + 0.4), 0.22)], m["steel"], 20, root)
        box("water", (8.2, 0.03, 0.16), (x, front - 0.04, 5.4), surface("water", (0.02, 0.28, 0.75), 0, 0.2), 0, root)
    for s in (-1, 1):
        rods("rail", [((s * 12.3, front, ground + h), (s * 12.3, back + 1.2, ground + h), 0.06) for h in (0.8, 1.5)] +
             [((s * 12.3, front + 1.2 * k, ground), (s * 12.3, front + 1.2 * k, ground + 1.6), 0.06) for k in range(17)], m["orange"], 8, root)


def build():
    m = stuff()
    hall(m, "right", 46, 52)
    at = (0, 2)
    slab("base", rrect(43, 27, 0.8), 0.6, 5.4, m["dark"], 0.15).location = (*at, 0)
    slab("line", rrect(43.1, 27.1, 0.8), 4.4, 4.65, m["line"]).location = (*at, 0)
    slab("foot", rrect(41, 25, 0.8), 0, 0.6, m["black"]).location = (*at, 0)
    model(m, at, 5.4)
    screen(m, "product/zhgd-deep-pit-curves", (19, 43.2, 26), (24, 18), 0, 0.85)
    spot((-14, -26, 40), (0, -4, 12), 9000, (1, 0.9, 0.78), 4)
    spot((16, -24, 40), (0, -2, 10), 7000, (1, 0.9, 0.78), 4)
    spot((10, 26, 38), (0, 4, 14), 9000, COOL)
    camera((-17, -47, 31), (3, 4, 13.6), 28, 1.4, (0, -8, 14))
