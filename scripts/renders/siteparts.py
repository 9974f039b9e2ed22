"""Parts of building sites, one Blender unit to the metre: cranes, concrete frames, rails, ground, sky and haze."""
from kit import *


class Bars:
    """Many boxes and bars of one material as one mesh; `at` moves and turns what is added."""

    def __init__(self):
        self.verts, self.faces, self.at = [], [], Matrix.Identity(4)

    def _add(self, verts, faces):
        n = len(self.verts)
        self.verts += [tuple(self.at @ Vector(v)) for v in verts]
        self.faces += [tuple(n + i for i in f) for f in faces]

    def bar(self, a, b, r, sides=4):
        a, b = Vector(a), Vector(b)
        q = (b - a).to_track_quat("Z", "Y")
        ring = [Vector((r * math.cos(t), r * math.sin(t), 0)) for t in (2 * math.pi * (i + 0.5) / sides for i in range(sides))]
        verts = [a + q @ p for p in ring] + [b + q @ p for p in ring]
        faces = [(i, (i + 1) % sides, sides + (i + 1) % sides, sides + i) for i in range(sides)]
        self._add(verts, faces + [tuple(range(sides))[::-1], tuple(range(sides, 2 * sides))])

    def box(self, center, size):
        c, (x, y, z) = Vector(center), (s / 2 for s in size)
        verts = [c + Vector((sx * x, sy * y, sz * z)) for sz in (-1, 1) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        self._add(verts, [(3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)])

    def mesh(self, name, mat, bevel=0.0, smooth=35):
        me = bpy.data.meshes.new(name)
        me.from_pydata(self.verts, [], self.faces)
        bm = bmesh.new()
        bm.from_mesh(me)
        return solid(name, bm, mat, bevel, None, 2, smooth)


# ---- materials ----

def new_material(name):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    return m, m.node_tree.nodes, m.node_tree.links, m.node_tree.nodes["Principled BSDF"]


def noise(n, l, vector, scale, detail=5):
    t = n.new("ShaderNodeTexNoise")
    t.inputs["Scale"].default_value, t.inputs["Detail"].default_value = scale, detail
    l.new(vector, t.inputs["Vector"])
    return t.outputs["Fac"]


def ramp(n, l, fac, stops):
    r = n.new("ShaderNodeValToRGB")
    e = r.color_ramp.elements
    while len(e) < len(stops):
        e.new(0.5)
    for each, (at, color) in zip(e, stops):
        each.position, each.color = at, (*color, 1) if isinstance(color, tuple) else (color, color, color, 1)
    l.new(fac, r.inputs["Fac"])
    return r.outputs["Color"]


def bump(n, l, height, strength, distance, shader):
    u = n.new("ShaderNodeBump")
    u.inputs["Strength"].default_value, u.inputs["Distance"].default_value = strength, distance
    l.new(height, u.inputs["Height"])
    l.new(u.outputs["Normal"], shader.inputs["Normal"])


def mix_colors(n, l, kind, fac, a, b):
    m = n.new("ShaderNodeMixRGB")
    m.blend_type = kind
    for value, socket in ((fac, m.inputs[0]), (a, m.inputs[1]), (b, m.inputs[2])):
        if isinstance(value, bpy.types.NodeSocket):
            l.new(value, socket)
        else:
            socket.default_value = value
    return m.outputs[0]


def cast_concrete(name="cast", tone=0.30, panel=1.22, wet=0.0):
    """Cast concrete: patches, streaks downwards and the joints of the formwork."""
    m, n, l, b = new_material(name)
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    streak = n.new("ShaderNodeMapping")
    streak.inputs["Scale"].default_value = (1, 1, 0.12)
    l.new(p, streak.inputs["Vector"])
    patches = ramp(n, l, noise(n, l, p, 0.5, 8), ((0.30, (tone * 0.72, tone * 0.70, tone * 0.66)), (0.72, (tone * 1.18, tone * 1.15,
        tone * 1.08))))
    streaks = ramp(n, l, noise(n, l, streak.outputs["Vector"], 2.2, 6), ((0.38, 0.62), (0.62, 1.0)))
    fine = noise(n, l, p, 9, 8)
    grain = ramp(n, l, fine, ((0.3, 0.84), (0.7, 1.06)))
    joints = n.new("ShaderNodeTexBrick")
    joints.offset = 0
    for key, value in (("Scale", 1), ("Mortar Size", 0.012), ("Brick Width", panel), ("Row Height", panel * 2)):
        joints.inputs[key].default_value = value
    joints.inputs["Color1"].default_value, joints.inputs["Color2"].default_value = (1, 1, 1, 1), (0.88, 0.88, 0.88, 1)
    joints.inputs["Mortar"].default_value = (0.62, 0.62, 0.62, 1)
    turn = n.new("ShaderNodeMapping")
    turn.inputs["Rotation"].default_value = (rad(90), 0, 0)
    l.new(p, turn.inputs["Vector"])
    l.new(turn.outputs["Vector"], joints.inputs["Vector"])
    color = mix_colors(n, l, "MULTIPLY", 1, mix_colors(n, l, "MULTIPLY", 1, patches, streaks), mix_colors(n, l, "MULTIPLY", 1, grain,
        joints.outputs["Color"]))
    l.new(color, b.inputs["Base Color"])
    if wet:
        l.new(ramp(n, l, noise(n, l, p, 0.35, 7), ((0.42, 0.10), (0.42 + wet * 0.35, 0.75))), b.inputs["Roughness"])
    else:
        b.inputs["Roughness"].default_value = 0.85
    b.inputs["Specular"].default_value = 0.4
    bump(n, l, fine, 0.05, 0.02, b)
    return m


def paint(name, color, rough=0.42, chips=0.5, rust=(0.14, 0.055, 0.025)):
    """Painted steel outdoors: faded patches, and rust where the paint has gone."""
    m, n, l, b = new_material(name)
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    faded = tuple(0.78 * c + 0.06 for c in color)
    coat = ramp(n, l, noise(n, l, p, 0.8, 6), ((0.35, color), (0.7, faded)))
    gone = ramp(n, l, noise(n, l, p, 7, 9), ((0.70 - 0.12 * chips, 0.0), (0.74 - 0.12 * chips, 1.0)))
    l.new(mix_colors(n, l, "MIX", gone, coat, (*rust, 1)), b.inputs["Base Color"])
    l.new(ramp(n, l, gone, ((0, rough), (1, 0.85))), b.inputs["Roughness"])
    return m


def netting(name, color):
    """Safety nets laced side by side: every panel of its own tint, in folds."""
    m, n, l, b = new_material(name)
    c = n.new("ShaderNodeTexCoord")
    p = c.outputs["Object"]
    x = n.new("ShaderNodeSeparateXYZ")
    l.new(p, x.inputs["Vector"])
    flatten = n.new("ShaderNodeCombineXYZ")
    l.new(_math(n, l, "ADD", x.outputs["X"], x.outputs["Y"]), flatten.inputs["X"])
    l.new(x.outputs["Z"], flatten.inputs["Y"])
    panels = n.new("ShaderNodeTexBrick")
    panels.offset = 0
    for key, value in (("Scale", 1), ("Mortar Size", 0.03), ("Brick Width", 1.8), ("Row Height", 3.0)):
        panels.inputs[key].default_value = value
    light, deep = tuple(1.5 * v + 0.02 for v in color), tuple(0.62 * v for v in color)
    panels.inputs["Color1"].default_value, panels.inputs["Color2"].default_value = (*light, 1), (*deep, 1)
    panels.inputs["Mortar"].default_value = (*[0.3 * v for v in color], 1)
    l.new(flatten.outputs["Vector"], panels.inputs["Vector"])
    dust = ramp(n, l, noise(n, l, p, 0.25, 6), ((0.35, 0.72), (0.7, 1.2)))
    l.new(mix_colors(n, l, "MULTIPLY", 1, panels.outputs["Color"], dust), b.inputs["Base Color"])
    b.inputs["Roughness"].default_value = 0.9
    folds = n.new("ShaderNodeMapping")
    folds.inputs["Scale"].default_value = (1, 1, 0.25)
    l.new(p, folds.inputs["Vector"])
    bump(n, l, noise(n, l, folds.outputs["Vector"], 3.2, 4), 0.8, 0.3, b)
    return m


def ground(name, dry, wet, puddles=0.46, scale=0.10):
    """Trodden earth with standing water in its hollows."""
    m, n, l, b = new_material(name)
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    hollow = noise(n, l, p, scale, 9)
    fine = noise(n, l, p, 3.0, 10)
    earth = mix_colors(n, l, "MULTIPLY", 1, ramp(n, l, hollow, ((puddles, wet), (puddles + 0.12, dry))), ramp(n, l, fine, ((0.3, 0.6),
        (0.7, 1.15))))
    l.new(earth, b.inputs["Base Color"])
    l.new(ramp(n, l, hollow, ((puddles - 0.02, 0.04), (puddles + 0.03, 0.9))), b.inputs["Roughness"])
    flat = ramp(n, l, hollow, ((puddles - 0.01, 0.0), (puddles + 0.06, 1.0)))
    bump(n, l, mix_colors(n, l, "MULTIPLY", 1, fine, flat), 0.9, 0.25, b)
    return m


def dark_glass(name="pane", color=(0.02, 0.03, 0.035)):
    return surface(name, color, 0, 0.06, specular=0.8)


# ---- light and air ----

def outdoors(elevation, turn, strength=0.25, sun=3.0, sun_color=(1, 0.72, 0.45), dust=2.0, haze=(0.5, 0.5, 0.5), glow=(1, 0.7, 0.4),
        depth=0.10, air=1.0, clouds=0.0):
    """A Nishita sky that fades into haze at the horizon, and the sun; `turn` is clockwise from +y. Returns the direction to the sun."""
    e, t = rad(elevation), rad(turn)
    to_sun = Vector((math.sin(t) * math.cos(e), math.cos(t) * math.cos(e), math.sin(e)))
    w = bpy.data.worlds.new("world")
    bpy.context.scene.world = w
    w.use_nodes = True
    n, l = w.node_tree.nodes, w.node_tree.links
    s = n.new("ShaderNodeTexSky")
    s.sky_type, s.sun_disc, s.sun_elevation, s.sun_rotation = "NISHITA", False, e, t
    s.altitude, s.air_density, s.dust_density, s.ozone_density = 30, air, dust, 3.0
    scaled = mix_colors(n, l, "MULTIPLY", 1, s.outputs["Color"], (strength, strength, strength, 1))
    d = n.new("ShaderNodeTexCoord").outputs["Generated"]
    z = n.new("ShaderNodeSeparateXYZ")
    l.new(d, z.inputs["Vector"])
    low = _exp(n, l, z.outputs["Z"], -1 / depth)
    if clouds:
        # thin clouds on a plane overhead, drawn out by the wind
        plane = n.new("ShaderNodeCombineXYZ")
        over = _math(n, l, "MAXIMUM", z.outputs["Z"], 0.02)
        l.new(_math(n, l, "MULTIPLY", _math(n, l, "DIVIDE", z.outputs["X"], over), 0.35), plane.inputs["X"])
        l.new(_math(n, l, "DIVIDE", z.outputs["Y"], over), plane.inputs["Y"])
        veil = ramp(n, l, noise(n, l, plane.outputs["Vector"], 0.55, 9), ((0.50, 0.0), (0.78, clouds)))
        scaled = mix_colors(n, l, "MIX", veil, scaled, (*[0.92 * v for v in (1.0, 0.98, 0.95)], 1))
    l.new(mix_colors(n, l, "MIX", low, scaled, _air(n, l, d, to_sun, haze, glow, False)), n["Background"].inputs["Color"])
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy, lamp.color, lamp.angle = sun, sun_color, rad(1.2)
    o = bpy.data.objects.new("sun", lamp)
    bpy.context.collection.objects.link(o)
    o.rotation_euler = to_sun.to_track_quat("Z", "Y").to_euler()
    return to_sun


def _math(n, l, kind, a, b=None):
    m = n.new("ShaderNodeMath")
    m.operation = kind
    for value, socket in ((a, m.inputs[0]), (b, m.inputs[1])):
        if isinstance(value, bpy.types.NodeSocket):
            l.new(value, socket)
        elif value is not None:
            socket.default_value = value
    return m.outputs[0]


def _exp(n, l, value, factor):
    """exp(factor * value), at most 1."""
    return _math(n, l, "MINIMUM", _math(n, l, "EXPONENT", _math(n, l, "MULTIPLY", value, factor)), 1.0)


def _air(n, l, direction, to_sun, haze, glow, towards_viewer):
    """The colour of the air: brighter and warmer towards the sun."""
    dot = n.new("ShaderNodeVectorMath")
    dot.operation = "DOT_PRODUCT"
    l.new(direction, dot.inputs[0])
    dot.inputs[1].default_value = to_sun * (-1 if towards_viewer else 1)
    near = _math(n, l, "POWER", _math(n, l, "MAXIMUM", dot.outputs["Value"], 0.0), 14.0)
    wide = _math(n, l, "POWER", _math(n, l, "MAXIMUM", dot.outputs["Value"], 0.0), 3.0)
    fac = _math(n, l, "ADD", _math(n, l, "MULTIPLY", near, 0.55), _math(n, l, "MULTIPLY", wide, 0.45))
    return mix_colors(n, l, "MIX", fac, (*haze, 1), (*glow, 1))


def fill_with_haze(to_sun, reach, haze, glow, ceiling=None, keep=(), start=20.0):
    """Mixes the colour of the air into every material by the distance from `start` on, and less above `ceiling`. Costs no samples."""
    for m in bpy.data.materials:
        # what is small and bright would take the samples of the lamps
        m.cycles.sample_as_light = False
        if m.name in keep or not m.use_nodes:
            continue
        n, l = m.node_tree.nodes, m.node_tree.links
        out = n["Material Output"]
        shader = out.inputs["Surface"].links[0].from_socket
        g = n.new("ShaderNodeNewGeometry")
        far = _math(n, l, "MAXIMUM", _math(n, l, "SUBTRACT", n.new("ShaderNodeCameraData").outputs["View Distance"], start), 0.0)
        fac = _math(n, l, "SUBTRACT", 1.0, _exp(n, l, far, -1 / reach))
        if ceiling:
            z = n.new("ShaderNodeSeparateXYZ")
            l.new(g.outputs["Position"], z.inputs["Vector"])
            above = _math(n, l, "MAXIMUM", z.outputs["Z"], 0.0)
            fac = _math(n, l, "MULTIPLY", fac, _math(n, l, "ADD", 0.45, _math(n, l, "MULTIPLY", _exp(n, l, above, -1 / ceiling), 0.55)))
        # only what the camera sees is behind air: light that bounces must not gain from it
        path = n.new("ShaderNodeLightPath").outputs["Is Camera Ray"]
        light = n.new("ShaderNodeEmission")
        l.new(_air(n, l, g.outputs["Incoming"], to_sun, haze, glow, True), light.inputs["Color"])
        mix = n.new("ShaderNodeMixShader")
        l.new(_math(n, l, "MULTIPLY", fac, path), mix.inputs[0])
        l.new(shader, mix.inputs[1])
        l.new(light.outputs[0], mix.inputs[2])
        l.new(mix.outputs[0], out.inputs["Surface"])


# ---- things of a site ----

def _truss(b, start, end, width, height, bay, chord, web):
    """A triangular truss with its apex up."""
    a, e = Vector(start), Vector(end)
    d = (e - a).normalized()
    side, up = d.cross(Vector((0, 0, 1))).normalized() * width / 2, Vector((0, 0, height))
    for p in (side, -side, up):
        b.bar(a + p, e + p, chord)
    count = round((e - a).length / bay)
    for i in range(count):
        s, m, t = (a + (e - a) * (i + k) / count for k in (0, 0.5, 1))
        for p in (side, -side):
            b.bar(s + p, m + up, web)
            b.bar(m + up, t + p, web)
        b.bar(s + side, s - side, web)
        b.bar(s + side, t - side, web * 0.8)


def crane(mats, at, height, turn, jib=50, trolley=0.55, drop=12, load=True, base=0.0, width=1.8):
    """A hammerhead tower crane; `turn` is the jib's direction, clockwise from +y. mats: steel, dark, concrete, glass, lamp."""
    steel, dark, weight, pane = Bars(), Bars(), Bars(), Bars()
    x, y = at
    everything = (steel, dark, weight, pane)
    for b in everything:
        b.at = Matrix.Translation((x, y, base))
    h, bay = width / 2, 2.8
    top = height - base
    count = int(top / bay)
    corners = [(-h, -h), (h, -h), (h, h), (-h, h)]
    for cx, cy in corners:
        steel.bar((cx, cy, 0), (cx, cy, top), 0.11)
    for i in range(count):
        z0, z1 = top * i / count, top * (i + 1) / count
        for k in range(4):
            (ax, ay), (bx, by) = corners[k], corners[(k + 1) % 4]
            steel.bar((ax, ay, z0), (bx, by, z0), 0.055)
            steel.bar((ax, ay, z0 if (i + k) % 2 else z1), (bx, by, z1 if (i + k) % 2 else z0), 0.05)
        steel.bar((-0.25, h - 0.35, z0), (0.25, h - 0.35, z0 + 0.01), 0.02)
    for b in everything:
        b.at = Matrix.Translation((x, y, height)) @ Matrix.Rotation(-rad(turn), 4, "Z")
    # turntable, cab, head
    dark.box((0, 0, 0.25), (2.3, 2.3, 0.5))
    steel.box((0, 0, 0.75), (2.0, 2.0, 0.5))
    for z in (-0.9, -1.8):
        dark.box((0, 0, z), (2.6, 2.6, 0.06))
        for sx in (-1.3, 1.3):
            for sy in (-1.3, 0, 1.3):
                steel.bar((sx, sy, z), (sx, sy, z + 1.0), 0.02)
            steel.bar((sx, -1.3, z + 1), (sx, 1.3, z + 1), 0.02)
            steel.bar((-1.3, sx, z + 1), (1.3, sx, z + 1), 0.02)
    steel.box((1.75, 1.2, 1.15), (1.3, 1.5, 0.25))
    steel.box((1.75, 1.0, 3.0), (1.35, 1.6, 0.2))
    steel.box((1.75, 0.45, 2.0), (1.3, 0.5, 1.9))
    pane.box((1.75, 1.2, 2.05), (1.24, 1.25, 1.7))
    for sx in (1.12, 2.38):
        for sy in (1.83, 0.9):
            steel.bar((sx, sy, 1.2), (sx, sy, 3.0), 0.045)
    head = 7.5
    for sx in (-0.8, 0.8):
        for sy in (-0.8, 0.8):
            steel.bar((sx, sy, 1), (sx * 0.15, sy * 0.15, head), 0.09)
    for z in (2.6, 4.2, 5.8):
        q = 0.8 - 0.68 * (z - 1) / (head - 1)
        for k in range(4):
            (ax, ay), (bx, by) = [(-q, -q), (q, -q), (q, q), (-q, q)][k], [(q, -q), (q, q), (-q, q), (-q, -q)][k]
            steel.bar((ax, ay, z), (bx, by, z), 0.05)
            steel.bar((ax, ay, z), (bx * 1.25, by * 1.25, z - 1.5), 0.04)
    # jib with trolley and hook, its ties
    _truss(steel, (0, 1, 1.1), (0, jib, 1.1), 1.3, 1.35, 2.4, 0.085, 0.042)
    for share in (0.42, 0.78):
        dark.bar((0, 0.1, head), (0, jib * share, 2.45), 0.04)
    reach = jib * trolley
    dark.box((0, reach, 0.85), (1.5, 1.6, 0.28))
    for sx in (-0.25, 0.25):
        for sy in (-0.3, 0.3):
            dark.bar((sx, reach + sy, 0.8), (sx * 0.4, reach + sy * 0.4, -drop), 0.018)
    steel.box((0, reach, -drop - 0.35), (0.35, 0.5, 0.9))
    dark.bar((0, reach, -drop - 0.8), (0, reach, -drop - 1.4), 0.06)
    if load:
        for sx in (-2.2, 2.2):
            dark.bar((0, reach, -drop - 1.3), (sx, reach, -drop - 3.4), 0.015)
        for i in range(7):
            dark.bar((-4.5, reach + 0.09 * (i % 3), -drop - 3.45 - 0.08 * (i // 3)), (4.5, reach + 0.09 * (i % 3),
                -drop - 3.45 - 0.08 * (i // 3)), 0.05)
    # counter jib with its weights, winch and board
    back = -13.5
    for sx in (-0.7, 0.7):
        steel.bar((sx, -1, 1.1), (sx, back, 1.1), 0.13)
        steel.bar((sx, -1, 2.15), (sx, back, 2.15), 0.022)
        for i in range(8):
            steel.bar((sx, -1 - 1.75 * i, 1.1), (sx, -1 - 1.75 * i, 2.15), 0.022)
        dark.bar((sx * 0.2, -0.1, head), (sx, back + 2, 1.3), 0.04)
    for i in range(7):
        steel.bar((-0.7, -1 - 1.75 * i, 1.1), (0.7, -2.75 - 1.75 * i, 1.1), 0.05)
    dark.box((0, back / 2, 1.12), (1.3, -back - 2, 0.04))
    for i in range(4):
        weight.box((0, back + 0.5 + 0.62 * i, 0.15), (1.15, 0.52, 2.5))
    steel.box((0, -8.4, 1.75), (1.1, 1.6, 0.9))
    dark.bar((-0.5, -9.6, 1.6), (0.5, -9.6, 1.6), 0.42, 16)
    names = ("steel", "dark", "weight", "pane")
    for b, mat, name in zip(everything, mats, names):
        b.mesh("crane " + name, mat, 0)
    lamp = Bars()
    lamp.at = steel.at
    lamp.box((0, 0, head + 0.25), (0.25, 0.25, 0.35))
    lamp.box((0, jib, 2.6), (0.2, 0.2, 0.3))
    lamp.mesh("crane lamp", mats[4])


def frame(mat, at, bays, floors, bay=(8, 8), rise=4.2, column=0.7, slab=0.22, last_columns=True, base=0.0):
    """A cast frame of columns, beams and slabs. Returns the height of its top slab."""
    b = Bars()
    b.at = Matrix.Translation((*at, base))
    (nx, ny), (bx, by) = bays, bay
    for f in range(floors + 1):
        z = f * rise
        if f:
            b.box((nx * bx / 2, ny * by / 2, z - slab / 2), (nx * bx + column + 0.6, ny * by + column + 0.6, slab))
            for i in range(nx + 1):
                b.box((i * bx, ny * by / 2, z - slab - 0.24), (0.32, ny * by, 0.5))
            for j in range(ny + 1):
                b.box((nx * bx / 2, j * by, z - slab - 0.24), (nx * bx, 0.32, 0.5))
        if f < floors or last_columns:
            tall = rise - slab if f < floors else 0.75
            for i in range(nx + 1):
                for j in range(ny + 1):
                    b.box((i * bx, j * by, z + tall / 2), (column, column, tall))
    b.mesh("frame", mat, 0.012)
    return base + floors * rise


def starter_bars(b, at, size=0.7, tall=1.25, count=4, rng=None):
    """The reinforcement that stands out of a column, with two ties."""
    x, y, z = at
    q = size / 2 - 0.06
    spots = [(-q + 2 * q * i / (count - 1), s) for i in range(count) for s in (-q, q)] + [(s,
        -q + 2 * q * i / (count - 1)) for i in range(1, count - 1) for s in (-q, q)]
    for sx, sy in spots:
        lean = [(rng.random() - 0.5) * 0.09 if rng else 0 for _ in range(3)]
        b.bar((x + sx, y + sy, z), (x + sx + lean[0], y + sy + lean[1], z + tall + lean[2]), 0.0125, 6)
    for dz in (0.18, 0.42, 0.66):
        k = q + 0.015
        for (ax, ay), (bx, by) in zip([(-k, -k), (k, -k), (k, k), (-k, k)], [(k, -k), (k, k), (-k, k), (-k, -k)]):
            b.bar((x + ax, y + ay, z + dz), (x + bx, y + by, z + dz), 0.007, 6)


def rising_frame(mat, rust, at, bays, floors, tall=1.4):
    """A frame with the reinforcement of its next storey."""
    high = frame(mat, at, bays, floors)
    ends = Bars()
    for i in range(bays[0] + 1):
        for j in range(bays[1] + 1):
            starter_bars(ends, (at[0] + 8 * i, at[1] + 8 * j, high + 0.7), 0.7, tall, 3)
    ends.mesh("ends", rust)
    return high


def rails(runs, posts, wires, kick):
    """Runs of standard guard panels; each is (from, to) or (from, to, width of its mesh). Posts and frames of tube, welded mesh, a kick plate."""
    parts = Bars(), Bars(), Bars()
    for run in runs:
        _rail(*parts, *run)
    for name, part, mat in zip(("rail", "wires", "kick"), parts, (posts, wires, kick)):
        part.mesh(name, mat)


def _rail(frame_bars, mesh_bars, plate, a, b, grid=0.05, tall=1.2, panel=1.9):
    a, b = Vector(a), Vector(b)
    count = max(1, round((b - a).length / panel))
    d = (b - a) / count
    along = d.normalized()
    for i in range(count + 1):
        p = a + d * i
        frame_bars.bar(p, p + Vector((0, 0, tall + 0.08)), 0.03)
        frame_bars.box(p + Vector((0, 0, 0.01)), (0.14, 0.14, 0.02))
    for i in range(count):
        s, e = a + d * i + along * 0.06, a + d * (i + 1) - along * 0.06
        for z in (0.24, tall):
            frame_bars.bar(s + Vector((0, 0, z)), e + Vector((0, 0, z)), 0.018, 8)
        for p in (s, e):
            frame_bars.bar(p + Vector((0, 0, 0.24)), p + Vector((0, 0, tall)), 0.018, 8)
        if grid:
            w = (e - s).length
            for k in range(1, int(w / grid)):
                p = s + along * grid * k
                mesh_bars.bar(p + Vector((0, 0, 0.24)), p + Vector((0, 0, tall)), 0.0022, 4)
            for k in range(1, int((tall - 0.24) / (grid * 2))):
                z = Vector((0, 0, 0.24 + grid * 2 * k))
                mesh_bars.bar(s + z, e + z, 0.0025, 4)
        q = along.to_track_quat("X", "Z").to_matrix().to_4x4()
        keep, plate.at = plate.at, Matrix.Translation((s + e) / 2 + Vector((0, 0, 0.12))) @ q
        plate.box((0, 0, 0), ((e - s).length, 0.012, 0.2))
        plate.at = keep


def hoarding(x, y, panels, white):
    """The fence around a site: panels of 3 m in a row from x, a white post before each."""
    fence, posts = Bars(), Bars()
    for i in range(panels):
        fence.box((x + 3.0 * i, y, 1.1), (2.94, 0.05, 2.2))
        posts.box((x - 1.5 + 3.0 * i, y - 0.05, 1.2), (0.12, 0.14, 2.4))
    fence.mesh("hoarding", paint("hoarding", (0.06, 0.17, 0.36), chips=0.1))
    posts.mesh("posts", white)


def flat(name, mat, size, z=0.0, center=(0, 0)):
    b = Bars()
    b.box((*center, z - 0.05), (*size, 0.1))
    return b.mesh(name, mat)


def work_lamp(at, target, power, color=(1, 0.86, 0.68), tall=2.0, size=0.5, mast=None, strength=40.0):
    """A lamp on a tripod or mast: it is seen, and lights what it aims at, unless it is too far away to cost samples: power 0."""
    x, y, z = at
    steel, face = Bars(), Bars()
    steel.bar((x, y, z), (x, y, z + tall), 0.03 if mast is None else 0.06, 8)
    for k in range(3):
        t = rad(120 * k + 20)
        steel.bar((x, y, z + min(tall * 0.5, 0.9)), (x + 0.55 * math.cos(t), y + 0.55 * math.sin(t), z), 0.016, 8)
    turn = (Vector(target) - Vector((x, y, z + tall))).to_track_quat("-Z", "Y").to_matrix().to_4x4()
    steel.at = face.at = Matrix.Translation((x, y, z + tall)) @ turn
    steel.box((0, 0, 0.04), (size + 0.06, size * 0.7 + 0.06, 0.1))
    face.box((0, 0, -0.015), (size, size * 0.7, 0.01))
    steel.mesh("lamp stand", surface("stand", (0.06, 0.06, 0.065), 0.6, 0.45))
    face.mesh("lamp face", glow("lamp face", color, strength))
    start = Vector((x, y, z + tall)) + (Vector(target) - Vector((x, y, z + tall))).normalized() * 0.08
    if power:
        area("work", start, target, (size, size * 0.7), power, color, 130)
