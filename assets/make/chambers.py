"""The rooms behind the observatory's walls, each with its own light to earn: library, instrument
gallery, cellar, the ring under the dome, and the plank over the well."""

import math

import numpy as np

from fittings import sconce
from markers import checkpoint, light_target, plate, refill
from mesh import Mesh, unit

HALL = np.array([0.0, 0.0, -20.0])
FLOOR = 4.0
SPINE, SHELF = 0.22, 0.39  # meters: a set of volumes, a shelf
CELLAR_ROUND = 12.0  # seconds of the cellar lift's round
DOME_ROUND = 14.0  # seconds of the dome lift's round


def about(axis, angle):
    """A quaternion that turns about x, y or z (0, 1, 2)."""
    q = [0.0, 0.0, 0.0, math.cos(angle / 2)]
    q[axis] = math.sin(angle / 2)
    return q


def spins(place, name, axis, seconds, turns=1):
    """Lets a part turn for ever, `turns` times in `seconds`."""
    angles = np.linspace(0, 2 * math.pi * turns, 4 * abs(turns) + 1)
    place.moves(name, np.linspace(0, seconds, len(angles)), turns=[about(axis, a) for a in angles])


def edged(mesh, low, high, y):
    """Teal lines round the rim of something that moves; `low` and `high` are (x, z)."""
    ring = [low, (high[0], low[1]), high, (low[0], high[1])]
    for a, b in zip(ring, ring[1:] + ring[:1]):
        mesh.tube("tealine", (a[0], y, a[1]), (b[0], y, b[1]), 0.025, 4)


def crate(place, name, at, size, mass):
    """A wooden chest with brass corners that is pushed and climbed."""
    at, half = np.asarray(at, float), size / 2
    with place.part(name, at, prop="box", gravity=True, mass=mass) as mesh:
        inner = half - 0.025
        mesh.box("wood", at - inner, at + inner, bevel=0.02)
        for x in (-1, 1):
            for z in (-1, 1):
                low = at + [x * half - (0.07 if x > 0 else 0), -half, z * half - (0.07 if z > 0 else 0)]
                mesh.box("brass", low, low + [0.07, size, 0.07], bevel=0.0)
        # The lids end a hair short of the corners, so that no two faces share a plane.
        for y in (-1, 1):
            low = at + [-half + 0.01, y * (half - 0.002) - (0.1 if y > 0 else 0), -half + 0.01]
            mesh.box("wood", low, low + [size - 0.02, 0.1, size - 0.02], bevel=0.0)


def pipe(mesh, material, a, b, inner, outer, sides=16):
    """An open tube from a to b."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    axis = unit(b - a)
    x = unit(np.cross(axis, [0, 1, 0]))
    z = np.cross(axis, x)
    for k in range(sides):
        s, t = (unit(math.cos(q) * x + math.sin(q) * z) for q in np.array([k, k + 1]) * 2 * math.pi / sides)
        for r, sign in ((outer, 1), (inner, -1)):
            ring = [a + s * r, b + s * r, b + t * r, a + t * r]
            normals = np.array([s, s, t, t]) * sign
            if np.dot(np.cross(ring[1] - ring[0], ring[3] - ring[0]), normals[0]) < 0:
                ring, normals = ring[::-1], normals[::-1]
            mesh.quad(material, *ring, normals=normals, edge=9.0)
        for end, out in ((a, -axis), (b, axis)):
            ring = [end + s * inner, end + s * outer, end + t * outer, end + t * inner]
            if np.dot(np.cross(ring[1] - ring[0], ring[3] - ring[0]), out) < 0:
                ring = ring[::-1]
            mesh.quad(material, *ring)


def books(mesh, left, right, low, high, depth=0.34):
    """A case of books, its back on the line from `left` to `right` as seen from the front, (x, z)."""
    left, right = np.array([left[0], 0, left[1]]), np.array([right[0], 0, right[1]])
    length, along = np.linalg.norm(right - left), unit(right - left)
    yaw = math.atan2(-along[2], along[0])
    part = Mesh()
    part.box("wood", (0, low, 0), (length, high, 0.06), bevel=0.0, skip="yz")
    for x in (0.0, length - 0.07):
        part.box("wood", (x, low, 0.02), (x + 0.07, high, depth + 0.02), bevel=0.012, skip="yz")
    count = max(1, round((high - low) / SHELF))
    for k in range(count + 1):
        y = low + (high - low - 0.05) * k / count
        part.box("wood", (0.03, y, 0.02), (length - 0.03, y + 0.05, depth), bevel=0.0, skip="xXz")
    mesh.merge(part, yaw, left, mesh.node)
    random = np.random.default_rng(round(abs(left[0]) * 1000 + abs(left[2]) * 100 + low * 10))
    volumes = Mesh()
    for k in range(count):
        y = low + (high - low - 0.05) * k / count + 0.05
        at = 0.1
        while at < length - 0.1 - SPINE:
            wide = SPINE * random.uniform(0.5, 1.4)
            if random.uniform() < 0.88:
                tall, deep = SHELF * random.uniform(0.66, 0.86), depth - random.uniform(0.05, 0.12)
                color = LEATHERS[random.integers(len(LEATHERS))]
                volumes.box(
                    color, (at + 0.006, y, 0.05), (at + wide - 0.006, y + tall, deep), bevel=0.0, skip="yz"
                )
            at += wide
    mesh.merge(volumes, yaw, left, mesh.node)


LEATHERS = ("leather", "leather", "moss", "ochre")


def library(place):
    """Books, a chest to climb by, and a light behind a heap of light boxes. The upper floor at the far
    end has no stair."""
    m, upper = place.mesh, FLOOR + 1.85
    m.box("dressed", (-24.7, 3.9, -22.3), (-20.72, upper, -16.7), bevel=0.02, top="wood", skip="yxzZ")
    books(m, (-20.75, -16.75), (-20.75, -22.25), FLOOR, upper)
    # The case that hides the light above.
    m.box("wood", (-20.98, upper - 0.02, -22.3), (-20.72, 8.05, -18.75), bevel=0.02, skip="y")
    books(m, (-20.74, -18.75), (-20.74, -22.1), upper, 8.0, 0.3)
    light_target(place, "target_library_upper", (-20.98, 7.0, -20.5), (-1, 0, 0), 0.5, group="inside")
    for z in (-21.4, -17.6):
        sconce(m, (-24.6, 7.0, z), (1, 0, 0))
    for x0, x1 in ((-20.2, -17.95), (-13.25, -11.5)):
        books(m, (x0, -22.2), (x1, -22.2), FLOOR, FLOOR + 2.75)
    for x0, x1 in ((-17.25, -16.6), (-14.6, -13.95)):
        books(m, (x0, -22.2), (x1, -22.2), FLOOR, FLOOR + 2.75)
    m.box("wood", (-17.25, FLOOR + 1.9, -22.25), (-13.95, FLOOR + 2.0, -21.8), bevel=0.02, skip="z")
    books(m, (-16.6, -22.2), (-14.6, -22.2), FLOOR + 2.0, FLOOR + 2.75)
    light_target(place, "target_library_heap", (-15.6, FLOOR + 0.85, -22.2), (0, 0, 1), 0.5, group="inside")
    for k, (x, y) in enumerate(((-16.3, 0), (-15.6, 0), (-14.9, 0), (-15.95, 1), (-15.25, 1))):
        crate(place, f"prop_box_{k}", (x, FLOOR + 0.343 + 0.684 * y, -21.35), 0.68, 5.0)
    crate(place, "prop_chest", (-18.3, FLOOR + 0.48, -17.8), 0.95, 18.0)
    # A reading table, out of every way.
    m.box("wood", (-14.4, FLOOR + 0.7, -18.0), (-12.2, FLOOR + 0.78, -17.0), bevel=0.02)
    for x in (-14.25, -12.35):
        m.box("wood", (x - 0.06, FLOOR - 0.02, -17.9), (x + 0.06, FLOOR + 0.72, -17.1), bevel=0.01, skip="y")
    for k, (x, color) in enumerate(((-13.9, "leather"), (-13.2, "ochre"), (-12.7, "moss"))):
        m.box(color, (x - 0.2, FLOOR + 0.78, -17.6), (x + 0.2, FLOOR + 0.84 + 0.04 * k, -17.3), bevel=0.01)


def gallery(place):
    """Instruments: a telescope to throw through, a pendulum to wait for, a globe."""
    m = place.mesh
    mouth, far = np.array([13.5, 6.0, -20.4]), np.array([16.7, 7.0, -20.4])
    axis = unit(far - mouth)
    pipe(m, "brass", mouth, far + axis * 0.1, 0.5, 0.57)
    for t, r in ((0.0, 0.62), (1.1, 0.6), (2.2, 0.6), (3.4, 0.62)):
        p = mouth + axis * t
        pipe(m, "verdigris", p - axis * 0.07, p + axis * 0.07, 0.53, r)
    m.tube("brass", far + axis * 0.1, far + axis * 0.3, 0.57, 16)
    m.tube("brass", far + axis * 0.3, far + axis * 0.7, 0.2, 12)
    light_target(place, "target_telescope", far + axis * 0.02, -axis, 0.44, group="inside")
    foot = mouth + axis * 1.9
    m.lathe(
        "verdigris",
        [(0.85, -0.05), (0.85, 0.12), (0.4, 0.3), (0.2, 0.6), (0.16, 1.9), (0.0, 1.9)],
        16,
        (foot[0], FLOOR, foot[2]),
    )
    m.torus("brass", foot, axis, 0.66, 0.08, 24, 6)
    plate(m, (11.9, FLOOR, -20.4), 0.7)
    # The pendulum over its hours.
    pivot = np.array([21.2, 9.0, -19.5])
    bob = pivot - [0, 3.5, 0]
    m.tube("brass", pivot + [-0.3, 0.1, 0], pivot + [0.3, 0.1, 0], 0.12, 10)
    with place.part("mover_pendulum", pivot):
        m.tube("brass", pivot, bob + [0, 0.4, 0], 0.035, 6)
        m.sphere("brass", bob + [0.12, 0, 0], 0.42, 14)
    light_target(
        place, "target_pendulum", bob - [0.24, 0, 0], (-1, 0, 0), 0.46, below="mover_pendulum", group="inside"
    )
    times = np.linspace(0, 3.4, 17)
    swing = [about(0, math.radians(21) * math.cos(2 * math.pi * t / 3.4)) for t in times]
    place.moves("mover_pendulum", times, turns=swing)
    for k in range(9):
        z = pivot[2] - 1.4 + 0.35 * k
        m.box(
            "brass" if k % 4 else "tealine",
            (pivot[0] - 0.45, FLOOR - 0.05, z - 0.03),
            (pivot[0] + 0.45, FLOOR + 0.012, z + 0.03),
            bevel=0.0,
            skip="y",
        )
    globe(m, (23.2, FLOOR, -21.0)), globe(m, (11.9, FLOOR, -17.7))


def globe(m, at):
    """The sky as a ball of copper in a stand."""
    at = np.asarray(at, float)
    m.lathe("wood", [(0.5, -0.02), (0.5, 0.08), (0.1, 0.2), (0.08, 0.55), (0.0, 0.55)], 12, at)
    m.sphere("verdigris", at + [0, 1.0, 0], 0.46, 18)
    m.torus("brass", at + [0, 1.0, 0], (0, 1, 0.25), 0.54, 0.035, 24, 5)
    m.torus("brass", at + [0, 1.0, 0], (1, 0, 0), 0.54, 0.03, 24, 5)


def gear(m, center, radius, teeth, thick=0.22):
    """A brass wheel that lies level."""
    center = np.asarray(center, float)
    rim = [(radius * 0.84, 0), (radius, 0), (radius, thick), (radius * 0.84, thick), (radius * 0.84, 0)]
    m.lathe("brass", rim, 24, center, crease=0.8)
    for k in range(teeth):
        part = Mesh()
        part.box(
            "brass", (-0.1, 0.01, radius - 0.04), (0.1, thick - 0.01, radius + 0.17), bevel=0.0, skip="z"
        )
        m.merge(part, k * 2 * math.pi / teeth, center, m.node)
    for k in range(5):
        a = k * 2 * math.pi / 5
        reach = np.array([math.sin(a), 0, math.cos(a)]) * radius * 0.88
        m.tube("brass", center + [0, thick / 2, 0], center + [0, thick / 2, 0] + reach, 0.075, 6)
    m.lathe("verdigris", [(0.36, -0.1), (0.36, thick + 0.1), (0.0, thick + 0.14)], 14, center)


def cellar(place):
    """Below the armillary: the wheels that turn it, and a light behind a shutter that never stands
    still."""
    m = place.mesh
    x0, x1, z0, z1, high = -9.0, 9.0, -28.5, -12.0, 3.5
    m.box("limestone", (-28, -1.5, z1), (28, FLOOR, -8.5), bevel=0.05, top="basalt")
    for a, b in ((-28, x0), (x1, 28)):
        m.box("limestone", (a, -1.5, -30), (b, FLOOR - 0.001, z1), bevel=0.0, top="basalt", edge=6.0)
    m.box("limestone", (x0, -1.5, -30), (x1, FLOOR - 0.001, z0), bevel=0.0, top="basalt", edge=6.0)
    m.box(
        "limestone", (x0 - 0.1, -1, z0 - 0.1), (x1 + 0.1, 0, z1 + 0.1), bevel=0.0, top="basalt", skip="yxXzZ"
    )
    # Filled corners: what is hollow stays below the hall, whose walls keep the sky's light out of it.
    for side in (-1, 1):
        plan = [(side * 9.05, z1 + 0.05), (side * 4.6, z1 + 0.05), (side * 9.05, -16.4)]
        m.prism("limestone", plan, -0.2, high + 0.1, bevel=0.0)
    # The hall's floor, with the lift's shaft in it.
    lx, lz, half = -4.24, -24.24, 1.0
    for a, b in (
        ((x0, lz + half), (x1, z1)),
        ((x0, z0), (x1, lz - half)),
        ((x0, lz - half), (lx - half, lz + half)),
        ((lx + half, lz - half), (x1, lz + half)),
    ):
        m.box("plaster", (a[0], high, a[1]), (b[0], FLOOR - 0.001, b[1]), bevel=0.0, top="basalt")
    for x in np.linspace(x0 + 2.2, x1 - 2.2, 4):
        m.box(
            "wood",
            (x - 0.14, high - 0.26, z0),
            (x + 0.14, high + 0.01, -25.4 if x < 0 and x > -6 else z1),
            bevel=0.02,
            skip="YzZ",
        )
        if -6 < x < 0:
            m.box("wood", (x - 0.14, high - 0.26, -23.1), (x + 0.14, high + 0.01, z1), bevel=0.02, skip="YZ")
    for x in (-6.2, 6.2):
        for z in (-15.0, -26.0 if x > 0 else -27.6):
            m.lathe(
                "dressed",
                [(0.55, -0.05), (0.55, 0.3), (0.42, 0.4), (0.4, 2.9), (0.62, 3.2), (0.62, 3.52), (0, 3.52)],
                12,
                (x, 0, z),
            )
            sconce(m, (x - math.copysign(0.42, x), 1.9, z), (-x, 0, 0))
    for x, z, out in (
        (x0, -20, (1, 0, 0)),
        (x1, -17.8, (-1, 0, 0)),
        (-2.5, z1, (0, 0, -1)),
        (2.5, z1, (0, 0, -1)),
        (x1, -24, (-1, 0, 0)),
    ):
        sconce(m, (x, 2.0, z), out)
    # The pier that carries the armillary, and the train of wheels about it.
    m.lathe("dressed", [(1.5, -0.05), (1.5, 0.3), (1.2, 0.45), (1.1, 3.1), (1.5, 3.52), (0, 3.52)], 24, HALL)
    with place.part("mover_wheel_great", HALL + [0, 2.35, 0]):
        gear(m, HALL + [0, 2.35, 0], 3.0, 24)
    spins(place, "mover_wheel_great", 1, 24.0)
    for k, (azimuth, r) in enumerate(((100, 1.4), (215, 1.0))):
        a = math.radians(azimuth)
        at = HALL + np.array([math.sin(a), 0, math.cos(a)]) * (3.06 + r + 0.1)
        m.lathe("dressed", [(0.4, -0.05), (0.4, 0.2), (0.22, 0.3), (0.2, 2.3), (0.0, 2.3)], 10, at)
        name = f"mover_wheel_{k}"
        with place.part(name, at + [0, 2.35, 0]):
            gear(m, at + [0, 2.35, 0], r, round(24 * r / 3))
        spins(place, name, 1, 24.0 * r / 3, -1)
    # The wheel with three leaves.
    hub = np.array([8.1, 1.72, -20.3])
    with place.part("mover_leaves", hub):
        m.torus("brass", hub, (1, 0, 0), 1.52, 0.07, 30, 6)
        m.tube("verdigris", hub - [0.16, 0, 0], hub + [0.16, 0, 0], 0.22, 12)
        for k in range(3):
            start, pieces = k * 2 * math.pi / 3, 5
            for i in range(pieces):
                a, b = (start + math.radians(72) * q / pieces for q in (i, i + 1))
                ring = [
                    hub + [0, r * math.cos(q), r * math.sin(q)]
                    for r, q in ((0.2, a), (1.5, a), (1.5, b), (0.2, b))
                ]
                for side in (-1, 1):
                    face = [p + [0.035 * side, 0, 0] for p in (ring if side > 0 else ring[::-1])]
                    m.quad("verdigris", *face)
            for q in (start, start + math.radians(72)):
                m.tube(
                    "tealine",
                    hub + [0, 0.2 * math.cos(q), 0.2 * math.sin(q)],
                    hub + [0, 1.5 * math.cos(q), 1.5 * math.sin(q)],
                    0.04,
                    5,
                )
    spins(place, "mover_leaves", 0, 7.5)
    m.tube("brass", hub, (9.05, hub[1], hub[2]), 0.1, 8)
    light_target(place, "target_cellar", (9.0, 2.5, -20.3), (-1, 0, 0), 0.5, group="inside")
    plate(m, (4.9, 0, -23.4))
    crate(place, "prop_cellar_0", (-8.3, 0.43, -18.0), 0.85, 16.0)
    crate(place, "prop_cellar_1", (-8.2, 0.43, -17.0), 0.85, 16.0)
    crate(place, "prop_cellar_2", (-8.25, 1.285, -17.5), 0.85, 16.0)
    refill(place, "refill_cellar", (3.0, 0, -26.6), 4.0)
    checkpoint(place, "checkpoint_cellar", (-2.0, 0, -25.4), (1.0, 1.2, 1.4))
    # The lift down.
    accept = "crushing-mover: who stands below it while it comes down is crushed, and starts again"
    with place.part("mover_lift_cellar", (lx, FLOOR, lz), accept=accept):
        low, top = (lx - 0.96, lz - 0.96), (lx + 0.96, lz + 0.96)
        m.box(
            "verdigris",
            (low[0], FLOOR - 0.24, low[1]),
            (top[0], FLOOR + 0.012, top[1]),
            bevel=0.02,
            top="wood",
        )
        edged(m, low, top, FLOOR - 0.03)
    times = [0, 3.5, 6.0, 9.5, CELLAR_ROUND]
    place.moves("mover_lift_cellar", times, offsets=[(0, y, 0) for y in (0, 0, -3.99, -3.99, 0)])
    for x, z in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        m.box(
            "brass",
            (lx + x * 1.03 - 0.05, 0, lz + z * 1.03 - 0.05),
            (lx + x * 1.03 + 0.05, FLOOR + (1.1 if (x, z) != (1, 1) else 0.0), lz + z * 1.03 + 0.05),
            bevel=0.01,
            skip="y",
        )
    for a, b in (((-1, -1), (1, -1)), ((-1, -1), (-1, 1))):
        for y in (0.55, 1.05):
            m.tube(
                "brass",
                (lx + a[0] * 1.03, FLOOR + y, lz + a[1] * 1.03),
                (lx + b[0] * 1.03, FLOOR + y, lz + b[1] * 1.03),
                0.035,
                6,
            )


def ring(place):
    """The lift to the ring that the pillars carry, and the light that lies flat on its far side."""
    m, at = place.mesh, HALL + [0, FLOOR, -8.88]
    with place.part("mover_lift_dome", at):
        low, top = (-1.0, at[2] - 0.62), (1.0, at[2] + 0.62)
        m.box(
            "verdigris", (low[0], FLOOR - 0.16, low[1]), (top[0], FLOOR + 0.1, top[1]), bevel=0.02, top="wood"
        )
        edged(m, low, top, FLOOR + 0.07)
    times = [0, 4.0, 7.5, 11.0, DOME_ROUND]
    place.moves("mover_lift_dome", times, offsets=[(0, y, 0) for y in (0, 0, 5.5, 5.5, 0)])
    for x in (-1.12, 1.12):
        m.box(
            "brass",
            (x - 0.06, FLOOR - 0.1, at[2] - 0.1),
            (x + 0.06, 12.1, at[2] + 0.1),
            bevel=0.015,
            skip="y",
        )
    m.box("brass", (-1.25, 12.05, at[2] - 0.14), (1.25, 12.25, at[2] + 0.14), bevel=0.02)
    light_target(place, "target_ring_dome", HALL + [0, 9.6, 7.5], (0, 1, 0), 0.5, group="inside")
    # The crown's light, under a lid until all others burn.
    light_target(place, "target_crown", HALL + [0, 18.5, 0], (0, -1, 0), 0.85)
    with place.part("gate_crown", HALL + [0, 17.95, 0], opens="inside", by=[2.05, -0.1, 0.0], seconds=3.0):
        m.lathe(
            "brass",
            [(0.0, -0.1), (0.3, -0.12), (1.05, 0.02), (1.05, 0.1), (0.0, 0.1)],
            6,
            HALL + [0, 17.95, 0],
        )
        m.torus("tealine", HALL + [0, 17.87, 0], (0, 1, 0), 0.6, 0.035, 6, 4)


def well(place):
    """A plank from the roof, and the well below it with a light at the bottom."""
    m, x, z = place.mesh, -17.0, -11.7
    m.box("wood", (x - 0.5, 9.9, -16.4), (x + 0.5, 10.04, -13.55), bevel=0.02)
    for side in (-1, 1):
        m.tube("brass", (x + side * 0.42, 9.9, -13.9), (x + side * 0.42, 8.2, -15.95), 0.05, 6)
        m.tube("tealine", (x + side * 0.5, 10.03, -15.7), (x + side * 0.5, 10.03, -13.58), 0.02, 4)
    rim = [(1.3, -0.1), (1.3, 1.25), (1.36, 1.3), (1.36, 1.5), (0.92, 1.5), (0.92, 0.05), (0.0, 0.05)]
    m.lathe("limestone", rim, 18, (x, FLOOR, z), crease=0.8)
    light_target(place, "target_well", (x, FLOOR + 0.12, z), (0, 1, 0), 0.62, group="outside")


def bars(mesh, foot, across, wide, high, every=0.45):
    """An upright lattice of brass about `foot`, the middle of a window's sill."""
    foot, across = np.asarray(foot, float), unit(across)
    count = max(1, math.ceil(wide / every) - 1)
    for k in range(count):
        p = foot + across * wide * ((k + 1) / (count + 1) - 0.5)
        mesh.tube("brass", p, p + [0, high, 0], 0.03, 5)
    for y in np.arange(high / 3, high - 0.05, high / 3):
        mesh.tube(
            "brass", foot + across * wide / 2 + [0, y, 0], foot - across * wide / 2 + [0, y, 0], 0.03, 5
        )
