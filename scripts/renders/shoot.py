"""blender -b --factory-startup -P shoot.py -- SCENE OUT WIDTH HEIGHT SAMPLES SEED

Builds a scene and renders it: OUT.png to look at, and what finish.py needs as OUT.<pass>.0001.exr."""
import importlib
import os
import sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bpy

scene, out, width, height, samples, seed = sys.argv[sys.argv.index("--") + 1:][:6]
bpy.ops.wm.read_factory_settings(use_empty=True)
module = importlib.import_module(scene)
module.build()

s = bpy.context.scene
s.render.engine = "CYCLES"
s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = int(width), int(height), 100
c = s.cycles
c.device, c.samples, c.seed = "CPU", int(samples), int(seed)
c.use_adaptive_sampling = c.use_denoising = False
c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces, c.transparent_max_bounces = 6, 3, 4, 4, 12
c.caustics_reflective = c.caustics_refractive = False
c.sample_clamp_indirect, c.blur_glossy = 4.0, 0.6
s.view_settings.view_transform = "Filmic"
s.view_settings.look = "Medium High Contrast"
s.view_settings.exposure = module.EXPOSURE

layer = bpy.context.view_layer
layer.cycles.denoising_store_passes = True
layer.use_pass_emit = True
s.use_nodes = True
nodes, links = s.node_tree.nodes, s.node_tree.links
nodes.clear()
layers = nodes.new("CompositorNodeRLayers")
links.new(layers.outputs["Image"], nodes.new("CompositorNodeComposite").inputs["Image"])
files = nodes.new("CompositorNodeOutputFile")
files.base_path = os.path.dirname(os.path.abspath(out))
files.format.file_format, files.format.color_depth, files.format.exr_codec = "OPEN_EXR", "32", "ZIP"
files.file_slots.clear()
for name in ("Image", "Emit", "Denoising Albedo", "Denoising Normal"):
    files.file_slots.new(f"{os.path.basename(out)}.{name.split()[-1].lower()}.")
    links.new(layers.outputs[name], files.inputs[-1])
s.render.image_settings.file_format = "PNG"
s.render.filepath = os.path.abspath(out) + ".png"
bpy.ops.render.render(write_still=True)
