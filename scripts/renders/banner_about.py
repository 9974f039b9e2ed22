"""The terminal in a crane's cab at dusk, the town below: the company's banner."""
import crane_terminal
from kit import camera

PICTURE = "banner/about"
SIZE = "1600 400"
EXPOSURE = -0.3


def build():
    crane_terminal.build()
    camera((-0.4, -14.2, 3.0), (-3.1, 0.1, 2.3), 28, 0.34, (0.1, -0.55, 2.1))
