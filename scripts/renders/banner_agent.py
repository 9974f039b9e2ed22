"""Three robots of the company before the window, the town in the evening behind them: the banner for dealers."""
import measuring_robot
import patrol_robot
import trowelling_robot
from showroom import *

PICTURE = "banner/agent"
SIZE = "1920 480"
EXPOSURE = 0.3


def build():
    m = stuff()
    hall(m, "back", 46, 74, near=3600)
    # What the glass mirrors of the lamps would be dots.
    bpy.data.objects.remove(bpy.data.objects["pane"])
    # The glow stands outside the picture: behind the words the sky is blue.
    sky(-1.0, 50, 1.3, tint=(1.0, 0.84, 1.1), ambient=(0.07, 0.09, 0.15))
    parts = patrol_robot.materials()
    for x, y, r in ((3, 14, 8.6), (22, 8, 6.4), (35, 30, 6.5)):
        podium(m, (x, y), r)
        spot((x - 6, y - 20, 36), (x, y, 4), 14000, (1, 0.9, 0.78))
        spot((x + 8, y + 12, 34), (x, y, 4), 6500, COOL)
    trowelling_robot.build((3, 14, 1.6), 20)
    patrol_robot.robot((22, 8, 1.6), -24, parts)
    measuring_robot.tripod(parts, (35, 30, 1.6))
    measuring_robot.head(parts, (35, 30), 20).location.z += 1.6
    camera((-4, -56, 13), (0, 24, 8.4), 29, 0.5, (12, 6, 6))
