"""Frames rise under their cranes before sunrise, lamps in the storeys: the banner of the cases."""
import site_home
from kit import camera

PICTURE = "banner/cases"
SIZE = "1600 400"
EXPOSURE = -0.15


def build():
    site_home.build()
    camera((-26, 12, 48), (6, 90, 51), 22)
