"""What the camera of the 18th floor sees: a guard panel is missing at the edge. The screens of alarms show it."""
import random
from siteparts import *

PART = "product/parts/edge"
SIZE = "800 560"
EXPOSURE = 0.1
HAZE, GLOW = (0.50, 0.57, 0.66), (0.95, 0.92, 0.86)


def build():
    rng = random.Random(8)
    to_sun = outdoors(36, 62, 0.12, 3.2, (1, 0.93, 0.84), 1.2, HAZE, GLOW, 0.12)
    grey = cast_concrete("grey", 0.36)
    top = 54.0
    flat("ground", ground("earth", (0.22, 0.17, 0.12), (0.06, 0.05, 0.04), 0.45, 0.035), (1600, 2200), 0, (0, 900))
    slab_ = Bars()
    slab_.box((2, 0, top - 0.11), (40, 12, 0.22))
    slab_.box((2, 5.9, top - 0.45), (40, 0.35, 0.7))
    for x in (-8.2, -0.4, 7.4):
        slab_.box((x, 4.9, top + 0.35), (0.7, 0.7, 0.7))
    slab_.mesh("slab", cast_concrete("near", 0.42, wet=0.12), 0.012)
    bars = Bars()
    for x in (-8.2, -0.4, 7.4):
        starter_bars(bars, (x, 4.9, top + 0.68), 0.7, 1.5, 4, rng)
    bars.mesh("bars", surface("rust", (0.16, 0.062, 0.028), 0.4, 0.75, 0.3, 30))
    # Two panels are missing.
    runs = [((a, 5.8, top), (b, 5.8, top)) for a, b in ((-17, 0.6), (5.1, 20))]
    rails(runs, paint("orange", (0.80, 0.20, 0.02), chips=0.2), paint("mesh", (0.80, 0.22, 0.03), chips=0.2),
          paint("white", (0.75, 0.75, 0.73), chips=0.2))
    wood = Bars()
    for i in range(6):
        wood.at = Matrix.Translation((-2.4, 2.6, top + 0.02 + 0.021 * i)) @ Matrix.Rotation(rad(14 + 3 * rng.random()), 4, "Z")
        wood.box((0, 0, 0), (1.83, 0.915, 0.018))
    wood.mesh("wood", surface("plywood", (0.22, 0.105, 0.05), 0, 0.6, 0.2, 20, (1, 12, 1)), 0.002)
    dark = surface("dark", (0.02, 0.02, 0.022), 0.3, 0.5)
    steel = (paint("yellow", (0.80, 0.40, 0.02)), dark, grey, dark_glass(), glow("lamp", (1, 0.08, 0.04), 6))
    for x, y, nx, ny, floors in ((-30, 60, 4, 4, 13), (26, 80, 4, 3, 11), (-10, 170, 5, 3, 12), (70, 190, 5, 3, 10)):
        frame(grey, (x, y), (nx, ny), floors, base=0.0)
    crane(steel, (14, 70), 78, 40, 48, 0.5, 16)
    fill_with_haze(to_sun, 260, HAZE, GLOW, 60, ("lamp",))
    camera((-3.0, -4.8, top + 3.3), (2.3, 6.4, top + 0.9), 36)
