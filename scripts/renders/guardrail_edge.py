"""Guard panels at the edge of a storey at dusk: a rigger checks a panel, hooked on; work light from the storey, the town's lamps below."""
import random
from siteparts import *
from surroundings import facade
from worker import worker

PICTURE = "product/jzbh-guardrail"
SIZE = "960 720"
EXPOSURE = 0.3
TOP = 46.0
HAZE, GLOW = (0.10, 0.145, 0.25), (0.66, 0.38, 0.25)


def tag(at, rot, white, ink):
    """The plate with a panel's place and its code."""
    root = empty("tag", at, rot)
    slab("plate", rrect(0.30, 0.20, 0.015, 6), 0, 0.004, white, 0.001, root)
    text("2#楼 12层", 0.044, ink, (-0.135, 0.035, 0.0045), root, depth=0.0005)
    text("临边 07", 0.044, ink, (-0.135, -0.035, 0.0045), root, depth=0.0005)
    rng = random.Random(9)
    cells = [((0.012, 0.012, 0.001), (0.045 + 0.012 * i, -0.042 + 0.012 * k, 0.0048)) for i in range(8) for k in range(8) if rng.random() < 0.55]
    boxes("code", cells, ink, 0, root)


def lights(rng):
    """Lamps in the storeys of the frames behind."""
    spots = Bars()
    for x, y, nx, floors in ((-52, 62, 4, 10), (22, 92, 4, 11), (-30, 150, 5, 12), (70, 170, 5, 12), (-110, 160, 5, 11)):
        for _ in range(26):
            spots.box((x + rng.uniform(1, 8 * nx - 1), y + rng.uniform(0.5, 12), 4.2 * rng.randint(1, floors) - 0.6), (0.7, 0.25, 0.25))
    spots.mesh("spots", glow("spots", (1, 0.74, 0.44), 16))


def build():
    rng = random.Random(4)
    to_sun = outdoors(1.2, 24, 0.085, 0.0, (1, 0.5, 0.3), 1.4, HAZE, GLOW, 0.13, clouds=0.10)
    yellow, red = paint("yellow", (0.84, 0.37, 0.015), chips=0.2), paint("kick", (0.72, 0.04, 0.02), chips=0.2)
    dark, rust = surface("dark", (0.03, 0.03, 0.033), 0.2, 0.45), surface("rust", (0.16, 0.062, 0.028), 0.4, 0.75, 0.3, 30)
    white, ink = surface("white", (0.80, 0.81, 0.80), 0, 0.4), surface("ink", (0.012, 0.02, 0.05), 0, 0.5)
    flat("ground", ground("earth", (0.22, 0.17, 0.12), (0.06, 0.05, 0.04), 0.45, 0.035), (1800, 2200), 0, (0, 800))
    here = Bars()
    here.box((5.0, -5.2, TOP - 0.11), (18, 17.6, 0.22))
    here.box((5.0, 3.45, TOP - 0.45), (18, 0.3, 0.9))
    here.box((-3.85, -5.2, TOP - 0.45), (0.3, 17.6, 0.9))
    for x, y in ((-3.1, -0.7), (3.4, 2.6)):
        here.box((x, y, TOP + 0.22), (0.6, 0.6, 0.44))
    here.mesh("here", cast_concrete("slab", 0.27, 4.0, wet=0.3), 0.012)
    bars = Bars()
    for x, y in ((-3.1, -0.7), (3.4, 2.6)):
        starter_bars(bars, (x, y, TOP + 0.42), 0.6, 1.3, 4, rng)
    bars.mesh("bars", rust)
    rails([((-3.8, 3.25, TOP), (11.4, 3.25, TOP)), ((-3.8, 3.1, TOP), (-3.8, -10.2, TOP))], yellow, yellow, red)
    for k in range(5):
        tag((-2.85 + 1.9 * k, 3.22, TOP + 0.86), (90, 0, 0), white, ink)
    for k in range(3):
        tag((-3.77, 2.15 - 1.9 * k, TOP + 0.86), (90, 0, 90), white, ink)
    worker((-0.55, 2.72, TOP), 10, hook=(0.52, 0.44, 1.16), tilt=0, look=8)
    grey = cast_concrete("grey", 0.34)
    net = netting("net", (0.035, 0.17, 0.095))
    lamp = glow("lamp", (1, 0.08, 0.04), 6)
    for x, y, nx, ny, floors in ((-52, 62, 4, 3, 10), (22, 92, 4, 3, 11), (-30, 150, 5, 3, 12), (70, 170, 5, 3, 12), (-110, 160, 5, 3, 11)):
        rising_frame(grey, rust, (x, y), (nx, ny), floors)
        if nx == 4:
            veil = Bars()
            veil.box((x + 4 * nx, y - 1.3, 2.1 * floors - 5), (8 * nx + 2, 0.05, 4.2 * floors - 10))
            veil.mesh("veil", net)
    blocks = [((rng.uniform(16, 36), 18, h), (x, y, h / 2)) for x, y, h in ((rng.uniform(-500, 500), rng.uniform(300, 900), rng.uniform(24, 80)) for _ in range(90))]
    boxes("town", blocks, facade("block", (0.12, 0.13, 0.15), 0.14, 1.8, 3.2, 2.8))
    steel = (yellow, dark, grey, dark_glass(), lamp)
    crane(steel, (-16, 66), TOP + 7, 64, 48, 0.5, 14)
    crane(steel, (46, 150), TOP + 18, -70, 48, 0.5, 14, False)
    lights(rng)
    work_lamp((5.6, -1.6, TOP), (0.2, 2.9, TOP + 0.9), 260, (1, 0.80, 0.55), 2.2, 0.5)
    area("key", (-4.6, -2.6, TOP + 3.0), (-0.5, 2.8, TOP + 1.0), (1.2, 1.0), 150, (1, 0.82, 0.60), 120)
    area("blue", (2, -5, TOP + 5), (0, 3, TOP + 0.8), (6, 4), 160, (0.58, 0.72, 1))
    fill_with_haze(to_sun, 300, HAZE, GLOW, 80, ("lamp", "lamp face", "lit", "spots"), 15)
    camera((2.3, -2.2, TOP + 1.85), (-0.05, 3.0, TOP + 1.15), 42, 4.0, (-0.55, 2.7, TOP + 1.2))
