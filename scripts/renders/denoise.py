"""Joins two half renders (two seeds) and takes the noise out, since Debian's Blender has no denoiser.

Each half is filtered by non-local means with weights measured on the other half, guided by albedo and normal. Light that surfaces emit
(screens, lamps) is set aside before and added after where it is in focus, and the rest is divided by the albedo meanwhile: so neither screens nor lettering
are smeared."""
import numpy as np
import bpy

RADIUS, PATCH, STRENGTH = 4, 2, 0.9


def load(folder, part):
    image = bpy.data.images.load(f"{folder}/{part}0001.exr")
    image.colorspace_settings.name = "Linear"
    width, height = image.size
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    return pixels.reshape(height, width, 4)[:, :, :3].copy()


def blur(x, r):
    for axis in (0, 1):
        padding = [(0, 0)] * x.ndim
        padding[axis] = (r, r)
        p = np.pad(x, padding, mode="edge")
        n = x.shape[axis]
        x = sum(p[i:i + n] if axis == 0 else p[:, i:i + n] for i in range(2 * r + 1)) / np.float32(2 * r + 1)
    return x


def lower_spikes(x):
    """Lowers a pixel that outshines all its neighbours."""
    p = np.pad(x, ((1, 1), (1, 1), (0, 0)), mode="edge")
    h, w = x.shape[:2]
    near = np.stack([p[i:i + h, j:j + w] for i in range(3) for j in range(3) if (i, j) != (1, 1)])
    near.sort(axis=0)
    return np.minimum(x, near[-2] * 1.15 + 0.01)


def denoise(a, b, features):
    """Non-local means with dual buffers (Rousselle, Knaus, Zwicker 2012)."""
    guide = (features[0] + features[1]) / 2
    guide_var = blur((features[0] - features[1]) ** 2 / 4, 1)
    log_a, log_b = np.log1p(a * 8), np.log1p(b * 8)
    var = blur((log_a - log_b) ** 2 / 2, 3)
    padded = lambda x: np.pad(x, ((RADIUS, RADIUS), (RADIUS, RADIUS), (0, 0)), mode="reflect")
    pa, pb, plog_a, plog_b, pvar, pguide, pguide_var = map(padded, (a, b, log_a, log_b, var, guide, guide_var))
    height, width = a.shape[:2]
    sums = [np.zeros_like(a), np.zeros_like(a)]
    weights = [np.zeros((height, width, 1), np.float32) for _ in sums]
    for dy in range(-RADIUS, RADIUS + 1):
        for dx in range(-RADIUS, RADIUS + 1):
            if dx * dx + dy * dy > RADIUS * RADIUS + 1:
                continue
            at = (slice(RADIUS + dy, RADIUS + dy + height), slice(RADIUS + dx, RADIUS + dx + width))
            v, gv = pvar[at], pguide_var[at]
            apart = ((pguide[at] - guide) ** 2 - (guide_var + np.minimum(guide_var, gv))) / (4e-4 + 0.5 * (guide_var + gv))
            alike = np.exp(-np.clip(apart.max(2), 0, 60))[..., None]
            for k, (log, plog, other) in enumerate(((log_b, plog_b, pa), (log_a, plog_a, pb))):
                d = ((plog[at] - log) ** 2 - (var + np.minimum(var, v))) / (1e-6 + STRENGTH ** 2 * (var + v))
                weight = np.minimum(np.exp(-np.clip(blur(d.mean(2, keepdims=True), PATCH), 0, 60)), alike)
                sums[k] += weight * other[at]
                weights[k] += weight
    clean = (sums[0] / weights[0] + sums[1] / weights[1]) / 2
    # A trace of grain keeps surfaces from looking waxy.
    return 0.9 * clean + 0.1 * (a + b) / 2


def join(*halves):
    """The clean picture of two folders of passes, linear."""
    emitted = [load(half, "emit") for half in halves]
    albedo = [np.maximum(load(half, "albedo") - e, 0) for half, e in zip(halves, emitted)]
    divisor = np.clip((albedo[0] + albedo[1]) / 2, 0.06, 1)
    features = [np.concatenate([a, load(half, "normal") * 0.5], 2) for half, a in zip(halves, albedo)]
    # Emitted light that differs much between the halves is out of focus: it is filtered with the rest.
    apart = blur(((emitted[0] - emitted[1]) ** 2).max(2, keepdims=True), 4)
    near = blur((((emitted[0] + emitted[1]) / 2) ** 2).max(2, keepdims=True), 4)
    sharp = 1 - np.clip((apart / (near + 1e-3) - 0.15) / 0.15, 0, 1)
    emitted = [e * sharp for e in emitted]
    lit = [lower_spikes(np.maximum(load(half, "image") - e, 0) / divisor) for half, e in zip(halves, emitted)]
    return denoise(lit[0], lit[1], features) * divisor + (emitted[0] + emitted[1]) / 2


def save(pixels, out):
    """As a PNG, seen through the view settings of the scene."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new("final", width, height, float_buffer=True, alpha=False)
    image.colorspace_settings.name = "Linear"
    image.pixels.foreach_set(np.concatenate([pixels, np.ones((height, width, 1), np.float32)], 2).astype(np.float32).ravel())
    s = bpy.context.scene
    s.render.image_settings.file_format, s.render.image_settings.color_mode = "PNG", "RGB"
    image.save_render(out, scene=s)
