"""The real-name gate in the morning: a worker goes through a lane past the face terminals, the site behind."""
import random
from surroundings import *
from worker import worker

PICTURE = "product/zhgd-real-name-gate-entrance"
EXPOSURE = 0.3
AIR = (0.60, 0.54, 0.54)
LANES = (-11.4, -3.8, 3.8, 11.4)


def materials():
    return {
        "steel": surface("steel", (0.50, 0.51, 0.52), 1, 0.30, 0.035, 46, (1, 1, 0.02), wear=0.09, mottle=0.05),
        "navy": surface("navy", (0.014, 0.045, 0.12), 0, 0.32, 0.03, 120, wear=0.1, coat=0.3, dust=0.3),
        "black": surface("black", (0.012, 0.013, 0.015), 0, 0.16, coat=0.5, wear=0.05),
        "rubber": surface("rubber", (0.016, 0.016, 0.017), 0, 0.7),
        "screw": surface("screw", (0.6, 0.6, 0.6), 1, 0.26),
        "go": glow("go", (0.12, 1, 0.38), 5),
        "strip": glow("strip", (0.35, 0.68, 1), 3),
        "flap": glass("flap", (1, 0.50, 0.15), 0.94),
        "rim": glow("flapedge", (1, 0.30, 0.03), 1.4),
    }


def terminal(at, m):
    """The face terminal on its post, tilted towards who comes."""
    x, y, z = at
    slab("post", circle(0.24, 48), 0, 2.3, m["steel"], 0.03).location = at
    slab("collar", circle(0.42, 48), 0, 0.16, m["black"], 0.03).location = at
    head = empty("face", (x, y - 0.12, z + 3.45), (78, 0, -8))
    slab("body", rrect(1.86, 3.1, 0.22), -0.34, 0.0, m["navy"], 0.05, head)
    slab("frame", rrect(1.92, 3.16, 0.24), -0.06, 0.06, m["steel"], 0.03, head, hole=rrect(1.78, 3.02, 0.18))
    slab("glass", rrect(1.78, 3.02, 0.18), -0.04, 0.03, m["black"], 0.01, head)
    sheet("screen", 1.62, 2.7, display("face", "face", 1.5, sheen=0.04), (0, -0.09, 0.032), parent=head)
    for dx in (-0.24, 0.24):
        slab("eye", circle(0.07, 40, cx=dx, cy=1.385), 0.0, 0.04, m["black"], 0.012, head)
        slab("ring", circle(0.085, 40, cx=dx, cy=1.385), 0.02, 0.038, m["screw"], 0.004, head, hole=circle(0.07, 40, cx=dx, cy=1.385))
    slab("lamp", rrect(0.2, 0.06, 0.028, cx=0, cy=1.385), 0.02, 0.035, glow("white", (1, 0.95, 0.9), 5), 0, head)
    place(slab("yoke", rrect(0.5, 0.5, 0.08), -0.2, 0.4, m["steel"], 0.03), (x, y + 0.18, z + 2.2))


def pedestal(x, m):
    slab("foot", rrect(2.3, 12.6, 0.3), 0, 0.18, m["steel"], 0.03).location = (x, 0, 0)
    slab("body", rrect(1.8, 12.0, 0.5), 0.18, 9.3, m["steel"], 0.04).location = (x, 0, 0)
    slab("top", rrect(1.9, 12.1, 0.54), 9.34, 9.62, m["steel"], 0.08).location = (x, 0, 0)
    slab("glass", rrect(1.5, 11.4, 0.4), 9.6, 9.66, m["black"], 0.02).location = (x, 0, 0)
    slab("seam", rrect(1.76, 11.96, 0.48), 9.28, 9.36, m["rubber"]).location = (x, 0, 0)
    for side in (-1, 1):
        box("panel", (0.06, 8.4, 6.6), (x + side * 0.9, 0, 5.0), m["navy"], 0.02)
        box("light", (0.05, 8.4, 0.16), (x + side * 0.92, 0, 8.6), m["strip"], 0.02)
        for y in (-3.9, 3.9):
            for z in (2.0, 8.0):
                place(slab("screw", circle(0.07, 24), 0, 0.03, m["screw"], 0.01), (x + side * 0.93, y, z), (0, side * 90, 0))
    # The nose: an arrow of light, the lock of the door, a scanner.
    y = -6.0
    arrow = [(0, 0.55), (0.5, 0.0), (0.22, 0.0), (0.22, -0.55), (-0.22, -0.55), (-0.22, 0.0), (-0.5, 0.0)]
    place(slab("plate", rrect(1.3, 1.5, 0.14), 0, 0.05, m["black"], 0.015), (x, y + 0.03, 7.7), (90, 0, 0))
    place(slab("arrow", arrow, 0, 0.02, m["go"]), (x, y - 0.03, 7.7), (90, 0, 0))
    place(slab("door", rrect(1.3, 4.6, 0.08), 0, 0.03, m["steel"], 0.01), (x, y + 0.01, 3.6), (90, 0, 0))
    text("筑站", 0.55, m["rim"], (x - 0.53, y - 0.001, 5.35), None, (90, 0, 0))
    place(slab("lock", circle(0.13, 40), 0, 0.07, m["screw"], 0.02), (x + 0.45, y, 3.8), (90, 0, 0))
    for side in (-1, 1):
        # The slot from which the flap comes, and the flap.
        box("slot", (0.08, 3.2, 6.4), (x + side * 0.92, 0.4, 5.4), m["rubber"], 0.02)


def flap(x, side, m):
    outline = [(0, 2.4), (2.7, 3.0), (2.95, 3.3), (2.95, 7.4), (2.7, 7.8), (0, 8.5)]
    root = empty("flap", (x + side * 0.9, 0.4, 0), (90, 0, 0))
    points = [(side * px, py) for px, py in outline]
    slab("flap", points if side > 0 else points[::-1], -0.07, 0.07, m["flap"], 0.02, root)
    edge = [(side * px, py, 0) for px, py in outline]
    rods("rim", [(a, b, 0.075) for a, b in zip(edge, edge[1:])], m["rim"], 10, root)


def floor():
    slabmat = concrete("floor", (0.27, 0.26, 0.25), wet=0.35, scale=0.5)
    boxes("floor", [((39.8, 39.8, 1), (40 * i, 40 * j, -0.5)) for i in range(-3, 4) for j in range(-2, 4)], slabmat, 0.06)
    box("under", (6000, 12000, 1), (0, 5000, -1.2), haze(concrete("yard", (0.34, 0.30, 0.25)), AIR, 1500))
    yellow = surface("line", (0.72, 0.36, 0.02), 0, 0.75, 0.3, 20, mottle=0.35, mottle_scale=2)
    for a, b in zip(LANES, LANES[1:]):
        m = (a + b) / 2
        for dx in (-2.3, 2.3):
            box("line", (0.5, 16, 0.012), (m + dx, -15, 0.006), yellow)
        arrow = [(0, 2.2), (1.2, 0.6), (0.42, 0.6), (0.42, -2.2), (-0.42, -2.2), (-0.42, 0.6), (-1.2, 0.6)]
        slab("arrow", arrow, 0, 0.012, yellow).location = (m, -11.5, 0)


def build():
    rng = random.Random(21)
    sky(7, -16, 0.26, tint=(1.0, 0.95, 1.0), ambient=(0.42, 0.44, 0.52))
    m = materials()
    floor()
    for x in LANES:
        pedestal(x, m)
    # The flaps of the lane in the middle are in their slots: somebody goes through.
    for a, b in zip(LANES[::2], LANES[1::2]):
        flap(a, 1, m)
        flap(b, -1, m)
    worker((0, -3.6, 0), 0, right="fore", left="aft", tilt=-2, look=-6, scale=10, steps=(0.30, -0.26), tied=False)
    for x in LANES[:3]:
        terminal((x, -4.6, 9.64), m)
    # The gate behind: posts, a beam with the board that counts, hoardings at both sides.
    blue = surface("hoarding", (0.03, 0.12, 0.30), 0, 0.45, 0.05, 60, wear=0.1, mottle=0.12, mottle_scale=0.2, dust=0.4)
    grey = surface("posts", (0.42, 0.43, 0.45), 0.3, 0.45, wear=0.1)
    white = surface("white", (0.72, 0.73, 0.74), 0, 0.4, wear=0.06)
    for x in (-16.5, 16.5):
        box("column", (1.6, 1.6, 34), (x, 14, 17), white, 0.08)
        box("guard", (1.7, 1.7, 5), (x, 14, 2.5), surface("guard", (0.8, 0.24, 0.01), 0, 0.5, wear=0.1), 0.08)
    box("beam", (36, 2.2, 5.4), (0, 14, 27), blue, 0.1)
    box("stripe", (36.2, 2.3, 0.6), (0, 14, 24.1), surface("orange", (0.85, 0.22, 0.01), 0, 0.45), 0.05)
    sheet("count", 14, 3.7, display("count", "count", 3, rough=0.5), (0, 12.8, 27), (90, 0, 0))
    hoarding((-150, 16), (-17.5, 16), blue, grey)
    hoarding((17.5, 16), (150, 16), blue, grey)
    raw = haze(surface("raw", (0.36, 0.34, 0.31), 0, 0.85, mottle=0.3, mottle_scale=0.03), AIR, 3200)
    bars = haze(surface("bars", (0.25, 0.12, 0.06), 0, 0.8), AIR, 3200)
    frame((130, 620, 0), (4, 3), 7, raw, turn=12, net=haze(surface("pipe", (0.3, 0.32, 0.34), 0.6, 0.5), AIR, 3200), starters=bars)
    far = haze(surface("far", (0.8, 0.28, 0.03), 0, 0.5), AIR, 4000)
    block = haze(surface("block", (0.4, 0.4, 0.4), 0, 0.8), AIR, 4000)
    tower_crane((-70, 760, 0), 420, 70, far, block, reach=480, r=2.0)
    walls = [haze(facade("wall", (0.32, 0.32, 0.34), 0.03, 1.5), AIR, 2600)]
    town(rng, walls, 2200, 7000, 50, width=0.9, low=-10, tops=(200, 700))
    sun(21, -16, 7, (1, 0.70, 0.42), 1.2)
    area("front", (-12, -26, 24), (-3, -3, 8), (14, 10), 11000, (0.78, 0.88, 1))
    camera((-12.4, -27.5, 14.8), (1.3, -1.0, 11.7), 46, 0.6, (-3.6, -4, 12.8))
