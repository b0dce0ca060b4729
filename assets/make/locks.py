"""The level `locks`: a flight of canal locks at noon. X is east, Z is south. Everything that one aims
at moves or is behind something that does, and then one moves oneself. The lower quay lies at height 0,
the upper one and the boat tunnel at 4, the quays of the boat lift at the end at 10."""

import math
import sys
from pathlib import Path

import numpy as np

import walls
from fittings import hexagon, lamp, rail, sconce
from markers import checkpoint, doorway, gate, light_target, plate, refill, way_out
from mesh import Mesh, unit
from noise import solid_fbm
from place import DEGREE, Place
from walls import Hole

DOOR = (2.2, 2.5)
UP = 4.0
LOW_WATER, HIGH_WATER = -0.55, 3.45
TOP, WALL, RIM = 10.0, 14.0, 20.2
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


def quay_wall(m, start, along, length, heights, holes=()):
    """A wall of the quays, 1.4 m thick, from `start` straight on."""
    walls.wall(
        m,
        "limestone",
        walls.flat(start, along),
        (0, length),
        heights,
        1.4,
        holes,
        reveal="dressed",
        skip="b",
        pitch=(3, 3),
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
        Hole(13.5 - 8.5 - 1.1, 13.5 - 8.5 + 1.1, -0.05, DOOR[1]),
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
        block(m, x, (-0.4, 8.6), (4, 33.9)), coping(m, x, (4.1, 33.8), 8.6)
        block(m, x, (3.6, WALL), (-38, 4.6)), coping(m, x, (-37.9, 4.5), WALL)
    block(m, (-14.6, 14.6), (-0.4, 8.6), (32.6, 34)), coping(m, (-14.6, 14.6), (32.7, 33.9), 8.6)
    # The upper wall across that hides what is up there from below.
    block(m, (-13.5, -5.0), (6.5, WALL), (4.5, 5.9), skip="")
    block(m, (5.0, 13.5), (6.5, WALL), (4.5, 5.9), skip="")
    m.box("wood", (-5.2, 11.1, 5.0), (5.2, 11.5, 5.4), bevel=0.03)


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
            part.box("verdigris", (x - 0.12, -2.19, -0.28), (x + 0.12, UP - 0.2, 0.28), bevel=0.02)
        yaw = 14 * DEGREE
        m.merge(part, yaw if side < 0 else math.pi - yaw, (side * 5.0, 0, -12.4))
    # Water through the seams, and the cheeks that carry the leaves.
    for side in (-1, 1):
        x = sorted((side * 5.0, side * 6.6))
        block(m, x, (UP - 0.3, UP + 0.9), (-13.2, -11.8), "dressed")


def swinging(period, phase=0.0, keys=17):
    """Times of a round, and −1 to 1 as a pendulum goes."""
    times = np.linspace(0, period, keys)
    return times, [math.sin(t / period * 2 * math.pi + phase) for t in times]


def raft(place):
    """A raft on a rope that drifts up and down the lower basin, and the first light on it."""
    m, at = place.mesh, np.array([-1.7, -0.4, 18.5])
    with place.part("mover_raft", at):
        for x in np.arange(-2.85, -0.6, 0.46):
            m.tube("wood", (x, -0.55, 16.9), (x, -0.55, 20.1), 0.23, 8)
        m.box("planks", (-2.95, -0.36, 17.1), (-0.5, -0.26, 19.9), bevel=0.02)
        edged(m, (-2.95, 17.1), (-0.5, 19.9), -0.26)
        for z in (17.75, 19.25):
            m.box("wood", (-1.75, -0.3, z - 0.08), (-1.55, 2.2, z + 0.08), bevel=0.02)
        m.box("wood", (-1.75, 2.1, 17.5), (-1.55, 2.3, 19.5), bevel=0.02)
        m.lathe("brass", [(0.3, -0.3), (0.36, 0.1), (0.3, 0.5), (0.0, 0.5)], 12, (-0.95, 0, 17.6))
    light_target(place, "target_raft", (-1.77, 1.2, 18.5), (-1, 0, 0), 0.7, below="mover_raft", group="first")
    times, way = swinging(16.0)
    place.moves("mover_raft", times, offsets=[(0, 0, -7.0 * w) for w in way])


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
                m.tube("tealine", p + [0, 0.14, 0], p + [0, 3.21, 0], 0.05, 5)
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
    holes = [Hole(14.6 - 1.5, 14.6 + 1.5, UP + 0.6, UP + 3.2), Hole(24.6 - 1.1, 24.6 + 1.1, UP - 0.05, UP + DOOR[1])]
    quay_wall(m, (-14.6, 0, -36.4), (1, 0, 0), 29.2, (2.0, WALL), holes)
    coping(m, (-14.6, 14.6), (-37.8, -36.4), WALL)
    block(m, (-2.6, 2.6), (2.0, 9), (-39.2, -37.95)), block(m, (-2.6, -1.6), (2.0, 9), (-38.1, -37.7)), block(
        m, (1.6, 2.6), (2.0, 9), (-38.1, -37.7)
    )
    block(m, (-1.7, 1.7), (2.0, UP + 0.58), (-38.1, -37.7)), block(
        m, (-2.55, 2.55), (UP + 3.3, 8.99), (-38.1, -37.7), skip=""
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
    # Rounder rims, drawn about those that are solid.
    with place.part("rims-nocol", at, below="mover_wheel"):
        for x in (12.45, 13.05):
            m.torus("wood", (x, at[1], at[2]), (1, 0, 0), 2.495, 0.14, 72, 8)
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


def tunnel_vault(s, e, d):
    """(z, angle from the eastern springing, d toward the inside): the boat tunnel's vault."""
    return np.array([10 + (6.4 - d) * math.cos(e), 6.4 + (4.0 - d) * math.sin(e), s])


def tunnel(m):
    """The boat tunnel: a landing at each end, water between them, a weir half-way, slots for the sun."""
    x, crown = (3.6, 16.4), math.pi / 2
    # What lies between the upper basin's wall and the tunnel.
    block(m, (6.4, 13.6), (-0.5, UP), (-44.2, -36.6), top="basalt")
    for side in ((6.2, 7.4), (12.6, 13.8)):
        block(m, side, (UP - 0.2, 8.6), (-44.2, -37.7))
    block(m, (6.25, 13.75), (7.2, 8.59), (-44.2, -37.7), skip="")
    for side in ((2.2, 7.4), (12.6, 17.8)):
        block(m, side, (1.5, 10.8), (-45, -43.9))
    block(m, (7.3, 12.7), (7.2, 10.8), (-45, -43.9), skip="")
    # Landings, bed and weir, and stairs out of the water, back toward the beginning.
    block(m, x, (0, UP), (-50, -44), top="basalt"), coping(m, x, (-50, -49.6), UP)
    block(m, x, (0, UP), (-81.3, -70.5), top="basalt"), coping(m, x, (-70.9, -70.5), UP)
    block(m, x, (0.5, 2.2), (-70.6, -49.9), top="limestone", bevel=0, edge=5)
    block(m, x, (2.0, 3.68), (-57.6, -57.0), "dressed")
    m.stairs("dressed", (15.2, 2.2, -53.6), (0, 0, 1), (1, 0, 0), 1.2, 9, 0.2, 0.4, below=0.2)
    m.stairs("dressed", (15.2, 2.2, -60.1), (0, 0, 1), (1, 0, 0), 1.2, 7, 0.21, 0.36, below=0.2)
    water(m, x, (-70.5, -50.0), HIGH_WATER)
    niche = Hole(15.5 - 0.8, 15.5 + 0.8, 4.6, 6.4, rise=0.5, pieces=6)
    quay_wall(m, (3.6, 0, -44.5), (0, 0, -1), 36.2, (1.5, 6.5), [niche])
    quay_wall(m, (16.4, 0, -80.7), (0, 0, 1), 36.2, (1.5, 6.5))
    block(m, (1.0, 2.3), (4.0, 7.0), (-62, -58))
    holes = [Hole(z - 0.45, z + 0.45, crown - 0.3, crown + 0.3) for z in (-52.5, -56.5, -60.5, -64.5, -68.0)]
    holes.append(Hole(-75.5, -71.5, crown - 0.315, crown + 0.315))
    walls.wall(
        m,
        "limestone",
        tunnel_vault,
        (-80.7, -44.2),
        (0, math.pi),
        0.7,
        holes,
        reveal="dressed",
        scale=(1, 5.4),
        pitch=(3, 1.3),
        smooth=True,
    )
    for z in (-50.2, -54.5, -58.5, -62.5, -66.4, -70.3):
        for k in range(10):
            a, b = k * math.pi / 10, (k + 1) * math.pi / 10
            quad = [tunnel_vault(z + h, e, 0.2) for h, e in ((-0.3, a), (-0.3, b), (0.3, b), (0.3, a))]
            m.quad(
                "dressed",
                *(
                    quad[::-1]
                    if np.cross(quad[1] - quad[0], quad[3] - quad[0]) @ (quad[0] - np.array([10, 6.4, z])) > 0
                    else quad
                ),
            )
            for h in (-0.3, 0.3):
                ring = [tunnel_vault(z + h, e, d) for d, e in ((0.2, a), (0.2, b), (-0.1, b), (-0.1, a))]
                out = np.cross(ring[1] - ring[0], ring[3] - ring[0])
                m.quad("dressed", *(ring if out[2] * h > 0 else ring[::-1]))
        for side in ((3.5, 3.85), (16.15, 16.5)):
            block(m, side, (1.5, 6.5), (z - 0.3, z + 0.3), "dressed", skip="yY")
    doors = [Hole(7.8 - 1.1, 7.8 + 1.1, UP - 0.05, UP + DOOR[1])]
    quay_wall(m, (2.2, 0, -80), (1, 0, 0), 15.6, (1.5, RIM), doors)
    doorway(m, (10, UP, -80.0), 0, *DOOR, 0.6)


def ripples(place, name, seed, period):
    """A web of light that wanders over the tunnel's vault: what the water throws up there."""
    numbers, cell = np.random.default_rng(seed), 1.25
    columns, rows = 18, 14
    node = {}
    for i in range(columns):
        for j in range(rows):
            shift = numbers.uniform(-0.36, 0.36, 2) * cell
            z = -50.4 - (i + 0.5) * 1.16 + shift[0]
            e = 0.16 + (j + 0.5 + (0.2 if (i + j) % 2 else -0.2)) * (math.pi - 0.32) / rows + shift[1] / 6
            node[i, j] = (z, min(max(e, 0.05), math.pi - 0.05))
    # What moves is a bar outside; the web hangs below it and touches nothing.
    with place.part(f"mover_{name}", (10, 6, -60)) as m:
        m.box("brass", (18.6, 7.0 + 0.4 * (seed % 2), -62), (18.7, 7.1 + 0.4 * (seed % 2), -58), bevel=0)
    with place.part(f"{name}-nocol", (10, 6, -60), below=f"mover_{name}") as m:
        for i in range(columns):
            for j in range(rows):
                ends = [(i + 1, j)] + ([(i, j + 1)] if (i + j) % 2 else [])
                for end in ends:
                    if end in node:
                        bow, width = numbers.uniform(-0.2, 0.2), numbers.uniform(0.08, 0.26)
                        thread(m, node[i, j], node[end], bow, width, 0.05 + 0.02 * (seed % 2))
    times, way = swinging(period, seed)
    _, lift = swinging(period, seed * 2.1)
    place.moves(f"mover_{name}", times, offsets=[(0.05 * b, 0.04 * b, 0.75 * a) for a, b in zip(way, lift)])


def thread(m, a, b, bow, width, depth):
    """A bent strip on the vault, from one place to another, that fades to both sides."""
    way = np.array([b[0] - a[0], (b[1] - a[1]) * 5.4])
    side = np.array([-way[1], way[0]])
    side_out = side / np.linalg.norm(side) * width
    lines = []
    for f in (0.0, 1 / 3, 2 / 3, 1.0):
        middle = bow * math.sin(f * math.pi)
        z, e = (1 - f) * np.array(a) + f * np.array(b) + middle * np.array([side[0], side[1] / 5.4])
        lines += [tunnel_vault(z + side_out[0] * k, e + side_out[1] * k / 5.4, depth) for k in (-1, 0, 1)]
    normals = [unit(np.array([10, 6.4, p[2]]) - p) for p in lines]
    triangles = []
    for i in (0, 3, 6):
        triangles += [(i, i + 1, i + 4), (i, i + 4, i + 3), (i + 1, i + 2, i + 5), (i + 1, i + 5, i + 4)]
    if np.cross(lines[1] - lines[0], lines[4] - lines[0]) @ normals[0] < 0:
        triangles = [t[::-1] for t in triangles]
    m.add("caustic", lines, normals, np.zeros((12, 2)), triangles)


def ferry(place):
    """A ferry that goes from landing to landing; on its way it passes the sixth light's niche."""
    m, at = place.mesh, np.array([10.0, UP, -52.2])
    with place.part("mover_ferry", at):
        m.box("planks", (7.4, UP - 0.28, -54.3), (12.6, UP, -50.1), bevel=0.03)
        edged(m, (7.42, -54.28), (12.58, -50.12), UP - 0.02)
        for x in (7.5, 12.5):
            for z in np.linspace(-54.1, -50.3, 4):
                m.box("brass", (x - 0.05, UP - 0.1, z - 0.05), (x + 0.05, UP + 0.95, z + 0.05), bevel=0.01)
            m.tube("brass", (x, UP + 0.93, -54.15), (x, UP + 0.93, -50.25), 0.04, 6)
    stops = ((0, 0), (3.5, 0), (4.5, 1), (10.5, 15), (11.5, 16), (15, 16), (16, 15), (22, 1), (23, 0))
    place.moves("mover_ferry", [t for t, _ in stops], offsets=[(0, 0, -z) for _, z in stops])
    light_target(place, "target_niche", (2.32, 5.45, -60.0), (1, 0, 0), 0.62, group="tunnel")
    place.lamp("glow_niche", (3.0, 5.6, -60.0), "#3fe0c5", 2.0, 4.5)


def fan(place):
    """A fan in the eye of the vault: the sun falls through it, and so must a ball, up to the light."""
    m, at = place.mesh, np.array([10.0, 9.55, -73.5])
    with place.part("mover_fan", at):
        for k in range(3):
            arc = [(k * 120 + a) * DEGREE for a in np.linspace(0, 64, 6)]
            plan = [(10.0, -73.5)] + [(10 + 1.86 * math.sin(a), -73.5 + 1.86 * math.cos(a)) for a in arc]
            m.prism("verdigris", plan, 9.5, 9.6, bevel=0.0)
            for a in (arc[0], arc[-1]):
                m.tube(
                    "tealine",
                    (10, 9.48, -73.5),
                    (10 + 1.86 * math.sin(a), 9.48, -73.5 + 1.86 * math.cos(a)),
                    0.035,
                    4,
                )
        m.lathe(
            "brass", [(1.8, 9.42), (1.95, 9.42), (1.95, 9.68), (1.8, 9.68), (1.8, 9.42)], 28, (10, 0, -73.5)
        )
        m.lathe("brass", [(0.0, 9.35), (0.3, 9.42), (0.3, 9.7), (0.0, 9.7)], 12, (10, 0, -73.5))
    place.moves(
        "mover_fan", np.linspace(0, 7.5, 5), turns=[about(1, a) for a in np.linspace(0, 2 * math.pi, 5)]
    )
    for z in (-74.6, -72.4):
        m.box("verdigris", (7.7, 11.2, z - 0.1), (12.3, 11.45, z + 0.1), bevel=0.02)
    m.box("brass", (9.85, 11.15, -75.6), (10.15, 11.4, -71.4), bevel=0.02)
    light_target(place, "target_fan", (10.0, 11.12, -73.5), (0, -1, 0), 0.85, group="tunnel")


def lift_hall(m):
    """The shaft of the boat lift, the quays about its head, and the way out to the west."""
    for x, out in (((-5, 6.4), (2.2, 3.4)), ((13.6, 20), (16.6, 17.8))):
        block(m, x, (-3.6, TOP), (-107, -81.2), top="basalt")
        # They end inside the wall across.
        ends = ((-107.3, -102.6), (-100.4, -81)) if x[0] < 0 else ((-107.3, -81),)
        for z in ends:
            block(m, out, (TOP - 0.1, RIM), z)
        coping(m, out, (-107.2, -81), RIM)
    block(m, (2.2, 3.4), (TOP + DOOR[1], RIM - 0.1), (-102.7, -100.3), skip="")
    block(m, (6.3, 13.7), (-3.6, TOP), (-107, -97), top="basalt"), block(
        m, (6.3, 13.7), (-4.2, -2.7), (-97.2, -81)
    )
    block(m, (6.3, 13.7), (-2.8, UP), (-85, -81.2), top="basalt"), coping(m, (6.4, 13.6), (-85, -84.7), UP)
    block(m, (2.2, 17.8), (TOP - 0.1, RIM), (-107.4, -106)), coping(m, (2.2, 17.8), (-107.3, -106), RIM)
    coping(m, (2.2, 17.8), (-81.4, -80), RIM)
    for x in (6.2, 13.8):
        rail(m, (x, TOP, -81.6), (x, TOP, -96.9), 2.6)
    # The way out.
    doorway(m, (3.4, TOP, -101.5), math.pi / 2, *DOOR, 0.6)
    for z in ((-104.6, -103.4), (-99.6, -98.4)):
        block(m, (-4.6, 2.3), (TOP - 0.1, 14.4), z)
    block(m, (-4.6, -3.4), (TOP - 0.1, 14.38), (-104.5, -98.5)), block(
        m, (-4.6, 2.3), (13.4, 14.6), (-104.6, -98.4), skip=""
    )
    # Gantries over the shaft.
    for z in (-86.4, -95.6):
        for x in (5.5, 14.5):
            m.box("verdigris", (x - 0.2, TOP - 0.1, z - 0.2), (x + 0.2, 18.7, z + 0.2), bevel=0.03, skip="y")
        m.box("verdigris", (5.1, 18.4, z - 0.25), (14.9, 18.9, z + 0.25), bevel=0.03)
        for x in (6.6, 13.4):
            m.torus("brass", (x, 18.2, z), (0, 0, 1), 0.5, 0.09, 18, 6)
            m.box("brass", (x - 0.05, UP - 6, z - 0.05), (x + 0.05, 18.2, z + 0.05), bevel=0.01)


def caisson(place):
    """The boat lift: a trough of water with a boat in it, that takes along who stands on its rim."""
    m, at = place.mesh, np.array([10.0, UP, -91.0])
    with place.part("mover_caisson", at):
        m.box("verdigris", (6.72, -2.4, -96.8), (13.28, UP - 0.62, -85.15), bevel=0.03)
        for x, z in (
            ((6.72, 13.28), (-87.4, -85.15)),
            ((6.72, 13.28), (-96.8, -94.6)),
            ((6.72, 8.0), (-94.7, -87.3)),
            ((12.0, 13.28), (-94.7, -87.3)),
        ):
            m.box("planks", (x[0], UP - 0.7, z[0]), (x[1], UP - 0.002 * (x[1] - x[0] > 3), z[1]), bevel=0.02)
        edged(m, (6.75, -96.77), (13.25, -85.18), UP - 0.02)
        hull = Mesh()
        plan = [
            (0, -2.9),
            (0.8, -1.9),
            (0.95, 0),
            (0.85, 2.2),
            (0.5, 2.7),
            (-0.5, 2.7),
            (-0.85, 2.2),
            (-0.95, 0),
            (-0.8, -1.9),
        ]
        hull.prism("planks", plan, -0.55, 0.42, bevel=0.04)
        hull.box("wood", (-0.6, 0.4, 0.6), (0.6, 1.3, 2.0), bevel=0.04), hull.box(
            "verdigris", (-0.7, 1.26, 0.5), (0.7, 1.36, 2.1), bevel=0.02
        )
        m.merge(hull, 0.0, (10.0, UP - 0.1, -91.0), "mover_caisson")
    with place.part("pool-nocol", at, below="mover_caisson"):
        m.quad(
            "water",
            (8.0, UP - 0.2, -87.4),
            (12.0, UP - 0.2, -87.4),
            (12.0, UP - 0.2, -94.6),
            (8.0, UP - 0.2, -94.6),
        )
    stops = ((0, 0), (5, 0), (6, 0.4), (12, 5.6), (13, 6), (18, 6), (19, 5.6), (25, 0.4), (26, 0))
    place.moves("mover_caisson", [t for t, _ in stops], offsets=[(0, y, 0) for _, y in stops])


def pendulum(place):
    """A light on a long arm that swings over the upper quay."""
    m, at = place.mesh, np.array([10.0, 18.4, -98.4])
    for x in (4.6, 15.4):
        m.box("wood", (x - 0.18, TOP - 0.1, -98.6), (x + 0.18, 18.7, -98.2), bevel=0.02, skip="y")
    m.box("wood", (4.2, 18.4, -98.65), (15.8, 18.8, -98.15), bevel=0.03)
    with place.part("mover_pendulum", at):
        m.tube("brass", at, at - [0, 4.2, 0], 0.06, 8)
        m.tube("brass", at - [0, 0, 0.35], at + [0, 0, 0.35], 0.16, 10)
        # So steep that nobody stands on it.
        lozenge = [(-0.85, 0), (0, -1.3), (0.85, 0), (0, 1.3)]
        m.profile("lead", lozenge, at + [0, -5.2, -0.2], (1, 0, 0), (0, 0, 1), 0.4)
        for (x0, y0), (x1, y1) in zip(lozenge, lozenge[1:] + lozenge[:1]):
            m.tube("tealine", at + [x0, y0 - 5.2, 0.2], at + [x1, y1 - 5.2, 0.2], 0.03, 4)
    light_target(
        place, "target_pendulum", at + [0, -5.2, 0.22], (0, 0, 1), 0.62, below="mover_pendulum", group="top"
    )
    times, way = swinging(5.4, 0.0, 25)
    place.moves("mover_pendulum", times, turns=[about(2, 0.58 * w) for w in way])


def shutters(place):
    """Two pairs of blades that turn against each other before the last light: they open together."""
    m, axis = place.mesh, np.array([10.0, 13.0, 0])
    for name, z, way in (("mover_front", -104.95, 1), ("mover_back", -105.35, -1)):
        at, material = axis + [0, 0, z], "brass" if way > 0 else "verdigris"
        with place.part(name, at):
            for k in range(3):
                arc = [(k * 120 + 60 + a) * DEGREE for a in np.linspace(-38, 38, 6)]
                outline = [(0.0, 0.0)] + [(2.1 * math.sin(a), 2.1 * math.cos(a)) for a in arc]
                m.profile(material, outline, at - [0, 0, 0.05], (1, 0, 0), (0, 0, 1), 0.1)
                for a in (arc[0], arc[-1]):
                    m.tube(
                        "tealine", at + [0, 0, 0.06], at + [2.1 * math.sin(a), 2.1 * math.cos(a), 0.06], 0.03, 4
                    )
            m.torus("brass", at, (0, 0, 1), 2.15, 0.09, 32, 6), m.tube(
                "brass", at - [0, 0, 0.16], at + [0, 0, 0.16], 0.3, 12
            )
        turns = [about(2, way * a) for a in np.linspace(0, 2 * math.pi, 5)]
        place.moves(name, np.linspace(0, 10.5, 5), turns=turns)
    m.tube("brass", (10, 13, -106), (10, 13, -104.7), 0.14, 10)
    m.torus("dressed", (10, 13.0, -106.0), (0, 0, 1), 2.5, 0.28, 36, 6)
    light_target(place, "target_shutters", (10.0, 14.25, -105.95), (0, 0, 1), 0.6, group="top")
    place.lamp("glow_shutters", (10.0, 14.3, -105.6), "#3fe0c5", 3.0, 4.0)


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
            "planks", (-0.6 + 0.1 * k, 0.3, -2.6 + 1.0 * k), (0.35, 1.05 + 0.1 * k, -1.8 + 1.0 * k), bevel=0.03
        )
    m.merge(part, 0.06, (2.8, LOW_WATER + 0.1, 24.0))
    # The keeper's house on the eastern quay.
    block(m, (8.0, 13.6), (-0.2, 5.4), (26.4, 32.7), "plaster", top="plaster")
    m.profile("verdigris", [(-0.4, 0), (6.8, 0), (3.2, 2.6)], (7.6, 5.4, 26.0), (1, 0, 0), (0, 0, 1), 6.8)
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
            (33, -60, 10, 16, 15),
            (-9, -78, 12, 14, 15),
            (31, -92, 12, 16, 21),
            (-14, -108, 10, 14, 20),
            (8, -124, 18, 10, 20),
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
        if z < -38 and -2 < x < 22:
            continue
        m.lathe(
            "leaves",
            [(0.3, -4), (0.3, 1.5), (1.5, 3.2), (1.7, 6), (1.2, high * 0.75), (0.0, high + 2)],
            7,
            (x, 0, z),
            crease=0.2,
        )
    m.node = ""


def build():
    place = Place("locks", title="Locks", balls=10, par_seconds=410, par_balls=14, **SKY)
    m = place.mesh
    masonry(m), leaves(place), furniture(m), outside(m)
    water(m, (-5.0, 5.0), (-12.3, 30.9), LOW_WATER), water(m, (-5.0, 5.0), (-36.4, -12.3), HIGH_WATER)
    raft(place), drum(place, (8.9, 0.0, 15.0)), plate(m, (-7.0, 0, 15.0)), refill(
        place, "refill_lower", (-12.2, 0, 21)
    )
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
    # On to the north on the eastern side, through the tunnel and up.
    gate(place, "gate_tunnel", (10.0, UP, -36.9), 0, *DOOR, opens="third")
    doorway(m, (10.0, UP, -36.4), 0, *DOOR, 0.6)
    tunnel(m), ferry(place), fan(place)
    ripples(place, "ripples_a", 3, 9.0), ripples(place, "ripples_b", 8, 13.0)
    checkpoint(place, "checkpoint_tunnel", (10.0, UP, -46.4), (2.6, 1.3, 1.2))
    refill(place, "refill_tunnel", (5.2, UP, -46.6))
    checkpoint(place, "checkpoint_fan", (10.0, UP, -72.0), (2.6, 1.3, 1.0)), refill(
        place, "refill_fan", (5.2, UP, -78.0)
    )
    plate(m, (10.0, UP, -77.2))
    gate(place, "gate_lift", (10.0, UP, -80.5), 0, *DOOR, opens="tunnel")
    lift_hall(m), caisson(place), pendulum(place), shutters(place)
    checkpoint(place, "checkpoint_top", (10.0, TOP, -99.4), (2.4, 1.3, 1.0)), refill(
        place, "refill_top", (14.6, TOP, -102.0)
    )
    plate(m, (10.0, TOP, -101.4))
    gate(place, "gate_out", (2.8, TOP, -101.5), math.pi / 2, *DOOR, opens="all")
    way_out(place, "exit", (-0.6, TOP, -101.5), math.pi / 2, 1.25)
    for k, (at, out) in enumerate(
        (((7.4, 5.9, -41), (1, 0, 0)), ((16.4, 5.9, -47), (-1, 0, 0)), ((16.4, 5.9, -76), (-1, 0, 0)))
    ):
        sconce(m, at, out)
        place.lamp(f"light_sconce_{k}", np.array(at) + np.array(out) * 0.45, "#ffb45e", 2.5, 6.0)
    for name, at, sound, volume, radius in (
        ("basin", (0, 0, 18), "water", 0.6, 14),
        ("upper", (0, 4, -25), "water", 0.6, 12),
        ("tunnel", (10, 4, -62), "water", 0.8, 14),
        ("lift", (-8, 3, -1), "machines", 0.5, 6),
        ("caisson", (10, 8, -91), "machines", 0.6, 9),
    ):
        place.mark(f"ambience_{name}", at, sound=sound, volume=volume, radius=radius)
    place.mark("spawn", (-9.0, 0.1, 29.0))
    place.sun(66 * DEGREE, -35 * DEGREE, (1.0, 0.95, 0.86))
    place.accepts_built("t-junction", "open-edge")
    place.accepts({"t-junction": "the town's houses stand against each other, far away"}, "town-nocol")
    return place


def tint(material, points):
    """Green where stone is wet, darker below the water; light from the water has soft edges."""
    if material == "caustic":
        alpha = np.tile([0.0, 1.0, 0.0], len(points) // 3)
        return np.concatenate([np.ones((len(points), 3)), alpha[:, None]], 1)
    if material not in ("limestone", "dressed"):
        return None
    level = np.where(points[:, 2] < -12.3, HIGH_WATER, LOW_WATER)
    inside = (np.abs(points[:, 0]) < 5.6) | (points[:, 2] < -44)
    wet = (
        np.clip((level + 0.5 - points[:, 1]) / 0.7, 0, 1)
        * inside
        * (0.8 + 0.4 * solid_fbm(points * 0.5, 17, 2))
    )
    return 1 - np.clip(wet, 0, 1)[:, None] * (1 - np.array([0.42, 0.55, 0.40]))


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, size=768, tint=tint), "triangles")
