"""The site office in the blue hour, the platform on its screen, the site behind its window: the catalogue's banner."""
import site_office
from kit import camera

PICTURE = "banner/product"
SIZE = "1600 400"
EXPOSURE = 0.2


def build():
    site_office.build()
    camera((-4.2, -23.5, 5.6), (-3.5, 0.6, 3.05), 33, 0.3, (0.3, 0.9, 3.4))
