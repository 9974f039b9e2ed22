"""The dust monitor at the hoarding, the site behind it at dusk: the banner of the news."""
import dust_monitor
from kit import camera

PICTURE = "banner/news"
SIZE = "1600 400"
EXPOSURE = -0.45


def build():
    dust_monitor.build()
    camera((-20, -58, -3), (-13, 0, 8), 30)
