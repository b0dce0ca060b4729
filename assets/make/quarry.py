"""The level `quarry`: Quarry Steps, a limestone quarry early in the morning. X is east, Z is south.
The floor lies at height 0, the lower bench and the hall in the rock at 5, the upper bench and the
gallery over the floor at 10. Nine lights, each of which adds one thing: straight ahead; farther and
higher; from the top of what one jumps onto; off the ground; off a wall; far down across the floor;
between columns; one that swings; off a face at an angle and round a corner."""

import math
import sys
from pathlib import Path

import numpy as np

import rock
import shade
from fittings import hexagon, lamp, rail
from markers import checkpoint, doorway, gate, light_target, plate, refill, way_out
from mesh import Mesh, unit
from place import DEGREE, Place

LOW, HIGH, RIM = 5.0, 10.0, 17.6
DOOR, FIRST = (2.4, 2.6), (3.2, 3.0)


def stone(m, x, y, z, top="rubble", bevel=0.05, skip="y", material="sawn", edge=4.0):
    """A sawn mass, each of its extents as (from, to)."""
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def floor(m):
    """The quarry's floor, and the cutting that leads to it from the south, which a gate closes."""
    stone(m, (-17.5, 17.5), (-1.5, 0), (-34, 24), bevel=0, edge=5)
    stone(m, (-3.6, 3.6), (-1.5, 0.004), (22, 45), bevel=0, edge=5)
    stone(m, (-30, -3.2), (-1, 9.0), (23, 44))
    stone(m, (3.2, 30), (-1, 7.4), (23, 33))
    stone(m, (3.6, 30), (-1, 9.6), (31, 44))
    # Over the cutting's edges the rock goes on up, too high to climb.
    stone(m, (-30, -6.0), (8.6, 16.4), (24.6, 44)), stone(m, (6.2, 31), (7.0, 16.6), (24.8, 44))
    half, z = FIRST[0] / 2, (31.4, 32.4)
    stone(m, (-3.5, -half), (-1, 4.3), z), stone(m, (half, 3.7), (-1, 4.3), z)
    stone(m, (-half, half), (FIRST[1], 4.3), z, skip="xX")
    doorway(m, (0, 0, 32.2), 0, *FIRST, 0.7)
    # The cutting's foot is closed by a timber gate and the rock above it.
    stone(m, (-4, 4), (3.6, 16.0), (41.5, 46), skip="")
    stone(m, (-4, -1.6), (-1, 3.8), (41.5, 46)), stone(m, (1.6, 4), (-1, 3.8), (41.5, 46))
    m.box("planks", (-1.8, -0.1, 42.0), (1.8, 3.7, 42.2), bevel=0.02)
    for y in (0.7, 2.9):
        m.box("wood", (-1.7, y - 0.12, 41.9), (1.7, y + 0.12, 42.02), bevel=0.02)
    for side in (-1, 1):
        m.tube("brass", (side * 1.2, 1.2, 41.88), (side * 1.2, 2.4, 41.88), 0.04, 6)


def lower_bench(m):
    """The bench before the first gate: a stair climbs to it through the rock, a saw cut parts it."""
    half = DOOR[0] / 2
    # East of the stair, west of it up to the cut, and beyond the cut.
    stone(m, (half, 17.5), (-1, LOW), (-34.2, -14))
    stone(m, (-12.0, -half), (-1, LOW), (-34.2, -14))
    stone(m, (-31, -14.7), (-1, LOW), (-36, 2.5))
    m.stairs(
        "dressed", (-half - 0.02, 0, -17.2), (0, 0, -1), (1, 0, 0), DOOR[0] + 0.04, 20, 0.25, 0.36, below=0.3
    )
    stone(m, (-half - 0.1, half + 0.1), (-1, LOW - 0.004), (-34.2, -24.3))
    stone(m, (-half - 0.1, half + 0.1), (DOOR[1], LOW - 0.002), (-17.4, -14.0), skip="")
    doorway(m, (0, 0, -13.85), 0, *DOOR)
    # A wall parts what lies beyond the cut from the rest, with a door that is seen from the gallery.
    x, z = (-21.4, -20.4), -31.0
    stone(m, x, (LOW - 0.1, 11.2), (-34.2, z - half)), stone(m, x, (LOW - 0.1, 11.2), (z + half, -25.2))
    stone(m, x, (LOW + DOOR[1], 11.2), (z - half - 0.1, z + half + 0.1), skip="")
    doorway(m, (-20.4, LOW, z), math.pi / 2, *DOOR)
    # A curb and rails along the stair's well and the edge.
    for side in (-1, 1):
        rail(m, (side * (half + 0.2), LOW, -17.3), (side * (half + 0.2), LOW, -23.9), 2.2)
    rail(m, (-half - 0.2, LOW, -17.3), (half + 0.2, LOW, -17.3), 2.8, ends=(False, False))
    for a, b in (((-11.7, -14.25), (-1.9, -14.25)), ((1.9, -14.25), (17.0, -14.25))):
        rail(m, (a[0], LOW, a[1]), (b[0], LOW, b[1]), 2.4)
    # Three blocks to jump onto, and before them the hood that only the highest looks into.
    for x, z, high in (
        ((9.4, 11.5), (-26.3, -24.1), 0.85),
        ((7.0, 9.3), (-26.5, -24.3), 1.7),
        ((4.4, 6.9), (-26.7, -24.2), 2.55),
    ):
        stone(m, x, (LOW - 0.05, LOW + high), z, top="sawn")
    for x, y in (
        ((4.0, 7.2), (7.3, 8.2)),
        ((4.0, 4.75), (8.1, 9.5)),
        ((6.45, 7.2), (8.1, 9.5)),
        ((3.9, 7.3), (9.4, 10.1)),
    ):
        stone(m, x, y, (-34.5, -31.5), top="sawn", skip="")


def corner(m):
    """What was left standing between the lower bench's two arms, and hides what lies behind."""
    stone(m, (-22.5, -14.7), (LOW - 0.5, 11.2), (-25.5, -14.0))
    stone(m, (-20.8, -16.0), (11.0, 11.9), (-24.0, -15.4))
    stone(m, (-18.6, -14.7), (LOW - 0.5, 8.3), (-14.2, 3.0))


def upper_bench(m):
    """The bench that the second gate leads to, and the stair in its trench."""
    half, x = DOOR[0] / 2, -26.6
    stone(m, (-45, x - half), (-1, HIGH), (2, 24))
    stone(m, (x + half, -16.6), (-1, HIGH), (2, 24))
    stone(m, (x - half - 0.1, x + half + 0.1), (LOW + DOOR[1], HIGH - 0.002), (2.0, 5.4), skip="")
    stone(m, (x - half - 0.1, x + half + 0.1), (-1, LOW + 0.003), (1.4, 6.2))
    m.stairs(
        "dressed", (x - half - 0.02, LOW, 5.2), (0, 0, 1), (1, 0, 0), DOOR[0] + 0.04, 20, 0.25, 0.36, below=0.3
    )
    stone(m, (x - half - 0.1, x + half + 0.1), (-1, HIGH - 0.004), (12.3, 24))
    doorway(m, (x, LOW, 1.85), 0, *DOOR)
    stone(m, (-45, -30.5), (-1, HIGH - 0.006), (-41, 2.2))
    for side in (-1, 1):
        rail(m, (x + side * (half + 0.2), HIGH, 5.2), (x + side * (half + 0.2), HIGH, 12.0), 2.3)
    rail(m, (x - half - 0.2, HIGH, 5.2), (x + half + 0.2, HIGH, 5.2), 2.8, ends=(False, False))
    rail(m, (-17.0, HIGH, 2.6), (-17.0, HIGH, 22.6), 2.5)
    rail(m, (-24.6, HIGH, 2.4), (-17.0, HIGH, 2.4), 2.5, ends=(True, False))
    rail(m, (-30.8, HIGH, -9.4), (-30.8, HIGH, 1.8), 2.4)


def bank(m):
    """The last light's place: a low wall to throw over, a rubbed face at an angle, and an arm of the
    cut that turns off to the right."""
    y0, y1 = HIGH - 0.4, 15.0
    # The corner that hides the arm, its southern wall and its end.
    stone(m, (-37.6, -30.4), (y0, y1), (-19.6, -13.2))
    stone(m, (-32.0, -28.4), (y0, y1 + 0.8), (-27, -19.4))
    stone(m, (-46, -28.4), (y0, y1 + 1.6), (-41, -25.2))
    # The face itself, at 45 degrees from the west wall to the north wall.
    m.prism("dressed", [(-44.4, -17.9), (-36.9, -25.4), (-44.4, -25.4)], y0, 13.6, bevel=0.04)
    for y in (10.5, 13.25):
        a, b = np.array([-44.1, y, -18.15]), np.array([-37.15, y, -25.1])
        m.tube("brass", a, b, 0.05, 6)
    m.box("limestone", (-45, y0, -16.4), (-37.4, HIGH + 1.15, -15.9), bevel=0.0, skip="y")
    m.box("dressed", (-45, HIGH + 1.1, -16.5), (-37.4, HIGH + 1.26, -15.8), bevel=0.04)


def walls(m):
    """Everything above the benches that nobody climbs: higher benches, then the natural rock."""
    # West: behind the upper bench, with the way out cut into it.
    half, z = DOOR[0] / 2, -6.0
    stone(m, (-54, -44.2), (-1, RIM), (-46, -21))
    stone(m, (-54, -44.2), (-1, RIM - 0.5), (z + half, 30))
    stone(m, (-54, -44.2), (HIGH + DOOR[1], RIM - 0.5), (z - half, z + half + 0.2), skip="")
    stone(m, (-54, -50.2), (-1, RIM), (z - half - 0.2, z + half + 0.2))
    stone(m, (-54, -44.0), (-1, HIGH - 0.003), (z - half - 0.2, z + half + 0.2))
    doorway(m, (-44.05, HIGH, z), math.pi / 2, *DOOR)
    # North, and the corner between that and the west, behind the lookout: no gap is left before the rock.
    stone(m, (-30.8, 33), (-1, 15.0), (-50.5, -34))
    stone(m, (-54, -30), (-1, RIM - 0.6), (-50.5, -40.6))
    stone(m, (-24, 33), (14.6, 22.0), (-50.5, -39.5))
    # East of the floor, in shade until noon.
    stone(m, (17.2, 20), (-1, 9.2), (7.9, 25)), stone(m, (18.1, 33), (-1, 16.5), (7.9, 25.2))
    stone(m, (15.0, 19.0), (-1, 3.1), (3, 14), top="sawn")
    # South, above the upper bench.
    stone(m, (-50, -16.4), (HIGH - 0.5, RIM - 0.6), (23.4, 31))
    stone(m, (-17.5, -6.0), (8.6, 16.5), (24.6, 40))


def lookout(m):
    """Where it ends: a stair in the rock to a loggia from which one sees all of it, and the sun."""
    half, x, top = DOOR[0] / 2, -48.6, 15.0
    stone(m, (-54, x - half), (-1, 18.5), (-21.2, -7.2)), stone(m, (x + half, -44.2), (-1, top), (-21.2, -7.2))
    stone(m, (x - half - 0.1, x + half + 0.1), (-1, top - 0.004), (-21.2, -14.5))
    stone(m, (x - half - 0.1, x + half + 0.1), (-1, HIGH - 0.006), (-8, -7.1))
    m.stairs(
        "dressed",
        (x - half - 0.02, HIGH, -7.3),
        (0, 0, -1),
        (1, 0, 0),
        DOOR[0] + 0.04,
        20,
        0.25,
        0.36,
        below=0.3,
    )
    stone(m, (-54, -44.2), (top - 0.1, 18.5), (-21.2, -20.2)), stone(
        m, (-54, -44.2), (13.4, 18.5), (-8.2, -7.1), skip=""
    )
    stone(m, (-54, -44.2), (18.4, 21.6), (-21.2, -7.1), skip="")
    for a, b in ((-20.4, -19.4), (-15.0, -14.0), (-9.2, -8.1)):
        stone(m, (-45.5, -44.2), (top - 0.1, 18.5), (a, b), skip="yY")
    stone(m, (-45.5, -44.2), (17.7, 18.5), (-20.4, -8.1), skip="")
    for a, b in ((-19.3, -15.1), (-13.9, -9.3)):
        rail(m, (-44.7, top, a), (-44.7, top, b), 5.0)
    rail(m, (x + half + 0.2, top, -8.4), (x + half + 0.2, top, -14.2), 2.9)


def rim(m):
    """Natural rock all about, highest in the north-west; open to the south-east, where the sun is."""
    loop = [
        (10, 43.5),
        (-6, 43.8),
        (-18, 40.5),
        (-30, 35.5),
        (-44, 30.5),
        (-52, 23),
        (-53.4, 10),
        (-53.6, -5),
        (-53.6, -20),
        (-52, -34),
        (-45, -44),
        (-32, -47.4),
        (-16, -47.6),
        (0, -47.4),
        (14, -47.6),
        (27, -45),
        (32.4, -36),
        (32.8, -22),
        (32.6, -8),
        (32.8, 6),
        (32.0, 20),
        (30.5, 33),
        (24, 41.6),
        (10, 43.6),
    ]
    front = np.array(loop, float)
    fine = np.linspace(0, len(front) - 1, 64)
    front = np.stack([np.interp(fine, np.arange(len(front)), front[:, k]) for k in (0, 1)], 1)
    middle = np.array([-10.0, 0.0])
    into = front - middle
    into /= np.linalg.norm(into, axis=1)[:, None]
    back = front + into * 16

    def top(i):
        x, z = front[i]
        high = (
            20.5 + 6.0 * max(0.0, (-x - z * 0.6) / 60) + 2.4 * math.sin(i * 0.9) + 1.3 * math.sin(i * 2.3 + 1)
        )
        return high - 5.0 * max(0.0, min(1.0, (x + z * 0.5 + 4) / 40))

    rock.ridge(
        m,
        "rock",
        front,
        back,
        [-1.2, 4, 8, 11.5],
        [0.2, 0.45, 0.72, 1.0],
        lambda i, y: 0.0,
        top,
        31,
        lambda i, y: 0.0 if y < 8 else 0.8,
        into,
    )


def gear(m):
    """What the quarrymen left: blocks, rollers, a derrick with its block half lifted, a shed."""
    for k, (x, z, size, turn) in enumerate(
        ((-9.5, 8, (2.2, 1.3, 1.5), 0.2), (-12.4, 5.2, (1.6, 1.0, 2.4), -0.3), (9.5, -6, (2.6, 1.5, 1.7), 0.1),
         (12.5, -9.5, (1.8, 2.6, 1.8), 0.4), (-7.2, 15.5, (1.5, 0.9, 1.5), 0.6), (-12.8, 17.0, (2.4, 1.8, 2.0), 0.05),
         (-26.9, -31.0, (2.0, 1.2, 1.6), 0.3), (12.6, -30.4, (2.2, 1.5, 2.0), 0.12), (12.8, -20.5, (1.8, 1.1, 2.6), -0.2),
         (-40.5, 16.5, (2.4, 1.4, 1.7), 0.25), (-35.0, 19.6, (1.6, 0.9, 1.6), 0.5))
    ):  # fmt: skip
        base = 0.0 if abs(x) < 14 and z > -14 else (LOW if x > -30 else HIGH)
        part = Mesh()
        part.box("sawn", (-size[0] / 2, -0.05, -size[2] / 2), (size[0] / 2, size[1], size[2] / 2), bevel=0.05)
        if k % 3 == 0:
            part.box(
                "sawn",
                (-size[0] / 3, size[1], -size[2] / 3),
                (size[0] / 3, size[1] + 0.8, size[2] / 2.4),
                bevel=0.04,
            )
        m.merge(part, turn, (x, base, z))
    # The derrick: a mast with stays, a boom, and a block on chains that hangs over the floor.
    foot, head, tip = np.array([11.5, 0, 15.5]), np.array([11.5, 11.5, 15.5]), np.array([4.6, 9.4, 8.2])
    m.prism("dressed", [(x + foot[0], z + foot[2]) for x, z in hexagon(1.1)], -0.2, 0.5, bevel=0.05)
    m.tube("wood", foot, head, 0.24, 8)
    m.tube("wood", foot + [0, 1.6, 0], tip, 0.17, 8)
    m.tube("brass", head, tip, 0.03, 5)
    m.tube("brass", tip, tip - [0, 5.4, 0], 0.03, 5)
    for stay in ((22.8, 9.2, 24.0), (22.8, 9.2, 4.0)):
        m.tube("brass", head, stay, 0.03, 5)
    m.sphere("brass", head + [0, 0.1, 0], 0.34, 10)
    hung = tip - [0, 6.3, 0]
    part = Mesh()
    part.box("sawn", (-1.0, -0.75, -0.7), (1.0, 0.6, 0.7), bevel=0.05)
    for x in (-0.5, 0.5):
        part.box("brass", (x - 0.06, -0.79, -0.74), (x + 0.06, 0.64, 0.74), bevel=0.01)
    m.merge(part, 0.5, hung)
    for x, z in ((-0.9, 0), (0.9, 0)):
        m.tube("brass", tip - [0, 5.2, 0], hung + [x * 0.5, 0.62, z], 0.025, 5)
    # The masons' shed by the cutting: a roof on posts, a bench, tools against it.
    for x in (-15.8, -11.6):
        for z in (19.4, 22.6):
            m.box("wood", (x - 0.1, -0.1, z - 0.1), (x + 0.1, 2.75, z + 0.1), bevel=0.02, skip="y")
    m.profile(
        "planks",
        [(-0.5, 2.5), (4.1, 3.3), (4.1, 3.42), (-0.5, 2.62)],
        (-16.4, 0, 18.7),
        (0, 0, 1),
        (1, 0, 0),
        5.4,
    )
    m.box("wood", (-15.4, 0.72, 21.8), (-12.0, 0.82, 22.6), bevel=0.02)
    for x in (-15.1, -12.3):
        m.box("wood", (x - 0.08, -0.1, 21.9), (x + 0.08, 0.74, 22.5), bevel=0.01, skip="y")
    part = Mesh()
    part.box("sawn", (-0.4, 0, -0.3), (0.4, 0.55, 0.3), bevel=0.03)
    m.merge(part, 0.3, (-13.8, 0.82, 22.2))


def column(m, at, length, turn, radius=0.62, upright=False):
    """A hexagonal column, the quarry's ware, on two billets or on its end."""
    part = Mesh()
    if upright:
        part.prism("dressed", hexagon(radius), -0.05, length, bevel=0.04)
    else:
        rise = radius * math.cos(math.pi / 6) + 0.16
        ring = [(x, y + rise) for x, y in hexagon(radius, math.pi / 6)]
        part.profile("dressed", ring, (0, 0, -length / 2), (1, 0, 0), (0, 0, 1), length)
        for z in (-length * 0.3, length * 0.3):
            part.box("wood", (-0.7, -0.05, z - 0.11), (0.7, 0.17, z + 0.11), bevel=0.02)
    m.merge(part, turn, at)


def ware(m):
    """What the quarry is for: columns for the observatory, and the faces they were split from."""
    for x, z, length, turn in (
        (-38.5, 10.4, 5.0, 0.3),
        (-36.6, 11.4, 4.4, 0.36),
        (-20.6, 19.6, 4.8, 1.45),
        (-20.4, 17.4, 4.2, 1.52),
    ):
        column(m, (x, HIGH, z), length, turn)
    for k, (x, z, high) in enumerate(((-42.6, 0.6, 2.2), (-42.4, 2.4, 1.6), (-40.9, 1.4, 2.4))):
        column(m, (x, HIGH, z), high, 0.2 * k, 0.7, True)
    # Those that stand ready before the sixth light, a ball's width and more apart.
    for k in range(4):
        column(m, (-24.9 + 1.75 * k, LOW, -2.4), 2.9 - 0.25 * (k % 2), 0.1 * k, 0.45, True)
    column(m, (-6.0, LOW, -31.4), 5.0, 1.62)
    column(m, (7.6, 0, 11.0), 4.6, 0.9)
    # Half-cut lifts on the tall faces: what is left of blocks that were taken.
    for x, y, z in (
        ((-9, -4.5), (7.6, 10.0), (-36, -33.2)),
        ((-4.5, 1), (9.0, 10.6), (-36, -33.5)),
        ((9.5, 13.5), (LOW - 0.3, 7.6), (-36, -32.9)),
        ((13.4, 17.6), (LOW - 0.3, 8.8), (-36, -32.2)),
        ((-30, -25), (9.2, 11.6), (-36, -33.4)),
        ((15.6, 18), (-0.3, 3.4), (-13.9, -7)),
        ((16.4, 18), (-0.3, 1.8), (-7.1, -3.5)),
        ((-46, -43.4), (HIGH - 0.3, 12.4), (6, 12)),
        ((-46, -43.8), (HIGH - 0.3, 11.3), (12, 19)),
        ((-35, -26), (HIGH - 0.3, 11.6), (22.4, 25)),
        ((-9.5, -4), (-0.3, 2.6), (22.2, 24)),
        ((-8.2, -4), (-0.3, 5.2), (22.7, 24)),
        ((3.9, 9), (-0.3, 1.9), (22.3, 24)),
        ((5.2, 10.8), (-0.3, 4.6), (22.8, 24)),
    ):
        stone(m, x, y, z, top="sawn", skip="")


def hall(m):
    """The hall in the rock: pillars left standing, a shaft to the sky, a pool below it."""
    x, z, roof = (17.2, 33), (-38, -12), 10.4
    half, door = DOOR[0] / 2, -26.0
    stone(m, x, (-1, LOW), z, top="sawn")
    stone(m, (30.6, 34), (LOW - 0.1, roof + 0.1), z), stone(m, x, (LOW - 0.1, roof + 0.1), (-38, -32.2))
    for part in ((-37.8, door - half), (door + half, -11.9)):
        stone(m, (17.2, 18.8), (LOW - 0.1, roof + 0.1), part)
    stone(m, (17.2, 18.8), (LOW + DOOR[1], roof + 0.1), (door - half - 0.1, door + half + 0.1), skip="xX")
    doorway(m, (17.3, LOW, door), math.pi / 2, *DOOR)
    # The rock over it, and the shaft.
    for part in (((17.2, 22.4), z), ((27.6, 33), z), ((22.3, 27.7), (-38, -27)), ((22.3, 27.7), (-22, -12))):
        stone(m, part[0], (roof, 16.5), part[1], skip="")
    for at in ((21.6, -30.4), (28.6, -30.2), (20.6, -19.4), (29.0, -21.2)):
        stone(m, (at[0] - 0.8, at[0] + 0.8), (LOW - 0.1, roof + 0.1), (at[1] - 0.7, at[1] + 0.7), skip="yY")
        stone(m, (at[0] - 1.2, at[0] + 1.2), (roof - 0.9, roof + 0.1), (at[1] - 1.1, at[1] + 1.1), skip="Y")
    # A fin of rock hides the light on its far side from the door.
    stone(m, (23.3, 24.2), (LOW - 0.1, 8.4), (-32.4, -29.2))
    # Two piers carry the beam that the light hangs from.
    for side in (-1, 1):
        stone(m, tuple(sorted((25 + side * 2.2, 25 + side * 3.3))), (LOW - 0.1, 8.6), (-17.6, -16.4))
    stone(m, (21.3, 28.7), (8.5, 9.3), (-17.5, -16.5), skip="", material="dressed", top="dressed")
    # The pool. Two sides of its curb end inside the others, a hair lower.
    for a, b, high in (
        ((22.2, 27.8), (-27.2, -26.9), 0.2),
        ((22.2, 27.8), (-22.1, -21.8), 0.2),
        ((22.2, 22.5), (-27.1, -21.9), 0.197),
        ((27.5, 27.8), (-27.1, -21.9), 0.197),
    ):
        m.box("dressed", (a[0], LOW - 0.1, b[0]), (a[1], LOW + high, b[1]), bevel=0.03, skip="y")
    m.box("basalt", (22.4, LOW - 0.1, -27), (27.6, LOW + 0.02, -22), bevel=0, skip="y")
    m.node = "water-nocol"
    m.quad(
        "water",
        (22.4, LOW + 0.15, -22),
        (27.6, LOW + 0.15, -22),
        (27.6, LOW + 0.15, -27),
        (22.4, LOW + 0.15, -27),
    )
    m.node = ""


def gallery(m):
    """The gallery over the floor, that a stair from the hall climbs to, open to the west."""
    half, x, z, roof = DOOR[0] / 2, 25.0, (-12, 8.2), 14.0
    stone(m, (17.2, x - half), (-1, HIGH), z), stone(m, (x + half, 33), (-1, HIGH), z)
    stone(m, (x - half - 0.1, x + half + 0.1), (-1, HIGH - 0.002), (-3.9, 8.2))
    stone(m, (x - half - 0.1, x + half + 0.1), (LOW + DOOR[1], HIGH - 0.004), (-12, -10.4), skip="")
    stone(m, (x - half - 0.1, x + half + 0.1), (-1, LOW + 0.003), (-12.2, -10.9))
    m.stairs(
        "dressed",
        (x - half - 0.02, LOW, -11.1),
        (0, 0, 1),
        (1, 0, 0),
        DOOR[0] + 0.04,
        20,
        0.25,
        0.36,
        below=0.3,
    )
    doorway(m, (x, LOW, -12.05), 0, *DOOR)
    for side in (-1, 1):
        rail(m, (x + side * (half + 0.2), HIGH, -10.3), (x + side * (half + 0.2), HIGH, -4.2), 2.1)
    rail(m, (x - half - 0.2, HIGH, -10.3), (x + half + 0.2, HIGH, -10.3), 2.8, ends=(False, False))
    stone(m, (30.6, 34), (HIGH - 0.1, roof + 0.1), z), stone(m, (17.2, 33), (HIGH - 0.1, roof + 0.1), (6, 8.2))
    stone(m, (17.2, 33), (roof, 16.5), z, skip="")
    # The front: what is left of the rock between its openings.
    for a, b in ((-12, -9.8), (-5.6, -4.4), (0.2, 1.4), (5.6, 6.2)):
        stone(m, (17.2, 18.7), (HIGH - 0.1, roof + 0.1), (a, b), skip="yY")
    stone(m, (17.2, 18.7), (13.1, roof + 0.1), (-12, 6.2), skip="")
    for a, b in ((-9.8, -5.6), (-4.4, 0.2), (1.4, 5.6)):
        rail(m, (17.9, HIGH, a + 0.15), (17.9, HIGH, b - 0.15), 5.0)


def screen(m):
    """The wall across the upper bench, with the door to its western arm."""
    half, x, z = DOOR[0] / 2, -37.4, (0.5, 1.5)
    stone(m, (-44.6, x - half), (HIGH - 0.1, 16.2), z), stone(m, (x + half, -30.4), (HIGH - 0.1, 16.2), z)
    stone(m, (x - half - 0.1, x + half + 0.1), (HIGH + DOOR[1], 16.2), z, skip="")
    stone(m, (-30.9, -29.5), (LOW - 0.1, 16.7), (0.1, 1.9))
    doorway(m, (x, HIGH, 1.4), 0, *DOOR)


def crane(place):
    """A small crane that nobody works any more: its boom swings, and with it the light on its load."""
    m, foot = place.mesh, np.array([-39.5, HIGH, 6.5])
    m.prism(
        "dressed", [(x + foot[0], z + foot[2]) for x, z in hexagon(1.0)], HIGH - 0.2, HIGH + 0.5, bevel=0.05
    )
    m.tube("wood", foot, foot + [0, 6.6, 0], 0.22, 8)
    m.sphere("brass", foot + [0, 6.7, 0], 0.3, 10)
    out = unit((1, 0, 1))
    load = foot + out * 4.6 + [0, 4.3, 0]
    with place.part("mover_crane", foot):
        m.tube("wood", foot + [0, 1.5, 0], load + [0, 2.4, 0], 0.15, 8)
        m.lathe("brass", [(0.32, 1.2), (0.32, 1.9), (0.0, 1.9)], 10, foot)
        m.tube("brass", foot + [0, 6.4, 0], load + [0, 2.4, 0], 0.03, 5)
        m.tube("brass", load, load + [0, 2.4, 0], 0.035, 5)
        part = Mesh()
        part.box("sawn", (-0.8, -0.75, -0.55), (0.8, 0.75, 0.55), bevel=0.05)
        for x in (-0.55, 0.55):
            part.box("brass", (x - 0.06, -0.79, -0.59), (x + 0.06, 0.79, 0.59), bevel=0.01)
        m.merge(part, math.pi / 4, load, "mover_crane")
    light_target(place, "target_swinging", load + out * 0.6, out, 0.7, below="mover_crane", group="eighth")
    times = np.linspace(0, 9, 19)
    turns = [0.75 * math.sin(t / 9 * 2 * math.pi) for t in times]
    place.moves("mover_crane", times, turns=[(0, math.sin(a / 2), 0, math.cos(a / 2)) for a in turns])


def witness(m):
    """The pillar that was left standing on the floor, to measure by how much was taken."""
    for x, y, z in (
        ((-8.2, -4.2), (-0.3, 2.6), (-0.8, 3.2)),
        ((-7.8, -4.5), (2.5, 5.2), (-0.5, 2.9)),
        ((-7.6, -4.7), (5.1, 7.4), (-0.3, 2.6)),
    ):
        stone(m, x, y, z, top="rubble", skip="")
    # A sill before the light: it is for those who look down on it.
    stone(m, (-5.0, -4.7), (7.3, 7.85), (-0.3, 2.6), skip="y")
    m.profile("dressed", [(0, 0), (1.5, 0), (0, 1.5)], (-7.3, 7.35, 0.25), (1, 0, 0), (0, 0, 1), 1.9)


def build():
    place = Place("quarry", title="Quarry Steps", balls=10, par_seconds=400, par_balls=14, **SKY)
    m = place.mesh
    floor(m), lower_bench(m), corner(m), upper_bench(m), bank(m), hall(m), gallery(m), witness(m)
    screen(m), crane(place)
    walls(m), lookout(m), rim(m), gear(m), ware(m)
    lights(place), lamps(place)
    place.mark("spawn", (0, 0.1, 39.0))
    place.sun(27 * DEGREE, 52 * DEGREE, (1.0, 0.84, 0.62))
    place.accepts_built("t-junction", "open-edge", "non-manifold-edge")
    place.accepts({"closed-off": "the stone over the fifth light is only looked at"})
    return place


def lights(place):
    """What one aims at, from where, and what it opens."""
    m = place.mesh
    # One: before one's feet, in the middle of the gate that it opens.
    gate(place, "gate_first", (0, 0, 31.9), 0, *FIRST, opens="first")
    light_target(place, "target_first", (0, 1.5, 32.09), (0, 0, 1), 0.95, below="gate_first", group="first")
    # Two: farther and higher, above the next gate.
    light_target(place, "target_second", (0, 4.05, -14.0), (0, 0, 1), 0.8, group="second")
    gate(place, "gate_second", (0, 0, -14.6), 0, *DOOR, opens="second")
    plate(m, (0, 0, 0)), refill(place, "refill_floor", (3.8, 0, 3.0))
    checkpoint(place, "checkpoint_bench", (0, LOW, -27.0), (3.5, 1.3, 2.0))
    # Three: into the hood, from the highest block.
    light_target(place, "target_third", (5.6, 8.8, -33.95), (0, 0, 1), 0.58, group="third")
    place.lamp("glow_third", (5.6, 8.9, -33.0), "#3fe0c5", 1.4, 4.5)
    plate(m, (5.65, LOW + 2.55, -25.45), 0.7)
    gate(place, "gate_hall", (18.0, LOW, -26.0), math.pi / 2, *DOOR, opens="third")
    # Four: from below, off the ground.
    light_target(place, "target_fourth", (25.0, 8.5, -17.0), (0, -1, 0), 0.8, rings=1, group="hall")
    # Five: off a wall.
    light_target(place, "target_fifth", (24.22, LOW + 1.75, -30.5), (1, 0, 0), 0.7, rings=1, group="hall")
    plate(m, (25.9, LOW, -28.0))
    place.lamp("glow_fifth", (25.2, LOW + 1.9, -30.5), "#3fe0c5", 1.4, 4.5)
    plate(m, (25.0, LOW, -20.4)), refill(place, "refill_hall", (29.2, LOW, -15.0))
    gate(place, "gate_stair", (25.0, LOW, -12.5), 0, *DOOR, opens="hall")
    # Six: far across the floor, and down.
    place.lamp("glow_fourth", (25.0, 7.6, -17.0), "#3fe0c5", 1.4, 4.5)
    # The first throw that most will miss.
    place.mark(
        "trigger_gallery",
        (21, HIGH + 1.3, -2.0),
        scale=(2.6, 1.3, 4.0),
        text="A throw that missed can be taken back.",
    )
    checkpoint(place, "checkpoint_gallery", (22.4, HIGH, -1.6), (1.6, 1.3, 1.6), math.pi / 2)
    plate(m, (19.6, HIGH, -2.1)), refill(place, "refill_gallery", (20.4, HIGH, 3.4))
    slope = unit((1, 1, 0))
    light_target(place, "target_sixth", np.array([-6.55, 8.1, 1.2]) + slope * 0.02, slope, 0.92, group="sixth")
    gate(place, "gate_west", (-20.9, LOW, -31.0), math.pi / 2, *DOOR, opens="sixth")
    # Seven: behind the cut, round the corner, between columns.
    light_target(place, "target_seventh", (-22.3, LOW + 1.35, 2.0), (0, 0, -1), 0.66, group="seventh")
    gate(place, "gate_high", (-26.6, LOW, 2.6), 0, *DOOR, opens="seventh")
    plate(m, (-26.2, LOW, -11.5)), refill(place, "refill_low", (-28.6, LOW, -19.0))
    checkpoint(place, "checkpoint_low", (-25.5, LOW, -24.0), (2.4, 1.3, 1.6), math.pi)
    checkpoint(place, "checkpoint_high", (-26.6, HIGH, 15.2), (2.2, 1.3, 2.0))
    # Eight: on what swings.
    plate(m, (-31.6, HIGH, 14.4))
    gate(place, "gate_arm", (-37.4, HIGH, 1.0), 0, *DOOR, opens="eighth")
    # Nine: off the rubbed face and round the corner.
    light_target(place, "target_ninth", (-32.0, HIGH + 1.75, -22.3), (-1, 0, 0), 0.7, rings=1, group="ninth")
    place.lamp("glow_ninth", (-33.0, HIGH + 1.9, -22.3), "#3fe0c5", 2.5, 7.0)
    plate(m, (-40.6, HIGH, -13.4)), refill(place, "refill_high", (-43.0, HIGH, -10.6))
    gate(place, "gate_out", (-44.7, HIGH, -6.0), math.pi / 2, *DOOR, opens="all")
    way_out(place, "exit", (-46.6, 15.0, -17.2), math.pi / 2, 1.15)


def lamps(place):
    """Lanterns where no sun comes, and what is heard."""
    m = place.mesh
    for at in ((-2.2, 0, 24.2), (2.2, 0, 24.2)):
        lamp(m, at)
    lanterns = (
        (30.0, LOW, -30.6),
        (22.6, LOW, -13.4),
        (27.4, LOW, -13.4),
        (29.4, HIGH, 4.6),
        (29.4, HIGH, -8.0),
        (-49.6, HIGH, -5.2),
    )
    for k, at in enumerate(lanterns):
        lamp(m, at)
        place.lamp(f"light_lantern_{k}", np.array(at) + [0, 1.7, 0], "#ffb45e", 5.0, 7.0)
    place.mark("ambience_wind", (0, 6, 0), sound="wind", volume=0.6)
    place.mark("ambience_hall", (25, 7, -22), sound="cavern", volume=0.7, radius=8)


SKY = {
    "sky_zenith": [0.17, 0.40, 0.92],
    "sky_horizon": [0.74, 0.74, 0.78],
    "sky_ground": [0.28, 0.31, 0.37],
    "haze": 0.003,
}


def tint(material, points):
    if material == "rock":
        return shade.strata_tint(points)
    if material in ("sawn", "rubble"):
        # Paler and cooler than the cliff that it was cut from.
        return (0.62 + 0.38 * shade.strata_tint(points * [0.6, 0.8, 0.6])) * [0.86, 0.93, 1.0]
    return None


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, size=768, tint=tint), "triangles")
