"""The tiling robot in a lobby at dusk: its arm sets the next tile beside the finished rows, a work lamp behind it."""
import random
import robot_arm
from patrol_robot import materials
from surroundings import *

PICTURE = "product/cpxt-tile-laying"
SIZE = "960 720"
EXPOSURE = 0.2
AIR = (0.05, 0.068, 0.125)
TILE = 6.0


def track(y, m, root):
    """A belt with its lugs, wheels inside."""
    out = 1 if y > 0 else -1
    t = empty("track", (0, y, 1.6), (90, 0, 0), root)
    slab("belt", rrect(12.4, 3.0, 1.49, 24), -0.85, 0.85, m["rubber"], 0.08, t, hole=rrect(11.8, 2.4, 1.19, 24))
    lugs = []
    outline = rrect(12.5, 3.1, 1.54, 14)
    for (x0, y0), (x1, y1) in list(zip(outline, outline[1:] + outline[:1])):
        length = math.hypot(x1 - x0, y1 - y0)
        for k in range(max(1, round(length / 0.55))):
            f = k / max(1, round(length / 0.55))
            lugs.append(((0.22, 0.16, 1.66), (x0 + (x1 - x0) * f, y0 + (y1 - y0) * f, 0), math.degrees(math.atan2(y1 - y0, x1 - x0))))
    boxes("lugs", lugs, m["rubber"], 0.03, t)
    for x, r in ((-4.7, 1.15), (-2.4, 0.75), (-0.1, 0.75), (2.2, 0.75), (4.7, 1.15)):
        cy = 0 if r > 1 else -0.42
        slab("wheel", circle(r, 96, cx=x, cy=cy), -0.7, 0.7, m["dark"], 0.1, t)
        slab("rim", circle(r * 0.72, 96, cx=x, cy=cy), 0.66 if out < 0 else -0.76, 0.76 if out < 0 else -0.66, m["steel"], 0.03, t)
        slab("cap", circle(r * 0.34, 64, cx=x, cy=cy), 0.7 if out < 0 else -0.86, 0.86 if out < 0 else -0.7, m["orange"], 0.04, t)
    box("frame", (8.8, 1.0, 0.9), (0, 0.35, 0), m["dark"], 0.1, t)


def robot(at, turn, m):
    root = empty("robot", at, (0, 0, turn))
    for y in (-3.55, 3.55):
        track(y, m, root)
    slab("chassis", rrect(12.6, 5.4, 0.6), 1.6, 3.4, m["dark"], 0.1, root)
    slab("lower", rrect(13.2, 8.6, 1.0), 3.4, 3.8, m["navy"], 0.08, root)
    slab("shell", rrect(13.1, 8.5, 1.0), 3.85, 6.3, m["white"], 0.28, root)
    slab("glow", rrect(13.14, 8.54, 1.0), 3.9, 3.98, m["strip"], 0.01, root)
    slab("deck", rrect(12.0, 7.5, 0.8), 6.3, 6.45, m["orange"], 0.06, root)
    for sy in (-1, 1):
        face = empty("face", (0, sy * 4.255, 5.1), (90, 0, 0 if sy < 0 else 180), root)
        text("筑站", 1.2, m["ink"], (-5.6, -0.42, 0.002), face)
        text("铺贴 02", 0.62, m["navy"], (-2.6, -0.28, 0.002), face)
        for k in range(9):
            slab("vent", rrect(0.13, 1.5, 0.06, 6, cx=2.6 + 0.3 * k), -0.02, 0.015, m["gloss"], 0, face)
    pane = empty("pane", (6.56, 0, 5.2), (90, 0, 90), root)
    slab("pane", rrect(5.4, 1.0, 0.4), -0.1, 0.05, m["gloss"], 0.03, pane)
    for x in (-2.1, 2.1):
        slab("ring", circle(0.36, 64, cx=x), 0.03, 0.09, m["steel"], 0.02, pane, hole=circle(0.29, 64, cx=x))
        slab("lamp", circle(0.29, 64, cx=x), 0.03, 0.07, m["lamp"], 0.03, pane)
    for x in (-0.5, 0.5):
        slab("eye", circle(0.2, 48, cx=x), 0.04, 0.09, m["lens"], 0.02, pane)
    # The store of tiles behind, held by four posts.
    rng = random.Random(4)
    porcelain, edge = tile_material("stored"), surface("edge", (0.50, 0.47, 0.43), 0, 0.7)
    for k in range(14):
        box("stored", (5.9, 5.9, 0.09), (-2.9 + rng.uniform(-0.04, 0.04), rng.uniform(-0.04, 0.04), 6.75 + 0.125 * k), porcelain if k == 13 else edge, 0.012, root)
    for x in (-6.1, 0.3):
        for y in (-3.15, 3.15):
            box("post", (0.3, 0.3, 2.9), (x, y, 7.8), m["steel"], 0.05, root)
            box("cap", (0.42, 0.42, 0.3), (x, y, 9.3), m["orange"], 0.08, root)
    slab("mast", circle(0.14, 40, cx=-5.6, cy=3.5), 6.4, 10.6, m["steel"], 0.02, root)
    slab("receiver", circle(0.42, 64, cx=-5.6, cy=3.5), 9.0, 10.5, m["dark"], 0.05, root)
    slab("level", circle(0.435, 64, cx=-5.6, cy=3.5), 9.72, 9.78, glow("level", (0.2, 1, 0.4), 6), 0, root)
    slab("stopfoot", circle(0.42, 64, cx=5.2, cy=-3.0), 6.45, 6.57, surface("yellow", (0.85, 0.5, 0.01), 0, 0.4), 0.02, root)
    slab("stop", circle(0.3, 64, cx=5.2, cy=-3.0), 6.57, 6.87, surface("red", (0.6, 0.012, 0.01), 0, 0.3, coat=0.4), 0.09, root)
    carrier = empty("carrier", (3.2, 0, 6.45), parent=root)
    r = 1.0
    robot_arm.build((0, 3.2), (2.2, 8.8), (8.4, 1.9), (8.4, -2.6), r, m, carrier)
    gripper(m, root, (11.6, 0.9 * r, 3.85))
    return root


def tile_material(name):
    """Polished porcelain with the clouds of marble."""
    n = Nodes(name)
    place = n.add("NewGeometry").outputs["Position"]
    cloud = n.noise(place, 0.22, 8, 0.6)
    vein = n.ramp(n.math("ABSOLUTE", n.math("SUBTRACT", n.noise(place, 0.13, 9, 0.62), 0.5)), 0.0, 0.03, 1, 0)
    base = n.blend(n.ramp(cloud, 0.3, 0.7), (0.44, 0.41, 0.37), (0.62, 0.59, 0.55))
    base = n.blend(n.math("MULTIPLY", vein, 0.28), base, (0.25, 0.22, 0.19))
    for key, value in {"Base Color": base, "Roughness": 0.16, "Specular": 0.5}.items():
        n.set(n.shader, key, value)
    return n.material


def gripper(m, root, at):
    """A frame with suckers and two cameras; it holds a tile a hand above its bed."""
    g = empty("gripper", at, parent=root)
    slab("plate", rrect(1.7, 1.7, 0.3), -0.3, 0.05, m["dark"], 0.06, g)
    boxes("frame", [((4.6, 0.34, 0.3), (0, y, -0.45)) for y in (-1.6, 1.6)] + [((0.34, 3.5, 0.3), (x, 0, -0.45)) for x in (-1.9, 0, 1.9)], m["steel"], 0.04, g)
    for x in (-1.9, 1.9):
        for y in (-1.6, 1.6):
            slab("stem", circle(0.14, 32, cx=x, cy=y), -1.1, -0.3, m["steel"], 0.02, g)
            cup = empty("cup", (x, y, -1.3), parent=g)
            lathe("cup", [(0.2, 0.35), (0.34, 0.2), (0.3, 0.12), (0.52, -0.06), (0.001, -0.05)], m["rubber"], cup)
    for x in (-2.5, 2.5):
        box("eye", (0.5, 0.9, 0.7), (x, 0, -0.45), m["white"], 0.1, g)
        slab("lens", circle(0.18, 48, cx=x), -0.86, -0.78, m["lens"], 0.02, g)
        slab("ring", circle(0.3, 48, cx=x), -0.84, -0.8, glow("ring", (0.9, 0.95, 1), 6), 0, g, hole=circle(0.22, 48, cx=x))
    box("vibrator", (1.2, 1.2, 0.8), (0, 0, -0.85), m["orange"], 0.1, g)
    box("tile", (TILE - 0.03, TILE - 0.03, 0.1), (0, 0, -1.42), tile_material("held"), 0.012, g)


def hall(rng, m):
    porcelain = tile_material("tile")
    joint = surface("joint", (0.33, 0.31, 0.29), 0, 0.9)
    box("bed", (300, 300, 2), (0, 60, -1.36), concrete("screed", (0.25, 0.245, 0.235), wet=0.0, scale=0.5))
    # Mortar is spread where the next tiles come, combed by the notched trowel.
    mortar = surface("mortar", (0.16, 0.155, 0.148), 0, 0.9, 0.3, 12, mottle=0.25, mottle_scale=0.8)
    box("mortar", (14, 19, 0.3), (11.5, -0.5, -0.28), mortar, 0.1)
    rods("ridges", [((4.7, y + rng.uniform(-0.04, 0.04), -0.13), (18.3, y + rng.uniform(-0.04, 0.04), -0.13), 0.13)
                    for y in (-9.7 + 0.4 * k for k in range(47))], mortar, 10)
    laid = [((TILE - 0.03, TILE - 0.03, 0.12), (TILE * (i + 0.5), TILE * (j + 0.5), -0.06)) for i in range(-12, 1) for j in range(-4, 14)]
    laid += [((TILE - 0.03, TILE - 0.03, 0.12), (TILE * (i + 0.5), TILE * (j + 0.5), -0.06)) for i in range(1, 9) for j in range(1, 14)]
    boxes("tiles", laid, porcelain, 0.012)
    boxes("joints", [((TILE * 13, TILE * 18, 0.1), (-TILE * 5.5, TILE * 5, -0.09)), ((TILE * 8, TILE * 13, 0.1), (TILE * 5, TILE * 7.5, -0.09))], joint)
    wedge = surface("wedge", (0.75, 0.06, 0.02), 0, 0.4)
    boxes("wedges", [((0.5, 0.12, 0.28), (TILE * i - 0.5, TILE + 0.01, 0.1)) for i in range(1, 8)] + [((0.12, 0.5, 0.28), (TILE, TILE * j + 0.9, 0.1)) for j in (-3, -2, -1, 0)], wedge, 0.02)
    # The hall is open to the evening on two sides; a pallet with tiles.
    cast = concrete("cast", (0.20, 0.195, 0.185), scale=0.3)
    boxes("columns", [((8, 8, 46), (x, y, 23)) for x in (-46, 4, 54) for y in (36, 84)], cast, 0.2)
    box("ceiling", (300, 220, 2), (0, 40, 47), concrete("ceiling", (0.14, 0.135, 0.13), scale=0.3))
    boxes("beams", [((300, 4, 5), (0, y, 44)) for y in (36, 84)] + [((4, 200, 5), (x, 30, 44)) for x in (-46, 4, 54)], cast, 0.1)
    boxes("sill", [((300, 1.2, 9), (0, 99, 4.5)), ((1.2, 200, 9), (-80, 0, 4.5))], cast, 0.1)
    walls = facades(AIR, 4200, 0.14, 1.8)
    town(rng, walls, 1500, 7000, 120, width=1.1, low=-600, tops=(-260, 260))
    for k in range(40):
        far = 1500 * (5000 / 1500) ** rng.random()
        boxes("town", [((300, 300, 1000), (-far, rng.uniform(-0.2, 2.0) * far, -500 + rng.uniform(-60, 0.08 * far)))], walls[k % 3])
    dark = haze(surface("far", (0.6, 0.22, 0.03), 0, 0.6), AIR, 3000)
    tower_crane((-500, 1700, -600), 800, 60, dark, dark, reach=480, r=2.2)
    wood = surface("wood", (0.30, 0.18, 0.09), 0, 0.8, 0.2, 12, (1, 8, 1), mottle=0.2)
    boxes("pallet", [((12, 1.2, 0.3), (26, 32 + 2.2 * k, 1.3)) for k in range(5)] + [((1.4, 10, 1.1), (21 + 5 * k, 36, 0.55)) for k in range(3)], wood, 0.03)
    carton = surface("carton", (0.48, 0.34, 0.20), 0, 0.85, 0.1, 10, mottle=0.12)
    boxes("cartons", [((6.1, 6.1, 0.46), (23 + 6.3 * i + rng.uniform(-0.1, 0.1), 36, 1.7 + 0.48 * k)) for i in range(2) for k in range(9 - 3 * i)], carton, 0.02)


def lamp(at, turn, m):
    """A work lamp on its tripod."""
    stand = empty("stand", at, (0, 0, turn))
    rods("legs", [((0, 0, 1), (0, 0, 17), 0.26)] + [((0, 0, 9), (5 * math.cos(rad(a)), 5 * math.sin(rad(a)), 0), 0.18) for a in (30, 150, 270)], m["dark"], 12, stand)
    box("housing", (4.6, 1.2, 3.0), (0, 0, 18), m["dark"], 0.15, stand)
    box("face", (4.0, 0.1, 2.4), (0, -0.64, 18), glow("work", (1, 0.80, 0.54), 16), 0, stand)


def build():
    rng = random.Random(21)
    sky(0.6, -34, 0.5, tint=(1.0, 0.88, 1.16), ambient=(0.06, 0.08, 0.14))
    m = materials()
    hall(rng, m)
    robot((-2.55, -2.1, 0), 0, m)
    lamp((-27, 30, 0), -28, m)
    area("work", (-26, 28, 18), (2, 0, 2), (4, 2.4), 16000, (1, 0.78, 0.52), 140)
    area("key", (20, -20, 22), (2, 0, 4), (8, 8), 5200, (1, 0.86, 0.68))
    area("blue", (-30, -24, 24), (0, 0, 4), (16, 12), 6500, (0.58, 0.73, 1))
    area("rim", (26, 18, 18), (4, 0, 5), (5, 8), 5200, (1, 0.76, 0.50))
    area("dusk", (0, 96, 26), (0, 20, 4), (120, 24), 26000, (0.62, 0.74, 1))
    camera((19.5, -30.5, 14.0), (2.6, 0.6, 6.6), 41, 0.55, (4, -2, 6))
