"""The trowelling robot large in its hall at night: the slide of the robots."""
import case_robot
from kit import camera

PICTURE = "carousel/robots"
SIZE = "1600 400"
EXPOSURE = -0.1


def build():
    case_robot.build()
    camera((-0.9, -0.6, 0.8), (0.8, 7.4, 0.05), 30)
