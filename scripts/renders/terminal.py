"""The tower crane's terminal: a 10.1-inch touch display in a ribbed aluminium housing.

Panel space: x to the right, y up, z out of the glass towards the driver."""
from kit import *

W, H, HEIGHT = 3.02, 2.30, 2.15
GLASS = (2.455, 1.655, 0.145)


def build(turn=0.0, glow_level=1.0):
    chip = (0.43, 0.43, 0.43)
    m = {
        "alu": surface("alu", (0.62, 0.63, 0.64), 1, 0.36, 0.10, 90, wear=0.08),
        "coat": surface("coat", (0.045, 0.05, 0.057), 0, 0.46, 0.05, 190, wear=0.07, chip=chip, chip_width=0.02, dust=0.2),
        "paint": surface("paint", (0.36, 0.375, 0.39), 0, 0.40, 0.05, 210, wear=0.08, coat=0.15, chip=(0.3, 0.29, 0.28), dust=0.3),
        "shell": surface("shell", (0.034, 0.038, 0.044), 0, 0.42, 0.04, 220, wear=0.08, chip=chip, chip_width=0.02, dust=0.3),
        "steel": surface("steel", (0.70, 0.69, 0.67), 1, 0.24, 0.05, 120, wear=0.07),
        "nickel": surface("nickel", (0.66, 0.63, 0.58), 1, 0.22, wear=0.06),
        "rubber": surface("rubber", (0.014, 0.014, 0.015), 0, 0.72, 0.25, 130, specular=0.35),
        "plastic": surface("plastic", (0.02, 0.02, 0.021), 0, 0.5, 0.12, 160),
        "dark": surface("dark", (0.004, 0.004, 0.004), 0, 0.8),
        "ink": surface("ink", (0.72, 0.74, 0.75), 0, 0.6),
        "orange": surface("orange", (0.80, 0.18, 0.015), 0, 0.42, 0.1, 180, coat=0.2),
    }
    root = empty("terminal", rot=(0, 0, turn))
    head = empty("head", (0, 0, HEIGHT), (76, 0, 0), root)
    housing(head, m)
    front(head, m, glow_level)
    chin(head, m, glow_level)
    sunshade(head, m)
    cables(root, head, sockets(head, m), m)
    yoke(root, m)


def housing(head, m):
    """The ribbed heat sink behind the frame, the guards of the corners, the antenna."""
    slab("core", rrect(W - 0.30, H - 0.30, 0.14), -0.62, 0, m["alu"], 0.03, head)
    for i in range(6):
        z = -0.13 - i * 0.085
        slab("rib", rrect(W - 0.06, H - 0.06, 0.20), z - 0.022, z + 0.022, m["alu"], 0.010, head)
    slab("back", rrect(W - 0.2, H - 0.2, 0.18), -0.70, -0.60, m["coat"], 0.03, head)
    for sx in (1, -1):
        for sy in (1, -1):
            path = bend([(sx * W / 2, sy * (H / 2 - 0.42)), (sx * W / 2, sy * H / 2), (sx * (W / 2 - 0.42), sy * H / 2)], 0.22, 10)
            slab("guard", strip(path, 0.075), -0.66, 0.075, m["rubber"], 0.022, head)
    place(slab("antenna", ngon(0.095, 6, 48), 0, 0.09, m["nickel"], 0.008, head), (1.05, H / 2 - 0.02, -0.46), (-90, 0, 0))
    for r, length, bevel in ((0.058, 0.72, 0.03), (0.078, 0.22, 0.012)):
        place(slab("antenna", circle(r, 40), 0, length, m["rubber"], bevel, head), (1.05, H / 2 + 0.06, -0.46), (-90, 0, 0))


def front(head, m, glow_level):
    """Frame, lip, gasket, glass and screen."""
    w, h, y = GLASS
    around = lambda more, r: rrect(w + more, h + more, r, cy=y)
    slab("frame", rrect(W, H, 0.23), -0.09, 0.10, m["coat"], 0.032, head, hole=around(0.045, 0.09))
    slab("lip", around(0.205, 0.15), 0.06, 0.118, m["alu"], 0.010, head, hole=around(0.041, 0.085))
    slab("gasket", around(0.039, 0.085), 0.0, 0.088, m["rubber"], 0.008, head, hole=around(0, 0.07))
    black = surface("glass", (0.0035, 0.0035, 0.004), 0, 0.07, specular=0.45)
    slab("glass", around(0, 0.07), 0.0, 0.078, black, 0.006, head)
    sheet("screen", w - 0.02, h - 0.02, display("screen", "terminal", 1.35 * glow_level, sheen=0.045), (0, y, 0.0788), parent=head)
    for x in (-W / 2 + 0.125, W / 2 - 0.125):
        for at in (-H / 2 + 0.125, y - 0.02, H / 2 - 0.125):
            slab("screw", circle(0.05, 48, cx=x, cy=at), 0.094, 0.129, m["steel"], 0.006, head, hole=ngon(0.028, 6, 48, cx=x, cy=at))
            slab("recess", circle(0.035, 24, cx=x, cy=at), 0.094, 0.106, m["dark"], 0, head)


def chin(head, m, glow_level):
    """Lamps, name and the slots of the sounder."""
    y = -H / 2 + 0.215
    green, blue, red = (0.05, 1.0, 0.25), (0.08, 0.45, 1.0), (1.0, 0.06, 0.02)
    for i, (color, strength, word) in enumerate(((green, 9, "电源"), (green, 9, "网络"), (blue, 9, "定位"), (red, 0.12, "报警"))):
        x = -1.18 + i * 0.25
        inner = circle(0.030, 40, cx=x, cy=y + 0.04)
        slab("ring", circle(0.042, 40, cx=x, cy=y + 0.04), 0.09, 0.112, m["steel"], 0.005, head, hole=inner)
        slab("lamp", inner, 0.09, 0.116, glow("lamp", color, strength * glow_level), 0.010, head)
        text(word, 0.078, m["ink"], (x, y - 0.10, 0.1005), head, align="CENTER")
    text("筑站", 0.27, m["orange"], (-0.12, y - 0.095, 0.1005), head)
    text("塔机监控", 0.145, m["ink"], (0.42, y - 0.05, 0.1005), head)
    for i in range(9):
        slab("slot", rrect(0.022, 0.15, 0.0105, 6, cx=1.06 + i * 0.034, cy=y), 0.085, 0.1008, m["dark"], 0, head)


def sunshade(head, m):
    """One bent sheet, trimmed on a slant, with the rating plate and a warning on its side."""
    side, up = W / 2 + 0.055, H / 2 + 0.065
    path = bend([(-side, -0.55), (-side, up), (side, up), (side, -0.55)], 0.14, 10)
    shade = slab("shade", strip(path, 0.03), -0.06, 0.80, m["shell"], 0.008, head)
    cut(shade, place(slab("trim", [(-2, -2.4), (2, -2.4), (2, 0), (-2, 0)], 0, 3, None, 0, head), (0, 0.98, 0.86), (-30, 0, 0)))
    for sx in (1, -1):
        for y in (0.80, -0.28):
            screw = slab("screw", circle(0.05, 32), 0, 0.035, m["steel"], 0.012, head)
            place(screw, (sx * (side + 0.015), y, 0.01), (0, sx * 90, 0))
    side += 0.0165
    sheet("plate", 0.46, 0.276, printed("plate", "plate", 0.35, metallic=0.5), (side, 0.05, 0.33), (0, 90, 0), head)
    sheet("warning", 0.24, 0.24, printed("warning", "warning", 0.45, 0.3), (side, 0.42, 0.22), (0, 90, 0), head)


def sockets(head, m):
    """Sockets and glands under the housing; returns where their cables begin: (x, depth, radius)."""
    def down(o, x, d):
        return place(o, (x, -H / 2 + 0.14 - d, -0.36), (90, 0, 0))
    ends = []
    for x in (-0.95, -0.58, -0.21):
        down(slab("flange", rrect(0.30, 0.30, 0.04, 6), 0, 0.20, m["steel"], 0.01, head), x, 0)
        down(slab("knurl", circle(0.115, 192, 40, 0.004), 0, 0.16, m["nickel"], 0.01, head), x, 0.21)
        down(slab("cap", circle(0.10, 64), 0, 0.26, m["plastic"], 0.02, head), x, 0.30)
        ends.append((x, 0.54, 0.052))
    for x in (0.35, 0.85):
        down(slab("locknut", ngon(0.17, 6, 48), 0, 0.20, m["plastic"], 0.012, head), x, 0)
        down(slab("gland", circle(0.135, 96, 24, 0.003), 0, 0.18, m["plastic"], 0.015, head), x, 0.21)
        down(slab("dome", circle(0.11, 64), 0, 0.10, m["plastic"], 0.04, head), x, 0.37)
        ends.append((x, 0.45, 0.065))
    return ends


def cables(root, head, ends, m):
    bpy.context.view_layer.update()
    into_root = root.matrix_world.inverted() @ head.matrix_world
    for i, (x, d, r) in enumerate(ends):
        # The second socket stays free, under its cap.
        if i == 1:
            continue
        start, out = (into_root @ Vector((x, -H / 2 + y - d, -0.36)) for y in (0.19, -0.02))
        path = [start, out, (x + 0.03, 0.62, max(0.40, out.z - 0.25)), (x + 0.25 + 0.08 * i, 1.35, r + 0.12 + 0.02 * i),
                (2.3 + 0.30 * i, 2.2 + 0.12 * i, r + 0.005), (8, 3.6 - 0.1 * i, r + 0.005)]
        tube("cable", path, r, m["rubber"], root)


def yoke(root, m):
    """The bracket with its foot plate, bolts and the two knobs."""
    a, y = W / 2 + 0.22, 0.33
    path = bend([(-a, HEIGHT + 0.32), (-a, 0.15), (a, 0.15), (a, HEIGHT + 0.32)], 0.20, 10)
    place(slab("yoke", strip(path, 0.07), -0.27, 0.27, m["paint"], 0.014, root), (0, y, 0), (90, 0, 0))
    slab("foot", rrect(1.7, 1.25, 0.12), 0.0, 0.115, m["paint"], 0.018, root).location = (0, y, 0)
    for x in (-0.68, 0.68):
        for dy in (-0.45, 0.45):
            slab("washer", circle(0.12, 40, cx=x, cy=y + dy), 0.115, 0.135, m["steel"], 0.005, root)
            slab("bolt", ngon(0.088, 6, 48, cx=x, cy=y + dy), 0.135, 0.205, m["steel"], 0.010, root)
    for x in (-0.45, 0, 0.45):
        slab("bolt", ngon(0.07, 6, 48, cx=x, cy=y), 0.18, 0.24, m["steel"], 0.008, root)
    parts = (("spacer", circle(0.16, 48), 0.26, "steel", 0.01, W / 2 - 0.09), ("washer", circle(0.17, 48), 0.03, "steel", 0.006, a + 0.035),
             ("hub", circle(0.12, 48), 0.12, "plastic", 0.012, a + 0.06), ("knob", circle(0.245, 168, 7, 0.035), 0.19, "plastic", 0.05, a + 0.12),
             ("cap", circle(0.13, 48), 0.02, "orange", 0.008, a + 0.305))
    for sx in (1, -1):
        for name, outline, length, mat, bevel, x in parts:
            place(slab(name, outline, 0, length, m[mat], bevel, root), (sx * x, y, HEIGHT), (0, sx * 90, 0))
