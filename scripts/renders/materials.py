"""Surfaces: paint, metal, concrete, glass and screens, with wear, dust and haze."""
import glob
import os
import bpy

TEXTURES = os.environ.get("RENDER_TEXTURES", ".")
MEDIA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../data/seed/media")


class Nodes:
    """A short way to write a material's node tree."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]

    def add(self, kind, inputs=(), **properties):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in properties.items():
            setattr(node, key, value)
        for key, value in dict(inputs).items():
            self.set(node, key, value)
        return node

    def set(self, node, key, value):
        """An input is a socket of another node or a plain value."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, node.inputs[key])
        else:
            node.inputs[key].default_value = value

    def math(self, operation, a, b=0.0):
        return self.add("Math", {0: a, 1: b}, operation=operation).outputs[0]

    def blend(self, factor, a, b):
        rgba = [value if isinstance(value, bpy.types.NodeSocket) else (*value, 1) for value in (a, b)]
        return self.add("MixRGB", {"Fac": factor, "Color1": rgba[0], "Color2": rgba[1]}).outputs[0]

    def noise(self, vector, scale, detail=4, roughness=0.5):
        return self.add("TexNoise", {"Vector": vector, "Scale": scale, "Detail": detail, "Roughness": roughness}).outputs["Fac"]

    def ramp(self, value, low, high, to_low=0.0, to_high=1.0):
        inputs = {"Value": value, "From Min": low, "From Max": high, "To Min": to_low, "To Max": to_high}
        return self.add("MapRange", inputs).outputs["Result"]


def surface(name, color, metallic=0.0, rough=0.5, grain=0.0, grain_scale=60.0, stretch=(1, 1, 1), wear=0.0, coat=0.0,
            specular=0.5, mottle=0.0, mottle_scale=0.6, chip=None, chip_width=0.03, dust=0.0):
    """A solid surface. grain: depth of the bump; wear: patches of other roughness; mottle: patches of other colour;
    chip: the colour that shows at rubbed edges; dust: on what faces upwards."""
    n = Nodes(name)
    place = n.add("TexCoord").outputs["Object"]
    vector = n.add("Mapping", {"Vector": place, "Scale": stretch}).outputs["Vector"]
    base = (*color, 1)
    roughness = rough
    metal = metallic
    if mottle:
        patches = n.ramp(n.noise(vector, mottle_scale, 6, 0.62), 0.3, 0.7, 1 - mottle, 1 + mottle)
        base = n.add("MixRGB", {"Fac": 1, "Color1": base, "Color2": patches}, blend_type="MULTIPLY").outputs[0]
    if wear:
        roughness = n.ramp(n.noise(vector, 3.5, 6), 0.35, 0.68, max(0.02, rough - wear), min(1, rough + wear))
    if chip:
        bevel = n.add("Bevel", {"Radius": chip_width}, samples=2).outputs[0]
        normal = n.add("NewGeometry").outputs["Normal"]
        facing = n.add("VectorMath", {0: bevel, 1: normal}, operation="DOT_PRODUCT").outputs["Value"]
        rubbed = n.math("MULTIPLY", n.ramp(facing, 0.985, 0.9), n.ramp(n.noise(place, 9, 5, 0.6), 0.45, 0.6))
        base = n.blend(rubbed, base if mottle else color, chip)
        metal = n.ramp(rubbed, 0, 1, metallic, 0.9)
        roughness = n.ramp(rubbed, 0, 1, roughness, 0.36)
    if dust:
        upward = n.add("SeparateXYZ", {"Vector": n.add("NewGeometry").outputs["Normal"]}).outputs["Z"]
        amount = n.math("MULTIPLY", n.ramp(upward, 0.3, 0.95, 0, dust), n.ramp(n.noise(place, 1.3, 7, 0.65), 0.3, 0.7))
        base = n.blend(amount, base if mottle or chip else color, (0.36, 0.32, 0.27))
        roughness = n.ramp(amount, 0, 1, roughness, 0.9)
    if grain:
        height = n.noise(vector, grain_scale, 3)
        n.set(n.shader, "Normal", n.add("Bump", {"Strength": grain, "Distance": 0.01, "Height": height}).outputs["Normal"])
    values = {"Base Color": base, "Metallic": metal, "Roughness": roughness, "Specular": specular, "Clearcoat": coat,
              "Clearcoat Roughness": 0.12}
    for key, value in values.items():
        n.set(n.shader, key, value)
    return n.material


def concrete(name, color=(0.30, 0.29, 0.275), wet=0.0, scale=1.0):
    """Cast concrete with pores, stains and, where it is wet, a sheen."""
    n = Nodes(name)
    place = n.add("TexCoord").outputs["Object"]
    vector = n.add("Mapping", {"Vector": place, "Scale": (scale,) * 3}).outputs["Vector"]
    stains = n.noise(vector, 0.12, 8, 0.62)
    tint = n.blend(n.ramp(stains, 0.32, 0.68), [c * 0.66 for c in color], [c * 1.18 for c in color])
    fine = n.noise(vector, 5, 8, 0.7)
    tint = n.blend(n.ramp(fine, 0.3, 0.75, 0, 0.4), tint, [c * 0.55 for c in color])
    damp = n.ramp(n.noise(vector, 0.07, 5, 0.55), 0.62 - 0.4 * wet, 0.7 - 0.3 * wet) if wet else 0.0
    pores = n.math("ADD", n.math("MULTIPLY", fine, 0.7), n.math("MULTIPLY", n.noise(vector, 40, 2), 0.3))
    strength = n.ramp(damp, 0, 1, 0.6, 0.08) if wet else 0.6
    bump = n.add("Bump", {"Strength": strength, "Distance": 0.05, "Height": pores}).outputs["Normal"]
    dark = n.blend(n.math("MULTIPLY", damp, 0.55), tint, [c * 0.3 for c in color])
    for key, value in {"Base Color": dark, "Roughness": n.ramp(damp, 0, 1, 0.82, 0.13), "Normal": bump}.items():
        n.set(n.shader, key, value)
    return n.material


def glow(name, color, strength):
    n = Nodes(name)
    values = {"Base Color": (*[c * 0.4 for c in color], 1), "Emission": (*color, 1), "Emission Strength": strength, "Roughness": 0.2}
    for key, value in values.items():
        n.set(n.shader, key, value)
    return n.material


def glass(name, tint=(0.86, 0.95, 0.93), clear=0.9, rough=0.02):
    """A thin pane: mostly see-through, with the gloss of glass; refraction would only cost samples."""
    n = Nodes(name)
    through = n.add("BsdfTransparent", {"Color": (*tint, 1)}).outputs[0]
    gloss = n.add("BsdfGlossy", {"Roughness": rough}).outputs[0]
    fresnel = n.ramp(n.add("Fresnel", {"IOR": 1.5}).outputs[0], 0, 1, 1 - clear, 1)
    mixed = n.add("MixShader", {0: fresnel, 1: through, 2: gloss}).outputs[0]
    n.set(n.tree.nodes["Material Output"], "Surface", mixed)
    return n.material


def picture(name, file):
    """A screen or label; part/name is a picture of the starter content."""
    n = Nodes(name)
    path = os.path.join(TEXTURES, file + ".png")
    if "/" in file:
        path = next(each for each in glob.glob(os.path.join(MEDIA, file + ".*")) if not each.endswith(".webp"))
    image = bpy.data.images.load(path)
    return n, n.add("TexImage", image=image, extension="EXTEND", interpolation="Cubic").outputs["Color"]


def display(name, file, strength, rough=0.07, sheen=0.0):
    """Cover glass over a lit panel: the picture is emission, the gloss is real; sheen: a faint slanted gradient on the glass."""
    n, color = picture(name, file)
    if sheen:
        place = n.add("SeparateXYZ", {"Vector": n.add("TexCoord").outputs["UV"]})
        across = n.math("SUBTRACT", place.outputs["Y"], n.math("MULTIPLY", place.outputs["X"], 0.55))
        fade = n.ramp(across, 0.12, 0.9, 0, sheen)
        gleam = n.blend(fade, (0, 0, 0), (0.62, 0.8, 1))
        color = n.add("MixRGB", {"Fac": 1, "Color1": color, "Color2": gleam}, blend_type="ADD").outputs[0]
    values = {"Base Color": (0.003, 0.003, 0.004, 1), "Roughness": rough, "Specular": 0.45, "Emission": color,
              "Emission Strength": strength}
    for key, value in values.items():
        n.set(n.shader, key, value)
    return n.material


def printed(name, file, rough=0.4, coat=0.0, metallic=0.0):
    """A label or board with a printed picture."""
    n, color = picture(name, file)
    for key, value in {"Base Color": color, "Roughness": rough, "Clearcoat": coat, "Metallic": metallic}.items():
        n.set(n.shader, key, value)
    return n.material


def haze(material, color, length, strength=1.0):
    """Mixes the colour of the air into a material, more the farther it stands; a volume would cost a hundred times as much."""
    tree = material.node_tree
    n = Nodes.__new__(Nodes)
    n.material, n.tree = material, tree
    output = tree.nodes["Material Output"]
    before = output.inputs["Surface"].links[0].from_socket
    away = n.math("DIVIDE", n.add("CameraData").outputs["View Distance"], -length)
    fade = n.math("SUBTRACT", 1.0, n.math("EXPONENT", away))
    air = n.add("Emission", {"Color": (*color, 1), "Strength": strength}).outputs[0]
    n.set(output, "Surface", n.add("MixShader", {0: fade, 1: before, 2: air}).outputs[0])
    material.cycles.sample_as_light = False
    return material
