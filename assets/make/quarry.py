"""The level `quarry`: Quarry Steps, a limestone quarry early in the morning. X is east, Z is south.
The floor lies at height 0, the lower bench at 5, the upper one at 10. Three lights: one straight
ahead, one round a corner behind a jump, one that is only reached off a wall."""

import math
import sys
from pathlib import Path

import numpy as np

import rock
import shade
from fittings import hexagon, lamp, rail
from markers import checkpoint, doorway, gate, light_target, plate, refill, way_out
from mesh import Mesh
from place import DEGREE, Place

LOW, HIGH, RIM = 5.0, 10.0, 17.0
DOOR = (2.4, 2.6)


def stone(m, x, y, z, top="rubble", bevel=0.05, skip="y", material="sawn", edge=4.0):
    """A sawn mass, each of its extents as (from, to)."""
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def floor(m):
    """The quarry's floor, and the cutting that leads to it from the south."""
    stone(m, (-17.5, 17.5), (-1.5, 0), (-34, 24), bevel=0, edge=5)
    stone(m, (-3.6, 3.6), (-1.5, 0.004), (22, 45), bevel=0, edge=5)
    stone(m, (-30, -3.2), (-1, 9.0), (23, 44))
    stone(m, (3.2, 30), (-1, 7.4), (23, 33))
    stone(m, (3.6, 30), (-1, 9.6), (31, 44))
    # The cutting's foot is closed by a timber gate and the rock above it.
    stone(m, (-4, 4), (3.6, 11.0), (41.5, 46), skip="")
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
    # A kerb and rails along the stair's well and the edge.
    for side in (-1, 1):
        rail(m, (side * (half + 0.2), LOW, -17.3), (side * (half + 0.2), LOW, -23.9), 2.2)
    rail(m, (-half - 0.2, LOW, -17.3), (half + 0.2, LOW, -17.3), 2.8, ends=(False, False))
    for a, b in (((-11.7, -14.25), (-1.9, -14.25)), ((1.9, -14.25), (17.0, -14.25))):
        rail(m, (a[0], LOW, a[1]), (b[0], LOW, b[1]), 2.4)


def corner(m):
    """What was left standing between the lower bench's two arms, and hides what lies behind."""
    stone(m, (-22.5, -14.7), (LOW - 0.5, 11.2), (-25.5, -14.0))
    stone(m, (-20.8, -16.0), (11.0, 13.4), (-24.0, -15.4))
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
    stone(m, (-54, -44.2), (-1, RIM), (-46, z - half))
    stone(m, (-54, -44.2), (-1, RIM - 1.2), (z + half, 30))
    stone(m, (-51.5, -44.2), (HIGH + DOOR[1], RIM - 0.5), (z - half - 0.2, z + half + 0.2), skip="")
    stone(m, (-54, -44.0), (-1, HIGH - 0.003), (z - half - 0.2, z + half + 0.2))
    doorway(m, (-44.05, HIGH, z), math.pi / 2, *DOOR)
    # North.
    stone(m, (-30.8, 31), (-1, 12.4), (-46, -34))
    stone(m, (-24, 31), (12, RIM + 1.5), (-48, -39.5))
    # East, in shade until noon: two great steps.
    stone(m, (17.2, 25), (-1, 9.2), (-36, 25))
    stone(m, (22.6, 33), (-1, 15.4), (-38, 25))
    stone(m, (15.0, 19.0), (-1, 3.1), (3, 14), top="sawn")
    # South, above the upper bench.
    stone(m, (-50, -16.4), (HIGH - 0.5, RIM - 0.6), (23.4, 31))
    stone(m, (-17.5, -3.2), (8.6, 13.0), (27, 40))
    stone(m, (9, 31), (8, 14.6), (27, 42))


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
        return high - 8.5 * max(0.0, min(1.0, (x + z * 0.5 + 4) / 40))

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
         (-26.9, -31.0, (2.0, 1.2, 1.6), 0.3), (8.5, -29.0, (2.6, 1.6, 2.0), 0.12), (12.8, -20.5, (1.8, 1.1, 2.6), -0.2),
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
    for k, (x, z, high) in enumerate(
        ((-42.6, 0.6, 2.6), (-42.4, 2.4, 1.7), (-40.9, 1.4, 3.3), (-31.6, -31.5, 0.0))
    ):
        if high:
            column(m, (x, HIGH, z), high, 0.2 * k, 0.7, True)
    column(m, (-6.0, LOW, -31.4), 5.0, 1.62)
    column(m, (7.6, 0, 11.0), 4.6, 0.9)
    # Half-cut lifts on the tall faces: what is left of blocks that were taken.
    for x, y, z in (
        ((-9, -4.5), (7.6, 10.0), (-36, -33.2)),
        ((-4.5, 1), (9.0, 10.6), (-36, -33.5)),
        ((8, 13.5), (LOW - 0.3, 8.2), (-36, -32.4)),
        ((13.4, 17.6), (LOW - 0.3, 10.1), (-36, -31.6)),
        ((-30, -25), (9.2, 11.6), (-36, -33.4)),
        ((15.6, 18), (-0.3, 6.6), (-13.9, -7)),
        ((16.4, 18), (-0.3, 4.4), (-7.1, -3.5)),
        ((-46, -43.4), (HIGH - 0.3, 13.2), (6, 12)),
        ((-46, -43.8), (HIGH - 0.3, 15.0), (12, 19)),
        ((-35, -26), (HIGH - 0.3, 13.4), (22.4, 25)),
        ((-9.5, -4), (-0.3, 2.6), (22.2, 24)),
        ((-8.2, -4), (-0.3, 5.2), (22.7, 24)),
        ((3.9, 9), (-0.3, 1.9), (22.3, 24)),
        ((5.2, 10.8), (-0.3, 4.6), (22.8, 24)),
    ):
        stone(m, x, y, z, top="sawn", skip="")


def build():
    place = Place("quarry", title="Quarry Steps", balls=10, par_seconds=150, par_balls=5, **SKY)
    m = place.mesh
    floor(m), lower_bench(m), corner(m), upper_bench(m), bank(m), walls(m), rim(m), gear(m), ware(m)
    # One: straight ahead from the first step on, above the gate that it opens.
    light_target(place, "target_first", (0, 3.95, -14.0), (0, 0, 1), 0.66, group="first")
    gate(place, "gate_first", (0, 0, -14.6), 0, *DOOR, opens="first")
    plate(m, (0, 0, 0))
    checkpoint(place, "checkpoint_bench", (0, LOW, -27.0), (3.5, 1.3, 2.0))
    # Two: behind the jump and the corner.
    light_target(place, "target_second", (-22.6, 8.3, 2.0), (0, 0, -1), 0.66, group="second")
    gate(place, "gate_second", (-26.6, LOW, 2.6), 0, *DOOR, opens="second")
    plate(m, (-26.2, LOW, -11.5))
    refill(place, "refill_low", (-28.6, LOW, -19.0))
    checkpoint(place, "checkpoint_high", (-26.6, HIGH, 15.2), (2.2, 1.3, 2.0))
    # Three: off the rubbed face.
    light_target(place, "target_third", (-32.0, HIGH + 1.75, -22.3), (-1, 0, 0), 0.7, rings=1, group="third")
    place.lamp("glow_third", (-33.0, HIGH + 1.9, -22.3), "#3fe0c5", 14.0, 9.0)
    plate(m, (-40.6, HIGH, -13.4))
    refill(place, "refill_high", (-43.0, HIGH, -10.6))
    gate(place, "gate_out", (-44.7, HIGH, -6.0), math.pi / 2, *DOOR, opens="all")
    way_out(place, "exit", (-48.6, HIGH, -6.0), math.pi / 2, 1.15)
    place.mark("spawn", (0, 0.1, 39.0))
    for at in ((-2.2, 0, 24.2), (2.2, 0, 24.2)):
        lamp(m, at)
    place.sun(21 * DEGREE, 62 * DEGREE, (1.0, 0.84, 0.62))
    return place


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
