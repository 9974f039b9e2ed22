"""Showroom: the command centre: the wall of screens, desks before it."""
from showroom import *

PICTURE = "showroom/2"
SIZE = "960 640"
EXPOSURE = 0.3


def desk(m, x, y, faces):
    slab("top", rrect(26, 8.2, 0.4), 7.0, 7.4, m["top"], 0.08).location = (x, y, 0)
    box("front", (25, 0.5, 5.6), (x, y + 3.4, 4.1), m["navy"], 0.08)
    for s in (-1, 1):
        box("leg", (0.6, 7, 7), (x + s * 12.2, y, 3.5), m["dark"], 0.06)
    box("foot", (25, 0.3, 0.2), (x, y + 3.8, 0.4), m["cold"])
    for dx, file in zip((-6.6, 6.6), faces):
        screen(m, file, (x + dx, y + 1.6, 11.0), (6.8, 5.1), -dx * 1.2, 0.9)
        box("stem", (0.6, 0.4, 3), (x + dx, y + 2.2, 8.9), m["black"])
        slab("stand", rrect(3, 2, 0.2), 7.4, 7.55, m["black"], 0.03).location = (x + dx, y + 2.0, 0)
        slab("keys", rrect(4.3, 1.4, 0.12), 7.4, 7.58, m["black"], 0.04).location = (x + dx, y - 1.8, 0)
        chair(m, (x + dx, y - 7.5), 180 + 8 * (1 if dx > 0 else -1))


def build():
    m = stuff()
    m["cold"].cycles.sample_as_light = False
    hall(m, "right", 46, 56)
    screen(m, "platform", (0, 43, 21.5), (44, 24.75), 0, 1.25, light=1800)
    for s, files in ((-1, ("product/zhgd-tower-crane-group", "product/zhgd-ai-video-wall")), (1, ("product/zhgd-tower-crane-display", "case/qdfangwu"))):
        for k, file in enumerate(files):
            screen(m, file, (s * 31.2, 41.4, 27.9 - 12.55 * k), (16, 12), s * 15, 1.1)
    desk(m, -17, 4, ("product/zhgd-tower-crane-display", "product/zhgd-ai-video-wall"))
    desk(m, 17, 4, ("product/zhgd-tower-crane-group", "product/zhgd-tower-crane-display"))
    for x in (-17, 17):
        spot((x, 2, 39), (x, 2, 7), 7000)
    camera((-8, -40, 17.5), (2, 12, 13.2), 24, 1.6, (0, 20, 14))
