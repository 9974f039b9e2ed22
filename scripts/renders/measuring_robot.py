"""The measuring robot scans a room at dusk, before its handover: a laser head on a tripod, its line on walls and ceiling; an engineer reads the
result on his phone."""
import random
from patrol_robot import materials
from surroundings import *
from worker import worker

PICTURE = "product/cpxt-measuring"
SIZE = "960 720"
EXPOSURE = -0.15
AIR = (0.05, 0.068, 0.125)
HEIGHT = 13.0  # of the tripod's plate
HEADING = 64.0  # of the laser's plane


def tripod(m, at):
    root = empty("tripod", at)
    carbon = surface("carbon", (0.03, 0.031, 0.034), 0.1, 0.42, 0.1, 90, wear=0.08, dust=0.2)
    slab("plate", ngon(1.15, 3, 60), HEIGHT - 0.35, HEIGHT, m["steel"], 0.08, root)
    slab("hub", circle(0.55, 64), HEIGHT - 1.3, HEIGHT - 0.3, m["dark"], 0.06, root)
    rods("column", [((0, 0, HEIGHT - 4.2), (0, 0, HEIGHT - 1), 0.22)], m["steel"], 32, root)
    for k in range(3):
        a = rad(120 * k + 30)
        out = Vector((math.cos(a), math.sin(a), 0))
        side = Vector((-math.sin(a), math.cos(a), 0))
        head = out * 0.75 + Vector((0, 0, HEIGHT - 0.6))
        foot = out * 6.1 + Vector((0, 0, 0.1))
        knee = head.lerp(foot, 0.56)
        rods("upper", [(head + side * s * 0.34, knee + side * s * 0.34, 0.17) for s in (-1, 1)], carbon, 24, root)
        rods("lower", [(head.lerp(foot, 0.42), foot, 0.15)], m["steel"], 24, root)
        clamp = box("clamp", (1.1, 0.62, 0.85), (0, 0, 0), m["orange"], 0.12, root)
        clamp.location, clamp.rotation_euler = knee, (foot - head).to_track_quat("Z", "X").to_euler()
        lever = box("lever", (0.2, 0.24, 0.9), (0, 0, 0), m["dark"], 0.06, root)
        lever.location, lever.rotation_euler = knee + out * 0.42, (foot - head).to_track_quat("Z", "X").to_euler()
        rods("stay", [(Vector((0, 0, HEIGHT - 3.9)), head.lerp(foot, 0.4), 0.09)], m["steel"], 16, root)
        rods("foot", [(foot, foot + (foot - head).normalized() * 0.3, 0.24)], m["rubber"], 24, root)


def head(m, at, turn):
    """The mirror turns between two arms; a screen on the side."""
    root = empty("head", (at[0], at[1], HEIGHT), (0, 0, turn))
    slab("tribrach", circle(0.95, 96), 0.0, 0.4, m["dark"], 0.06, root)
    for k in range(3):
        a = rad(120 * k + 60)
        slab("screw", circle(0.24, 48, 20, 0.015, cx=0.95 * math.cos(a), cy=0.95 * math.sin(a)), 0.06, 0.36, m["steel"], 0.03, root)
    slab("swivel", circle(1.1, 96), 0.42, 0.7, m["steel"], 0.04, root)
    slab("base", rrect(3.3, 2.2, 0.5), 0.72, 1.85, m["white"], 0.16, root)
    slab("band", rrect(3.34, 2.24, 0.52), 1.0, 1.16, m["orange"], 0.02, root)
    slab("glow", rrect(3.33, 2.23, 0.52), 1.28, 1.34, m["strip"], 0.01, root)
    for sx in (-1, 1):
        arm = empty("arm", (sx * 1.22, 0, 0), (90, 0, 90), root)
        slab("arm", rrect(2.1, 3.2, 0.9, cy=3.1), -0.42, 0.42, m["white"], 0.14, arm)
        slab("inset", rrect(1.5, 2.4, 0.65, cy=3.25), 0.4 if sx > 0 else -0.45, 0.45 if sx > 0 else -0.4, m["navy"], 0.02, arm)
    top = box("handle", (2.9, 0.62, 0.34), (0, 0, 5.2), m["dark"], 0.14, root)
    for sx in (-1, 1):
        box("post", (0.34, 0.62, 0.7), (sx * 1.25, 0, 4.85), m["dark"], 0.1, root)
    # The mirror, at half a right angle, in its drum.
    drum = empty("drum", (0, 0, 3.35), (0, 90, 0), root)
    slab("drum", circle(0.86, 96), -0.78, 0.78, m["dark"], 0.06, drum)
    for x in (-0.6, 0.6):
        slab("ring", circle(0.9, 96), x - 0.06, x + 0.06, m["steel"], 0.02, drum)
    glasspane = surface("mirror", (0.55, 0.57, 0.6), 1, 0.03)
    window = empty("window", (0, -0.1, 3.35), (68, 0, 0), root)
    slab("window", circle(0.56, 96), 0.55, 0.83, m["gloss"], 0.03, window)
    slab("mirror", circle(0.42, 96), 0.80, 0.845, glasspane, 0.01, window)
    slab("beam", circle(0.06, 32, cx=0.1, cy=0.06), 0.84, 0.86, glow("beam", (1, 0.12, 0.04), 30), 0.005, window)
    # Screen and keys below the mirror, maker and name on the arm.
    panel = empty("panel", (0, -1.11, 1.58), (90, 0, 0), root)
    slab("led", circle(0.06, 32, cx=1.25), 0, 0.03, glow("led", (0.1, 1, 0.3), 8), 0.005, panel)
    text("筑站", 0.36, m["ink"], (-1.5, -1.112, 1.42), root, (90, 0, 0))
    screen = empty("screen", (-1.66, 0, 3.2), (90, 0, -90), root)
    slab("frame", rrect(1.2, 1.7, 0.16), 0, 0.08, m["gloss"], 0.03, screen)
    sheet("screen", 1.02, 1.5, display("scan", "scan", 1.6, 0.15), (0, 0, 0.086), parent=screen)
    return root


def robot(turn=20):
    m = materials()
    tripod(m, (0, 0, 0))
    head(m, (0, 0), turn)


def room(rng, m):
    w, d, h = 21.0, 34.0, 28.5  # half the width, the depth behind the head, the height
    plaster = surface("plaster", (0.46, 0.455, 0.44), 0, 0.85, 0.35, 14, mottle=0.16, mottle_scale=0.12)
    box("floor", (120, 120, 2), (0, 0, -1), concrete("floor", (0.26, 0.255, 0.245), wet=0.1, scale=0.5))
    box("ceiling", (120, 120, 2), (0, 0, h + 1), concrete("ceiling", (0.34, 0.33, 0.32), scale=0.4))
    # The back wall has the opening of a door, the left one a window without its frame.
    boxes("back", [((24, 2, h), (-14.5, d + 1, h / 2)), ((30, 2, h), (21.5, d + 1, h / 2)), ((9, 2, h - 21), (2, d + 1, h - (h - 21) / 2))],
          plaster, 0.05)
    boxes("left", [((2, 30, h), (-w - 1, -9, h / 2)), ((2, 12, h), (-w - 1, 30, h / 2)), ((2, 18, 9), (-w - 1, 15, 4.5)),
                   ((2, 18, h - 24), (-w - 1, 15, h - (h - 24) / 2))], plaster, 0.05)
    box("right", (2, 80, h), (w + 1, 0, h / 2), plaster, 0.05)
    beyond = surface("beyond", (0.40, 0.39, 0.37), 0, 0.9, mottle=0.15)
    box("beyond", (60, 1, h), (2, d + 26, h / 2), beyond)
    box("beyond", (1, 26, h), (-14, d + 13, h / 2), beyond)
    walls = facades(AIR, 4200, 0.14, 1.8)
    for k in range(60):
        far = 1500 * (5000 / 1500) ** rng.random()
        boxes("town", [((300, 300, 1000), (-far, rng.uniform(-0.3, 2.4) * far, -500 + rng.uniform(-60, 0.10 * far)))], walls[k % 3])
    # Pipes for cables in the wall, the grey patch of a filled slot, a switch box.
    grey = surface("slot", (0.25, 0.25, 0.245), 0, 0.9, 0.4, 20)
    boxes("slots", [((0.9, 0.03, h - 12), (11.5, d - 0.01, 12 + (h - 12) / 2)), ((0.03, 0.9, h - 13), (w - 0.01, 18, 13 + (h - 13) / 2))], grey)
    boxes("sockets", [((0.9, 0.2, 0.9), (11.5, d - 0.1, 12)), ((0.2, 0.9, 0.9), (w - 0.1, 18, 12.5)), ((0.2, 0.9, 0.9), (w - 0.1, 18, 3))],
          m["orange"], 0.06)
    rods("wires", [((-8, 12, h), (-8, 12, h - 3.2), 0.06)], m["rubber"], 10)
    # What the craftsmen left: boards and two bags of filler.
    wood = surface("wood", (0.30, 0.16, 0.07), 0, 0.7, 0.2, 20, (1, 12, 1), mottle=0.2)
    boxes("boards", [((1.1, 24, 0.25), (w - 2.0 - 0.3 * i, 16, 0.14 + 0.27 * i), -2 + 3 * i) for i in range(3)], wood, 0.02)
    for i in range(2):
        bag = ball("bag", 1.0, surface("bag", (0.62, 0.60, 0.54), 0, 0.8, 0.5, 6, mottle=0.15), scale=(3.6, 2.3, 0.9))
        place(bag, (-w + 5.2 + i * 0.4, 29 - i * 0.3, 0.75 + 1.35 * i), (0, 0, 12 - 9 * i))
    return w, d, h


def laser(at, size):
    """Where the plane of the beam meets the room."""
    w, d, h = size
    a = rad(HEADING)
    t = (d - at[1]) / math.sin(a)
    x = at[0] + t * math.cos(a)
    beam = glow("laser", (1, 0.06, 0.02), 16)
    beam.cycles.sample_as_light = False
    r = 0.045
    end, high = Vector((x, d - 0.03, 0)), Vector((0, 0, h))
    start = Vector((at[0], at[1], 0))
    rods("laser", [(end, end + high, r), (start.lerp(end, 0.12) + high - Vector((0, 0, 0.03)), end + high - Vector((0, 0, 0.03)), r),
                   (start.lerp(end, 0.25) + Vector((0, 0, 0.03)), end + Vector((0, 0, 0.03)), r)], beam, 6)


def build():
    rng = random.Random(5)
    sky(0.6, -40, 0.5, tint=(1.0, 0.88, 1.16), ambient=(0.03, 0.04, 0.07))
    m = materials()
    at = (0, 0)
    size = room(rng, m)
    # The window is not mirrored in the screen.
    robot(32)
    laser(at, size)
    worker((15.3, 14, 0), 4, right="down", left="phone", screen=display("view", "platform", 1.2), tilt=-16, look=12, scale=10.5,
           shell=(0.80, 0.81, 0.82), tied=False)
    area("window", (-20, 15, 17), (2, 6, 9), (15, 14), 9000, (0.56, 0.70, 1))
    area("room", (0, 10, 28), (0, 8, 0), (26, 26), 500, (0.62, 0.75, 1))
    # From the next room falls warm light.
    area("beyond", (5, 54, 26), (3, 50, 0), (10, 10), 9000, (1, 0.76, 0.48))
    area("door", (2, 37, 12), (4, 10, 4), (8, 18), 4200, (1, 0.76, 0.48))
    area("key", (-10, -12, 22), (0, 0, 15), (6, 6), 1500, (1, 0.86, 0.68), 120)
    area("man", (4, -8, 26), (15, 13, 10), (5, 5), 2200, (1, 0.84, 0.64), 70)
    area("rim", (9, 6, 20), (0, 0, 15), (3, 6), 1200, (0.72, 0.85, 1))
    camera((-6.2, -22.0, 14.6), (3.0, 0, 12.2), 42, 0.42, (0, -0.6, 16))
