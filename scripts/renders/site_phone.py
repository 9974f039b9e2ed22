"""The phone's home: the worker of home's first screen from nearer, the site on a phone in his hand."""
import site_home
from siteparts import camera

PICTURE = "banner/mobile-1"
SIZE = "1080 720"
EXPOSURE = 0.15


def build():
    site_home.build(held=(0.17, 0.085))
    camera((0.7, -4.6, site_home.TOP + 1.7), (0.7, 40, site_home.TOP + 0.5), 38, 2.8, (0.7, 4, site_home.TOP + 1.5))
