"""The sample area at dusk under its lamps: masonry, a column with its bars, waterproofing and pipes, each halted at one step, and a worker before them."""
import random
from siteparts import *
from worker import worker

PICTURE = "product/jzbh-sample-area"
SIZE = "960 720"
EXPOSURE = 0.35
HAZE, GLOW = (0.09, 0.135, 0.24), (0.62, 0.35, 0.24)


def plinth(x, y, w, d, concrete, navy):
    box("plinth", (w, d, 0.18), (x, y, 0.09), concrete, 0.015)
    box("edge", (w + 0.06, d + 0.06, 0.10), (x, y, 0.05), navy, 0.01)


def plate(x, y, title, size, white, navy):
    """The plate of a sample on its post."""
    root = empty("plate", (x, y, 0), (0, 0, -8))
    rods("post", [((0, 0.03, 0), (0, 0.03, 1.05), 0.022)], navy, 12, root)
    tilted = empty("tilted", (0, 0, 1.12), (62, 0, 0), root)
    slab("board", rrect(0.56, 0.40, 0.03, 8), -0.015, 0.0, white, 0.004, tilted)
    slab("head", rrect(0.56, 0.12, 0.03, 8, cy=0.14), 0.0, 0.002, navy, 0, tilted)
    text(title, 0.12, white, (0, 0.113, 0.003), tilted, align="CENTER", depth=0.0005)
    ink = surface("ink", (0.02, 0.04, 0.09), 0, 0.5)
    for k, line in enumerate(size):
        text(line, 0.075, ink, (-0.25, 0.0 - 0.075 * k, 0.001), tilted, depth=0.0005)
    rng = random.Random(title)
    cells = [((0.012, 0.012, 0.001), (0.14 + 0.012 * i, -0.13 + 0.012 * k, 0.0015)) for i in range(9) for k in range(9) if rng.random() < 0.55]
    boxes("code", cells, ink, 0, tilted)


def masonry(x, y, rng, brick, mortar, cast):
    """A wall in stretcher bond that steps down, so that the bond is seen, between two columns."""
    bricks, joints = Bars(), Bars()
    courses = 22
    for k in range(courses):
        n = 9 if k < 10 else 9 - (k - 9) // 2
        z = 0.18 + 0.10 * k + 0.045
        for i in range(n):
            at = x - 1.15 + 0.25 * i + (0.125 if k % 2 else 0)
            bricks.box((at + rng.uniform(-0.002, 0.002), y + rng.uniform(-0.003, 0.003), z), (0.24, 0.2, 0.09))
        joints.box((x - 1.15 - 0.125 + 0.125 * n, y, z), (0.25 * n - 0.02, 0.185, 0.10))
    box("column", (0.3, 0.3, 2.5), (x - 1.45, y, 1.43), cast, 0.012)
    bricks.mesh("bricks", brick, 0.004)
    joints.mesh("joints", mortar)


def column(x, y, rust, wood, cast):
    """Cast below, its formwork on one side, bars and ties above."""
    box("cast", (0.5, 0.5, 0.9), (x, y, 0.63), cast, 0.01)
    box("form", (0.54, 0.02, 1.3), (x, y + 0.262, 0.83), wood, 0.003)
    box("form", (0.02, 0.54, 1.3), (x + 0.262, y, 0.83), wood, 0.003)
    bars = Bars()
    for i in range(4):
        for k in range(4):
            if i in (0, 3) or k in (0, 3):
                bars.bar((x - 0.2 + 0.133 * i, y - 0.2 + 0.133 * k, 0.9), (x - 0.2 + 0.133 * i, y - 0.2 + 0.133 * k, 2.5), 0.0125, 8)
    for k in range(11):
        z = 1.14 + 0.12 * k
        for a, b in (((-0.22, -0.22), (0.22, -0.22)), ((0.22, -0.22), (0.22, 0.22)), ((0.22, 0.22), (-0.22, 0.22)), ((-0.22, 0.22), (-0.22, -0.22))):
            bars.bar((x + a[0], y + a[1], z), (x + b[0], y + b[1], z), 0.006, 6)
    bars.mesh("column bars", rust)


def layers(x, y, cast):
    """Waterproofing in steps, each layer set back on the one below."""
    each = ((0.42, 0.41, 0.40), (0.30, 0.31, 0.32), (0.03, 0.08, 0.22), (0.015, 0.016, 0.018), (0.55, 0.53, 0.48), (0.66, 0.62, 0.56))
    for k, color in enumerate(each):
        rough = 0.25 if k in (2, 3) else 0.8
        box("layer", (2.2 - 0.34 * k, 1.5, 0.085), (x + 0.17 * k, y, 0.22 + 0.085 * k), surface("layer", color, 0, rough, 0.15, 12, mottle=0.15), 0.008)
    box("parapet", (2.2, 0.2, 0.95), (x, y + 0.85, 0.65), cast, 0.01)
    box("turned up", (1.5, 0.02, 0.42), (x + 0.35, y + 0.735, 0.62), surface("membrane", (0.015, 0.016, 0.018), 0, 0.3), 0.006)


def services(x, y, white, grey, metal, orange):
    """A wall half plastered, with its boxes, conduits and pipes."""
    box("wall", (2.2, 0.2, 2.3), (x, y, 1.33), grey, 0.01)
    box("plaster", (1.2, 0.02, 2.3), (x + 0.5, y - 0.11, 1.33), white, 0.006)
    for k in range(4):
        box("switch", (0.14, 0.03, 0.14), (x - 0.75 + 0.3 * k, y - 0.115, 1.45), metal, 0.006)
        rods("conduit", [((x - 0.75 + 0.3 * k, y - 0.11, 1.5), (x - 0.75 + 0.3 * k, y - 0.11, 2.48), 0.016)], orange if k < 2 else white, 12)
    for k, r in enumerate((0.05, 0.04, 0.03)):
        rods("pipe", [((x - 0.95, y - 0.17, 0.42 + 0.2 * k), (x + 0.95, y - 0.17, 0.42 + 0.2 * k), r)], metal, 24)
        rods("clamps", [((x + s - 0.015, y - 0.17, 0.42 + 0.2 * k), (x + s + 0.015, y - 0.17, 0.42 + 0.2 * k), r + 0.012) for s in (-0.7, 0, 0.7)], orange, 24)


def build():
    rng = random.Random(12)
    to_sun = outdoors(1.2, 40, 0.085, 0.0, (1, 0.5, 0.3), 1.4, HAZE, GLOW, 0.13, clouds=0.10)
    navy, orange, white = paint("navy", (0.02, 0.07, 0.20), chips=0.1), paint("orange", (0.86, 0.20, 0.012), chips=0.1), surface("white", (0.78, 0.79, 0.78), 0, 0.5, mottle=0.06)
    cast, grey, wood = cast_concrete("cast", 0.40), cast_concrete("grey", 0.34), surface("plywood", (0.26, 0.13, 0.06), 0, 0.6, 0.2, 20, (1, 12, 1))
    brick, mortar = surface("brick", (0.40, 0.385, 0.36), 0, 0.9, 0.4, 30, mottle=0.25, mottle_scale=2.5), surface("mortar", (0.52, 0.51, 0.48), 0, 0.95, 0.4, 30)
    rust, metal, dark = surface("rust", (0.17, 0.075, 0.038), 0.4, 0.7, 0.3, 30), surface("metal", (0.55, 0.56, 0.57), 1, 0.35, wear=0.1), surface("dark", (0.02, 0.02, 0.022), 0.2, 0.5)
    flat("ground", ground("earth", (0.24, 0.19, 0.14), (0.08, 0.065, 0.05), 0.40, 0.06), (1200, 1600), -0.03, (0, 500))
    flat("paving", cast_concrete("paving", 0.20, 1.2, wet=0.5), (26, 14), 0, (4, 1))
    for x, y, w, d in ((-2.6, 3.1, 3.4, 1.2), (0.6, 3.2, 1.3, 1.3), (3.4, 3.3, 2.8, 2.3), (6.9, 3.5, 2.9, 1.2)):
        plinth(x, y, w, d, cast, navy)
    masonry(-2.4, 3.1, rng, brick, mortar, cast)
    column(0.6, 3.2, rust, wood, cast)
    layers(3.4, 3.2, cast)
    services(6.9, 3.5, white, grey, metal, orange)
    for x, title, lines in ((-2.2, "砌筑样板", ("灰缝 8~12 mm", "垂直度 ≤5 mm")), (0.7, "柱筋样板", ("箍筋间距 100 mm", "保护层 25 mm")), (3.5, "防水样板", ("附加层 250 mm", "搭接 ≥100 mm")),
                            (6.8, "机电样板", ("线盒标高 1300 mm", "允许偏差 5 mm"))):
        plate(x, 1.95, title, lines, white, navy)
    worker((1.9, 0.75, 0), 12, left="phone", screen=glow("screen", (0.35, 0.62, 1.0), 0.9), right="down", tilt=-8, look=14)
    # The screen wall behind with the name, and what rises behind it.
    fence, posts = Bars(), Bars()
    for i in range(14):
        fence.box((-10 + 2.0 * i, 6.2, 1.35), (1.96, 0.06, 2.5))
        posts.box((-11 + 2.0 * i, 6.14, 1.4), (0.10, 0.12, 2.8))
    fence.box((4, 6.18, 2.74), (29, 0.14, 0.16))
    fence.mesh("back", paint("back", (0.05, 0.15, 0.36), chips=0.05))
    posts.mesh("posts", white)
    box("board", (9.4, 0.1, 0.95), (3.2, 6.2, 3.32), navy, 0.01)
    text("工程质量样板展示区", 0.95, white, (3.2, 6.14, 2.98), None, (90, 0, 0), "CENTER", 0.012)
    for x, y, nx, ny, floors in ((-40, 40, 4, 3, 7), (14, 52, 4, 3, 8), (-14, 100, 5, 3, 10), (58, 110, 5, 3, 9)):
        frame(grey, (x, y), (nx, ny), floors)
    crane((paint("yellow", (0.80, 0.40, 0.02)), dark, grey, dark_glass(), glow("lamp", (1, 0.08, 0.04), 6)), (-4, 64), 38, 70, 48, 0.5, 14)
    # A floodlight over each sample, from the head of the screen wall.
    face = glow("lamp face", (1, 0.82, 0.58), 30)
    for x in (-2.4, 0.8, 3.6, 6.9):
        rods("arm", [((x, 6.2, 2.75), (x, 6.2, 3.9), 0.025), ((x, 6.2, 3.9), (x, 5.2, 4.0), 0.025)], dark, 10)
        box("flood", (0.42, 0.26, 0.07), (x, 5.1, 3.99), dark, 0.01, None, (-24, 0, 0))
        box("lamp face", (0.36, 0.2, 0.01), (x, 5.09, 3.945), face, 0, None, (-24, 0, 0))
        area("flood", (x, 5.05, 3.93), (x, 3.4, 0.4), (0.36, 0.2), 130, (1, 0.80, 0.56), 140)
    area("front", (-3.5, -2.6, 4.6), (2.6, 3.2, 0.9), (2.0, 1.4), 300, (1, 0.84, 0.64), 120)
    area("blue", (9, -5, 6), (3, 2, 0.5), (7, 5), 260, (0.58, 0.72, 1))
    spots = Bars()
    for _ in range(60):
        x, y = rng.choice(((-40, 40), (14, 52), (-14, 100), (58, 110)))
        spots.box((x + rng.uniform(1, 31), y + rng.uniform(0.5, 10), 4.2 * rng.randint(1, 8) - 0.6), (0.4, 0.16, 0.16))
    spots.mesh("spots", glow("spots", (1, 0.74, 0.44), 16))
    fill_with_haze(to_sun, 240, HAZE, GLOW, 60, ("lamp", "screen", "lamp face", "spots"), 16)
    camera((0.35, -3.9, 1.5), (1.5, 3.2, 2.0), 24, 4.0, (1.7, 1.2, 1.2))
