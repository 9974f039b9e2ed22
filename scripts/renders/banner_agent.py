"""The city beyond the site, its lamps lit before sunrise: the banner of the dealers."""
import site_home
from kit import camera

PICTURE = "banner/agent"
SIZE = "1600 400"
EXPOSURE = -0.3


def build():
    site_home.build()
    camera((-40, 30, 82), (30, 400, 66), 30)
