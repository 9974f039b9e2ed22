"""The safety hall by day: one worker hangs in a harness over a mat, one waits; behind them the stations along the wall."""
from siteparts import *
from worker import worker

PICTURE = "product/jzbh-safety-hall"
SIZE = "960 720"
EXPOSURE = 0.32
HALF, BACK, TALL = 6.5, 6.2, 4.9


def hall(white, navy, orange, seam):
    """Sandwich panels on a steel frame, lamps between the trusses, a glossy floor with a way through it."""
    flat("floor", surface("epoxy", (0.46, 0.48, 0.50), 0, 0.22, mottle=0.05, wear=0.06), (2 * HALF, 24), 0, (0, -4))
    box("back", (2 * HALF, 0.1, TALL), (0, BACK + 0.05, TALL / 2), white)
    for s in (-1, 1):
        box("side", (0.1, 24, TALL), (s * (HALF + 0.05), -4, TALL / 2), white)
    box("ceiling", (2 * HALF, 24, 0.1), (0, -4, TALL + 0.05), white)
    boxes("seams", [((0.012, 0.012, TALL), (-HALF + 1.0 * k, BACK - 0.002, TALL / 2)) for k in range(1, 13)], seam)
    dado = [((2 * HALF, 0.03, 0.9), (0, BACK - 0.01, 0.45))] + [((0.03, 24, 0.9), (s * (HALF - 0.01), -4, 0.45)) for s in (-1, 1)]
    boxes("dado", dado, navy)
    boxes("stripe", [((2 * HALF, 0.034, 0.07), (0, BACK - 0.012, 0.95))] + [((0.034, 24, 0.07), (s * (HALF - 0.012), -4, 0.95)) for s in (-1, 1)], orange)
    steel = Bars()
    for y in (BACK - 0.2, 3.2, 0.2, -2.8):
        for s in (-1, 1):
            for dy in (-0.09, 0.09):
                steel.box((s * (HALF - 0.14), y + dy, TALL / 2), (0.22, 0.02, TALL))
            steel.box((s * (HALF - 0.14), y, TALL / 2), (0.02, 0.18, TALL))
        for z in (TALL - 0.55, TALL - 0.08):
            steel.box((0, y, z), (2 * HALF, 0.08, 0.08))
        for k in range(20):
            a, b = -HALF + 0.65 * k, -HALF + 0.65 * (k + 1)
            steel.bar((a, y, TALL - (0.08 if k % 2 else 0.55)), (b, y, TALL - (0.55 if k % 2 else 0.08)), 0.02, 6)
    steel.mesh("frame", navy, 0.003)
    lamps = [((0.16, 2.2, 0.05), (x, y, TALL - 0.12)) for x in (-4.6, -1.6, 1.6, 4.6) for y in (4.6, 1.7, -1.3)]
    # What is seen as a lamp would be noise as light: the light comes from areas.
    boxes("lamps", lamps, glow("tube", (1.0, 0.98, 0.94), 6)).visible_diffuse = False
    way = surface("way", (0.045, 0.19, 0.45), 0, 0.25)
    flat("way", way, (1.3, 13), 0.004, (0.75, -3.6))
    flat("way", way, (2 * HALF, 1.2), 0.004, (0, 3.5))
    for dx in (-0.69, 0.69):
        flat("line", white, (0.07, 13), 0.006, (0.75 + dx, -3.6))
    arrow = surface("arrow", (0.78, 0.79, 0.79), 0, 0.4)
    slab("arrow", [(0, 0.55), (0.32, 0.1), (0.11, 0.1), (0.11, -0.5), (-0.11, -0.5), (-0.11, 0.1), (-0.32, 0.1)], 0.004, 0.007, arrow).location = (0.75, -0.3, 0)
    text("安全体验馆", 2.75, navy, (2.35, BACK - 0.02, 3.22), None, (90, 0, 0), "CENTER", 0.05)
    box("rule", (4.9, 0.04, 0.07), (2.35, BACK - 0.02, 2.97), orange, 0.004)


def board(x, title, white, navy, z=2.35):
    box("plate", (0.30 * len(title) + 0.24, 0.04, 0.46), (x, BACK - 0.03, z), navy, 0.008)
    text(title, 0.82, white, (x, BACK - 0.055, z - 0.105), None, (90, 0, 0), "CENTER", 0.003)


def harness_rig(orange, blue, navy, metal):
    """Two posts and a beam over a mat; the hoist holds who hangs from it."""
    x, y = -1.55, 2.0
    for s in (-1, 1):
        box("post", (0.16, 0.16, 3.2), (x + s * 1.25, y, 1.6), orange, 0.012)
        box("foot", (0.30, 1.5, 0.10), (x + s * 1.25, y, 0.05), orange, 0.012)
        rods("brace", [((x + s * 1.25, y + d * 0.62, 0.08), (x + s * 1.25, y, 1.2), 0.035) for d in (-1, 1)] + [((x + s * 1.25, y, 2.6), (x + s * 0.65, y, 3.14), 0.035)], orange, 12)
    box("beam", (2.9, 0.18, 0.22), (x, y, 3.25), orange, 0.012)
    box("hoist", (0.46, 0.30, 0.26), (x, y, 3.02), navy, 0.03)
    rods("drum", [((x - 0.26, y, 2.98), (x + 0.26, y, 2.98), 0.09)], metal, 32)
    box("mat", (2.0, 2.6, 0.26), (x, y + 0.2, 0.13), blue, 0.05)
    boxes("seams", [((2.01, 0.012, 0.2), (x, y + 0.2 + d, 0.165)) for d in (-0.44, 0.44)] + [((0.012, 2.61, 0.2), (x + d, y + 0.2, 0.165)) for d in (-0.34, 0.34)], navy)
    return x, y


def helmet_rig(orange, white, metal, dark):
    """A weight that falls along two bars upon a helmet."""
    x, y = -5.1, 4.9
    for s in (-1, 1):
        box("post", (0.10, 0.10, 2.0), (x + s * 0.5, y, 1.0), orange, 0.008)
    box("top", (1.2, 0.16, 0.12), (x, y, 2.02), orange, 0.01)
    rods("guide", [((x + s * 0.16, y, 1.0), (x + s * 0.16, y, 1.98), 0.016) for s in (-1, 1)], metal, 12)
    rods("cord", [((x, y, 1.86), (x, y, 1.98), 0.008)], dark)
    rods("weight", [((x, y, 1.60), (x, y, 1.86), 0.12)], metal, 40)
    box("stand", (0.62, 0.5, 0.86), (x, y, 0.43), white, 0.02)
    box("base", (1.4, 0.8, 0.06), (x, y, 0.03), dark, 0.01)
    rods("neck", [((x, y, 0.86), (x, y, 1.0), 0.06)], dark, 24)
    lathe("helmet", [(0.16, 0.0), (0.14, 0.012), (0.128, 0.05), (0.105, 0.10), (0.06, 0.135), (0.0005, 0.146)], orange, smooth=80).location = (x, y, 1.0)


def drop(blue, orange, white):
    """The platform of 0.8 m with its opening, its steps and its rail."""
    x, y = 2.15, 4.95
    box("platform", (2.5, 1.7, 0.8), (x, y, 0.4), blue, 0.015)
    boxes("edge", [((2.54, 0.03, 0.07), (x, y - 0.86, 0.77))], orange, 0.004)
    for k in range(4):
        box("step", (0.9, 0.28, 0.2 * (k + 1)), (x - 0.7, y - 1.83 + 0.27 * k, 0.1 * (k + 1)), white, 0.008)
    each = []
    for a, b in (((-1.2, -0.8), (-1.2, 0.8)), ((-0.2, -0.8), (1.2, -0.8)), ((1.2, -0.8), (1.2, 0.8)), ((-1.2, 0.8), (1.2, 0.8))):
        p, q = Vector((x + a[0], y + a[1], 0.8)), Vector((x + b[0], y + b[1], 0.8))
        each += [(p + Vector((0, 0, h)), q + Vector((0, 0, h)), 0.022) for h in (0.6, 1.1)]
        each += [(v, v + Vector((0, 0, 1.1)), 0.026) for v in (p, p.lerp(q, 0.5), q)]
    rods("rail", each, orange, 12)
    text("0.8m", 0.9, white, (x + 0.62, y - 0.852, 0.28), None, (90, 0, 0), "CENTER", 0.003)


def power_and_fire(orange, white, navy, dark, red):
    """The desk of low voltage in its orange frame, and what puts out a fire."""
    x, y = 4.5, 5.85
    box("frame", (1.36, 0.34, 1.98), (x, y, 0.99), orange, 0.015)
    box("panel", (1.2, 0.02, 1.66), (x, y - 0.175, 1.06), white, 0.006)
    boxes("meters", [((0.22, 0.02, 0.22), (x - 0.36 + 0.36 * k, y - 0.19, 1.66)) for k in range(3)], dark, 0.01)
    boxes("breakers", [((0.09, 0.04, 0.16), (x - 0.42 + 0.14 * k, y - 0.195, 1.22)) for k in range(7)], dark, 0.006)
    boxes("levers", [((0.03, 0.03, 0.05), (x - 0.42 + 0.14 * k, y - 0.22, 1.24)) for k in range(7)], orange, 0.003)
    for k, color in enumerate(((0.9, 0.05, 0.02), (0.95, 0.6, 0.05), (0.05, 0.8, 0.15))):
        place(slab("lamp", circle(0.035, 32), 0, 0.02, glow("lamp", color, 2.5), 0.004), (x - 0.28 + 0.28 * k, y - 0.186, 1.44), (90, 0, 0))
    boxes("sockets", [((0.13, 0.03, 0.13), (x - 0.4 + 0.2 * k, y - 0.19, 0.78)) for k in range(5)], navy, 0.01)
    for k in range(4):
        at = (5.46 + 0.22 * k, 5.5, 0.12)
        lathe("cylinder", [(0.0005, 0), (0.08, 0), (0.085, 0.02), (0.085, 0.40), (0.06, 0.47), (0.025, 0.49), (0.025, 0.54), (0.0005, 0.54)], red).location = at
        box("handle", (0.03, 0.15, 0.03), (at[0], at[1] - 0.04, at[2] + 0.56), dark, 0.006)
        tube("hose", [(at[0], at[1] - 0.05, at[2] + 0.53), (at[0] - 0.1, at[1] - 0.1, at[2] + 0.4), (at[0] - 0.08, at[1] - 0.09, at[2] + 0.12)], 0.011, dark)
        box("label", (0.09, 0.01, 0.16), (at[0], at[1] - 0.083, at[2] + 0.22), white)
    box("rack", (1.0, 0.36, 0.12), (5.79, 5.5, 0.06), navy, 0.01)


def build():
    ambient_light((0.30, 0.32, 0.35))
    white, seam = surface("white", (0.76, 0.77, 0.78), 0, 0.5, mottle=0.03), surface("seam", (0.42, 0.44, 0.46), 0, 0.6)
    navy, blue, orange = surface("navy", (0.018, 0.065, 0.19), 0, 0.4), surface("mat", (0.04, 0.17, 0.44), 0, 0.45, 0.1, 60), surface("orange", (0.88, 0.21, 0.012), 0, 0.36)
    dark, metal, red = surface("dark", (0.02, 0.021, 0.023), 0.2, 0.5), surface("metal", (0.55, 0.56, 0.57), 1, 0.32), surface("red", (0.58, 0.018, 0.012), 0, 0.3, coat=0.4)
    hall(white, navy, orange, seam)
    x, y = harness_rig(orange, blue, navy, metal)
    worker((x, y + 0.15, 0.38), 0, right="down", left="down", tilt=4, look=0)
    rods("rope", [((x, y - 0.01, 1.70), (x, y - 0.01, 2.95), 0.012)], surface("rope", (0.62, 0.10, 0.01), 0, 0.8), 12)
    helmet_rig(orange, white, metal, dark)
    drop(blue, orange, white)
    power_and_fire(orange, white, navy, dark, red)
    for at, title in ((-5.52, "撞击体验"), (2.15, "洞口坠落"), (4.5, "综合用电"), (5.8, "灭火")):
        board(at, title, white, navy)
    beam = empty("beam", (3.1, 1.55, 0), (0, 0, 34))
    box("beam", (3.2, 0.16, 0.12), (0, 0, 0.3), orange, 0.012, beam)
    boxes("feet", [((0.12, 0.5, 0.24), (d, 0, 0.12)) for d in (-1.4, 0, 1.4)], navy, 0.01, beam)
    worker((0.36, 0.0, 0), 28, right="down", left="down", tilt=-4, look=10)
    area("lamps", (0, 1.5, TALL - 0.7), (0, 1.5, 0), (10, 7), 400, (1, 0.98, 0.95))
    area("day", (-5.6, -4.5, 3.4), (1.0, 4.0, 1.6), (3.4, 3), 420, (0.92, 0.96, 1.0))
    area("up", (0, -1.0, 0.3), (0, 1.5, TALL), (10, 6), 300, (1, 0.99, 0.97))
    for m in bpy.data.materials:
        m.cycles.sample_as_light = False
    camera((0.0, -4.6, 1.68), (0.1, 6, 1.78), 27, 5.6, (-1.2, 2.0, 1.4))
