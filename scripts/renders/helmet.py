"""The smart helmet: shell with ribs, brim and visor, a camera in front, a battery behind. Its front faces -y."""
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


def build(at, turn):
    root = empty("helmet", at, (0, 0, turn))
    shell = surface("shell", (0.86, 0.17, 0.008), 0, 0.27, 0.03, 130, wear=0.08, coat=0.5, mottle=0.05)
    black = surface("black", (0.016, 0.017, 0.019), 0, 0.42, 0.08, 150, wear=0.05)
    soft = surface("soft", (0.02, 0.02, 0.022), 0, 0.8, 0.2, 60)
    web = surface("web", (0.03, 0.035, 0.05), 0, 0.85, 0.5, 30)
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
    # Band, cradle and chin strap.
    band = [(0.90 * math.sin(2 * math.pi * i / 96), 1.08 * math.cos(2 * math.pi * i / 96)) for i in range(96)]
    slab("band", band, -0.22, 0.12, soft, 0.02, root, hole=[(x * 0.95, y * 0.96) for x, y in band])
    for sx in (-1, 1):
        tube("strap", [(sx * 0.93, 0.35, 0), (sx * 0.94, 0.1, -0.5), (sx * 0.55, -0.3, -0.62), (0, -0.45, -0.55)], 0.035, web, root)
        tube("strap", [(sx * 0.93, -0.45, 0), (sx * 0.95, -0.1, -0.4)], 0.035, web, root)
        place(slab("slot", rrect(0.3, 0.13, 0.05), 0, 0.05, black, 0.015, root), (sx * 1.03, 0.2, 0.12), (90, 0, sx * 90))
    _modules(root, black)


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
