"""The company's exhibition hall at dusk, in which the rooms of the showroom stand: dark polished floor, timber battens, warm lines of
light, high windows over the town. In units of ten centimetres; one looks along +y."""
import random
from surroundings import *

TALL = 42.0
AIR = (0.05, 0.068, 0.125)
WARM, COOL = (1, 0.76, 0.50), (0.62, 0.77, 1)


def stuff():
    return {
        "white": surface("white", (0.70, 0.71, 0.72), 0, 0.35, wear=0.06, coat=0.2),
        "navy": surface("navy", (0.014, 0.045, 0.12), 0, 0.34, wear=0.08, coat=0.25),
        "orange": surface("orange", (0.86, 0.19, 0.008), 0, 0.34, wear=0.08, coat=0.25),
        "dark": surface("dark", (0.022, 0.024, 0.028), 0.1, 0.42, 0.04, 120, wear=0.08),
        "black": surface("black", (0.006, 0.006, 0.007), 0, 0.2, coat=0.4),
        "steel": surface("steel", (0.52, 0.53, 0.54), 1, 0.3, wear=0.1),
        "timber": surface("timber", (0.23, 0.115, 0.05), 0, 0.42, 0.05, 18, (4, 4, 0.2), wear=0.1, coat=0.12, mottle=0.3, mottle_scale=0.7),
        "top": surface("top", (0.20, 0.105, 0.05), 0, 0.3, 0.03, 18, (0.25, 4, 4), wear=0.08, coat=0.3, mottle=0.3, mottle_scale=0.9),
        "cloth": surface("cloth", (0.05, 0.062, 0.085), 0, 0.9, 0.3, 40),
        "line": glow("line", WARM, 5),
        "cold": glow("cold", (0.35, 0.66, 1), 3.5),
    }


def polished():
    """Ground and sealed: dull enough to be calm, a sheen of what stands on it."""
    n = Nodes("polished")
    at = n.add("NewGeometry").outputs["Position"]
    color = n.blend(n.ramp(n.noise(at, 0.05, 7, 0.6), 0.3, 0.7), (0.045, 0.048, 0.054), (0.075, 0.077, 0.082))
    color = n.blend(n.ramp(n.noise(at, 6, 3), 0.52, 0.75, 0, 0.4), color, (0.13, 0.13, 0.13))
    for key, value in {"Base Color": color, "Roughness": n.ramp(n.noise(at, 0.12, 5), 0.3, 0.7, 0.13, 0.22), "Specular": 0.5}.items():
        n.set(n.shader, key, value)
    return n.material


def hall(m, window="left", back=58.0, half=74.0, seed=3, battens=True, near=1500):
    """Windows on one side or in the back; the other walls are timber and dark metal."""
    rng = random.Random(seed)
    side = {"left": -1, "right": 1, "back": 0}[window]
    sky(0.6, {-1: -38, 1: 38, 0: 8}[side], 0.5, tint=(1.0, 0.88, 1.16), ambient=(0.07, 0.09, 0.15))
    floor = polished()
    box("floor", (2 * half + 40, back + 120, 2), (0, (back - 100) / 2, -1), floor)
    boxes("joints", [((0.12, back + 120, 0.01), (x, (back - 100) / 2, 0.005)) for x in range(-90, 91, 30)] +
          [((2 * half, 0.12, 0.01), (0, y, 0.005)) for y in range(-75, int(back), 30)], m["dark"])
    ceiling = surface("ceiling", (0.035, 0.038, 0.043), 0, 0.8)
    box("ceiling", (2 * half + 4, back + 120, 1), (0, (back - 100) / 2, TALL + 0.5), ceiling)
    box("behind", (2 * half + 4, 1, TALL), (0, -80, TALL / 2), m["dark"])
    rows = [x for x in (-54, -18, 18, 54) if abs(x) < half - 6]
    lines = boxes("lines", [((0.7, back + 50, 0.2), (x, (back - 62) / 2, TALL - 0.05)) for x in rows], m["line"])
    lines.visible_diffuse = False
    m["line"].cycles.sample_as_light = False
    for x in rows:
        area("line", (x, (back - 62) / 2, TALL - 0.6), (x, (back - 62) / 2, 0), (1.2, back + 50), 13000, WARM)
    if side:
        _timber(m, back, half, battens)
        _panels(m, -side, back, half)
        _window_side(m, side, back, half, rng)
    else:
        for s in (-1, 1):
            _panels(m, s, back, half)
        _window_back(m, back, half, rng, near)


def _timber(m, back, half, battens):
    box("backing", (2 * half, 1, TALL), (0, back + 0.9, TALL / 2), m["dark"])
    if battens:
        boxes("battens", [((1.0, 0.9, TALL - 3.4), (x * 1.7, back, TALL / 2 - 0.2)) for x in range(int(-half / 1.7), int(half / 1.7) + 1)], m["timber"], 0.06)
    box("foot", (2 * half, 0.5, 1.2), (0, back - 0.3, 0.6), m["black"], 0.03)
    # Light from a slot in the ceiling grazes the wall.
    box("slot", (2 * half, 0.4, 0.3), (0, back - 2.6, TALL - 0.1), m["line"]).visible_diffuse = False
    area("graze", (0, back - 2.8, TALL - 0.8), (0, back + 1.5, 4), (2 * half, 0.8), 16000, WARM)


def _panels(m, s, back, half):
    x = s * half
    panel = surface("panel", (0.05, 0.058, 0.07), 0.6, 0.42, 0.02, 60, wear=0.06)
    boxes("panels", [((0.6, 11.7, TALL - 1.4), (x, back - 6 - 12 * k, TALL / 2 + 0.4)) for k in range(int((back + 80) / 12))], panel, 0.08)
    box("backing", (1, back + 120, TALL), (x + s * 0.9, (back - 100) / 2, TALL / 2), m["black"])
    box("baseline", (0.2, back + 70, 0.25), (x - s * 0.5, (back - 70) / 2, 0.4), m["line"]).visible_diffuse = False


def _towns(s, rng, near=1500):
    """Blocks far away in the direction of the window: along x, or along y for s = 0."""
    walls = facades(AIR, 2.8 * near, 0.16, 1.7)
    for k in range(130):
        far = near * (7000 / near) ** rng.random()
        along = rng.uniform(-0.4, 2.6) * far if s else rng.uniform(-1.1, 1.1) * far
        w, h = rng.uniform(130, 360), rng.uniform(-220, 0.09 * far)
        at = (s * far, along) if s else (along, far)
        boxes("town", [((w, w, h + 600), (*at, (h - 600) / 2))], walls[k % 3])
    box("ground", (16000, 16000, 2), (s * 7000, 4000, -601), haze(surface("ground", (0.03, 0.03, 0.03), 0, 0.9), AIR, 3000))
    far, block = (haze(surface(name, color, 0, 0.6), AIR, 3000) for name, color in (("far", (0.6, 0.22, 0.03)), ("block", (0.25, 0.25, 0.25))))
    at = (s * 1100, 1500) if s else (500, 1700)
    tower_crane((*at, -600), 760, 30 if s else -70, far, block, reach=480, r=2.2)


def _window_side(m, s, back, half, rng):
    x = s * half
    pane = glass("pane", (0.92, 0.96, 0.98), 0.94)
    ys = [back - 18 * k for k in range(int((back + 80) / 18) + 1)]
    boxes("mullions", [((2.2, 0.7, TALL), (x, y, TALL / 2)) for y in ys], m["dark"], 0.05)
    boxes("transoms", [((1.6, back + 90, t), (x, (back - 90) / 2, z)) for t, z in ((0.6, 31), (1.0, 0.5), (1.6, TALL - 0.8))], m["dark"], 0.05)
    sheet("pane", back + 90, TALL, pane, (x, (back - 90) / 2, TALL / 2), (90, 0, 90))
    _towns(s, rng)


def _window_back(m, back, half, rng, near):
    xs = [-half + 18.5 * k for k in range(int(2 * half / 18.5) + 1)]
    boxes("mullions", [((0.7, 2.2, TALL), (x, back, TALL / 2)) for x in xs], m["dark"], 0.05)
    boxes("transoms", [((2 * half, 1.6, t), (0, back, z)) for t, z in ((0.6, 31), (1.0, 0.5), (1.6, TALL - 0.8))], m["dark"], 0.05)
    sheet("pane", 2 * half, TALL, glass("pane", (0.92, 0.96, 0.98), 0.94), (0, back, TALL / 2), (90, 0, 0))
    _towns(0, rng, near)


# ---- what stands in it ----

def podium(m, at, r, high=1.6, light="cold"):
    x, y = at
    slab("podium", circle(r, 128), 0.5, high, m["dark"], 0.12).location = (x, y, 0)
    slab("foot", circle(r - 0.8, 128), 0, 0.5, m["black"]).location = (x, y, 0)
    slab("ring", circle(r + 0.02, 128), high - 0.62, high - 0.42, m[light]).location = (x, y, 0)
    m[light].cycles.sample_as_light = False


def spot(at, target, power, color=WARM, size=3.0, spread=70):
    area("spot", at, target, (size, size), power, color, spread)


def screen(m, file, at, size, turn=0.0, strength=1.3, tilt=90.0, light=0.0):
    """A flat screen; with light it also lights what is before it."""
    w, h = size
    root = empty("screen", at, (tilt, 0, turn))
    slab("case", rrect(w + 0.5, h + 0.5, 0.2), -0.7, 0.0, m["black"], 0.06, root)
    sheet("face", w, h, display(file, file, strength, 0.12), (0, 0, 0.01), parent=root)
    if light:
        out = Vector((math.sin(rad(turn)), -math.cos(rad(turn)), 0))
        a = Vector(at) + out * 0.6
        area("glow", a, a + out * 10, size, light, COOL, 150)


def chair(m, at, turn, seat="cloth"):
    """A conference chair: shell of cloth on a foot of five spokes."""
    root = empty("chair", (*at, 0), (0, 0, turn))
    slab("seat", rrect(4.8, 4.8, 1.0), 4.3, 5.0, m[seat], 0.3, root)
    rest = empty("rest", (0, 2.35, 7.6), (82, 0, 0), root)
    slab("rest", rrect(4.6, 4.6, 1.1), -0.3, 0.3, m[seat], 0.25, rest)
    rods("stem", [((0, 0, 1), (0, 0, 4.4), 0.3), ((0, 2.2, 4.6), (0, 2.5, 6.2), 0.3)], m["steel"], 20, root)
    rods("spokes", [((0, 0, 1.1), (3.0 * math.cos(rad(72 * k)), 3.0 * math.sin(rad(72 * k)), 0.5), 0.2) for k in range(5)], m["steel"], 14, root)
    for k in range(5):
        ball("castor", 0.34, m["black"], root).location = (3.0 * math.cos(rad(72 * k)), 3.0 * math.sin(rad(72 * k)), 0.34)
    for sx in (-1, 1):
        tube("arm", [(sx * 2.3, 0.8, 4.6), (sx * 2.8, 0.6, 6.2), (sx * 2.8, -0.2, 7.0), (sx * 2.8, -1.6, 7.0)], 0.18, m["dark"], root)


def plant(m, at, rng, tall=11.0):
    """Long leaves in a dark pot."""
    x, y = at
    lathe("pot", [(0.001, 0), (1.9, 0), (2.3, 4.4), (2.1, 4.4), (2.0, 4.0), (0.001, 4.0)], m["dark"]).location = (x, y, 0)
    leaf = surface("leaf", (0.025, 0.085, 0.03), 0, 0.45, mottle=0.3, mottle_scale=0.5)
    bm = bmesh.new()
    for k in range(46):
        a, reach, high = rng.uniform(0, 6.3), rng.uniform(1.5, 5.5), rng.uniform(0.6, 1.0) * tall
        out, side = Vector((math.cos(a), math.sin(a), 0)), Vector((-math.sin(a), math.cos(a), 0))
        rows = []
        for i in range(9):
            t = i / 8
            p = Vector((x, y, 4)) + out * (0.5 + reach * t ** 1.6) + Vector((0, 0, high * (t - 0.42 * t ** 3)))
            w = 0.55 * math.sin(math.pi * (0.12 + 0.88 * t)) + 0.02
            rows.append((bm.verts.new(p - side * w), bm.verts.new(p + side * w)))
        for (a0, a1), (b0, b1) in zip(rows, rows[1:]):
            bm.faces.new((a0, a1, b1, b0))
    solid("leaves", bm, leaf, smooth=80)
