"""The command centre from the side, its seats before the screens: the slide of the services."""
import room_command
from kit import camera

PICTURE = "carousel/service"
SIZE = "1920 480"
EXPOSURE = 0.2


def build():
    room_command.build()
    camera((-10, -72, 17), (-19, 43, 14), 26, 0.8, (4, 4, 11))
