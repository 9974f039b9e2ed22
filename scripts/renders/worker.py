"""A worker seen from behind, one unit to the metre: helmet, vest with bands, work clothes, gloves and boots, and a harness."""
from siteparts import *

# The jacket's outline by height: half its width, half its depth, how far it lies towards the front.
TORSO = ((0.84, 0.176, 0.128, 0.0), (0.95, 0.180, 0.132, 0.0), (1.05, 0.168, 0.120, 0.0), (1.15, 0.168, 0.116, 0.004), (1.28, 0.188, 0.126, 0.0),
         (1.38, 0.202, 0.124, -0.008), (1.44, 0.190, 0.108, -0.012), (1.48, 0.150, 0.090, -0.010), (1.51, 0.092, 0.076, -0.004), (1.55, 0.072, 0.070, 0.004))


def outline(z):
    for a, b in zip(TORSO, TORSO[1:]):
        if z <= b[0]:
            t = max(0.0, (z - a[0]) / (b[0] - a[0]))
            t = t * t * (3 - 2 * t)
            return [p + (q - p) * t for p, q in zip(a[1:], b[1:])]
    return TORSO[-1][1:]


def back(x, z, off):
    """The point of the back at x and z, off above it."""
    w, d, front = outline(z)
    share = min(1.0, abs(x) / (w + off))
    return Vector((x, front - (d + off) * (1 - share ** 2.5) ** 0.4, z))


def loft(name, low, high, off, mat, root, steps=40, n=72):
    bm = bmesh.new()
    rings = []
    for k in range(steps + 1):
        z = low + (high - low) * k / steps
        w, d, front = outline(z)
        ring = []
        for i in range(n):
            a = 2 * math.pi * i / n
            c, s = math.cos(a), math.sin(a)
            ring.append(bm.verts.new(((w + off) * math.copysign(abs(c) ** 0.8, c), front + (d + off) * math.copysign(abs(s) ** 0.8, s), z)))
        rings.append(ring)
    for a, b in zip(rings, rings[1:]):
        for i in range(n):
            bm.faces.new((a[i], a[(i + 1) % n], b[(i + 1) % n], b[i]))
    return solid(name, bm, mat, 0, root, smooth=80)


def strap(name, path, width, off, mat, root, steps=24):
    """A band that lies on the back along (x, z) points."""
    bm = bmesh.new()
    rows = []
    for (ax, az), (bx, bz) in zip(path, path[1:]):
        across = Vector((bz - az, ax - bx)).normalized() * width / 2
        for k in range(steps + 1):
            x, z = ax + (bx - ax) * k / steps, az + (bz - az) * k / steps
            rows.append([bm.verts.new(back(x + s * across.x, z + s * across.y, off)) for s in (-1, 0, 1)])
    for a, b in zip(rows, rows[1:]):
        for i in range(2):
            bm.faces.new((a[i], a[i + 1], b[i + 1], b[i]))
    o = solid(name, bm, mat, 0, root, smooth=80)
    thick = o.modifiers.new("thick", "SOLIDIFY")
    thick.thickness, thick.offset = 0.004, 0
    return o


def grown(name, chains, mat, root, folds=0.0, size=0.09, voxel=0.007):
    """Balls along chains of (point, radius), grown together; folds wrinkle the cloth."""
    bm = bmesh.new()
    for chain in chains:
        for (a, r), (b, s) in zip(chain, chain[1:]):
            a, b = Vector(a), Vector(b)
            count = max(2, int((b - a).length / (min(r, s) * 0.3)))
            for k in range(count + 1):
                t = k / count
                bmesh.ops.create_icosphere(bm, subdivisions=2, radius=r + (s - r) * t, matrix=Matrix.Translation(a.lerp(b, t)))
    mesh = bpy.data.meshes.new(name)
    bm.to_mesh(mesh)
    bm.free()
    mesh.materials.append(mat)
    o = link(bpy.data.objects.new(name, mesh), root)
    fuse = o.modifiers.new("fuse", "REMESH")
    fuse.mode, fuse.voxel_size, fuse.use_smooth_shade = "VOXEL", voxel, True
    even = o.modifiers.new("even", "SMOOTH")
    even.factor, even.iterations = 0.5, 6
    if folds:
        wrinkle(o, folds, size)
    return o


def wrinkle(o, depth, size):
    for scale, share in ((size, 1.0), (size * 0.4, 0.25)):
        texture = bpy.data.textures.new("folds", "CLOUDS")
        texture.noise_scale, texture.noise_depth = scale, 1
        m = o.modifiers.new("folds", "DISPLACE")
        m.texture, m.strength, m.mid_level, m.texture_coords = texture, depth * share, 0.5, "LOCAL"


def cloth(name, color, rough=0.85, scale=1.0):
    """Woven cloth: worn patches and small folds drawn out downwards, as deep as the units of a metre ask for."""
    m, n, l, b = new_material(name)
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    long = n.new("ShaderNodeMapping")
    long.inputs["Scale"].default_value = (1, 1, 0.45)
    l.new(p, long.inputs["Vector"])
    worn = ramp(n, l, noise(n, l, p, 5, 7), ((0.3, tuple(0.72 * v for v in color)), (0.7, tuple(1.15 * v + 0.004 for v in color))))
    l.new(worn, b.inputs["Base Color"])
    b.inputs["Roughness"].default_value, b.inputs["Sheen"].default_value = rough, 0.3
    bump(n, l, noise(n, l, long.outputs["Vector"], 22, 4), 0.5, 0.02 * scale, b)
    return m


def helmet(color, root, tilt, turn):
    head = empty("head", (0, 0.012, 1.60), (tilt, 0, turn), root)
    skin, hair = surface("skin", (0.36, 0.20, 0.13), 0, 0.55), surface("hair", (0.010, 0.009, 0.009), 0, 0.6, 0.5, 90, (1, 1, 0.2))
    o = ball("skull", 1, hair, head, (0.078, 0.097, 0.112))
    o.location = (0, 0.0, 0.05)
    for s in (-1, 1):
        ear = ball("ear", 1, skin, head, (0.012, 0.024, 0.036))
        ear.location = (0.082 * s, 0.012, 0.028)
    jaw = ball("jaw", 1, skin, head, (0.068, 0.080, 0.075))
    jaw.location = (0, 0.02, 0.005)
    shell = surface("shell", color, 0, 0.28, wear=0.08, coat=0.4, dust=0.12)
    profile = [(0.148, 0.0), (0.150, 0.003), (0.130, 0.012), (0.126, 0.022), (0.123, 0.050), (0.114, 0.084), (0.096, 0.112), (0.070, 0.132), (0.036, 0.143),
               (0.0005, 0.146)]
    dome = lathe("dome", profile, shell, head, smooth=80)
    dome.location, dome.scale = (0, 0.0, 0.062), (0.92, 1.16, 1.0)
    peak = slab("peak", rrect(0.20, 0.12, 0.055, 10), 0, 0.006, shell, 0.003, head)
    place(peak, (0, 0.165, 0.060), (-12, 0, 0))
    for x in (-0.032, 0.0, 0.032):
        points = []
        for k in range(9):
            a = rad(-62 + 15.5 * k)
            points.append((x, 0.134 * math.sin(a) * 1.0, 0.062 + 0.022 + 0.124 * math.cos(a) * (1 - abs(x) * 1.2)))
        tube("ridge", points, 0.006, shell, head)
    dark = surface("strapping", (0.012, 0.013, 0.016), 0, 0.7)
    band = lathe("band", [(0.096, 0.0), (0.100, 0.002), (0.100, 0.024), (0.096, 0.026)], dark, head)
    band.location, band.scale = (0, -0.002, 0.034), (0.86, 1.06, 1.0)
    box("knob", (0.046, 0.02, 0.03), (0, -0.112, 0.046), dark, 0.006, head)
    for s in (-1, 1):
        rods("chin strap", [((s * 0.082, 0.0, 0.06), (s * 0.066, 0.05, -0.055), 0.005)], dark, 8, head)


def harness(root, hook):
    web, metal = surface("web", (0.015, 0.05, 0.16), 0, 0.7, 0.4, 120), surface("ring", (0.6, 0.6, 0.58), 1, 0.3)
    for s in (-1, 1):
        strap("web", [(s * 0.125, 1.462), (0.0, 1.31), (-s * 0.165, 1.02)], 0.042, 0.027, web, root)
        strap("web", [(s * 0.165, 0.99), (s * 0.06, 0.90)], 0.042, 0.027, web, root)
    loft("belt", 0.985, 1.035, 0.026, web, root, 6)
    middle = back(0, 1.31, 0.032)
    box("plate", (0.085, 0.008, 0.085), middle, surface("plate", (0.02, 0.02, 0.022), 0, 0.6), 0.003, root)
    ring = slab("ring", circle(0.032, 40), -0.005, 0.005, metal, 0.002, root, hole=circle(0.024, 40))
    place(ring, middle + Vector((0, -0.016, 0.012)), (70, 0, 0))
    if hook:
        a = middle + Vector((0, -0.03, 0.0))
        tube("lanyard", [a, a + Vector((0.06, -0.05, -0.22)), a + Vector((0.15, 0.02, -0.44)), a + Vector((0.33, 0.30, -0.40)), hook], 0.009,
             surface("lanyard", (0.62, 0.10, 0.01), 0, 0.8, 0.6, 60), root)


def worker(at, turn, hook=None, right="rail", left="down", screen=None, tilt=8, look=0, scale=1.0, shell=(0.88, 0.20, 0.01),
           steps=(0.06, -0.03), tied=True):
    """Faces +y before the turn (counter-clockwise seen from above). A hand is at a rail, up to signal, down, swings fore or aft, or
    holds a phone; hook: where the harness is tied, if it is; scale: the units of a metre; shell: the helmet's colour;
    steps: how far in front the left and the right foot are; tied: wears a harness."""
    root = empty("worker", at, (0, 0, turn))
    root.scale = (scale, scale, scale)
    suit, glove = cloth("suit", (0.022, 0.040, 0.085), scale=scale), surface("glove", (0.30, 0.29, 0.27), 0, 0.9, 0.4, 60)
    boot = surface("boot", (0.035, 0.024, 0.016), 0, 0.6, 0.3, 40, dust=0.6)
    bright = cloth("vest", (0.95, 0.20, 0.012), 0.75, scale)
    silver = surface("silver", (0.72, 0.74, 0.76), 0.35, 0.34, 0.2, 90)
    body = loft("jacket", 0.84, 1.555, 0.0, suit, root)
    wrinkle(body, 0.012, 0.10)
    over = loft("vest", 0.93, 1.475, 0.014, bright, root)
    wrinkle(over, 0.010, 0.13)
    for low, high in ((1.005, 1.055), (1.125, 1.175)):
        wrinkle(loft("band", low, high, 0.0185, silver, root, 8), 0.010, 0.13)
    for s in (-1, 1):
        wrinkle(strap("brace", [(s * 0.112, 1.175), (s * 0.104, 1.32), (s * 0.10, 1.468)], 0.05, 0.0185, silver, root), 0.010, 0.13)
    legs = []
    for s, step in zip((-1, 1), steps):
        hip, knee, ankle = (s * 0.088, 0.0, 0.90), (s * 0.105, 0.028 + step * 0.5, 0.50), (s * 0.118, step - 0.01, 0.13)
        legs.append([(hip, 0.112), ((s * 0.098, 0.02, 0.70), 0.094), (knee, 0.076), ((s * 0.112, step * 0.8 - 0.012, 0.33), 0.073), (ankle, 0.066),
                     ((ankle[0], ankle[1], 0.10), 0.070)])
        foot = [((ankle[0], step - 0.035, 0.10), 0.05), ((ankle[0], step - 0.045, 0.045), 0.042), ((ankle[0] + s * 0.012, step + 0.08, 0.045), 0.046),
                ((ankle[0] + s * 0.022, step + 0.165, 0.038), 0.038)]
        grown("boot", [foot], boot, root)
        slab("sole", [(x * 0.95, y) for x, y in rrect(0.1, 0.29, 0.045, 8)], 0, 0.022, surface("sole", (0.01, 0.01, 0.01), 0, 0.8), 0.004, root).location = (
            ankle[0] + s * 0.01, step + 0.06, 0)
    grown("trousers", legs, suit, root, 0.028, 0.15)
    arms, hands = [], []
    for s, pose in ((1, right), (-1, left)):
        shoulder = (s * 0.196, -0.004, 1.405)
        if pose == "rail":
            elbow, wrist = (s * 0.31, 0.01, 1.15), (s * 0.30, 0.27, 1.235)
            hands.append([(wrist, 0.034), ((s * 0.295, 0.34, 1.245), 0.040), ((s * 0.29, 0.40, 1.235), 0.032), ((s * 0.285, 0.425, 1.20), 0.022)])
        elif pose == "phone":
            elbow, wrist = (s * 0.285, 0.0, 1.13), (s * 0.285, 0.245, 1.215)
            hands.append([(wrist, 0.034), ((s * 0.282, 0.32, 1.235), 0.038), ((s * 0.27, 0.38, 1.25), 0.026)])
        elif pose == "up":
            # A signal to the crane's driver.
            elbow, wrist = (s * 0.40, 0.06, 1.52), (s * 0.37, 0.14, 1.79)
            hands.append([(wrist, 0.034), ((s * 0.366, 0.15, 1.86), 0.040), ((s * 0.364, 0.155, 1.93), 0.024), ((s * 0.364, 0.16, 1.99), 0.014)])
        elif pose == "fore":
            elbow, wrist = (s * 0.25, 0.06, 1.15), (s * 0.215, 0.28, 1.02)
            hands.append([(wrist, 0.034), ((s * 0.208, 0.35, 0.99), 0.040), ((s * 0.20, 0.41, 0.955), 0.028)])
        elif pose == "aft":
            elbow, wrist = (s * 0.255, -0.13, 1.15), (s * 0.24, -0.11, 0.89)
            hands.append([(wrist, 0.034), ((s * 0.24, -0.10, 0.82), 0.040), ((s * 0.236, -0.085, 0.75), 0.028)])
        else:
            elbow, wrist = (s * 0.255, -0.03, 1.13), (s * 0.265, 0.05, 0.86)
            hands.append([(wrist, 0.034), ((s * 0.266, 0.065, 0.79), 0.040), ((s * 0.264, 0.08, 0.72), 0.028)])
        mid = Vector(elbow).lerp(Vector(wrist), 0.4)
        arms.append([((s * 0.15, -0.004, 1.42), 0.070), (shoulder, 0.074), (elbow, 0.057), (mid, 0.055), (wrist, 0.042)])
    grown("sleeves", arms, suit, root, 0.022, 0.08)
    grown("gloves", hands, glove, root, 0.004, 0.03, 0.005)
    collar = lathe("collar", [(0.075, 0.0), (0.080, 0.004), (0.074, 0.062), (0.070, 0.064), (0.064, 0.0)], suit, root)
    collar.location = (0, -0.004, 1.505)
    neck = lathe("neck", [(0.056, 0.0), (0.054, 0.06), (0.06, 0.12)], surface("neck", (0.33, 0.185, 0.12), 0, 0.55), root)
    neck.location = (0, 0.004, 1.51)
    helmet(shell, root, tilt, look)
    if left == "phone":
        phone = empty("phone", (-0.275, 0.39, 1.29), (48, 0, -4), root)
        slab("case", rrect(0.17, 0.085, 0.012, 8), -0.005, 0.004, surface("case", (0.012, 0.013, 0.015), 0, 0.5), 0.003, phone)
        sheet("screen", 0.158, 0.074, screen, (0, 0, 0.0046), (0, 0, 0), phone)
    if tied:
        harness(root, hook)
