"""The shed of a distribution box in the morning: frame, double roof, fence, boards; an electrician at its gate."""
import random
from siteparts import *
from worker import worker

PICTURE = "product/jzbh-power-box-shed"
SIZE = "960 720"
EXPOSURE = 0.1
HAZE, GLOW = (0.46, 0.56, 0.68), (1.25, 1.0, 0.76)
WIDE, BASE, LOW, HIGH, FENCE = 2.0, 0.1, 2.06, 2.58, 1.9


def shed(zinc, blue, navy, orange, white):
    """Square tube of 40 mm, bars 110 mm apart with a gate on the right, sheets that fall to the back, steel mesh above them."""
    tubes, bars, gate, net, sheet_, stripes = Bars(), Bars(), Bars(), Bars(), Bars(), Bars()
    for each in (tubes, bars, gate, net, sheet_, stripes):
        each.at = Matrix.Translation((0, 0, BASE))
    for x in (0, WIDE):
        for y in (0, WIDE):
            tubes.box((x, y, HIGH / 2), (0.04, 0.04, HIGH))
            tubes.box((x, y, 0.006), (0.16, 0.16, 0.012))
            tubes.bar((x, y, HIGH), (x, y, HIGH + 0.07), 0.01, 8)
    for z in (LOW, HIGH - 0.02):
        for q in (-0.08, WIDE + 0.08):
            tubes.box((WIDE / 2, q, z), (WIDE + 0.2, 0.04, 0.04))
            tubes.box((q, WIDE / 2, z), (0.04, WIDE + 0.2, 0.04))
    for z in (0.12, 1.0, FENCE):
        for q in (0, WIDE):
            tubes.box((q, WIDE / 2, z), (0.03, WIDE, 0.04))
        tubes.box((WIDE / 2, WIDE, z), (WIDE, 0.03, 0.04))
        tubes.box((0.57, 0, z), (1.14, 0.03, 0.04))
        gate.box((1.57, -0.005, z), (0.78, 0.03, 0.04))
    tubes.box((1.15, 0, FENCE / 2), (0.04, 0.04, FENCE))
    for x in (1.2, 1.94):
        gate.box((x, -0.005, FENCE / 2 + 0.05), (0.035, 0.03, FENCE - 0.1))
    for k in range(1, 18):
        for at in ((0, 0.11 * k), (WIDE, 0.11 * k), (0.11 * k, WIDE)):
            bars.bar((*at, 0.12), (*at, FENCE), 0.009, 8)
    for k in range(1, 10):
        bars.bar((0.115 * k, 0, 0.12), (0.115 * k, 0, FENCE), 0.009, 8)
    for k in range(1, 7):
        gate.bar((1.2 + 0.106 * k, -0.005, 0.12), (1.2 + 0.106 * k, -0.005, FENCE), 0.009, 8)
    for k in range(45):
        q = -0.08 + (WIDE + 0.16) * k / 44
        net.bar((q, -0.08, HIGH + 0.01), (q, WIDE + 0.08, HIGH + 0.01), 0.006)
        net.bar((-0.08, q, HIGH + 0.01), (WIDE + 0.08, q, HIGH + 0.01), 0.006)
    sheet_.at = Matrix.Translation((0, 0.13, BASE + LOW + 0.17)) @ Matrix.Rotation(rad(-4), 4, "X")
    sheet_.box((WIDE / 2, WIDE / 2, 0), (WIDE + 0.3, WIDE + 0.4, 0.012))
    for k in range(12):
        sheet_.box((-0.1 + 0.2 * k, WIDE / 2, 0.02), (0.07, WIDE + 0.4, 0.04))
    for k in range(9):
        a = -0.1 + 0.25 * k
        stripes._add([(a, -0.116, LOW - 0.05), (a + 0.12, -0.116, LOW - 0.05), (a + 0.2, -0.116, LOW + 0.05), (a + 0.08, -0.116, LOW + 0.05)], [(0, 1, 2, 3)])
        stripes._add([(-0.116, a + 0.12, LOW - 0.05), (-0.116, a, LOW - 0.05), (-0.116, a + 0.08, LOW + 0.05), (-0.116, a + 0.2, LOW + 0.05)], [(0, 1, 2, 3)])
    boxes("band", [((WIDE + 0.24, 0.012, 0.1), (WIDE / 2, -0.108, BASE + LOW)), ((0.012, WIDE + 0.24, 0.1), (-0.108, WIDE / 2, BASE + LOW))], white, 0.002)
    for each, name, mat in ((tubes, "tubes", zinc), (bars, "bars", zinc), (gate, "gate", navy), (net, "mesh", zinc), (sheet_, "sheet", blue), (stripes, "stripes", orange)):
        each.mesh(name, mat, 0.002 if each is tubes else 0)
    box("title", (WIDE + 0.24, 0.03, 0.38), (WIDE / 2, -0.125, BASE + 2.33), navy, 0.006)
    text("配电箱防护棚", 0.90, white, (WIDE / 2, -0.142, BASE + 2.215), None, (90, 0, 0), "CENTER", 0.003)


def signs(white, navy, ink, orange):
    """Four boards that can be changed: who answers, the diagram, the rounds, whom to call."""
    for k, title in enumerate(("责任人", "系统图", "巡检表", "应急电话")):
        root = empty("sign", (0.30 + 0.47 * k, -0.03, BASE + 1.68), (90, 0, 0))
        slab("plate", rrect(0.43, 0.36, 0.02, 6), 0, 0.008, white, 0.002, root)
        slab("head", rrect(0.43, 0.11, 0.02, 6, cy=0.125), 0.008, 0.01, navy, 0, root)
        text(title, 0.25, white, (0, 0.092, 0.011), root, align="CENTER", depth=0.0005)
        line = lambda x, y, w, h: ((w, h, 0.001), (x, y, 0.0085))
        if k == 0:
            text("专职电工", 0.22, ink, (-0.16, -0.015, 0.009), root, depth=0.0005)
            text("持证上岗", 0.22, ink, (-0.16, -0.125, 0.009), root, depth=0.0005)
        elif k == 1:
            boxes("lines", [line(0, 0.03, 0.006, 0.04), line(0, 0.01, 0.3, 0.006), *(line(x, -0.055, 0.006, 0.13) for x in (-0.147, -0.05, 0.05, 0.147))], ink, 0, root)
            boxes("loads", [line(x, -0.12, 0.05, 0.04) for x in (-0.147, -0.05, 0.05, 0.147)], orange, 0, root)
        elif k == 2:
            boxes("lines", [*(line(0, 0.04 - 0.045 * i, 0.36, 0.004) for i in range(5)), *(line(-0.18 + 0.09 * i, -0.05, 0.004, 0.18) for i in range(5))], ink, 0, root)
        else:
            text("119 120", 0.30, orange, (0, -0.09, 0.009), root, align="CENTER", depth=0.0005)


def cabinet(orange, dark, white, yellow, ink, metal):
    """The box on its stand, with its cables, its mat and the lead to earth."""
    x, y = 0.80, 1.06
    boxes("stand", [((0.05, 0.05, 0.45), (x + sx * 0.36, y + sy * 0.14, BASE + 0.225)) for sx in (-1, 1) for sy in (-1, 1)], dark, 0.004)
    box("cabinet", (0.84, 0.38, 1.0), (x, y, BASE + 0.95), orange, 0.012)
    box("hood", (0.92, 0.48, 0.04), (x, y - 0.02, BASE + 1.47), orange, 0.01)
    boxes("doors", [((0.39, 0.012, 0.92), (x + s * 0.203, y - 0.196, BASE + 0.95)) for s in (-1, 1)], orange, 0.005)
    boxes("handles", [((0.025, 0.03, 0.14), (x + s * 0.04, y - 0.21, BASE + 0.95)) for s in (-1, 1)], metal, 0.005)
    mark = empty("mark", (x - 0.2, y - 0.204, BASE + 1.17), (90, 0, 0))
    slab("triangle", ngon(0.13, 3, 3), 0, 0.003, yellow, 0, mark).rotation_euler = (0, 0, rad(90))
    slab("bolt", [(0.012, 0.075), (-0.04, -0.005), (-0.005, -0.005), (-0.02, -0.06), (0.04, 0.02), (0.005, 0.02)], 0.003, 0.005, ink, 0, mark)
    box("label", (0.3, 0.004, 0.16), (x + 0.2, y - 0.204, BASE + 1.2), white, 0.002)
    text("二级箱", 0.25, ink, (x + 0.2, y - 0.207, BASE + 1.168), None, (90, 0, 0), "CENTER", 0.0005)
    for k in range(3):
        rods("cable", [((x - 0.2 + 0.2 * k, y, BASE), (x - 0.2 + 0.2 * k, y, BASE + 0.46), 0.022)], dark, 12)
    box("mat", (1.0, 0.8, 0.015), (x, y - 0.62, BASE + 0.02), surface("rubber", (0.015, 0.05, 0.03), 0, 0.7, 0.3, 90), 0.004)
    green = surface("green", (0.02, 0.30, 0.05), 0, 0.5)
    for k in range(10):
        box("lead", (0.03, 0.012, 0.1), (0.045, -0.018, BASE + 0.05 + 0.1 * k), green if k % 2 else yellow)


def outside(rng, red, white, ink, orange, metal):
    """Extinguishers, bollards with bands that reflect, the bed of gravel with its kerb."""
    for x in (-0.62, -0.25):
        box("case", (0.32, 0.24, 0.52), (x, 0.12, BASE + 0.28), red, 0.01)
        box("lid", (0.34, 0.26, 0.03), (x, 0.12, BASE + 0.55), red, 0.008)
        text("灭火器箱", 0.19, white, (x, -0.004, BASE + 0.37), None, (90, 0, 0), "CENTER", 0.001)
        box("latch", (0.05, 0.012, 0.03), (x, -0.004, BASE + 0.2), metal, 0.003)
    for x, y in ((-1.25, 0.1), (2.95, -0.2)):
        rods("bollard", [((x, y, 0), (x, y, 0.95), 0.06)], orange, 32)
        rods("bands", [((x, y, z), (x, y, z + 0.12), 0.062) for z in (0.38, 0.68)], white, 32)
        rods("foot", [((x, y, 0), (x, y, 0.03), 0.11)], metal, 32)
    stones = Bars()
    for _ in range(9000):
        stones.at = Matrix.Translation((rng.uniform(-0.92, 2.45), rng.uniform(-0.42, 2.4), BASE - 0.012 + rng.uniform(0, 0.012))) @ Euler([rng.uniform(0, 6) for _ in range(3)]).to_matrix().to_4x4()
        r = rng.uniform(0.009, 0.02)
        stones.box((0, 0, 0), (r * 2, r * rng.uniform(1.2, 2), r * rng.uniform(1.0, 1.6)))
    stones.mesh("stones", surface("stone", (0.34, 0.33, 0.31), 0, 0.9, 0.2, 30, mottle=0.35, mottle_scale=14), 0.004)
    kerb = cast_concrete("kerb", 0.46)
    box("bed", (3.4, 2.85, BASE - 0.02), (0.765, 0.99, (BASE - 0.02) / 2), kerb)
    boxes("kerb", [((3.56, 0.08, BASE + 0.02), (0.765, q, BASE / 2 + 0.01)) for q in (-0.46, 2.44)] + [((0.08, 2.82, BASE + 0.02), (q, 0.99, BASE / 2 + 0.01)) for q in (-0.975, 2.505)], kerb, 0.008)


def build():
    rng = random.Random(6)
    to_sun = outdoors(32, 214, 0.12, 4.4, (1, 0.86, 0.68), 0.9, HAZE, GLOW, 0.10, clouds=0.45)
    navy, blue, orange = paint("navy", (0.02, 0.07, 0.20), chips=0.05), paint("blue", (0.05, 0.20, 0.48), chips=0.1), paint("orange", (0.86, 0.20, 0.012), chips=0.05)
    white, ink, yellow = surface("white", (0.80, 0.81, 0.81), 0, 0.45), surface("ink", (0.02, 0.04, 0.10), 0, 0.5), surface("mark", (0.85, 0.52, 0.02), 0, 0.45)
    zinc, metal = surface("zinc", (0.62, 0.64, 0.66), 0.6, 0.42, mottle=0.12, mottle_scale=6), surface("metal", (0.5, 0.5, 0.5), 1, 0.35)
    dark, red = surface("dark", (0.02, 0.021, 0.023), 0.2, 0.5), surface("red", (0.55, 0.018, 0.012), 0, 0.38, wear=0.08)
    grey = cast_concrete("grey", 0.34)
    flat("ground", ground("earth", (0.24, 0.19, 0.14), (0.08, 0.065, 0.05), 0.40, 0.06), (1200, 1600), -0.03, (0, 500))
    flat("paving", cast_concrete("paving", 0.42, 4.0, wet=0.05), (30, 16), 0, (2, 1))
    shed(zinc, blue, navy, orange, white)
    signs(white, navy, ink, orange)
    cabinet(orange, dark, white, yellow, ink, metal)
    outside(rng, red, white, ink, orange, metal)
    box("lock", (0.06, 0.03, 0.07), (1.94, -0.04, BASE + 1.08), surface("brass", (0.6, 0.38, 0.1), 1, 0.3), 0.006)
    worker((1.68, -0.62, 0), 4, right="rail", left="down", tilt=-4, look=6)
    hoarding(-30, 13, 24, white)
    for x, y, nx, ny, floors in ((-34, 92, 5, 3, 5), (96, 118, 4, 3, 6), (40, 190, 5, 3, 7)):
        frame(grey, (x, y), (nx, ny), floors)
    crane((paint("yellow", (0.80, 0.40, 0.02)), dark, grey, dark_glass(), glow("lamp", (1, 0.08, 0.04), 6)), (38, 150), 35, -24, 48, 0.5, 14)
    area("front", (-1.2, -3.4, 1.9), (0.8, 1.0, 1.1), (1.6, 1.2), 55, (0.95, 0.97, 1.0))
    fill_with_haze(to_sun, 220, HAZE, GLOW, 60, ("lamp",), 14)
    camera((-1.9, -4.9, 1.6), (0.82, 0.9, 1.38), 40, 4.0, (1.0, 0.1, 1.4))
