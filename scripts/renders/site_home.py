"""Home's first screen: a worker at the guardrail of the top slab before sunrise, the crane at work before him."""
import random
import surroundings
from siteparts import *
from worker import worker

PICTURE = "banner/home"
SIZE = "1600 750"
EXPOSURE = 0.15
TOP = 42.0
HAZE, GLOW = (0.06, 0.125, 0.27), (1.05, 0.46, 0.33)


def city(rng):
    """Blocks in the haze, some windows lit."""
    walls = [surroundings.facade("wall", wall, 0.10, 1.5, 3.1, 2.9, 7.3 * i) for i, wall in enumerate(((0.10, 0.11, 0.13), (0.13, 0.12, 0.115), (0.07, 0.08, 0.10)))]
    each = [[] for _ in walls]
    for _ in range(210):
        y = 260 * (1500 / 260) ** rng.random()
        x, w, d = rng.uniform(-0.75, 0.75) * y, rng.uniform(16, 40), rng.uniform(14, 26)
        h = rng.uniform(14, 40) if y < 420 else rng.uniform(22, 88)
        each[rng.randrange(3)].append(((w, d, h), (x, y + d / 2, h / 2)))
    for mat, some in zip(walls, each):
        boxes("town", some, mat)
    lights = Bars()
    for _ in range(240):
        y = 90 * (800 / 90) ** rng.random()
        lights.box((rng.uniform(-0.7, 0.7) * y, y, rng.uniform(1, 7)), (0.5, 0.5, 0.5))
    lights.mesh("street", glow("street", (1, 0.62, 0.30), 7))


def rising(rng, grey, rust, net, spot):
    """The frames beside, lamps in their storeys."""
    lit = Bars()
    for x, y, nx, ny, floors, cloth in ((30, 78, 4, 3, 10, False), (-46, 120, 4, 3, 9, False), (66, 150, 5, 3, 11, False), (-8, 180, 5, 3, 8, True)):
        rising_frame(grey, rust, (x, y), (nx, ny), floors)
        for _ in range(nx * floors):
            lit.box((x + rng.uniform(1, 8 * nx - 1), y + rng.uniform(0.5, 6), 4.2 * rng.randrange(floors) + 3.4), (1.3, 0.12, 0.12))
        if cloth:
            sheet_ = Bars()
            sheet_.box((x - 1.3, y + 4 * ny, 2.1 * floors + 1.4), (0.05, 8 * ny + 2, 4.2 * floors + 2.6))
            sheet_.mesh("cloth", net)
    lit.mesh("spots", spot)


def slab_here(rng, rust, yellow, red):
    here = Bars()
    here.box((2, -8, TOP - 0.12), (40, 19.4, 0.24))
    here.box((2, 1.75, TOP - 0.5), (40, 0.35, 0.9))
    here.mesh("here", cast_concrete("slab", 0.30, 4.0, wet=0.5), 0.012)
    bars = Bars()
    for x, y in ((2.75, -2.2), (-4.6, -1.0)):
        stub = Bars()
        stub.box((x, y, TOP + 0.25), (0.7, 0.7, 0.5))
        stub.mesh("stub", cast_concrete("stub", 0.30), 0.012)
        starter_bars(bars, (x, y, TOP + 0.48), 0.7, 1.35, 4, rng)
    bars.mesh("bars", rust)
    rails([((-14.1, 1.45, TOP), (16.3, 1.45, TOP))], yellow, yellow, red)


def build():
    rng = random.Random(21)
    to_sun = outdoors(2.2, 25, 0.085, 1.7, (1, 0.56, 0.30), 1.3, HAZE, GLOW, 0.17, clouds=0.16)
    yellow, red = paint("yellow", (0.82, 0.36, 0.02)), paint("kick", (0.72, 0.05, 0.02), chips=0.15)
    dark, rust = surface("dark", (0.02, 0.02, 0.022), 0.3, 0.5), surface("rust", (0.16, 0.062, 0.028), 0.4, 0.75, 0.3, 30)
    grey, lamp, net = cast_concrete("grey", 0.30), glow("lamp", (1, 0.08, 0.04), 16), netting("net", (0.02, 0.13, 0.08))
    orange = paint("orange", (0.86, 0.22, 0.015))
    flat("ground", ground("earth", (0.14, 0.11, 0.085), (0.04, 0.035, 0.03), 0.45, 0.035), (3200, 3400), 0, (0, 1500))
    city(rng)
    rising(rng, grey, rust, net, glow("spots", (1, 0.74, 0.42), 8))
    slab_here(rng, rust, yellow, red)
    steel = (orange, dark, grey, dark_glass(), lamp)
    crane(steel, (17, 62), TOP + 11.5, -66, 50, 0.27, 9.5)
    crane(steel, (64, 170), TOP + 17, -100, 50, 0.5, 12, False)
    crane(steel, (-60, 230), TOP + 12, 60, 50, 0.5, 12, False)
    worker((1.55, 0.98, TOP), -14, hook=(0.52, 0.44, 1.16), left="phone", screen=glow("screen", (0.35, 0.62, 1.0), 2.0), tilt=10, look=6)
    area("work", (3.4, -0.9, TOP + 2.6), (1.5, 0.8, TOP + 1.0), (0.6, 0.4), 80, (1, 0.78, 0.52))
    # The sky behind the camera.
    sun(30, 215, 0.7, (0.62, 0.78, 1.0), 30)
    area("fill", (-5, -7.5, TOP + 4.2), (1.5, 0.8, TOP + 1.1), (3, 2), 190, (0.78, 0.88, 1.0))
    fill_with_haze(to_sun, 460, HAZE, GLOW, 80, ("lamp", "spots", "street", "screen"), 22)
    camera((0, -7.6, TOP + 1.72), (0, 40, TOP + 3.75), 32, 2.8, (0, 6, TOP + 1.5))
