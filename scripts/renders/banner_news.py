"""The model of the town from near, the company's sites lit in orange: the banner of the news."""
import room_town
from kit import camera
from surroundings import facade

PICTURE = "banner/news"
SIZE = "1920 480"
EXPOSURE = 0.25


def build():
    room_town.build([facade("little", (c, c, c * 1.04), 0.2, 0.9, 0.15, 0.13, 0.7 * c) for c in (0.60, 0.46, 0.34)])
    camera((-26, -36, 18.5), (-14, 2, 10.2), 38, 0.35, (-6, -8, 10))
