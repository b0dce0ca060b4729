"""The foundry's last room: the great bell over the bank that throws upward, and the light in a cell that
only the bank under the roof looks into. Open to the sky, closed all round."""

import math

import numpy as np

import walls
from fittings import hexagon
from ironwork import BELL_SIDE, DOOR, bell, block, brazier, coping, wall_x
from markers import checkpoint, doorway, gate, light_target, plate, refill, way_out
from walls import Hole

WEST, EAST, FAR, NEAR = -37.0, -18.0, -45.0, -25.0  # x from and to, z from and to
HIGH = 9.0
# Openings are a little larger than the stone that frames them.
OPENING = (DOOR[0] + 0.12, DOOR[1] + 0.05)
BELL = np.array([-26.5, 4.3, -32.0])  # the middle of its mouth
SIZE = 1.95


def about_x(angle):
    return [math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2)]


def build(place):
    m = place.mesh
    shell(place), great_bell(place), cell(place)
    for k, at in enumerate(
        ((-19.4, 0, -43.6), (-19.4, 0, -38.6), (-35.6, 0, -26.4), (-35.6, 0, -37.0), (-24.6, 0, -26.2))
    ):
        brazier(place, at, f"bell_{k}", 24.0)
    for x, z, size in ((-20.2, -41.2, 1.15), (-22.2, -43.4, 0.8), (-34.6, -34.6, 0.7)):
        bell(m, (x, 0, z), size)
    checkpoint(place, "checkpoint_bell", (-20.2, 0, -27.6), (1.4, 1.3, 1.6))
    refill(place, "refill_bell", (-23.4, 0, -37.6))
    place.mark("ambience_bell", (-27, 4, -35), sound="wind", radius=14.0, volume=0.5)


def shell(place):
    """Floor and walls, and the door that opens when all burns."""
    m = place.mesh
    block(m, (WEST, EAST), (-1, 0), (FAR, NEAR), "basalt", bevel=0, edge=4)
    wall_x(m, NEAR + 0.5, WEST - 1, EAST + 1, HIGH, [(-21.5, *OPENING)])
    doorway(m, (-21.5, 0, NEAR - 0.1), 0, *DOOR, 0.7)
    wall_x(m, FAR - 0.5, WEST - 1, EAST + 1, HIGH)
    for x, at in ((EAST, -27.6), (WEST - 1, -32.0)):
        block(m, (x, x + 1), (-0.3, HIGH), (at + OPENING[0] / 2, NEAR), bevel=0)
        block(m, (x, x + 1), (-0.3, HIGH), (FAR, at - OPENING[0] / 2), bevel=0)
        block(
            m, (x, x + 1), (OPENING[1], HIGH), (at - OPENING[0] / 2, at + OPENING[0] / 2), bevel=0, skip="zZ"
        )
    coping(m, (WEST - 1.1, EAST + 1.1), (NEAR - 0.1, NEAR + 1.1), HIGH)
    coping(m, (WEST - 1.1, EAST + 1.1), (FAR - 1.1, FAR + 0.1), HIGH)
    for x in (WEST - 1, EAST):
        coping(m, (x - 0.1, x + 1.1), (FAR, NEAR), HIGH - 0.003)
    doorway(m, (EAST - 0.1, 0, -27.6), math.pi / 2, *DOOR, 0.7)
    gate(place, "gate_out", (WEST - 0.5, 0, -32.0), math.pi / 2, *DOOR, opens="all")
    doorway(m, (WEST - 0.1, 0, -32.0), math.pi / 2, *DOOR, 0.9)
    # The porch behind it.
    block(m, (WEST - 6.5, WEST - 0.5), (-1, 0), (-34.4, -29.6), "basalt", bevel=0)
    block(m, (WEST - 6.5, WEST - 1), (-0.3, 4.4), (-35.4, -34.3)), block(
        m, (WEST - 6.5, WEST - 1), (-0.3, 4.4), (-29.7, -28.6)
    )
    block(m, (WEST - 7.5, WEST - 6.4), (-0.3, 4.4), (-35.4, -28.6))
    m.box("lead", (WEST - 7.6, 4.3, -35.5), (WEST - 0.9, 4.6, -28.5), bevel=0.03)
    brazier(place, (WEST - 5.4, 0, -33.4), "out", 20.0)
    way_out(place, "exit", (WEST - 3.8, 0, -32.0), math.pi / 2, 1.25)


def great_bell(place):
    """The bell in its frame, its clapper a light that looks down, and the bank below that turns a level
    throw upward."""
    m, foot = place.mesh, BELL * [1, 0, 1]
    outline = [(0.90, 0.0), *BELL_SIDE]
    inner = [(0.0, 1.54), (0.30, 1.5), (0.46, 1.22), (0.53, 0.85), (0.68, 0.42), (0.86, 0.1), (0.90, 0.0)]
    top = BELL + [0, 1.72 * SIZE, 0]
    with place.part("mover_bell", top):
        m.lathe("brass", [(r * SIZE, y * SIZE) for r, y in outline], 28, BELL, crease=0.5)
        m.lathe("brass", [(r * SIZE, y * SIZE) for r, y in inner], 28, BELL, crease=0.5)
        m.box("wood", top + [-0.9, -0.02, -0.24], top + [0.9, 0.4, 0.24], bevel=0.03)
        m.tube("iron", top + [-1.5, 0.2, 0], top + [1.5, 0.2, 0], 0.09, 8)
        m.tube("iron", BELL + [0, 1.5 * SIZE, 0], BELL + [0, 0.82, 0], 0.08, 6)
    light_target(
        place, "target_bell", BELL + [0, 0.75, 0], (0, -1, 0), 0.66, rings=1, below="mover_bell", group="bell"
    )
    swing = [0.0] + [math.exp(-t / 6) * 0.34 * math.sin(t * 2.4) for t in np.linspace(0.3, 13.0, 43)] + [0.0]
    place.moves("mover_bell", np.linspace(0, 13.6, len(swing)), turns=[about_x(a) for a in swing])
    # It tolls when everything burns.
    place.mark("trigger_toll", BELL, on="lit", play="mover_bell", delay=0.6)
    for x in (-1.45, 1.45):
        for z in (-1.9, 1.9):
            a, b = foot + [x, -0.1, z * 1.25], np.array([foot[0] + x, top[1] + 0.1, foot[2] + z * 0.12])
            m.tube("wood", a, b, 0.19, 4)
        m.box(
            "wood",
            (foot[0] + x - 0.16, top[1] - 0.05, foot[2] - 0.5),
            (foot[0] + x + 0.16, top[1] + 0.15, foot[2] + 0.5),
            bevel=0.02,
        )
    # The bank.
    rise = 1.7
    m.profile(
        "verdigris",
        [(0, -0.2), (rise, -0.2), (rise, rise), (0, 0)],
        foot + [0.75, 0, -1.2],
        (-1, 0, 0),
        (0, 0, 1),
        2.4,
    )
    for z in (-1.2, 1.2):
        m.tube("brass", foot + [0.75, 0.02, z], foot + [0.75 - rise, rise + 0.02, z], 0.06, 6)
    m.tube("molten", foot + [0.85, 0.02, -1.2], foot + [0.85, 0.02, 1.2], 0.05, 5)
    plate(m, (foot[0] + 6.2, 0, foot[2]))


def cell(place):
    """Four walls without a door, bars to look through, a light that lies flat, and a sheet above it."""
    m = place.mesh
    x0, x1, z1, high = -34.0, -28.0, -40.6, 4.7
    middle = (x0 + x1) / 2
    window = Hole(middle - x0 - 0.4, middle - x0 + 1.4, 0.9, 2.3, rise=0.5)
    walls.wall(
        m,
        "brick",
        walls.flat((x0 - 0.5, 0, z1), (1, 0, 0)),
        (0, x1 - x0 + 1.0),
        (-0.2, high),
        0.6,
        [window],
        reveal="dressed",
        skip="b",
        pitch=(3, 3),
    )
    for k in range(8):
        x = middle - 0.8 + 0.2286 * k
        m.tube("iron", (x, 0.85, z1 - 0.3), (x, 2.3, z1 - 0.3), 0.03, 5)
    for x in (x0, x1):
        side = -1 if x == x0 else 1
        a, b = sorted((x, x + side * 0.5))
        block(m, (a, b), (-0.2, high), (FAR - 0.1, z1 - 0.5), bevel=0)
    coping(m, (x0 - 0.6, x1 + 0.6), (z1 - 0.7, z1 + 0.1), high)
    m.prism("dressed", [(x + middle, z - 42.9) for x, z in hexagon(1.0)], -0.1, 0.7, bevel=0.04)
    light_target(place, "target_cell", (middle, 0.76, -42.9), (0, 1, 0), 0.7, rings=1, group="bell")
    # The sheet: it leans from the wall, and throws down what comes up to it.
    low, top, depth = np.array([0, 5.9, FAR + 0.3]), np.array([0, 8.05, FAR + 3.7]), 0.12
    out = np.cross([1, 0, 0], top - low)
    out = out / np.linalg.norm(out)
    corners = [np.array([x, *p[1:]]) for x, p in ((x0, low), (x1, low), (x1, top), (x0, top))]
    face = (
        corners
        if np.dot(np.cross(corners[1] - corners[0], corners[3] - corners[0]), [0, -1, 1]) > 0
        else corners[::-1]
    )
    normal = np.cross(face[1] - face[0], face[3] - face[0])
    normal = normal / np.linalg.norm(normal)
    m.quad("verdigris", *face), m.quad("verdigris", *[p - normal * depth for p in face[::-1]])
    for k in range(4):
        a, b = face[k], face[(k + 1) % 4]
        m.quad("brass", b, a, a - normal * depth, b - normal * depth)
        m.tube("brass", a + normal * 0.02, b + normal * 0.02, 0.06, 6)
    for x in (x0 + 0.3, x1 - 0.3):
        m.tube("iron", (x, 8.1, FAR + 3.6), (x, 8.8, FAR), 0.05, 6)
        m.tube("iron", (x, 7.0, FAR + 2.0), (x, 6.6, FAR), 0.05, 6)
    place.lamp("cell", (middle, 3.6, -41.8), "#ff9a4a", 14.0, 8.0)
    m.lathe("molten", [(0.0, -0.1), (0.16, 0.0), (0.0, 0.14)], 7, (middle, 3.6, -41.8))
    plate(m, (middle, 0, -34.6))
