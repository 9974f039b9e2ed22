"""Showroom: two platforms for virtual reality with their headsets; on the screen what one sees there: the edge of a floor."""
from showroom import *

PICTURE = "showroom/4"
SIZE = "960 640"
EXPOSURE = 0.4


def headset(m, at, turn, tilt=0.0):
    root = empty("headset", at, (tilt, 0, turn))
    shell = empty("shell", (0, -0.75, 0), (90, 0, 0), root)
    slab("visor", rrect(2.1, 1.15, 0.5), -0.55, 0.45, m["white"], 0.22, shell)
    slab("front", rrect(1.9, 0.95, 0.42), 0.4, 0.5, m["black"], 0.05, shell)
    for x in (-0.6, 0.6):
        slab("lens", circle(0.13, 40, cx=x, cy=0.15), 0.48, 0.54, m["steel"], 0.02, shell)
    path = [(1.0 * math.cos(rad(a)), 0.15 + 1.15 * math.sin(rad(a)), 0.05) for a in range(-20, 201, 20)]
    tube("strap", path, 0.14, m["dark"], root)
    tube("over", [(0, -0.5, 0.5), (0, 0.2, 1.15), (0, 1.1, 0.55), (0, 1.3, 0.1)], 0.12, m["dark"], root)
    return root


def platform(m, at, turn, side):
    """A round floor with a guard at hip height; the headset hangs from an arm by its cable."""
    x, y = at
    podium(m, at, 8.4, 1.8)
    root = empty("platform", (x, y, 1.8), (0, 0, turn))
    slab("mat", circle(5.2, 96), 0, 0.12, surface("mat", (0.02, 0.022, 0.026), 0, 0.9, 0.4, 30), 0.03, root)
    rim = [(6.4 * math.cos(rad(a)), 6.4 * math.sin(rad(a)), 10.4) for a in range(-60, 241, 10)]
    rods("guard", [(a, b, 0.42) for a, b in zip(rim, rim[1:])], m["orange"], 24, root)
    low = [(px, py, 5.4) for px, py, _ in rim]
    rods("low", [(a, b, 0.2) for a, b in zip(low, low[1:])], m["steel"], 16, root)
    rods("posts", [((px, py, 0), (px, py, 10.4), 0.32) for px, py, _ in rim[::6]], m["dark"], 24, root)
    for point in (rim[0], rim[-1]):
        ball("end", 0.46, m["orange"], root).location = point
    mast = [(side * 6.6, 2, 0), (side * 7.2, 2, 14), (side * 6.2, 1.6, 22), (side * 2.4, 0.4, 24.6), (side * 0.2, 0, 24.6)]
    tube("mast", mast, 0.5, m["white"], root)
    slab("reel", circle(0.9, 64), 23.4, 24.4, m["dark"], 0.15, root)
    spiral = [(0.35 * math.cos(k * 1.1), 0.35 * math.sin(k * 1.1), 23.4 - 0.075 * k) for k in range(96)]
    rods("cable", [(a, b, 0.09) for a, b in zip(spiral, spiral[1:])], m["black"], 8, root)
    headset(m, (x, y, 1.8 + 15.1), turn - 20, 8).scale = (1.4,) * 3
    for sx in (-1, 1):
        grip = empty("grip", (sx * 4.6, -4.45, 10.4), (20, 0, sx * 44), root)
        slab("stick", rrect(0.62, 0.62, 0.25), 0.3, 2.0, m["white"], 0.12, grip)
        slab("loop", circle(0.85, 48), 2.0, 2.25, m["black"], 0.08, grip, circle(0.66, 48))


def build():
    m = stuff()
    hall(m, "right", 46, 52)
    screen(m, "product/zhgd-ai-video", (0, 43.4, 21), (30, 22.5), 0, 1.0, light=1500)
    for at, turn, side in (((-13, 2), 12, -1), ((14, -2), -14, 1)):
        platform(m, at, turn, side)
        spot((at[0] - 6, at[1] - 22, 38), (*at, 8), 16000, (1, 0.9, 0.78))
        spot((at[0] + 7, at[1] + 14, 38), (*at, 10), 9000, COOL)
    slab("bench", rrect(16, 5, 0.8), 3.6, 4.6, m["top"], 0.15).location = (-38, 6, 0)
    for dx in (-6, 6):
        box("leg", (0.6, 4, 3.6), (-38 + dx, 6, 1.8), m["dark"], 0.05)
    headset(m, (-40, 6, 5.25), -30)
    headset(m, (-35.5, 6, 5.25), 12)
    camera((-17, -46, 16), (5, 0, 13), 26, 1.2, (0, 0, 14))
