"""High-rise flats by the sea in the late afternoon: the wind sensor at the corner of a top slab behind standard guard panels."""
import random
from siteparts import *

PICTURE = "case/qdfangwu"
SIZE = "1600 1067"
EXPOSURE = -0.05
HAZE, GLOW = (0.50, 0.62, 0.74), (1.45, 1.12, 0.80)


def sensor(at, dark, white, metal, cable):
    """A mast with a cup anemometer, a vane, a sounder and a box with its plate."""
    x, y, z = at
    tube("mast", [(x, y, z), (x, y, z + 1.6), (x, y, z + 3.1)], 0.03, metal)
    for k in range(3):
        t = rad(120 * k + 30)
        tube("leg", [(x, y, z + 1.0), (x + 0.35 * math.cos(t), y + 0.35 * math.sin(t), z + 0.5), (x + 0.7 * math.cos(t),
            y + 0.7 * math.sin(t), z + 0.02)], 0.016, metal)
        foot = slab("foot", circle(0.09, 24), 0, 0.03, metal, 0.005)
        foot.location = (x + 0.7 * math.cos(t), y + 0.7 * math.sin(t), z)
    tube("arm", [(x - 0.55, y, z + 2.72), (x, y, z + 2.72), (x + 0.55, y, z + 2.72)], 0.022, metal)
    # the cups
    hub = slab("hub", circle(0.045, 32), 0, 0.26, dark, 0.008)
    hub.location = (x - 0.55, y, z + 2.72)
    for k in range(3):
        t = rad(120 * k + 12)
        cx, cy, cz = x - 0.55 + 0.17 * math.cos(t), y + 0.17 * math.sin(t), z + 2.99
        tube("spoke", [(x - 0.55, y, cz), (cx, cy, cz)], 0.007, metal)
        bpy.ops.mesh.primitive_uv_sphere_add(segments=32, ring_count=16, radius=0.058, location=(cx, cy, cz))
        cup = bpy.context.object
        bm = bmesh.new()
        bm.from_mesh(cup.data)
        bmesh.ops.bisect_plane(bm, geom=bm.verts[:] + bm.edges[:] + bm.faces[:], plane_co=(0, 0, 0), plane_no=(-math.sin(t),
            math.cos(t), 0), clear_outer=True)
        bm.to_mesh(cup.data)
        bm.free()
        cup.data.materials.append(dark)
        for p in cup.data.polygons:
            p.use_smooth = True
    # the vane
    pod = slab("pod", circle(0.04, 32), 0, 0.24, dark, 0.008)
    pod.location = (x + 0.55, y, z + 2.72)
    tube("tail", [(x + 0.33, y - 0.1, z + 2.99), (x + 0.55, y, z + 2.99), (x + 0.83, y + 0.13, z + 2.99)], 0.008, metal)
    vane = slab("vane", [(0, 0), (0.2, 0.075), (0.2, -0.075)], -0.003, 0.003, dark)
    place(vane, (x + 0.72, y + 0.08, z + 2.99), (90, 0, 24.8))
    # the box with a lamp and a plate, a panel for the sun, cables
    box = slab("box", rrect(0.34, 0.44, 0.03, 8), -0.09, 0.09, white, 0.012)
    place(box, (x, y - 0.13, z + 1.75), (90, 0, 0))
    door = slab("door", rrect(0.29, 0.39, 0.02, 8), 0, 0.012, white, 0.005)
    place(door, (x, y - 0.22, z + 1.75), (90, 0, 0))
    text("风速监测", 0.058, dark, (x, y - 0.2345, z + 1.83), None, (90, 0, 0), "CENTER", 0.0006)
    text("筑站科技", 0.034, dark, (x, y - 0.2345, z + 1.62), None, (90, 0, 0), "CENTER", 0.0006)
    eye = slab("eye", circle(0.014, 24), 0, 0.01, glow("signal", (0.1, 1, 0.35), 5))
    place(eye, (x, y - 0.232, z + 1.755), (90, 0, 0))
    sun = slab("panel", rrect(0.62, 0.42, 0.01, 4), 0, 0.03, surface("cells", (0.01, 0.016, 0.045), 0.2, 0.12, specular=0.8), 0.004)
    place(sun, (x, y - 0.16, z + 2.30), (48, 0, 0))
    tube("cable", [(x + 0.1, y - 0.13, z + 1.53), (x + 0.12, y - 0.1, z + 1.2), (x + 0.03, y - 0.03, z + 0.7), (x + 0.2, y - 0.06,
        z + 0.03), (x + 2.2, y - 0.6, z + 0.012)], 0.008, cable)
    tube("cable", [(x - 0.5, y - 0.02, z + 2.7), (x - 0.3, y - 0.03, z + 2.55), (x - 0.05, y - 0.05, z + 2.4), (x - 0.04, y - 0.06,
        z + 1.97)], 0.006, cable)


def tower(at, size, floors, cast, net, pane, rng, rise=3.0, wrapped=5):
    """A block of flats: slabs, walls with openings, its upper storeys behind green nets."""
    x, y = at
    w, d = size
    walls, holes, cloth, rods = Bars(), Bars(), Bars(), Bars()
    tall = floors * rise
    for f in range(floors + 1):
        walls.box((x, y, f * rise), (w + 0.5, d + 0.5, 0.3))
    walls.box((x, y, tall / 2), (w, d, tall))
    for f in range(floors - wrapped):
        for k in range(int(w / 3.6)):
            px = x - w / 2 + 1.9 + 3.6 * k
            if k % 3 == 1:
                walls.box((px, y - d / 2 - 0.75, f * rise + 0.1), (3.2, 1.5, 0.2))
                walls.box((px, y - d / 2 - 1.45, f * rise + 0.6), (3.2, 0.1, 1.0))
            holes.box((px, y - d / 2, f * rise + 1.55), (2.2 if k % 3 == 1 else 1.5, 0.12, 1.7))
        for k in range(int(d / 3.6)):
            holes.box((x - w / 2, y - d / 2 + 1.9 + 3.6 * k, f * rise + 1.55), (0.12, 1.5, 1.7))
    z = (floors - wrapped) * rise
    for sx, sy, lx, ly in ((0, -1, w + 3, 0.06), (-1, 0, 0.06, d + 3), (1, 0, 0.06, d + 3)):
        for f in range(wrapped + 1):
            cloth.box((x + sx * (w / 2 + 1.5), y + sy * (d / 2 + 1.5), z + rise * f + 1.42), (lx, ly, 2.7))
            rods.box((x + sx * (w / 2 + 1.6), y + sy * (d / 2 + 1.6), z + rise * f), (lx + 0.12, ly + 0.12, 0.16))
    for k in range(int((w + 3) / 1.5) + 1):
        rods.bar((x - w / 2 - 1.5 + 1.5 * k, y - d / 2 - 1.62, z), (x - w / 2 - 1.5 + 1.5 * k, y - d / 2 - 1.62, tall + 4.4), 0.04)
    walls.mesh("walls", cast, 0.02)
    holes.mesh("holes", pane)
    cloth.mesh("cloth", net)
    rods.mesh("rods", surface("rods", (0.10, 0.11, 0.12), 0.6, 0.5))


def sea(rng):
    m, n, l, b = new_material("sea")
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    b.inputs["Base Color"].default_value = (0.012, 0.050, 0.068, 1)
    b.inputs["Roughness"].default_value, b.inputs["Specular"].default_value = 0.16, 0.5
    swell = n.new("ShaderNodeMapping")
    swell.inputs["Scale"].default_value, swell.inputs["Rotation"].default_value = (1, 2.6, 1), (0, 0, rad(24))
    l.new(p, swell.inputs["Vector"])
    waves = mix_colors(n, l, "ADD", 0.4, noise(n, l, swell.outputs["Vector"], 0.045, 12), noise(n, l, swell.outputs["Vector"], 0.4, 8))
    bump(n, l, waves, 1.0, 3.0, b)
    flat("sea", m, (9000, 9000), 0.0, (0, 4650))
    land = surface("hills", (0.055, 0.075, 0.055), 0, 0.95, 0.5, 0.05)
    # a headland and islands as ridges
    for cx, cy, w, tall, seed in ((-1000, 1750, 1300, 230, 2), (-1900, 2600, 2300, 430, 5), (900, 2300, 900, 120, 8), (330, 2900, 420,
            70, 12)):
        dice = random.Random(seed)
        waves = [(dice.uniform(2, 16), dice.uniform(0, 7), dice.uniform(0.2, 1)) for _ in range(9)]
        bm = bmesh.new()
        rows = []
        for j in range(9):
            row = []
            for i in range(121):
                u, v = i / 120, j / 8
                ridge = sum(a / k * math.sin(k * 3.14 * u + s + v * 1.7) for k, s, a in waves) / 3
                high = max(0, math.sin(math.pi * u) ** 0.8 * (0.62 + ridge)) * math.sin(math.pi * (0.12 + 0.38 * v)) * tall
                row.append(bm.verts.new((cx + (u - 0.5) * w, cy + v * 420, high - 1)))
            rows.append(row)
        for r, s in zip(rows, rows[1:]):
            for i in range(120):
                bm.faces.new((r[i], r[i + 1], s[i + 1], s[i]))
        solid("hills", bm, land)


def town(rng):
    """The shore: a road, trees, low houses with red roofs."""
    roofs, walls, trees = Bars(), Bars(), Bars()
    for i in range(230):
        x, y = rng.uniform(-330, 330), rng.uniform(150, 420)
        if abs(x) < 60 and y < 190:
            continue
        w, d, h = rng.uniform(10, 24), rng.uniform(9, 14), rng.uniform(6, 17)
        for b in (roofs, walls):
            b.at = Matrix.Translation((x, y, 0)) @ Matrix.Rotation(rad(rng.choice((8, 98)) + rng.uniform(-4, 4)), 4, "Z")
        walls.box((0, 0, h / 2), (w, d, h))
        n = len(roofs.verts)
        roofs._add([(-w / 2 - 0.5, -d / 2 - 0.5, h), (w / 2 + 0.5, -d / 2 - 0.5, h), (w / 2 + 0.5, d / 2 + 0.5, h), (-w / 2 - 0.5,
            d / 2 + 0.5, h), (-w / 2 + 2, 0, h + 3.6), (w / 2 - 2, 0, h + 3.6)],
                   [(0, 1, 5, 4), (1, 2, 5), (2, 3, 4, 5), (3, 0, 4)])
    walls.mesh("houses", surface("houses", (0.48, 0.42, 0.33), 0, 0.9))
    roofs.mesh("roofs", surface("tiles", (0.30, 0.075, 0.035), 0, 0.8))
    crown = bmesh.new()
    for i in range(700):
        x, y, r = rng.uniform(-340, 340), rng.uniform(120, 440), rng.uniform(2.5, 5.5)
        bmesh.ops.create_icosphere(crown, subdivisions=2, radius=r, matrix=Matrix.Translation((x, y, r * 0.8)) @ Matrix.Diagonal((1, 1,
            rng.uniform(0.8, 1.3), 1)))
    solid("crowns", crown, surface("leaves", (0.035, 0.065, 0.028), 0, 0.9, 0.6, 2))
    flat("shore", surface("soil", (0.16, 0.15, 0.12), 0, 0.95), (900, 400), 0.6, (0, 250))
    flat("beach", surface("sand", (0.50, 0.42, 0.30), 0, 0.9), (900, 26), 0.5, (0, 460))


def build():
    rng = random.Random(11)
    to_sun = outdoors(20, 118, 0.11, 4.6, (1, 0.80, 0.58), 0.7, HAZE, GLOW, 0.10, clouds=0.55)
    steel_paint, dark = paint("yellow", (0.80, 0.40, 0.02)), surface("dark", (0.03, 0.03, 0.033), 0.2, 0.45)
    white, metal = surface("white", (0.72, 0.73, 0.73), 0, 0.38, 0.05, 60, wear=0.1), surface("stainless", (0.62, 0.63, 0.64), 1, 0.24,
        0.05, 90, (1, 1, 0.1), 0.1)
    cable, rust = surface("cable", (0.012, 0.012, 0.013), 0, 0.5), surface("rust", (0.16, 0.062, 0.028), 0.4, 0.75, 0.3, 30)
    cast, pane = cast_concrete("cast", 0.36), surface("pane", (0.02, 0.025, 0.03), 0, 0.15, specular=0.7)
    net = netting("net", (0.035, 0.17, 0.095))
    top = 78.0
    here = Bars()
    here.box((4.5, -8, top - 0.1), (17, 22, 0.2))
    here.box((-3.9, -8, top - 0.5), (0.3, 22, 0.8))
    here.box((4.5, 2.9, top - 0.5), (17, 0.3, 0.8))
    here.box((8.6, -0.6, top + 0.25), (0.25, 5.2, 0.5))
    here.mesh("here", cast_concrete("slab", 0.42, 5.0), 0.012)
    ends = Bars()
    for k in range(27):
        for s in (-0.09, 0.09):
            ends.bar((8.6 + s, -3.1 + 0.19 * k, top + 0.45), (8.6 + s + rng.uniform(-0.03, 0.03), -3.1 + 0.19 * k + rng.uniform(-0.03,
                0.03), top + 1.55), 0.008, 6)
    for z in (0.62, 0.9):
        for s in (-0.1, 0.1):
            ends.bar((8.6 + s, -3.2, top + z), (8.6 + s, 2.0, top + z), 0.006, 6)
    ends.mesh("ends", rust)
    runs = [((-3.95, 2.95, top), (12.95, 2.95, top)), ((-3.95, 2.72, top), (-3.95, -15, top))]
    rails(runs, steel_paint, steel_paint, paint("kick", (0.72, 0.03, 0.02), chips=0.1))
    sensor((-1.55, 1.35, top), dark, white, metal, cable)
    # the two other blocks with their cranes, the town, the sea
    tower((31, 66), (30, 17), 24, cast, net, pane, rng)
    tower((-47, 100), (30, 17), 21, cast, net, pane, rng)
    lamp = glow("lamp", (1, 0.08, 0.04), 5)
    crane((steel_paint, dark, cast, dark_glass(), lamp), (11, 60), 98, -58, 48, 0.55, 16)
    crane((steel_paint, dark, cast, dark_glass(), lamp), (-72, 100), 88, 72, 46, 0.5, 14, False)
    sea(rng)
    town(rng)
    sails = Bars()
    for x, y in ((-60, 640), (-20, 720), (52, 690), (96, 830), (150, 700), (-170, 760)):
        sails._add([(x, y, 1.5), (x + 7, y, 1.5), (x + 1, y, 19), (x, y + 0.3, 1.5)], [(0, 1, 2), (2, 1, 3), (0, 2, 3), (0, 3, 1)])
    sails.mesh("sails", white)
    fill_with_haze(to_sun, 3300, HAZE, GLOW, 260, ("lamp", "signal"), 60)
    camera((0.6, -3.9, top + 1.95), (0.35, 12, top + 1.9), 25)
