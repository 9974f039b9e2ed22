"""The patrol robot on its round at night: four wheels, a camera for light and heat on its mast, before the cabinets of a switch room."""
import random
from kit import *

PICTURE = "product/cpxt-patrol"
SIZE = "960 720"
EXPOSURE = 0.0


def materials():
    return {
        "white": surface("white", (0.74, 0.75, 0.76), 0, 0.30, 0.02, 120, wear=0.08, coat=0.35, mottle=0.05, chip=(0.25, 0.25, 0.25),
                         dust=0.25),
        "orange": surface("orange", (0.86, 0.19, 0.008), 0, 0.34, 0.02, 120, wear=0.1, coat=0.25, dust=0.2),
        "navy": surface("navy", (0.014, 0.045, 0.12), 0, 0.36, wear=0.1, coat=0.2, dust=0.2),
        "dark": surface("dark", (0.02, 0.021, 0.023), 0, 0.5, 0.08, 120, wear=0.08, dust=0.2),
        "rubber": surface("rubber", (0.013, 0.013, 0.014), 0, 0.8, 0.2, 60, dust=0.5),
        "steel": surface("steel", (0.58, 0.58, 0.57), 1, 0.28, wear=0.12),
        "gloss": surface("gloss", (0.004, 0.004, 0.005), 0, 0.06, coat=0.5),
        "lens": surface("lens", (0.002, 0.004, 0.012), 0, 0.03, coat=1),
        "ink": surface("ink", (0.85, 0.19, 0.008), 0, 0.5),
        "lamp": glow("lamp", (0.92, 0.96, 1), 10),
        "strip": glow("strip", (0.25, 0.62, 1), 4.5),
    }


def wheel(at, side, m, root):
    """A tyre with lugs on a rim, driven by its hub."""
    w = place(empty("wheel", parent=root), at, (0, 90 * side, 0))
    tyre = [(0.95, -0.55), (1.35, -0.58), (1.52, -0.42), (1.55, 0), (1.52, 0.42), (1.35, 0.58), (0.95, 0.55)]
    lathe("tyre", tyre, m["rubber"], w)
    lugs = []
    for k in range(26):
        a = 2 * math.pi * k / 26
        lugs.append(((0.12, 0.22, 0.52), (1.56 * math.cos(a), 1.56 * math.sin(a), 0.27 if k % 2 else -0.27), math.degrees(a)))
    boxes("lugs", lugs, m["rubber"], 0.03, w)
    lathe("rim", [(0.97, 0.5), (0.93, 0.44), (0.86, 0.3), (0.42, 0.34), (0.40, 0.5), (0.001, 0.52)], m["steel"], w)
    lathe("back", [(0.97, -0.5), (0.001, -0.4)], m["dark"], w)
    for k in range(6):
        a = rad(60 * k)
        slab("bolt", ngon(0.07, 6, cx=0.62 * math.cos(a), cy=0.62 * math.sin(a)), 0.28, 0.42, m["dark"], 0.01, w)
    slab("cap", circle(0.3, 48), 0.5, 0.58, m["orange"], 0.03, w)


def camera_head(m, root):
    """Light on the left, heat on the right, between the arms of a yoke."""
    head = empty("head", (0, -1.2, 9.9), (6, 0, -16), root)
    slab("turn", circle(0.85, 96), -2.1, -1.5, m["dark"], 0.06, head)
    for sx in (-1, 1):
        box("arm", (0.34, 1.1, 2.3), (sx * 1.62, 0, -0.55), m["white"], 0.14, head)
        place(slab("axle", circle(0.36, 64), 0, 0.16, m["dark"], 0.04, head), (sx * 1.76, 0, 0.15), (0, sx * 90, 0))
    box("base", (3.55, 1.2, 0.34), (0, 0, -1.45), m["white"], 0.14, head)
    front = empty("front", (0, -1.15, 0.1), (90, 0, 0), head)
    slab("case", rrect(2.85, 1.75, 0.3), -2.1, 0.0, m["white"], 0.12, front)
    slab("face", rrect(2.6, 1.5, 0.24), -0.04, 0.06, m["gloss"], 0.03, front)
    for x, r in ((-0.62, 0.5), (0.72, 0.34)):
        slab("bezel", circle(r + 0.1, 96, cx=x), 0.02, 0.16, m["steel"] if x < 0 else m["orange"], 0.03, front, hole=circle(r, 96, cx=x))
        slab("lens", circle(r, 96, cx=x), 0.02, 0.10, m["lens"], 0.06, front)
    slab("inner", circle(0.26, 64, cx=-0.62), 0.05, 0.125, surface("coating", (0.01, 0.015, 0.06), 0, 0.04, coat=1), 0.03, front)
    box("hood", (2.9, 1.0, 0.08), (0, -1.5, 1.0), m["white"], 0.03, head)
    slab("led", circle(0.05, 24, cx=0.05, cy=0.56), 0.05, 0.075, glow("led", (0.1, 1, 0.3), 8), 0, front)


def robot(at, turn, m):
    root = empty("robot", at, (0, 0, turn))
    for sx in (-1, 1):
        for y in (-3.0, 3.0):
            wheel((sx * 2.65, y, 1.57), sx, m, root)
            rods("axle", [((sx * 1.4, y, 1.57), (sx * 2.4, y, 1.57), 0.3)], m["dark"], 24, root)
        box("skirt", (0.5, 2.0, 0.9), (sx * 2.2, 0, 1.9), m["dark"], 0.12, root)
    slab("chassis", rrect(3.5, 9.0, 0.5), 1.2, 2.3, m["dark"], 0.1, root)
    slab("lower", rrect(4.9, 9.5, 1.0), 3.2, 3.55, m["navy"], 0.08, root)
    slab("shell", rrect(4.8, 9.4, 1.0), 3.6, 4.9, m["white"], 0.3, root)
    slab("belly", rrect(3.3, 9.2, 0.8), 2.2, 3.3, m["white"], 0.2, root)
    slab("glow", rrect(4.84, 9.44, 1.0), 3.66, 3.74, m["strip"], 0.01, root)
    slab("deck", rrect(3.9, 8.0, 0.7), 4.9, 5.05, m["dark"], 0.05, root)
    for k in range(8):
        slab("vent", rrect(1.7, 0.13, 0.06, 6, cy=2.4 + 0.26 * k), 5.04, 5.065, m["gloss"], 0, root)
    for y in (-4.75, 4.75):
        box("bumper", (4.2, 0.42, 0.7), (0, y, 2.5), m["rubber"], 0.18, root)
    # In front: a pane with cameras for depth, and lamps.
    pane = empty("pane", (0, -4.71, 4.22), (90, 0, 0), root)
    slab("pane", rrect(3.3, 0.72, 0.3), -0.1, 0.05, m["gloss"], 0.03, pane)
    for x in (-1.25, 1.25):
        slab("ring", circle(0.27, 64, cx=x), 0.03, 0.09, m["steel"], 0.02, pane, hole=circle(0.21, 64, cx=x))
        slab("lamp", circle(0.21, 64, cx=x), 0.03, 0.07, m["lamp"], 0.03, pane)
    for x in (-0.35, 0.35):
        slab("eye", circle(0.15, 48, cx=x), 0.04, 0.09, m["lens"], 0.02, pane)
    for sx in (-1, 1):
        text("筑站", 0.78, m["ink"], (sx * 2.41, -sx * 0.2, 4.0), root, (90, 0, sx * 90), "CENTER")
        text("巡检 03", 0.42, m["navy"], (sx * 2.41, sx * 2.4, 4.08), root, (90, 0, sx * 90), "CENTER")
    # On top: lidar, mast with the camera, gas sensor, antennas, stop button.
    slab("lidarfoot", circle(0.72, 64, cy=-3.2), 5.0, 5.25, m["dark"], 0.05, root)
    slab("lidar", circle(0.55, 96, cy=-3.2), 5.25, 5.5, m["steel"], 0.03, root)
    slab("lidarglass", circle(0.53, 96, cy=-3.2), 5.5, 6.0, m["gloss"], 0.02, root)
    slab("lidarcap", circle(0.55, 96, cy=-3.2), 6.0, 6.2, m["steel"], 0.07, root)
    slab("mastfoot", rrect(1.7, 1.7, 0.4, cy=-1.2), 5.0, 5.3, m["white"], 0.1, root)
    slab("mast", circle(0.5, 96, cy=-1.2), 5.2, 7.9, m["white"], 0.05, root)
    slab("band", circle(0.52, 96, cy=-1.2), 6.6, 6.85, m["orange"], 0.02, root)
    camera_head(m, root)
    slab("gas", circle(0.26, 48, cx=-1.3, cy=0.9), 5.0, 6.5, m["steel"], 0.03, root)
    slab("gascap", circle(0.36, 48, cx=-1.3, cy=0.9), 6.1, 6.6, m["dark"], 0.08, root)
    for x in (-1.4, 1.4):
        slab("antenna", circle(0.09, 32, cx=x, cy=3.7), 5.0, 8.2, m["rubber"], 0.05, root)
    slab("stopfoot", circle(0.4, 64, cx=1.2, cy=0.9), 5.0, 5.14, surface("yellow", (0.85, 0.5, 0.01), 0, 0.4), 0.02, root)
    slab("stop", circle(0.28, 64, cx=1.2, cy=0.9), 5.14, 5.42, surface("red", (0.6, 0.012, 0.01), 0, 0.3, coat=0.4), 0.09, root)
    slab("beacon", circle(0.24, 48, cx=0, cy=3.5), 5.0, 5.55, glow("beacon", (1, 0.4, 0.05), 7), 0.06, root)


def cabinets(m):
    """A row of switch cabinets with their lamps, gauges and warnings."""
    paint = surface("paint", (0.42, 0.45, 0.47), 0, 0.4, 0.05, 140, wear=0.08, coat=0.1, mottle=0.05, dust=0.2)
    seam = surface("seam", (0.03, 0.03, 0.033), 0, 0.7)
    warning = printed("warning", "warning", 0.45, 0.3)
    y = 15.0
    for k in range(9):
        x = -34 + 8.2 * k
        box("cabinet", (8.0, 8.0, 22), (x, y + 4, 11.6), paint, 0.12)
        box("plinth", (8.0, 7.8, 1.2), (x, y + 4.2, 0.6), m["dark"], 0.05)
        box("door", (7.4, 0.2, 15.4), (x, y - 0.05, 8.6), paint, 0.1)
        box("upper", (7.4, 0.2, 4.9), (x, y - 0.05, 19.4), paint, 0.1)
        box("handle", (0.35, 0.35, 2.2), (x + 3.1, y - 0.3, 9.4), m["steel"], 0.1)
        sheet("warning", 1.7, 1.7, warning, (x - 0.2, y - 0.17, 12.2), (90, 0, 0))
        for i, color in enumerate(((0.1, 1, 0.3), (1, 0.75, 0.1), (1, 0.05, 0.02))):
            on = glow("on", color, 7 if i == 0 or (i == 1 and k == 6) else 0.05)
            place(slab("lamp", circle(0.26, 32), 0, 0.16, on, 0.05), (x - 2.2 + 1.1 * i, y - 0.14, 20.2), (90, 0, 0))
        place(slab("gauge", circle(0.9, 64), 0, 0.12, m["gloss"], 0.04), (x + 2.2, y - 0.14, 19.6), (90, 0, 0))
        boxes("vents", [((4.6, 0.06, 0.16), (x, y - 0.16, 2.6 + 0.45 * i)) for i in range(6)], seam)


def build():
    rng = random.Random(12)
    ambient_light((0.02, 0.026, 0.036))
    m = materials()
    box("floor", (240, 240, 2), (0, 20, -1), concrete("floor", (0.20, 0.205, 0.21), wet=0.45, scale=0.5))
    box("wall", (240, 1, 60), (0, 26, 30), concrete("wall", (0.30, 0.30, 0.30)))
    box("ceiling", (240, 120, 1), (0, 0, 36), concrete("ceiling", (0.25, 0.25, 0.25)))
    yellow = surface("line", (0.72, 0.40, 0.02), 0, 0.7, 0.3, 20, mottle=0.35, mottle_scale=1.5)
    box("line", (240, 1.0, 0.012), (0, 10.2, 0.006), yellow)
    cabinets(m)
    rods("tray", [((-80, 19, 30.5 + dz), (80, 19, 30.5 + dz), 0.45) for dz in (0, 1.2, 2.4)], m["dark"], 10)
    robot((0.6, 0.5, 0), -38, m)
    tubes = glow("tubes", (0.92, 0.97, 1), 9)
    boxes("tubes", [((11, 0.5, 0.3), (-30 + 20 * k, 9, 35)) for k in range(4)], tubes)
    area("ceiling", (4, 6, 34), (2, 4, 0), (40, 6), 30000, (0.92, 0.97, 1))
    area("key", (-18, -16, 20), (0, 0, 4), (9, 9), 9000, (1, 0.93, 0.84))
    area("rim", (15, 9, 12), (0, 0, 5), (4, 8), 5200, (0.62, 0.78, 1))
    area("beam", (3.5, -3.8, 4.2), (9, -11, 0), (3, 0.8), 420, (0.9, 0.95, 1), 110)
    camera((-7.5, -29, 8.2), (0.8, 0, 5.3), 50, 0.4, (0, -2.5, 6))
