"""The rebar shed in the morning: three spans of steel under a double roof, stock, a bender, a worker who feeds a bar."""
import random
from siteparts import *
from worker import worker

PICTURE = "product/jzbh-rebar-shed"
SIZE = "960 720"
EXPOSURE = 0.1
HAZE, GLOW = (0.46, 0.55, 0.67), (1.25, 1.0, 0.76)
SPAN, SPANS, DEEP, TALL = 4.0, 3, 6.0, 3.7


def shed(navy, blue, orange, white, grey):
    steel, feet, sheet_, stripes = Bars(), Bars(), Bars(), Bars()
    long = SPAN * SPANS
    for k in range(SPANS + 1):
        for y in (0, DEEP):
            steel.box((SPAN * k, y, TALL / 2 + 0.25), (0.16, 0.16, TALL - 0.5))
            steel.box((SPAN * k, y, 0.52), (0.42, 0.42, 0.03))
            for s in (-0.17, 0.17):
                steel.bar((SPAN * k + s, y - 0.17, 0.5), (SPAN * k + s, y - 0.17, 0.60), 0.014, 6)
            feet.box((SPAN * k, y, 0.25), (0.85, 0.85, 0.5))
            for s in (-1, 1):
                if 0 <= SPAN * k + s * 0.7 <= long:
                    steel.bar((SPAN * k, y, TALL - 0.75), (SPAN * k + s * 0.7, y, TALL - 0.02), 0.04, 8)
        for z in (TALL, TALL + 0.55):
            steel.box((SPAN * k, DEEP / 2, z), (0.10, DEEP + 1.6, 0.10))
        for i in range(12):
            y = -0.8 + (DEEP + 1.6) * i / 12
            steel.bar((SPAN * k, y, TALL if i % 2 else TALL + 0.55), (SPAN * k, y + (DEEP + 1.6) / 12, TALL + 0.55 if i % 2 else TALL), 0.022, 6)
    for y in (-0.8, 0, DEEP, DEEP + 0.8):
        for z in (TALL, TALL + 0.55):
            steel.box((long / 2, y, z), (long + 1.6, 0.10, 0.10))
    for i in range(9):
        steel.box((long / 2, -0.8 + (DEEP + 1.6) * i / 8, TALL + 0.09), (long + 1.6, 0.06, 0.08))
    # Both roofs are trapezoidal sheets.
    for z in (TALL + 0.15, TALL + 0.66):
        sheet_.box((long / 2, DEEP / 2, z), (long + 1.7, DEEP + 1.7, 0.012))
        for i in range(int((long + 1.6) / 0.25)):
            sheet_.box((-0.78 + 0.25 * i, DEEP / 2, z + 0.02), (0.09, DEEP + 1.7, 0.04))
            sheet_.box((-0.78 + 0.25 * i, DEEP / 2, z - 0.02), (0.09, DEEP + 1.7, 0.04))
    # The fascia: stripes of warning in front and at the side, the board above.
    for i in range(int((long + 1.6) / 0.6)):
        x = -0.8 + 0.6 * i
        stripes._add([(x, -0.87, TALL - 0.06), (x + 0.3, -0.87, TALL - 0.06), (x + 0.52, -0.87, TALL + 0.30), (x + 0.22, -0.87, TALL + 0.30)], [(0, 1, 2, 3)])
    for i in range(int((DEEP + 1.6) / 0.6)):
        y = -0.8 + 0.6 * i
        stripes._add([(-0.87, y + 0.3, TALL - 0.06), (-0.87, y, TALL - 0.06), (-0.87, y + 0.22, TALL + 0.30), (-0.87, y + 0.52, TALL + 0.30)], [(0, 1, 2, 3)])
    band = Bars()
    band.box((long / 2, -0.85, TALL + 0.12), (long + 1.7, 0.03, 0.36))
    band.box((-0.85, DEEP / 2, TALL + 0.12), (0.03, DEEP + 1.7, 0.36))
    band.mesh("band", white, 0.003)
    steel.mesh("steel", navy, 0.006)
    feet.mesh("feet", grey, 0.02)
    sheet_.mesh("roof", blue, 0.004)
    stripes.mesh("stripes", orange)
    box("board", (4.6, 0.06, 0.86), (SPAN * 1.5, -0.96, TALL + 0.68), navy, 0.012)
    text("钢筋加工棚", 0.98, white, (SPAN * 1.5, -0.995, TALL + 0.38), None, (90, 0, 0), "CENTER", 0.004)


def stock(rng, rust, fresh, white, ink):
    """Bundles on sleepers, coils behind, a table with what is bent already."""
    bars, wood, bent = Bars(), Bars(), Bars()
    for y, r, rows in ((4.7, 0.016, 5), (3.9, 0.012, 6)):
        for k in range(6):
            wood.box((1.0 + 2.0 * k, y, 0.09), (0.12, 0.7, 0.18))
        for row in range(rows):
            for i in range(int(0.5 / (2 * r)) - row):
                q = rng.uniform(-0.12, 0.12)
                bars.bar((0.5 + q, y - 0.25 + 2.05 * r * i + r * row, 0.2 + 1.8 * r * row), (11.4 + q, y - 0.25 + 2.05 * r * i + r * row, 0.2 + 1.8 * r * row), r, 6)
    for i in range(60):
        x, z = 8.1 + rng.uniform(-0.03, 0.03), 0.16 + 0.016 * (i % 30)
        y = 1.2 + 0.55 * (i // 30)
        for a, b in (((x, y, z), (x + 1.1, y, z)), ((x + 1.1, y, z), (x + 1.1, y + 0.42, z)), ((x + 1.1, y + 0.42, z), (x, y + 0.42, z)), ((x, y + 0.42, z), (x, y, z))):
            bent.bar(a, b, 0.007, 6)
    for y in (1.2, 1.75):
        wood.box((8.65, y + 0.2, 0.08), (1.3, 0.1, 0.14))
    bars.mesh("stock", rust)
    bent.mesh("bent", fresh)
    wood.mesh("wood", surface("timber", (0.36, 0.22, 0.11), 0, 0.75, 0.2, 20, mottle=0.3))
    # The sign of the stock.
    stand = empty("stand", (1.5, 3.1, 0), (0, 0, 20))
    rods("legs", [((x, 0.02, 0), (x, 0.02, 1.25), 0.016) for x in (-0.26, 0.26)], ink, 10, stand)
    box("sign", (0.70, 0.03, 0.5), (0, 0, 1.1), white, 0.006, stand)
    text("HRB400E Φ25", 0.15, ink, (-0.31, -0.018, 1.19), stand, (90, 0, 0), depth=0.001)
    text("状态 已检合格", 0.13, ink, (-0.31, -0.018, 1.04), stand, (90, 0, 0), depth=0.001)
    text("筑站科技", 0.10, ink, (-0.31, -0.018, 0.92), stand, (90, 0, 0), depth=0.001)


def machines(orange, dark, metal, white):
    """A cutter and a bender with its plate, on the line of the worker's bar."""
    for x, y, w in ((5.4, 1.35, 1.1), (2.5, 2.2, 1.0)):
        box("base", (w, 0.72, 0.78), (x, y + 0.15, 0.43), orange, 0.03)
        box("skid", (w + 0.14, 0.86, 0.08), (x, y + 0.15, 0.05), dark, 0.01)
        box("top", (w - 0.06, 0.66, 0.06), (x, y + 0.15, 0.85), dark, 0.01)
        for k in range(5):
            box("vent", (0.02, 0.012, 0.26), (x - 0.3 + 0.07 * k, y - 0.215, 0.42), dark)
        box("panel", (0.2, 0.02, 0.16), (x + 0.28, y - 0.215, 0.62), white, 0.005)
        for k, color in enumerate(((0.02, 0.5, 0.08), (0.7, 0.02, 0.01))):
            button = slab("button", circle(0.022, 24), 0, 0.02, surface("button", color, 0, 0.4), 0.004)
            place(button, (x + 0.25 + 0.07 * k, y - 0.225, 0.62), (90, 0, 0))
    box("jaw", (0.34, 0.36, 0.36), (5.2, 1.35, 1.06), orange, 0.04)
    box("mouth", (0.36, 0.16, 0.05), (5.2, 1.35, 1.2), dark, 0.01)
    disc = slab("disc", circle(0.26, 64), 0, 0.06, metal, 0.01)
    disc.location = (2.5, 2.35, 0.88)
    rods("pins", [((2.5 + dx, 2.35 + dy, 0.9), (2.5 + dx, 2.35 + dy, 1.06), 0.026) for dx, dy in ((0, 0), (0.13, 0.06), (-0.1, 0.12))], metal, 20)


def build():
    rng = random.Random(8)
    to_sun = outdoors(33, 222, 0.12, 4.2, (1, 0.86, 0.68), 0.9, HAZE, GLOW, 0.10, clouds=0.45)
    navy, blue, orange = paint("navy", (0.02, 0.07, 0.20), chips=0.15), paint("blue", (0.05, 0.20, 0.48), chips=0.1), paint("orange", (0.86, 0.20, 0.012), chips=0.2)
    white, ink = paint("white", (0.78, 0.79, 0.79), chips=0.1), surface("ink", (0.02, 0.04, 0.10), 0, 0.5)
    dark, metal = surface("dark", (0.02, 0.021, 0.023), 0.2, 0.5), surface("metal", (0.45, 0.44, 0.42), 1, 0.35, wear=0.12)
    rust, fresh = surface("rust", (0.17, 0.075, 0.038), 0.4, 0.7, 0.3, 30, mottle=0.3), surface("fresh", (0.22, 0.15, 0.11), 0.6, 0.55)
    grey = cast_concrete("grey", 0.36)
    flat("ground", ground("earth", (0.24, 0.19, 0.14), (0.08, 0.065, 0.05), 0.30, 0.06), (1200, 1600), -0.03, (0, 500))
    flat("floor", cast_concrete("floor", 0.40, 4.0, wet=0.06), (26, 18), 0, (6, 2))
    shed(navy, blue, orange, white, grey)
    stock(rng, rust, fresh, white, ink)
    machines(orange, dark, metal, white)
    worker((3.75, 0.95, 0), 0, right="rail", left="rail", tilt=-6, look=-22)
    rods("bar", [((2.1, 1.36, 1.215), (6.6, 1.36, 1.20), 0.014)], rust, 10)
    hoarding(-34, 17, 28, white)
    for x, y, nx, ny, floors in ((-40, 44, 4, 3, 6), (16, 58, 4, 3, 8), (-16, 110, 5, 3, 9), (58, 120, 5, 3, 9)):
        frame(grey, (x, y), (nx, ny), floors)
    crane((paint("yellow", (0.80, 0.40, 0.02)), dark, grey, dark_glass(), glow("lamp", (1, 0.08, 0.04), 6)), (2, 62), 40, 74, 48, 0.5, 14)
    area("inside", (6, -5, 2.6), (6, 3, 1.2), (8, 1.5), 130, (0.90, 0.95, 1.0))
    fill_with_haze(to_sun, 240, HAZE, GLOW, 60, ("lamp",), 16)
    camera((-1.2, -4.6, 1.65), (4.2, 2.2, 1.95), 28, 4.0, (3.7, 0.9, 1.2))
