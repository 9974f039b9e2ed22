"""Showroom: the cabinet of what is worn: helmets, radios and a display on lit shelves, one helmet under glass before it."""
import helmet
import site_office
import terminal
from showroom import *

PICTURE = "showroom/6"
SIZE = "960 640"
EXPOSURE = 0.35


def cabinet(m, x0, columns, y):
    """Niches with a lit back, between uprights of timber."""
    w, h = 8.6, 7.4
    back = glow("back", (0.95, 0.9, 0.82), 0.16)
    back.cycles.sample_as_light = False
    for i in range(columns):
        x = x0 + w * i
        for j in range(3):
            z = 6.4 + h * j
            box("back", (w - 1.0, 0.1, h - 1.0), (x, y + 4.2, z + h / 2), back)
            box("floor", (w - 0.6, 5, 0.4), (x, y + 2, z + 0.1), m["dark"], 0.04)
            box("line", (w - 1.0, 0.14, 0.14), (x, y + 0.0, z + h - 0.35), m["line"]).visible_diffuse = False
            area("niche", (x, y - 0.2, z + h - 0.6), (x, y + 2.4, z), (w - 1.4, 0.5), 190, (1, 0.88, 0.74), 150)
    total = w * columns
    middle = x0 + w * (columns - 1) / 2
    boxes("uprights", [((0.7, 5.4, h * 3 + 0.6), (x0 - w / 2 + w * i, y + 1.9, 6.4 + h * 1.5)) for i in range(columns + 1)], m["timber"], 0.06)
    boxes("boards", [((total + 0.7, 5.4, 0.6), (middle, y + 1.9, 6.3 + h * j)) for j in range(4)], m["timber"], 0.06)
    box("chest", (total + 0.7, 5.8, 5.4), (middle, y + 2, 3.4), m["navy"], 0.1)
    box("foot", (total, 5, 0.7), (middle, y + 2.2, 0.35), m["black"])
    boxes("seams", [((0.08, 0.1, 5.2), (x0 - w / 2 + w * (i + 1), y - 0.92, 3.4)) for i in range(columns - 1)], m["black"])
    box("orange", (total + 0.7, 0.1, 0.35), (middle, y - 0.93, 5.6), m["orange"], 0.02)
    return w, h


def build():
    m = stuff()
    hall(m, "left", 30, 40)
    x0, y = -15.2, 22
    w, h = cabinet(m, x0, 5, y)
    rng = random.Random(8)
    for i in range(5):
        for j in range(3):
            x, z = x0 + w * i, 6.4 + h * j + 0.32
            kind = (i + 2 * j) % 5
            if kind in (0, 3):
                root = helmet.build((x, y + 1.8, z + 0.5), -26 + rng.uniform(-12, 12))
                root.scale = (1.5,) * 3
            elif kind == 1:
                for dx, turn in ((-1.6, 12), (1.6, -14)):
                    before = set(bpy.data.objects)
                    site_office.radio((x + dx, y + 1.6, z), turn, m["dark"])
                    next(o for o in set(bpy.data.objects) - before if o.name.startswith("radio")).scale = (1.7,) * 3
            elif kind == 2:
                root = helmet.build((x, y + 2.0, z + 2.6), 150 + rng.uniform(-10, 10), (158, 8), False)
                root.scale = (1.4,) * 3
            else:
                screen(m, "product/zhgd-smart-helmet-positions", (x, y + 1.4, z + 2.5), (5.2, 3.9), 0, 0.9, 78)
    # One apart, under glass.
    at = (3.5, -2)
    slab("plinth", rrect(7, 7, 0.4), 0.4, 9.2, m["dark"], 0.1).location = (*at, 0)
    slab("line", rrect(7.04, 7.04, 0.4), 8.4, 8.6, m["line"]).location = (*at, 0)
    root = helmet.build((at[0], at[1], 10.0), -32)
    root.scale = (1.9,) * 3
    pane = glass("case", (0.94, 0.98, 0.98), 0.96)
    for turn, dx, dy in ((0, 0, -3.2), (0, 0, 3.2), (90, -3.2, 0), (90, 3.2, 0)):
        sheet("case", 6.4, 6.2, pane, (at[0] + dx, at[1] + dy, 12.3), (90, 0, turn))
    rods("edges", [((at[0] + dx, at[1] + dy, 9.2), (at[0] + dx, at[1] + dy, 15.4), 0.05) for dx in (-3.2, 3.2) for dy in (-3.2, 3.2)] +
         [((at[0] + a, at[1] + b, 15.4), (at[0] + c, at[1] + d, 15.4), 0.05) for a, b, c, d in ((-3.2, -3.2, 3.2, -3.2), (3.2, -3.2, 3.2, 3.2), (3.2, 3.2, -3.2, 3.2), (-3.2, 3.2, -3.2, -3.2))], m["steel"], 8)
    spot((at[0] - 5, at[1] - 10, 34), (*at, 11), 5200, (1, 0.9, 0.78))
    spot((at[0] + 8, at[1] + 4, 30), (*at, 11), 3600, COOL)
    camera((9.5, -27, 16.5), (0.6, 8, 13.6), 29, 0.9, (3, -3, 12))
