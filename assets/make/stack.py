"""The foundry's great stack: a round shaft, open to the sky, with stones in its wall to leap up by. A ball
goes round it at the bottom, and from wall to wall up to the top."""

import math

import numpy as np

import walls
from fittings import hexagon
from ironwork import DOOR, block, brazier
from markers import light_target, plate
from mesh import Mesh
from place import DEGREE
from walls import Hole

CENTER = np.array([-21.5, 0.0, -18.8])
RADIUS, HIGH = 5.0, 16.0
STONES = 6
LEDGE = 5.6


def around(azimuth, radius, y=0.0):
    return CENTER + [radius * math.sin(azimuth * DEGREE), y, radius * math.cos(azimuth * DEGREE)]


def stone(k):
    """The azimuth, degrees, and the height of a stone."""
    return 135 - 40 * k, 0.85 * (k + 1)


def build(place):
    m = place.mesh
    half = math.asin((DOOR[0] / 2 + 0.35) / (RADIUS + 0.4))
    door = Hole(math.pi - half, math.pi + half, -0.05, DOOR[1] + 0.4)
    walls.wall(
        m,
        "brick",
        walls.round_(CENTER, RADIUS + 0.8),
        (0.0, 2 * math.pi),
        (-0.3, HIGH),
        0.8,
        [door],
        reveal="dressed",
        closed=True,
        scale=(RADIUS + 0.4, 1),
        pitch=(1.3, 3),
        smooth=True,
        skip="b",
    )
    block(
        m,
        (CENTER[0] - 5.5, CENTER[0] + 5.5),
        (-1, 0),
        (CENTER[2] - 6.0, CENTER[2] + 5.5),
        "basalt",
        bevel=0,
        edge=3,
    )
    for y in (2.9, 9.0, 13.0):
        m.lathe(
            "iron",
            [(RADIUS + 0.05, y), (RADIUS - 0.06, y), (RADIUS - 0.06, y + 0.16), (RADIUS + 0.05, y + 0.16)][
                ::-1
            ],
            30,
            CENTER,
            crease=0.9,
        )
    for k in range(STONES):
        azimuth, y = stone(k)
        part = Mesh()
        part.box("dressed", (-0.7, y - 0.4, RADIUS - 1.75), (0.7, y, RADIUS + 0.3), bevel=0.04)
        m.merge(part, azimuth * DEGREE, CENTER)
    # The ledge, round a third of the wall.
    first = stone(STONES)[0]
    for k in range(6):
        a0, a1 = first + 16 - 17 * k, first + 16 - 17 * (k + 1)
        plan = [
            tuple(around(a, r)[[0, 2]])
            for r, a in ((RADIUS - 1.9, a0), (RADIUS + 0.3, a0), (RADIUS + 0.3, a1), (RADIUS - 1.9, a1))
        ]
        m.prism("dressed", plan, LEDGE - 0.5, LEDGE, bevel=0.0)
        p = [around(a, RADIUS - 1.92, LEDGE - 0.25) for a in (a0, a1)]
        m.tube("tealine", p[0], p[1], 0.03, 4)
    plate(m, around(first - 45, RADIUS - 1.0, LEDGE), 0.6)
    brazier(place, around(first - 78, RADIUS - 0.6, LEDGE), "stack_ledge", 20.0)
    # A heap of embers in the middle of the floor, and about it what the ball runs round.
    m.prism("iron", [(x + CENTER[0], z + CENTER[2]) for x, z in hexagon(1.25)], -0.1, 0.5, bevel=0.04)
    m.lathe("ember", [(1.0, 0.48), (0.5, 0.66), (0.0, 0.74)], 10, CENTER)
    place.lamp("stack", CENTER + [0, 2.2, 0], "#ff8a3c", 30.0, 16.0)
    at = around(10, RADIUS - 0.13, 1.2)
    light_target(place, "target_stack_round", at, CENTER + [0, 1.2, 0] - at, 0.6, rings=3, group="stack")
    at = around(first + 130, RADIUS - 0.12, 11.6)
    light_target(place, "target_stack_top", at, CENTER + [0, 11.6, 0] - at, 0.66, rings=2, group="stack")
