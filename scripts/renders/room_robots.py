"""Showroom: the robots of the company on their stages."""
import measuring_robot
import patrol_robot
import trowelling_robot
import wall_robot
from showroom import *

PICTURE = "showroom/5"
SIZE = "960 640"
EXPOSURE = 0.35


def build():
    m = stuff()
    hall(m, "left", 46, 50)
    parts = patrol_robot.materials()
    stages = ((-17, 0, 8.6), (3, -13, 6.4), (23, 2, 9), (2, 22, 7.5))
    for x, y, r in stages:
        podium(m, (x, y), r)
        spot((x - 6, y - 18, 36), (x, y, 4), 14000, (1, 0.9, 0.78))
        spot((x + 8, y + 12, 34), (x, y, 4), 6500, COOL)
    trowelling_robot.build((-17, 0, 1.6), 24)
    patrol_robot.robot((3, -13, 1.6), -28, parts)
    wall_robot.robot((22.5, 2, 1.6), 205, parts)
    measuring_robot.tripod(parts, (2, 22, 1.6))
    measuring_robot.head(parts, (2, 22), 20).location.z += 1.6
    camera((9, -51, 14), (-3, 0, 9.4), 27, 1.2, (3, -14, 6))
