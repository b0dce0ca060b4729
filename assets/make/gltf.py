"""Writes a binary glTF 2.0 file: meshes by node and material, textures, the sun and named
empty nodes. The bytes depend on the input alone."""

import json
import struct

import numpy as np

FLOAT, USHORT, UINT, UBYTE = 5126, 5123, 5125, 5121


class Writer:
    def __init__(self, generator):
        self.binary = bytearray()
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
        self.document["images"].append({"name": name, "bufferView": self.view(data), "mimeType": mime})
        self.document["textures"].append(
            {"name": name, "sampler": 0, "source": len(self.document["images"]) - 1}
        )
        return len(self.document["textures"]) - 1

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

    def node(self, name, primitives=None, **more):
        entry = {"name": name, **more}
        if primitives:
            self.document["meshes"].append({"name": name, "primitives": primitives})
            entry["mesh"] = len(self.document["meshes"]) - 1
        self.document["nodes"].append(entry)
        self.document["scenes"][0]["nodes"].append(len(self.document["nodes"]) - 1)

    def sun(self, name, rotation, color, lux):
        """A directional light that shines along its node's −Z."""
        self.document["extensionsUsed"] = [
            "KHR_lights_punctual",
            "KHR_materials_emissive_strength",
            "KHR_materials_unlit",
        ]
        light = {"type": "directional", "name": name, "color": list(color), "intensity": lux}
        self.document["extensions"] = {"KHR_lights_punctual": {"lights": [light]}}
        self.node(name, rotation=list(rotation), extensions={"KHR_lights_punctual": {"light": 0}})

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
