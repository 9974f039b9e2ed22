"""The industrial park three weeks before, from the same place."""
import case_huanghe
from case_huanghe import EXPOSURE

PICTURE = "case/huanghejiangong-before"
SIZE = "960 640"


def build():
    case_huanghe.build(before=True)
