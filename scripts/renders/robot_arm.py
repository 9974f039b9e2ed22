"""An arm of six axes, as robots carry it: housings across its plane, tubes between them. It moves in the xz plane of its parent."""
from kit import *


def housing(at, axis, length, r, mat, parent):
    """A cylinder with rounded ends, its middle at a place."""
    h, edge = length / 2, r * 0.3
    profile = [(0.001, -h), (r - edge, -h), (r - edge * 0.3, -h + edge * 0.3), (r, -h + edge), (r, h - edge), (r - edge * 0.3, h - edge * 0.3),
               (r - edge, h), (0.001, h)]
    o = lathe("housing", profile, mat, parent, 64, 50)
    o.location, o.rotation_euler = at, Vector(axis).to_track_quat("Z", "Y").to_euler()
    return o


def link(start, end, r, mat, ring, parent):
    """A tube with a ring at each end."""
    a, b = Vector(start), Vector(end)
    along = (b - a).normalized()
    rods("link", [(a, b, r)], mat, 48, parent)
    rods("rings", [(a + along * r * 1.15, a + along * r * 1.4, r * 1.06), (b - along * r * 1.4, b - along * r * 1.15, r * 1.06)], ring, 48, parent)


def build(shoulder, elbow, wrist, tool, r, m, parent):
    """From the shoulder by elbow and wrist to the tool; each is (x, z). Links lie beside each other in y, as their housings need it."""
    at = lambda point, y=0.0: Vector((point[0], y, point[1]))
    across = (0, 1, 0)
    beside = r * 1.9
    # The turntable carries the shoulder.
    foot = Vector((shoulder[0], 0, shoulder[1] - r * 3.0))
    slab("flange", circle(r * 1.55, 96, cx=foot.x), foot.z - 0.12, foot.z + 0.12, m["dark"], 0.04, parent)
    housing(foot + Vector((0, 0, r * 1.3)), (0, 0, 1), r * 2.7, r * 1.12, m["orange"], parent)
    housing(at(shoulder, beside * 0.35), across, r * 3.4, r * 1.08, m["orange"], parent)
    housing(at(shoulder, beside + r * 0.85), across, r * 0.5, r * 0.9, m["dark"], parent)
    link(at(shoulder, beside), at(elbow, beside), r * 0.8, m["white"], m["dark"], parent)
    housing(at(elbow, beside * 0.6), across, r * 3.3, r * 0.98, m["orange"], parent)
    for y in (beside * 0.6 - r * 1.72, beside * 0.6 + r * 1.72):
        housing(at(elbow, y), across, r * 0.3, r * 0.8, m["dark"], parent)
    link(at(elbow, 0.15 * r), at(wrist, 0.15 * r), r * 0.64, m["white"], m["dark"], parent)
    housing(at(wrist, 0.3 * r), across, r * 2.2, r * 0.76, m["orange"], parent)
    housing(at(wrist, 0.3 * r - r * 1.15), across, r * 0.3, r * 0.62, m["dark"], parent)
    # The last two axes stand in line with the tool.
    down = (at(tool) - at(wrist)).normalized()
    housing(at(wrist, r * 0.9) + down * r * 0.5, down, r * 1.9, r * 0.7, m["white"], parent)
    rods("flange", [(at(wrist, r * 0.9) + down * r * 1.3, at(tool, r * 0.9), r * 0.46)], m["steel"], 48, parent)
    # The hose lies along the links, with a bow at the elbow.
    hose = [at(shoulder, -r * 0.9) + Vector((-r * 0.9, 0, -r * 1.6)), at(shoulder, -r * 1.0) + Vector((-r * 0.5, 0, r * 1.6)),
            at(shoulder, -r * 0.2).lerp(at(elbow, -r * 0.2), 0.75) + Vector((-r * 0.9, 0, 0)), at(elbow, -r * 1.2) + Vector((-r * 0.2, 0, r * 1.1)),
            at(elbow).lerp(at(wrist), 0.3) + Vector((r * 0.3, -r * 0.9, r * 0.5)), at(wrist, -r * 0.9) + Vector((0, 0, r * 1.0)),
            at(wrist).lerp(at(tool), 0.7) + Vector((0, r * 0.3, 0))]
    tube("hose", hose, r * 0.12, m["rubber"], parent)
