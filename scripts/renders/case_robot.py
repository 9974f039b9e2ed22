"""A basement at night: the troweling robot on fresh concrete, work lamps mirrored in it."""
import random
import trowelling_robot
from siteparts import *

PICTURE = "case/sdkaili"
SIZE = "1600 1067"
EXPOSURE = 0.0
HAZE, GLOW = (0.035, 0.05, 0.075), (0.06, 0.065, 0.07)


def wet_floor():
    """Concrete that has just been troweled: a dull sheen with the arcs of the blades."""
    m, n, l, b = new_material("floor")
    p = n.new("ShaderNodeTexCoord").outputs["Object"]
    patches = noise(n, l, p, 0.35, 7)
    l.new(ramp(n, l, patches, ((0.35, (0.075, 0.078, 0.082)), (0.7, (0.135, 0.137, 0.138)))), b.inputs["Base Color"])
    arcs = n.new("ShaderNodeTexWave")
    arcs.wave_type, arcs.rings_direction = "RINGS", "Z"
    for key, value in (("Scale", 1.1), ("Distortion", 14.0), ("Detail", 4.0), ("Detail Scale", 0.7)):
        arcs.inputs[key].default_value = value
    l.new(p, arcs.inputs["Vector"])
    sheen = ramp(n, l, patches, ((0.38, 0.17), (0.66, 0.5)))
    l.new(mix_colors(n, l, "ADD", 0.12, sheen, arcs.outputs["Color"]), b.inputs["Roughness"])
    b.inputs["Specular"].default_value = 0.6
    bump(n, l, mix_colors(n, l, "MIX", 0.35, noise(n, l, p, 1.3, 4), arcs.outputs["Color"]), 0.05, 0.02, b)
    return m


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
    ambient_light((0.012, 0.018, 0.03))
    cast = cast_concrete("cast", 0.34)
    flat("floor", wet_floor(), (90, 120), 0, (3, 35))
    hall(cast, rng)
    trowelling_robot.build((1.0, 3.15, 0), 24, 0.1)
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
    area("key", (-2.6, -0.4, 2.8), (1.0, 3.1, 0.3), (1.6, 1.2), 210, (1, 0.90, 0.78), 130)
    # the line of a laser level on the columns
    line = Bars()
    for i in range(-3, 5):
        for j in range(0, 9):
            x, y = 3.2 + 7.8 * i, 3.2 + 7.8 * j
            line.box((x, y - 0.352, 1.0), (0.7, 0.002, 0.012))
            line.box((x - 0.352 if x > 0 else x + 0.352, y, 1.0), (0.002, 0.7, 0.012))
    line.mesh("line", glow("laser", (1, 0.03, 0.02), 14))
    fill_with_haze(Vector((0, 1, 0.1)), 75, HAZE, GLOW, None, ("lamp face", "bulbs", "laser", "beacon", "headlamp"), 4)
    camera((-0.1, 0.35, 1.12), (0.1, 9, -0.45), 27)
