"""The pit at its whole length from the edge, the cooling tower behind."""
import case_energy
from siteparts import camera

PICTURE = "banner/sddianjian1"
SIZE = "1600 684"
EXPOSURE = 0.35


def build():
    case_energy.build()
    camera((14, 1, 8), (-24, 80, 4), 19)
