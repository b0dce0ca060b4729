"""The level `foundry`: the bell foundry at night. X is east, Z is south. Hoops about a target count
the bounces that it wants. Yard, hall and bell lie at height 0, the bumpers' pit at −4."""

import math
import sys
from pathlib import Path

import numpy as np

import bell_hall
import stack
import walls
from fittings import bumper, rail
from ironwork import DOOR, bell, block, brazier, coping, wall_x
from markers import checkpoint, doorway, gate, light_target, plate, refill
from noise import solid_fbm
from place import DEGREE, Place
from walls import Hole

EAVES, PIT = 9.0, -4.0
SKY = {
    "sky_zenith": [0.006, 0.012, 0.035],
    "sky_horizon": [0.050, 0.034, 0.040],
    "sky_ground": [0.020, 0.014, 0.014],
    "sun_strength": 0.16,
    "haze": 0.004,
}


def yard(m):
    """Where one comes in: brick walls, molds for bells, a chimney's shadow."""
    block(m, (-12, 12), (-1, 0), (14, 35), "basalt", bevel=0, edge=5)
    wall_x(m, 34.5, -13, 13, 7.5)
    for side in (-1, 1):
        x = sorted((side * 12, side * 13))
        block(m, x, (-0.3, 7.5), (14, 35), bevel=0)
        coping(m, (x[0] - 0.1, x[1] + 0.1), (14.2, 35.1), 7.5)
    coping(m, (-13.15, 13.15), (33.85, 35.15), 7.503)
    # Closed behind: the gate for carts.
    m.box("planks", (-1.9, -0.1, 33.8), (1.9, 3.3, 34.05), bevel=0.02)
    doorway(m, (0, 0, 33.9), 0, 3.8, 3.3, 0.6)
    # The corner that the second light hides behind, and the drum that throws round it.
    block(m, (5.0, 12), (-0.3, 4.4), (20.4, 21.4)), coping(m, (4.9, 12.1), (20.3, 21.5), 4.4)
    # Bells and their molds.
    for x, z, size in ((-8.6, 29.5, 1.0), (-9.6, 26.6, 0.75), (-6.6, 30.8, 0.6), (9.2, 30.4, 1.15)):
        bell(m, (x, 0, z), size)
    for x, z in ((-9.8, 20.5), (-9.8, 17.6)):
        m.lathe(
            "brick",
            [(0, 0), (1.2, -0.1), (1.2, 0.9), (1.05, 1.0), (0.75, 1.0), (0.7, 0.5), (0, 0.45)],
            20,
            (x, 0, z),
            crease=0.8,
        )
        m.lathe("ember", [(0.0, 0.62), (0.72, 0.6), (0.0, 0.64)], 16, (x, 0, z))


def furnace(place, z, number):
    """A brick furnace against the west wall, its mouth full of fire."""
    m = place.mesh
    front = walls.flat((-10.6, 0, z + 2.4), (0, 0, -1))
    walls.wall(
        m,
        "brick",
        front,
        (0, 4.8),
        (-0.2, 5.2),
        0.9,
        [Hole(1.2, 3.6, 0.5, 2.9, rise=1.2, pieces=8)],
        skip="b",
        pitch=(2, 2),
    )
    block(m, (-14, -11.5), (-0.2, 5.2), (z - 2.4, z - 1.3)), block(
        m, (-14, -11.5), (-0.2, 5.2), (z + 1.3, z + 2.4)
    )
    block(m, (-14, -11.5), (3.0, 5.2), (z - 1.4, z + 1.4), skip="xX"), block(
        m, (-14, -11.5), (-0.2, 0.48), (z - 1.4, z + 1.4)
    )
    m.box("molten", (-13.6, 0.3, z - 1.4), (-12.6, 1.15, z + 1.4), bevel=0.0)
    m.box("ember", (-13.95, 0.3, z - 1.4), (-13.6, 3.1, z + 1.4), bevel=0.0)
    # A hood and a stack that narrows toward the roof.
    hood = [(-14, z - 2.4), (-14, z + 2.4), (-10.6, z + 2.4), (-10.6, z - 2.4)]
    for k in range(3):
        shrink = 0.35 * k
        plan = [(x + (shrink if x < -12 else -shrink), q + (shrink if q < z else -shrink)) for x, q in hood]
        m.prism("brick", plan, 5.2 + 0.7 * k, 5.9 + 0.7 * k, bevel=0.04)
    m.prism(
        "brick", [(-13.0, z - 0.8), (-13.0, z + 0.8), (-11.6, z + 0.8), (-11.6, z - 0.8)], 7.2, 15.5, bevel=0.04
    )
    for y in (1.7, 3.9):
        m.box("iron", (-10.72, y - 0.08, z - 2.45), (-10.52, y + 0.08, z - 1.3), bevel=0.01)
        m.box("iron", (-10.72, y - 0.08, z + 1.3), (-10.52, y + 0.08, z + 2.45), bevel=0.01)
    place.lamp(f"furnace_{number}", (-8.9, 1.7, z), "#ff9550", 46.0, 22.0)


def channel(m, z0, z1):
    """The floor of the hall with a runner of melt in it, under bars."""
    x0, x1 = -7.4, -6.7
    block(m, (-14, x0), (-1, 0), (-26, 14), "basalt", bevel=0, edge=5)
    block(m, (x1, 14), (-1, 0), (-26, 14), "basalt", bevel=0, edge=5)
    block(m, (x0, x1), (-1, 0), (z1, 14), "basalt", bevel=0), block(
        m, (x0, x1), (-1, 0), (-26, z0), "basalt", bevel=0
    )
    m.box("molten", (x0, -1, z0), (x1, -0.22, z1), bevel=0.0, skip="xXzZy")
    for z in np.arange(z0 + 0.12, z1, 0.24):
        m.box("iron", (x0 - 0.05, -0.10, z - 0.035), (x1 + 0.05, 0.004, z + 0.035), bevel=0.0)
    for x in (x0 - 0.06, x1 + 0.06):
        m.box("iron", (x - 0.05, -0.1, z0), (x + 0.05, 0.008, z1), bevel=0.0)


def hall(place):
    m = place.mesh
    channel(m, -8.5, 11.5)
    wall_x(m, 14.0, -14, 14, EAVES, [(0, *DOOR)])
    wall_x(m, -26.0, -14, 15, EAVES, [(9.5, *DOOR)], base=0.0, low=-4.3)
    block(m, (-15, -14), (-0.3, EAVES), (-26.5, 14.5), bevel=0)
    # The east wall has tall windows for the moon, barred.
    holes = [Hole(s - 0.9, s + 0.9, 3.6, 7.6, rise=0.9) for s in (3.6, 8.6, 20.5, 26.5, 32.5)]
    walls.wall(
        m,
        "brick",
        walls.flat((14.0, 0, -26.5), (0, 0, 1)),
        (0, 41),
        (-0.3, EAVES),
        1.0,
        holes,
        reveal="dressed",
        skip="b",
        pitch=(3, 3),
    )
    for hole in holes:
        z = -26.5 + (hole.s0 + hole.s1) / 2
        for dz in (-0.45, 0, 0.45):
            m.tube("iron", (14.5, 3.5, z + dz), (14.5, 7.5, z + dz), 0.03, 5)
        m.box("iron", (14.46, 5.6, z - 0.95), (14.54, 5.7, z + 0.95), bevel=0.0)
    roof(m)
    for k, z in enumerate((9.0, 2.0, -5.0)):
        furnace(place, z, k)
    # Runners from the furnaces to the channel.
    for z in (9.0, 2.0, -5.0):
        m.box("iron", (-10.7, 0.0, z - 0.32), (-7.3, 0.16, z - 0.22), bevel=0.0)
        m.box("iron", (-10.7, 0.0, z + 0.22), (-7.3, 0.16, z + 0.32), bevel=0.0)
        m.box("molten", (-10.9, -0.05, z - 0.22), (-7.3, 0.06, z + 0.22), bevel=0.0)
    ladle(place, (-7.05, 3.4, -2.0)), crane(place)
    corner_bank(m), round_bank(m)
    for x, z, size in ((1.2, 11.0, 0.9), (3.2, 11.8, 0.65), (12.4, 11.8, 1.1)):
        bell(m, (x, 0, z), size)


def crane(place):
    """A flask on a trolley that goes to and fro under the roof, with a light on its face."""
    m, at, far = place.mesh, np.array([-2.6, 4.1, 8.2]), 9.0
    m.box("iron", (-13.9, 7.0, 8.05), (13.9, 7.4, 8.35), bevel=0.02)
    with place.part("mover_crane", at):
        m.box("iron", at + [-0.5, 2.75, -0.3], at + [0.5, 3.0, 0.3], bevel=0.02)
        for x in (-0.45, 0.45):
            m.tube("iron", at + [x, 0.75, 0], at + [x * 0.6, 2.8, 0], 0.04, 5)
        m.box("verdigris", at + [-0.8, -0.8, -0.25], at + [0.8, 0.8, 0.25], bevel=0.05)
        for y in (-0.78, 0.78):
            m.tube("tealine", at + [-0.8, y, 0.26], at + [0.8, y, 0.26], 0.03, 5)
    light_target(
        place,
        "target_hall_crane",
        at + [0, 0, 0.25],
        (0, 0, 1),
        0.56,
        rings=1,
        below="mover_crane",
        group="hall",
    )
    place.moves("mover_crane", [0, 1, 5.5, 6.5, 11.0], offsets=[(x, 0, 0) for x in (0, 0, far, far, 0)])
    plate(m, (-3.6, 0, 12.2))


def roof(m):
    """Two slopes of lead on iron trusses, open along the ridge, where smoke and moon go."""
    rise = 4.5
    for side in (-1, 1):
        along = (-side, 0, 0)
        outline = [(-1.4, -0.4), (10.6, rise * 10.6 / 14.4), (10.6, rise * 10.6 / 14.4 + 0.16), (-1.4, -0.24)]
        m.profile("lead", outline, (side * 14.4, EAVES + 0.05, -27), along, (0, 0, 1), 42.0)
    for z in np.arange(-23, 14, 6.0):
        for side in (-1, 1):
            m.tube("iron", (side * 14.2, EAVES - 0.05, z), (0, EAVES + rise + 0.2, z), 0.13, 6)
            m.tube("iron", (side * 7, EAVES - 0.1, z), (side * 5.2, EAVES + 2.6, z), 0.08, 6)
        m.tube("iron", (-14.2, EAVES - 0.1, z), (14.2, EAVES - 0.1, z), 0.12, 6)
    for x in (-3.8, 3.8):
        m.tube("iron", (x, EAVES + 3.3, -26.6), (x, EAVES + 3.3, 14.6), 0.1, 6)
    # Gables.
    for z in (14.0, -26.0):
        m.profile(
            "brick",
            [(-14.4, 0), (14.4, 0), (4, 3.2), (-4, 3.2)],
            (0, EAVES, z - 0.5),
            (1, 0, 0),
            (0, 0, 1),
            1.0,
        )


def ladle(place, at):
    """The great ladle under its crane, full to the brim."""
    m, at = place.mesh, np.asarray(at, float)
    m.lathe(
        "iron",
        [(0.0, 0.0), (0.75, 0.05), (1.0, 1.5), (1.1, 1.55), (1.1, 1.7), (0.95, 1.7), (0.9, 1.5)],
        20,
        at,
        crease=0.8,
    )
    m.lathe("molten", [(0.0, 1.5), (0.93, 1.5), (0.0, 1.53)], 20, at)
    for side in (-1, 1):
        m.tube("iron", at + [0, 1.2, side * 1.15], at + [0, 3.6, side * 0.25], 0.06, 6)
        m.tube("iron", at + [0, 1.2, side * 0.95], at + [0, 1.2, side * 1.3], 0.1, 6)
    m.tube("iron", at + [0, 3.6, -0.4], at + [0, 3.6, 0.4], 0.1, 6)
    m.tube("iron", at + [0, 3.6, 0], [at[0], EAVES - 0.4, at[2]], 0.05, 6)
    m.box("iron", (-14, EAVES - 0.75, at[2] - 0.2), (14, EAVES - 0.3, at[2] + 0.2), bevel=0.02)
    place.lamp("ladle", at + [0, 2.6, 0], "#ff9a4a", 46.0, 20.0)


def corner_bank(m):
    """Two faces that meet square: what is thrown in comes home."""
    for a in ((14.1, 7.6), (14.1, 0.4)):
        m.prism("verdigris", [(14.1, 4.0), (10.5, a[1]), (14.1, a[1])], -0.2, 4.6, bevel=0.03)
    for sign in (1, -1):
        for y in (0.5, 4.3):
            m.tube("brass", (13.9, y, 4.0 + sign * 0.2), (10.45, y, 4.0 + sign * 3.62), 0.06, 6)
    # The post of the light that faces it.
    m.box("iron", (4.0, -0.1, 2.0), (4.3, 3.0, 2.3), bevel=0.03, skip="y")
    m.box("iron", (3.8, -0.1, 1.8), (4.5, 0.25, 2.5), bevel=0.04, skip="y")


def round_bank(m):
    """A half round of ribbed sheet: what runs into it on the left comes out on the right."""
    center, radius = (-5.0, 0, -17.0), 7.0
    walls.wall(
        m,
        "verdigris",
        walls.round_(center, radius + 0.4),
        (90 * DEGREE, 270 * DEGREE),
        (-0.2, 2.6),
        0.4,
        scale=(radius, 1),
        pitch=(0.75, 3),
        smooth=True,
        skip="b",
    )
    for y in (0.35, 2.45):
        points = [
            (center[0] + (radius - 0.03) * math.sin(a), y, center[2] + (radius - 0.03) * math.cos(a))
            for a in np.linspace(90 * DEGREE, 270 * DEGREE, 25)
        ]
        for a, b in zip(points, points[1:]):
            m.tube("brass", a, b, 0.05, 5)
    # Its legs, the island between them, and the wall that hides the light from the hall.
    block(m, (-12.4, -12.0), (-0.2, 2.6), (-17, -11.4), "verdigris"), block(
        m, (2.0, 2.4), (-0.2, 2.6), (-17, -11.4), "verdigris"
    )
    block(m, (-8.2, -1.8), (-0.2, 2.4), (-17.3, -16.3)), coping(m, (-8.3, -1.7), (-17.4, -16.2), 2.4)
    block(m, (-2.6, -1.8), (-0.2, 2.4), (-16.3, -11.4)), coping(m, (-2.7, -1.7), (-16.2, -10.9), 2.4)
    block(m, (-1.8, 2.41), (-0.2, 2.4), (-12.0, -11.2)), coping(m, (-1.7, 2.5), (-12.1, -11.1), 2.4)


def pit(place):
    """The bumpers' pit under its balcony."""
    m = place.mesh
    x0, x1, z0, z1 = -10.0, 14.0, -47.0, -31.0
    block(m, (x0, x1 + 0.2), (PIT - 1, PIT), (z0, z1), "basalt", bevel=0, edge=5)
    block(m, (x0, x1), (PIT - 0.5, 0), (z1, -26.4), "brick", top="basalt", bevel=0.03, skip="yZ")
    block(m, (x0 - 1, x0), (PIT - 0.5, EAVES - 2), (z0 - 1, -27.6 - DOOR[0] / 2 - 0.1), bevel=0)
    block(m, (x0 - 1, x0), (PIT - 0.5, EAVES - 2), (-27.5 + DOOR[0] / 2 - 0.1 - 0.1, -26.4), bevel=0)
    block(m, (x0 - 1, x0), (DOOR[1], EAVES - 2), (-29.2, -26.2), bevel=0)
    block(m, (x1, x1 + 1), (PIT - 0.5, EAVES), (z0 - 1, -26.4), bevel=0)
    block(m, (x0 - 1, x1 + 1), (PIT - 0.5, EAVES - 2), (z0 - 1, z0), bevel=0)
    coping(m, (x0 - 1.1, x1 + 1.1), (z0 - 1.1, z0 + 0.1), EAVES - 2), coping(
        m, (x0 - 1.1, x0 + 0.1), (z0, -26.4), EAVES - 2.002
    )
    # Stairs down along the east wall, with their own cheek.
    m.stairs("dressed", (11.0, PIT, -40.2), (0, 0, 1), (1, 0, 0), 3.0, 20, 0.2, 0.46, below=0.3)
    block(m, (10.7, 11.0), (PIT - 0.3, 0.004), (-40.2, z1))
    rail(m, (10.85, 0, -31.2), (10.85, PIT, -40.1), 2.2)
    rail(m, (x0 + 0.2, 0, z1 + 0.15), (10.6, 0, z1 + 0.15), 2.3)
    middle = (0.4, PIT, -39.0)
    bumper(m, "bumper_heart", middle, 1.1, 1.9, place.pivots)
    for k in range(6):
        a = (30 + 60 * k) * DEGREE
        bumper(
            m,
            f"bumper_ring_{k}",
            (middle[0] + 4.1 * math.sin(a), PIT, middle[2] + 4.1 * math.cos(a)),
            0.6,
            1.6,
            place.pivots,
        )
    for k, (x, z) in enumerate(((-8.0, -33.4), (-8.0, -44.8), (8.6, -44.6), (8.6, -34.0))):
        bumper(m, f"bumper_corner_{k}", (x, PIT, z), 0.75, 2.2, place.pivots)
    # A ring of embers let into the floor about the heart, and braziers above.
    for k in range(6):
        a0, a1 = (60 * k + 4) * DEGREE, (60 * k + 56) * DEGREE
        for r in (2.0,):
            p = [np.array([middle[0] + r * math.sin(a), PIT, middle[2] + r * math.cos(a)]) for a in (a0, a1)]
            m.tube("molten", p[0], p[1], 0.06, 6)
    for k, (x, z) in enumerate(((-9.3, -39), (0.4, -46.3), (13.3, -43.5))):
        brazier(place, (x, PIT, z), f"pit_{k}", 26.0)


def outside(m):
    """What is seen over the walls: the town's roofs and stacks against the sky. Nothing of it is solid:
    who gets over a wall falls, and starts again."""
    m.node = "town-nocol"
    for k, (x, z, w, d, high) in enumerate(
        ((-26, 24, 9, 12, 8), (-24, 42, 10, 8, 10), (2, 47, 16, 8, 7), (24, 40, 12, 10, 9), (27, 20, 8, 14, 11), (26, -4, 8, 12, 7),
         (27, -30, 9, 14, 12), (4, -60, 22, 8, 9), (-22, -54, 12, 12, 11), (-47, -22, 8, 12, 9), (-45, -45, 9, 12, 10))
    ):  # fmt: skip
        block(m, (x - w / 2, x + w / 2), (-6, high), (z - d / 2, z + d / 2), bevel=0, edge=8)
        m.profile(
            "lead",
            [(-w / 2 - 0.4, 0), (w / 2 + 0.4, 0), (0, w * 0.32)],
            (x, high, z - d / 2 - 0.3),
            (1, 0, 0),
            (0, 0, 1),
            d + 0.6,
            edge=8,
        )
        for q in (-0.25, 0.2):
            px, pz = x + q * w, z + (q + 0.1) * d * 0.8
            m.box("brick", (px - 0.5, high, pz - 0.5), (px + 0.5, high + 4.5 + (k % 3), pz + 0.5), bevel=0.03)
        if k % 2 == 0:
            m.box(
                "glow",
                (x - w / 2 - 0.02 if x > 0 else x + w / 2 - 0.02, high * 0.5, z - 0.5),
                ((x - w / 2 if x > 0 else x + w / 2) + 0.02, high * 0.5 + 1.3, z + 0.3),
                bevel=0,
            )
    m.box("basalt", (-58, -6.2, -75), (45, -6, 62), bevel=0, edge=15)
    m.node = ""


def build():
    place = Place("foundry", title="Foundry", balls=12, par_seconds=400, par_balls=18, **SKY)
    m = place.mesh
    yard(m), hall(place), pit(place), outside(m)
    # The yard: one bounce, off the ground or off a wall; then off a drum and round a corner.
    light_target(place, "target_yard_front", (0, 4.1, 14.5), (0, 0, 1), 0.62, rings=1, group="yard")
    light_target(place, "target_yard_corner", (10.6, 1.6, 20.4), (0, 0, -1), 0.62, rings=1, group="yard")
    bumper(m, "bumper_yard", (8.0, 0, 16.6), 0.9, 2.4, place.pivots)
    gate(place, "gate_yard", (0, 0, 14.0), 0, *DOOR, opens="yard")
    doorway(m, (0, 0, 14.2), 0, *DOOR, 0.9)
    plate(m, (0, 0, 23.0)), plate(m, (2.2, 0, 17.2))
    # The hall: into the corner and home; into the round and out.
    light_target(place, "target_hall_corner", (4.3, 2.1, 2.15), (1, 0, 0), 0.6, rings=2, group="hall")
    light_target(place, "target_hall_round", (0.1, 1.0, -12.0), (0, 0, -1), 0.66, rings=2, group="hall")
    plate(m, (5.0, 0, 5.8)), plate(m, (-10.2, 0, -9.6))
    gate(place, "gate_hall", (9.5, 0, -26.0), 0, *DOOR, opens="hall")
    doorway(m, (9.5, 0, -25.7), 0, *DOOR, 0.9)
    checkpoint(place, "checkpoint_hall", (0, 0, 10.5), (2.0, 1.3, 1.6))
    refill(place, "refill_hall", (7.8, 0, 10.6)), refill(place, "refill_deep", (6.4, 0, -20.5))
    # The pit: three bounces, as the drums will have it.
    light_target(place, "target_pit_west", (-10.0, PIT + 1.1, -36.4), (1, 0, 0), 0.66, rings=3, group="pit")
    light_target(place, "target_pit_north", (4.6, PIT + 1.1, -47.0), (0, 0, 1), 0.66, rings=3, group="pit")
    light_target(place, "target_pit_south", (-3.6, PIT + 1.1, -31.0), (0, 0, -1), 0.66, rings=3, group="pit")
    plate(m, (0.4, 0, -29.0)), plate(m, (7.6, 0, -29.0))
    checkpoint(place, "checkpoint_pit", (9.5, 0, -28.6), (1.8, 1.3, 1.4))
    refill(place, "refill_pit", (4.4, 0, -27.9))
    gate(place, "gate_pit", (-10.5, 0, -27.6), math.pi / 2, *DOOR, opens="pit")
    doorway(m, (-10.2, 0, -27.6), math.pi / 2, *DOOR, 0.9)
    # A passage, low and dark, to the bell.
    block(m, (-18.6, -10.9), (PIT - 0.5, 0), (-30, -25.4), "basalt", bevel=0)
    block(m, (-18.2, -11), (-0.3, 3.4), (-31, -29.4)), block(m, (-18.2, -11), (-0.3, 3.4), (-25.8, -24.4))
    m.box("lead", (-18.2, 3.3, -31.2), (-10.9, 3.6, -24.2), bevel=0.03)
    bell_hall.build(place), stack.build(place)
    for k, at in enumerate(
        (
            (-11.2, 0, 15.4),
            (11.2, 0, 15.4),
            (-2.6, 0, 32.6),
            (11.2, 0, 33.2),
            (12.6, 0, -8.0),
            (12.6, 0, -23.6),
            (3.2, 0, -10.4),
        )
    ):
        brazier(place, at, str(k))
    place.mark("ambience_furnaces", (-9, 2, 2), sound="machines", radius=14.0)
    place.mark("ambience_hall", (0, 4, -6), sound="hall", radius=16.0, volume=0.7)
    place.mark("ambience_yard", (0, 3, 25), sound="wind", radius=14.0, volume=0.5)
    place.mark("spawn", (0, 0.1, 31.0))
    place.sun(38 * DEGREE, 70 * DEGREE, (0.62, 0.76, 1.0))
    place.accepts_built("t-junction", "open-edge", "non-manifold-edge")
    place.accepts({
        "closed-off": "nobody climbs furnaces, molds and ladle, and only balls come into the cell",
        "high-step": "the brass rods of the corner lead nowhere",
    })
    place.accepts({"t-junction": "the town's houses stand against each other, far away"}, "town-nocol")
    return place


def tint(material, points):
    """Soot: in clouds that are wider than any tile of brick, and on the stone about the hall's windows."""
    if material == "dressed":
        in_window = (np.abs(points[:, 0] - 14.5) < 0.6) & (points[:, 1] > 3.5) & (points[:, 2] < 13)
        return np.where(in_window[:, None], np.array([0.34, 0.27, 0.23]), 1.0)
    if material != "brick":
        return None
    cloud = solid_fbm(points * [0.16, 0.22, 0.16], 91, 3)
    high = np.clip((points[:, 1] - 2.0) / 9.0, 0, 1)
    dark = np.clip(0.35 + 0.9 * cloud + 0.35 * high, 0, 1)[:, None]
    return 1 - dark * (1 - np.array([0.42, 0.42, 0.46]))


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, size=768, tint=tint), "triangles")
