"""An industrial park by the river in the haze of the morning: from a top slab over frames and a row of tower cranes."""
import random
from siteparts import *

PICTURE = "case/huanghejiangong"
SIZE = "1600 1067"
EXPOSURE = 0.1
HAZE, GLOW = (0.46, 0.52, 0.60), (1.75, 1.15, 0.66)


def build(before=False):
    """Before, the frames are two storeys lower, the deck is dry and just cast, the cranes turn elsewhere, and it is later in the day."""
    rng = random.Random(3)
    to_sun = outdoors(*((16, 24, 0.15) if before else (7.5, -17, 0.16)), 3.4, (1, 0.62, 0.34), 1.6, HAZE, GLOW, 0.085, clouds=0.35 if before else 0)
    grey, old = cast_concrete("grey", 0.34), cast_concrete("old", 0.24)
    yellow, blue = paint("yellow", (0.80, 0.40, 0.02)), paint("blue", (0.04, 0.16, 0.42))
    dark, rust = surface("dark", (0.02, 0.02, 0.022), 0.3, 0.5), surface("rust", (0.16, 0.062, 0.028), 0.4, 0.75, 0.3, 30)
    red, white = paint("red", (0.55, 0.03, 0.02), chips=0.2), paint("white", (0.75, 0.75, 0.73), chips=0.2)
    lamp, net = glow("lamp", (1, 0.08, 0.04), 6), surface("net", (0.02, 0.20, 0.09), 0, 0.9)
    steel = (yellow, dark, grey, dark_glass(), lamp)
    flat("ground", ground("earth", (0.20, 0.145, 0.10), (0.045, 0.036, 0.03), 0.45, 0.035), (1600, 2200), 0, (0, 900))
    # the slab in front: 18.9 m up
    top = 18.9
    near = Bars()
    near.box((7, -4, top - 0.11), (26, 22, 0.22))
    near.box((-6.0, -4, top - 0.45), (0.35, 22, 0.7))
    near.box((7, 7.0, top - 0.45), (26, 0.35, 0.7))
    for x in (-5.2, 2.8, 9.6):
        for y in (-1.8, 6.2):
            if not before:
                near.box((x, y, top + 0.3), (0.7, 0.7, 0.6))
            near.box((x, y, top - 9), (0.7, 0.7, 17))
    near.mesh("near", cast_concrete("near", 0.40, wet=0 if before else 0.35), 0.012)
    bars = Bars()
    for x in (-5.2, 2.8, 9.6) if before else (-5.2, 2.8):
        for y in (-1.8, 6.2):
            starter_bars(bars, (x, y, top - 0.1 if before else top + 0.58), 0.7, 1.5, 4, rng)
    for i in range(0 if before else 26):
        bars.bar((5.2 + rng.random() * 0.9, -2 + rng.random() * 0.3, top + 0.16 + 0.012 * i / 2), (6.4 + rng.random() * 0.9,
            5.2 + rng.random(), top + 0.16 + 0.012 * i / 2), 0.011, 6)
    bars.mesh("bars", rust)
    wood = Bars()
    for i in range(0 if before else 3):
        wood.box((6.2, -0.6 + 2.2 * i, top + 0.07), (1.9, 0.1, 0.1))
    for i in range(16 if before else 9):
        wood.at = Matrix.Translation((*((6.6, 3.4) if before else (-1.6, 4.6)), top + 0.1 + 0.021 * i)) @ Matrix.Rotation(rad((64 if before else 12) + 2.5 * (rng.random() - 0.5)), 4, "Z")
        wood.box((0, 0, 0), (1.83, 0.915, 0.018))
    # a column in its formwork, held by clamps
    clamps = Bars()
    if not before:
        wood.at = Matrix.Translation((9.6, 6.2, top + 0.6))
        wood.box((0, 0, 1.45), (0.8, 0.8, 2.9))
    for i in range(0 if before else 6):
        for s in (-1, 1):
            clamps.box((9.6 + 0.45 * s, 6.2, top + 0.85 + 0.48 * i), (0.07, 1.25, 0.08))
            clamps.box((9.6, 6.2 + 0.45 * s, top + 0.95 + 0.48 * i), (1.25, 0.07, 0.08))
    for s in () if before else (-1, 1):
        clamps.bar((9.6, 6.2, top + 2.9), (9.6 + 2.6 * s, 4.8, top), 0.03, 8)
    clamps.mesh("clamps", yellow)
    wood.mesh("wood", surface("plywood", (0.20, 0.095, 0.045), 0, 0.6, 0.2, 20, (1, 12, 1)), 0.002)
    corner = (-5.95, 6.95, top)
    rails([(corner, (19, 6.95, top)), (corner, (-5.95, -12, top))], red, white, white)
    # the frames that are rising, storey by storey
    for x, y, nx, ny, floors, tone in ((-58, 40, 4, 4, 5, grey), (9, 48, 4, 3, 4, grey), (-64, 116, 5, 3, 7, old), (30, 132, 6, 3, 6,
            old), (-24, 210, 5, 3, 8, old), (70, 240, 6, 3, 7, old), (-170, 190, 6, 4, 6, old)):
        floors -= 2 * before
        if y < 60:
            rising_frame(tone, rust, (x, y), (nx, ny), floors, 1.3)
        else:
            frame(tone, (x, y), (nx, ny), floors)
        tubes = Bars()
        for f in range(1, floors + 1):
            z = 4.2 * f
            for k in range(nx * 4 + 1):
                tubes.bar((x - 0.5 + 2 * k, y - 0.6, z), (x - 0.5 + 2 * k, y - 0.6, z + 1.2), 0.035)
            for dz in (0.6, 1.2):
                tubes.bar((x - 0.5, y - 0.6, z + dz), (x + 8 * nx + 0.5, y - 0.6, z + dz), 0.03)
        tubes.mesh("far rail", red)
        if (nx + floors) % 2:
            cloth = Bars()
            cloth.box((x + 8 * nx + 1.2, y + 4 * ny, 2.1 * floors + 1.2), (0.05, 8 * ny + 2, 4.2 * floors + 2.4))
            cloth.mesh("cloth", net)
    # the row of cranes
    turns = (-72, 74, -38, 110) if before else (62, -52, 118, 20)
    crane(steel, (-19, 50), 43, turns[0], 48, 0.38 if before else 0.62, 9 if before else 14)
    crane(steel, (37, 104), 50, turns[1], 52, 0.7 if before else 0.45, 20)
    crane(steel, (-66, 134), 46, turns[2], 50, 0.5, 15)
    crane((blue, dark, grey, dark_glass(), lamp), (16, 205), 52, turns[3], 50, 0.6, 20)
    for x, y, h, t in ((-34, 250, 44, -70), (92, 238, 48, -110), (58, 330, 44, 60), (-108, 340, 50, 95), (8, 420, 47, -40), (150, 390,
            50, -80), (-50, 520, 46, 80)):
        crane(steel, (x, y), h, t + 75 * before, 50, 0.5, 14, False)
    # river, the far bank, huts
    water = Bars()
    water.box((0, 900, 0.1), (1600, 260, 0.1))
    water.mesh("river", surface("river", (0.10, 0.09, 0.07), 0, 0.08, 0.05, 0.4))
    hills = Bars()
    for i in range(60):
        hills.box((-700 + 24 * i, 1060 + 40 * rng.random(), 4), (30, 30, 10 + 14 * rng.random()))
    hills.mesh("trees", surface("trees", (0.03, 0.045, 0.03), 0, 1))
    huts = Bars()
    for i in range(7):
        for k in range(2):
            huts.box((-6 + 6.2 * i, 92, 1.45 + 2.9 * k), (6, 3, 2.8))
    huts.mesh("huts", white, 0.05)
    roofs = Bars()
    roofs.box((12.6, 92, 6.0), (44, 4.4, 0.25))
    roofs.mesh("roofs", blue)
    fill_with_haze(to_sun, 330, HAZE, GLOW, 60, ("lamp",))
    camera((1.6, -9.6, top + 1.9), (-0.6, 40, top + 5.4), 26)
