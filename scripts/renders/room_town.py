"""Showroom: the model of the town on its table, the company's sites lit in orange."""
from showroom import *

PICTURE = "showroom/3"
SIZE = "960 640"
EXPOSURE = 0.35


def model(m, at, size, walls=None):
    """Blocks along streets and a river; on some stand cranes."""
    rng = random.Random(17)
    (cx, cy), (w, d), z = at, size, 9.0
    plate = surface("plate", (0.06, 0.068, 0.08), 0, 0.6)
    box("plate", (w, d, 0.4), (cx, cy, z), plate, 0.03)
    river = surface("river", (0.01, 0.05, 0.11), 0, 0.06, coat=1)
    bend_ = [(x, 3.2 * math.sin(x / 9.0) - 2 + x * 0.06) for x in range(int(-w / 2), int(w / 2) + 1)]
    slab("river", strip(bend_, 2.6), z + 0.2, z + 0.24, river).location = (cx, cy, 0)
    walls = walls or [facade("little", wall, 0.5, 1.1, 0.36, 0.30, 0.7 * i) for i, wall in enumerate(((0.17, 0.175, 0.19), (0.12, 0.13, 0.15), (0.22, 0.2, 0.18)))]
    each, parks, ours = [[] for _ in walls], [], []
    for i in range(int(w / 3.1)):
        for j in range(int(d / 3.1)):
            x, y = -w / 2 + 1.9 + 3.1 * i, -d / 2 + 1.9 + 3.1 * j
            if abs(y - (3.2 * math.sin(x / 9.0) - 2 + x * 0.06)) < 2.4:
                continue
            if rng.random() < 0.12:
                parks.append(((2.3, 2.3, 0.08), (cx + x, cy + y, z + 0.24)))
                continue
            near = math.exp(-((x - 4) ** 2 + (y - 5) ** 2) / 110)
            for k in range(rng.choice((1, 2, 2, 4))):
                high = rng.uniform(0.6, 1.9) + rng.uniform(0.2, 5.2) * near
                a, b = rng.uniform(0.7, 1.15), rng.uniform(0.7, 1.15)
                each[rng.randrange(3)].append(((a, b, high), (cx + x + 1.25 * (k % 2) - 0.6, cy + y + 1.25 * (k // 2) - 0.6, z + 0.2 + high / 2)))
    for mat, some in zip(walls, each):
        boxes("little", some, mat, 0.02)
    boxes("parks", parks, surface("park", (0.03, 0.10, 0.035), 0, 0.9, 0.4, 12))
    mark = glow("mark", (1, 0.36, 0.05), 4)
    mark.cycles.sample_as_light = False
    for x, y in ((-13, 6.5), (-6, -8.5), (7, -6.5), (12.5, 6), (1, 9)):
        slab("ring", circle(1.7, 64), z + 0.22, z + 0.5, mark, 0, None, circle(1.45, 64)).location = (cx + x, cy + y, 0)
        little = empty("site", (cx + x, cy + y, z + 0.2))
        boxes("frame", [((1.5, 1.5, 0.09), (0, 0, 0.5 * k)) for k in range(7)] + [((0.09, 0.09, 3), (a, b, 1.5)) for a in (-0.6, 0, 0.6) for b in (-0.6, 0.6)], m["white"], 0, little)
        rods("crane", [((1.15, 0, 0), (1.15, 0, 5.2), 0.07), ((-2.6, 0.8, 4.9), (2.3, -0.3, 4.9), 0.06), ((1.15, 0, 5.5), (-1.8, 0.6, 4.9), 0.025)], m["orange"], 6, little)


def build(walls=None):
    m = stuff()
    hall(m, "left", 46, 56)
    at, size = (0, -2), (42, 27)
    slab("table", rrect(46, 31, 1.2), 7.4, 8.8, m["dark"], 0.1).location = (*at, 0)
    slab("base", rrect(38, 23, 1.0), 0, 7.4, m["timber"], 0.1).location = (*at, 0)
    slab("line", rrect(46.1, 31.1, 1.2), 7.6, 7.8, m["line"]).location = (*at, 0)
    model(m, at, size, walls)
    rim = glass("rim", (0.9, 0.97, 0.96), 0.92)
    for turn, dx, dy, w in ((0, 0, -14.4, 44), (0, 0, 14.4, 44), (90, -22, 0, 28.8), (90, 22, 0, 28.8)):
        sheet("rim", w, 2.6, rim, (dx, -2 + dy, 10.1), (90, 0, turn))
    lamp = slab("lamp", rrect(40, 25, 3), 33.4, 34.2, m["dark"], 0.1, None, rrect(37, 22, 1.6))
    lamp.location = (*at, 0)
    under = slab("lit", rrect(39, 24, 2.6), 33.34, 33.4, m["line"], 0, None, rrect(38, 23, 2.1))
    under.location = (*at, 0)
    rods("ropes", [((x, -2 + y, 34), (x, -2 + y, TALL), 0.06) for x in (-18, 18) for y in (-11, 11)], m["steel"], 8)
    area("lamp", (0, -2, 33), (0, -2, 9), (38, 23), 16000, (1, 0.88, 0.72))
    screen(m, "platform", (16, 43.5, 22), (30, 16.9), 0, 1.0)
    text("城市项目", 8, glow("name", (1, 0.86, 0.66), 2.0), (-22, 44.4, 24), None, (90, 0, 0), "CENTER", 0.2)
    camera((14, -47, 26), (-2, -1, 11.5), 29, 1.2, (0, -12, 10))
