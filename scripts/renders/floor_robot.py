"""The trowelling robot at work on a slab in the evening: wet concrete, work lamps, starter bars behind."""
import random
import trowelling_robot
from surroundings import *

PICTURE = "product/cpxt-floor-troweling-slab"
EXPOSURE = 0.3
AIR = (0.13, 0.16, 0.24)


def site(rng, dark):
    wet = concrete("wet", (0.20, 0.195, 0.19), wet=0.75, scale=0.45)
    box("slab", (1200, 1400, 4), (0, 500, -2), wet)
    # The track that is done shines.
    done = surface("done", (0.115, 0.113, 0.11), 0, 0.16, 0.10, 1.1, (1, 0.35, 1), wear=0.09, mottle=0.25, mottle_scale=0.15)
    sheet("track", 90, 9.0, done, (-43, 0, 0.012))
    sheet("track", 300, 8.6, done, (20, 9.2, 0.011))
    sheet("track", 300, 8.8, done, (0, 18.2, 0.012))
    column = haze(surface("column", (0.26, 0.25, 0.235), 0, 0.85, 0.3, 3, mottle=0.25, mottle_scale=0.05), AIR, 1400)
    bars = haze(surface("bars", (0.20, 0.09, 0.045), 0.3, 0.7), AIR, 1400)
    spots = [(x, y) for x in (-150, -75, 0, 75, 150, 225) for y in (70, 145, 220, 295)]
    boxes("columns", [((6.4, 6.4, 9), (x + 12, y, 4.5)) for x, y in spots], column, 0.1)
    rods("starters", [((x + 12 + dx, y + dy, 8), (x + 12 + dx + rng.uniform(-0.3, 0.3), y + dy, 22), 0.13)
                      for x, y in spots for dx in (-2.4, 0, 2.4) for dy in (-2.4, 2.4)], bars, 6)
    ties = [((x + 9.5, y + dy, z), (x + 14.5, y + dy, z), 0.08) for x, y in spots for dy in (-2.4, 2.4) for z in (11, 14, 17)]
    rods("ties", ties, bars, 5)
    rail = haze(surface("rail", (0.75, 0.22, 0.02), 0, 0.5), AIR, 1800)
    rails = [((-500, 370, z), (600, 370, z), 0.5) for z in (6, 12)]
    rods("rails", rails + [((x, 370, 0), (x, 370, 12), 0.5) for x in range(-500, 600, 22)], rail, 8)
    # Work lamps on stands.
    for x, y in ((-62, 120), (60, 100), (130, 230)):
        legs = [((x + dx, y - 4, 0), (x, y, 9), 0.3) for dx in (-8, 8)]
        rods("stand", [((x, y, 0), (x, y, 28), 0.4), *legs], dark, 10)
        lamps = boxes("lamps", [((4.4, 0.6, 3.0), (x + dx, y - 0.6, 29)) for dx in (-2.6, 2.6)], glow("work", (1, 0.82, 0.58), 22))
        lamps.active_material.cycles.sample_as_light = False
    far = haze(surface("far", (0.62, 0.22, 0.03), 0, 0.5), AIR, 2400)
    block = haze(surface("block", (0.28, 0.28, 0.28), 0, 0.8), AIR, 2400)
    tower_crane((210, 900, -300), 560, -72, far, block, reach=520, r=2.0)
    town(rng, facades(AIR, 3600, 0.2, 2.4), 1800, 7000, 90, width=0.9, low=-600, tops=(-260, 200))


def build():
    rng = random.Random(31)
    sky(0.8, -28, 0.55, tint=(0.95, 0.92, 1.2), ambient=(0.10, 0.13, 0.20))
    site(rng, surface("stand", (0.02, 0.021, 0.023), 0, 0.5, 0.08, 120))
    trowelling_robot.build()
    area("work", (22, 24, 22), (0, 0, 3), (6, 4), 26000, (1, 0.80, 0.56))
    area("worklow", (-26, 34, 20), (0, 4, 0), (6, 4), 22000, (1, 0.78, 0.52))
    area("blue", (-14, -20, 12), (0, 0, 2), (10, 8), 6000, (0.6, 0.76, 1))
    area("beam", (0, -3.2, 3.6), (0, -14, 0), (5, 0.8), 260, (0.9, 0.95, 1), 120)
    camera((-12.2, -22.5, 7.6), (0.1, 0.3, 4.45), 50, 0.32, (-0.5, -2.5, 3.8))
