"""The smart helmet: shell with ribs, brim and visor, harness and chin strap, a camera in front, a battery behind. Its front faces -y."""
from kit import *


def _point(phi, t):
    """t: 0 at the crown, 1 at the rim, up to 1.25 over the brim; phi: 0 is the front."""
    front = max(0.0, math.cos(phi))
    back = max(0.0, -math.cos(phi))
    sx, sy = math.sin(phi), -math.cos(phi)
    u = min(t, 1.0)
    flat = math.sin(u * math.pi / 2) ** 0.94
    z = 1.44 * (1 - (1 - math.cos(u * math.pi / 2)) ** 1.22)
    x, y = 1.05 * flat * sx, (1.26 + 0.05 * back) * flat * sy
    # Ribs from the forehead to the neck, with valleys between.
    fade = max(0.0, min(1.0, (z - 0.28) / 0.35)) * max(0.0, min(1.0, (1.18 - abs(y)) / 0.3))
    soft = lambda d, half, edge: 1 / (1 + math.exp((abs(d) - half) / edge))
    lift = fade * (0.075 * soft(x, 0.17, 0.022) + 0.045 * soft(abs(x) - 0.44, 0.075, 0.02))
    normal = Vector((x / 1.1, y / 1.6, z / 2.07 + 1e-6)).normalized()
    p = Vector((x, y, z)) + normal * lift
    if t > 1:
        k = (t - 1) / 0.25
        out = k * (0.10 + 0.52 * front ** 2.2 + 0.03 * back)
        p += Vector((sx * out * 0.9, sy * out, -0.10 * k - 0.16 * k * k * front ** 2 - 0.03 * k))
    return p


def build(at, turn, tilt=(0, 0), lying=True):
    root = empty("helmet", at, (*tilt, turn))
    shell = surface("shell", (0.86, 0.17, 0.008), 0, 0.27, 0.03, 130, wear=0.08, coat=0.5, mottle=0.05)
    black = surface("black", (0.016, 0.017, 0.019), 0, 0.42, 0.08, 150, wear=0.05)
    n, m = 288, 92
    bm = bmesh.new()
    rings = [[bm.verts.new(_point(2 * math.pi * i / n, 0.006 + 1.244 * j / m)) for i in range(n)] for j in range(m + 1)]
    bm.faces.new(rings[0])
    for a, b in zip(rings, rings[1:]):
        for i in range(n):
            bm.faces.new((a[i], b[i], b[(i + 1) % n], a[(i + 1) % n]))
    o = solid("shell", bm, shell, 0, root, smooth=60)
    thick = o.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = 0.045, -1
    for sx in (-1, 1):
        place(slab("slot", rrect(0.3, 0.13, 0.05), 0, 0.05, black, 0.015, root), (sx * 1.03, 0.2, 0.12), (90, 0, sx * 90))
    _harness(root, black)
    _chin_strap(root, black, lying)
    _modules(root, black)
    return root


def _ribbon(name, points, width, mat, root, thick=0.022, closed=False):
    """Webbing through points of (place, direction of its width), smoothly."""
    steps = 10
    spots, across = [], []
    n = len(points)
    for i in range(n if closed else n - 1):
        (p0, a0), (p1, a1), (p2, a2), (p3, a3) = (points[(i + k) % n if closed else min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        p0, p1, p2, p3 = map(Vector, (p0, p1, p2, p3))
        for k in range(steps):
            t = k / steps
            spots.append(0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t ** 3))
            across.append(Vector(a1).lerp(Vector(a2), t))
    if not closed:
        spots.append(Vector(points[-1][0]))
        across.append(Vector(points[-1][1]))
    bm = bmesh.new()
    rings = []
    last = len(spots) - 1
    for i, (p, side) in enumerate(zip(spots, across)):
        if closed:
            along = spots[(i + 1) % (last + 1)] - spots[i - 1]
        else:
            along = spots[min(i + 1, last)] - spots[max(i - 1, 0)]
        side = (side - along.normalized() * side.dot(along.normalized())).normalized()
        out = along.cross(side).normalized()
        rings.append([bm.verts.new(p + side * x * width / 2 + out * y * thick / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    pairs = list(zip(rings, rings[1:])) + ([(rings[-1], rings[0])] if closed else [])
    for a, b in pairs:
        for i in range(4):
            bm.faces.new((a[i], a[(i + 1) % 4], b[(i + 1) % 4], b[i]))
    if not closed:
        bm.faces.new(rings[0])
        bm.faces.new(rings[-1][::-1])
    return solid(name, bm, mat, 0.006, root, segments=2)


def _webbing():
    return surface("webbing", (0.035, 0.045, 0.075), 0, 0.85, 0.6, 70, (1, 1, 6), specular=0.25)


def _harness(root, black):
    """Sweatband, cradle of three crossing straps, and the knob at the nape that tightens them."""
    web = _webbing()
    pad = surface("pad", (0.02, 0.021, 0.024), 0, 0.92, 0.35, 30)
    around = [(0.88 * math.sin(2 * math.pi * i / 24), -1.06 * math.cos(2 * math.pi * i / 24)) for i in range(24)]
    _ribbon("band", [((x, y, -0.02 - 0.08 * (y > 0.7)), (0, 0, 1)) for x, y in around], 0.26, black, root, 0.035, True)
    _ribbon("sweat", [((0.94 * x, 0.95 * y, 0.0), (0, 0, 1)) for x, y in around if y < 0.25], 0.24, pad, root, 0.05)
    for phi in (25, 90, 155):
        c, q = math.sin(rad(phi)), -math.cos(rad(phi))
        arc = []
        for k in range(9):
            u = -1 + k / 4
            z = 0.05 + 1.0 * (1 - abs(u) ** 2.2)
            arc.append(((0.90 * c * u, 1.06 * q * u, z), (-q, c, 0)))
        _ribbon("cradle", arc, 0.2, web, root)
        for u in (-1, 1):
            clip = box("clip", (0.26, 0.06, 0.2), (0, 0, 0), black, 0.02, root)
            place(clip, (0.93 * c * u, 1.1 * q * u, 0.1), (0, 0, math.degrees(math.atan2(q * u, c * u)) + 90))
    nape = empty("nape", (0, 1.13, -0.24), (78, 0, 180), root)
    slab("nape", rrect(0.62, 0.28, 0.1), -0.06, 0.05, black, 0.03, nape)
    slab("knob", circle(0.14, 60, 20, 0.008), 0.04, 0.17, black, 0.025, nape)


def _chin_strap(root, black, lying):
    """Two straps of each side meet in a slider below the ear; a buckle closes them. Lying: as it falls when the helmet stands on a
    table; else hanging."""
    web = _webbing()
    flat = lambda x, y: (x, y, 0) if lying else (x * 0.4, y * 0.4, 0.8)
    z = -0.245 if lying else -0.9
    for s in (-1, 1):
        ear = (s * 1.22, -0.78, z + 0.01) if lying else (s * 0.86, -0.1, -0.62)
        _ribbon("front", [((s * 0.86, -0.5, -0.02), (0, 1, 0)), ((s * 1.04, -0.62, -0.16), (0, 1, 0.2)), (ear, (s * 0.5, 1, 0))], 0.13, web, root)
        _ribbon("rear", [((s * 0.86, 0.45, -0.02), (0, 1, 0)), ((s * 1.10, 0.1, -0.2), (s, 0.5, 0)), (ear, (s, 0.4, 0))], 0.13, web, root)
        end = (s * 0.2, -2.28, z + 0.02) if lying else (s * 0.17, -0.62, -1.2)
        way = [(ear, (s, 0.3, 0)), ((s * 1.16, -1.4, z), (s, 0, 0)), ((s * 0.78, -2.02, z), (s * 0.7, -0.8, 0)), (end, (0, -1, 0))]
        if not lying:
            way = [(ear, (0, 1, 0)), ((s * 0.62, -0.4, -0.98), (0, 1, 0)), (end, (0, 1, 0))]
        _ribbon("strap", way, 0.15, web, root)
        slider = slab("slider", rrect(0.3, 0.2, 0.05), -0.025, 0.03, black, 0.015, root, hole=rrect(0.2, 0.1, 0.03))
        place(slider, ear, (0, 0, s * 62) if lying else (80, 0, s * 80))
    buckle = empty("buckle", (0, -2.3, z + 0.03) if lying else (0, -0.63, -1.21), (0, 0, 0), root)
    for s in (-1, 1):
        slab("half", rrect(0.2, 0.24, 0.05, cx=s * 0.105), -0.045, 0.045, black, 0.025, buckle)
        slab("prong", rrect(0.2, 0.05, 0.02, cx=0.02, cy=s * 0.085), -0.03, 0.055, black, 0.012, buckle)
    slab("press", rrect(0.1, 0.1, 0.02), 0.04, 0.056, surface("press", (0.85, 0.2, 0.01), 0, 0.4), 0.008, buckle)


def _modules(root, black):
    steel = surface("ring", (0.6, 0.6, 0.6), 1, 0.25, wear=0.06)
    lens = surface("lens", (0.002, 0.003, 0.006), 0, 0.03, coat=1.0)
    white = surface("white", (0.75, 0.76, 0.77), 0, 0.35, wear=0.05)
    ink = surface("ink", (0.8, 0.82, 0.84), 0, 0.5)
    # The camera above the visor.
    front = empty("front", (0, -1.10, 0.62), (72, 0, 0), root)
    slab("housing", rrect(0.86, 0.50, 0.14), -0.22, 0.20, black, 0.05, front)
    slab("face", rrect(0.74, 0.38, 0.10), 0.18, 0.215, surface("face", (0.006, 0.006, 0.007), 0, 0.12, coat=0.6), 0.012, front)
    slab("bezel", circle(0.145, 64, cx=-0.17), 0.20, 0.255, steel, 0.012, front, hole=circle(0.115, 64, cx=-0.17))
    slab("lens", circle(0.115, 64, cx=-0.17), 0.20, 0.235, lens, 0.03, front)
    for r, z in ((0.078, 0.238), (0.045, 0.241)):
        slab("lens", circle(r, 48, cx=-0.17), 0.20, z, surface("coating", (0.01, 0.012, 0.05), 0, 0.05, coat=1.0), 0.012, front)
    slab("reflector", circle(0.11, 48, cx=0.17), 0.20, 0.245, steel, 0.01, front, hole=circle(0.075, 48, cx=0.17))
    slab("lamp", circle(0.075, 48, cx=0.17), 0.20, 0.235, glow("lamp", (1, 0.95, 0.85), 2.5), 0.02, front)
    slab("led", circle(0.018, 24, cx=0.0, cy=0.12), 0.21, 0.222, glow("led", (0.1, 1, 0.3), 8), 0.004, front)
    # Battery, button and antenna behind the ear.
    side = empty("side", (0.93, 0.28, 0.46), (76, 0, 90), root)
    slab("pack", rrect(0.92, 0.48, 0.13), -0.16, 0.17, black, 0.05, side)
    slab("lid", rrect(0.80, 0.36, 0.09), 0.165, 0.185, white, 0.012, side)
    text("筑站", 0.21, surface("orange", (0.85, 0.2, 0.01), 0, 0.5), (-0.34, -0.075, 0.187), side)
    slab("button", circle(0.085, 48, cx=0.25), 0.18, 0.215, surface("button", (0.85, 0.2, 0.01), 0, 0.4), 0.02, side)
    place(slab("antenna", circle(0.035, 32), 0, 0.62, black, 0.02, root), (1.0, 0.66, 0.55), (0, 6, 0))
