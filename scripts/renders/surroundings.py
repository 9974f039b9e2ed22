"""What stands behind the things: cranes, towns, concrete frames, hoardings."""
from kit import *


def facade(name, wall=(0.10, 0.115, 0.14), lit=0.22, strength=1.6, floor=30.0, bay=27.0, phase=0.0):
    """A wall of windows, some of them lit, drawn by coordinates: it fits every box that stands along the axes."""
    n = Nodes(name)
    at = n.add("SeparateXYZ", {"Vector": n.add("NewGeometry").outputs["Position"]}).outputs
    across = n.math("DIVIDE", n.math("ADD", n.math("ADD", at["X"], at["Y"]), phase), bay)
    up = n.math("DIVIDE", at["Z"], floor)
    inside = 1.0
    for value, low, high in ((across, 0.2, 0.8), (up, 0.28, 0.86)):
        part = n.math("FRACT", value)
        inside = n.math("MULTIPLY", inside, n.math("MULTIPLY", n.math("GREATER_THAN", part, low), n.math("LESS_THAN", part, high)))
    upright = n.math("ABSOLUTE", n.add("SeparateXYZ", {"Vector": n.add("NewGeometry").outputs["Normal"]}).outputs["Z"])
    inside = n.math("MULTIPLY", inside, n.math("LESS_THAN", upright, 0.5))
    cell = n.add("CombineXYZ", {"X": n.math("FLOOR", across), "Y": n.math("FLOOR", up), "Z": phase}).outputs[0]
    random = n.add("TexWhiteNoise", {"Vector": cell}, noise_dimensions="3D").outputs
    on = n.math("MULTIPLY", inside, n.math("LESS_THAN", random["Value"], lit))
    warm = n.blend(n.add("SeparateRGB", {"Image": random["Color"]}).outputs[1], (1, 0.52, 0.2), (1, 0.82, 0.58))
    stain = n.ramp(n.noise(n.add("NewGeometry").outputs["Position"], 0.01, 4), 0.3, 0.7, 0.75, 1.25)
    body = n.add("MixRGB", {"Fac": 1, "Color1": (*wall, 1), "Color2": stain}, blend_type="MULTIPLY").outputs[0]
    values = {
        "Base Color": n.blend(inside, body, (0.02, 0.03, 0.045)), "Roughness": n.ramp(inside, 0, 1, 0.85, 0.2),
        "Emission": warm, "Emission Strength": n.math("MULTIPLY", on, strength),
    }
    for key, value in values.items():
        n.set(n.shader, key, value)
    n.material.cycles.sample_as_light = False
    return n.material


def facades(air, clear, lit=0.28, strength=2.2):
    """Walls of three colours for a town in the haze."""
    walls = ((0.11, 0.12, 0.14), (0.15, 0.14, 0.13), (0.08, 0.09, 0.12))
    return [haze(facade("wall", wall, lit, strength, phase=7.3 * i), air, clear) for i, wall in enumerate(walls)]


def town(rng, mats, near, far, count, width=0.6, low=-900, tops=(-250, 260)):
    """Blocks along the axes, in front of a camera that looks along +y."""
    each = [[] for _ in mats]
    for _ in range(count):
        y = near * (far / near) ** rng.random()
        x = rng.uniform(-width, width) * y
        w, d, h = rng.uniform(160, 420), rng.uniform(140, 300), rng.uniform(*tops)
        each[rng.randrange(len(mats))].append(((w, d, h - low), (x, y + d / 2, (low + h) / 2)))
    for mat, some in zip(mats, each):
        boxes("town", some, mat)


def truss(origin, direction, length, size, bay, r):
    """The rods of a triangular jib."""
    d = Vector(direction).normalized()
    side = d.cross(Vector((0, 0, 1))).normalized() * size / 2
    up, o = Vector((0, 0, size * 1.1)), Vector(origin)
    end = o + d * length
    out = [(o + p, end + p, r) for p in (side, -side, up)]
    for i in range(int(length / bay)):
        s, m, e = (o + d * bay * (i + k) for k in (0, 0.5, 1))
        for p in (side, -side):
            out += [(s + p, m + up, r * 0.6), (m + up, e + p, r * 0.6)]
        out += [(s + side, s - side, r * 0.6), (s + side, e - side, r * 0.45)]
    return out


def mast(foot, height, size, bay, r):
    """The rods of a square tower."""
    f = Vector(foot)
    corners = [Vector((x * size / 2, y * size / 2, 0)) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    out = [(f + c, f + c + Vector((0, 0, height)), r) for c in corners]
    for i in range(int(height / bay)):
        low, high = Vector((0, 0, bay * i)), Vector((0, 0, bay * (i + 1)))
        for k in range(4):
            a, b = corners[k], corners[(k + 1) % 4]
            out.append((f + a + high, f + b + high, r * 0.6))
            out.append((f + (a if i % 2 else b) + low, f + (b if i % 2 else a) + high, r * 0.55))
    return out


def tower_crane(foot, height, heading, mat, weight, reach=550, size=17, r=1.5):
    """A flat-top crane; heading as in sun(). Weight is the material of the counterweight and the cab."""
    f, a = Vector(foot), rad(heading)
    d = Vector((math.sin(a), math.cos(a), 0))
    top = f + Vector((0, 0, height))
    each = mast(f, height, size, size * 1.3, r) + truss(top + d * 8, d, reach, size * 0.8, 20, r * 0.75)
    each += truss(top - d * 8, -d, reach * 0.26, size * 0.8, 20, r * 0.75)
    hook = top + d * reach * 0.62
    each += [(hook, hook - Vector((0, 0, height * 0.35)), 0.35), (hook + d * 6, hook + d * 3 - Vector((0, 0, height * 0.35)), 0.35)]
    rods("crane", each, mat, 6)
    solids = [((40, 22, 34), top - d * reach * 0.24 - Vector((0, 0, 14)), -heading - 90),
              ((16, 16, 22), top + d * 14 - Vector((0, 0, 20)), -heading), ((9, 9, 5), hook - Vector((0, 0, height * 0.35)), 0)]
    boxes("crane", solids, weight)


def frame(at, bays, floors, mat, bay=60.0, height=31.0, turn=0.0, net=None, starters=None):
    """A concrete frame under construction: slabs, columns, starter bars on top; net is the material of the safety net."""
    nx, ny = bays
    root = empty("frame", at, (0, 0, turn))
    spots = [((i - nx / 2) * bay, (j - ny / 2) * bay) for i in range(nx + 1) for j in range(ny + 1)]
    each = []
    for k in range(floors + 1):
        each.append(((nx * bay + 16, ny * bay + 16, 2.4), (0, 0, k * height)))
        if k < floors:
            each += [((5, 5, height), (x, y, (k + 0.5) * height)) for x, y in spots]
            each += [((nx * bay * 0.3, 3, height * 0.96), (nx * bay * 0.12, 0, (k + 0.5) * height))]
    boxes("frame", each, mat, 0, root)
    top = floors * height
    if starters:
        corners = [(x + dx, y + dy) for x, y in spots for dx in (-1.6, 1.6) for dy in (-1.6, 1.6)]
        rods("starters", [((x, y, top), (x, y, top + 13), 0.22) for x, y in corners], starters, 5, root)
    if net:
        w, d = nx * bay / 2 + 14, ny * bay / 2 + 14
        tubes = [((x, y, 0), (x, y, top + 16), 0.5) for x in (-w, w) for y in (-d, d)]
        tubes += [((x, -d, 0), (x, -d, top + 16), 0.4) for x in [-w + i * 18 for i in range(int(2 * w / 18) + 1)]]
        tubes += [((-w, -d, z), (w, -d, z), 0.4) for z in [18 * i for i in range(int(top / 18) + 1)]]
        rods("scaffold", tubes, net, 6, root)
    return root


def hoarding(start, end, panel, post, height=25.0, width=10.0):
    """Corrugated panels between posts, along a line on the ground."""
    s, e = Vector((*start, 0)), Vector((*end, 0))
    d = (e - s).normalized()
    turn = math.degrees(math.atan2(d.y, d.x))
    n = int((e - s).length / width)
    panels, posts, rib = [], [], []
    for i in range(n):
        c = s + d * width * (i + 0.5)
        panels.append(((width - 0.5, 0.35, height - 1.6), (c.x, c.y, height / 2 + 0.4), turn))
        p = s + d * width * i
        posts.append(((0.8, 0.9, height + 1), (p.x, p.y, height / 2), turn))
        rib += [((0.5, 0.62, height - 1.8), (*(c + d * (k - 4) * width / 10.0).to_2d(), height / 2 + 0.4), turn) for k in range(9)]
    boxes("hoarding", panels + rib, panel, 0.08)
    boxes("posts", posts, post, 0.06)
    m = (s + e) / 2
    boxes("rails", [((n * width, 1.0, 0.8), (m.x, m.y, z), turn) for z in (0.5, height)], post, 0.06)
