"""The trowelling robot, the same in every picture: 13.5 long, 8.2 wide, 7.8 high, in units of ten centimetres. Its front faces -y."""
from kit import *

RADIUS = 3.5  # of a trowel
APART = 2.9  # its hub from the middle
GUARD = (13.5, 8.2)


def materials():
    return {
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


def build(at=(0, 0, 0), turn=0.0, scale=1.0):
    m = materials()
    root = empty("robot", at, (0, 0, turn))
    root.scale = (scale,) * 3
    body(m, root)
    guard(m, root)
    for side in (-1, 1):
        trowel(side * APART, m, root)
    return root


def guard(m, root):
    """Two rails around both trowels, held by the chassis."""
    w, h = GUARD
    for z, r in ((0.6, 0.13), (1.5, 0.1)):
        outline = [(x, y, z) for x, y in rrect(w - 2 * r, h - 2 * r, h / 2 - r, 24)]
        rods("rail", [(a, b, r) for a, b in zip(outline, outline[1:] + outline[:1])], m["orange"], 12, root)
    posts = rrect(w - 0.26, h - 0.26, h / 2 - 0.13, 5)
    rods("posts", [((x, y, 0.6), (x, y, 1.5), 0.08) for x, y in posts[::2]], m["orange"], 10, root)
    arms = [((sx * 5.9, sy * 2.6, 1.5), (sx * 4.2, sy * 1.6, 2.25), 0.12) for sx in (-1, 1) for sy in (-1, 1)]
    arms += [((sx * 1.2, sy * 4.0, 1.5), (sx * 1.2, sy * 2.0, 2.25), 0.12) for sx in (-1, 1) for sy in (-1, 1)]
    rods("arms", arms, m["dark"], 12, root)


def trowel(x, m, root):
    """One rotor with four blades."""
    rotor = empty("rotor", (x, 0, 0), parent=root)
    slab("hub", circle(0.55, 64), 0.35, 2.4, m["steel"], 0.05, rotor)
    slab("plate", circle(1.0, 64), 0.9, 1.1, m["dark"], 0.04, rotor)
    for k in range(4):
        arm = empty("arm", (0, 0, 0), (0, 0, 90 * k + (22 if x > 0 else 67)), rotor)
        box("arm", (2.4, 0.3, 0.3), (1.5, 0, 0.72), m["dark"], 0.05, arm)
        box("blade", (2.5, 0.95, 0.05), (RADIUS - 1.3, 0, 0.2), m["blade"], 0.012, arm, (9, 0, 0))
        for dx in (1.0, 2.3):
            place(slab("bolt", ngon(0.1, 6), 0, 0.12, m["steel"], 0.015, arm), (dx, 0.1, 0.86))


def body(m, root):
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
    slab("mast", circle(0.13, 40, cx=-3.2, cy=0.9), 5.0, 7.8, m["steel"], 0.02, root)
    slab("receiver", circle(0.42, 64, cx=-3.2, cy=0.9), 6.0, 7.6, m["dark"], 0.05, root)
    slab("cells", circle(0.43, 64, cx=-3.2, cy=0.9), 6.35, 7.25, surface("cells", (0.05, 0.004, 0.004), 0, 0.08, coat=1), 0.01, root)
    slab("level", circle(0.435, 64, cx=-3.2, cy=0.9), 6.77, 6.83, glow("level", (0.2, 1, 0.4), 6), 0, root)
    slab("receivercap", circle(0.46, 64, cx=-3.2, cy=0.9), 7.6, 7.8, m["orange"], 0.05, root)
    slab("beacon", circle(0.2, 48, cx=3.3, cy=1.2), 5.0, 5.5, glow("beacon", (1, 0.4, 0.05), 7), 0.05, root)
    path = [(-5.0, 1.2, 3.6), (-5.9, 1.2, 4.2), (-6.2, 1.2, 5.3), (-6.2, -1.2, 5.3), (-5.9, -1.2, 4.2), (-5.0, -1.2, 3.6)]
    rods("handle", [(a, b, 0.12) for a, b in zip(path, path[1:])], m["steel"], 16, root)
