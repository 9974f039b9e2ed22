"""Two smart helmets on a stack of formwork boards at dusk, the site out of focus behind it."""
import random
import helmet
from surroundings import *

PICTURE = "product/zhgd-smart-helmet-site"
EXPOSURE = 0.3
AIR = (0.24, 0.20, 0.25)


def boards(rng):
    wood = surface("board", (0.24, 0.12, 0.045), 0, 0.6, 0.25, 16, (0.2, 3, 1), wear=0.15, mottle=0.4, mottle_scale=1.2, dust=0.5)
    face = surface("face", (0.05, 0.018, 0.012), 0, 0.28, 0.05, 30, wear=0.14, coat=0.15, mottle=0.25, dust=0.45)
    for k in range(4):
        box("board", (12, 9, 0.2), (rng.uniform(-0.25, 0.25), 0.8 + rng.uniform(-0.2, 0.2), -0.12 - 0.23 * k), wood, 0.015)
    box("film", (12, 9, 0.012), (0, 0.8, -0.006), face, 0.004)
    steel = surface("tube", (0.42, 0.43, 0.44), 1, 0.42, 0.05, 30, wear=0.15, mottle=0.2)
    rods("tubes", [((-14, y, -1.3), (14, y, -1.3), 0.24) for y in (-2.0, 3.4)], steel, 24)
    bars = surface("bar", (0.20, 0.095, 0.05), 0.4, 0.6, wear=0.2, mottle=0.35, mottle_scale=3)
    rods("bars", [((-6 + 0.05 * i, 2.9 + 0.32 * i, 0.11), (6.5, 3.1 + 0.3 * i, 0.11), 0.1) for i in range(5)], bars, 12)


def build():
    rng = random.Random(41)
    sky(2.2, 30, 0.44, tint=(1.0, 0.88, 1.05))
    boards(rng)
    helmet.build(at=(-0.25, -0.1, 0.27), turn=-34)
    # One that lies on its crown shows the harness.
    helmet.build(at=(2.55, 1.55, 1.50), turn=-150, tilt=(158, 8), lying=False)
    raw = haze(surface("raw", (0.27, 0.25, 0.23), 0, 0.85, mottle=0.3, mottle_scale=0.03), AIR, 2600)
    bars = haze(surface("bars2", (0.22, 0.10, 0.05), 0, 0.8), AIR, 2600)
    frame((170, 620, -250), (3, 2), 12, raw, turn=14, net=haze(surface("pipe", (0.2, 0.22, 0.24), 0.6, 0.5), AIR, 2600), starters=bars)
    far = haze(surface("far", (0.72, 0.25, 0.03), 0, 0.5), AIR, 3200)
    block = haze(surface("block", (0.28, 0.28, 0.28), 0, 0.8), AIR, 3200)
    tower_crane((-190, 760, -300), 430, 62, far, block, reach=460, r=2.2)
    town(rng, facades(AIR, 4200, 0.16, 2.4), 1300, 6000, 80, width=0.9, low=-900, tops=(-300, 60))
    box("ground", (30000, 30000, 10), (0, 12000, -905), haze(surface("ground", (0.06, 0.06, 0.06), 0, 0.9), AIR, 3200))
    sun(14, 62, 5.5, (1, 0.55, 0.26))
    area("key", (-6.5, -4.5, 6.5), (0, 0, 0.8), (4, 4), 620, (0.84, 0.91, 1))
    area("rim", (5.5, 5.5, 4.5), (0, 0, 1), (3, 2.5), 620, (1, 0.62, 0.34))
    camera((-3.6, -9.9, 4.0), (0.75, 0.1, 0.62), 66, 0.36, (-0.4, -1.0, 0.8))
