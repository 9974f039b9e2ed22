"""Shapes, lights and the camera. One unit is ten centimetres, so f-stops are a tenth of real ones."""
import math
import subprocess
import bpy
import bmesh
from mathutils import Euler, Matrix, Vector
from materials import *

rad = math.radians


# ---- outlines ----

def rrect(w, h, r, n=12, cx=0.0, cy=0.0):
    points = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for i in range(n + 1):
            a = rad(90 * k + 90 * i / n)
            points.append((cx + sx * (w / 2 - r) + r * math.cos(a), cy + sy * (h / 2 - r) + r * math.sin(a)))
    return points


def circle(r, n=64, lobes=0, depth=0.0, cx=0.0, cy=0.0):
    """Lobes make a knurled or star-shaped outline."""
    points = []
    for i in range(n):
        a = 2 * math.pi * i / n
        q = r + (depth * math.cos(lobes * a) if lobes else 0)
        points.append((cx + q * math.cos(a), cy + q * math.sin(a)))
    return points


def ngon(r, sides, n=48, cx=0.0, cy=0.0):
    points = []
    for i in range(n):
        a, s = 2 * math.pi * i / n, 2 * math.pi / sides
        q = r * math.cos(s / 2) / math.cos((a % s) - s / 2)
        points.append((cx + q * math.cos(a), cy + q * math.sin(a)))
    return points


def strip(path, t):
    """A bent sheet seen edge-on: a polyline with the thickness t."""
    left, right = [], []
    for i, p in enumerate(path):
        a, b = Vector(path[max(i - 1, 0)]), Vector(path[min(i + 1, len(path) - 1)])
        d = (b - a).normalized()
        normal = Vector((-d.y, d.x)) * t / 2
        left.append(tuple(Vector(p) + normal))
        right.append(tuple(Vector(p) - normal))
    return left + right[::-1]


def bend(corners, r, n=8):
    """A polyline with rounded inner corners."""
    out = [corners[0]]
    for i in range(1, len(corners) - 1):
        p, a, b = Vector(corners[i]), Vector(corners[i - 1]), Vector(corners[i + 1])
        u, v = (a - p).normalized(), (b - p).normalized()
        half = u.angle(v) / 2
        d = r / math.tan(half)
        c = p + (u + v).normalized() * r / math.sin(half)
        s, e = p + u * d - c, p + v * d - c
        for k in range(n + 1):
            out.append(tuple(c + s.lerp(e, k / n).normalized() * r))
    return out + [corners[-1]]


# ---- solids ----

def link(o, parent=None):
    bpy.context.collection.objects.link(o)
    o.parent = parent
    return o


def solid(name, bm, mat, bevel=0.0, parent=None, segments=3, smooth=35):
    """Makes an object of a bmesh, with rounded edges."""
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    mesh = bpy.data.meshes.new(name)
    bm.to_mesh(mesh)
    bm.free()
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    mesh.use_auto_smooth, mesh.auto_smooth_angle = True, rad(smooth)
    if mat:
        mesh.materials.append(mat)
    o = link(bpy.data.objects.new(name, mesh), parent)
    if bevel:
        m = o.modifiers.new("bevel", "BEVEL")
        m.width, m.segments, m.limit_method, m.angle_limit, m.harden_normals = bevel, segments, "ANGLE", rad(32), True
    return o


def slab(name, points, z0, z1, mat, bevel=0.0, parent=None, hole=None):
    """Extrudes an outline from z0 to z1; hole is an outline with as many points."""
    bm = bmesh.new()
    ring = lambda outline, z: [bm.verts.new((x, y, z)) for x, y in outline]
    low, high = ring(points, z0), ring(points, z1)
    inner = (ring(hole, z0), ring(hole, z1)) if hole else None
    n = len(points)
    for i in range(n):
        j = (i + 1) % n
        bm.faces.new((low[i], low[j], high[j], high[i]))
        if inner:
            bm.faces.new((inner[0][j], inner[0][i], inner[1][i], inner[1][j]))
            bm.faces.new((high[i], high[j], inner[1][j], inner[1][i]))
            bm.faces.new((low[j], low[i], inner[0][i], inner[0][j]))
    if not inner:
        bm.faces.new(high)
        bm.faces.new(low[::-1])
    return solid(name, bm, mat, bevel, parent)


def box(name, size, at, mat, bevel=0.0, parent=None, rot=(0, 0, 0)):
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1, matrix=Matrix.Diagonal((*size, 1)))
    return place(solid(name, bm, mat, bevel, parent), at, rot)


def boxes(name, each, mat, bevel=0.0, parent=None):
    """Many boxes as one object; each is (size, centre) or (size, centre, turn about z)."""
    bm = bmesh.new()
    for size, at, *turn in each:
        turned = Matrix.Rotation(rad(turn[0]), 4, "Z") if turn else Matrix.Identity(4)
        bmesh.ops.create_cube(bm, size=1, matrix=Matrix.Translation(at) @ turned @ Matrix.Diagonal((*size, 1)))
    return solid(name, bm, mat, bevel, parent)


def ball(name, r, mat, parent=None, scale=(1, 1, 1)):
    bm = bmesh.new()
    bmesh.ops.create_uvsphere(bm, u_segments=64, v_segments=32, radius=r, matrix=Matrix.Diagonal((*scale, 1)))
    return solid(name, bm, mat, 0, parent, smooth=80)


def lathe(name, profile, mat, parent=None, n=96, smooth=40):
    """Turns a profile of (radius, z) about the z axis."""
    bm = bmesh.new()
    angles = [2 * math.pi * i / n for i in range(n)]
    rings = [[bm.verts.new((r * math.cos(a), r * math.sin(a), z)) for a in angles] for r, z in profile]
    for a, b in zip(rings, rings[1:]):
        for i in range(n):
            bm.faces.new((a[i], a[(i + 1) % n], b[(i + 1) % n], b[i]))
    bmesh.ops.remove_doubles(bm, verts=bm.verts, dist=1e-5)
    return solid(name, bm, mat, 0, parent, smooth=smooth)


def rods(name, each, mat, n=8, parent=None):
    """Round bars as one object; each is (from, to, radius)."""
    bm = bmesh.new()
    for a, b, r in each:
        a, b = Vector(a), Vector(b)
        turned = (b - a).to_track_quat("Z", "Y").to_matrix().to_4x4()
        bmesh.ops.create_cone(bm, cap_ends=True, segments=n, radius1=r, radius2=r, depth=(b - a).length,
                              matrix=Matrix.Translation((a + b) / 2) @ turned)
    return solid(name, bm, mat, 0, parent)


def tube(name, points, r, mat, parent=None):
    c = bpy.data.curves.new(name, "CURVE")
    c.dimensions, c.bevel_depth, c.bevel_resolution, c.resolution_u, c.use_fill_caps = "3D", r, 6, 20, True
    s = c.splines.new("BEZIER")
    s.bezier_points.add(len(points) - 1)
    for b, p in zip(s.bezier_points, points):
        b.co = p
        b.handle_left_type = b.handle_right_type = "AUTO"
    c.materials.append(mat)
    return link(bpy.data.objects.new(name, c), parent)


def sheet(name, w, h, mat, at=(0, 0, 0), rot=(0, 0, 0), parent=None):
    """A rectangle facing its own z axis, with the whole of a picture on it."""
    bm = bmesh.new()
    uv = bm.loops.layers.uv.new()
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    face = bm.faces.new([bm.verts.new((x * w / 2, y * h / 2, 0)) for x, y in corners])
    for loop, (x, y) in zip(face.loops, corners):
        loop[uv].uv = ((x + 1) / 2, (y + 1) / 2)
    return place(solid(name, bm, mat, 0, parent), at, rot)


_font = None


def text(body, size, mat, at, parent=None, rot=(0, 0, 0), align="LEFT", depth=0.002):
    global _font
    if _font is None:
        found = subprocess.run(["fc-match", "-f", "%{file}", "Noto Sans CJK SC:bold"], capture_output=True, text=True)
        _font = bpy.data.fonts.load(found.stdout)
    c = bpy.data.curves.new(body, "FONT")
    c.body, c.size, c.font, c.extrude, c.align_x = body, size, _font, depth, align
    c.materials.append(mat)
    return place(link(bpy.data.objects.new(body, c), parent), at, rot)


def empty(name, at=(0, 0, 0), rot=(0, 0, 0), parent=None):
    return place(link(bpy.data.objects.new(name, None), parent), at, rot)


def place(o, at=(0, 0, 0), rot=(0, 0, 0)):
    o.location = at
    o.rotation_euler = Euler([rad(a) for a in rot])
    return o


def cut(o, tool):
    """Subtracts tool from o, before o's bevel."""
    m = o.modifiers.new("cut", "BOOLEAN")
    m.object, m.operation, m.solver = tool, "DIFFERENCE", "EXACT"
    while o.modifiers[0] != m:
        with bpy.context.temp_override(object=o, active_object=o):
            bpy.ops.object.modifier_move_up(modifier=m.name)
    tool.hide_render = True


# ---- light and camera ----

def ambient_light(color):
    """Light of one color from everywhere, for a scene within walls."""
    world = bpy.data.worlds.new("ambient")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*color, 1)


def sky(elevation, rotation, strength, tint=(1.0, 0.88, 1.05), ambient=(0.30, 0.30, 0.36), dust=1.6, air=1.1, ozone=4.0):
    """Nishita's sky without the disc of the sun; a low dusty sun goes mustard without the tint. Diffuse rays see the plain ambient
    colour instead: a glow at the horizon that is found by chance is noise."""
    world = bpy.data.worlds.new("sky")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "NONE"
    nodes, links = world.node_tree.nodes, world.node_tree.links
    texture = nodes.new("ShaderNodeTexSky")
    texture.sky_type, texture.sun_disc = "NISHITA", False
    texture.sun_elevation, texture.sun_rotation = rad(elevation), rad(rotation)
    texture.altitude, texture.air_density, texture.dust_density, texture.ozone_density = 60, air, dust, ozone
    tinted = nodes.new("ShaderNodeVectorMath")
    tinted.operation = "MULTIPLY"
    tinted.inputs[1].default_value = [t * strength for t in tint]
    mixed = nodes.new("ShaderNodeMixRGB")
    mixed.inputs["Color2"].default_value = (*ambient, 1)
    links.new(nodes.new("ShaderNodeLightPath").outputs["Is Diffuse Ray"], mixed.inputs["Fac"])
    links.new(texture.outputs["Color"], tinted.inputs[0])
    links.new(tinted.outputs["Vector"], mixed.inputs["Color1"])
    links.new(mixed.outputs["Color"], nodes["Background"].inputs["Color"])


def aim(o, at, target):
    o.location = at
    o.rotation_euler = (Vector(target) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    return link(o)


def area(name, at, target, size, power, color=(1, 1, 1), spread=180):
    d = bpy.data.lights.new(name, "AREA")
    d.shape, d.size, d.size_y, d.energy, d.color, d.spread = "RECTANGLE", size[0], size[1], power, color, rad(spread)
    o = aim(bpy.data.objects.new(name, d), at, target)
    # A lamp lights the set and shows in reflections, never in the picture itself.
    o.visible_camera = False
    return o


def sun(elevation, azimuth, power, color=(1, 0.7, 0.45), angle=1.5):
    """From the horizontal direction azimuth (0: +y, 90: +x)."""
    d = bpy.data.lights.new("sun", "SUN")
    d.energy, d.color, d.angle = power, color, rad(angle)
    a, e = rad(azimuth), rad(elevation)
    return aim(bpy.data.objects.new("sun", d), (math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)), (0, 0, 0))


def camera(at, target, lens, fstop=None, focus=None):
    d = bpy.data.cameras.new("camera")
    d.lens, d.clip_end = lens, 10000
    if fstop:
        d.dof.use_dof, d.dof.aperture_fstop, d.dof.aperture_blades = True, fstop, 9
        d.dof.focus_distance = (Vector(focus or target) - Vector(at)).length
    o = aim(bpy.data.objects.new("camera", d), at, target)
    bpy.context.scene.camera = o
    return o
