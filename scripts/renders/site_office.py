"""The platform on a screen in a site office, in the blue hour: desk, drawings and helmet in front, the site behind the window."""
import random
import helmet
from surroundings import *

PICTURE = "product/zhgd-cloud-platform-office"
EXPOSURE = 0.25
AIR = (0.15, 0.19, 0.29)


def monitor(black, steel):
    root = empty("monitor", (0.4, 1.0, 3.55), (90, 0, -7))
    slab("back", rrect(7.25, 4.22, 0.10), -0.35, -0.02, black, 0.06, root)
    slab("bezel", rrect(7.25, 4.22, 0.09, cy=-0.04), -0.06, 0.05, black, 0.03, root, hole=rrect(7.06, 3.96, 0.03, cy=0.02))
    sheet("screen", 7.06, 3.97, display("platform", "platform", 1.25, rough=0.16, sheen=0.02), (0, 0.02, 0.0), parent=root)
    slab("led", rrect(0.14, 0.03, 0.014, cx=3.2, cy=-2.06), 0.04, 0.055, glow("led", (0.3, 0.7, 1), 5), 0, root)
    place(slab("neck", rrect(0.9, 0.22, 0.08), 0, 2.6, steel, 0.03), (0.35, 1.5, 0.1), (0, 0, -7))
    place(slab("foot", rrect(2.6, 1.9, 0.14), 0, 0.09, steel, 0.03), (0.38, 1.35, 0.0), (0, 0, -7))


def keyboard(at, turn, black, cap):
    root = empty("keyboard", at, (3, 0, turn))
    slab("base", rrect(4.3, 1.42, 0.10), 0, 0.14, black, 0.03, root)
    rows = [[1] * 15, [1] * 13 + [2.0], [1.5] + [1] * 12 + [1.5], [1.8] + [1] * 11 + [2.2], [2.3] + [1] * 10 + [2.7],
            [1.3] * 3 + [6.2] + [1.3] * 3 + [1]]
    each = []
    for j, row in enumerate(rows):
        x, unit = -2.04, 4.08 / sum(row)
        for w in row:
            each.append(((w * unit - 0.035, 0.185, 0.07), (x + w * unit / 2, 0.54 - j * 0.216, 0.165)))
            x += w * unit
    boxes("keys", each, cap, 0.022, root)


def mug(at):
    white = surface("china", (0.06, 0.16, 0.34), 0, 0.25, coat=0.6)
    root = empty("mug", at, (0, 0, 30))
    profile = [(0.001, 0.0), (0.36, 0.0), (0.40, 0.03), (0.41, 0.9), (0.40, 0.93), (0.375, 0.92), (0.37, 0.1), (0.001, 0.08)]
    lathe("mug", profile, white, root)
    lathe("tea", [(0.001, 0.78), (0.372, 0.78)], surface("tea", (0.10, 0.035, 0.008), 0, 0.05), root)
    tube("handle", [(0.40, 0, 0.75), (0.66, 0, 0.66), (0.68, 0, 0.35), (0.40, 0, 0.2)], 0.055, white, root)


def radio(at, turn, black):
    root = empty("radio", at, (0, 0, turn))
    slab("body", rrect(0.58, 0.36, 0.08), 0, 1.15, black, 0.03, root)
    slab("antenna", circle(0.07, 32, cx=-0.16), 1.15, 2.2, black, 0.03, root)
    slab("knob", circle(0.09, 40, 20, 0.006, cx=0.14), 1.15, 1.32, black, 0.02, root)
    box("window", (0.36, 0.02, 0.2), (0, -0.185, 0.86), glow("window", (1, 0.55, 0.15), 1.3), 0, root)
    each = [((0.34, 0.02, 0.025), (0, -0.185, 0.2 + k * 0.06)) for k in range(7)]
    boxes("grille", each, surface("grille", (0.004, 0.004, 0.004), 0, 0.8), 0, root)


def lamp(at, paint):
    """A desk lamp that lights the drawings."""
    x, y, z = at
    slab("foot", circle(0.75, 64), 0, 0.13, paint, 0.04).location = at
    rods("arm", [((x, y, 0.1), (x - 0.5, y + 0.5, 3.4), 0.06), ((x - 0.5, y + 0.5, 3.4), (x + 1.3, y - 0.5, 5.0), 0.06)], paint, 16)
    ball("joint", 0.12, paint).location = (x - 0.5, y + 0.5, 3.4)
    shade = lathe("shade", [(0.12, 0.35), (0.2, 0.3), (0.62, -0.35), (0.60, -0.36), (0.17, 0.27), (0.001, 0.3)], paint)
    place(shade, (x + 1.35, y - 0.55, 4.85), (8, 14, 0))
    bulb = ball("bulb", 0.2, glow("bulb", (1, 0.72, 0.42), 9))
    bulb.location = (x + 1.32, y - 0.55, 4.72)
    bulb.active_material.cycles.sample_as_light = False
    area("lamp", (x + 1.3, y - 0.58, 4.5), (x + 1.55, y - 1.6, 0), (0.7, 0.7), 620, (1, 0.72, 0.44), 150)


def papers(rng):
    sheetmat = printed("drawing", "drawing", 0.75)
    sheet("drawing", 5.2, 3.7, sheetmat, (-3.3, -1.9, 0.012), (0, 0, 9))
    sheet("drawing", 5.2, 3.7, sheetmat, (-2.9, -1.6, 0.006), (0, 0, 2))
    paper = surface("paper", (0.78, 0.79, 0.78), 0, 0.8)
    for k, (x, y) in enumerate(((-6.1, 1.0), (-5.75, 1.3), (-6.0, 1.2))):
        o = lathe("roll", [(0.20, -2.2), (0.235, -2.2), (0.235, 2.2), (0.20, 2.2)], paper)
        place(o, (x, y, 0.25 + (0.36 if k == 2 else 0)), (90, 0, -66 + rng.uniform(-6, 6)))
    pencil = surface("pencil", (0.85, 0.22, 0.01), 0, 0.4, coat=0.3)
    rods("pencil", [((-2.9, -2.5, 0.07), (-1.5, -2.2, 0.07), 0.05)], pencil, 6)


def room():
    wall = surface("wall", (0.34, 0.36, 0.38), 0, 0.55, 0.05, 40, mottle=0.08)
    white = surface("frame", (0.55, 0.57, 0.6), 0, 0.4)
    dark = surface("dark", (0.05, 0.055, 0.06), 0, 0.9)
    y = 13.0
    # Around the window: left, right, below, above; the panels of the container are ribbed.
    left, right, low, high = -15.5, 2.2, 3.6, 13.6
    m, w, h = (left + right) / 2, right - left, high - low
    boxes("wall", [((20, 0.6, 40), (left - 10, y, 10)), ((30, 0.6, 40), (right + 15, y, 10)), ((w, 0.6, 12), (m, y, low - 6)),
                   ((w, 0.6, 14), (m, y, high + 7))], wall, 0.05)
    boxes("ribs", [((0.9, 0.25, 40), (right + 1.6 + 1.8 * k, y - 0.4, 10)) for k in range(14)], wall, 0.1)
    upright = [((0.5, 1.0, h), (x, y, low + h / 2)) for x in (left, m, right)]
    boxes("sash", [*upright, ((w, 1.0, 0.5), (m, y, low)), ((w, 1.0, 0.5), (m, y, high)), ((w + 1, 2.0, 0.3), (m, y - 0.8, low - 0.3))],
          white, 0.06)
    boxes("shell", [((60, 0.5, 40), (0, -32, 10)), ((0.5, 60, 40), (-26, -8, 10)), ((0.5, 60, 40), (26, -8, 10)),
                    ((60, 60, 0.5), (0, -8, 20)), ((60, 60, 0.5), (0, -8, -7.5))], dark)
    # A board with a plan and a shelf with files on the right.
    board = empty("board", (9.2, y - 0.75, 7.6), (90, 0, 0))
    slab("board", rrect(8.4, 6.0, 0.1), -0.1, 0.1, white, 0.04, board)
    sheet("plan", 8.0, 5.6, printed("plan", "drawing", 0.6), (0, 0, 0.12), parent=board)
    rng = random.Random(5)
    colours = [surface("file", c, 0, 0.5) for c in ((0.02, 0.08, 0.22), (0.5, 0.12, 0.01), (0.3, 0.31, 0.33), (0.03, 0.12, 0.3))]
    box("shelf", (9, 2.0, 0.25), (9.6, y - 1.6, 1.6), white, 0.04)
    x = 6.0
    while x < 13.4:
        w = rng.uniform(0.5, 0.75)
        box("file", (w - 0.04, 1.7, rng.uniform(2.5, 2.9)), (x, y - 1.6, 3.1), rng.choice(colours), 0.04)
        x += w


def site():
    raw = haze(surface("raw", (0.24, 0.23, 0.22), 0, 0.85, mottle=0.3, mottle_scale=0.03), AIR, 1900)
    bars = haze(surface("bars", (0.22, 0.10, 0.05), 0, 0.8), AIR, 1900)
    frame((-50, 900, -60), (3, 2), 6, raw, turn=-18, net=haze(surface("pipe", (0.2, 0.22, 0.24), 0.6, 0.5), AIR, 1900), starters=bars)
    floors = ((1, -60, 0), (1, 40, 6), (2, -20, 0), (3, 70, 10), (4, -50, 0), (5, 20, 6))
    spots = [((4, 0.5, 2.2), (-50 + dx, 815 + dy, -60 + 31 * k + 24)) for k, dx, dy in floors]
    boxes("lamps", spots, glow("lamp", (1, 0.75, 0.45), 14)).active_material.cycles.sample_as_light = False
    far = haze(surface("far", (0.66, 0.24, 0.03), 0, 0.5), AIR, 2400)
    block = haze(surface("block", (0.28, 0.28, 0.28), 0, 0.8), AIR, 2400)
    tower_crane((150, 1000, -60), 262, -72, far, block, reach=420, r=2.0)
    tower_crane((-160, 2200, -60), 430, 70, far, block, reach=560, r=2.2)
    town(random.Random(3), facades(AIR, 3000, 0.13, 2), 2600, 8000, 60, width=0.9, low=-60, tops=(150, 700))
    box("ground", (30000, 30000, 2), (0, 12000, -62), haze(surface("ground", (0.10, 0.09, 0.08), 0, 0.95), AIR, 3000))


def build():
    rng = random.Random(4)
    sky(1.6, -20, 0.40, tint=(0.9, 0.92, 1.2), ambient=(0.10, 0.13, 0.2))
    black = surface("black", (0.022, 0.023, 0.025), 0, 0.45, 0.08, 150, wear=0.06)
    cap = surface("cap", (0.035, 0.037, 0.04), 0, 0.5, wear=0.08)
    steel = surface("steel", (0.42, 0.43, 0.45), 1, 0.32, wear=0.08)
    desk = surface("desk", (0.21, 0.115, 0.055), 0, 0.42, 0.06, 18, (0.25, 4, 1), wear=0.1, coat=0.15, mottle=0.35, mottle_scale=1.4)
    slab("desk", rrect(26, 8.4, 0.15, cy=-0.6), -0.35, 0, desk, 0.06)
    room()
    site()
    monitor(black, steel)
    keyboard((0.9, -2.0, 0.01), -5, black, cap)
    mug((-3.9, 0.9, 0))
    radio((4.35, 1.1, 0), -24, black)
    lamp((-5.4, 1.9, 0), surface("lamp", (0.03, 0.032, 0.035), 0, 0.4, coat=0.3))
    papers(rng)
    helmet.build(at=(4.75, -0.85, 0.27), turn=-36)
    tube("cord", [(0.4, 1.6, 0.6), (0.9, 2.6, 0.12), (3.5, 3.0, 0.06), (8, 3.2, 0.05)], 0.06, black)
    # Daylight that is left comes through the window; the ceiling is dim, so that the screen leads.
    area("window", (-6.5, 12.2, 9), (-1, 0, 1), (15, 9), 2600, (0.5, 0.68, 1))
    area("ceiling", (3, -6, 18), (1, 0, 0), (12, 4), 1500, (1, 0.93, 0.84))
    area("glow", (0.2, -1.2, 4.2), (0.8, -4.5, 0), (6, 3.4), 60, (0.5, 0.72, 1), 140)
    camera((-3.3, -13.6, 5.1), (0.35, 0.6, 2.75), 47, 0.24, (0.3, 0.9, 3.4))
