"""blender -b --factory-startup -P isometric.py -- NAME OUT

Draws a robot as OUT (a PNG without a ground) for the isometric pictures: the model of the renders in flat shades."""
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bpy
from kit import *
import measuring_robot
import patrol_robot
import trowelling_robot

SCALE = 40  # pixels for each unit
COLORS = {
    "white": (0.96, 0.97, 0.99), "orange": (1.0, 0.43, 0.10), "navy": (0.08, 0.22, 0.45), "dark": (0.17, 0.21, 0.29), "steel": (0.66, 0.71, 0.78),
    "blade": (0.78, 0.81, 0.86), "gloss": (0.09, 0.12, 0.19), "lens": (0.05, 0.09, 0.17), "ink": (1.0, 0.43, 0.10), "lamp": (0.86, 0.95, 1.0),
    "strip": (0.42, 0.76, 1.0), "rubber": (0.14, 0.18, 0.26), "yellow": (1.0, 0.76, 0.20), "red": (0.90, 0.22, 0.16), "cells": (0.50, 0.12, 0.10),
    "level": (0.40, 1.0, 0.62), "beacon": (1.0, 0.62, 0.20), "warning": (1.0, 0.80, 0.20), "coating": (0.14, 0.26, 0.50), "led": (0.40, 1.0, 0.62),
    "carbon": (0.20, 0.24, 0.32), "mirror": (0.80, 0.88, 0.96), "beam": (1.0, 0.36, 0.16), "scan": (0.16, 0.36, 0.62),
}


def flatten(material):
    """One colour, lightest above and darkest on the right, whatever the light."""
    r, g, b = COLORS[material.name.split(".")[0]]
    linear = [(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in (r, g, b)]
    tree = material.node_tree
    tree.nodes.clear()
    n = Nodes.__new__(Nodes)
    n.material, n.tree = material, tree
    normal = n.add("SeparateXYZ", {"Vector": n.add("NewGeometry").outputs["Normal"]}).outputs
    shade = n.math("ADD", 0.66, n.math("MULTIPLY", normal["Z"], 0.34))
    shade = n.math("ADD", shade, n.math("MULTIPLY", normal["Y"], -0.10))
    shade = n.math("ADD", shade, n.math("MULTIPLY", normal["X"], -0.18))
    color = n.add("VectorMath", {0: linear, 1: shade}, operation="MULTIPLY").outputs["Vector"]
    glow_ = n.add("Emission", {"Color": color}).outputs[0]
    n.set(n.add("OutputMaterial"), "Surface", glow_)


# How much the picture shows, the height of its middle, and what is in it.
ROBOTS = {
    "trowelling": (16, 3, trowelling_robot.build),
    "measuring": (26, 8, measuring_robot.robot),
    "patrol": (15, 3, lambda: patrol_robot.robot((0, 0, 0), 90, patrol_robot.materials())),
}


def main():
    name, out = sys.argv[sys.argv.index("--") + 1:]
    size, middle, build = ROBOTS[name]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.world = bpy.data.worlds.new("world")
    build()
    for material in bpy.data.materials:
        if material.users:
            flatten(material)
    s = bpy.context.scene
    d = bpy.data.cameras.new("camera")
    d.type, d.ortho_scale, d.clip_end = "ORTHO", size, 1000
    away = 50 * math.sqrt(2) * math.tan(rad(35.264))
    s.camera = aim(bpy.data.objects.new("camera", d), (50, -50, away + middle), (0, 0, middle))
    s.render.engine, s.render.film_transparent = "CYCLES", True
    s.render.resolution_x = s.render.resolution_y = size * SCALE
    s.cycles.samples, s.cycles.use_adaptive_sampling, s.cycles.use_denoising, s.cycles.max_bounces = 12, False, False, 1
    s.view_settings.view_transform = "Standard"
    s.render.image_settings.color_mode = "RGBA"
    s.render.filepath = out
    bpy.ops.render.render(write_still=True)


main()
