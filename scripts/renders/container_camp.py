"""A camp of container boxes in the blue hour: two storeys, lamps along the corridor, lit windows mirrored in the wet yard."""
import random
from siteparts import *

PICTURE = "product/jzbh-container-camp"
SIZE = "960 720"
EXPOSURE = 0.35
HAZE, GLOW = (0.09, 0.135, 0.24), (0.60, 0.34, 0.24)
LONG, WIDE, TALL, BOXES, FOOT = 6.055, 2.99, 2.896, 4, 0.22


def front(parts, x, z, lit, rng):
    """The end of a box: door, window, the unit of its air conditioner under it."""
    white, blue, seam, warm, dark, pale = parts
    blue.box((x + 0.72, -0.01, z + 1.17), (0.92, 0.06, 2.05))
    seam.box((x + 0.72, -0.045, z + 1.17), (0.80, 0.012, 1.93))
    blue.box((x + 0.72, -0.05, z + 1.17), (0.78, 0.012, 1.90))
    white.box((x + 1.04, -0.07, z + 1.12), (0.03, 0.05, 0.16))
    pale.box((x + 0.72, -0.06, z + 1.72), (0.34, 0.01, 0.42))
    (warm if lit else dark).box((x + 2.0, -0.004, z + 1.55), (1.14, 0.02, 1.12))
    if rng.random() < 0.7:
        pale.box((x + 1.66 + 0.68 * rng.randint(0, 1), -0.016, z + 1.55), (0.36, 0.012, 1.12))
    for dx, w in ((-0.6, 0.07), (0.0, 0.05), (0.6, 0.07)):
        seam.box((x + 2.0 + dx, -0.03, z + 1.55), (w, 0.06, 1.24))
    for dz in (-0.6, 0.6):
        seam.box((x + 2.0, -0.03, z + 1.55 + dz), (1.27, 0.07, 0.07))
    white.box((x + 2.1, -0.24, z + 0.50), (0.82, 0.30, 0.56))
    seam.box((x + 2.1, -0.2, z + 0.2), (0.7, 0.34, 0.03))
    fan = slab("fan", circle(0.21, 32), 0, 0.012, seam.mat)
    place(fan, (x + 2.0, -0.39, z + 0.50), (90, 0, 0))


def block(mats, rng):
    """Boxes of 6055 x 2990 x 2896 in two storeys, their ends to the yard."""
    white, blue, seam, warm, dark, pale, navy, concrete = mats
    walls, frames, joints, fittings, doors, lamps, panes, curtains, steel = (Bars() for _ in range(9))
    joints.mat = seam
    for storey in (0, 1):
        z = FOOT + TALL * storey
        for k in range(BOXES):
            x = WIDE * k
            walls.box((x + WIDE / 2, LONG / 2, z + TALL / 2), (WIDE - 0.06, LONG - 0.06, TALL - 0.06))
            for px in (0.075, WIDE - 0.075):
                for py in (0.075, LONG - 0.075):
                    frames.box((x + px, py, z + TALL / 2), (0.148, 0.16, TALL - 0.01))
            for pz in (0.08, TALL - 0.085):
                for py in (0.075, LONG - 0.075):
                    frames.box((x + WIDE / 2, py, z + pz), (WIDE - 0.004, 0.158, 0.16))
                for px in (0.075, WIDE - 0.075):
                    frames.box((x + px, LONG / 2, z + pz), (0.146, LONG, 0.158))
            front((fittings, doors, joints, lamps, panes, curtains), x + 0.06, z + 0.02, (storey, k) in ((0, 1), (0, 2), (1, 0), (1, 2)), rng)
        for i in range(1, 24):
            joints.box((0.028, 0.16 + 0.24 * i, z + TALL / 2), (0.008, 0.012, TALL - 0.32))
        for k in (1, 2):
            panes.box((0.02, 2.0 * k, z + 1.6), (0.03, 1.1, 1.0))
            for dy in (-0.58, 0, 0.58):
                fittings.box((0.0, 2.0 * k + dy, z + 1.6), (0.07, 0.06, 1.14))
            for dz in (-0.54, 0.54):
                fittings.box((0.0, 2.0 * k, z + 1.6 + dz), (0.07, 1.22, 0.07))
    wide = WIDE * BOXES
    # The roof, the corridor on its posts, the rail, the stair at the far end.
    top, floor = FOOT + 2 * TALL, FOOT + TALL
    doors.box((wide / 2, LONG / 2 - 0.65, top + 0.08), (wide + 0.7, LONG + 2.0, 0.10))
    steel.box((wide / 2, -0.72, floor - 0.05), (wide, 1.4, 0.08))
    frames.box((wide / 2, -1.40, floor - 0.08), (wide, 0.06, 0.24))
    for k in range(BOXES + 1):
        x = min(max(WIDE * k, 0.06), wide - 0.06)
        frames.box((x, -1.34, (top + 0.05) / 2), (0.10, 0.10, top + 0.02))
    for z in (0.12, 1.1):
        fittings.box((wide / 2, -1.36, floor + z), (wide, 0.04, 0.05))
        fittings.box((0.04, -0.7, floor + z), (0.04, 1.3, 0.05))
    for i in range(int(wide / 0.11)):
        fittings.box((0.06 + 0.11 * i, -1.36, floor + 0.6), (0.016, 0.016, 0.96))
    for i in range(12):
        fittings.box((0.04, -1.3 + 0.11 * i, floor + 0.6), (0.016, 0.016, 0.96))
    steps, rise = 16, TALL / 16
    for i in range(steps):
        steel.box((wide + 0.14 + 0.26 * i, -0.72, floor - rise * (i + 1) + 0.06), (0.29, 1.1, 0.04))
    for y in (-1.30, -0.14):
        frames.bar((wide, y, floor - 0.1), (wide + 0.26 * steps, y, FOOT - 0.1), 0.10)
        fittings.bar((wide, y, floor + 1.05), (wide + 0.26 * steps, y, FOOT + 1.0), 0.028, 8)
        for i in range(0, steps + 1, 2):
            fittings.bar((wide + 0.26 * i, y, floor - rise * i - 0.1), (wide + 0.26 * i, y, floor - rise * i + 1.04), 0.016, 8)
    for x, y in ((wide + 2.0, -1.3), (wide + 2.0, -0.14)):
        frames.box((x, y, 0.85), (0.1, 0.1, 1.5))
    box("plinth", (wide + 0.9, LONG + 1.9, FOOT), (wide / 2, LONG / 2 - 0.75, FOOT / 2), concrete, 0.02)
    for part, name, mat in ((walls, "walls", white), (frames, "frames", blue), (joints, "joints", seam), (fittings, "fittings", surface("fitting", (0.72, 0.74, 0.76), 0, 0.4)),
                            (doors, "doors", navy), (lamps, "lit", warm), (panes, "panes", dark), (curtains, "curtains", pale), (steel, "steel", seam)):
        part.mesh(name, mat, 0.006 if part in (frames, doors) else 0)
    board = empty("board", (-0.03, LONG / 2, FOOT + TALL), (90, 0, -90))
    slab("board", rrect(4.3, 1.06, 0.03), 0, 0.05, navy, 0.01, board)
    text("筑站科技", 2.7, white, (0, -0.35, 0.052), board, align="CENTER", depth=0.01)
    for k, title in enumerate(("会议室", "办公室", "办公室", "资料室")):
        box("plate", (0.42, 0.02, 0.16), (0.78 + WIDE * k, -0.05, FOOT + 2.36), navy, 0.004)
        text(title, 0.32, white, (0.78 + WIDE * k, -0.062, FOOT + 2.315), None, (90, 0, 0), "CENTER", 0.001)


def green(rng, concrete):
    """A strip of grass behind a kerb, blade by blade."""
    blades = Bars()
    x0, x1, y0, y1 = 0.4, 12.2, -4.1, -2.6
    flat("lawn", surface("soil", (0.05, 0.09, 0.02), 0, 0.9, 0.4, 20, mottle=0.3, mottle_scale=2), (x1 - x0, y1 - y0), 0.10, ((x0 + x1) / 2, (y0 + y1) / 2))
    boxes("kerb", [((x1 - x0 + 0.2, 0.1, 0.15), ((x0 + x1) / 2, y, 0.075)) for y in (y0, y1)] + [((0.1, y1 - y0, 0.15), (x, (y0 + y1) / 2, 0.075)) for x in (x0, x1)], concrete, 0.01)
    for _ in range(16000):
        x, y, h, t = rng.uniform(x0 + 0.08, x1 - 0.08), rng.uniform(y0 + 0.08, y1 - 0.08), rng.uniform(0.05, 0.11), rng.uniform(0, 6.3)
        dx, dy = 0.008 * math.cos(t), 0.008 * math.sin(t)
        blades._add([(x - dx, y - dy, 0.09), (x + dx, y + dy, 0.09), (x + 3 * dy, y + 3 * dx, 0.1 + h)], [(0, 1, 2)])
    blades.mesh("blades", surface("blade", (0.085, 0.19, 0.03), 0, 0.7))


def corridor(bulkhead):
    """A lamp over each door, below and above."""
    for storey in (0, 1):
        for k in range(BOXES):
            x, z = WIDE * k + 1.45, FOOT + TALL * storey + 2.52
            place(slab("bulkhead", rrect(0.26, 0.13, 0.06), 0, 0.06, bulkhead, 0.01), (x, -0.04, z), (90, 0, 0))
            area("door", (x, -0.35, z + 0.05), (x, -0.75, FOOT + TALL * storey), (0.5, 0.3), 26, (1, 0.74, 0.46), 160)


def build():
    rng = random.Random(11)
    to_sun = outdoors(1.2, 52, 0.085, 0.0, (1, 0.5, 0.3), 1.4, HAZE, GLOW, 0.13, clouds=0.10)
    navy, blue = paint("navy", (0.02, 0.08, 0.24), chips=0.0), paint("blue", (0.035, 0.17, 0.46), chips=0.0)
    white, pale = surface("white", (0.78, 0.79, 0.79), 0, 0.45, mottle=0.05), surface("curtain", (0.62, 0.62, 0.60), 0, 0.7)
    seam, dark = surface("seam", (0.24, 0.25, 0.27), 0.2, 0.5), surface("dark", (0.02, 0.021, 0.023), 0.2, 0.5)
    warm, pane = glow("lit", (1, 0.60, 0.26), 2.4), surface("pane", (0.05, 0.075, 0.10), 0, 0.05, specular=0.9)
    concrete, grey = cast_concrete("kerb", 0.44), cast_concrete("grey", 0.34)
    flat("ground", ground("earth", (0.24, 0.19, 0.14), (0.08, 0.065, 0.05), 0.30, 0.06), (1200, 1600), -0.03, (0, 500))
    flat("yard", cast_concrete("yard", 0.30, 4.0, wet=0.5), (60, 44), 0, (8, -2))
    block((white, blue, seam, warm, pane, pale, navy, concrete), rng)
    green(rng, concrete)
    red = surface("red", (0.55, 0.018, 0.012), 0, 0.38)
    box("fire case", (0.3, 0.7, 1.3), (-0.22, 0.95, FOOT + 0.67), red, 0.01)
    place(text("消防器材", 0.4, white, (0, 0, 0), None, (90, 0, -90), "CENTER", 0.001), (-0.375, 0.95, FOOT + 1.08), (90, 0, -90))
    hoarding(-30, 19, 34, white)
    for x, y, nx, ny, floors in ((104, 58, 4, 3, 6), (-8, 110, 4, 3, 6), (180, 150, 5, 3, 8)):
        frame(grey, (x, y), (nx, ny), floors)
    crane((paint("yellow", (0.80, 0.40, 0.02)), dark, grey, dark_glass(), glow("lamp", (1, 0.08, 0.04), 6)), (126, 64), 41, 78, 46, 0.5, 12)
    corridor(glow("bulkhead", (1, 0.78, 0.5), 14))
    work_lamp((-7.6, 5.5, 0), (-0.5, 2.5, 2.0), 900, (1, 0.82, 0.58), 4.6, 0.6, True)
    area("blue", (-4, -16, 9), (6, 0, 2), (14, 8), 900, (0.55, 0.70, 1))
    fill_with_haze(to_sun, 230, HAZE, GLOW, 60, ("lamp", "lit", "bulkhead", "lamp face"), 24)
    camera((-6.6, -13.2, 1.9), (5.4, 1.0, 2.75), 38, 5.6, (1.5, -2, 2))
