"""The spraying robot in a room of flats at dusk: fresh paint on the left of the wall, filler still on the right."""
import random
import robot_arm
from patrol_robot import materials, wheel
from surroundings import *

PICTURE = "product/cpxt-wall-spraying"
SIZE = "960 720"
EXPOSURE = -0.05
AIR = (0.05, 0.068, 0.125)


def robot(at, turn, m):
    root = empty("robot", at, (0, 0, turn))
    for sx in (-1, 1):
        for x in (-3.4, 3.4):
            holder = empty("holder", (x, sx * 2.75, 1.2), (0, 0, 90), root)
            holder.scale = (0.77,) * 3
            wheel((0, 0, 0), sx, m, holder)
    slab("chassis", rrect(10.6, 4.6, 0.6), 0.9, 1.9, m["dark"], 0.1, root)
    slab("bumper", rrect(11.4, 6.4, 1.0), 2.3, 2.75, m["rubber"], 0.12, root)
    slab("lower", rrect(11.0, 6.2, 1.0), 2.7, 3.1, m["navy"], 0.08, root)
    slab("shell", rrect(10.9, 6.1, 1.0), 3.15, 5.6, m["white"], 0.28, root)
    slab("glow", rrect(10.94, 6.14, 1.0), 3.2, 3.28, m["strip"], 0.01, root)
    slab("deck", rrect(9.8, 5.2, 0.8), 5.6, 5.75, m["dark"], 0.05, root)
    # Doors, vents and lettering on both sides, lamps and eyes in front.
    for sy in (-1, 1):
        face = empty("face", (0, sy * 3.055, 4.4), (90, 0, 0 if sy < 0 else 180), root)
        slab("door", rrect(3.6, 1.7, 0.2), -0.05, 0.03, m["white"], 0.02, face)
        slab("latch", rrect(0.5, 0.18, 0.08, cx=1.3), 0.0, 0.07, m["dark"], 0.02, face)
        for k in range(7):
            slab("vent", rrect(0.12, 1.3, 0.06, 6, cx=2.6 + 0.28 * k), -0.02, 0.015, m["gloss"], 0, face)
        text("筑站", 1.05, m["ink"], (-4.6, -0.35, 0.002), face)
    pane = empty("pane", (5.46, 0, 4.7), (90, 0, 90), root)
    slab("pane", rrect(4.2, 0.9, 0.35), -0.1, 0.05, m["gloss"], 0.03, pane)
    for x in (-1.6, 1.6):
        slab("lamp", circle(0.26, 64, cx=x), 0.03, 0.07, m["lamp"], 0.03, pane)
    for x in (-0.45, 0.45):
        slab("eye", circle(0.17, 48, cx=x), 0.04, 0.09, m["lens"], 0.02, pane)
    for x in (-4.6, 4.6):
        slab("lidar", circle(0.5, 96, cx=x, cy=-2.0), 5.75, 6.05, m["steel"], 0.03, root)
        slab("lidarglass", circle(0.48, 96, cx=x, cy=-2.0), 6.05, 6.45, m["gloss"], 0.02, root)
        slab("lidarcap", circle(0.5, 96, cx=x, cy=-2.0), 6.45, 6.65, m["steel"], 0.06, root)
    slab("stopfoot", circle(0.36, 64, cx=-3.4, cy=-2.2), 5.75, 5.88, surface("yellow", (0.85, 0.5, 0.01), 0, 0.4), 0.02, root)
    slab("stop", circle(0.26, 64, cx=-3.4, cy=-2.2), 5.88, 6.15, surface("red", (0.6, 0.012, 0.01), 0, 0.3, coat=0.4), 0.08, root)
    tank(m, root)
    lift(m, root)
    return root


def tank(m, root):
    """The vessel for 60 litres, its lid clamped, paint run down its side."""
    at = (-3.0, 0.5)
    steel = surface("vessel", (0.62, 0.62, 0.61), 1, 0.24, 0.03, 60, (1, 1, 0.1), wear=0.12)
    slab("vessel", circle(1.9, 128, cx=at[0], cy=at[1]), 5.75, 10.2, steel, 0.12, root)
    for z in (6.3, 9.6):
        slab("hoop", circle(1.94, 128, cx=at[0], cy=at[1]), z, z + 0.14, m["dark"], 0.03, root)
    slab("lid", circle(2.05, 128, cx=at[0], cy=at[1]), 10.2, 10.5, m["orange"], 0.1, root)
    slab("mixer", circle(0.62, 64, cx=at[0], cy=at[1]), 10.5, 11.9, m["dark"], 0.1, root)
    for k in range(6):
        a = rad(60 * k)
        box("clamp", (0.4, 0.26, 0.7), (at[0] + 2.02 * math.cos(a), at[1] + 2.02 * math.sin(a), 10.2), m["steel"], 0.05, root, (0, 0, 60 * k))
    run = surface("run", (0.82, 0.82, 0.80), 0, 0.4, coat=0.2)
    for a, low in ((-100, 8.2), (-96, 9.0), (-70, 8.7)):
        x, y = at[0] + 1.9 * math.cos(rad(a)), at[1] + 1.9 * math.sin(rad(a))
        rods("run", [((x, y, low), (x, y, 10.2), 0.06)], run, 12, root)


def lift(m, root):
    """Two profiles carry the slide with the arm."""
    rail = surface("rail", (0.50, 0.51, 0.52), 1, 0.34, 0.05, 40, (1, 1, 0.1), wear=0.12)
    for y in (-1.15, 1.15):
        slab("profile", rrect(0.95, 0.8, 0.08, 4, cx=1.2, cy=y), 5.75, 25.5, rail, 0.03, root)
        box("groove", (0.02, 0.22, 19.4), (1.68, y, 15.6), m["dark"], 0, root)
    box("foot", (2.2, 4.2, 0.5), (1.2, 0, 6.0), m["dark"], 0.08, root)
    box("head", (1.7, 3.9, 0.8), (1.2, 0, 25.7), m["orange"], 0.14, root)
    slab("motor", circle(0.6, 64, cx=1.2, cy=0), 26.1, 27.2, m["dark"], 0.08, root)
    rods("screw", [((1.2, 0, 6.2), (1.2, 0, 25.4), 0.16)], m["steel"], 24, root)
    box("slide", (1.0, 3.6, 3.4), (2.1, 0, 15.4), m["white"], 0.16, root)
    box("plate", (0.3, 2.6, 2.4), (2.7, 0, 15.4), m["dark"], 0.08, root)
    # Cables in a chain beside the profile.
    boxes("chain", [((0.5, 0.42, 0.42), (1.0, 1.95, 6.3 + 0.5 * k)) for k in range(22)], m["rubber"], 0.06, root)
    carrier = empty("carrier", (3.7, 0, 14.9), (0, 0, 18), root)
    r = 0.72
    robot_arm.build((0, 2.2), (2.6, 6.1), (6.6, 4.2), (8.3, 4.05), r, m, carrier)
    # The gun with its nozzle and the sensor for the distance.
    gun = empty("gun", (8.3, r * 0.9, 4.05), (-90, 0, -48), carrier)
    slab("body", rrect(0.85, 0.85, 0.2), -0.1, 1.0, m["dark"], 0.08, gun)
    slab("nozzle", circle(0.26, 48), 1.0, 1.5, m["steel"], 0.06, gun)
    slab("tip", rrect(0.6, 0.16, 0.06), 1.45, 1.62, m["orange"], 0.03, gun)
    slab("range", rrect(0.5, 0.5, 0.1, cx=-0.75), 0.2, 0.9, m["gloss"], 0.05, gun)
    slab("dot", circle(0.09, 32, cx=-0.75), 0.88, 0.91, glow("dot", (1, 0.05, 0.02), 12), 0, gun)
    tube("feed", [(1.2, -1.9, 6.2), (1.6, -2.6, 9.5), (2.6, -2.5, 13.0), (3.6, -1.7, 15.2)], 0.14, m["rubber"], root)


def room(m, rng):
    h, d, w = 28.5, 13.0, 40
    filler = surface("filler", (0.36, 0.355, 0.345), 0, 0.92, 0.4, 18, mottle=0.2, mottle_scale=0.15)
    paint = surface("paint", (0.80, 0.795, 0.77), 0, 0.42, 0.1, 30, wear=0.05)
    box("floor", (160, 160, 2), (0, 0, -1), concrete("floor", (0.23, 0.225, 0.22), wet=0.12, scale=0.5))
    box("ceiling", (112, 160, 2), (24, 0, h + 1), surface("ceiling", (0.55, 0.55, 0.54), 0, 0.9))
    box("back", (112, 2, h), (24, d + 1, h / 2), filler, 0.02)
    # Passes of the gun lie side by side; the last one is as high as the gun now.
    edge, turn = 0.4, 17.6
    boxes("passes", [((30.4, 0.02, h), (edge - 15.2, d - 0.012, h / 2)), ((4.4, 0.02, h - turn), (edge + 2.2, d - 0.012, turn + (h - turn) / 2))], paint, 0)
    # The window in the side wall is open to the evening; a strip of paper along the floor.
    boxes("side", [((2, 100, h), (-31, -58, h / 2)), ((2, 20, h), (-31, 20, h / 2)), ((2, 18, 9), (-31, 1, 4.5)), ((2, 18, h - 24), (-31, 1, 24 + (h - 24) / 2))], paint)
    walls = facades(AIR, 4200, 0.14, 1.8)
    for k in range(60):
        far = 1500 * (5000 / 1500) ** rng.random()
        boxes("town", [((300, 300, 1000), (-far, rng.uniform(-0.3, 1.6) * far, -500 + rng.uniform(-60, 0.10 * far)))], walls[k % 3])
    frame = surface("frame", (0.07, 0.075, 0.08), 0.2, 0.4)
    boxes("frame", [((0.3, 18, 0.7), (-28.9, 1, z)) for z in (9, 24)] + [((0.3, 0.7, 15.5), (-28.9, y, 16.5)) for y in (-7.8, 1, 9.8)], frame, 0.04)
    box("paper", (120, 5, 0.03), (0, d - 2.6, 0.015), surface("paper", (0.50, 0.38, 0.24), 0, 0.9, 0.2, 12, mottle=0.15))
    tape = surface("tape", (0.07, 0.22, 0.45), 0, 0.6)
    boxes("tape", [((120, 0.03, 0.5), (0, d - 0.02, 0.5))], tape)
    # Pails for the next wall.
    pail = surface("pail", (0.70, 0.71, 0.72), 0, 0.4, wear=0.1, dust=0.2)
    for x, y in ((9.2, 8.0), (12.6, 8.8), (10.8, 5.0)):
        p = empty("pail", (x, y, 0))
        lathe("pail", [(0.001, 0), (1.25, 0), (1.45, 3.2), (1.5, 3.2), (1.5, 3.4), (0.001, 3.42)], pail, p)
        slab("label", circle(1.40, 96), 0.9, 2.4, m["navy"], 0, p)


def build():
    sky(0.6, -62, 0.5, tint=(1.0, 0.88, 1.16), ambient=(0.03, 0.04, 0.07))
    m = materials()
    room(m, random.Random(3))
    robot((-6.0, 1.0, 0), 30, m)
    # A work lamp on the right throws warm light along the wall.
    area("work", (20, -2, 17), (-2, 12, 12), (4, 2.4), 5200, (1, 0.80, 0.55), 150)
    area("window", (-29.5, 1, 16.5), (0, 2, 6), (15, 17), 9000, (0.56, 0.70, 1))
    area("key", (-16, -22, 22), (-4, 0, 11), (6, 6), 1500, (1, 0.88, 0.72))
    area("blue", (4, -30, 20), (0, 6, 8), (16, 10), 900, (0.58, 0.73, 1))
    camera((7.0, -43, 13.5), (-3.0, 2, 13.6), 37, 0.6, (-3, 0, 13))
