"""The rebar shed on its site, from farther away: the slide of the standard products."""
import rebar_shed
from kit import camera

PICTURE = "carousel/standardisation"
SIZE = "1600 400"
EXPOSURE = -0.1


def build():
    rebar_shed.build()
    camera((-6, -15, 1.7), (0.55, 3, 2.6), 30)
