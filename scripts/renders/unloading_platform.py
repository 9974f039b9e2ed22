"""An unloading platform seen from its storey: load sensors on its ropes, the screen tells the weight, a rigger calls the crane."""
import random
from siteparts import *
from worker import worker

PICTURE = "product/zhgd-unloading-platform"
SIZE = "960 720"
EXPOSURE = 0.1
HAZE, GLOW = (0.38, 0.48, 0.62), (1.25, 1.0, 0.76)
TOP = 54.0
WIDE, OUT = 2.6, 4.2  # of the platform


def beam(b, a, c, tall=0.2, wide=0.11):
    """An I-beam along y."""
    (x, y0, z), (_, y1, _) = a, c
    y, length = (y0 + y1) / 2, abs(y1 - y0)
    for dz in (-tall / 2 + 0.006, tall / 2 - 0.006):
        b.box((x, y, z + dz), (wide, length, 0.012))
    b.box((x, y, z), (0.009, length, tall))


def building(rng):
    cast = cast_concrete("cast", 0.38, wet=0.1)
    b = Bars()
    for f in range(-2, 3):
        z = TOP + 3.6 * f
        b.box((9, 7, z - 0.07), (24, 14, 0.14))
        b.box((9, 0.16, z - 0.335), (23.98, 0.3, 0.388))
        b.box((-2.84, 7.16, z - 0.335), (0.3, 13.6, 0.388))
        for x in (-2.6, 4.4, 11.4, 18.4):
            for y in (0.45, 7.4):
                b.box((x, y, z + 1.8), (0.6, 0.6, 3.6))
        b.box((8, 9.5, z + 1.8), (20, 0.2, 3.6))
    b.mesh("building", cast, 0.012)
    runs = []
    for f in (-1, 0, 1):
        z = TOP + 3.6 * f
        spans = ((-2.95, -0.25), (WIDE + 0.25, 20)) if f == 0 else ((-2.95, 20),)
        runs += [((a, 0.04, z), (b, 0.04, z)) for a, b in spans]
        runs.append(((-2.95, 0.12, z), (-2.95, 13, z)))
    rails(runs, paint("red", (0.62, 0.04, 0.02), chips=0.2), paint("mesh", (0.45, 0.05, 0.03), chips=0.1),
          paint("kick", (0.75, 0.75, 0.73), chips=0.2))
    props = Bars()
    for x in (5.4, 6.6, 7.8, 9.0, 13.0):
        props.bar((x, 3.4, TOP), (x, 3.4, TOP + 3.4), 0.03, 10)
        props.box((x, 3.4, TOP + 1.7), (0.12, 0.12, 0.16))
    props.mesh("props", paint("prop", (0.05, 0.16, 0.42), chips=0.4))


def platform(rng, orange, dark, steel):
    frame_, plate, panels, stripes = Bars(), Bars(), Bars(), Bars()
    z = TOP + 0.12
    for x in (0.0, WIDE):
        beam(frame_, (x, -OUT, z - 0.1), (x, 3.2, z - 0.1))
    for k in range(8):
        y = -OUT + 0.05 + k * (OUT - 0.1) / 7
        frame_.box((WIDE / 2, y, z - 0.1), (WIDE, 0.08, 0.14))
    plate.box((WIDE / 2, -OUT / 2 + 0.3, z + 0.004), (WIDE, OUT + 0.6, 0.008))
    # Studs of the chequer plate.
    for i in range(26):
        for k in range(48):
            plate.at = Matrix.Translation((0.05 + i * 0.1, -OUT + 0.05 + k * 0.1, z + 0.009)) @ Matrix.Rotation(rad(45 if (i + k) % 2 else -45), 4, "Z")
            plate.box((0, 0, 0), (0.06, 0.012, 0.006))
    plate.at = Matrix.Identity(4)
    tall = 1.2
    for x in (0.0, WIDE):
        for k in range(5):
            y = -OUT + 0.03 + k * (OUT - 0.06) / 4
            frame_.box((x, y, z + tall / 2), (0.06, 0.06, tall))
        for dz in (0.03, tall):
            frame_.box((x, -OUT / 2, z + dz), (0.06, OUT, 0.06))
        panels.box((x, -OUT / 2, z + tall / 2 + 0.02), (0.012, OUT - 0.04, tall - 0.06))
    for dz in (0.03, tall):
        frame_.box((WIDE / 2, -OUT, z + dz), (WIDE, 0.06, 0.06))
    for k in range(3):
        frame_.box((WIDE / 2 * k, -OUT, z + tall / 2), (0.06, 0.06, tall))
    panels.box((WIDE / 2, -OUT, z + tall / 2 + 0.02), (WIDE - 0.04, 0.012, tall - 0.06))
    # Warning stripes around the foot of the panels.
    for k in range(int(OUT / 0.4)):
        y = -OUT + 0.1 + 0.4 * k
        stripes._add([(-0.009, y, z + 0.07), (-0.009, y + 0.2, z + 0.07), (-0.009, y + 0.36, z + 0.33), (-0.009, y + 0.16, z + 0.33)], [(0, 1, 2, 3)])
    for k in range(int(WIDE / 0.4)):
        x = 0.08 + 0.4 * k
        stripes._add([(x, -OUT - 0.009, z + 0.07), (x + 0.2, -OUT - 0.009, z + 0.07), (x + 0.36, -OUT - 0.009, z + 0.33), (x + 0.16, -OUT - 0.009, z + 0.33)], [(0, 1, 2, 3)])
    frame_.mesh("frame", orange, 0.003)
    plate.mesh("plate", surface("plate", (0.30, 0.30, 0.30), 0.9, 0.45, wear=0.15, mottle=0.25, mottle_scale=2))
    panels.mesh("panels", paint("panel", (0.82, 0.42, 0.02), chips=0.35))
    stripes.mesh("stripes", surface("stripe", (0.015, 0.015, 0.016), 0, 0.5))
    ink = surface("ink", (0.02, 0.02, 0.022), 0, 0.5)
    text("限载 1500 kg", 0.16, ink, (-0.012, -1.58, z + 0.68), None, (90, 0, -90), "CENTER", 0.001)
    text("卸料平台", 0.20, ink, (-0.012, -2.62, z + 0.68), None, (90, 0, -90), "CENTER", 0.001)
    text("限载 1500 kg", 0.18, ink, (WIDE / 4, -OUT - 0.012, z + 0.68), None, (90, 0, 0), "CENTER", 0.001)


def rope(a, b, m, sensor):
    """A wire rope from the beam to the storey above: shackle, turnbuckle and, if wanted, the sensor that grips it."""
    a, b = Vector(a), Vector(b)
    along = (b - a).normalized()
    rods("rope", [(a, b, 0.011)], m["rope"], 12)
    rods("turnbuckle", [(a + along * 0.25, a + along * 0.62, 0.026)], m["steel"], 20)
    rods("ends", [(a, a + along * 0.25, 0.018), (a + along * 0.62, a + along * 0.74, 0.018)], m["steel"], 16)
    rods("clips", [(a + along * (1.0 + 0.13 * k) - Vector((0.03, 0, 0)), a + along * (1.0 + 0.13 * k) + Vector((0.03, 0, 0)), 0.02) for k in range(3)], m["steel"], 12)
    if not sensor:
        return
    at = a + along * 1.62
    grip = empty("sensor", at)
    grip.rotation_euler = along.to_track_quat("X", "Z").to_euler()
    box("body", (0.40, 0.15, 0.15), (0, 0, 0), m["orange"], 0.02, grip)
    box("lid", (0.22, 0.04, 0.11), (0, -0.085, 0), m["white"], 0.012, grip)
    box("lid", (0.22, 0.04, 0.11), (0, 0.085, 0), m["white"], 0.012, grip)
    for x in (-0.15, 0.15):
        for y in (-0.05, 0.05):
            box("bolt", (0.03, 0.03, 0.19), (x, y, 0), m["steel"], 0.006, grip)
    for y in (-0.108, 0.108):
        lamp = slab("led", circle(0.014, 24), -0.004, 0.004, glow("signal", (0.1, 1, 0.35), 9))
        place(lamp, (0.07, y, 0.025), (90, 0, 0))
        lamp.parent = grip
    rods("antenna", [((-0.12, 0.0, 0.075), (-0.12, 0.0, 0.30), 0.012)], m["dark"], 16, grip)


def load(rng):
    """Scaffold tubes in a bundle and a stack of timbers, tied."""
    tubes, timber, ties = Bars(), Bars(), Bars()
    z = TOP + 0.24
    for k in range(2):
        timber.box((WIDE / 2, -1.2 - 2.0 * k, z - 0.06), (1.9, 0.1, 0.1))
    for row in range(5):
        for i in range(9 - row):
            tubes.bar((0.55 + 0.049 * i + 0.0245 * row, -3.7 + rng.uniform(-0.05, 0.05), z + 0.03 + 0.043 * row), (0.55 + 0.049 * i + 0.0245 * row,
                -0.2 + rng.uniform(-0.05, 0.05), z + 0.03 + 0.043 * row), 0.024, 12)
    for i in range(9):
        for row in range(8):
            timber.box((1.36 + 0.093 * i, -1.9 + rng.uniform(-0.04, 0.04), z + 0.045 + 0.092 * row), (0.088, 2.9, 0.088))
    for y in (-2.9, -0.9):
        ties.box((1.73, y, z + 0.38), (0.86, 0.03, 0.77))
        ties.box((0.75, y, z + 0.13), (0.5, 0.02, 0.24))
    tubes.mesh("tubes", surface("galvanised", (0.45, 0.46, 0.47), 1, 0.4, wear=0.15, mottle=0.2))
    timber.mesh("timber", surface("timber", (0.42, 0.26, 0.12), 0, 0.75, 0.2, 20, (1, 0.1, 1), mottle=0.3, mottle_scale=1.5), 0.004)
    ties.mesh("ties", surface("ties", (0.03, 0.03, 0.035), 0, 0.6))


def screen(m):
    """The display for those who load, its case on two posts behind the rail, a panel for the sun above."""
    stand = empty("stand", (-1.35, 0.75, TOP), (0, 0, 158))
    rods("posts", [((x, 0.08, 0), (x, 0.08, 2.45), 0.03) for x in (-0.42, 0.42)], m["steel"], 20, stand)
    box("case", (1.34, 0.14, 0.74), (0, 0, 1.86), m["dark"], 0.02, stand)
    sheet("led", 1.24, 0.62, display("load", "load", 2.2, 0.35), (0, -0.0715, 1.88), (90, 0, 0), stand)
    box("hood", (1.38, 0.26, 0.02), (0, -0.1, 2.25), m["dark"], 0.006, stand)
    box("controller", (0.40, 0.16, 0.5), (0, 0.0, 1.1), m["white"], 0.02, stand)
    box("door", (0.34, 0.02, 0.44), (0, -0.088, 1.1), m["white"], 0.01, stand)
    text("筑站", 0.10, m["orange"], (-0.13, -0.1, 1.17), stand, (90, 0, 0), depth=0.001)
    lamp = slab("signal", circle(0.022, 32), 0, 0.015, glow("signal2", (0.1, 1, 0.35), 8))
    place(lamp, (0.1, -0.098, 1.2), (90, 0, 0))
    lamp.parent = stand
    horn = slab("horn", circle(0.07, 48), 0, 0.14, m["orange"], 0.012)
    place(horn, (0.55, -0.05, 2.36), (90, 0, 0))
    horn.parent = stand
    sun_ = box("panel", (0.72, 0.5, 0.03), (0, 0.1, 2.62), surface("cells", (0.01, 0.016, 0.045), 0.2, 0.12, specular=0.8), 0.004, stand, (28, 0, 0))
    box("edge", (0.76, 0.54, 0.022), (0, 0.1, 2.612), m["steel"], 0.004, stand, (28, 0, 0))
    tube("cable", [(0.1, 0.05, 0.86), (0.2, 0.0, 0.4), (0.5, -0.1, 0.05), (1.2, -0.3, 0.02)], 0.014, m["dark"], stand)


def build():
    rng = random.Random(17)
    to_sun = outdoors(21, 236, 0.13, 4.2, (1, 0.82, 0.60), 1.0, HAZE, GLOW, 0.11, clouds=0.4)
    orange, dark = paint("orange", (0.80, 0.17, 0.015), chips=0.25), surface("dark", (0.02, 0.021, 0.023), 0.2, 0.45)
    m = {"orange": surface("casing", (0.86, 0.19, 0.008), 0, 0.36, wear=0.1, coat=0.2), "white": surface("white", (0.74, 0.75, 0.76), 0, 0.36, wear=0.08),
         "steel": surface("steel", (0.58, 0.58, 0.57), 1, 0.3, wear=0.12), "dark": dark,
         "rope": surface("rope", (0.40, 0.40, 0.39), 1, 0.45, 0.5, 90)}
    flat("ground", ground("earth", (0.22, 0.17, 0.12), (0.06, 0.05, 0.04), 0.45, 0.035), (1600, 2200), 0, (0, -800))
    building(rng)
    platform(rng, orange, dark, m["steel"])
    for x, out in ((-0.07, -1), (WIDE + 0.07, 1)):
        for y, sensor in ((-3.75, True), (-2.5, False)):
            rope((x, y, TOP + 0.05), (x, 0.02, TOP + 3.42 + (0.0 if y < -3 else -0.2)), m, sensor)
    load(rng)
    screen(m)
    worker((0.12, 1.25, TOP), 176, hook=(0.75, 1.15, 1.16), right="up", tilt=10, look=-10)
    # The daylight of the storey behind.
    area("storey", (1.5, 8.8, TOP + 2.9), (0.8, 0, TOP + 0.8), (6, 2), 210, (0.86, 0.93, 1.0))
    grey = cast_concrete("grey", 0.34)
    steel = (paint("yellow", (0.80, 0.40, 0.02)), dark, grey, dark_glass(), glow("lamp", (1, 0.08, 0.04), 6))
    for x, y, nx, ny, floors in ((-66, -110, 4, 4, 14), (20, -136, 4, 3, 13), (-70, -230, 5, 3, 13), (-16, -250, 5, 3, 15), (56, -190, 4, 3, 12)):
        frame(grey, (x, y), (nx, ny), floors, base=0.0)
    crane(steel, (-20, -62), TOP + 9, 60, 48, 0.5, 16)
    crane(steel, (40, -170), 84, -60, 48, 0.6, 20, False)
    fill_with_haze(to_sun, 240, HAZE, GLOW, 60, ("lamp", "signal", "signal2", "load"), 12)
    camera((1.7, 5.6, TOP + 1.9), (0.75, -2, TOP + 1.5), 23, 4.0, (0, 1, TOP + 1.2))
