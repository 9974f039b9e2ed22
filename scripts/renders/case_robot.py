"""A basement at night: the troweling robot on fresh concrete, work lamps mirrored in it."""
import random
from siteparts import *

PICTURE = "case/sdkaili"
SIZE = "1600 1067"
EXPOSURE = 0.15
HAZE, GLOW = (0.035, 0.05, 0.075), (0.06, 0.065, 0.07)


def wet_floor():
    """Concrete that has just been troweled: a dull sheen with the arcs of the blades."""
    m, n, l, b = new_material("floor")
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    patches = noise(n, l, p, 0.35, 7)
    l.new(ramp(n, l, patches, ((0.35, (0.075, 0.078, 0.082)), (0.7, (0.135, 0.137, 0.138)))), b.inputs["Base Color"])
    arcs = n.new("ShaderNodeTexWave")
    arcs.wave_type, arcs.rings_direction = "RINGS", "Z"
    for key, value in (("Scale", 1.6), ("Distortion", 5.0), ("Detail", 3.0), ("Detail Scale", 1.2)):
        arcs.inputs[key].default_value = value
    l.new(p, arcs.inputs["Vector"])
    sheen = ramp(n, l, patches, ((0.38, 0.10), (0.66, 0.34)))
    l.new(mix_colors(n, l, "ADD", 0.10, sheen, arcs.outputs["Color"]), b.inputs["Roughness"])
    b.inputs["Specular"].default_value = 0.6
    bump(n, l, mix_colors(n, l, "MIX", 0.35, noise(n, l, p, 1.3, 4), arcs.outputs["Color"]), 0.10, 0.02, b)
    return m


def robot(at, turn, white, orange, dark, metal, rubber):
    root = bpy.data.objects.new("robot", None)
    bpy.context.collection.objects.link(root)
    root.location, root.rotation_euler = at, (0, 0, rad(turn))
    # two trowels with their blades and guard rings
    for x in (-0.42, 0.42):
        ring = slab("ring", circle(0.45, 96), 0.10, 0.125, dark, 0.004, root, circle(0.425, 96))
        ring.location = (x, 0, 0)
        for k in range(5):
            blade = slab("blade", rrect(0.36, 0.13, 0.02, 6), 0.008, 0.016, metal, 0.002, root)
            t = 72 * k + (20 if x > 0 else 0)
            place(blade, (x + 0.235 * math.cos(rad(t)), 0.235 * math.sin(rad(t)), 0.012), (4, 0, t))
            arm = slab("arm", rrect(0.34, 0.04, 0.01, 4), 0.035, 0.06, dark, 0.004, root)
            place(arm, (x + 0.2 * math.cos(rad(t)), 0.2 * math.sin(rad(t)), 0), (0, 0, t))
        gear = slab("gear", circle(0.13, 64), 0.06, 0.24, metal, 0.012, root)
        gear.location = (x, 0, 0)
        for k in range(4):
            spoke = slab("spoke", rrect(0.9, 0.025, 0.01, 4), 0.125, 0.145, dark, 0.003, root)
            place(spoke, (x, 0, 0), (0, 0, 45 * k))
    # chassis, housing, battery doors, bumpers
    slab("deck", rrect(1.36, 0.66, 0.12, 16), 0.22, 0.30, dark, 0.015, root)
    slab("hull", rrect(1.28, 0.60, 0.16, 20), 0.30, 0.56, white, 0.05, root)
    slab("band", rrect(1.292, 0.612, 0.166, 20), 0.345, 0.395, orange, 0.006, root)
    slab("lid", rrect(0.96, 0.44, 0.12, 16), 0.56, 0.64, dark, 0.03, root)
    for x in (-0.3, 0.3):
        door = slab("door", rrect(0.44, 0.13, 0.02, 8), -0.004, 0.006, white, 0.004, root)
        place(door, (x, -0.3005, 0.475), (90, 0, 0))
        latch = slab("latch", rrect(0.07, 0.022, 0.008, 6), 0, 0.014, dark, 0.003, root)
        place(latch, (x + 0.15, -0.305, 0.475), (90, 0, 0))
    text("筑站科技", 0.085, dark, (-0.47, -0.3095, 0.447), root, (90, 0, 0), "LEFT", 0.001)
    text("抹平机器人 02", 0.05, dark, (0.13, -0.3095, 0.458), root, (90, 0, 0), "LEFT", 0.001)
    # what it sees with: a lidar on a post, two cameras, lamps
    slab("post", circle(0.045, 40), 0.64, 0.92, dark, 0.004, root)
    slab("lidar base", circle(0.085, 64), 0.92, 0.945, metal, 0.004, root)
    slab("lidar", circle(0.078, 64), 0.945, 1.015, dark_glass("lens", (0.006, 0.006, 0.008)), 0.006, root)
    slab("lidar top", circle(0.085, 64), 1.015, 1.05, metal, 0.01, root)
    rod = slab("rod", circle(0.014, 24), 0.64, 1.0, metal, 0.002, root)
    rod.location = (-0.4, 0.12, 0)
    amber = slab("amber", circle(0.05, 48), 1.0, 1.1, glow("beacon", (1, 0.36, 0.03), 9), 0.012, root)
    amber.location = (-0.4, 0.12, 0)
    stop = slab("stop base", circle(0.05, 40), 0.64, 0.66, surface("stop yellow", (0.8, 0.5, 0.02), 0, 0.4), 0.003, root)
    stop.location = (0.36, -0.1, 0)
    knob = slab("stop", circle(0.032, 40), 0.66, 0.70, surface("stop red", (0.55, 0.01, 0.01), 0, 0.3, coat=0.4), 0.008, root)
    knob.location = (0.36, -0.1, 0)
    for x in (-0.46, 0.46):
        lens = slab("lamp", rrect(0.2, 0.05, 0.024, 10), 0, 0.012, glow("headlamp", (0.82, 0.92, 1), 26), 0.003, root)
        place(lens, (x, -0.338, 0.262), (90, 0, 0))
    eye = slab("camera", circle(0.024, 40), 0, 0.02, dark_glass("lens2", (0.004, 0.005, 0.01)), 0.004, root)
    place(eye, (0, -0.345, 0.262), (90, 0, 0))
    for s in (-1, 1):
        bar = slab("bumper", rrect(0.05, 0.5, 0.024, 10), 0.2, 0.27, rubber, 0.012, root)
        bar.location = (s * 0.72, 0, 0)
    tube("handle", [(-0.55, 0.2, 0.56), (-0.55, 0.22, 0.78), (0, 0.24, 0.84), (0.55, 0.22, 0.78), (0.55, 0.2, 0.56)], 0.017, metal, root)


def hall(cast, rng):
    b = Bars()
    for i in range(-3, 5):
        for j in range(-1, 9):
            x, y = 3.2 + 7.8 * i, 3.2 + 7.8 * j
            b.box((x, y, 1.9), (0.7, 0.7, 3.8))
            b.box((x, y, 3.52), (1.9, 1.9, 0.26))
    for i in range(-3, 5):
        b.box((3.2 + 7.8 * i, 30, 3.62), (0.4, 80, 0.5))
    for j in range(-1, 9):
        b.box((3.2, 3.2 + 7.8 * j, 3.62), (64, 0.4, 0.5))
    b.box((3, 30, 3.95), (64, 84, 0.2))
    b.box((3, 70.5, 1.9), (64, 0.4, 4))
    b.box((-24, 30, 1.9), (0.4, 84, 4))
    b.box((35, 30, 1.9), (0.4, 84, 4))
    b.mesh("hall", cast, 0.015)


def build():
    rng = random.Random(9)
    w = bpy.data.worlds.new("world")
    bpy.context.scene.world = w
    w.use_nodes = True
    w.node_tree.nodes["Background"].inputs["Color"].default_value = (0.012, 0.018, 0.03, 1)
    white, dark = surface("shell", (0.74, 0.75, 0.75), 0, 0.30, 0.03, 80, wear=0.12, coat=0.3), surface("dark", (0.022, 0.023, 0.026),
        0.1, 0.42, 0.08, 120, wear=0.1)
    orange, metal = surface("orange", (0.90, 0.17, 0.015), 0, 0.32, coat=0.3, wear=0.08), surface("metal", (0.46, 0.47, 0.48), 1, 0.28,
        0.06, 60, wear=0.12)
    rubber, cast = surface("rubber", (0.012, 0.012, 0.012), 0, 0.75), cast_concrete("cast", 0.34)
    flat("floor", wet_floor(), (90, 120), 0, (3, 35))
    hall(cast, rng)
    robot((-0.62, 3.0, 0), -24, white, orange, dark, metal, rubber)
    warm, cold = (1, 0.80, 0.55), (0.78, 0.90, 1)
    for x, y, tx, ty, power, color in ((5.2, 9.6, -1, 3.5, 620, warm), (-6.6, 12.5, 0, 6, 560, warm), (8.5, 26, 0, 14, 900, cold),
            (-9.5, 33, 2, 22, 900, cold), (5.5, 50, 0, 38, 1200, warm)):
        work_lamp((x, y, 0), (tx, ty, 0.4), power, color, 2.1, 0.55, strength=26)
    # a line of bulbs along the ceiling
    bulbs = Bars()
    for j in range(16):
        bulbs.box((-0.7, 4 + 4 * j, 3.33), (1.1, 0.07, 0.05))
    bulbs.mesh("bulbs", glow("bulbs", (1, 0.93, 0.82), 11))
    area("ceiling", (-0.7, 31, 3.25), (-0.7, 31, 0), (1.2, 58), 1000, (1, 0.93, 0.82), 170)
    area("key", (-3.6, -0.6, 2.8), (-0.62, 3.0, 0.3), (1.6, 1.2), 190, (1, 0.90, 0.78), 130)
    # the line of a laser level on the columns
    line = Bars()
    for i in range(-3, 5):
        for j in range(0, 9):
            x, y = 3.2 + 7.8 * i, 3.2 + 7.8 * j
            line.box((x, y - 0.352, 1.0), (0.7, 0.002, 0.012))
            line.box((x - 0.352 if x > 0 else x + 0.352, y, 1.0), (0.002, 0.7, 0.012))
    line.mesh("line", glow("laser", (1, 0.03, 0.02), 14))
    fill_with_haze(Vector((0, 1, 0.1)), 75, HAZE, GLOW, None, ("lamp face", "bulbs", "laser", "beacon", "headlamp"), 4)
    camera((0.75, 0.1, 1.02), (0.15, 9, 0.62), 25)
