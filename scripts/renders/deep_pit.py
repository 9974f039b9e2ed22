"""The head of an inclinometer at the edge of the deep pit, its struts under work lamps."""
import case_energy
from siteparts import camera

PICTURE = "product/zhgd-deep-pit"
SIZE = "960 720"
EXPOSURE = 0.35


def build():
    case_energy.build()
    camera((0.7, -6.2, 3.0), (-10.9, 60, -12.4), 38.5)
