"""Makes the level of level.py as a scene of Blender, saves it as LEVEL.blend and exports LEVEL.glb,
both beside this file. Needs Blender 3.6 or newer:

    blender --background --python to_blender.py

From then on the .blend is yours. It carries a text, export_on_save, that exports LEVEL.glb whenever
you save; Blender asks whether it may run (Allow Execution), and the game reloads what is exported.
"""

import math
import pathlib
import sys

import bpy

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER))
# No folder of caches appears beside the level.
sys.dont_write_bytecode = True

import level

FRAMES = 24

EXPORT = '''"""Exports the level whenever the .blend is saved."""

import pathlib

import bpy
from bpy.app.handlers import persistent


@persistent
def export(*_):
    path = pathlib.Path(bpy.data.filepath).with_suffix(".glb")
    bpy.ops.export_scene.gltf(
        filepath=str(path),
        export_format="GLB",
        export_extras=True,
        export_cameras=True,
        export_lights=True,
        export_apply=True,
        export_animation_mode="ACTIONS",
        export_optimize_animation_size=False,
    )


bpy.app.handlers.save_post[:] = [
    handler for handler in bpy.app.handlers.save_post if handler.__name__ != "export"
]
bpy.app.handlers.save_post.append(export)
'''


def blender(place):
    """A place of the level, which has y up, as Blender has it, with z up."""
    x, y, z = place
    return (x, -z, y)


class Maker:
    """Makes objects of Blender."""

    def scene(self, **properties):
        set_properties(bpy.context.scene, properties)

    def material(self, name, color, metallic=0.0, roughness=0.9):
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        shader = material.node_tree.nodes["Principled BSDF"]
        shader.inputs["Base Color"].default_value = (*color, 1)
        shader.inputs["Metallic"].default_value = metallic
        shader.inputs["Roughness"].default_value = roughness
        return material

    def box(self, name, material, low, high, **properties):
        middle = [(a + b) / 2 for a, b in zip(low, high)]
        size = [b - a for a, b in zip(low, high)]
        bpy.ops.mesh.primitive_cube_add(size=1, location=blender(middle))
        bpy.context.object.scale = [abs(value) for value in blender(size)]
        bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
        return finish(name, material, properties)

    def cylinder(self, name, material, foot, radius, height, sides=24, **properties):
        middle = [foot[0], foot[1] + height / 2, foot[2]]
        bpy.ops.mesh.primitive_cylinder_add(
            vertices=sides, radius=radius, depth=height, location=blender(middle)
        )
        return finish(name, material, properties)

    def empty(self, name, at, parent=None, **properties):
        bpy.ops.object.empty_add(type="ARROWS", location=blender(at))
        empty = finish(name, None, properties)
        if parent is not None:
            empty.parent = parent
            empty.location = [a - b for a, b in zip(blender(at), parent.location)]
        return empty

    def sun(self, name, turned, color):
        pitch, yaw = (math.radians(angle) for angle in turned)
        # A light of Blender's shines down where one of glTF's shines ahead.
        bpy.ops.object.light_add(type="SUN", rotation=(math.pi / 2 + pitch, 0, yaw))
        bpy.context.object.data.color = color
        return finish(name, None, {})

    def lamp(self, name, at, color, watts):
        bpy.ops.object.light_add(type="POINT", location=blender(at))
        light = bpy.context.object.data
        light.color, light.energy = color, watts
        return finish(name, None, {})

    def slide(self, slider, heights):
        bpy.context.scene.render.fps = FRAMES
        stands = slider.location.copy()
        for seconds, height in heights:
            slider.location = (stands.x, stands.y, stands.z + height)
            slider.keyframe_insert("location", frame=1 + seconds * FRAMES)
        slider.location = stands
        bpy.context.scene.frame_end = 1 + heights[-1][0] * FRAMES


def finish(name, material, properties):
    """Names the newest object and gives it its material and properties."""
    thing = bpy.context.object
    thing.name = name
    if thing.data is not None:
        thing.data.name = name
    if material is not None:
        thing.data.materials.append(material)
    set_properties(thing, properties)
    return thing


def set_properties(thing, properties):
    for key, value in properties.items():
        thing[key] = value


def main():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    level.build(Maker())
    text = bpy.data.texts.new("export_on_save.py")
    text.write(EXPORT)
    # Registered: it runs whenever the file is opened.
    text.use_module = True
    exec(compile(EXPORT, "export_on_save.py", "exec"), {})
    # The handler exports.
    bpy.ops.wm.save_as_mainfile(filepath=str(FOLDER / "LEVEL.blend"))
    print(f"wrote {FOLDER / 'LEVEL.blend'} and {FOLDER / 'LEVEL.glb'}")


if __name__ == "__main__":
    main()
