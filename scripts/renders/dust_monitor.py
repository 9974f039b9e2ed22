"""The dust and noise monitor on its pole at dusk, before a frame under construction."""
import random
from surroundings import *

PICTURE = "product/zhgd-dust-noise-site"
EXPOSURE = 0.3
AIR = (0.34, 0.27, 0.30)


def head(x, shell, black, steel, parent):
    """The louvred dust head."""
    slab("stem", circle(0.22, 48), 0, 0.75, steel, 0.02, parent).location = (x, 0, 0.22)
    for i in range(9):
        z = 0.95 + i * 0.30
        slab("louvre", circle(1.02 if i < 8 else 0.92, 96), 0, 0.10, shell, 0.045, parent).location = (x, 0, z)
        slab("inner", circle(0.75, 64), 0.08, 0.32, black if i < 8 else shell, 0.02, parent).location = (x, 0, z)
    slab("hat", circle(0.80, 96), 0, 0.18, shell, 0.09, parent).location = (x, 0, 3.52)
    for k in range(3):
        a = rad(90 + 120 * k)
        slab("rod", circle(0.06, 24), 0.9, 3.6, steel, 0.01, parent).location = (x + 0.82 * math.cos(a), 0.82 * math.sin(a), 0)


def anemometer(x, black, steel, parent):
    slab("mast", circle(0.16, 48), 0, 1.9, steel, 0.02, parent).location = (x, 0, 0.22)
    slab("rotor", circle(0.30, 64), 0, 0.55, black, 0.06, parent).location = (x, 0, 2.0)
    for k in range(3):
        a = rad(20 + 120 * k)
        place(slab("spoke", circle(0.05, 24), 0.2, 1.15, steel, 0.01, parent), (x, 0, 2.3), (90, 0, 110 + 120 * k))
        bm = bmesh.new()
        bmesh.ops.create_uvsphere(bm, u_segments=48, v_segments=24, radius=0.40)
        bmesh.ops.bisect_plane(bm, geom=bm.verts[:] + bm.edges[:] + bm.faces[:], plane_co=(0, 0, 0), plane_no=(0, 1, 0), clear_outer=True)
        o = solid("cup", bm, black, 0, parent, smooth=80)
        o.modifiers.new("thick", "SOLIDIFY").thickness = 0.04
        place(o, (x + 1.25 * math.cos(a), 1.25 * math.sin(a), 2.3), (0, 0, 20 + 120 * k))


def eye(x, white, black, parent):
    """A camera dome that hangs from the arm."""
    slab("neck", circle(0.2, 48), -0.8, -0.2, white, 0.03, parent).location = (x, 0, 0)
    lathe("dome", [(0.001, -0.55), (0.5, -0.6), (0.66, -0.8), (0.66, -1.15), (0.62, -1.2)], white, parent).location = (x, 0, 0)
    ball("eye", 0.58, surface("lens", (0.006, 0.006, 0.008), 0, 0.06, coat=1.0), parent, (1, 1, 0.95)).location = (x, 0, -1.2)


def panel(white, black, steel):
    root = empty("panel", (0, -0.55, 3.4), (90, 0, 0))
    slab("box", rrect(10.3, 12.0, 0.16, cy=0.75), -0.6, 0.55, white, 0.07, root)
    slab("rim", rrect(10.3, 12.0, 0.16, cy=0.75), 0.50, 0.80, black, 0.04, root, hole=rrect(9.7, 11.4, 0.06, cy=0.75))
    led = display("led", "led", 3.4, rough=0.5)
    sheet("led", 9.6, 9.6, led, (0, -0.1, 0.6), parent=root)
    sheet("header", 9.6, 1.35, printed("header", "header", 0.35, 0.3), (0, 5.6, 0.62), parent=root)
    place(slab("hood", rrect(10.7, 1.7, 0.05, 4), 0, 0.08, white, 0.02), (0, -1.2, 10.2), (5, 0, 0))
    for x in (-4.95, 4.95):
        for y in (-4.9, -1.6, 1.8, 5.2):
            slab("screw", ngon(0.09, 6, cx=x, cy=y + 0.6), 0.8, 0.86, steel, 0.012, root)
    for z in (-3.4, 4.6):
        box("hinge", (0.2, 0.5, 0.9), (-5.2, -0.6, 3.4 + z), steel, 0.03)
        box("bracket", (3.0, 0.5, 0.7), (0, 0.35, 3.4 + z), steel, 0.05)
    sheet("warning", 0.85, 0.85, printed("warning", "warning", 0.45, 0.3), (-5.16, -0.6, -0.6), (90, 0, -90))


def build():
    rng = random.Random(11)
    sky(2.2, 34, 0.46, tint=(1.0, 0.87, 1.0))
    white = surface("white", (0.70, 0.71, 0.72), 0, 0.36, 0.05, 160, wear=0.1, coat=0.15, chip=(0.35, 0.34, 0.33), chip_width=0.05,
                    mottle=0.06, mottle_scale=0.4, dust=0.35)
    shell = surface("shell", (0.78, 0.78, 0.76), 0, 0.45, 0.04, 160, wear=0.06, mottle=0.07, dust=0.4)
    galv = surface("galv", (0.52, 0.54, 0.56), 1, 0.38, 0.06, 60, wear=0.14, mottle=0.18, mottle_scale=1.6)
    steel = surface("steel", (0.66, 0.65, 0.63), 1, 0.26, wear=0.1)
    black = surface("black", (0.02, 0.021, 0.023), 0, 0.5, 0.08, 160, dust=0.25)
    rubber = surface("rubber", (0.014, 0.014, 0.015), 0, 0.7, specular=0.35)
    slab("pole", circle(0.55, 72), -36, 15.8, galv, 0.02)
    slab("cap", circle(0.6, 72), 15.8, 16.0, black, 0.05)
    slab("rod", circle(0.05, 24), 16.0, 20, steel, 0.01)
    arm = empty("arm", (0, -0.02, 12.7))
    place(slab("arm", rrect(0.55, 0.55, 0.08, 6), -5.6, 5.6, galv, 0.02, arm), rot=(0, 90, 0))
    for side in (-1, 1):
        box("end", (0.1, 0.6, 0.6), (side * 5.64, 0, 0), black, 0.03, arm)
    for z in (-0.46, 0.46):
        box("clamp", (1.7, 1.5, 0.16), (0, 0, z), steel, 0.03, arm)
        for x in (-0.72, 0.72):
            rods("stud", [((x, -1.0, z), (x, 0.9, z), 0.07)], steel, 12, arm)
    head(-4.3, shell, black, steel, arm)
    anemometer(4.4, black, steel, arm)
    eye(-2.0, white, black, arm)
    slab("stem", circle(0.13, 40), 0.2, 1.3, steel, 0.02, arm).location = (1.9, 0, 0)
    ball("foam", 0.56, surface("foam", (0.018, 0.018, 0.019), 0, 0.95, 0.9, 14, specular=0.2), arm).location = (1.9, 0, 1.75)
    beacon = [(0.001, 1.2), (0.3, 1.15), (0.36, 1.0), (0.38, 0.35), (0.001, 0.3)]
    lathe("beacon", beacon, glow("beacon", (1, 0.28, 0.03), 2.2), arm).location = (-1.9, 0, 0.2)
    slab("foot", circle(0.42, 48), 0.2, 0.55, black, 0.03, arm).location = (-1.9, 0, 0)
    for x in (-3.4, -1.0, 1.1, 3.2):
        box("tie", (0.12, 0.66, 0.66), (x, 0, 0), black, 0.02, arm)
    tube("lead", [(-4.3, -0.1, 13.0), (-3.5, -0.36, 12.4), (-1.2, -0.36, 12.35), (-0.62, -0.4, 12.0), (-0.62, -0.2, 10)], 0.085, rubber)
    tube("lead", [(4.4, -0.1, 13.0), (3.3, -0.36, 12.35), (1.4, -0.36, 12.45), (0.66, -0.42, 11.9), (0.62, -0.2, 10)], 0.07, rubber)
    panel(white, black, steel)
    cabinet = empty("cabinet", (0, -0.9, -5.4), (90, 0, 0))
    slab("body", rrect(5.4, 6.4, 0.14), -0.2, 1.5, white, 0.05, cabinet)
    slab("door", rrect(5.0, 6.0, 0.12), 1.46, 1.62, white, 0.04, cabinet)
    # Behind it a frame with its net, cranes and the town in haze.
    raw = haze(surface("raw", (0.27, 0.25, 0.23), 0, 0.85, mottle=0.3, mottle_scale=0.03), AIR, 5200)
    bars = haze(surface("bars", (0.22, 0.10, 0.05), 0, 0.8), AIR, 5200)
    scaffold = haze(surface("scaffold", (0.20, 0.22, 0.24), 0.6, 0.5), AIR, 5200)
    house = frame((375, 900, -36), (4, 3), 10, raw, turn=14, net=scaffold, starters=bars)
    net = haze(surface("net", (0.03, 0.10, 0.20), 0, 0.8, mottle=0.25, mottle_scale=0.05), AIR, 5200)
    fields = ((0, 3), (0, 4), (1, 4), (0, 5), (1, 5), (2, 5), (0, 8), (1, 9))
    boxes("net", [((70, 0.4, 17.4), (-98 + 71 * i, -104.5, 9 + 18 * j)) for i, j in fields], net, 0, house)
    far = haze(surface("far", (0.62, 0.22, 0.03), 0, 0.5), AIR, 6500)
    block = haze(surface("block", (0.28, 0.28, 0.28), 0, 0.8), AIR, 6500)
    tower_crane((200, 1020, -36), 480, 66, far, block, reach=520, r=1.9)
    tower_crane((-500, 2600, -36), 900, -58, far, block, reach=560, r=2.2)
    town(rng, facades(AIR, 5600), 2600, 8000, 60, width=0.9, low=-60, tops=(200, 900))
    box("ground", (30000, 30000, 2), (0, 12000, -37), haze(surface("ground", (0.10, 0.09, 0.08), 0, 0.95), AIR, 3000))
    sun(9, 92, 4.5, (1, 0.5, 0.22))
    area("fill", (-14, -22, 16), (0, 0, 5), (10, 10), 7600, (0.74, 0.84, 1))
    area("dusk", (18, 9, 10), (0, 0, 7), (6, 6), 6000, (1, 0.56, 0.26))
    camera((-9.5, -44, -4.5), (3.4, 0, 7.25), 60, 0.2, (0, -1.0, 5))
