"""The cleaning robot on a glass facade in the early morning: two ropes above it, the panes it has passed are clear."""
import random
from patrol_robot import materials
from siteparts import outdoors
from surroundings import *

PICTURE = "product/cpxt-facade-cleaning"
SIZE = "960 720"
EXPOSURE = 0.1
AIR, GLOW = (0.46, 0.56, 0.70), (1.2, 0.95, 0.72)
PANE = (14.0, 17.0)


def facade_panes(rng):
    """Each pane leans a little, so that each mirrors another piece of the sky."""
    w, h = PANE
    clean = surface("clean", (0.30, 0.40, 0.50), 1, 0.02)
    dusty = surface("dusty", (0.22, 0.28, 0.33), 0.92, 0.09, wear=0.05, mottle=0.22, mottle_scale=0.12)
    for i in range(-4, 2):
        for j in range(-7, 8):
            at = (w * i, 0, h * j - 8.0)
            is_clean = i == 0 and j > 0
            lean = (90 + rng.uniform(-0.22, 0.22), 0, rng.uniform(-0.22, 0.22))
            sheet("pane", w - 0.5, h - 0.5, clean if is_clean else dusty, at, lean)
    alu = surface("alu", (0.10, 0.105, 0.115), 0.8, 0.36, wear=0.08, dust=0.3)
    boxes("mullions", [((0.7, 1.5, h * 16), (w * (i - 0.5), -0.25, -8)) for i in range(-4, 3)], alu, 0.06)
    boxes("transoms", [((w * 6, 0.9, 0.6), (w * -1.5, -0.1, h * (j - 0.5) - 8)) for j in range(-7, 9)], alu, 0.05)
    # The corner of the building.
    box("corner", (1.4, 60, h * 16), (w * 1.5 + 0.6, 29.5, -8), alu, 0.1)


def robot(m):
    root = empty("robot", (0, -0.5, 0), (90, 0, 0))
    bristle = surface("bristle", (0.02, 0.10, 0.30), 0, 0.85, 1.0, 26, (0.3, 3, 3))
    slab("skirt", rrect(13.2, 8.6, 1.2), 0.1, 0.7, m["rubber"], 0.16, root)
    slab("lower", rrect(12.8, 8.2, 1.2), 0.7, 1.2, m["navy"], 0.08, root)
    slab("shell", rrect(12.6, 8.0, 1.4), 1.2, 3.2, m["white"], 0.4, root)
    slab("glow", rrect(12.66, 8.06, 1.4), 1.24, 1.34, m["strip"], 0.01, root)
    # The fan that holds it to the glass.
    slab("well", circle(2.35, 128), 3.0, 3.42, m["dark"], 0.1, root, hole=circle(2.0, 128))
    slab("depth", circle(2.05, 96), 2.9, 3.22, m["gloss"], 0, root)
    for k in range(9):
        blade = box("blade", (1.5, 0.62, 0.05), (0, 0, 0), m["dark"], 0.01, root)
        place(blade, (1.12 * math.cos(rad(40 * k)), 1.12 * math.sin(rad(40 * k)), 3.26), (28, 0, 40 * k))
    slab("hub", circle(0.55, 64), 3.2, 3.5, m["orange"], 0.1, root)
    for r in (0.85, 1.25, 1.65):
        slab("grille", circle(r + 0.045, 96), 3.36, 3.43, m["steel"], 0.02, root, hole=circle(r - 0.045, 96))
    rods("spokes", [((0.5 * math.cos(rad(60 * k)), 0.5 * math.sin(rad(60 * k)), 3.4), (2.1 * math.cos(rad(60 * k)), 2.1 * math.sin(rad(60 * k)), 3.4), 0.05) for k in range(6)], m["steel"], 10, root)
    text("筑站", 1.1, m["ink"], (-4.75, -0.4, 3.2), root)
    text("清洗 01", 0.6, m["navy"], (2.75, -0.2, 3.2), root)
    warning = printed("warning", "warning", 0.45, 0.3)
    sheet("warning", 0.95, 0.95, warning, (3.6, -1.9, 3.205), parent=root)
    for x in (-5.2, 5.2):
        slab("lamp", circle(0.3, 64, cx=x, cy=-2.7), 3.15, 3.26, m["lamp"], 0.04, root)
        slab("ring", circle(0.4, 64, cx=x, cy=-2.7), 3.15, 3.28, m["steel"], 0.03, root, hole=circle(0.31, 64, cx=x, cy=-2.7))
        slab("eye", circle(0.3, 64, cx=x, cy=2.7), 3.15, 3.34, m["lens"], 0.09, root)
    # Brushes above and below in their guards, the wiper with its lip.
    for y in (-5.1, 5.1):
        turn = empty("turn", (0, y, 1.0), (0, 90, 0), root)
        slab("brush", circle(1.0, 128, 40, 0.05), -5.9, 5.9, bristle, 0.06, turn)
        slab("core", circle(0.3, 48), -6.5, 6.5, m["steel"], 0.02, turn)
        box("guard", (12.6, 1.0, 0.14), (0, y, 2.25), m["orange"], 0.06, root)
        for x in (-6.3, 6.3):
            box("cheek", (0.3, 2.2, 2.2), (x, y * 0.97, 1.2), m["dark"], 0.1, root)
    box("wiper", (13.0, 0.16, 0.9), (0, -6.5, 0.3), m["rubber"], 0.04, root)
    box("holder", (13.2, 0.4, 0.5), (0, -6.5, 0.9), m["steel"], 0.06, root)
    for x in (-5.0, 5.0):
        rods("stay", [((x, -4.4, 2.3), (x, -6.5, 0.9), 0.14)], m["steel"], 20, root)
    # Ropes: the winch's of steel, the safety rope beside it through its lock.
    rope = surface("rope", (0.42, 0.42, 0.41), 1, 0.45, 0.6, 60, (1, 1, 4))
    safety = surface("safety", (0.80, 0.24, 0.02), 0, 0.7, 0.6, 40, (1, 1, 4))
    for s in (-1, 1):
        box("lug", (0.9, 1.2, 0.7), (s * 4.4, 4.2, 3.1), m["dark"], 0.12, root)
        slab("shackle", circle(0.42, 64, cx=s * 4.4, cy=4.75), 2.9, 3.2, m["steel"], 0.05, root, hole=circle(0.24, 64, cx=s * 4.4, cy=4.75))
        rods("rope", [((s * 4.4, 4.9, 3.05), (s * 4.4, 160, 3.6), 0.1)], rope, 16, root)
        rods("thimble", [((s * 4.4, 5.0, 3.05), (s * 4.4, 6.6, 3.05), 0.2)], m["steel"], 20, root)
        box("lock", (0.9, 1.7, 0.8), (s * 5.5, 5.3, 3.1), m["orange"], 0.14, root)
        rods("lever", [((s * 5.5, 5.9, 3.5), (s * 6.5, 6.3, 3.7), 0.1)], m["steel"], 16, root)
        rods("safety", [((s * 5.5, -70, 3.1), (s * 5.5, 160, 3.7), 0.11)], safety, 16, root)
    tube("supply", [(0.6, 3.4, 3.2), (0.9, 5.2, 4.2), (0.5, 9.0, 3.6), (0.7, 40, 3.2), (0.5, 160, 3.4)], 0.17, m["rubber"], root)
    tube("water", [(-0.6, 3.4, 3.2), (-1.0, 5.4, 4.1), (-0.5, 9.6, 3.5), (-0.6, 40, 3.1), (-0.5, 160, 3.3)], 0.14, m["navy"], root)


def city(rng):
    walls = facades(AIR, 2600, 0.05, 1.2)
    town(rng, walls, 500, 5200, 110, width=2.2, low=-900, tops=(-420, 40))
    # What the glass mirrors stands behind the camera.
    behind = [[] for _ in walls]
    for _ in range(60):
        y = -rng.uniform(420, 2600)
        w, d, h = rng.uniform(160, 420), rng.uniform(140, 300), rng.uniform(-420, 60)
        behind[rng.randrange(3)].append(((w, d, h + 900), (rng.uniform(-1.6, 1.6) * -y, y - d / 2, (h - 900) / 2)))
    for mat, some in zip(walls, behind):
        boxes("behind", some, mat)
    ground = haze(surface("ground", (0.10, 0.10, 0.10), 0, 0.9, mottle=0.4, mottle_scale=0.004), AIR, 2600)
    box("ground", (30000, 30000, 10), (0, 0, -905), ground)


def build():
    rng = random.Random(77)
    outdoors(17, 236, 0.12, 3.4, (1, 0.80, 0.60), 0.8, AIR, GLOW, 0.10, clouds=0.7)
    m = materials()
    facade_panes(rng)
    robot(m)
    city(rng)
    area("key", (-16, -22, 12), (0, -2, 0), (10, 10), 5200, (1, 0.95, 0.88))
    camera((-25, -29, 3.5), (2.6, -1.6, 1.0), 37, 0.6, (-1, -4, 0))
