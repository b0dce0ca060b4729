"""The level `observatory`: an observatory cut into a cliff, late in the afternoon. X is east,
Z is south, the plaza lies at height 0, the terrace at 4 and the roofs at 10."""

import math
import sys
from pathlib import Path

import numpy as np

import chambers
import rock
import shade
import walls
from fittings import bumper, hex_gate, hexagon, lamp, parapet, pillar, rail, sconce, unseen_wall
from markers import checkpoint, gate, light_target, plate, refill
from mesh import Mesh
from place import Place, about_up
from walls import Hole

HALL = np.array([0.0, 0.0, -20.0])
TOWER = np.array([18.0, 0.0, -12.4])
TERRACE, ROOF = 4.0, 10.0
HAZE_REACH = 56.0  # meters; veils have gone there
SUN_ELEVATION = math.radians(27)
SUN_AZIMUTH = math.radians(-45)  # where it stands, from south toward east
SLIT = (-61, -29, 13, 68)  # degrees: from azimuth to azimuth, from height to height on the dome
DEGREE = math.pi / 180


def around(center, radius, azimuth, y):
    """A point at an azimuth in degrees about `center`."""
    a = azimuth * DEGREE
    return np.array([center[0] + radius * math.sin(a), y, center[2] + radius * math.cos(a)])


# --- ground ---


def ground(m):
    """The rock shelf with the plaza on it, and the island across the chasm. The terrace, which is
    hollow, is in `chambers`."""

    def shelf(a):
        return ((abs(math.sin(a)) / 28.2) ** 7 + (abs(math.cos(a)) / 21.0) ** 7) ** (-1 / 7)

    levels = [
        (-30, 0.72),
        (-24, 0.78),
        (-18, 0.82),
        (-13, 0.87),
        (-9, 0.9),
        (-5, 0.95),
        (-2.5, 0.975),
        (-0.5, 0.99),
    ]
    rock.blob(m, "rock", (0, 0, -9), shelf, levels, 11, sides=37, rough=1.3, inward=True)
    plaza = [(-28, -9), (28, -9), (28, 6), (22, 12), (-22, 12), (-28, 6)]
    m.prism("limestone", plaza, -1.0, 0.0, bevel=0.06, top="basalt", edge=5.0)
    m.box("limestone", (-28, -1.5, -8.6), (-20.3, TERRACE - 0.006, -5.5), bevel=0.05, top="basalt", skip="yz")
    island = [(30, 0.55), (24, 0.62), (18, 0.7), (13, 0.76), (9, 0.84), (5, 0.92), (2, 0.97), (0.5, 0.99)]
    rock.blob(
        m,
        "rock",
        (0, 0, 31),
        lambda a: 8.9,
        [(-y, s) for y, s in island],
        23,
        sides=20,
        rough=0.9,
        inward=True,
    )
    m.prism(
        "limestone",
        [(x, z + 31) for x, z in hexagon(9.5, math.pi / 6)],
        -1.0,
        0.0,
        bevel=0.06,
        top="basalt",
        edge=5.0,
    )


def cliffs(m):
    """The great wall behind the observatory, and rocks so that no horizon is empty."""
    west = [
        (-45, -4),
        (-42, -10),
        (-38, -15.5),
        (-34, -19.5),
        (-30.5, -22.0),
        (-28, -22.6),
        (-25, -22.6),
        (-22, -22.6),
        (-19, -22.6),
        (-16, -22.6),
        (-13.3, -22.6),
    ]
    bay = [around(HALL, 10.5, a, 0)[[0, 2]] for a in np.linspace(-104.5, -255.5, 19)]
    east = [(-x, z) for x, z in reversed(west)]
    front = np.array([*west, *bay, *east])
    first, last = len(west), len(west) + len(bay)
    back = np.array([(x * 1.02, -46 + abs(x) * 0.12) for x, _ in front])
    back[first:last, 0] = np.linspace(-12.5, 12.5, len(bay))
    hall = HALL[[0, 2]]

    def built(i):
        """1 where buildings lean on the cliff, 0 out where it runs wild."""
        return float(np.clip((30.5 - abs(front[i][0])) / 2.5, 0, 1))

    def rough(i, y):
        bare = float(np.clip((y - 10.2) / 5, 0, 1))
        return 1 - built(i) * (1 - bare * (0.5 if first <= i < last else 1))

    def recess(i, y):
        if first <= i < last:
            return 0.0 if y < 9.72 else 2.15 + max(0, y - 12) * 0.08
        # Beside the east wing no ledge leads on from its roof.
        ledge = 0.25 if front[i][0] < 25.5 else 0.0
        return built(i) * (0.0 if y < 9.72 else ledge + max(0, y - 10) * 0.14)

    def top(i):
        x = front[i][0]
        # Down to broken shoulders where the cliff ends, no two alike.
        steps = (16.5, 12.4, 14.2, 10.4) if x < 0 else (15.2, 14.0, 11.6, 10.6)
        shoulder = float(np.interp(abs(x), (34, 38, 42, 45), steps))
        crown = 22.5 + 4 * math.sin(x * 0.19 + 1) + 2.0 * math.sin(x * 0.53) + 0.1 * x - 0.0075 * x * x
        return max(shoulder, crown)

    into = back - front
    into[first:last] = front[first:last] - hall
    levels = [-30, -22, -14, -7, -2, 2, 6, 9.7, 9.75]
    crest = [0.07, 0.16, 0.27, 0.38, 0.5, 0.64, 0.81, 1.0]
    rock.ridge(m, "rock", front, back, levels, crest, recess, top, 5, rough, into)
    for at, radius, crest, seed in (
        ((37, 0, 12), 6.5, 13, 41),
        ((-36, 0, 19), 5.0, 3.0, 42),
        ((25, 0, 34.5), 6.0, 6.5, 43),
        ((-21, 0, 37), 4.2, -1.0, 44),
        ((37, 0, 27), 3.6, 18, 45),
    ):
        heights = [
            (-30, 1.25),
            (-20, 1.1),
            (-12, 1.0),
            (-6, 1.04),
            (0, 0.93),
            (5, 0.9),
            (10, 0.74),
            (15, 0.6),
        ]
        levels = [(y, s) for y, s in heights if y < crest - 1.5] + [(crest, 0.62)]
        rock.blob(m, "rock", at, lambda a: radius, levels, seed, sides=12, rough=0.22 * radius, cap=0.8)


def valley(m):
    """The haze that fills the chasm: too far down for a floor. Who falls goes through it and
    starts again."""
    m.node = "valley-nocol"
    # Ground for the light that is baked; haze is not, as one sees through it.
    rock.pool(m, "rock", 0.69 * HAZE_REACH, -28.0)
    rock.pool(m, "haze", HAZE_REACH, -21.0)
    for height in (-18.5, -16.0):
        rock.pool(m, "veil", HAZE_REACH, height)
    m.node = ""


# --- ways up and across ---


def bridges(m):
    for x in (-1.75, 1.75):
        rail(m, (x, 0, 10.9), (x, 0, 24.2), 2.6)
    m.box("dressed", (-2.0, -0.5, 11.2), (2.0, 0.012, 23.9), bevel=0.04, top="basalt")
    arch = Hole(1.3, 12.1, -7.0, -1.1, rise=5.4, pieces=16)
    walls.wall(m, "limestone", walls.flat((1.6, 0, 24.4), (0, 0, -1)), (0, 13.4), (-7.0, -0.4), 3.2, [arch])
    azimuth = math.degrees(math.atan2(TOWER[0] - HALL[0], TOWER[2] - HALL[2]))
    part, length = Mesh(), math.hypot(TOWER[0] - HALL[0], TOWER[2] - HALL[2]) - 3.3 - 12.4
    part.box("dressed", (-1.0, -0.35, 0), (1.0, 0.012, length), bevel=0.03, top="basalt")
    for x in (-0.95, 0.95):
        rail(part, (x, 0, 0.3), (x, 0, length - 0.2), 1.6)
    m.merge(part, azimuth * DEGREE, around(HALL, 12.4, azimuth, ROOF))


def ways_up(m):
    """The monumental flight, the gentle ramp, the steep ramp and the stair to the west roof."""
    m.stairs("dressed", (5, 0, -2.1), (0, 0, -1), (-1, 0, 0), 10, 16, 0.25, 0.4, below=0.3)
    for side in (-1, 1):
        x0, x1 = sorted((side * 5, side * 6.4))
        m.box("limestone", (x0, -0.3, -8.7), (x1, 4.0, -5.2), bevel=0.06, skip="yz")
        m.box("dressed", (x0 - 0.08, 3.9, -8.9), (x1 + 0.08, 4.25, -5.1), bevel=0.05)
        m.box("limestone", (x0, -0.3, -5.3), (x1, 1.5, -1.7), bevel=0.06, skip="yz")
        m.box("dressed", (x0 - 0.08, 1.4, -5.25), (x1 + 0.08, 1.75, -1.6), bevel=0.05)
        lamp(m, ((x0 + x1) / 2, 1.75, -2.4)), lamp(m, ((x0 + x1) / 2, 4.25, -5.9))
    run = TERRACE / math.tan(18 * DEGREE)
    m.profile(
        "limestone",
        [
            (-0.3 / math.tan(18 * DEGREE), -0.3),
            (run + 0.1, -0.3),
            (run + 0.1, TERRACE - 0.05),
            (run, TERRACE),
        ],
        (-20.3 + run, 0, -8.6),
        (-1, 0, 0),
        (0, 0, 1),
        3.1,
        top="basalt",
    )
    rail(m, (-20.3 + run - 0.4, 0.13, -5.68), (-20.3, TERRACE, -5.68), 2.0)
    run = TERRACE / math.tan(40 * DEGREE)
    m.profile(
        "dressed",
        [
            (-0.3 / math.tan(40 * DEGREE), -0.3),
            (run + 0.1, -0.3),
            (run + 0.1, TERRACE - 0.05),
            (run, TERRACE),
        ],
        (11.6, 0, -8.5 + run),
        (0, 0, -1),
        (1, 0, 0),
        2.8,
    )
    m.stairs("dressed", (-27.5, TERRACE, -11.6), (0, 0, -1), (1, 0, 0), 2.45, 24, 0.25, 0.35, below=0.3)
    m.box("limestone", (-27.5, 3.5, -23), (-24.9, ROOF - 0.016, -19.95), bevel=0.03, top="basalt", skip="y")
    m.profile(
        "limestone",
        [(0, -0.4), (8.4, -0.4), (8.4, 7.0), (0, 1.0)],
        (-27.85, TERRACE, -11.6),
        (0, 0, -1),
        (1, 0, 0),
        0.4,
        top="dressed",
    )
    m.box("limestone", (-27.85, 3.5, -23), (-27.45, ROOF + 1.0, -20.0), bevel=0.03, skip="y")


def edges(m):
    """Everything that keeps a walker from an accidental fall."""
    y = TERRACE
    for a, b in (
        ((-20.1, y, -8.67), (-6.3, y, -8.67)),
        ((6.3, y, -8.67), (11.45, y, -8.67)),
        ((14.55, y, -8.67), (27.8, y, -8.67)),
        ((27.8, y, -8.67), (27.8, y, -22.4)),
        ((-27.8, y, -11.4), (-27.8, y, -5.7)),
        ((-27.8, y, -5.7), (-20.5, y, -5.7)),
    ):
        parapet(m, a, b)
    for a, b in (
        ((-27.8, 0, -5.2), (-27.8, 0, 5.9)),
        ((-27.8, 0, 5.9), (-21.9, 0, 11.8)),
        ((-21.9, 0, 11.8), (-2.1, 0, 11.8)),
        ((2.1, 0, 11.8), (21.9, 0, 11.8)),
        ((21.9, 0, 11.8), (27.8, 0, 5.9)),
        ((27.8, 0, 5.9), (27.8, 0, -8.4)),
    ):
        parapet(m, a, b)
    corners = [np.array([x, 0, z + 31]) for x, z in hexagon(9.2, math.pi / 6)]
    for k in range(6):
        a, b = corners[k], corners[(k + 1) % 6]
        if max(a[2], b[2]) < 25:
            parapet(m, a, (math.copysign(2.1, a[0]), 0, a[2])), parapet(
                m, b, (math.copysign(2.1, b[0]), 0, b[2])
            )
        else:
            parapet(m, a, b)
    for side in (-1, 1):
        if side > 0:
            parapet(m, (12.3, ROOF, -15.95), (24.85, ROOF, -15.95))
        else:
            parapet(m, (-12.3, ROOF, -15.95), (-16.35, ROOF, -15.95))
            parapet(m, (-17.65, ROOF, -15.95), (-24.85, ROOF, -15.95))
        if side > 0:
            parapet(m, (24.85, ROOF, -15.95), (24.85, ROOF, -22.9))
        else:
            parapet(m, (-24.85, ROOF, -15.95), (-24.85, ROOF, -19.9))
    walls.wall(
        m,
        "limestone",
        walls.round_(HALL, 12.8),
        (-70 * DEGREE, 62.5 * DEGREE),
        (9.8, ROOF + 1),
        0.32,
        scale=(12.8, 1),
        pitch=(1.8, 2),
        smooth=False,
    )


def unseen(m):
    """Walls and a lid that nobody sees: who jumps over a parapet or a rail, or is blown over one by a
    ball, stays within. They stand a hand's breadth outside the parapets, so that one may get onto those.
    Balls fly to the light at the ring through slots that are too low for whoever crouches."""
    out, foot, lid = 0.25, -0.5, 30.0
    east, south, north = 27.8 + out, 11.8 + out, -36.0
    corner = 27.8 + 5.9 + out * math.sqrt(2)  # x + z along the cut corner
    across = 1.99  # just within the bridge's sides
    island = [(x, z + 31) for x, z in hexagon(9.2 + out / math.cos(30 * DEGREE), math.pi / 6)]
    (tip, tip_z), (far, far_z) = island[2], island[0]
    side = max(x for x, _ in island)
    whole = [(foot, lid)]
    near, beyond = ([(foot, low), (low + 0.98, lid)] for low in (2.1, 1.95))
    m.node = "parapets-colonly"

    def wall(a, b, bands=whole):
        for band in bands:
            for turn in (-1, 1):
                unseen_wall(m, (turn * a[0], a[1]), (turn * b[0], b[1]), [band])

    wall((east, north), (east, corner - east))
    wall((east, corner - east), (corner - south, south))
    wall((corner - south, south), (6.0, south))
    wall((6.0, south), (across, south), near)
    wall((across, south), (across, tip_z), beyond)
    wall((across, tip_z), (tip, tip_z), beyond)
    wall((tip, tip_z), (side, 31.0))
    wall((side, 31.0), (far, far_z))
    unseen_wall(m, (-far, far_z), (far, far_z), whole)
    unseen_wall(m, (-east, north), (east, north), whole)
    for x, z0, z1 in ((east, north, south), (side, south, far_z)):
        m.quad("limestone", (-x, lid, z0), (x, lid, z0), (x, lid, z1), (-x, lid, z1), edge=99.0)
    m.node = ""


# --- buildings ---


def hall(place):
    """The round domed hall: portal to the south, doors into both wings, sun through the slit."""
    m, center, d = place.mesh, HALL, DEGREE
    # Sills of doors lie a little below the floors that lead over them.
    sill = TERRACE - 0.05
    holes = [Hole(-9 * d, 9 * d, sill, 8.4, rise=1.72, pieces=12)]
    holes += [Hole((a - 5.5) * d, (a + 5.5) * d, 5.0, 8.9, rise=1.05, pieces=5) for a in (-57, -30, 30, 57)]
    holes += [Hole((a - 6) * d, (a + 6) * d, sill, 7.0, rise=1.1, pieces=5) for a in (-87.5, 87.5)]
    walls.wall(
        m,
        "limestone",
        walls.round_(center, 11.0),
        (-180 * d, 180 * d),
        (3.8, 10.0),
        1.0,
        holes,
        back="plaster",
        reveal="dressed",
        closed=True,
        scale=(10.5, 1),
        pitch=(2.2, 3.4),
        deep=2,
        smooth=True,
        skip="tb",
    )
    for a in (-57, -30, 30, 57):
        foot = around(center, 10.6, a, 5.0)
        chambers.bars(m, foot, (math.cos(a * d), 0, -math.sin(a * d)), 2.1, 3.7, 0.5)
    slit = [Hole(SLIT[0] * d, SLIT[1] * d, SLIT[2] * d, SLIT[3] * d)]
    shell = walls.dome(center + [0, 10, 0], 10.5, 0.86)
    walls.wall(
        m,
        "verdigris",
        shell,
        (-180 * d, 180 * d),
        (0.0, 82 * d),
        0.5,
        slit,
        back="plaster",
        reveal="brass",
        closed=True,
        scale=(8.0, 9.5),
        pitch=(2.1, 2.4),
        smooth=True,
        skip="b",
    )
    m.lathe(
        "dressed",
        [(10.2, 9.45), (12.3, 9.6), (12.85, 9.7), (12.85, 10.0), (10.2, 10.0), (10.2, 9.45)],
        36,
        center,
        top="basalt",
    )
    m.lathe(
        "dressed", [(10.05, 10.25), (9.65, 10.12), (9.8, 9.85), (9.82, 9.6), (10.05, 9.5)][::-1], 36, center
    )
    m.lathe(
        "brass",
        [(1.0, 18.78), (1.62, 18.7), (1.7, 18.85), (1.62, 19.12), (1.0, 19.2), (1.0, 18.78)],
        24,
        center,
    )
    for k in range(24):
        a = -180 + 15 * k + 7.5
        if abs(a) > 75:  # behind are the wings, then the cliff
            continue
        part = Mesh()
        part.profile(
            "dressed",
            [(-0.4, -0.35), (0.3, -0.9), (0.3, 0.6), (-1.1, 0.6), (-1.1, 0.42)],
            (-0.16, 9.0, 11.25),
            (0, 0, -1),
            (1, 0, 0),
            0.32,
        )
        m.merge(part, a * d, center)
    for k in range(8):
        azimuth = 22.5 + 45 * k
        pillar(m, around(center, 7.5, azimuth, TERRACE), 5.0, 0.42, 32)
        p = around(center, 7.5 - 0.38, azimuth, 6.4)
        sconce(m, p, center + [0, 6.4, 0] - p)
    m.lathe(
        "dressed",
        [(6.95, 8.98), (8.05, 8.98), (8.05, 9.4), (8.15, 9.6), (6.85, 9.6), (6.95, 9.4), (6.95, 8.98)],
        32,
        center,
    )
    light_target(place, "target_keystone", center + [0, 8.92, 11.02], (0, 0, 1), 0.42, group="outside")
    gate(place, "gate_portal", center + [0, TERRACE, 10.5], 0, 3.45, 4.42, opens="outside", seconds=4.0)
    shutter(place), sunbeam(place)
    armillary(place)


def shutter(place):
    """The copper leaves that close the slit, and slide apart when every light burns."""
    d, pivot = DEGREE, HALL + [0, 10, 0]
    shell = walls.dome(pivot, 10.66, 0.86)
    middle = (SLIT[0] + SLIT[1]) / 2
    for name, a0, a1, way in (
        ("mover_shutter_west", SLIT[0] - 2, middle, -1),
        ("mover_shutter_south", middle, SLIT[1] + 2, 1),
    ):
        with place.part(name, pivot) as m:
            walls.wall(
                m, "verdigris", shell, (a0 * d, a1 * d), ((SLIT[2] - 1.5) * d, (SLIT[3] + 2) * d), 0.1,
                reveal="brass", scale=(8.0, 9.5), pitch=(2.1, 2.4), smooth=True,
            )  # fmt: skip
        angle = way * ((SLIT[1] - SLIT[0]) / 2 + 3) * d
        turns = [about_up(angle * part) for part in (0, 0, 0.04, 0.5, 1)]
        place.moves(name, [0.0, 2.5, 3.0, 6.5, 10.0], turns=turns)


def sunbeam(place):
    """The light that then stands in the dust of the hall: sheets of it along the sun's way, kept in
    the rock below until there is an opening for them."""
    sun = np.array(
        [
            math.cos(SUN_ELEVATION) * math.sin(SUN_AZIMUTH),
            math.sin(SUN_ELEVATION),
            math.cos(SUN_ELEVATION) * math.cos(SUN_AZIMUTH),
        ]
    )
    shell, kept = walls.dome(HALL + [0, 10, 0], 10.3, 0.86), np.array([0.0, -24.0, 8.0])
    middle, half = (SLIT[0] + SLIT[1]) / 2, (SLIT[1] - SLIT[0]) / 2

    def end(p):
        """How far a ray of the sun goes from `p` to floor or wall, meters."""
        steps = np.arange(1.0, 24.0, 0.1)[:, None]
        way = p - sun * steps
        inside = (way[:, 1] > TERRACE + 0.05) & (np.hypot(way[:, 0], way[:, 2] - HALL[2]) < 9.9)
        return steps[~inside].min() if (~inside).any() else 24.0

    for k, part in enumerate((0.05, 0.35, 0.65, 0.93)):
        name = f"mover_sunbeam_{k}"
        # What moves has to be solid somewhere: a grain in the drum's masonry.
        grain = around(HALL, 10.5, 110, 8.0) + kept
        with place.part(name, grain) as m:
            m.box("brass", grain, grain + 0.02, bevel=0.0)
        with place.part(f"beam_{k}-nocol", HALL + kept, below=name) as m:
            for side in (-1, 1):
                azimuth = (middle + side * half * part) * DEGREE
                rows = [shell(azimuth, e * DEGREE, 0.0) for e in np.linspace(SLIT[2] + 1, SLIT[3] - 2, 6)]
                for a, b in zip(rows, rows[1:]):
                    cuts = (0.0, 0.5, 1.0)
                    la, lb = end(a), end(b)
                    for s, t in zip(cuts, cuts[1:]):
                        ring = [a - sun * la * s, a - sun * la * t, b - sun * lb * t, b - sun * lb * s]
                        ring = [p + kept for p in ring]
                        m.quad("beam", *ring, edge=99.0), m.quad("beam", *ring[::-1], edge=99.0)
        at = 3.0 + 6.5 * part
        place.moves(name, [0.0, at, at + 0.01, at + 1], offsets=[(0, 0, 0), (0, 0, 0), -kept, -kept])


def armillary(place):
    """The brass instrument under the dome, the place's landmark. Its rings turn at the end."""
    m, base = place.mesh, HALL + [0, TERRACE, 0]
    for k, (radius, low, high) in enumerate(((3.4, -0.2, 0.2), (2.7, 0.1, 0.4), (1.3, 0.3, 1.0))):
        m.prism(
            "dressed" if k < 2 else "limestone",
            [(x + base[0], z + base[2]) for x, z in hexagon(radius, math.pi / 6)],
            base[1] + low,
            base[1] + high,
            bevel=0.05,
        )
    m.lathe(
        "brass",
        [(0, 0.9), (0.9, 0.9), (0.9, 1.05), (0.45, 1.25), (0.3, 1.7), (0.42, 1.9), (0.2, 2.2), (0, 2.2)],
        20,
        base,
    )
    middle = base + [0, 4.9, 0]
    m.node = "mover_armillary"
    place.pivots[m.node] = tuple(middle)
    turns = [about_up(a * DEGREE) for a in (0, 40, 150, 270, 390, 500, 620, 680, 720)]
    place.moves(m.node, [0, 2, 4, 6, 8, 10, 12, 14, 16], turns=turns)
    pole = np.array([0, math.sin(40 * DEGREE), -math.cos(40 * DEGREE)])
    m.torus("brass", middle, (1, 0, 0), 2.75, 0.11, 24, 4)
    m.torus("brass", middle, (0, 1, 0), 2.75, 0.11, 24, 4)
    m.torus("verdigris", middle, pole, 2.5, 0.09, 24, 4)
    m.torus("brass", middle, np.cross(pole, [1, 0, 0]), 2.3, 0.08, 24, 4)
    m.torus("brass", middle, np.array([0.35, 0.8, 0.5]), 2.05, 0.14, 24, 4, 2.0)
    m.tube("brass", middle - pole * 2.9, middle + pole * 2.9, 0.06, 10)
    m.sphere("brass", middle, 0.55, 16)
    m.torus("teal", middle, np.array([-0.5, 0.7, 0.3]), 0.95, 0.035, 18, 4)
    m.node = ""


def wing(place, side):
    """A vaulted side hall; `side` −1 is the west one, whose roof is the lookout."""
    m = place.mesh
    x0, x1 = sorted((side * 10.2, side * 25))
    low = 3.8
    if side < 0:
        openings = [(-22.6, 1.5, 6.0, 6.9)] + [(x, 1.7, 5.2, 6.8) for x in (-18.6, -15.8, -12.6)]
    else:
        openings = [(x, 1.7, 5.2, 6.8) for x in (12.6, 15.6, 19.6, 22.9)]
    holes = [Hole(x - w / 2 - x0, x + w / 2 - x0, a, b, rise=0.8) for x, w, a, b in openings]
    walls.wall(
        m,
        "limestone",
        walls.flat((x0, 0, -16), (1, 0, 0)),
        (0, x1 - x0),
        (low, 7.0),
        0.8,
        holes,
        back="plaster",
        reveal="dressed",
        skip="tb",
        pitch=(3.4, 3.3),
    )
    for x, w, a, b in openings:
        chambers.bars(m, (x, a, -16.4), (1, 0, 0), w, b - a - 0.05)
    m.box("plaster", (x0, low, -22.98), (x1, 7.0, -22.2), bevel=0.0, skip="yYxX")
    end = side * 25.0
    ends = [Hole(2.9, 4.1, 7.5, 8.7, rise=0.6)]
    chambers.bars(m, (end - side * 0.4, 7.5, -19.5), (0, 0, 1), 1.2, 1.15)
    face = walls.flat((end, 0, -16), (0, 0, -1)) if side > 0 else walls.flat((end, 0, -23), (0, 0, 1))
    walls.wall(
        m,
        "limestone",
        face,
        (0.0, 7.0),
        (low, 9.55),
        0.8,
        ends,
        back="plaster",
        reveal="dressed",
        skip="tb",
        pitch=(3.4, 3.3),
    )
    inner = end - side * 0.4
    face = (
        walls.flat((inner, 0, -16.004), (0, 0, -1))
        if side > 0
        else walls.flat((inner, 0, -22.996), (0, 0, 1))
    )
    vault = Mesh()
    walls.wall(
        vault,
        "plaster",
        face,
        (0.0, 6.992),
        (7.0, 9.55),
        14.0,
        [Hole(0.8, 6.192, 7.0, 9.2, rise=2.2, pieces=12)],
        skip="t",
        deep=2.9,
    )
    m.merge(vault)
    m.box("limestone", (x0, 6.99, -16.3), (x1, 9.55, -15.998), bevel=0.0, skip="xXyYz")
    m.box("dressed", (x0 - 0.1 * (side < 0) + 0.02, 6.85, -16.2), (x1 + 0.1 * (side > 0), 7.15, -15.88), bevel=0.03, skip="z")
    m.box(
        "dressed",
        (x0 - (0.22 if side < 0 else 0), 9.5, -23),
        (x1 + (0.22 if side > 0 else 0), ROOF - 0.008, -15.7),
        bevel=0.04,
        top="basalt",
        skip="z",
    )
    for k in range(3):
        x = side * (13.6 + 4.0 * k)
        for z in (-16.85, -22.15):
            m.box(
                "dressed",
                (x - 0.25, 3.9, z - 0.12),
                (x + 0.25, 7.0, z + 0.12),
                bevel=0.0,
                skip="yY" + ("z" if z < -20 else "Z"),
            )
            if k == 0 or k == 2 and side > 0:
                sconce(m, (x, 6.2, z + (0.12 if z < -20 else -0.12)), (0, 0, 1 if z < -20 else -1))
            m.box(
                "dressed",
                (x - 0.32, 6.9, z - 0.2),
                (x + 0.32, 7.1, z + 0.2),
                bevel=0.03,
                skip="z" if z < -20 else "Z",
            )
    if side > 0:
        # The thin screen: four centimeters of old copper across two thirds of the room.
        m.box("verdigris", (17.38, 3.9, -22.25), (17.42, 6.6, -18.6), bevel=0.008)
        m.box("brass", (17.33, 3.9, -18.64), (17.47, 6.66, -18.5), bevel=0.02)
        m.box("brass", (17.35, 6.58, -22.25), (17.45, 6.66, -18.55), bevel=0.02)


def tower(place):
    """The round stair tower from the terrace to the roofs."""
    m, center, d = place.mesh, TOWER, DEGREE
    bridge = math.degrees(math.atan2(HALL[0] - TOWER[0], HALL[2] - TOWER[2])) % 360
    holes = [
        Hole((90 - 17) * d, (90 + 17) * d, TERRACE - 0.05, 6.5, rise=0.9, pieces=4),
        Hole((270 - 17) * d, (270 + 17) * d, TERRACE - 0.05, 6.5, rise=0.9, pieces=4),
        Hole((bridge - 13) * d, (bridge + 13) * d, ROOF - 0.05, 11.0),
    ]
    holes += [
        Hole((a - 5) * d, (a + 5) * d, y, y + 1.5) for a, y in ((10, 6.6), (-35, 5.6), (45, 7.4), (135, 8.4))
    ]
    walls.wall(
        m,
        "limestone",
        walls.round_(center, 3.6),
        (-60 * d, 300 * d),
        (3.8, 11.0),
        0.4,
        holes,
        back="plaster",
        reveal="dressed",
        closed=True,
        scale=(3.5, 1),
        pitch=(1.9, 4.0),
        smooth=True,
        skip="b",
    )
    m.lathe(
        "dressed", [(0, 3.8), (0.48, 3.8), (0.48, 11.0), (0.55, 11.1), (0.55, 11.3), (0.0, 11.5)], 24, center
    )

    def sector(a0, a1, low, high, material="dressed", top=None):
        plan = [
            tuple(around(center, r, a, 0)[[0, 2]]) for r, a in ((0.4, a0), (3.28, a0), (3.28, a1), (0.4, a1))
        ]
        m.prism(material, plan, low, high, bevel=0.0, top=top, edge=4.0)

    for k in range(24):
        height = TERRACE + 0.25 * (k + 1)
        sector(-65 + 12.5 * k, -65 + 12.5 * (k + 1), 3.9 if k < 7 else height - 0.5, height)
    for k in range(4):
        sector(235 + 15 * k, 235 + 15 * (k + 1), 9.55, ROOF)
    part = Mesh()
    rail(part, (0, 0, 0.55), (0, 0, 3.15), 1.4)
    m.merge(part, 293 * d, center + [0, ROOF, 0])
    for k in range(6):
        m.tube(
            "brass", around(center, 3.4, 13 + 60 * k, 10.9), around(center, 3.4, 13 + 60 * k, 13.1), 0.1, 8
        )
    m.lathe(
        "verdigris",
        [(0.0, 13.1), (3.95, 12.9), (4.1, 13.05), (2.5, 14.3), (1.1, 15.8), (0.2, 17.3)],
        24,
        center,
    )
    m.sphere("brass", center + [0, 17.45, 0], 0.4, 12)
    light_target(place, "target_tower", around(center, 3.62, 0, 9.4), (0, 0, 1), 0.6, group="outside")


# --- the plaza ---


def court(place):
    """The pinball court: bumpers on a hexagonal lattice between low walls."""
    m, places = place.mesh, place.pivots
    x0, x1, z0, z1 = -24.0, -9.0, -3.0, 9.5
    sides = (
        ((x0, z0), (x0 + 0.5, z1)),
        ((x0 + 0.5, z0), (x1, z0 + 0.5)),
        ((x0 + 0.5, z1 - 0.5), (x1, z1)),
        ((x1, z0), (x1 + 0.5, z0 + 3.6)),
        ((x1, z1 - 3.6), (x1 + 0.5, z1)),
    )
    for k, ((ax, az), (bx, bz)) in enumerate(sides):
        m.box("limestone", (ax, -0.2, az), (bx, 1.3, bz), bevel=0.0, skip="yY")
        # Copings meet at the corners, each a hair higher than the last, so that none shares a plane.
        m.box("dressed", (ax - 0.05, 1.25, az - 0.05), (bx + 0.05, 1.4 + 0.003 * k, bz + 0.05), bevel=0.04)
    middle = np.array([(x0 + x1) / 2 + 0.3, 0, (z0 + z1) / 2])
    bumper(m, "bumper_heart", middle, 0.95, 1.5, places)
    for k in range(6):
        bumper(m, f"bumper_ring_{k}", around(middle, 3.5, 60 * k, 0), 0.5, 1.3, places)
    for k in range(4):
        bumper(
            m,
            f"bumper_corner_{k}",
            (middle[0] + (-5.3 if k % 2 else 5.1), 0, middle[2] + (-4.2 if k < 2 else 4.2)),
            0.38,
            1.6,
            places,
        )
    middle_z = (z0 + z1) / 2
    west = (x0 + 0.5, 0.8, middle_z)
    light_target(place, "target_court_west", west, (1, 0, 0), 0.52, rings=1, group="outside")
    light_target(place, "target_court_north", (-19, 0.72, z0 + 0.5), (0, 0, 1), 0.5, rings=2, group="outside")
    light_target(place, "target_court_south", (-14, 0.72, z1 - 0.5), (0, 0, -1), 0.5, rings=3, group="outside")
    plate(m, (-6.0, 0, middle_z))


def pergola(m):
    """Two rows of round pillars under timber, and the prow that the tower stands behind."""
    xs = (10.5, 14.5, 18.5, 22.5)
    for x in xs:
        for z in (1.5, 8.0):
            pillar(m, (x, 0, z), 3.9, 0.4, 28)
    for z in (1.5, 8.0):
        m.box("dressed", (9.7, 3.85, z - 0.38), (23.3, 4.3, z + 0.38), bevel=0.05)
    for k in range(7):
        x = 10.1 + 2.13 * k
        m.box("wood", (x - 0.11, 4.25, 0.4), (x + 0.11, 4.55, 9.1), bevel=0.02, edge=9.0)
    m.prism("limestone", [(16.6, -8.6), (18.7, -8.6), (17.65, -2.3)], -0.3, 5.6, bevel=0.0)
    m.box("wood", (11.5, 0.36, 9.9), (21.5, 0.44, 10.5), bevel=0.02)
    for x in (12.2, 16.5, 20.8):
        m.box("dressed", (x - 0.15, -0.1, 9.95), (x + 0.15, 0.37, 10.45), bevel=0.03, skip="y")


def landmarks(place):
    m = place.mesh
    hex_gate(m, (0, 2.6, 9.6), 3.0, 0.7, 0.9)
    light_target(place, "target_ring", (-3.85, 2.6, 10.06), (0, 0, 1), 0.32, group="outside")
    for side in (-1, 1):
        lamp(m, (side * 4.6, 0, 26.5))
    m.prism("dressed", [(x, z + 1.6) for x, z in hexagon(2.6, 0)], -0.2, 0.14, bevel=0.05)
    m.prism("brass", [(x, z + 1.6) for x, z in hexagon(0.7, 0)], 0.0, 0.2, bevel=0.03)


# --- the file ---


def build():
    place = Place("observatory", title="Observatory", balls=20, par_seconds=680, par_balls=26)
    m = place.mesh
    ground(m), cliffs(m), valley(m), bridges(m), ways_up(m), edges(m), unseen(m)
    hall(place), wing(place, -1), wing(place, 1), tower(place)
    court(place), pergola(m), landmarks(place)
    chambers.cellar(place), chambers.library(place), chambers.gallery(place)
    chambers.ring(place), chambers.well(place)
    # Seven lights without open the portal, six within the crown; the fourteenth turns the instrument
    # and opens the slit, and it is done beside it.
    parts = ["mover_armillary", "mover_shutter_west", "mover_shutter_south"]
    parts += [f"mover_sunbeam_{k}" for k in range(4)]
    place.mark("trigger_finale", (0, 6, -20), on="lit", play=", ".join(parts), delay=0.8)
    place.mark("exit", HALL + [0, TERRACE + 1.2, 0], scale=(3.4, 1.4, 3.4), delay=12.0)
    checkpoint(place, "checkpoint_plaza", (0, 0.14, 5.2))
    checkpoint(place, "checkpoint_hall", (0, TERRACE, -11.2))
    checkpoint(place, "checkpoint_roof", around(HALL, 11.6, 22, ROOF), (1.2, 1.3, 1.2))
    refill(place, "refill_plaza", (7.4, 0, 3.6)), refill(place, "refill_hall", (5.2, TERRACE, -15.2))
    refill(place, "refill_roof", (-13.4, ROOF, -17.6), 4.0)
    place.mark("ambience_wind", (0, 6, 0), sound="wind", volume=0.7)
    place.mark("ambience_hall", HALL + [0, 8, 0], sound="hall", radius=13.0)
    place.mark("ambience_machines", HALL + [0, 1.5, 0], sound="machines", radius=8.0, volume=0.8)
    place.mark("spawn", (0.0, 0.0, 34.5))
    place.sun(SUN_ELEVATION, SUN_AZIMUTH, (1.0, 0.86, 0.68))
    place.accepts_built("t-junction", "open-edge", "sliver")
    place.accepts({"closed-off": "the upper floor of the library is climbed to by a chest that is pushed"})
    return place


def tint(material, points):
    """The cliffs' beds, and the haze's rim."""
    if material == "rock":
        return shade.strata_tint(points)
    if material == "beam":
        low, high = points[:, 1].min(), points[:, 1].max()
        alpha = np.clip(0.25 + 0.75 * (points[:, 1] - low) / (high - low), 0, 1)
        return np.stack([np.ones(len(alpha))] * 3 + [alpha], 1)
    if material in ("haze", "veil"):
        alpha = np.clip((1 - np.hypot(points[:, 0], points[:, 2]) / HAZE_REACH) / 0.295, 0, 1)
        return np.stack([np.ones(len(alpha))] * 3 + [alpha], 1)
    return None


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, tint=tint, size=896, limit=52_000), "triangles")
