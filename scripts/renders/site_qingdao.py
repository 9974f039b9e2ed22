"""The flats by the sea as the whole site: two blocks behind nets, their cranes, the bay."""
import case_qingdao
from siteparts import camera

PICTURE = "banner/qdfangwu"
SIZE = "1600 684"
EXPOSURE = -0.05


def build():
    case_qingdao.build()
    camera((-9, 4, 89), (-7, 110, 83), 25)
