"""The tower crane's terminal: a 10.1-inch touch display in a ribbed aluminium housing.

Panel space: x to the right, y up, z out of the glass towards the driver."""
from kit import *


def hexscrew(x, y, z, steel, dark, parent, r=0.055):
    slab("screw", circle(r, 48, cx=x, cy=y), z, z + 0.035, steel, 0.006, parent,
         hole=ngon(r * 0.56, 6, 48, cx=x, cy=y))
    slab("recess", circle(r * 0.7, 24, cx=x, cy=y), z, z + 0.012, dark, 0, parent)


def build(height=2.15, tilt=14.0, turn=0.0, yoke=True, cables=True, glow_level=1.0):
    alu = surface("alu", (0.62, 0.63, 0.64), 1, 0.36, 0.10, 90, wear=0.08)
    coat = surface("coat", (0.045, 0.05, 0.057), 0, 0.46, 0.10, 190, wear=0.07, chip=(0.42, 0.42, 0.42), chip_width=0.02, dust=0.2)
    paint = surface("paint", (0.36, 0.375, 0.39), 0, 0.40, 0.05, 210, wear=0.08, coat=0.15, chip=(0.3, 0.29, 0.28), dust=0.3)
    shell = surface("shell", (0.034, 0.038, 0.044), 0, 0.42, 0.08, 220, wear=0.08, chip=(0.45, 0.45, 0.45), chip_width=0.02, dust=0.3)
    steel = surface("steel", (0.70, 0.69, 0.67), 1, 0.24, 0.05, 120, wear=0.07)
    brass = surface("nickel", (0.66, 0.63, 0.58), 1, 0.22, wear=0.06)
    rubber = surface("rubber", (0.014, 0.014, 0.015), 0, 0.72, 0.25, 130, specular=0.35)
    plastic = surface("plastic", (0.02, 0.02, 0.021), 0, 0.5, 0.12, 160)
    dark = surface("dark", (0.004, 0.004, 0.004), 0, 0.8)
    ink = surface("ink", (0.72, 0.74, 0.75), 0, 0.6)
    orange = surface("orange", (0.80, 0.18, 0.015), 0, 0.42, 0.1, 180, coat=0.2)

    root = empty("terminal", rot=(0, 0, turn))
    head = empty("head", (0, 0, height), (90 - tilt, 0, 0), root)

    W, H = 3.02, 2.30
    # ribbed heat-sink body behind the frame
    slab("core", rrect(W - 0.30, H - 0.30, 0.14), -0.62, 0, alu, 0.03, head)
    for i in range(6):
        z = -0.13 - i * 0.085
        slab("rib", rrect(W - 0.06, H - 0.06, 0.20), z - 0.022, z + 0.022, alu, 0.010, head)
    slab("back", rrect(W - 0.2, H - 0.2, 0.18), -0.70, -0.60, coat, 0.03, head)
    # frame, gasket, glass, screen
    gy = 0.145
    gw, gh = 2.50, 1.70
    frame = slab("frame", rrect(W, H, 0.23), -0.09, 0.10, coat, 0.032, head, hole=rrect(gw, gh, 0.09, cy=gy))
    slab("lip", rrect(gw + 0.16, gh + 0.16, 0.15, cy=gy), 0.06, 0.118, alu, 0.010, head,
         hole=rrect(gw - 0.004, gh - 0.004, 0.085, cy=gy))
    slab("gasket", rrect(gw - 0.006, gh - 0.006, 0.085, cy=gy), 0.0, 0.088, rubber, 0.008, head,
         hole=rrect(gw - 0.045, gh - 0.045, 0.07, cy=gy))
    black = surface("glass", (0.0035, 0.0035, 0.004), 0, 0.07, specular=0.45)
    slab("glass", rrect(gw - 0.045, gh - 0.045, 0.07, cy=gy), 0.0, 0.078, black, 0.006, head)
    shown = display("screen", "terminal", 1.35 * glow_level, sheen=0.045)
    sheet("screen", gw - 0.045 - 0.02, gh - 0.045 - 0.02, shown, (0, gy, 0.0788), parent=head)
    # frame screws
    for x in (-W / 2 + 0.125, W / 2 - 0.125):
        for y in (-H / 2 + 0.125, gy - 0.02, H / 2 - 0.125):
            hexscrew(x, y, 0.094, steel, dark, head, 0.05)
    # chin: lamps, name, sounder slots
    cy = -H / 2 + 0.215
    for i, (c, s, word) in enumerate((((0.05, 1.0, 0.25), 9, "电源"), ((0.05, 1.0, 0.25), 9, "网络"),
                                      ((0.08, 0.45, 1.0), 9, "定位"), ((1.0, 0.06, 0.02), 0.12, "报警"))):
        x = -1.18 + i * 0.25
        slab("lampring", circle(0.042, 40, cx=x, cy=cy + 0.04), 0.09, 0.112, steel, 0.005, head,
             hole=circle(0.030, 40, cx=x, cy=cy + 0.04))
        slab("lamp", circle(0.030, 40, cx=x, cy=cy + 0.04), 0.09, 0.116, glow("lamp", c, s * glow_level), 0.010, head)
        text(word, 0.078, ink, (x, cy - 0.10, 0.1005), head, align="CENTER")
    text("筑站", 0.20, orange, (-0.06, cy - 0.07, 0.1005), head)
    text("塔机监控", 0.13, ink, (0.36, cy - 0.045, 0.1005), head)
    for i in range(9):
        slab("slot", rrect(0.022, 0.15, 0.0105, 6, cx=0.98 + i * 0.042, cy=cy), 0.085, 0.1008, dark, 0, head)
    # corner guards
    for sx in (1, -1):
        for sy in (1, -1):
            leg = 0.42
            path = bend([(sx * W / 2, sy * (H / 2 - leg)), (sx * W / 2, sy * H / 2), (sx * (W / 2 - leg), sy * H / 2)], 0.22, 10)
            slab("guard", strip(path, 0.075), -0.66, 0.075, rubber, 0.022, head)
    # sunshade: one bent sheet, trimmed on a slant
    path = bend([(-W / 2 - 0.055, -0.55), (-W / 2 - 0.055, H / 2 + 0.065), (W / 2 + 0.055, H / 2 + 0.065), (W / 2 + 0.055, -0.55)], 0.14, 10)
    shade = slab("shade", strip(path, 0.03), -0.06, 0.80, shell, 0.008, head)
    tool = slab("trim", [(-2, -2.4), (2, -2.4), (2, 0), (-2, 0)], 0, 3, None, 0, head)
    place(tool, (0, 0.98, 0.86), (0, 0, 0))
    tool.rotation_euler = Euler((rad(-30), 0, 0))
    cut(shade, tool)
    for sx in (1, -1):
        for y in (0.80, -0.28):
            s = slab("shadescrew", circle(0.05, 32), 0, 0.035, steel, 0.012, head)
            place(s, (sx * (W / 2 + 0.07), y, 0.01), (0, sx * 90, 0))
    # rating plate and warning on the side of the shade
    side = W / 2 + 0.055 + 0.0165
    sheet("plate", 0.46, 0.276, printed("plate", "plate", 0.35, metallic=0.5), (side, 0.05, 0.33), (0, 90, 0), head)
    sheet("warning", 0.24, 0.24, printed("warning", "warning", 0.45, 0.3), (side, 0.42, 0.22), (0, 90, 0), head)
    # stub antenna behind the shade
    base = slab("ant", ngon(0.095, 6, 48), 0, 0.09, brass, 0.008, head)
    place(base, (1.05, H / 2 - 0.02, -0.46), (-90, 0, 0))
    a = slab("antrod", circle(0.058, 40), 0, 0.72, rubber, 0.03, head)
    place(a, (1.05, H / 2 + 0.06, -0.46), (-90, 0, 0))
    a = slab("antfoot", circle(0.078, 40), 0, 0.22, rubber, 0.012, head)
    place(a, (1.05, H / 2 + 0.06, -0.46), (-90, 0, 0))

    # sockets and glands under the body, pointing down
    def down(o, x, d):
        return place(o, (x, -H / 2 + 0.14 - d, -0.36), (90, 0, 0))
    ends = []
    for x in (-0.95, -0.58, -0.21):
        down(slab("flange", rrect(0.30, 0.30, 0.04, 6), 0, 0.20, steel, 0.01, head), x, 0)
        down(slab("knurl", circle(0.115, 192, 40, 0.004), 0, 0.16, brass, 0.01, head), x, 0.21)
        down(slab("cap", circle(0.10, 64), 0, 0.26, plastic, 0.02, head), x, 0.30)
        ends.append((x, 0.54, 0.052))
    for x in (0.35, 0.85):
        down(slab("locknut", ngon(0.17, 6, 48), 0, 0.20, plastic, 0.012, head), x, 0)
        down(slab("gland", circle(0.135, 96, 24, 0.003), 0, 0.18, plastic, 0.015, head), x, 0.21)
        down(slab("dome", circle(0.11, 64), 0, 0.10, plastic, 0.04, head), x, 0.37)
        ends.append((x, 0.45, 0.065))
    if cables:
        bpy.context.view_layer.update()
        for i, (x, d, r) in enumerate(ends):
            if i == 1:
                continue
            p = head.matrix_world @ Vector((x, -H / 2 + 0.14 - d + 0.05, -0.36))
            q = head.matrix_world @ Vector((x, -H / 2 - 0.02 - d, -0.36))
            cables_to = root.matrix_world
            loc = root.matrix_world.inverted() @ p
            lo2 = root.matrix_world.inverted() @ q
            tube("cable", [loc, lo2, (x + 0.03, 0.62, max(0.40, lo2.z - 0.25)), (x + 0.25 + 0.08 * i, 1.35, r + 0.12 + 0.02 * i),
                           (2.3 + 0.30 * i, 2.2 + 0.12 * i, r + 0.005), (8, 3.6 - 0.1 * i, r + 0.005)], r, rubber, root)

    if yoke:
        A = W / 2 + 0.22
        path = bend([(-A, height + 0.32), (-A, 0.15), (A, 0.15), (A, height + 0.32)], 0.20, 10)
        o = slab("yoke", strip(path, 0.07), -0.27, 0.27, paint, 0.014, root)
        place(o, (0, 0.33, 0), (90, 0, 0))
        # foot plate with bolts
        slab("foot", rrect(1.7, 1.25, 0.12), 0.0, 0.115, paint, 0.018, root).location = (0, 0.33, 0)
        for x in (-0.68, 0.68):
            for y in (-0.45, 0.45):
                slab("washer", circle(0.12, 40, cx=x, cy=y + 0.33), 0.115, 0.135, steel, 0.005, root)
                slab("bolt", ngon(0.088, 6, 48, cx=x, cy=y + 0.33), 0.135, 0.205, steel, 0.010, root)
        for x in (-0.45, 0, 0.45):
            slab("bolt", ngon(0.07, 6, 48, cx=x, cy=0.33), 0.18, 0.24, steel, 0.008, root)
        for sx in (1, -1):
            bpy.context.view_layer.update()
            side = (0, sx * 90, 0)
            zc = head.location.z + 0.0
            yb = 0.33
            place(slab("spacer", circle(0.16, 48), 0, 0.26, steel, 0.01, root), (sx * (W / 2 - 0.09), yb, zc), side)
            place(slab("washer", circle(0.17, 48), 0, 0.03, steel, 0.006, root), (sx * (A + 0.035), yb, zc), side)
            place(slab("hub", circle(0.12, 48), 0, 0.12, plastic, 0.012, root), (sx * (A + 0.06), yb, zc), side)
            place(slab("knob", circle(0.245, 168, 7, 0.035), 0, 0.19, plastic, 0.05, root), (sx * (A + 0.12), yb, zc), side)
            place(slab("knobcap", circle(0.13, 48), 0, 0.02, orange, 0.008, root), (sx * (A + 0.305), yb, zc), side)
    return root, head

