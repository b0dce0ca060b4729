"""What lies behind the weigh house: the yard of banks by the water, under the open sky, and the lead
vault below it, to which a stair leads down. X is east, Z is south; the yard lies at height 0, the
vault at `VAULT`."""

import math

import numpy as np

from fittings import hexagon, sconce
from markers import checkpoint, doorway, gate, light_target, plate, refill, way_out
from mesh import unit
from troughs import Trough, hopper
from walls import Hole, flat, wall

DOOR = (2.2, 2.5)
EAST, WEST, NORTH, SOUTH = -29.7, -58.0, -12.0, 12.0
HIGH = 9.5
VAULT = -4.6
STAIR = -55.0  # its middle
VAULT_EAST, VAULT_NORTH, VAULT_SOUTH = -33.0, 19.6, 38.0
AISLES = (22.65, 28.8, 34.95)


def block(m, x, y, z, material="plaster", top=None, bevel=0.03, skip="", edge=3.0):
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def yard_walls(m):
    """Plaster on stone; toward the water, openings with bars."""
    block(m, (WEST - 1, EAST + 0.1), (-1, 0), (NORTH - 1, SOUTH + 0.98), "basalt", bevel=0, edge=4)
    wide = EAST - WEST
    holes = [Hole(s, s + 4.2, 1.2, 6.4, rise=1.4) for s in np.arange(2.2, wide - 4, 5.6)]
    place = flat((WEST, 0, NORTH), (1, 0, 0))
    wall(m, "plaster", place, (-0.7, wide), (-0.3, HIGH), 0.7, holes, reveal="dressed", skip="b", pitch=(4, 4))
    for h in holes:
        x = WEST + h.s0
        for k in range(1, 12):
            p = x + 4.2 * k / 12
            top = h.head(h.s0 + 4.2 * k / 12)
            m.box("iron", (p - 0.025, 1.2, NORTH - 0.4), (p + 0.025, top, NORTH - 0.35), bevel=0)
        for y in (2.6, 4.0):
            m.box("iron", (x, y - 0.03, NORTH - 0.42), (x + 4.2, y + 0.03, NORTH - 0.33), bevel=0)
        m.box("lead", (x - 0.1, 1.12, NORTH - 0.75), (x + 4.3, 1.22, NORTH + 0.1), bevel=0.02)
    d0 = EAST - STAIR - DOOR[0] / 2
    door = Hole(d0, d0 + DOOR[0], -0.05, DOOR[1])
    place = flat((EAST, 0, SOUTH), (-1, 0, 0))
    wall(
        m,
        "plaster",
        place,
        (0, wide + 0.7),
        (-0.3, HIGH),
        0.7,
        [door],
        reveal="dressed",
        skip="b",
        pitch=(4, 4),
    )
    doorway(m, (STAIR, 0, SOUTH), 0, *DOOR, 0.5, "wood")
    block(m, (WEST - 0.7, WEST), (-0.3, HIGH), (NORTH - 0.7, SOUTH + 0.7), skip="y", edge=4)
    for z0, z1 in ((NORTH - 0.7, -9.5), (9.5, SOUTH + 0.7)):
        block(m, (EAST - 0.05, EAST + 0.65), (-0.3, HIGH), (z0, z1), skip="y")
    # A dado of lead, buttresses, and copings too steep to stand on.
    for z0, z1 in ((SOUTH - 0.05, SOUTH + 0.02), (NORTH - 0.02, NORTH + 0.05)):
        for x0, x1 in ((WEST, STAIR - 1.6), (STAIR + 1.6, EAST)) if z0 > 0 else ((WEST, EAST),):
            m.box("lead", (x0, -0.05, z0), (x1, 1.05, z1), bevel=0.01, skip="yxX")
    m.box("lead", (WEST - 0.02, -0.05, NORTH), (WEST + 0.05, 1.05, SOUTH), bevel=0.01, skip="yzZ")
    for z in (NORTH - 0.35, SOUTH + 0.35):
        roof = [(-0.5, 0), (0.5, 0), (0, 0.95)]
        m.profile("lead", roof, (WEST - 0.7, HIGH - 0.02, z), (0, 0, 1), (1, 0, 0), wide + 0.7)
    m.profile("lead", [(-0.5, 0), (0.5, 0), (0, 0.95)], (WEST - 0.35, HIGH, NORTH), (1, 0, 0), (0, 0, 1), 24.0)


def bank(m, at, normal, material, high=2.5, wide=2.6):
    """A board on two posts that faces along `normal`, with a cap that nobody can stand on."""
    at, n = np.asarray(at, float), unit(np.array([normal[0], 0.0, normal[1]]))
    yaw = math.atan2(n[0], n[2])
    part = type(m)()
    half = wide / 2
    part.box(material, (-half, 0.16, -0.22), (half, high, 0.0), bevel=0.03)
    for x in (-half - 0.14, half):
        part.box("wood", (x, -0.05, -0.3), (x + 0.14, high + 0.1, 0.06), bevel=0.02, skip="y")
    part.profile(
        "wood", [(-0.34, 0), (0.1, 0), (-0.12, 0.6)], (-half - 0.2, high, 0), (0, 0, 1), (1, 0, 0), wide + 0.4
    )
    part.box("wood", (-half, -0.05, -0.24), (half, 0.18, 0.02), bevel=0.02, skip="y")
    for x in (-half + 0.3, half - 0.3):
        part.tube("wood", (x, 0.0, -1.3), (x, high * 0.8, -0.2), 0.08, 5)
    m.merge(part, yaw, at, m.node)


def straw(m, at, normal):
    """Bales stacked before a bank: they keep what is thrown at them."""
    n = unit(np.array([normal[0], 0.0, normal[1]]))
    yaw = math.atan2(n[0], n[2])
    part = type(m)()
    for row in range(3):
        for k in range(3 if row % 2 else 2):
            x = (k - (1 if row % 2 else 0.5)) * (0.88 if row % 2 else 1.3)
            w = 0.42 if row % 2 else 0.63
            y = 0.16 + 0.78 * row
            part.box("straw", (x - w, y, 0.0), (x + w, y + 0.76, 0.16 + 0.03 * ((k + row) % 2)), bevel=0.08)
    m.merge(part, yaw, at, m.node)


def banks(place):
    """Three boards that look the right way, of which one throws a ball far enough: the light is on the
    back of a screen."""
    m = place.mesh
    stand, lit = np.array([-38.0, 3.0]), np.array([-44.0, -8.6])
    for at, material in (((-56.4, -3.6), "straw"), ((-54.6, 4.4), "ribs"), ((-50.6, -9.2), "slack")):
        p = np.array(at)
        n = (lit - p) / np.linalg.norm(lit - p) - (p - stand) / np.linalg.norm(p - stand)
        bank(m, (p[0], 0, p[1]), n, "planks" if material == "straw" else material)
        if material == "straw":
            straw(m, (p[0], 0, p[1]), n)
    block(m, (-43.7, -43.3), (-0.1, 5.0), (NORTH, -5.6), "planks", bevel=0.02, skip="yz")
    m.profile("lead", [(-0.35, 0), (0.35, 0), (0, 0.75)], (-43.5, 5.0, NORTH), (1, 0, 0), (0, 0, 1), 6.5)
    for z in (-5.7, -9.0):
        m.box("wood", (-43.85, -0.1, z - 0.15), (-43.15, 5.01, z + 0.15), bevel=0.03, skip="y")
    light_target(place, "target_banks", (-43.7, 1.7, lit[1]), (-1, 0, 0), 0.8, rings=1, group="yard")
    plate(m, (stand[0], 0, stand[1]))


def turns(place):
    """Two lanes that must be struck in turn: the light of the first draws the shutter of the second,
    whose heavy ball leaps."""
    m = place.mesh
    m.box("wood", (-50.4, -0.1, 5.9), (-50.0, 3.4, 10.9), bevel=0.03, skip="y")
    m.profile("lead", [(-0.4, 0), (0.4, 0), (0, 0.8)], (-50.2, 3.4, 5.8), (1, 0, 0), (0, 0, 1), 5.2)
    first = Trough(m, 9.7, [(-40.4, 1.05), (-49.9, 0.88)])
    first.rest(place, "ball_turn_first", -41.8, 0.6, 0.2)
    light_target(place, "target_turn_first", (-50.0, 1.3, 9.7), (1, 0, 0), 0.6, by="placed", group="turn")
    line = [(-39.4, 1.1), (-42.6, 0.8), (-44.2, 0.8), (-45.3, 0.95), (-47.1, 1.4)]
    second = Trough(m, 7.2, line, 0.64, 0.44)
    second.rest(place, "ball_turn_second", -40.8, 2.0, 0.25, 0.03)
    gate(
        place,
        "gate_shutter",
        (-42.3, second.height(-42.3) - 0.02, 7.2),
        math.pi / 2,
        0.62,
        0.82,
        0.1,
        opens="turn",
    )
    for z in (6.72, 7.6):
        m.box("wood", (-42.4, -0.05, z), (-42.2, 1.8, z + 0.09), bevel=0.01, skip="y")
    m.box("wood", (-42.42, 1.72, 6.7), (-42.18, 1.86, 7.7), bevel=0.01)
    light_target(
        place, "target_turn_second", (-50.0, 1.75, 7.2), (1, 0, 0), 0.85, by="placed", mass=1.5, group="yard"
    )
    plate(m, (-37.4, 0, 9.7)), plate(m, (-36.4, 0, 7.2))


def drive(place):
    """Lead too heavy for one throw: it is driven home by several."""
    m, z = place.mesh, -9.4
    lane = Trough(m, z, [(-33.8, 0.14), (-43.3, 0.12)], 0.84, 0.3)
    lane.rest(place, "ball_drive", -35.4, 9.0, 0.36, 0.02)
    light_target(place, "target_drive", (-43.3, 0.66, z), (1, 0, 0), 0.52, by="placed", mass=8.0, group="yard")
    plate(m, (-32.2, 0, z))


def crane(m, at):
    """The quay's crane, which holds a weight over the wall."""
    x, z = at
    m.box("wood", (x - 0.5, -0.05, z - 0.5), (x + 0.5, 0.5, z + 0.5), bevel=0.04, skip="y")
    m.box("wood", (x - 0.2, 0.4, z - 0.2), (x + 0.2, 7.6, z + 0.2), bevel=0.03)
    m.tube("wood", (x, 7.2, z + 1.2), (x, 8.6, z - 3.6), 0.14, 5)
    m.tube("wood", (x, 4.2, z), (x, 7.9, z - 1.6), 0.1, 5)
    m.tube("iron", (x, 8.5, z - 3.4), (x, 5.4, z - 3.4), 0.025, 4)
    m.sphere("lead", (x, 5.0, z - 3.4), 0.5, 12)
    m.torus("wood", (x, 1.7, z + 0.32), (0, 0, 1), 0.75, 0.06, 14, 5)
    for k in range(3):
        a = k * math.pi / 3
        d = np.array([math.cos(a), math.sin(a), 0]) * 0.74
        m.tube("wood", np.array([x, 1.7, z + 0.32]) - d, np.array([x, 1.7, z + 0.32]) + d, 0.03, 4)


def barrels(m, at, turn=0):
    x, z = at
    for k, (dx, dz) in enumerate(((0, 0), (0.95, 0.2), (0.35, 0.95))[: 3 - turn]):
        outline = [(0.0, -0.05), (0.34, -0.05), (0.44, 0.5), (0.34, 1.06), (0.3, 1.0), (0.0, 1.0)]
        m.lathe("wood", outline, 10, (x + dx, 0, z + dz), crease=0.5)
        for y, r in ((0.2, 0.405), (0.84, 0.405)):
            m.torus("iron", (x + dx, y, z + dz), (0, 1, 0), r - 0.01, 0.025, 10, 4)


def yard(place):
    m = place.mesh
    yard_walls(m), banks(place), turns(place), drive(place)
    checkpoint(place, "checkpoint_yard", (-32.4, 0, 0), (1.2, 1.3, 1.4), math.pi / 2)
    refill(place, "refill_yard", (-36.0, 0, -2.4), 3.2)
    crane(m, (-47.6, -4.4)), barrels(m, (-31.2, -6.2), 1), barrels(m, (-45.6, -10.9), 1), barrels(
        m, (-57.2, 9.2)
    )
    m.box("planks", (WEST - 0.03, -0.05, -1.4), (WEST + 0.08, 3.4, 1.4), bevel=0.02, skip="y")
    doorway(m, (WEST + 0.05, 0, 0), math.pi / 2, 2.8, 3.4, 0.4, "wood")
    gate(place, "gate_yard", (STAIR, 0, SOUTH + 0.35), 0, *DOOR, opens="yard")


# --- below ---


def barrel(m, x, z, spring, rise, pieces=8):
    """A vault along X over `z` (from, to), seen from below."""
    middle, half = sum(z) / 2, (z[1] - z[0]) / 2
    angles = np.linspace(0, math.pi, pieces + 1)
    line = [(middle - half * math.cos(a), spring + rise * math.sin(a)) for a in angles]
    for (za, ya), (zb, yb) in zip(line, line[1:]):
        p = [(x[0], ya, za), (x[1], ya, za), (x[1], yb, zb), (x[0], yb, zb)]
        m.quad("rubble", *map(np.array, p), edge=3.4)


def vault_walls(m):
    low, high = VAULT - 0.1, 0.9
    block(
        m,
        (WEST - 1, VAULT_EAST + 1),
        (VAULT - 1, VAULT),
        (VAULT_NORTH - 1, VAULT_SOUTH + 1),
        "basalt",
        bevel=0,
        edge=4,
    )
    d = DOOR[0] / 2
    for x in ((WEST - 0.7, STAIR - d), (STAIR + d, VAULT_EAST + 0.7)):
        block(m, x, (low, high), (VAULT_NORTH - 0.7, VAULT_NORTH), "rubble", bevel=0, skip="yYz")
    block(
        m,
        (STAIR - d, STAIR + d),
        (VAULT + 2.9, high),
        (VAULT_NORTH - 0.7, VAULT_NORTH),
        "rubble",
        bevel=0,
        skip="Yz",
    )
    block(
        m,
        (WEST - 0.7, VAULT_EAST + 0.7),
        (low, high),
        (VAULT_SOUTH, VAULT_SOUTH + 0.7),
        "rubble",
        bevel=0,
        skip="yYZ",
    )
    block(m, (WEST - 0.7, WEST), (low, high), (VAULT_NORTH, VAULT_SOUTH), "rubble", bevel=0, skip="yYx")
    z = AISLES[1]
    for span in ((VAULT_NORTH, z - d), (z + d, VAULT_SOUTH)):
        block(m, (VAULT_EAST, VAULT_EAST + 0.7), (low, high), span, "rubble", bevel=0, skip="yYX")
    block(
        m, (VAULT_EAST, VAULT_EAST + 0.7), (VAULT + DOOR[1], high), (z - d, z + d), "rubble", bevel=0, skip="YX"
    )
    # Two arcades on square piers, and a vault over each aisle.
    wide = VAULT_EAST - WEST
    bays = [Hole(0.5 + 6.2 * k, 5.9 + 6.2 * k, low, VAULT + 4.0, rise=1.7) for k in range(4)]
    lines = [AISLES[0] + 3.075, AISLES[1] + 3.075]
    for q in lines:
        place = flat((WEST, 0, q + 0.4), (1, 0, 0))
        wall(m, "rubble", place, (0, wide), (low, high), 0.8, bays, reveal="dressed", skip="tblr", pitch=(4, 4))
    spans = ((VAULT_NORTH, lines[0]), (lines[0], lines[1]), (lines[1], VAULT_SOUTH))
    for span in spans:
        barrel(m, (WEST, VAULT_EAST), span, VAULT + 3.4, 1.9)
    block(
        m, (WEST - 0.7, VAULT_EAST + 0.7), (0.85, 1.2), (VAULT_NORTH - 0.7, VAULT_SOUTH + 0.7), "lead", edge=6
    )
    # Nobody gets behind the wall of lead: bars in the arches.
    for h in bays[2:]:
        for k in range(1, 18):
            s = h.s0 + (h.s1 - h.s0) * k / 18
            m.box(
                "iron",
                (WEST + s - 0.03, VAULT, lines[0] - 0.03),
                (WEST + s + 0.03, h.head(s) + 0.1, lines[0] + 0.03),
                bevel=0,
                skip="yY",
            )
        for y in (1.0, 2.2):
            m.box(
                "iron",
                (WEST + h.s0, VAULT + y, lines[0] - 0.04),
                (WEST + h.s1, VAULT + y + 0.06, lines[0] + 0.04),
                bevel=0,
                skip="xX",
            )
    # The stair down, between walls and under a roof.
    m.stairs(
        "dressed", (STAIR - d, VAULT, VAULT_NORTH), (0, 0, -1), (1, 0, 0), DOOR[0], 23, 0.2, 0.3, below=0.4
    )
    for side in (-1, 1):
        x = sorted((STAIR + side * d, STAIR + side * (d + 0.5)))
        block(m, x, (VAULT - 1, 3.3), (SOUTH + 0.6, VAULT_NORTH - 0.6), "rubble", bevel=0, skip="yY")
    block(m, (STAIR - d - 0.48, STAIR + d + 0.48), (2.9, 3.31), (SOUTH + 0.6, VAULT_NORTH), "planks", bevel=0)
    block(
        m,
        (STAIR - d - 0.5, STAIR + d + 0.5),
        (0.8, 3.3),
        (VAULT_NORTH - 0.7, VAULT_NORTH - 0.1),
        "rubble",
        bevel=0,
    )
    # Behind the last gate daylight falls from high above.
    for q0, q1 in ((z - 2.4, z - 1.8), (z + 1.8, z + 2.4)):
        block(m, (VAULT_EAST + 0.6, -26.4), (VAULT - 1, 6), (q0, q1), bevel=0)
    block(m, (-26.9, -26.4), (VAULT - 1, 6), (z - 1.9, z + 1.9), bevel=0)
    block(m, (VAULT_EAST + 0.6, VAULT_EAST + 0.72), (0.8, 6), (z - 1.9, z + 1.9), bevel=0)
    block(m, (VAULT_EAST + 0.6, -26.45), (VAULT - 0.95, VAULT), (z - 2, z + 2), "basalt", bevel=0)


def through_the_wall(place):
    """Lead in a groove before a hole: it falls onto the pan behind, where nobody comes."""
    m, z = place.mesh, AISLES[0]
    x, middle = (-44.9, -44.5), VAULT + 1.5
    block(m, x, (VAULT - 0.1, 0.9), (VAULT_NORTH, z - 0.42), "lead", bevel=0.01, skip="yY")
    block(m, x, (VAULT - 0.1, 0.9), (z + 0.42, AISLES[0] + 3.1), "lead", bevel=0.01, skip="yY")
    block(m, x, (VAULT - 0.1, middle - 0.4), (z - 0.43, z + 0.43), "lead", bevel=0.01, skip="yzZ")
    block(m, x, (middle + 0.45, 0.9), (z - 0.43, z + 0.43), "lead", bevel=0.01, skip="YzZ")
    for y in (middle - 0.4, middle + 0.45):
        m.box("brass", (-45.0, y - 0.05, z - 0.5), (-44.4, y + 0.05, z + 0.5), bevel=0.02)
    for q in (z - 0.45, z + 0.45):
        m.box("brass", (-45.0, middle - 0.4, q - 0.05), (-44.4, middle + 0.45, q + 0.05), bevel=0.02)
    groove = Trough(
        m, z, [(-52.6, middle - 0.28), (-48.0, middle - 0.34), (-44.3, middle - 0.36)], 0.66, 0.34, VAULT
    )
    groove.rest(place, "ball_vault_lead", -50.6, 4.0, 0.26, 0.03)
    pan = (-41.2, VAULT + 0.34, z)
    m.lathe("brass", [(0.0, 0.0), (0.5, 0.05), (0.25, 0.12), (0.25, 0.2), (0.0, 0.2)], 14, (pan[0], VAULT, z))
    m.lathe(
        "brass",
        [(0.9, 0.2), (1.3, 0.3), (1.36, 0.5), (1.28, 0.5), (1.2, 0.34), (0.9, 0.26)],
        20,
        (pan[0], VAULT, z),
        crease=0.5,
    )
    light_target(place, "target_pan", pan, (0, 1, 0), 1.05, by="placed", mass=3.5, group="vault")
    plate(m, (-55.2, VAULT, z))


def ladder(place):
    """A row in which each is lighter than the one before: the last flies highest, over the last gate."""
    m, z = place.mesh, AISLES[1]
    line = [(-53.0, 1.15), (-48.4, 1.05), (-47.0, 1.13), (-45.8, 1.32), (-44.7, 1.64), (-43.6, 2.1)]
    lane = Trough(m, z, [(x, VAULT + y) for x, y in line], 0.5, 0.4, VAULT)
    lane.row(place, "ball_ladder", -51.4, [(1.6, 0.2), (1.1, 0.2), (0.7, 0.2), (0.45, 0.2)])
    light_target(
        place, "target_ladder", (VAULT_EAST, VAULT + 3.95, z), (-1, 0, 0), 1.05, by="placed", group="vault"
    )
    plate(m, (-55.8, VAULT, z))


def chain(place):
    """One thrown, one struck, one that falls: brass drives lead down a caged lane into the well."""
    m, z = place.mesh, AISLES[2]
    lane = Trough(m, z, [(-53.0, VAULT + 1.45), (-46.4, VAULT + 1.2)], 0.7, 0.74, VAULT)
    lane.rest(place, "ball_chain_brass", -51.9, 2.2, 0.23)
    lane.rest(place, "ball_chain_lead", -46.85, 5.5, 0.3, 0.02)
    for k in range(5):
        q = z - 0.28 + 0.14 * k
        m.tube("iron", (-51.2, lane.height(-51.2) + 0.76, q), (-46.4, lane.height(-46.4) + 0.76, q), 0.03, 5)
    hopper(m, (-46.3, -42.5), (z - 1.7, z + 1.7), VAULT + 0.5, VAULT + 1.0, 0.7, VAULT)
    light_target(
        place, "target_well", (-44.4, VAULT + 0.4, z), (0, 1, 0), 0.74, by="placed", mass=5.0, group="vault"
    )
    m.prism("lead", [(x - 44.4, q + z) for x, q in hexagon(0.95)], VAULT - 0.05, VAULT + 0.32, bevel=0.03)
    plate(m, (-55.8, VAULT, z))


def vault(place):
    m = place.mesh
    vault_walls(m), through_the_wall(place), ladder(place), chain(place)
    checkpoint(place, "checkpoint_vault", (STAIR, VAULT, 21.0), (1.0, 1.3, 1.0), math.pi)
    refill(place, "refill_vault", (-57.0, VAULT, 31.9), 4.0)
    z = AISLES[1]
    gate(place, "gate_out", (VAULT_EAST + 0.35, VAULT, z), math.pi / 2, *DOOR, opens="all")
    doorway(m, (VAULT_EAST - 0.05, VAULT, z), math.pi / 2, *DOOR, 0.4)
    way_out(place, "exit", (-29.6, VAULT, z), math.pi / 2, 1.2)
    lines = [AISLES[0] + 3.075, AISLES[1] + 3.075]
    for k, x in enumerate((WEST + 6.2, WEST + 12.4, WEST + 18.6)):
        for q, side in ((lines[0] + 0.4, 1), (lines[1] - 0.4, -1), (lines[0] - 0.4, -1), (lines[1] + 0.4, 1)):
            sconce(m, (x, VAULT + 2.3, q), (0, 0, side))
            place.lamp(f"vault_{k}_{q:.1f}", (x, VAULT + 2.4, q + side * 0.5), "#ffcf94", 15.0, 9.0)
    sconce(m, (STAIR + DOOR[0] / 2, -0.2, 15.4), (-1, 0, 0))
    place.lamp("vault_stair", (STAIR + 0.6, -0.1, 15.4), "#ffcf94", 12.0, 7.0)
