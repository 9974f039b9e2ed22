"""blender -b --factory-startup -P shoot.py -- SCENE OUT WIDTH HEIGHT SAMPLES

Builds a scene, renders it twice with SAMPLES and other seeds, and joins the halves without their noise as OUT (a PNG)."""
import importlib
import os
import sys
import tempfile
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bpy
import denoise

PASSES = ("Image", "Emit", "Denoising Albedo", "Denoising Normal")


def prepare(s, width, height, samples, exposure):
    s.render.engine = "CYCLES"
    s.render.resolution_x, s.render.resolution_y, s.render.resolution_percentage = width, height, 100
    c = s.cycles
    c.device, c.samples = "CPU", samples
    c.use_denoising = False
    # The sky and what is far in the haze are still after a third.
    c.use_adaptive_sampling, c.adaptive_threshold, c.adaptive_min_samples = True, 0.02, max(4, samples // 3)
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces, c.transparent_max_bounces = 4, 2, 3, 3, 10
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_indirect, c.blur_glossy = 4.0, 0.6
    s.view_settings.view_transform, s.view_settings.look = "Filmic", "Medium High Contrast"
    s.view_settings.exposure = exposure
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = layer.use_pass_emit = True


def keep_passes(s, folder):
    """Writes each pass as FOLDER/<pass>0001.exr; the image itself stays linear."""
    s.use_nodes = True
    nodes, links = s.node_tree.nodes, s.node_tree.links
    nodes.clear()
    layers = nodes.new("CompositorNodeRLayers")
    links.new(layers.outputs["Image"], nodes.new("CompositorNodeComposite").inputs["Image"])
    files = nodes.new("CompositorNodeOutputFile")
    files.format.file_format, files.format.color_depth, files.format.exr_codec = "OPEN_EXR", "32", "ZIP"
    files.file_slots.clear()
    for name in PASSES:
        files.file_slots.new(name.split()[-1].lower())
        links.new(layers.outputs[name], files.inputs[-1])
    return files


def main():
    scene, out, width, height, samples = sys.argv[sys.argv.index("--") + 1:][:5]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    module = importlib.import_module(scene)
    module.build()
    s = bpy.context.scene
    prepare(s, int(width), int(height), int(samples), module.EXPOSURE)
    with tempfile.TemporaryDirectory() as work:
        files = keep_passes(s, work)
        halves = []
        for seed in (1, 2):
            s.cycles.seed = seed
            files.base_path = os.path.join(work, str(seed))
            bpy.ops.render.render()
            halves.append(files.base_path)
        denoise.save(denoise.join(*halves), out)


main()
