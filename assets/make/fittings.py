"""The pieces the observatory is furnished with: pillars, rails, parapets, targets, bumpers,
lamps and the hexagonal gate. Each is built around the spot it is given."""

import math

import numpy as np

from mesh import Mesh, UP, unit


def hexagon(radius, turn=0.0):
    """Plan corners; a turn of 0 puts a corner to the south."""
    return [
        (radius * math.sin(turn + k * math.pi / 3), radius * math.cos(turn + k * math.pi / 3))
        for k in range(6)
    ]


def pillar(mesh, at, height, radius=0.42, sides=32, material="dressed"):
    """A round pillar that stands on a stepped base and swells into a capital: every outline
    slides a player around it."""
    r = radius
    base = [(r * 1.4, -0.1), (r * 1.4, 0.18), (r * 1.2, 0.26), (r * 0.99, 0.46)]
    shaft = [(r, 0.46), (r * 0.86, height - 0.5)]
    capital = [
        (r * 0.86, height - 0.5),
        (r * 0.98, height - 0.46),
        (r * 0.92, height - 0.38),
        (r * 1.32, height - 0.14),
        (r * 1.32, height + 0.02),
    ]
    for outline, count, turns in (
        (base, sides * 5 // 16, 4.0),
        (shaft, sides, 2.0),
        (capital, sides * 5 // 16, 4.0),
    ):
        mesh.lathe(material, outline, count, at, turns=turns)


def parapet(mesh, a, b, thickness=0.34, height=1.0, material="limestone", lift=-0.15):
    """A straight breast-high wall with a coping, from a to b at floor level."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    length, yaw = np.linalg.norm((b - a)[[0, 2]]), math.atan2(b[0] - a[0], b[2] - a[2])
    part, half = Mesh(), thickness / 2
    # Copings overlap at corners; a hair's difference in height keeps their tops apart.
    mesh.copings = (getattr(mesh, "copings", 0) + 1) % 4
    height += 0.003 * mesh.copings
    part.box(material, (-half, lift, 0), (half, height - 0.1, length), bevel=0.0, skip="yY")
    part.box(
        "dressed",
        (-half - 0.06, height - 0.13, -0.06),
        (half + 0.06, height, length + 0.06),
        bevel=0.035,
        edge=6.0,
    )
    mesh.merge(part, yaw, a, mesh.node)


def unseen_wall(mesh, a, b, bands):
    """Upright sheets from a to b, (x, z), each from one height to another: part of a node that is named
    `…-colonly`, a wall that nobody sees."""
    for low, high in bands:
        ring = [(a[0], low, a[1]), (b[0], low, b[1]), (b[0], high, b[1]), (a[0], high, a[1])]
        mesh.quad("limestone", *ring, edge=99.0)


def rail(mesh, a, b, spacing=2.0, ends=(True, True)):
    """Stone posts and brass bars a meter high, from a to b; the floor may slope between them."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    length = np.linalg.norm(b - a)
    posts = max(1, round(length / spacing))
    yaw = math.atan2(b[0] - a[0], b[2] - a[2])
    for k in range(posts + 1):
        if (k == 0 and not ends[0]) or (k == posts and not ends[1]):
            continue
        part = Mesh()
        part.box("dressed", (-0.13, -0.3, -0.13), (0.13, 1.0, 0.13), bevel=0.03, skip="y")
        part.lathe("brass", [(0.11, 0.98), (0.11, 1.08), (0.0, 1.16)], 6, (0, 0, 0))
        mesh.merge(part, yaw, a + (b - a) * k / posts, mesh.node)
    for height, radius in ((0.3, 0.028), (0.58, 0.028), (0.92, 0.04)):
        mesh.tube("brass", a + UP * height, b + UP * height, radius, 5)


def target(mesh, at, facing, radius=0.62):
    """A teal hexagon in a brass frame, set into whatever it hangs on; `facing` points away."""
    out = unit(facing)
    side = unit(np.cross(UP, out)) if abs(out[1]) < 0.9 else np.array([1.0, 0, 0])
    up = np.cross(out, side)
    # The backs lie apart, so that none shares a plane with the other.
    for material, size, sunk, proud, bevel in (
        ("brass", radius, 0.12, 0.06, 0.03),
        ("teal", radius * 0.8, 0.10, 0.10, 0.02),
    ):

        def ring(scale, depth):
            return [
                np.asarray(at, float)
                + out * depth
                + (side * math.sin(k * math.pi / 3) - up * math.cos(k * math.pi / 3)) * size * scale
                for k in range(6)
            ]

        back, rim, face = ring(1, -sunk), ring(1, proud - bevel), ring(1 - bevel / size, proud)
        for k in range(6):
            j = (k + 1) % 6
            mesh.quad(material, back[k], back[j], rim[j], rim[k])
            mesh.quad(material, rim[k], rim[j], face[j], face[k])
        uv = np.array([[math.sin(k * math.pi / 3), -math.cos(k * math.pi / 3)] for k in range(6)]) * 0.5 + 0.5
        mesh.add(material, face, np.tile(out, (6, 1)), uv, [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)])
        mesh.fan(material, back[::-1])


def bumper(mesh, name, at, radius, height, places):
    """A ribbed brass drum that throws balls back; its node stands at its foot."""
    foot = [(radius, 0.0), (radius, 0.1), (radius * 0.9, 0.14)]
    drum = [(radius * 0.9, 0.14), (radius * 0.9, height - 0.16)]
    head = [
        (radius * 0.9, height - 0.16),
        (radius, height - 0.1),
        (radius - 0.03, height),
        (0.0, height - 0.04),
    ]
    before, mesh.node = mesh.node, name
    mesh.lathe("brass", foot, 18, at, crease=0.8), mesh.lathe("ribs", drum, 18, at), mesh.lathe(
        "ribs", head, 18, at, crease=0.8, spun=True
    )
    mesh.node = before
    places[name] = tuple(float(x) for x in at)


def lamp(mesh, at):
    """A hexagonal lantern on a brass foot."""
    at = np.asarray(at, float)
    mesh.lathe(
        "brass", [(0.22, -0.05), (0.22, 0.06), (0.06, 0.16), (0.06, 0.88), (0.2, 1.0), (0.0, 1.0)], 6, at
    )
    part = Mesh()
    part.prism("glow", hexagon(0.15), 0.98, 1.42, bevel=0.0)
    part.prism("brass", hexagon(0.22), 1.40, 1.48, bevel=0.0)
    mesh.merge(part, 0, at, mesh.node)


def sconce(mesh, at, facing):
    """A lantern on a wall, 0.4 m high, `at` the middle of its back."""
    at, out = np.asarray(at, float), unit(facing)
    yaw, part = math.atan2(out[0], out[2]), Mesh()
    part.box("lantern", (-0.1, -0.2, 0.0), (0.1, 0.2, 0.17), bevel=0.0, skip="zY")
    part.box("brass", (-0.14, 0.18, 0.0), (0.14, 0.25, 0.22), bevel=0.0, skip="z")
    mesh.merge(part, yaw, at, mesh.node)


def hex_gate(mesh, at, inner, width, depth, material="dressed"):
    """A standing hexagonal ring, flat side down, its sill sunk so that one walks through."""
    at = np.asarray(at, float)
    corner = 1 / math.cos(math.pi / 6)
    for k in range(6):
        a0, a1 = k * math.pi / 3, (k + 1) * math.pi / 3
        ring = [
            (r * corner * math.cos(a), r * corner * math.sin(a))
            for r, a in ((inner, a0), (inner + width, a0), (inner + width, a1), (inner, a1))
        ]
        mesh.profile(material, ring, at - np.array([0, 0, depth / 2]), (1, 0, 0), (0, 0, 1), depth, skip=(0, 2))
        lip = [
            (r * corner * math.cos(a), r * corner * math.sin(a))
            for r, a in ((inner - 0.05, a0), (inner + 0.07, a0), (inner + 0.07, a1), (inner - 0.05, a1))
        ]
        mesh.profile(
            "brass",
            lip,
            at - np.array([0, 0, depth / 2 + 0.06]),
            (1, 0, 0),
            (0, 0, 1),
            depth + 0.12,
            skip=(0, 2),
        )
