"""What the foundry is built and furnished of: masses of brick, walls with doorways, copings, bells and
baskets of fire."""

import numpy as np

DOOR = (2.6, 2.8)
# The side of a bell, from above its lip to its crown: radius and height, of a bell whose lip has radius 1.
BELL_SIDE = [
    (1.0, 0.02),
    (0.97, 0.14),
    (0.80, 0.42),
    (0.64, 0.85),
    (0.58, 1.25),
    (0.50, 1.5),
    (0.28, 1.64),
    (0.0, 1.68),
]


def block(m, x, y, z, material="brick", top=None, bevel=0.03, skip="y", edge=3.0):
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def wall_x(m, z, x0, x1, high, doors=(), thick=1.0, low=-0.3, base=0.0):
    """A wall along x whose middle is `z`, with doorways (middle, width, height)."""
    at = x0
    for middle, width, door in sorted(doors):
        block(m, (at, middle - width / 2), (low, high), (z - thick / 2, z + thick / 2), bevel=0)
        block(
            m,
            (middle - width / 2, middle + width / 2),
            (base + door, high),
            (z - thick / 2, z + thick / 2),
            bevel=0,
            skip="xX",
        )
        at = middle + width / 2
    block(m, (at, x1), (low, high), (z - thick / 2, z + thick / 2), bevel=0)


def coping(m, x, z, y):
    m.box("dressed", (x[0], y - 0.05, z[0]), (x[1], y + 0.18, z[1]), bevel=0.05)


def bell(m, at, size):
    """A cast bell that stands on its lip."""
    outline = [(0.92, 0.0), *BELL_SIDE]
    m.lathe("brass", [(r * size, y * size - 0.01) for r, y in outline], 22, at, crease=0.6)
    top = np.asarray(at, float) + [0, 1.74 * size, 0]
    m.torus("brass", top, (1, 0, 0), 0.17 * size, 0.05 * size, 10, 6)


def brazier(place, at, name, candela=20.0):
    """A standing fire basket."""
    m, at = place.mesh, np.asarray(at, float)
    m.lathe(
        "iron",
        [
            (0.3, -0.05),
            (0.3, 0.06),
            (0.06, 0.14),
            (0.06, 0.95),
            (0.34, 1.2),
            (0.4, 1.42),
            (0.34, 1.42),
            (0.0, 1.15),
        ],
        8,
        at,
        crease=0.8,
    )
    m.lathe("molten", [(0.0, 1.3), (0.33, 1.34), (0.2, 1.52), (0.0, 1.64)], 7, at)
    place.lamp(f"brazier_{name}", at + [0, 2.1, 0], "#ff9040", candela, 15.0)
