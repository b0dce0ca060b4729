"""The level `locks`: a flight of canal locks at noon. X is east, Z is south. Everything that one aims
at moves or is behind something that does. The lower quay lies at height 0, the upper one at 4."""

import math
import sys
from pathlib import Path

import numpy as np

import walls
from fittings import hexagon, lamp, pillar, rail
from markers import checkpoint, doorway, gate, light_target, plate, refill, way_out
from mesh import Mesh
from noise import solid_fbm
from place import DEGREE, Place
from walls import Hole

DOOR = (2.2, 2.5)
UP = 4.0
LOW_WATER, HIGH_WATER = -0.55, 3.45
SKY = {
    "sky_zenith": [0.10, 0.30, 0.78],
    "sky_horizon": [0.92, 0.95, 0.96],
    "sky_ground": [0.32, 0.40, 0.40],
    "haze": 0.0022,
}


def block(m, x, y, z, material="limestone", top="dressed", bevel=0.04, skip="y", edge=3.5):
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def coping(m, x, z, y, proud=0.06):
    m.box(
        "dressed", (x[0] - proud, y - 0.26, z[0] - proud), (x[1] + proud, y + 0.014, z[1] + proud), bevel=0.04
    )


def water(m, x, z, y):
    m.node = "water-nocol"
    xs, zs = np.linspace(*x, 4), np.linspace(*z, 6)
    for x0, x1 in zip(xs, xs[1:]):
        for z0, z1 in zip(zs, zs[1:]):
            m.quad("water", (x0, y, z1), (x1, y, z1), (x1, y, z0), (x0, y, z0))
    m.node = ""


def masonry(m):
    """Quays, basins and the walls about them, all that stays where it is."""
    # The lower basin runs on under an arch into the lock chamber.
    block(m, (-5.2, 5.2), (-2.4, -1.5), (-13, 31.5), top="limestone", bevel=0, edge=5)
    block(m, (-13.5, -5), (-2.4, 0), (2, 32.5), top="basalt"), coping(m, (-5.5, -4.98), (6, 31), 0)
    block(m, (5, 13.5), (-2.4, 0), (-12.5, 32.5), top="basalt"), coping(m, (4.98, 5.5), (6, 31), 0)
    block(m, (-5.2, 5.2), (-2.4, 0), (30.9, 33), top="basalt"), coping(m, (0.6, 5.0), (30.5, 31.0), 0)
    # Stairs out of the water, along the southern quay wall.
    m.stairs("dressed", (-1.4, -1.5, 30.9), (-1, 0, 0), (0, 0, -1), 1.3, 8, 0.1875, 0.34, below=0.3)
    # The wall across, with an arch for boats and a doorway for people on the west quay.
    holes = [
        Hole(13.5 - 4.2, 13.5 + 4.2, -2.4, 3.4, rise=2.4, pieces=12),
        Hole(13.5 - 8.5 - 1.1, 13.5 - 8.5 + 1.1, 0.0, DOOR[1]),
    ]
    walls.wall(
        m,
        "limestone",
        walls.flat((-13.5, 0, 6.0), (1, 0, 0)),
        (0, 27),
        (-2.4, 6.6),
        1.6,
        holes,
        reveal="dressed",
        skip="b",
        pitch=(3, 3),
        deep=2,
    )
    coping(m, (-13.5, 13.5), (4.4, 6.0), 6.7)
    doorway(m, (-8.5, 0, 6.0), 0, *DOOR, 0.6)
    # The lock chamber's own walls, up to the upper quay. The lift's shaft is cut into the western.
    block(m, (-13.5, -10.3), (-2.4, UP), (-37, 4.6), top="basalt")
    block(m, (-10.4, -5), (-2.4, UP), (-37, -3.9), top="basalt"), coping(m, (-5.5, -4.98), (-11.6, -3.9), UP)
    block(m, (-5.9, -5.0), (-2.4, UP + 1.1), (-4.0, 4.6)), coping(m, (-5.9, -5.0), (-3.9, 4.5), UP + 1.15)
    block(m, (-10.4, -5.8), (-2.4, -0.45), (-4.0, 2.2), top="limestone")
    block(m, (5, 13.5), (-2.4, UP), (-37, 4.6), top="basalt"), coping(m, (4.98, 5.5), (-11.6, 4.5), UP)
    rail(m, (-5.3, UP, -4.2), (-5.3, UP, -11.8), 2.5), rail(m, (5.3, UP, 4.2), (5.3, UP, -11.8), 2.6)
    # The sill between chamber and upper basin, with the great gates above it.
    block(m, (-5.2, 5.2), (-2.4, 2.45), (-37, -12.2), top="limestone", bevel=0, edge=5)
    for x in (-5.5, 5.5):
        coping(m, (min(x, x * 0.906), max(x, x * 0.906)), (-36, -14.0), UP)
    m.stairs("dressed", (4.9, 2.45, -34.9), (0, 0, 1), (-1, 0, 0), 1.2, 8, 0.19, 0.34, below=0.2)
    # Outer walls, too high to climb.
    for side in (-1, 1):
        x = sorted((side * 13.5, side * 14.6))
        block(m, x, (-0.4, 7.4), (4, 34)), coping(m, x, (4.1, 33.9), 7.4)
        block(m, x, (3.6, 11.0), (-38, 4.6)), coping(m, x, (-37.9, 4.5), 11.0)
    block(m, (-14.6, 14.6), (-0.4, 7.4), (32.6, 34)), coping(m, (-14.6, 14.6), (32.7, 33.9), 7.4)
    # The upper wall across that hides what is up there from below.
    block(m, (-13.5, -5.0), (6.5, 11.0), (4.5, 5.9), skip="")
    block(m, (5.0, 13.5), (6.5, 11.0), (4.5, 5.9), skip="")
    for x in (-5.9, 5.9):
        pillar(m, (x * 0.98, 6.7, 5.2), 2.6, 0.4, 20)
    m.box("wood", (-5.2, 8.9, 5.0), (5.2, 9.3, 5.4), bevel=0.03)


def leaves(place):
    """The great gates between chamber and upper basin, shut for good: they hold the water."""
    m = place.mesh
    for side in (-1, 1):
        part = Mesh()
        part.box("planks", (0, -2.2, -0.16), (5.15, UP - 0.25, 0.16), bevel=0.02)
        for y in (-1.2, 0.4, 2.0, 3.3):
            part.box("wood", (0.1, y - 0.14, -0.26), (5.1, y + 0.14, 0.26), bevel=0.02)
        part.box("wood", (-1.8, UP - 0.05, -0.2), (5.0, UP + 0.3, 0.2), bevel=0.04)
        for x in (0.2, 4.9):
            part.box("verdigris", (x - 0.12, -2.2, -0.28), (x + 0.12, UP - 0.2, 0.28), bevel=0.02)
        yaw = 14 * DEGREE
        m.merge(part, yaw if side < 0 else math.pi - yaw, (side * 5.0, 0, -12.4))
    # Water through the seams, and the cheeks that carry the leaves.
    for side in (-1, 1):
        x = sorted((side * 5.0, side * 6.6))
        block(m, x, (UP - 0.3, UP + 0.9), (-13.2, -11.8), "dressed")


def edged(mesh, low, high, y):
    """Teal lines round the rim of something that moves."""
    for a, b in (
        ((low[0], low[1]), (high[0], low[1])),
        ((high[0], low[1]), (high[0], high[1])),
        ((high[0], high[1]), (low[0], high[1])),
        ((low[0], high[1]), (low[0], low[1])),
    ):
        p0, p1 = np.array([a[0], y, a[1]]), np.array([b[0], y, b[1]])
        mesh.tube("tealine", p0, p1, 0.03, 4)


def drum(place, at, seconds=7.0):
    """A copper drum that turns about the first light: two thirds wall, one third open."""
    m, at = place.mesh, np.asarray(at, float)
    with place.part("mover_drum", at):
        for k in range(3):
            a0 = (120 * k) * DEGREE
            walls.wall(
                m,
                "verdigris",
                walls.round_(at, 1.85),
                (a0, a0 + 64 * DEGREE),
                (0.15, 3.2),
                0.14,
                scale=(1.8, 1),
                pitch=(0.5, 2),
                smooth=True,
            )
            for end in (a0, a0 + 64 * DEGREE):
                p = at + [1.78 * math.sin(end), 0, 1.78 * math.cos(end)]
                m.tube("tealine", p + [0, 0.15, 0], p + [0, 3.2, 0], 0.05, 5)
        for y in (0.12, 3.26):
            m.lathe(
                "brass",
                [(1.7, y - 0.09), (1.9, y - 0.09), (1.9, y + 0.09), (1.7, y + 0.09), (1.7, y - 0.09)],
                30,
                at,
            )
        for k in range(3):
            a = (120 * k + 32) * DEGREE
            m.tube("brass", at + [0, 3.26, 0], at + [1.8 * math.sin(a), 3.26, 1.8 * math.cos(a)], 0.06, 6)
    turns = [about(1, a) for a in np.linspace(0, 2 * math.pi, 5)]
    place.moves("mover_drum", np.linspace(0, seconds, 5), turns=turns)
    m.prism("dressed", [(x + at[0], z + at[2]) for x, z in hexagon(2.3)], at[1] - 0.2, at[1] + 0.05, bevel=0.03)
    m.prism("dressed", [(x + at[0], z + at[2]) for x, z in hexagon(0.42)], at[1], at[1] + 0.9, bevel=0.03)
    m.box(
        "dressed",
        (at[0] - 0.1, at[1] + 0.9, at[2] - 0.16),
        (at[0] + 0.1, at[1] + 1.3, at[2] + 0.16),
        bevel=0.02,
    )
    light_target(place, "target_drum", at + [-0.16, 1.75, 0], (-1, 0, 0), 0.6, group="first")


def about(axis, angle):
    q = [0.0, 0.0, 0.0, math.cos(angle / 2)]
    q[axis] = math.sin(angle / 2)
    return q


def lift(place):
    """A boat lift's little brother, and its counterweight on the far wall, which is the second light."""
    m, seconds = place.mesh, 12.0
    at = np.array([-8.1, 0.0, -0.9])
    with place.part("mover_lift", at):
        # As tall as it rises: nobody gets below it.
        m.box("verdigris", (-10.2, -UP - 0.5, -3.75), (-6.0, -0.06, 1.9), bevel=0.03)
        m.box("planks", (-10.2, -0.2, -3.75), (-6.0, 0.0, 1.9), bevel=0.03)
        edged(m, (-10.18, -3.73), (-6.02, 1.88), -0.03)
        for x in (-10.1, -6.1):
            m.box("brass", (x - 0.06, -0.3, -3.6), (x + 0.06, 1.0, -3.45), bevel=0.01)
            m.box("brass", (x - 0.06, -0.3, 1.6), (x + 0.06, 1.0, 1.75), bevel=0.01)
            m.tube("brass", (x, 0.96, -3.5), (x, 0.96, 1.7), 0.035, 6)
    times = [0, 3, 6, 9, seconds]
    place.moves("mover_lift", times, offsets=[(0, 0, 0), (0, 0, 0), (0, UP, 0), (0, UP, 0), (0, 0, 0)])
    # Its gallows, and chains to the other side over wheels.
    for x in (-10.2, -6.0):
        m.box("wood", (x - 0.14, -0.3, -1.1), (x + 0.14, 9.2, -0.8), bevel=0.02, skip="y")
    m.box("wood", (-10.6, 9.1, -1.15), (10.2, 9.45, -0.75), bevel=0.03)
    for x in (-8.1, 8.1):
        m.torus("brass", (x, 9.1, -0.5), (0, 0, 1), 0.55, 0.09, 20, 6), m.tube(
            "brass", (x, 9.1, -0.75), (x, 9.1, -0.35), 0.12, 8
        )
    m.tube("brass", (-8.1, 9.65, -0.5), (8.1, 9.65, -0.5), 0.03, 5)
    for x in (7.0, 9.2):
        m.box("wood", (x - 0.13, UP - 0.3, -1.1), (x + 0.13, 9.2, -0.84), bevel=0.02, skip="y")
    # The weight hangs in front of the chamber's eastern wall.
    top = np.array([4.55, 6.6, -0.95])
    m.box("wood", (4.3, 9.1, -1.15), (8.2, 9.4, -0.75), bevel=0.02)
    for z in (-1.75, -0.15):
        m.box("brass", (4.82, 0.2, z - 0.05), (4.98, 9.1, z + 0.05), bevel=0.01)
    with place.part("mover_weight", top):
        m.box("lead", (4.3, 5.7, -1.6), (4.8, 7.5, -0.3), bevel=0.04)
        m.tube("brass", (4.55, 7.5, -0.95), (4.55, 8.2, -0.95), 0.06, 6)
        edged(m, (4.28, -1.62), (4.82, -0.28), 5.72), edged(m, (4.28, -1.62), (4.82, -0.28), 7.48)
    light_target(
        place, "target_weight", (4.3, 6.6, -0.95), (-1, 0, 0), 0.6, below="mover_weight", group="second"
    )
    place.moves("mover_weight", times, offsets=[(0, 0, 0), (0, 0, 0), (0, -UP, 0), (0, -UP, 0), (0, 0, 0)])


def swing_bridge(place):
    """A leaf on a pier in the upper basin: along, then across, then along again."""
    m, at = place.mesh, np.array([0.0, UP, -21.0])
    m.prism("dressed", [(x + at[0], z + at[2]) for x, z in hexagon(1.5)], 2.3, UP - 0.42, bevel=0.04)
    with place.part("mover_bridge", at):
        m.box("planks", (-4.9, UP - 0.34, -22.1), (4.9, UP, -19.9), bevel=0.03)
        for z in (-22.05, -19.95):
            m.box("verdigris", (-4.9, UP - 0.5, z - 0.08), (4.9, UP - 0.1, z + 0.08), bevel=0.02)
            for x in np.linspace(-4.7, 4.7, 6):
                m.box("brass", (x - 0.05, UP - 0.1, z - 0.05), (x + 0.05, UP + 0.95, z + 0.05), bevel=0.01)
            m.tube("brass", (-4.75, UP + 0.93, z), (4.75, UP + 0.93, z), 0.04, 6)
        for x in (-4.9, 4.9):
            m.tube("tealine", (x, UP - 0.03, -22.1), (x, UP - 0.03, -19.9), 0.03, 4)
        m.lathe("brass", [(1.2, UP - 0.45), (1.2, UP - 0.33), (0.0, UP - 0.33)], 18, (0, 0, -21.0))
    stops = [(0, 0), (5, 0), (9, 90), (11, 90), (15, 180)]
    place.moves("mover_bridge", [t for t, _ in stops], turns=[about(1, a * DEGREE) for _, a in stops])


def sluice(place):
    """The weir: a niche behind a guillotine of planks that rises and falls."""
    m = place.mesh
    holes = [Hole(14.6 - 1.5, 14.6 + 1.5, UP + 0.6, UP + 3.2), Hole(24.6 - 1.1, 24.6 + 1.1, UP, UP + DOOR[1])]
    walls.wall(
        m,
        "limestone",
        walls.flat((-14.6, 0, -36.4), (1, 0, 0)),
        (0, 29.2),
        (2.0, 11.0),
        1.4,
        holes,
        reveal="dressed",
        skip="b",
        pitch=(3, 3),
    )
    coping(m, (-14.6, 14.6), (-37.8, -36.4), 11.0)
    block(m, (-2.6, 2.6), (2.0, 9), (-39.2, -37.95)), block(m, (-2.6, -1.6), (2.0, 9), (-38.1, -37.7)), block(
        m, (1.6, 2.6), (2.0, 9), (-38.1, -37.7)
    )
    block(m, (-1.7, 1.7), (2.0, UP + 0.58), (-38.1, -37.7)), block(
        m, (-2.6, 2.6), (UP + 3.3, 9), (-38.1, -37.7), skip=""
    )
    light_target(place, "target_sluice", (0, UP + 1.9, -37.95), (0, 0, 1), 0.7, group="third")
    place.lamp("glow_sluice", (0, UP + 2.2, -37.2), "#3fe0c5", 20.0, 6.0)
    for x in (-1.72, 1.72):
        m.box("verdigris", (x - 0.2, UP - 0.5, -36.42), (x + 0.2, UP + 6.4, -36.05), bevel=0.03)
    m.box("wood", (-2.1, UP + 6.3, -36.5), (2.1, UP + 6.7, -35.95), bevel=0.03)
    with place.part("mover_sluice", (0, UP + 1.9, -36.25)):
        m.box("planks", (-1.62, UP + 0.4, -36.34), (1.62, UP + 3.4, -36.16), bevel=0.02)
        for y in (UP + 0.9, UP + 2.9):
            m.box("verdigris", (-1.6, y - 0.12, -36.38), (1.6, y + 0.12, -36.1), bevel=0.02)
        m.tube("tealine", (-1.6, UP + 0.4, -36.12), (1.6, UP + 0.4, -36.12), 0.05, 4)
        m.tube("brass", (0, UP + 3.4, -36.25), (0, UP + 5.4, -36.25), 0.06, 6)
    place.moves(
        "mover_sluice",
        [0, 2.2, 2.9, 4.6, 5.0],
        offsets=[(0, 0, 0), (0, 0, 0), (0, 2.7, 0), (0, 2.7, 0), (0, 0, 0)],
    )


def wheel(place):
    """A water wheel on the eastern wall; one of its paddles is the last light."""
    m, at = place.mesh, np.array([12.75, UP + 3.1, -28.0])
    with place.part("mover_wheel", at):
        for x in (12.45, 13.05):
            m.torus("wood", (x, at[1], at[2]), (1, 0, 0), 2.5, 0.11, 24, 4)
        for k in range(6):
            a = k * 60 * DEGREE
            d = np.array([0, math.sin(a), math.cos(a)])
            m.tube("wood", at + [-0.3, 0, 0], at + d * 2.5 + [-0.3, 0, 0], 0.07, 5)
            m.tube("wood", at + [0.3, 0, 0], at + d * 2.5 + [0.3, 0, 0], 0.07, 5)
            if k != 1:
                m.tube("verdigris", at + d * 2.35 + [-0.34, 0, 0], at + d * 2.35 + [0.34, 0, 0], 0.24, 5)
        m.tube("verdigris", at - [0.5, 0, 0], at + [0.7, 0, 0], 0.3, 10)
        m.tube("tealine", at - [0.52, 0, 0], at - [0.5, 0, 0], 0.2, 6)
    a = 60 * DEGREE
    light_target(
        place,
        "target_wheel",
        at + [-0.42, 2.3 * math.sin(a), 2.3 * math.cos(a)],
        (-1, 0, 0),
        0.6,
        below="mover_wheel",
        group="third",
    )
    place.moves(
        "mover_wheel", np.linspace(0, 9, 5), turns=[about(0, t) for t in np.linspace(0, 2 * math.pi, 5)]
    )


def furniture(m):
    for x, z in ((-12.4, 26), (-12.4, 16), (12.4, 26), (12.4, 8.4)):
        lamp(m, (x, 0, z))
    for x, z, y in ((-5.9, 25, 0), (-5.9, 18, 0), (5.9, 25, 0), (5.9, 20, 0), (-5.9, -17, UP), (5.9, -33, UP)):
        m.lathe(
            "verdigris",
            [(0.2, -0.05), (0.22, 0.05), (0.14, 0.16), (0.13, 0.5), (0.22, 0.58), (0.2, 0.68), (0.0, 0.72)],
            12,
            (x, y, z),
        )
    # A barge that lies in the lower basin.
    part = Mesh()
    hull = [
        (0, -4.4),
        (1.35, -3.0),
        (1.55, 0),
        (1.45, 3.4),
        (0.9, 4.2),
        (-0.9, 4.2),
        (-1.45, 3.4),
        (-1.55, 0),
        (-1.35, -3.0),
    ]
    part.prism("planks", [(x, z) for x, z in hull], -0.9, 0.35, bevel=0.05, top="planks")
    part.box("wood", (-1.0, 0.3, 0.8), (1.0, 1.5, 3.2), bevel=0.05)
    part.box("verdigris", (-1.15, 1.45, 0.6), (1.15, 1.58, 3.4), bevel=0.03)
    for k in range(3):
        part.box(
            "planks", (-0.6 + 0.1 * k, 0.3, -2.6 + 1.0 * k), (0.35, 0.95 + 0.1 * k, -1.8 + 1.0 * k), bevel=0.03
        )
    m.merge(part, 0.06, (2.8, LOW_WATER + 0.1, 24.0))
    # The keeper's house on the eastern quay.
    block(m, (8.0, 13.6), (-0.2, 4.0), (26.4, 32.7), "plaster", top="plaster")
    m.profile("verdigris", [(-0.4, 0), (6.8, 0), (3.2, 2.6)], (7.6, 4.0, 26.0), (1, 0, 0), (0, 0, 1), 6.8)
    for z in (27.7, 30.2):
        m.box("wood", (7.9, 1.0, z), (8.02, 2.4, z + 1.1), bevel=0.01)
    m.box("planks", (9.6, -0.05, 26.3), (10.9, 2.2, 26.42), bevel=0.01)


def outside(m):
    """Roofs and poplars over the walls; nothing of it is solid."""
    m.node = "town-nocol"
    for k, (x, z, w, d, high) in enumerate(
        (
            (-24, 24, 10, 12, 9),
            (-25, 8, 9, 12, 11),
            (-26, -12, 11, 14, 14),
            (25, 26, 10, 14, 9),
            (26, 6, 10, 13, 12),
            (25, -14, 9, 15, 13),
            (-8, 44, 12, 9, 8),
            (10, 45, 14, 9, 10),
            (-14, -52, 13, 10, 14),
            (12, -53, 15, 10, 16),
        )
    ):
        m.box("plaster", (x - w / 2, -5, z - d / 2), (x + w / 2, high, z + d / 2), bevel=0, edge=9, skip="y")
        m.profile(
            "verdigris",
            [(-w / 2 - 0.4, 0), (w / 2 + 0.4, 0), (0, w * 0.42)],
            (x, high, z - d / 2 - 0.3),
            (1, 0, 0),
            (0, 0, 1),
            d + 0.6,
            edge=9,
        )
    for k in range(26):
        a = k * 2.399
        r = 33 + 5 * ((k * 5) % 4)
        x, z, high = r * math.sin(a), r * 1.25 * math.cos(a) - 2, 11 + (k * 7) % 6
        m.lathe(
            "leaves",
            [(0.3, -4), (0.3, 1.5), (1.5, 3.2), (1.7, 6), (1.2, high * 0.75), (0.0, high + 2)],
            7,
            (x, 0, z),
            crease=0.2,
        )
    m.node = ""


def build():
    place = Place("locks", title="Locks", balls=10, par_seconds=240, par_balls=8, **SKY)
    m = place.mesh
    masonry(m), leaves(place), furniture(m), outside(m)
    water(m, (-5.0, 5.0), (-12.3, 30.9), LOW_WATER), water(m, (-5.0, 5.0), (-36.4, -12.3), HIGH_WATER)
    drum(place, (8.9, 0.0, 15.0)), plate(m, (-7.0, 0, 15.0))
    gate(place, "gate_lower", (-8.5, 0, 5.2), 0, *DOOR, opens="first")
    checkpoint(place, "checkpoint_lift", (-8.5, 0, 3.2), (1.4, 1.3, 1.0))
    lift(place)
    plate(m, (-7.6, UP, -6.6)), checkpoint(place, "checkpoint_upper", (-11.8, UP, -6.6), (1.4, 1.3, 2.0))
    refill(place, "refill_upper", (-12.3, UP, -10.6))
    # A wall on the upper quay, and the gate that the weight opens.
    block(m, (-13.6, -8.9 - DOOR[0] / 2), (UP - 0.1, 8.4), (-14.0, -13.0)), block(
        m, (-8.9 + DOOR[0] / 2, -4.9), (UP - 0.1, 8.4), (-14.0, -13.0)
    )
    block(m, (-8.9 - DOOR[0] / 2, -8.9 + DOOR[0] / 2), (UP + DOOR[1], 8.4), (-14.0, -13.0), skip="xX")
    coping(m, (-13.5, -5.0), (-13.95, -13.05), 8.45), doorway(m, (-8.9, UP, -13.1), 0, *DOOR, 0.6)
    gate(place, "gate_upper", (-8.9, UP, -13.5), 0, *DOOR, opens="second")
    # Nobody walks round it over the gates' beams or on the eastern side.
    block(m, (4.9, 13.6), (UP - 0.1, 8.4), (-14.0, -13.0)), coping(m, (5.0, 13.5), (-13.95, -13.05), 8.45)
    m.box("verdigris", (-5.0, UP + 0.2, -12.86), (5.0, 8.2, -12.74), bevel=0.0)
    for x in np.arange(-4.5, 4.6, 1.5):
        m.box("brass", (x - 0.08, UP, -12.95), (x + 0.08, 8.4, -12.65), bevel=0.02)
    swing_bridge(place), sluice(place), wheel(place)
    checkpoint(place, "checkpoint_basin", (-8.9, UP, -16.4), (1.6, 1.3, 1.4))
    refill(place, "refill_basin", (-12.2, UP, -19.0)), refill(place, "refill_east", (8.6, UP, -16.0))
    plate(m, (6.4, UP, -26.0))
    # Out to the north on the eastern side.
    gate(place, "gate_out", (10.0, UP, -36.9), 0, *DOOR, opens="all")
    doorway(m, (10.0, UP, -36.4), 0, *DOOR, 0.6)
    block(m, (6.4, 13.6), (-0.5, UP), (-44, -36.6), top="basalt")
    for x in ((6.4, 7.4), (12.6, 13.6)):
        block(m, x, (UP - 0.2, 8.4), (-44, -37.7))
    block(m, (6.4, 13.6), (UP - 0.2, 8.4), (-45, -43.9))
    way_out(place, "exit", (10.0, UP, -41.0), 0, 1.25)
    place.mark("spawn", (-9.0, 0.1, 29.0))
    place.sun(66 * DEGREE, -35 * DEGREE, (1.0, 0.95, 0.86))
    return place


def tint(material, points):
    """Green where stone is wet, darker below the water."""
    if material not in ("limestone", "dressed"):
        return None
    level = np.where(points[:, 2] < -12.3, HIGH_WATER, LOW_WATER)
    inside = np.abs(points[:, 0]) < 5.6
    wet = (
        np.clip((level + 0.5 - points[:, 1]) / 0.7, 0, 1)
        * inside
        * (0.8 + 0.4 * solid_fbm(points * 0.5, 17, 2))
    )
    return 1 - np.clip(wet, 0, 1)[:, None] * (1 - np.array([0.42, 0.55, 0.40]))


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, size=768, tint=tint), "triangles")
