"""The things that a level asks the player to do something with: targets, gates, the slab to throw
from, refills, checkpoints, the way out. Each has one shape everywhere, so that it is known again."""

import math

import numpy as np

from fittings import hex_gate, hexagon, target
from mesh import Mesh, UP, unit


def hoop(mesh, material, at, facing, radius, width=0.05, depth=0.1):
    """A hexagonal ring about `at`, corner upward, that stands `depth` before and behind it."""
    out = unit(facing)
    side = unit(np.cross(UP, out)) if abs(out[1]) < 0.9 else np.array([1.0, 0, 0])
    up = np.cross(out, side)

    def corner(k, r, d):
        a = k * math.pi / 3
        return np.asarray(at, float) + (side * math.sin(a) - up * math.cos(a)) * r + out * d

    for k in range(6):
        j, inner, outer = k + 1, radius - width / 2, radius + width / 2
        for r, d, q, e in (
            (outer, -depth, outer, depth),
            (outer, depth, inner, depth),
            (inner, depth, inner, -depth),
            (inner, -depth, outer, -depth),
        ):
            mesh.quad(material, corner(k, r, d), corner(j, r, d), corner(j, q, e), corner(k, q, e))


def light_target(place, name, at, facing, radius=0.6, rings=0, below=None, **extras):
    """A target that lights; about it stand as many hoops as the ball must have bounced."""
    with place.part(name, at, below, target=True, rings=rings, **extras) as mesh:
        target(mesh, at, facing, radius)
        for k in range(rings):
            at_hoop = np.asarray(at, float) + unit(facing) * 0.04
            hoop(mesh, "tealine", at_hoop, facing, radius + 0.14 + 0.15 * k, 0.05, 0.05)


def plate(mesh, at, radius=0.85):
    """The slab to throw from: basalt in a hexagon of brass, a hand's breadth of nothing to trip over."""
    at = np.asarray(at, float)
    for material, size, low, high in (("brass", radius, -0.1, 0.012), ("basalt", radius * 0.88, 0.0, 0.02)):
        plan = [(x + at[0], z + at[2]) for x, z in hexagon(size, math.pi / 6)]
        mesh.prism(material, plan, at[1] + low, at[1] + high, bevel=0.004)


def gate(place, name, at, yaw, width, height, depth=0.3, opens=None, **extras):
    """A slab that fills a doorway `at` whose sill's middle it stands, and sinks when it opens."""
    if opens:
        extras["opens"] = opens
    part = Mesh()
    half = width / 2
    part.box("verdigris", (-half, -0.02, -depth / 2), (half, height, depth / 2), bevel=0.03)
    reach = min(width, height) * 0.36
    for side in (-1, 1):
        for radius, material in ((reach, "brass"), (reach * 0.72, "brass"), (reach * 0.44, "tealine")):
            hoop(part, material, (0, height / 2, side * depth / 2), (0, 0, side), radius, 0.07, 0.03)
        for y in (0.16, height - 0.16):
            part.box(
                "brass",
                (-half + 0.06, y - 0.05, side * depth / 2 - 0.03),
                (half - 0.06, y + 0.05, side * depth / 2 + 0.03),
                bevel=0.01,
            )
    with place.part(name, at, **extras):
        place.mesh.merge(part, yaw, at, name)


def doorway(mesh, at, yaw, width, height, depth=0.5, stone="dressed"):
    """Jambs and a lintel proud of the wall round an opening, where a gate stands. They reach into the
    opening by a hair, so that they share no plane with its sides."""
    part, half, hair = Mesh(), width / 2, 0.003
    for side in (-1, 1):
        x0, x1 = sorted((side * (half - hair), side * (half + 0.4)))
        part.box(stone, (x0, -0.2, -depth / 2), (x1, height, depth / 2), bevel=0.04, skip="y")
    part.box(
        stone,
        (-half - 0.55, height - hair, -depth / 2 - 0.06),
        (half + 0.55, height + 0.45, depth / 2 + 0.06),
        bevel=0.05,
    )
    mesh.merge(part, yaw, at, mesh.node)


def refill(place, name, at, reach=5.0):
    """A brass bowl on a stone foot with balls in it: whoever comes near has his hands full again. Its
    light ends `reach` meters away."""
    at, m = np.asarray(at, float), place.mesh
    m.lathe(
        "dressed",
        [(0.42, -0.1), (0.42, 0.16), (0.3, 0.22), (0.2, 0.34), (0.17, 0.7), (0.26, 0.8), (0.0, 0.8)],
        12,
        at,
    )
    bowl = [(0.0, 0.78), (0.3, 0.82), (0.52, 0.98), (0.6, 1.14), (0.56, 1.14), (0.44, 1.0), (0.0, 0.92)]
    m.lathe("brass", bowl, 18, at, crease=0.8)
    for k in range(3):
        a = k * 2 * math.pi / 3 + 0.4
        m.sphere("glow", at + [0.19 * math.sin(a), 1.1, 0.19 * math.cos(a)], 0.15, 8)
    m.sphere("glow", at + [0, 1.34, 0], 0.15, 8)
    place.mark(name, at + [0, 1.0, 0], refill=True)
    place.lamp(f"light_{name}", at + [0, 1.9, 0], "#ffb45e", 12.0, reach)


def checkpoint(place, name, at, half=(1.6, 1.3, 1.6), yaw=0.0):
    """A hexagon of teal let into the floor, between two low bollards."""
    at, m = np.asarray(at, float), place.mesh
    for size, material, low, high in ((1.0, "brass", -0.1, 0.010), (0.93, "dressed", -0.08, 0.016)):
        plan = [(x + at[0], z + at[2]) for x, z in hexagon(size)]
        m.prism(material, plan, at[1] + low, at[1] + high, bevel=0.004)
    hoop(m, "tealine", at + [0, 0.012, 0], (0, 1, 0), 0.6, 0.07, 0.012)
    place.mark(name, at + [0, half[1], 0], yaw, scale=half)


def way_out(place, name, at, yaw, inner=1.45):
    """A hexagonal ring of stone and brass with teal in it, and the exit itself in its opening."""
    at, part = np.asarray(at, float), Mesh()
    hex_gate(part, (0, inner * 0.86, 0), inner, 0.4, 0.6)
    for side in (-1, 1):
        hoop(
            part,
            "tealine",
            (0, inner * 0.86, side * 0.33),
            (0, 0, side),
            (inner + 0.33) / math.cos(math.pi / 6),
            0.06,
            0.02,
        )
    place.mesh.merge(part, yaw, at, "")
    place.mark(name, at + [0, 1.3, 0], yaw, scale=(inner, 1.3, 0.5))
