"""The deep pit of a power plant at dusk: struts across it under work lamps, the cooling tower behind."""
import random
from siteparts import *

PICTURE = "case/sddianjian1"
SIZE = "1600 1067"
EXPOSURE = 0.35
HAZE, GLOW = (0.10, 0.15, 0.25), (0.62, 0.36, 0.24)
WIDE, DEEP, LONG = 34.0, 14.0, 110.0


def pit(cast, mud, blue, red, steel, rng):
    piles, beam = Bars(), Bars()
    for s in (-1, 1):
        for i in range(int(LONG / 1.25)):
            piles.bar((s * (WIDE / 2 + 0.5), 1.25 * i, -DEEP - 1), (s * (WIDE / 2 + 0.5), 1.25 * i, 0), 0.56, 14)
        beam.box((s * (WIDE / 2 + 0.45), LONG / 2, -0.4), (1.5, LONG + 4, 0.8))
    for i in range(int(WIDE / 1.25) + 2):
        piles.bar((-WIDE / 2 + 1.25 * i, LONG + 0.5, -DEEP - 1), (-WIDE / 2 + 1.25 * i, LONG + 0.5, 0), 0.56, 14)
    beam.box((0, LONG + 0.5, -0.4), (WIDE + 3, 1.5, 0.8))
    piles.mesh("piles", mud, 0, 50)
    beam.mesh("beam", cast, 0.02)
    for level, mat in ((-1.7, red), (-7.4, blue)):
        tubes, walers = Bars(), Bars()
        for s in (-1, 1):
            for dz in (-0.32, 0.32):
                walers.box((s * (WIDE / 2 - 0.35), LONG / 2, level + dz), (0.5, LONG, 0.1))
            walers.box((s * (WIDE / 2 - 0.35), LONG / 2, level), (0.08, LONG, 0.6))
        for i in range(1, int(LONG / 7.5)):
            y = 7.5 * i
            tubes.bar((-WIDE / 2 + 0.6, y, level), (WIDE / 2 - 0.6, y, level), 0.40, 28)
            for k in range(-3, 4):
                tubes.bar((k * 4.6 - 0.05, y, level), (k * 4.6 + 0.05, y, level), 0.52, 28)
                for t in range(10):
                    q = rad(36 * t)
                    walers.box((k * 4.6, y + 0.46 * math.cos(q), level + 0.46 * math.sin(q)), (0.2, 0.07, 0.07))
            for s in (-1, 1):
                walers.box((s * (WIDE / 2 - 0.75), y, level), (0.25, 1.2, 1.2))
                tubes.bar((s * (WIDE / 2 - 0.7), y - 2.2, level), (s * (WIDE / 2 - 4.6), y, level), 0.16, 12)
                tubes.bar((s * (WIDE / 2 - 0.7), y + 2.2, level), (s * (WIDE / 2 - 4.6), y, level), 0.16, 12)
        tubes.mesh("struts", mat, 0, 40)
        walers.mesh("walers", steel)
    # lattice columns under the struts
    posts = Bars()
    for i in range(1, int(LONG / 7.5)):
        for x in (-5.6, 5.6):
            y = 7.5 * i + 0.75
            for sx, sy in ((-0.23, -0.23), (0.23, -0.23), (0.23, 0.23), (-0.23, 0.23)):
                posts.bar((x + sx, y + sy, -DEEP), (x + sx, y + sy, -0.6), 0.07)
            for k in range(18):
                z = -DEEP + 0.75 * k
                for (ax, ay), (bx, by) in (((-0.23, -0.23), (0.23, -0.23)), ((0.23, -0.23), (0.23, 0.23)), ((-0.23, 0.23), (0.23,
                        0.23)), ((-0.23, -0.23), (-0.23, 0.23))):
                    posts.bar((x + ax, y + ay, z), (x + bx, y + by, z), 0.035)
    posts.mesh("posts", steel)
    # the bottom: blinding, mats of bars, walls that begin
    mats, walls = Bars(), Bars()
    for i in range(70):
        mats.bar((-13.5, 14 + 0.42 * i, -DEEP + 0.35), (13.5, 14 + 0.42 * i, -DEEP + 0.35), 0.022, 5)
    for i in range(64):
        mats.bar((-13.4 + 0.42 * i, 14, -DEEP + 0.38), (-13.4 + 0.42 * i, 43, -DEEP + 0.38), 0.022, 5)
    for i in range(80):
        x, y = rng.choice((-11.5, -3.8, 3.8, 11.5)), 46 + 0.22 * i
        mats.bar((x, y, -DEEP), (x + rng.uniform(-0.05, 0.05), y, -DEEP + 3.6), 0.02, 5)
    for x in (-11.5, 0.0, 11.5):
        walls.box((x, 84, -DEEP + 2.2), (0.5, 44, 4.4))
    walls.mesh("walls", cast, 0.02)
    mats.mesh("mats", surface("bars", (0.20, 0.075, 0.032), 0.4, 0.7))


def plant(cast, steel, lamp, rng):
    """The cooling tower, a chimney, the frame of the main building."""
    bm = bmesh.new()
    rings, n = [], 96
    for k in range(41):
        z = 9 + 116 * k / 40
        r = 25.5 * math.sqrt(1 + ((z - 92) / 61) ** 2)
        rings.append([bm.verts.new((r * math.cos(2 * math.pi * i / n), r * math.sin(2 * math.pi * i / n), z)) for i in range(n)])
    for a, b in zip(rings, rings[1:]):
        for i in range(n):
            bm.faces.new((a[i], a[(i + 1) % n], b[(i + 1) % n], b[i]))
    shell = solid("shell", bm, cast_concrete("shell", 0.40, 3.0))
    shell.location = (-92, 330, 0)
    legs, lights = Bars(), Bars()
    for i in range(40):
        for d in (-1, 1):
            a, b = 2 * math.pi * i / 40, 2 * math.pi * (i + 0.5 * d) / 40
            legs.bar((-92 + 45 * math.cos(a), 330 + 45 * math.sin(a), 0), (-92 + 42.5 * math.cos(b), 330 + 42.5 * math.sin(b), 9.2),
                0.55, 8)
    legs.bar((-10, 420, 0), (-10, 420, 150), 5.2, 32)
    legs.mesh("legs", cast, 0, 50)
    for i in range(16):
        t = 2 * math.pi * i / 16
        lights.box((-92 + 29.3 * math.cos(t), 330 + 29.3 * math.sin(t), 125.6), (0.9, 0.9, 0.9))
    lights.box((-10, 415, 151), (1, 1, 1))
    lights.box((-10, 414.5, 100), (1, 1, 1))
    lights.mesh("aviation", lamp)
    hall = Bars()
    for i in range(9):
        x = 34 + 11 * i
        for y in (210, 246):
            hall.bar((x, y, 0), (x, y, 46), 0.6)
        for z in (14, 28, 46):
            hall.bar((x, 210, z), (x, 246, z), 0.5)
            hall.bar((34, 210, z), (122, 210, z), 0.45)
            hall.bar((34, 246, z), (122, 246, z), 0.45)
        if i < 8 and i % 2:
            hall.bar((x, 210, 0), (x + 11, 210, 14), 0.25)
            hall.bar((x + 11, 210, 14), (x, 210, 28), 0.25)
    hall.mesh("hall", steel)
    spots = Bars()
    for i in range(26):
        spots.box((rng.uniform(36, 120), 209, rng.choice((13, 27, 45)) - 0.8), (0.7, 0.3, 0.3))
    for i in range(30):
        spots.box((rng.uniform(-180, 190), rng.uniform(190, 300), rng.uniform(2, 6)), (0.6, 0.4, 0.4))
    spots.mesh("spots", glow("spots", (1, 0.72, 0.40), 22))


def gauge(at, white, dark, orange, metal):
    """The head of an inclinometer tube with its logger."""
    x, y, z = at
    pipe = slab("pipe", circle(0.055, 40), 0, 0.55, orange, 0.004, None, circle(0.045, 40))
    pipe.location = at
    tube("stake", [(x + 0.36, y, z), (x + 0.36, y, z + 0.6), (x + 0.36, y, z + 1.25)], 0.022, metal)
    plate = slab("foot", rrect(0.2, 0.2, 0.02, 6), 0, 0.012, metal, 0.003)
    plate.location = (x + 0.36, y, z)
    box = slab("box", rrect(0.34, 0.26, 0.03, 8), -0.07, 0.07, white, 0.012)
    place(box, (x + 0.36, y - 0.03, z + 1.05), (90, 0, 0))
    text("测斜 CX-07", 0.046, dark, (x + 0.36, y - 0.102, z + 1.075), None, (90, 0, 0), "CENTER", 0.0005)
    text("筑站科技", 0.03, dark, (x + 0.36, y - 0.102, z + 0.965), None, (90, 0, 0), "CENTER", 0.0005)
    eye = slab("eye", circle(0.011, 24), 0, 0.008, glow("signal", (0.1, 1, 0.35), 14))
    place(eye, (x + 0.49, y - 0.1, z + 1.13), (90, 0, 0))
    sun = slab("panel", rrect(0.42, 0.3, 0.01, 4), 0, 0.02, surface("cells", (0.01, 0.016, 0.045), 0.2, 0.12, specular=0.8), 0.003)
    place(sun, (x + 0.36, y - 0.02, z + 1.36), (40, 0, 0))
    tube("cable", [(x + 0.28, y - 0.03, z + 0.92), (x + 0.18, y - 0.02, z + 0.72), (x + 0.05, y, z + 0.72), (x, y, z + 0.5)], 0.007, dark)


def build():
    rng = random.Random(5)
    to_sun = outdoors(1.2, 22, 0.085, 0.0, (1, 0.5, 0.3), 1.4, HAZE, GLOW, 0.13, clouds=0.10)
    cast, mud = cast_concrete("cast", 0.34), surface("mud", (0.20, 0.185, 0.165), 0, 0.9, 0.3, 8, mottle=0.15, mottle_scale=0.5)
    steel, metal = paint("grey steel", (0.16, 0.18, 0.20)), surface("zinc", (0.5, 0.51, 0.53), 0.9, 0.4, 0.05, 60, wear=0.1)
    blue, red = paint("blue", (0.02, 0.12, 0.42), 0.32, 0.0), paint("orange", (0.78, 0.18, 0.02), 0.32, 0.0)
    white, dark = surface("white", (0.72, 0.73, 0.73), 0, 0.38, 0.05, 60, wear=0.1), surface("dark", (0.02, 0.02, 0.022), 0.2, 0.5)
    lamp = glow("lamp", (1, 0.07, 0.03), 18)
    soil = ground("soil", (0.30, 0.235, 0.18), (0.10, 0.08, 0.065), 0.30, 0.09)
    for x, y, w, d in ((-217.9, 100, 400, 700), (217.9, 100, 400, 700), (0, 311, 36, 398)):
        flat("soil", soil, (w, d), -0.02, (x, y))
    flat("bottom", ground("bottom", (0.21, 0.19, 0.16), (0.06, 0.055, 0.05), 0.47, 0.16), (WIDE + 2, LONG + 2), -DEEP, (0, LONG / 2))
    pit(cast, mud, blue, red, steel, rng)
    plant(cast, steel, lamp, rng)
    yellow = paint("yellow", (0.80, 0.40, 0.02))
    crane((yellow, dark, cast, dark_glass(), lamp), (44, 118), 39, -74, 50, 0.6, 16)
    crane((yellow, dark, cast, dark_glass(), lamp), (-40, 190), 52, 40, 48, 0.5, 14, False)
    sides = [((x, -6, 0), (x, LONG, 0), grid) for x, grid in ((-WIDE / 2 - 0.9, 0.1), (WIDE / 2 + 0.9, 0.2))]
    rails([*sides, ((-18, -0.35, 0), (18, -0.35, 0))], yellow, yellow, red)
    gauge((-1.75, -1.15, 0.0), white, dark, red, metal)
    ledge = Bars()
    ledge.box((0, -8.2, -0.4), (60, 16.4, 0.8))
    ledge.mesh("ledge", cast_concrete("ledge", 0.36, 6, 0.4), 0.02)
    # lamps on masts along the edge, and down in the pit
    for x, y, tx, ty, power in ((18.3, 22, 0, 34, 14000), (-18.3, 46, 0, 58, 0), (18.3, 72, 0, 84, 0), (-18.3, 90, 2, 70, 26000)):
        work_lamp((x, y, 0), (tx, ty, -DEEP), power, (1, 0.80, 0.55), 7.5, 1.1, True)
    for x, y, tx, ty, power in ((9, 40, 0, 22, 2200), (-9, 66, 2, 50, 3200), (7, 92, -2, 76, 0)):
        work_lamp((x, y, -DEEP), (tx, ty, -DEEP + 1), power, (1, 0.84, 0.62), 3.2, 0.7)
    area("soft", (-5.5, -5, 4.5), (-1.4, -1.1, 0.8), (2, 2), 260, (1, 0.86, 0.68), 150)
    fill_with_haze(to_sun, 420, HAZE, GLOW, 90, ("lamp", "lamp face", "spots", "signal"), 25)
    camera((0.7, -6.2, 3.0), (-1.2, 60, -3.0), 24)
