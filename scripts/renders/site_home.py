"""Home's first screen: the trowelling robot finishes a slab high above the town at dusk; the dark wet side on the left is for words."""
import random
import trowelling_robot
from surroundings import *

PICTURE = "banner/home"
SIZE = "2880 1350"
EXPOSURE = 0.25
AIR = (0.05, 0.068, 0.125)
# The robot in front of its own track.
TURN = -46


def floor():
    """On the left concrete that was only drawn off; where the robot has been it is closed and shines, with the arcs of the blades."""
    n = Nodes("floor")
    at = n.add("NewGeometry").outputs["Position"]
    turned = n.add("Mapping", {"Vector": at, "Rotation": (0, 0, rad(-TURN))}).outputs["Vector"]
    place = n.add("SeparateXYZ", {"Vector": turned}).outputs
    x, y = place["X"], place["Y"]
    fine = n.noise(at, 4, 6, 0.7)
    edge = n.math("MULTIPLY", n.math("SUBTRACT", n.noise(at, 0.8, 5), 0.5), 1.3)
    # Behind the robot, and everything on its left hand.
    here = n.math("MULTIPLY", n.ramp(n.math("ADD", x, edge), -6.5, -6.1), n.ramp(n.math("ADD", y, edge), -1.5, -0.9))
    done = n.math("MAXIMUM", here, n.ramp(n.math("ADD", x, edge), 6.0, 6.4))
    # Each of the two trowels leaves arcs in its lane.
    lane = n.math("DIVIDE", n.math("ADD", x, 6.2), 6.2)
    off = n.math("MULTIPLY", n.math("SUBTRACT", n.math("FRACT", lane), 0.5), 6.2)
    sagitta = n.math("SQRT", n.math("MAXIMUM", n.math("SUBTRACT", 12.2, n.math("MULTIPLY", off, off)), 0.05))
    along = n.math("SUBTRACT", y, sagitta)
    stripe = n.add("CombineXYZ", {"X": n.math("MULTIPLY", off, 0.05), "Y": n.math("MULTIPLY", along, 0.9), "Z": n.math("FLOOR", lane)}).outputs[0]
    arcs = n.noise(stripe, 1.0, 5, 0.6)
    raw = n.blend(n.ramp(n.noise(at, 0.05, 7, 0.6), 0.35, 0.65), (0.075, 0.077, 0.08), (0.125, 0.124, 0.122))
    raw = n.blend(n.ramp(fine, 0.35, 0.7, 0, 0.4), raw, (0.04, 0.04, 0.042))
    closed = n.blend(n.ramp(n.noise(at, 0.2, 5), 0.3, 0.7), (0.085, 0.085, 0.085), (0.125, 0.123, 0.12))
    damp = n.ramp(n.noise(at, 0.035, 5, 0.55), 0.42, 0.62)
    rough = n.blend(done, n.ramp(damp, 0, 1, 0.55, 0.30), n.ramp(arcs, 0.3, 0.7, 0.13, 0.26))
    height = n.math("ADD", n.math("MULTIPLY", fine, n.ramp(done, 0, 1, 1, 0.0)), n.math("MULTIPLY", n.math("MULTIPLY", arcs, done), 0.22))
    bump = n.add("Bump", {"Strength": 0.5, "Distance": 0.12, "Height": height}).outputs["Normal"]
    color = n.blend(done, raw, closed)
    for key, value in {"Base Color": color, "Roughness": rough, "Normal": bump, "Specular": 0.55}.items():
        n.set(n.shader, key, value)
    box("slab", (900, 700, 4), (60, 240, -2), n.material)


def columns(rng):
    cast = haze(concrete("column", (0.27, 0.26, 0.245)), AIR, 1500)
    bars = haze(surface("bars", (0.20, 0.09, 0.045), 0.3, 0.7), AIR, 1500)
    spots = [(x, y) for x in (-45, 40, 125, 210, 295) for y in (85, 170, 255)]
    spots = [(x, y) for x, y in spots if (x, y) not in ((40, 85), (-45, 85))]
    boxes("columns", [((6.4, 6.4, 8), (x, y, 4)) for x, y in spots], cast, 0.12)
    each = []
    for x, y in spots:
        corners = [(dx, dy) for dx in (-2.6, -0.9, 0.9, 2.6) for dy in (-2.6, 2.6)] + [(dx, dy) for dx in (-2.6, 2.6) for dy in (-0.9, 0.9)]
        each += [((x + dx, y + dy, 7.5), (x + dx + rng.uniform(-0.5, 0.5), y + dy + rng.uniform(-0.5, 0.5), 20 + rng.uniform(-0.6, 0.6)), 0.125)
                 for dx, dy in corners]
        each += [(a, b, 0.06) for z in (10, 12.5, 15) for a, b in (((x - 2.8, y - 2.8, z), (x + 2.8, y - 2.8, z)), ((x - 2.8, y + 2.8, z), (x + 2.8, y + 2.8, z)),
                 ((x - 2.8, y - 2.8, z), (x - 2.8, y + 2.8, z)), ((x + 2.8, y - 2.8, z), (x + 2.8, y + 2.8, z)))]
    rods("starters", each, bars, 6)


def guard():
    """The guardrail along the edge of the slab."""
    yellow = haze(surface("rail", (0.80, 0.34, 0.02), 0, 0.45, dust=0.3), AIR, 1800)
    y = 330
    runs = [((-380, y, z), (520, y, z), 0.2) for z in (2.4, 12)]
    rods("rails", runs + [((x, y, 0), (x, y, 13), 0.3) for x in range(-380, 521, 20)], yellow, 8)
    wires = haze(surface("wires", (0.72, 0.31, 0.02), 0, 0.5), AIR, 1800)
    rods("mesh", [((x * 2, y, 2.4), (x * 2, y, 12), 0.045) for x in range(-190, 260)] +
         [((-380, y, z), (520, y, z), 0.045) for z in (4.8, 7.2, 9.6)], wires, 4)
    box("kick", (900, 0.2, 2), (70, y, 1.2), haze(surface("kick", (0.72, 0.05, 0.02), 0, 0.5), AIR, 1800))


def lamps(dark):
    for x, y, to in ((52, 128, -20), (150, 260, -12)):
        stand = empty("stand", (x, y, 0), (0, 0, to))
        stand.scale = (0.8,) * 3
        rods("legs", [((0, 0, 1), (0, 0, 27), 0.28)] + [((0, 0, 12), (6.5 * math.cos(rad(a)), 6.5 * math.sin(rad(a)), 0), 0.2) for a in (30, 150, 270)],
             dark, 12, stand)
        rods("bar", [((-4, 0, 27), (4, 0, 27), 0.25)], dark, 12, stand)
        boxes("housings", [((3.6, 1.2, 2.7), (dx, 0, 28.6)) for dx in (-2.4, 2.4)], dark, 0.15, stand)
        # Lights of their own: in the wet floor they would be sparks else.
        boxes("faces", [((3.1, 0.1, 2.2), (dx, -0.64, 28.6)) for dx in (-2.4, 2.4)], glow("work", (1, 0.80, 0.54), 20), 0, stand)


def build():
    rng = random.Random(31)
    sky(0.5, 30, 0.36, tint=(1.0, 0.88, 1.16), ambient=(0.065, 0.09, 0.16))
    floor()
    columns(rng)
    guard()
    lamps(surface("stand", (0.02, 0.021, 0.023), 0, 0.5, 0.08, 120))
    trowelling_robot.build((0, 0, 0), TURN)
    far = haze(surface("far", (0.62, 0.22, 0.03), 0, 0.5), AIR, 2600)
    block = haze(surface("block", (0.28, 0.28, 0.28), 0, 0.8), AIR, 2600)
    tower_crane((500, 1500, -420), 590, -72, far, block, reach=520, r=2.0)
    tower_crane((330, 3000, -420), 640, 64, far, block, reach=560, r=2.4)
    # Low on the side of the words.
    walls = facades(AIR, 5200, 0.13, 1.8)
    town(rng, walls, 4200, 11000, 110, width=0.8, low=-600, tops=(-420, -40))
    for k in range(26):
        y = rng.uniform(3300, 6500)
        x, w, h = rng.uniform(0.02, 0.5) * y, rng.uniform(110, 330), rng.uniform(0.01, 0.085) * y
        boxes("tower", [((w, 260, h + 600), (x, y, (h - 600) / 2))], walls[k % 3])
    # Work light from behind on the right, the evening from the front.
    area("work", (26, 26, 22), (0, 0, 3), (6, 4), 30000, (1, 0.76, 0.50))
    area("side", (20, -12, 15), (1, 0, 3), (7, 5), 5500, (1, 0.84, 0.64))
    area("blue", (-14, -22, 12), (0, 0, 3), (10, 8), 5600, (0.60, 0.75, 1))
    area("beam", (-2.6, -2.6, 3.8), (-13, -11, 0), (5, 0.8), 1300, (0.9, 0.95, 1), 110)
    camera((-7.5, -34, 7.4), (-6.4, 0, 4.9), 40, 0.28, (-1.5, -3.5, 3.8))
