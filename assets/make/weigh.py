"""The level `weigh`: the weigh house on an overcast day. X is east, Z is south; north light falls
through the tall windows at −Z. Balls lie in troughs, light ones of wood and heavy ones of lead, and
only a ball that lay there lights a target."""

import math
import sys
from pathlib import Path

import numpy as np

import walls
from fittings import hexagon
from markers import checkpoint, doorway, gate, light_target, plate, refill
from place import DEGREE, Place
from troughs import Trough, crate, hopper
from walls import Hole
from weigh_yard import block, vault, yard

DOOR = (2.2, 2.5)
EAST, WEST, NORTH, SOUTH = 25.0, -29.0, -9.0, 9.0
EAVES, RIDGE = 6.4, 11.0
SCREENS = (8.0, -10.0)
SKY = {
    "sky_zenith": [0.58, 0.61, 0.67],
    "sky_horizon": [0.80, 0.84, 0.90],
    "sky_ground": [0.42, 0.44, 0.46],
    "sun_strength": 0.0,
    "haze": 0.006,
}
# What the plaster of the houses across the water is multiplied by.
HOUSES = [(0.52, 0.47, 0.42), (0.66, 0.60, 0.52), (0.44, 0.40, 0.38), (0.60, 0.49, 0.42), (0.50, 0.52, 0.50)]


def shell(m):
    """Floor, walls, windows and roof."""
    block(m, (WEST - 1, EAST + 1), (-1, 0), (NORTH - 1, SOUTH + 1), "planks", bevel=0, edge=4)
    # North: a window in every bay of four meters, sill at 1.3.
    bays = np.arange(WEST + 1.4, EAST - 2.6, 4.0)
    holes = [Hole(x - WEST, x - WEST + 2.6, 1.3, 5.6) for x in bays]
    walls.wall(
        m,
        "plaster",
        walls.flat((EAST, 0, NORTH), (-1, 0, 0)),
        (0, EAST - WEST),
        (-0.2, EAVES),
        0.7,
        [Hole(EAST - WEST - h.s1, EAST - WEST - h.s0, h.y0, h.y1) for h in holes],
        reveal="wood",
        skip="tb",
        pitch=(3.2, 3.4),
    )
    for x in bays:
        for k in (1, 2):
            m.box(
                "wood",
                (x + 2.6 * k / 3 - 0.05, 1.3, NORTH - 0.02 + 0.2),
                (x + 2.6 * k / 3 + 0.05, 5.6, NORTH + 0.3),
                bevel=0,
            )
        for y in (2.4, 3.5, 4.6):
            m.box("wood", (x, y - 0.04, NORTH + 0.2), (x + 2.6, y + 0.04, NORTH + 0.28), bevel=0)
        m.box("lead", (x - 0.1, 1.22, NORTH - 0.12), (x + 2.7, 1.32, NORTH + 0.75), bevel=0.02)
    block(m, (WEST - 0.7, EAST + 0.7), (-0.2, EAVES), (SOUTH, SOUTH + 0.7), skip="yYxX")
    half, z = DOOR[0] / 2, 0.0
    block(m, (WEST - 0.7, WEST), (-0.2, EAVES), (NORTH - 0.7, z - half), skip="yY"), block(
        m, (WEST - 0.7, WEST), (-0.2, EAVES), (z + half, SOUTH + 0.7), skip="yY"
    )
    block(m, (WEST - 0.7, WEST), (DOOR[1], EAVES), (z - half, z + half), skip="zZ", bevel=0)
    block(m, (EAST, EAST + 0.7), (-0.2, EAVES), (NORTH - 0.7, SOUTH + 0.7), skip="yY")
    for x, out in ((EAST + 0.35, 1), (WEST - 0.35, -1)):
        m.profile(
            "planks",
            [(NORTH - 0.7, 0), (SOUTH + 0.7, 0), (0, RIDGE - EAVES)],
            (x - 0.2, EAVES, 0),
            (0, 0, 1),
            (1, 0, 0),
            0.4,
        )
    slope = (RIDGE - EAVES) / (SOUTH + 1.3)
    for side in (-1, 1):
        outline = [
            (0, 0),
            (SOUTH + 1.3, slope * (SOUTH + 1.3)),
            (SOUTH + 1.3, slope * (SOUTH + 1.3) + 0.2),
            (0, 0.2),
        ]
        m.profile(
            "planks",
            outline,
            (WEST - 1.2, EAVES - 0.25, side * (SOUTH + 1.3)),
            (0, 0, -side),
            (1, 0, 0),
            EAST - WEST + 2.4,
        )
    # The timber frame.
    for x in np.arange(WEST + 0.6, EAST, 4.0):
        x = min(x, EAST - 0.3)
        for z, out in ((NORTH, 1), (SOUTH, -1)):
            z0, z1 = sorted((z - out * 0.03, z + out * 0.3))
            m.box("wood", (x - 0.16, -0.1, z0), (x + 0.16, EAVES, z1), bevel=0.02, skip="yY")
            m.tube("wood", (x, EAVES - 1.7, z + out * 0.2), (x, EAVES - 0.05, z + out * 1.9), 0.1, 4)
        m.box("wood", (x - 0.15, EAVES - 0.3, NORTH), (x + 0.15, EAVES + 0.05, SOUTH), bevel=0.02, skip="zZ")
        for side in (-1, 1):
            m.tube("wood", (x, EAVES - 0.1, side * SOUTH), (x, RIDGE - 0.55, 0), 0.13, 4)
            m.tube("wood", (x, EAVES, side * 0.1), (x, EAVES + 2.2, side * 4.2), 0.1, 4)
        m.box("wood", (x - 0.12, EAVES, -0.12), (x + 0.12, RIDGE - 0.6, 0.12), bevel=0.02)
    # A lead dado where carts would scrape.
    for z0, z1 in ((SOUTH - 0.05, SOUTH + 0.02), (NORTH - 0.02, NORTH + 0.05)):
        m.box("lead", (WEST, -0.05, z0), (EAST, 1.05, z1), bevel=0.01, skip="yxX")
    for x0, x1 in ((EAST - 0.05, EAST + 0.02),):
        m.box("lead", (x0, -0.05, NORTH), (x1, 1.05, SOUTH), bevel=0.01, skip="yzZ")


def screen(m, x, door_z, openings=()):
    """A wall of boards across the hall, with a doorway and `openings` (z, low, high, half)."""
    half = DOOR[0] / 2
    cuts = sorted(
        [(door_z - half, door_z + half, -1, DOOR[1])]
        + [(z - w, z + w, low, high) for z, low, high, w in openings]
    )
    at = NORTH + 0.1
    for z0, z1, low, high in cuts:
        block(m, (x - 0.12, x + 0.12), (-0.1, 4.8), (at, z0), "planks", bevel=0, skip="y")
        if low > 0:
            block(m, (x - 0.12, x + 0.12), (-0.1, low), (z0, z1), "planks", bevel=0, skip="yzZ")
        block(m, (x - 0.12, x + 0.12), (high, 4.8), (z0, z1), "planks", bevel=0, skip="zZ")
        at = z1
    block(m, (x - 0.12, x + 0.12), (-0.1, 4.8), (at, SOUTH), "planks", bevel=0, skip="y")
    m.box("wood", (x - 0.2, 4.7, NORTH), (x + 0.2, 4.95, SOUTH), bevel=0.03, skip="zZ")
    # Above it a lattice to the tie beams: nobody climbs over.
    for z in np.arange(NORTH + 0.25, SOUTH, 0.5):
        m.box(
            "wood", (x - 0.04, 4.9, z - 0.04), (x + 0.04, EAVES + 4.7 * (1 - abs(z) / 10.4), z + 0.04), bevel=0
        )
    m.box("wood", (x - 0.07, EAVES - 0.3, NORTH), (x + 0.07, EAVES, SOUTH), bevel=0.02, skip="zZ")
    doorway(m, (x, 0, door_z), math.pi / 2, *DOOR, 0.5, "wood")


def balance(m, at, beam=5.6, tilt=0.10):
    """The great scales: a brass beam under the roof, with two pans on chains."""
    at = np.asarray(at, float)
    c, s = math.cos(tilt), math.sin(tilt)
    ends = [at + [0, -s * beam / 2, -c * beam / 2], at + [0, s * beam / 2, c * beam / 2]]
    m.tube("brass", ends[0], ends[1], 0.11, 8)
    m.tube("brass", at, at + [0, EAVES - at[1], 0], 0.05, 6)
    m.sphere("brass", at, 0.24, 12)
    m.tube("brass", at, at + [0, 0.9, 0.06], 0.03, 5)
    for end in ends:
        pan = end - [0, 2.5, 0]
        m.lathe(
            "brass",
            [(0.0, -0.14), (0.6, -0.08), (0.95, 0.06), (0.95, 0.11), (0.6, 0.0), (0.0, -0.06)],
            20,
            pan,
            crease=0.7,
        )
        for k in range(3):
            a = k * 2 * math.pi / 3 + 0.5
            m.tube("brass", pan + [0.9 * math.sin(a), 0.08, 0.9 * math.cos(a)], end, 0.018, 4)
    m.sphere("lead", ends[0] - [0, 2.5 - 0.42, 0], 0.42, 14)


def post(place, name, at):
    """A ball of wood on a stand: nothing guides it."""
    x, y, z = at
    place.mesh.lathe(
        "wood",
        [(0.3, -0.05), (0.3, 0.08), (0.1, 0.2), (0.08, 1.0), (0.16, 1.16), (0.16, 1.2), (0.0, 1.2)],
        10,
        at,
        crease=0.7,
    )
    place.mesh.torus("lead", (x, y + 1.22, z), (0, 1, 0), 0.1, 0.03, 16, 6)
    place.mark(name, (x, y + 1.22 + 0.207 + 0.003, z), mass=0.45, radius=0.2)


def first_bay(place):
    """A ball on a stand and one in a trough: what lies there is what counts."""
    m = place.mesh
    screen(m, SCREENS[0], 5.2)
    lane = Trough(m, -2.0, [(16.6, 1.02), (8.42, 0.88)])
    lane.rest(place, "ball_first", 15.3, 0.6, 0.2), lane.rest(place, "ball_second", 13.4, 0.6, 0.2)
    light_target(
        place, "target_trough", (SCREENS[0] + 0.12, 1.35, -2.0), (1, 0, 0), 0.66, by="placed", group="first"
    )
    post(place, "ball_post", (16.6, 0, 6.1))
    light_target(place, "target_post", (16.6, 1.5, SOUTH), (0, 0, -1), 0.72, by="placed", group="first")
    plate(m, (16.6, 0, 2.2))
    plate(m, (20.2, 0, -2.0)), refill(place, "refill_first", (22.6, 0, 2.2), 3.2)
    gate(place, "gate_first", (SCREENS[0], 0, 5.2), math.pi / 2, *DOOR, depth=0.16, opens="first")
    counter(m, (12.5, 6.9), 5.0), sacks(m, (22.8, 0, -6.8)), weights(m, (18.6, 0, 7.6))


def second_bay(place):
    """Lead: over a hump, and off a shelf into a hopper."""
    m = place.mesh
    screen(m, SCREENS[1], 5.2)
    checkpoint(place, "checkpoint_second", (5.8, 0, 5.2), (1.2, 1.3, 1.4))
    lane = Trough(
        m, -5.4, [(3.4, 1.0), (1.2, 0.96), (-1.8, 1.16), (-3.0, 1.16), (-6.2, 0.9), (-9.55, 0.82)], 0.7, 0.5
    )
    lane.rest(place, "ball_lead_lane", 2.3, 5.0, 0.27, 0.03)
    light_target(
        place,
        "target_hump",
        (SCREENS[1] + 0.12, 1.4, -5.4),
        (1, 0, 0),
        0.7,
        by="placed",
        mass=4.0,
        group="second",
    )
    plate(m, (5.6, 0, -5.4))
    shelf = Trough(m, 1.4, [(1.2, 2.3), (-1.6, 2.24)], 0.7, 0.3)
    shelf.rest(place, "ball_lead_shelf", 0.4, 5.0, 0.27, 0.03)
    hopper(m, (-6.4, -1.9), (-0.5, 3.3), 0.6, 1.75)
    light_target(
        place, "target_hopper", (-4.3, 0.42, 1.4), (0, 1, 0), 0.74, by="placed", mass=4.0, group="second"
    )
    m.prism("lead", [(x - 4.3, z + 1.4) for x, z in hexagon(0.95)], -0.05, 0.34, bevel=0.03)
    plate(m, (6.2, 0, 1.4))
    gate(place, "gate_second", (SCREENS[1], 0, 5.2), math.pi / 2, *DOOR, depth=0.16, opens="second")
    refill(place, "refill_second", (6.6, 0, -1.8), 3.2)
    sacks(m, (-8.6, 0, -1.6)), weights(m, (-0.4, 0, 7.8)), counter(m, (-6.6, 7.6), 3.4)


def third_bay(place):
    """Ball on ball through a wall of lead, and crates before the last light."""
    m = place.mesh
    checkpoint(place, "checkpoint_third", (-12.0, 0, 5.2), (1.2, 1.3, 1.4))
    lane = Trough(m, -4.6, [(-13.2, 1.0), (-20.6, 0.92), (-25.2, 0.84)], 0.56, 0.4)
    for k in range(4):
        place.mark(
            f"ball_row_{k}",
            (-15.4 - 0.405 * k, lane.height(-15.4 - 0.405 * k) + 0.202, -4.6),
            mass=1.0,
            radius=0.2,
        )
    for x in (-15.15, -16.87):
        m.tube("lead", (x, lane.height(x) + 0.005, -4.9), (x, lane.height(x) + 0.005, -4.3), 0.03, 6)
    # The wall that the row passes through: a thrown ball does not.
    for z0, z1, y0, y1 in (
        (NORTH + 0.1, -4.97, -0.1, 3.4),
        (-4.23, -1.4, -0.1, 3.4),
        (-4.98, -4.22, 1.46, 3.4),
        (-4.98, -4.22, -0.1, 0.86),
    ):
        block(m, (-18.2, -17.9), (y0, y1), (z0, z1), "lead", bevel=0.01)
    block(m, (-28.9, -17.9), (-0.1, 3.4), (-1.5, -1.2), "lead", bevel=0.01)
    light_target(place, "target_row", (-25.5, 1.3, -4.6), (1, 0, 0), 0.66, by="placed", group="third")
    m.box("wood", (-25.9, -0.1, -5.3), (-25.56, 2.2, -3.9), bevel=0.03, skip="y")
    plate(m, (-11.6, 0, -4.6))
    light_target(place, "target_crates", (-24.2, 1.72, SOUTH), (0, 0, -1), 0.62, by="any", group="third")
    size = 0.95
    for k, (i, level) in enumerate(((-1, 0), (0, 0), (1, 0), (-0.5, 1), (0.5, 1))):
        crate(
            place,
            f"prop_crate_{k}",
            (-24.2 + i * (size + 0.02), size / 2 + 0.003 + level * (size + 0.002), SOUTH - 1.0),
            size,
            9.0,
        )
    for k, (x, z, y) in enumerate(((-15.2, 7.8, 0), (-16.3, 7.9, 0), (-15.7, 7.8, 1), (-20.4, 0.4, 0))):
        crate(place, f"prop_loose_{k}", (x, size / 2 + 0.003 + y * (size + 0.002), z), size, 9.0)
    plate(m, (-20.0, 0, 2.4))
    refill(place, "refill_third", (-13.2, 0, 1.4), 3.2)
    gate(place, "gate_third", (WEST - 0.35, 0, 0), math.pi / 2, *DOOR, opens="third")
    doorway(m, (WEST + 0.05, 0, 0), math.pi / 2, *DOOR, 0.5, "wood")
    doorway(m, (WEST - 0.75, 0, 0), math.pi / 2, *DOOR, 0.3, "wood")
    balance(m, (-14.0, 5.4, 1.6))


def counter(m, at, length):
    """A counter with lead on top, small scales and weights."""
    x, z = at
    m.box("planks", (x - length / 2, -0.05, z - 0.35), (x + length / 2, 0.92, z + 0.35), bevel=0.02, skip="y")
    m.box("lead", (x - length / 2 - 0.06, 0.9, z - 0.42), (x + length / 2 + 0.06, 0.96, z + 0.42), bevel=0.02)
    p = np.array([x + 0.4, 0.96, z])
    m.lathe("brass", [(0.22, 0.0), (0.2, 0.05), (0.04, 0.1), (0.03, 0.62), (0.0, 0.66)], 12, p)
    m.tube("brass", p + [-0.5, 0.56, 0], p + [0.5, 0.62, 0], 0.018, 5)
    for s, y in ((-0.5, 0.2), (0.5, 0.26)):
        m.lathe("brass", [(0.0, -0.02), (0.17, 0.02), (0.17, 0.03), (0.0, 0.0)], 10, p + [s, y, 0])
        m.tube("brass", p + [s, y, 0], p + [s, y + 0.36, 0], 0.008, 3)
    for k in range(5):
        m.lathe(
            "brass",
            [
                (0.07 - 0.01 * k, 0.0),
                (0.07 - 0.01 * k, 0.12 - 0.015 * k),
                (0.02, 0.14 - 0.015 * k),
                (0.0, 0.17 - 0.015 * k),
            ],
            8,
            (x - 0.7 - 0.22 * k, 0.96, z + 0.05),
        )


def sacks(m, at):
    """Grain in sacks, leaning on each other."""
    for k, (x, z, y) in enumerate(
        ((0, 0, 0), (0.75, 0.1, 0), (0.3, 0.72, 0), (1.1, 0.8, 0), (0.45, 0.35, 0.62))
    ):
        outline = [
            (0.0, -0.02),
            (0.34, 0.0),
            (0.42, 0.2),
            (0.4, 0.48),
            (0.22, 0.66),
            (0.08, 0.72),
            (0.13, 0.84),
            (0.0, 0.82),
        ]
        m.lathe("sackcloth", outline, 9, np.asarray(at, float) + [x, y, z], crease=0.3)


def weights(m, at):
    """Lead weights with rings, largest first."""
    for k, size in enumerate((0.42, 0.36, 0.3, 0.24)):
        p = np.asarray(at, float) + [k * 0.95, 0, 0]
        m.prism("lead", [(x + p[0], z + p[2]) for x, z in hexagon(size)], -0.02, size * 1.5, bevel=0.03)
        m.torus("brass", p + [0, size * 1.5 + size * 0.3, 0], (1, 0, 0), size * 0.34, size * 0.09, 10, 5)


def outside(m):
    """Roofs across the water, gray in gray; nothing of it is solid."""
    m.node = "town-nocol"
    m.box("lead", (-90, -2.4, -110), (80, -2.2, -10.4), bevel=0, edge=20, skip="xXyzZ")
    for k in range(13):
        x, z, w, high = -78 + 12.4 * k, -62 - 9 * ((k * 7) % 3), 8 + (k * 5) % 4, 6 + (k * 11) % 5
        m.box("plaster", (x - w / 2, -2.4, z - 5), (x + w / 2, high, z + 5), bevel=0, edge=9, skip="y")
        m.profile(
            "lead",
            [(-w / 2 - 0.3, 0), (w / 2 + 0.3, 0), (0, w * 0.55)],
            (x, high, z - 5.2),
            (1, 0, 0),
            (0, 0, 1),
            10.4,
            edge=9,
        )
    m.box("planks", (WEST - 3, -2.3, NORTH - 4.4), (EAST + 3, -0.1, NORTH - 0.7), bevel=0.05, edge=6, skip="y")
    for k in range(12):
        m.tube("wood", (WEST + 5 * k, -2.4, NORTH - 4.2), (WEST + 5 * k, 1.0, NORTH - 4.2), 0.18, 6)
    m.node = ""


def build():
    place = Place("weigh", title="Weigh House", balls=10, par_seconds=420, par_balls=21, **SKY)
    m = place.mesh
    shell(m), first_bay(place), second_bay(place), third_bay(place), yard(place), vault(place), outside(m)
    place.mark("ambience_hall", (-2, 2, 0), sound="hall", volume=0.5, radius=28)
    place.mark("ambience_yard", (-44, 3, 0), sound="wind", volume=0.7, radius=18)
    place.mark("ambience_quay", (-44, 1, -14), sound="water", volume=0.6, radius=14)
    place.mark("ambience_vault", (-46, -3, 29), sound="cavern", volume=0.8, radius=13)
    place.mark("spawn", (23.2, 0.1, 0.0), yaw=90 * DEGREE)
    place.sun(60 * DEGREE, 180 * DEGREE, (1.0, 1.0, 1.0))
    place.accepts_built("t-junction", "open-edge", "non-manifold-edge")
    place.accepts({"closed-off": "only balls come behind the vault's bars, into the troughs and onto the scales"})
    place.accepts({"t-junction": "the town's houses stand against each other, far away"}, "town-nocol")
    return place


def tint(material, points):
    """Wood that has gone gray, and the town's plaster, weathered from the foot up, of another color
    at each house."""
    if material in ("planks", "wood"):
        return np.array([[0.74, 0.82, 0.92]])
    if material != "plaster":
        return None
    house = np.round((points[:, 0] + 78) / 12.4).astype(int) % len(HOUSES)
    foot = np.clip((points[:, 1] + 2.4) / 9.0, 0, 1)[:, None]
    town = (points[:, 2] < -50)[:, None]
    return np.where(town, np.array(HOUSES)[house] * (0.72 + 0.28 * foot), 1.0)


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, size=768, tint=tint), "triangles")
