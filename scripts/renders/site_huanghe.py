"""The industrial park from above: rows of frames under their cranes, the river behind."""
import case_huanghe
from siteparts import camera

PICTURE = "banner/huanghejiangong"
SIZE = "1600 684"
EXPOSURE = 0.1


def build():
    case_huanghe.build()
    camera((13, 10, 33), (-15, 150, 19), 25)
