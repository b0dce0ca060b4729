"""Gathers a place and writes it as a level file: its mesh by nodes, what the nodes mean to the game,
lamps, sun, sky and keyframes. No place and no shape is known here."""

import io
import math

import numpy as np
from PIL import Image

import shade
from gltf import Writer
from materials import TABLE, srgb
from mesh import Mesh

DEGREE = math.pi / 180


def about_up(yaw):
    """A quaternion that turns by `yaw` radians about +Y: −Z goes to the left."""
    return [0.0, math.sin(yaw / 2), 0.0, math.cos(yaw / 2)]


def turned_back(way, yaw):
    """A vector as whoever is turned by `yaw` about +Y has it."""
    c, s = math.cos(yaw), math.sin(yaw)
    return [float(way[0] * c - way[2] * s), float(way[1]), float(way[0] * s + way[2] * c)]


# Findings of `hexbound check` that come of how every place is built, and why that is meant.
BUILT = {
    "t-junction": "blocks stand against each other, each cut for its own shade, with stone behind the seam",
    "open-edge": "a block has no faces where it stands in another",
    "non-manifold-edge": "blocks share an edge where they touch",
    "sliver": "the unseen underside of a large plate is cut from one corner",
}


class Place:
    def __init__(self, name, **scene):
        """`scene` becomes the scene's custom properties."""
        self.name, self.scene = name, scene
        self.mesh = Mesh()
        self.pivots, self.extras, self.keys, self.parents = {}, {}, {}, {}
        self.empties, self.lamps, self.suns = [], [], []

    def accepts(self, reasons, node=None):
        """Accepts findings of `hexbound check` about a node, or about the place: the reason for each code."""
        owner = self.extras.setdefault(node, {}) if node else self.scene
        owner["accept"] = "; ".join(f"{code}: {why}" for code, why in reasons.items())

    def accepts_built(self, *codes):
        """Accepts findings about the plain body that come of how every place is built."""
        self.accepts({code: BUILT[code] for code in codes}, self.name)

    # --- what stands somewhere ---

    def part(self, name, pivot, below=None, **extras):
        """A node of its own with its origin at `pivot`: `with place.part(…) as mesh`. Shapes are
        added to it in the level's coordinates. It may hang `below` another part and move with it."""
        if below:
            self.parents[name] = below
        self.pivots[name] = tuple(float(x) for x in pivot)
        self.extras.setdefault(name, {}).update(extras)
        return _Inside(self.mesh, name)

    def mark(self, name, at, yaw=0.0, scale=None, children=(), **extras):
        """An empty node. `scale` are half sides; `children` are empties (name, place) below it."""
        self.empties.append((name, at, yaw, scale, children, extras))

    def lamp(self, name, at, color, candela, reach=None):
        """A point light."""
        self.lamps.append((name, at, color, candela, reach))

    def sun(self, elevation, azimuth, color):
        """The sun at an elevation above the horizon, and an azimuth from south toward east,
        radians."""
        pitch, yaw = -elevation, azimuth
        sy, cy, sx, cx = math.sin(yaw / 2), math.cos(yaw / 2), math.sin(pitch / 2), math.cos(pitch / 2)
        self.suns.append(([cy * sx, sy * cx, -sy * sx, cy * cx], color))

    def moves(self, name, times, offsets=None, turns=None):
        """Keyframes of a part: offsets from its pivot, and quaternions."""
        self.keys[name] = (times, offsets, turns)

    # --- the file ---

    def write(self, path, textures, size=1024, tint=None, limit=60_000):
        """Writes the file with textures of at most `size` pixels; `tint` gives a color, perhaps with
        alpha, for every point of a material's name, or None."""
        joined = self.mesh.joined()
        # What is not drawn throws no shade, and nobody sees any on it.
        drawn = [key for key in joined if not key[0].endswith("-colonly")]
        colors = dict(zip(drawn, shade.bake([joined[key] for key in drawn])))
        writer = Writer(f"hexbound assets/make/{self.name}.py")
        used = sorted({material for _, material in joined})
        index = {name: writer.material(material_entry(writer, name, textures, size)) for name in used}
        nodes = {}
        for (node, material), (p, n, uv, t) in joined.items():
            color = colors.get((node, material), np.ones((len(p), 3)))
            shift = tint(material, p) if tint else None
            alpha = np.ones((len(color), 1))
            if shift is not None:
                color, alpha = color * shift[:, :3], alpha * (shift[:, 3:] if shift.shape[1] > 3 else 1)
            color = np.concatenate([color, alpha], 1)
            p = p - np.array(self.pivots.get(node, (0, 0, 0)))
            tile = np.array(TABLE[material].tile, float)
            primitive = writer.primitive(p, n, uv / tile, t, color, index[material])
            nodes.setdefault(node or self.name, []).append(primitive)
        numbers = {}
        for name, primitives in nodes.items():
            more = {"translation": list(self.pivots[name])} if name in self.pivots else {}
            above = self.parents.get(name)
            if above:
                more["translation"] = np.subtract(self.pivots[name], self.pivots[above]).tolist()
            if self.extras.get(name):
                more["extras"] = self.extras[name]
            numbers[name] = writer.node(name, primitives, top=not above, **more)
            if name in self.keys:
                self._animate(writer, numbers[name], name)
        for name, above in self.parents.items():
            writer.document["nodes"][numbers[above]].setdefault("children", []).append(numbers[name])
        for name, at, yaw, scale, children, extras in self.empties:
            more = {"translation": [float(x) for x in at]}
            if yaw:
                more["rotation"] = about_up(yaw)
            if scale is not None:
                more["scale"] = [float(x) for x in scale]
            if extras:
                more["extras"] = extras
            below = [
                writer.node(child, top=False, translation=turned_back(np.subtract(place, at), yaw))
                for child, place in children
            ]
            if below:
                more["children"] = below
            writer.node(name, **more)
        for rotation, color in self.suns:
            writer.sun("sun", rotation, color, 60000.0)
        for name, at, color, candela, reach in self.lamps:
            writer.lamp(name, at, srgb(color), candela, reach)
        if self.scene:
            writer.document["scenes"][0]["extras"] = self.scene
        writer.save(path)
        count = sum(len(t) for _, _, _, t in joined.values())
        assert count <= limit, f"{count} triangles"
        return count

    def _animate(self, writer, node, name):
        times, offsets, turns = self.keys[name]
        pivot = np.array(self.pivots[name])
        writer.animate(
            node,
            np.array(times),
            None if offsets is None else np.array(offsets, float) + pivot,
            None if turns is None else np.array(turns, float),
        )


class _Inside:
    def __init__(self, mesh, name):
        self.mesh, self.name = mesh, name

    def __enter__(self):
        self.before, self.mesh.node = self.mesh.node, self.name
        return self.mesh

    def __exit__(self, *_):
        self.mesh.node = self.before


def picture(path, size):
    """A texture's bytes, made smaller where it is larger than `size`."""
    data = path.read_bytes()
    image = Image.open(io.BytesIO(data))
    if image.size[0] <= size:
        return data
    quality = 88 if path.stem.endswith("normal") else 86
    small, out = image.resize((size, size), Image.Resampling.BOX), io.BytesIO()
    small.save(out, "JPEG", quality=quality, subsampling=0 if quality > 87 else 2, optimize=True)
    return out.getvalue()


def material_entry(writer, name, textures, size=1024):
    kind = TABLE[name]
    surface = {
        "baseColorFactor": [*kind.color, kind.alpha],
        "metallicFactor": kind.metallic,
        "roughnessFactor": kind.roughness,
    }
    entry = {"name": name, "pbrMetallicRoughness": surface}
    extensions = {}
    if kind.extras:
        entry["extras"] = kind.extras
    if kind.alpha < 1:
        entry["alphaMode"] = "BLEND"
        if not kind.lit:
            # Haze: as bright as it is, whatever shines on it, and cheap to draw.
            extensions["KHR_materials_unlit"] = {}
    if kind.texture and textures:
        color, normal, packed = (textures / f"{kind.texture}_{part}.jpg" for part in ("color", "normal", "orm"))
        surface.update(baseColorFactor=[*kind.dye, 1.0], metallicFactor=1.0, roughnessFactor=1.0)
        surface["baseColorTexture"] = {"index": writer.texture(color.name, picture(color, size), "image/jpeg")}
        entry["normalTexture"] = {
            "index": writer.texture(normal.name, picture(normal, size), "image/jpeg"),
            "scale": kind.normal,
        }
        orm = writer.texture(packed.name, picture(packed, size // 2), "image/jpeg")
        surface["metallicRoughnessTexture"] = {"index": orm}
        entry["occlusionTexture"] = {"index": orm}
    if kind.relief and textures:
        normal = textures / f"{kind.relief}_normal.jpg"
        entry["normalTexture"] = {"index": writer.texture(normal.name, picture(normal, size), "image/jpeg")}
    if kind.glow:
        entry["emissiveFactor"] = srgb(kind.glow)
        image = textures / f"{kind.texture}_glow.jpg" if kind.texture and textures else None
        if image and image.exists():
            entry["emissiveFactor"] = [1.0, 1.0, 1.0]
            entry["emissiveTexture"] = {"index": writer.texture(image.name, picture(image, size), "image/jpeg")}
        extensions["KHR_materials_emissive_strength"] = {"emissiveStrength": kind.strength}
    if extensions:
        entry["extensions"] = extensions
    return entry
