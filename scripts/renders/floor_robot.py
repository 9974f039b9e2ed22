"""The trowelling robot at work on a slab in the evening: wet concrete, work lamps, starter bars behind."""
import random
from surroundings import *

PICTURE = "product/cpxt-floor-troweling-slab"
EXPOSURE = 0.3
AIR = (0.13, 0.16, 0.24)


def trowel(x, m):
    """One rotor with four blades in its guard ring."""
    slab("hub", circle(0.5, 64), 0.35, 2.4, m["steel"], 0.05).location = (x, 0, 0)
    slab("plate", circle(1.0, 64), 0.9, 1.1, m["dark"], 0.04).location = (x, 0, 0)
    for k in range(4):
        arm = empty("arm", (x, 0, 0), (0, 0, 90 * k + (22 if x > 0 else 61)))
        box("arm", (2.2, 0.3, 0.3), (1.4, 0, 0.72), m["dark"], 0.05, arm)
        box("blade", (2.3, 0.95, 0.05), (1.75, 0, 0.22), m["blade"], 0.012, arm, (9, 0, 0))
        for dx in (1.0, 2.2):
            place(slab("bolt", ngon(0.1, 6), 0, 0.12, m["steel"], 0.015, arm), (dx, 0.1, 0.86))
    ring = lambda z, r: [(x + 3.1 * math.cos(2 * math.pi * i / 48), 3.1 * math.sin(2 * math.pi * i / 48), z) for i in range(49)]
    for z, r in ((0.55, 0.10), (1.25, 0.08)):
        points = ring(z, r)
        rods("ring", [(a, b, r) for a, b in zip(points, points[1:])], m["orange"], 12)
    rods("struts", [((x + 3.1 * math.cos(a), 3.1 * math.sin(a), 0.55), (x + 3.1 * math.cos(a), 3.1 * math.sin(a), 1.25), 0.06)
                    for a in (rad(20 + 40 * k) for k in range(9))], m["orange"], 10)
    rods("spokes", [((x + 3.1 * math.cos(a), 3.1 * math.sin(a), 1.25), (x + 0.9 * math.cos(a), 0.9 * math.sin(a), 2.2), 0.07)
                    for a in (rad(45 + 90 * k) for k in range(4))], m["dark"], 10)


def body(m):
    root = empty("body")
    slab("chassis", rrect(9.6, 4.6, 0.7), 2.0, 2.5, m["dark"], 0.08, root)
    slab("lower", rrect(9.9, 5.2, 1.1), 2.5, 2.85, m["navy"], 0.1, root)
    slab("shell", rrect(9.8, 5.1, 1.1), 2.9, 4.7, m["white"], 0.28, root)
    slab("seam", rrect(9.7, 5.0, 1.05), 2.82, 2.93, m["dark"], 0, root)
    slab("glow", rrect(9.84, 5.14, 1.1), 3.02, 3.1, m["strip"], 0.01, root)
    slab("lid", rrect(7.6, 3.9, 0.7), 4.7, 5.0, m["orange"], 0.12, root)
    slab("lidseam", rrect(7.75, 4.05, 0.75), 4.66, 4.73, m["dark"], 0, root)
    for k in range(9):
        slab("vent", rrect(0.14, 1.7, 0.069, 6, cx=-3.1 + 0.3 * k), 4.98, 5.006, m["dark"], 0, root)
    # In front: a pane with camera and lamps.
    y = -2.56
    pane = empty("front", (0, y, 3.85), (90, 0, 0), root)
    slab("pane", rrect(5.6, 1.05, 0.4), -0.1, 0.06, m["gloss"], 0.03, pane)
    for x in (-2.1, 2.1):
        slab("ring", circle(0.34, 64, cx=x), 0.04, 0.10, m["steel"], 0.02, pane, hole=circle(0.27, 64, cx=x))
        slab("lamp", circle(0.27, 64, cx=x), 0.04, 0.08, m["lamp"], 0.03, pane)
    for x in (-0.5, 0.5):
        slab("eye", circle(0.19, 48, cx=x), 0.05, 0.11, m["dark"], 0.02, pane, hole=circle(0.15, 48, cx=x))
        slab("lens", circle(0.15, 48, cx=x), 0.05, 0.09, m["lens"], 0.03, pane)
    text("筑站", 1.0, m["ink"], (-4.45, y - 0.001, 3.45), root, (90, 0, 0))
    text("抹平", 0.62, m["navy"], (3.1, y - 0.001, 3.22), root, (90, 0, 0))
    sheet("warning", 0.7, 0.7, printed("warning", "warning", 0.45, 0.3), (4.0, y - 0.002, 4.1), (90, 0, 0), root)
    # On top: lidar, stop button, beacon, and the mast with the receiver of the levelling laser.
    slab("lidarfoot", circle(0.75, 64, cx=2.4), 5.0, 5.25, m["dark"], 0.05, root)
    slab("lidar", circle(0.58, 96, cx=2.4), 5.25, 5.55, m["steel"], 0.03, root)
    slab("lidarglass", circle(0.56, 96, cx=2.4), 5.55, 6.05, m["gloss"], 0.02, root)
    slab("lidarcap", circle(0.58, 96, cx=2.4), 6.05, 6.3, m["steel"], 0.07, root)
    slab("stopfoot", circle(0.42, 64, cx=0.6, cy=-1.3), 5.0, 5.12, surface("yellow", (0.85, 0.5, 0.01), 0, 0.4), 0.02, root)
    slab("stop", circle(0.3, 64, cx=0.6, cy=-1.3), 5.12, 5.42, surface("red", (0.6, 0.012, 0.01), 0, 0.3, coat=0.4), 0.09, root)
    slab("mast", circle(0.13, 40, cx=-3.2, cy=0.9), 5.0, 10.2, m["steel"], 0.02, root)
    slab("receiver", circle(0.42, 64, cx=-3.2, cy=0.9), 8.4, 10.0, m["dark"], 0.05, root)
    slab("cells", circle(0.43, 64, cx=-3.2, cy=0.9), 8.75, 9.65, surface("cells", (0.05, 0.004, 0.004), 0, 0.08, coat=1), 0.01, root)
    slab("level", circle(0.435, 64, cx=-3.2, cy=0.9), 9.17, 9.23, glow("level", (0.2, 1, 0.4), 6), 0, root)
    slab("receivercap", circle(0.46, 64, cx=-3.2, cy=0.9), 10.0, 10.2, m["orange"], 0.05, root)
    slab("beacon", circle(0.2, 48, cx=3.3, cy=1.2), 5.0, 5.5, glow("beacon", (1, 0.4, 0.05), 7), 0.05, root)
    path = [(-5.0, 1.2, 3.6), (-5.9, 1.2, 4.2), (-6.2, 1.2, 5.3), (-6.2, -1.2, 5.3), (-5.9, -1.2, 4.2), (-5.0, -1.2, 3.6)]
    rods("handle", [(a, b, 0.12) for a, b in zip(path, path[1:])], m["steel"], 16, root)


def site(rng, m):
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
        rods("stand", [((x, y, 0), (x, y, 28), 0.4), *legs], m["dark"], 10)
        lamps = boxes("lamps", [((4.4, 0.6, 3.0), (x + dx, y - 0.6, 29)) for dx in (-2.6, 2.6)], glow("work", (1, 0.82, 0.58), 22))
        lamps.active_material.cycles.sample_as_light = False
    far = haze(surface("far", (0.62, 0.22, 0.03), 0, 0.5), AIR, 2400)
    block = haze(surface("block", (0.28, 0.28, 0.28), 0, 0.8), AIR, 2400)
    tower_crane((210, 900, -300), 560, -72, far, block, reach=520, r=2.0)
    town(rng, facades(AIR, 3600, 0.2, 2.4), 1800, 7000, 90, width=0.9, low=-600, tops=(-260, 200))


def build():
    rng = random.Random(31)
    sky(0.8, -28, 0.55, tint=(0.95, 0.92, 1.2), ambient=(0.10, 0.13, 0.20))
    m = {
        "white": surface("white", (0.74, 0.75, 0.76), 0, 0.30, 0.02, 120, wear=0.08, coat=0.35, mottle=0.05, chip=(0.25, 0.25, 0.25),
                         dust=0.35),
        "orange": surface("orange", (0.86, 0.19, 0.008), 0, 0.34, 0.02, 120, wear=0.1, coat=0.25, chip=(0.3, 0.28, 0.26), dust=0.3),
        "navy": surface("navy", (0.014, 0.045, 0.12), 0, 0.36, wear=0.1, coat=0.2, dust=0.2),
        "dark": surface("dark", (0.02, 0.021, 0.023), 0, 0.5, 0.08, 120, wear=0.08, dust=0.3),
        "steel": surface("steel", (0.58, 0.58, 0.57), 1, 0.28, wear=0.12),
        "blade": surface("blade", (0.46, 0.46, 0.45), 1, 0.34, 0.06, 20, (0.1, 3, 1), wear=0.15, mottle=0.2),
        "gloss": surface("gloss", (0.004, 0.004, 0.005), 0, 0.06, coat=0.5),
        "lens": surface("lens", (0.002, 0.004, 0.012), 0, 0.03, coat=1),
        "ink": surface("ink", (0.85, 0.19, 0.008), 0, 0.5),
        "lamp": glow("lamp", (0.92, 0.96, 1), 9),
        "strip": glow("strip", (0.25, 0.62, 1), 4.5),
    }
    site(rng, m)
    body(m)
    for x in (-2.85, 2.85):
        trowel(x, m)
    area("work", (22, 24, 22), (0, 0, 3), (6, 4), 26000, (1, 0.80, 0.56))
    area("worklow", (-26, 34, 20), (0, 4, 0), (6, 4), 22000, (1, 0.78, 0.52))
    area("blue", (-14, -20, 12), (0, 0, 2), (10, 8), 6000, (0.6, 0.76, 1))
    area("beam", (0, -3.2, 3.6), (0, -14, 0), (5, 0.8), 260, (0.9, 0.95, 1), 120)
    camera((-12.2, -22.5, 7.6), (0.1, 0.3, 4.45), 50, 0.32, (-0.5, -2.5, 3.8))
