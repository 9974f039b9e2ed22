"""The terminal on the sill of a crane's cab at dusk: jib and town out of focus behind it."""
import random
import terminal
from surroundings import *

PICTURE = "product/zhgd-tower-crane-cab"
EXPOSURE = 0.3
AIR = (0.20, 0.165, 0.21)


def build():
    rng = random.Random(7)
    sky(2.0, -30, 0.42, tint=(0.98, 0.88, 1.12))
    yellow = surface("yellow", (0.80, 0.30, 0.02), 0, 0.42, wear=0.1, mottle=0.15)
    paint = surface("cab", (0.22, 0.235, 0.25), 0, 0.42, 0.12, 120, wear=0.1, coat=0.2, chip=(0.45, 0.44, 0.42), chip_width=0.06, dust=0.25)
    trim = surface("trim", (0.015, 0.015, 0.016), 0, 0.7)
    steel = surface("bolt", (0.6, 0.6, 0.59), 1, 0.3, wear=0.1)
    terminal.build(turn=-20, glow_level=0.9)
    # The sill with its rail, the window's post and the seal.
    slab("sill", rrect(60, 5.2, 0.2, cy=0.2), -0.5, 0.0, paint, 0.10)
    slab("edge", rrect(60, 0.5, 0.12, cy=3.1), -0.5, 0.28, trim, 0.06)
    place(slab("post", rrect(0.9, 1.1, 0.16), 0, 30, paint, 0.05), (-3.7, 3.2, 0), (0, -7, 0))
    place(slab("seal", rrect(0.3, 0.5, 0.1), 0, 30, trim, 0.02), (-3.15, 3.25, 0), (0, -7, 0))
    for x in (-3.1, 3.4):
        slab("bolt", ngon(0.1, 6, cx=x, cy=1.9), 0, 0.1, steel, 0.012)
        slab("washer", circle(0.15, cx=x, cy=1.9), 0, 0.02, steel, 0.006)
    rods("jib", truss((-13, 24, 5.5), (0.02, 1, 0), 430, 11, 14, 0.62), yellow)
    far = haze(surface("far", (0.35, 0.16, 0.05), 0, 0.6), AIR, 2600)
    block = haze(surface("block", (0.2, 0.2, 0.2), 0, 0.8), AIR, 2600)
    tower_crane((-560, 2600, -700), 820, 60, far, block)
    town(rng, facades(AIR, 4200, 0.34, 3), 1100, 7000, 130, low=-1500, tops=(-420, 40))
    ground = haze(surface("ground", (0.06, 0.06, 0.06), 0, 0.9), AIR, 4200)
    box("ground", (30000, 30000, 10), (0, 12000, -1200), ground)
    sun(17, -58, 5, (1, 0.55, 0.26))
    # What the glass mirrors: the inside of the cab behind the driver; nothing bright may stand there.
    inside = surface("inside", (0.03, 0.032, 0.035), 0, 0.8)
    place(slab("rear", rrect(40, 30, 1), 0, 0.1, inside), (0, -15, 5), (90, 0, 0))
    place(slab("roof", rrect(40, 18, 1), 10, 10.1, inside), (0, -6.5, 0))
    area("fill", (3.5, -6, 8.5), (0.2, 0, 1.6), (5, 4), 560, (0.72, 0.82, 1))
    area("rim", (7, 5.0, 4), (0.6, 0, 2), (1.2, 4), 480, (0.70, 0.84, 1))
    area("low", (1.0, -10, 0.9), (0, 0, 1.3), (6, 1.0), 280, (1, 0.92, 0.84))
    camera((1.5, -11.8, 2.9), (-0.42, 0.1, 2.12), 73, 0.34, (0.1, -0.55, 2.1))
