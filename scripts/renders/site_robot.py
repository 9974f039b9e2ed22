"""The basement at night: the lamps along the columns, the robot small in the hall."""
import case_robot
from siteparts import camera

PICTURE = "banner/sdkaili"
SIZE = "1600 684"
EXPOSURE = 0.0


def build():
    case_robot.build()
    camera((-5.8, -4.5, 2.2), (3.5, 14, 1.2), 20)
