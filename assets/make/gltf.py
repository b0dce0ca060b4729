"""Writes a binary glTF 2.0 file: meshes by node and material, textures, the sun and named
empty nodes. The bytes depend on the input alone."""

import json
import struct

import numpy as np

FLOAT, USHORT, UINT, UBYTE = 5126, 5123, 5125, 5121


class Writer:
    def __init__(self, generator):
        self.binary, self.known = bytearray(), {}
        self.document = {
            "asset": {"version": "2.0", "generator": generator},
            "scene": 0,
            "scenes": [{"nodes": []}],
            "nodes": [],
            "meshes": [],
            "accessors": [],
            "bufferViews": [],
            "materials": [],
            "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}],
            "textures": [],
            "images": [],
        }

    def view(self, data, target=None):
        while len(self.binary) % 4:
            self.binary.append(0)
        entry = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)}
        if target:
            entry["target"] = target
        self.binary += data
        self.document["bufferViews"].append(entry)
        return len(self.document["bufferViews"]) - 1

    def accessor(self, array, kind, component, target, bounds=False, normalized=False):
        entry = {
            "bufferView": self.view(array.tobytes(), target),
            "componentType": component,
            "count": len(array),
            "type": kind,
        }
        if normalized:
            entry["normalized"] = True
        if bounds:
            entry["min"], entry["max"] = array.min(0).tolist(), array.max(0).tolist()
        self.document["accessors"].append(entry)
        return len(self.document["accessors"]) - 1

    def texture(self, name, data, mime):
        if name in self.known:
            return self.known[name]
        self.document["images"].append({"name": name, "bufferView": self.view(data), "mimeType": mime})
        self.document["textures"].append(
            {"name": name, "sampler": 0, "source": len(self.document["images"]) - 1}
        )
        self.known[name] = len(self.document["textures"]) - 1
        return self.known[name]

    def material(self, entry):
        self.document["materials"].append(entry)
        return len(self.document["materials"]) - 1

    def primitive(self, points, normals, uvs, triangles, colors, material):
        attributes = {
            "POSITION": self.accessor(points.astype("<f4"), "VEC3", FLOAT, 34962, bounds=True),
            "NORMAL": self.accessor(normals.astype("<f4"), "VEC3", FLOAT, 34962),
            "TEXCOORD_0": self.accessor(uvs.astype("<f4"), "VEC2", FLOAT, 34962),
        }
        if colors is not None:
            packed = np.clip(np.round(colors * 255), 0, 255).astype("<u1")
            attributes["COLOR_0"] = self.accessor(packed, "VEC4", UBYTE, 34962, normalized=True)
        small = len(points) < 65535
        flat = triangles.astype("<u2" if small else "<u4").reshape(-1)
        indices = self.accessor(flat, "SCALAR", USHORT if small else UINT, 34963)
        return {"attributes": attributes, "indices": indices, "material": material}

    def node(self, name, primitives=None, top=True, **more):
        """Adds a node and returns its number; one that is not at the `top` is some other's child."""
        entry = {"name": name, **more}
        if primitives:
            self.document["meshes"].append({"name": name, "primitives": primitives})
            entry["mesh"] = len(self.document["meshes"]) - 1
        self.document["nodes"].append(entry)
        number = len(self.document["nodes"]) - 1
        if top:
            self.document["scenes"][0]["nodes"].append(number)
        return number

    def sun(self, name, rotation, color, lux):
        """A directional light that shines along its node's −Z."""
        light = {"type": "directional", "name": name, "color": list(color), "intensity": lux}
        self._light(name, light, rotation=list(rotation))

    def lamp(self, name, at, color, candela, reach=None):
        """A point light; beyond `reach` meters it does not shine."""
        light = {"type": "point", "name": name, "color": [round(c, 4) for c in color], "intensity": candela}
        if reach:
            light["range"] = reach
        self._light(name, light, translation=[float(x) for x in at])

    def _light(self, name, light, **placed):
        self.document["extensionsUsed"] = [
            "KHR_lights_punctual",
            "KHR_materials_emissive_strength",
            "KHR_materials_unlit",
        ]
        lights = self.document.setdefault("extensions", {"KHR_lights_punctual": {"lights": []}})
        lights = lights["KHR_lights_punctual"]["lights"]
        lights.append(light)
        self.node(name, **placed, extensions={"KHR_lights_punctual": {"light": len(lights) - 1}})

    def animate(self, node, times, places=None, turns=None):
        """Keyframes of a node: places and turns (quaternions) at times in seconds."""
        time = self.accessor(times.astype("<f4").reshape(-1, 1), "SCALAR", FLOAT, None, bounds=True)
        channels, samplers = [], []
        for path, kind, values in (("translation", "VEC3", places), ("rotation", "VEC4", turns)):
            if values is None:
                continue
            output = self.accessor(values.astype("<f4"), kind, FLOAT, None)
            channels.append({"sampler": len(samplers), "target": {"node": node, "path": path}})
            samplers.append({"input": time, "output": output, "interpolation": "LINEAR"})
        name = self.document["nodes"][node]["name"]
        animation = {"name": name, "channels": channels, "samplers": samplers}
        self.document.setdefault("animations", []).append(animation)

    def save(self, path):
        self.document["buffers"] = [{"byteLength": len(self.binary)}]
        kept = {k: v for k, v in self.document.items() if v != []}
        text = json.dumps(kept, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        binary = bytes(self.binary) + b"\0" * (-len(self.binary) % 4)
        total = 12 + 8 + len(text) + 8 + len(binary)
        with open(path, "wb") as file:
            file.write(struct.pack("<4sII", b"glTF", 2, total))
            file.write(struct.pack("<I4s", len(text), b"JSON") + text)
            file.write(struct.pack("<I4s", len(binary), b"BIN\0") + binary)
