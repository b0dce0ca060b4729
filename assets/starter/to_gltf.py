"""Writes the level of level.py as a binary glTF file beside it. Needs Python 3 and nothing else:

    python3 to_gltf.py
"""

import json
import math
import pathlib
import struct
import sys

# No folder of caches appears beside the level.
sys.dont_write_bytecode = True

import level

FLOAT, SHORT = 5126, 5123
CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
SIDES = [((a + 1) % 3, (a + 2) % 3, a, way) for a in range(3) for way in (-1, 1)]


class Maker:
    """Collects nodes, meshes, materials and lights, and writes them."""

    def __init__(self):
        self.binary = bytearray()
        self.nodes, self.meshes, self.materials, self.lights = [], [], [], []
        self.views, self.accessors, self.animations = [], [], []
        self.extras = {}

    def scene(self, **properties):
        self.extras = properties

    def material(self, name, color, metallic=0.0, roughness=0.9):
        surface = {"baseColorFactor": [*color, 1], "metallicFactor": metallic, "roughnessFactor": roughness}
        self.materials.append({"name": name, "pbrMetallicRoughness": surface})
        return len(self.materials) - 1

    def box(self, name, material, low, high, **properties):
        """A box from corner to corner. Its node stands in its middle, and can be moved."""
        middle = [(a + b) / 2 for a, b in zip(low, high)]
        half = [(b - a) / 2 for a, b in zip(low, high)]
        faces = []
        for right, up, out, way in SIDES:
            ways = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
            corners = [[0, 0, 0] for _ in ways]
            for corner, (u, v) in zip(corners, ways if way > 0 else ways[::-1]):
                corner[right], corner[up], corner[out] = u * half[right], v * half[up], way * half[out]
            normal = [0, 0, 0]
            normal[out] = way
            faces.append((corners, [normal] * 4))
        return self.mesh_node(name, material, faces, middle, properties)

    def cylinder(self, name, material, foot, radius, height, sides=24, **properties):
        """An upright cylinder on its foot."""
        ring = [(math.cos(2 * math.pi * k / sides), math.sin(2 * math.pi * k / sides)) for k in range(sides)]
        at = lambda k, y: [ring[k % sides][0] * radius, y, ring[k % sides][1] * radius]
        out = lambda k: [ring[k % sides][0], 0, ring[k % sides][1]]
        half = height / 2
        faces = [
            ([at(k + 1, -half), at(k, -half), at(k, half), at(k + 1, half)], [out(k + 1), out(k), out(k), out(k + 1)])
            for k in range(sides)
        ]
        faces.append(([at(-k, half) for k in range(sides)], [[0, 1, 0]] * sides))
        faces.append(([at(k, -half) for k in range(sides)], [[0, -1, 0]] * sides))
        middle = [foot[0], foot[1] + half, foot[2]]
        return self.mesh_node(name, material, faces, middle, properties)

    def empty(self, name, at, parent=None, **properties):
        """A node without a mesh, at a place of the level."""
        if parent is not None:
            at = [a - b for a, b in zip(at, self.nodes[parent]["translation"])]
        return self.node({"name": name, "translation": list(at)}, properties, parent)

    def sun(self, name, turned, color):
        """A sun that is turned down (negative) and to the left, degrees."""
        pitch, yaw = (math.radians(angle) / 2 for angle in turned)
        a, b, c, d = math.sin(pitch), math.cos(pitch), math.sin(yaw), math.cos(yaw)
        node = {"name": name, "rotation": [a * d, b * c, -a * c, b * d]}
        self.light(node, {"type": "directional", "color": list(color), "intensity": 3})

    def lamp(self, name, at, color, watts):
        """A lamp of so many watts as Blender has them."""
        candela = watts * 683 / (4 * math.pi)
        light = {"type": "point", "color": list(color), "intensity": candela}
        self.light({"name": name, "translation": list(at)}, light)

    def slide(self, node, heights):
        """Moves a node up and down: pairs of seconds and meters above where it stands."""
        x, y, z = self.nodes[node]["translation"]
        times = self.accessor([[time] for time, _ in heights], "SCALAR", FLOAT, bounds=True)
        places = self.accessor([[x, y + height, z] for _, height in heights], "VEC3", FLOAT)
        target = {"node": node, "path": "translation"}
        channel, sampler = {"sampler": 0, "target": target}, {"input": times, "output": places}
        self.animations.append({"channels": [channel], "samplers": [sampler]})

    def light(self, node, light):
        self.lights.append({"name": node["name"], **light})
        node["extensions"] = {"KHR_lights_punctual": {"light": len(self.lights) - 1}}
        self.node(node, {})

    def mesh_node(self, name, material, faces, middle, properties):
        points, normals, indices = [], [], []
        for corners, their_normals in faces:
            first = len(points)
            points += corners
            normals += their_normals
            indices += [i for k in range(2, len(corners)) for i in (first, first + k - 1, first + k)]
        attributes = {"POSITION": self.accessor(points, "VEC3", FLOAT, bounds=True)}
        attributes["NORMAL"] = self.accessor(normals, "VEC3", FLOAT)
        primitive = {"attributes": attributes, "indices": self.accessor([[i] for i in indices], "SCALAR", SHORT)}
        if material is not None:
            primitive["material"] = material
        self.meshes.append({"name": name, "primitives": [primitive]})
        return self.node({"name": name, "mesh": len(self.meshes) - 1, "translation": middle}, properties)

    def node(self, node, properties, parent=None):
        if properties:
            node["extras"] = properties
        self.nodes.append(node)
        number = len(self.nodes) - 1
        if parent is not None:
            self.nodes[parent].setdefault("children", []).append(number)
        return number

    def accessor(self, rows, kind, component, bounds=False):
        letter = {FLOAT: "f", SHORT: "H"}[component]
        flat = [value for row in rows for value in row]
        self.binary += b"\0" * (-len(self.binary) % 4)
        data = struct.pack(f"<{len(flat)}{letter}", *flat)
        self.views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)})
        self.binary += data
        entry = {"bufferView": len(self.views) - 1, "componentType": component, "count": len(rows), "type": kind}
        if bounds:
            # As single precision has them: the file's own numbers.
            columns = list(zip(*[struct.unpack(f"<{len(row)}f", struct.pack(f"<{len(row)}f", *row)) for row in rows]))
            entry["min"], entry["max"] = [min(c) for c in columns], [max(c) for c in columns]
        self.accessors.append(entry)
        return len(self.accessors) - 1

    def save(self, path):
        children = {child for node in self.nodes for child in node.get("children", [])}
        roots = [number for number in range(len(self.nodes)) if number not in children]
        self.binary += b"\0" * (-len(self.binary) % 4)
        document = {
            "asset": {"version": "2.0", "generator": "to_gltf.py"},
            "extensionsUsed": ["KHR_lights_punctual"],
            "extensions": {"KHR_lights_punctual": {"lights": self.lights}},
            "scene": 0,
            "scenes": [{"nodes": roots, "extras": self.extras}],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "materials": self.materials,
            "animations": self.animations,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.binary)}],
        }
        text = json.dumps(document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        total = 12 + 8 + len(text) + 8 + len(self.binary)
        with open(path, "wb") as file:
            file.write(struct.pack("<4sII", b"glTF", 2, total))
            file.write(struct.pack("<I4s", len(text), b"JSON") + text)
            file.write(struct.pack("<I4s", len(self.binary), b"BIN\0") + self.binary)


if __name__ == "__main__":
    folder = pathlib.Path(__file__).resolve().parent
    maker = Maker()
    level.build(maker)
    maker.save(folder / "LEVEL.glb")
    print(f"wrote {folder / 'LEVEL.glb'}")
