"""The north of the march: an avenue between high walls through which the stream of statues comes, a
gallery over it on either side, the bridge across, and the yard of the colossus. X is east, Z is
south; avenue and yard lie at height 0, the galleries at `UPPER`."""

import math

import numpy as np

from fittings import hexagon, parapet, sconce
from markers import checkpoint, doorway, gate, hoop, light_target, plate, refill, way_out
from mesh import Mesh
from statues import round_of, sentry
from walls import Hole, flat, wall

DEEP = -14.0
HALF, HIGH = 6.0, 13.0
SOUTH, NORTH = -64.6, -136.0
UPPER = 4.6
BACK = 10.4  # the gallery's back wall
OUTER = 12.4  # the tunnel's
BRIDGE = -107.0
CENSER = -94.9
NICHES = (-84.0, -99.0, -119.0)
YARD, YARD_END, YARD_HALF = -150.0, -178.0, 14.0
DAIS = np.array([0.0, 0.0, -162.0])
DOOR = (2.4, 2.8)


def block(m, x, y, z, material="limestone", top=None, bevel=0.0, skip="", edge=5.0):
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def arcade(first, last, side):
    """Openings of a gallery along z from `first` north to `last`; `side` is −1 in the west."""
    count = round((first - last) / 4.6)
    step = (first - last) / count
    for k in range(count):
        middle = first - (k + 0.5) * step
        if abs(middle - BRIDGE) > 3.4:
            yield middle, 1.6, UPPER + 1.0, UPPER + 3.9, 1.5
    yield BRIDGE, DOOR[0] / 2, UPPER - 0.05, UPPER + DOOR[1], 0.0


def crown(m, side, edge):
    """Coping, merlons and string courses of an outer wall, which is seen from the road. Nothing of it is
    solid: nobody comes there."""
    m.node = "crown-nocol"
    x = sorted((side * edge, side * (edge + 2.4)))
    for y, proud in ((HIGH + 0.55, 0.22), (UPPER + 4.9, 0.14), (UPPER - 0.25, 0.14)):
        m.box("dressed", (x[0] - proud, y, NORTH - 0.6), (x[1] + proud, y + 0.35, SOUTH + proud), bevel=0.05, edge=6)
    tall = (HIGH + 0.85, HIGH + 1.95)
    for z in np.arange(SOUTH - 0.35, NORTH, -1.9):
        for low, high in ((x[0] - 0.15, x[0] + 0.4), (x[1] - 0.4, x[1] + 0.15)):
            m.box("limestone", (low, tall[0], z - 0.5), (high, tall[1], z + 0.5), bevel=0, skip="y")
    m.box("limestone", (x[0] + 0.75, tall[0], SOUTH - 0.4), (x[1] - 0.75, tall[1], SOUTH + 0.15), bevel=0, skip="y")
    m.node = ""


def side_wall(m, side, openings):
    """A wall of the avenue with `openings` (middle z, half width, low, high, rise of the arch)."""
    along = (0, 0, side)
    start = SOUTH if side < 0 else NORTH
    place = flat((side * HALF, 0, start), along)
    holes = []
    for z, half, low, high, rise in openings:
        s = (z - start) * side
        holes.append(Hole(s - half, s + half, low, high, rise))
    wall(
        m,
        "limestone",
        place,
        (0, SOUTH - NORTH),
        (-0.2, HIGH),
        0.6,
        holes,
        reveal="dressed",
        skip="blr",
        pitch=(4.6, 4.6),
    )
    # String courses, and piers between the openings.
    for y, proud in ((UPPER - 0.25, 0.14), (UPPER + 4.9, 0.12), (HIGH - 0.5, 0.2)):
        x = sorted((side * HALF, side * (HALF - proud)))
        for z0, z1 in ((NORTH, BRIDGE - 2), (BRIDGE + 2, SOUTH)) if y < UPPER else ((NORTH, SOUTH),):
            m.box("dressed", (x[0], y, z0), (x[1], y + 0.3, z1), bevel=0.04, edge=6, skip="xX"[side > 0])


def niche(m, z, side=-1, half=1.2, high=2.6, deep=2.3):
    """What is behind an opening at floor level."""
    x = sorted((side * (HALF + 0.5), side * (HALF + deep)))
    for q in (-1, 1):
        block(m, x, (-0.2, high + 0.3), sorted((z + q * half, z + q * (half + 0.3))))
    block(
        m,
        sorted((side * (HALF + deep), side * (HALF + deep + 0.3))),
        (-0.2, high + 0.3),
        (z - half - 0.3, z + half + 0.3),
    )
    block(m, x, (high, high + 0.3), (z - half, z + half))


def avenue(m):
    """Floor, walls, galleries, tunnel, bridge."""
    block(m, (-OUTER - 0.2, OUTER + 0.2), (-1.2, 0), (NORTH - 0.55, -61.9), "dressed", "basalt", edge=4)
    for side in (-1, 1):
        edge = BACK if side < 0 else OUTER
        x = sorted((side * edge, side * (edge + 2.4)))
        block(m, x, (DEEP, HIGH + 0.6), (NORTH - 0.6, SOUTH), edge=6)
        crown(m, side, edge)
        x = sorted((side * (HALF - 0.02), side * (edge + 0.2)))
        block(m, x, (-1, HIGH + 0.55), (SOUTH - 2.8, SOUTH - 0.01))
        block(m, x, (UPPER + 4.3, HIGH + 0.55), (NORTH + 0.02, SOUTH - 2.8), skip="xX")
        # The coping stands a little proud.
        x = sorted((side * (HALF - 0.05), side * (edge + 0.2)))
        block(m, x, (HIGH, HIGH + 0.6), (NORTH, SOUTH), "dressed")
    west = [(-69.0, 1.2, -0.2, 2.8, 1.0), *((z, 1.2, -0.2, 2.6, 1.0) for z in NICHES)]
    side_wall(m, -1, [*west, *arcade(-78.2, NORTH + 0.6, -1), (-73.4, 0.5, UPPER + 1.6, UPPER + 3.6, 0.5)])
    east = [(-75.8, 2.2, -0.2, 3.4, 1.3), (-131.8, 2.2, -0.2, 3.4, 1.3), (NICHES[0], 0.95, -0.2, 1.5, 0.0)]
    side_wall(m, 1, [*east, *arcade(-104.6, NORTH + 0.6, 1)])
    for z in NICHES:
        niche(m, z)
    niche(m, NICHES[0], 1, 0.95, 1.5, 2.0)
    # The west gallery with its stair.
    block(m, (-BACK, -HALF - 0.02), (UPPER - 0.4, UPPER), (NORTH, -77.0), "dressed", "basalt", edge=4)
    m.stairs(
        "dressed", (-BACK, 0, -70.2), (0, 0, -1), (1, 0, 0), BACK - HALF - 0.6, 23, UPPER / 23, 0.3, below=0.2
    )
    block(m, (-BACK - 0.2, -HALF - 0.6), (UPPER - 0.4, UPPER + 4.4), (NORTH - 0.6, NORTH + 0.03))
    # The east gallery, and under it the tunnel through which the stream goes back.
    block(m, (HALF + 0.02, OUTER), (UPPER - 0.4, UPPER), (NORTH, -104.5), "dressed", "basalt", edge=4)
    block(m, (HALF, OUTER), (UPPER - 0.4, UPPER + 4.4), (-104.6, -104.0))
    block(m, (HALF + 0.5, OUTER), (3.4, 3.8), (-134.4, -73.2))
    block(m, (8.8, 9.2), (-0.2, 3.5), (-129.6, -78.0))
    for z0, z1 in ((-78.3, -78.0), (-129.6, -129.3)):
        block(m, (HALF + 0.5, 9.2), (-0.2, 3.5), (z0, z1))
    for z0, z1 in ((-73.6, -73.1), (-134.5, -134.0)):
        block(m, (HALF + 0.5, OUTER), (-0.2, 3.5), (z0, z1))
    # Across, on an arch.
    place = flat((-HALF - 0.05, 0, BRIDGE + 2.0), (1, 0, 0))
    hole = Hole(0.5, 2 * HALF - 0.4, 1.9, UPPER - 0.45, rise=1.5, pieces=10)
    wall(m, "dressed", place, (0, 2 * HALF + 0.1), (1.9, UPPER), 4.0, [hole], skip="blr", pitch=(3, 3))
    for z in (BRIDGE - 1.85, BRIDGE + 1.85):
        parapet(m, (-HALF, UPPER, z), (HALF, UPPER, z), 0.3, 1.15, "dressed")
    # Its end, through which one sees nothing and much comes.
    block(m, (-HALF - 0.6, HALF + 0.6), (-1, HIGH + 0.6), (NORTH - 0.6, NORTH), skip="z")
    m.box("dressed", (-2.2, UPPER - 1.2, NORTH - 0.1), (2.2, UPPER + 4.4, NORTH + 0.12), bevel=0.05)
    # Flying beams.
    for z in (-72.0, CENSER, -122.0):
        m.box("dressed", (-HALF - 0.1, HIGH - 1.7, z - 0.5), (HALF + 0.1, HIGH - 0.7, z + 0.5), bevel=0.06)
        for side in (-1, 1):
            outline = [(0, 0), (0, 1.8), (1.8, 1.8)]
            m.profile("dressed", outline, (side * HALF, HIGH - 3.4, z - 0.4), (-side, 0, 0), (0, 0, 1), 0.8)


def censer(place):
    """A bowl of embers on a chain, which swings over the stream with a light on it."""
    top, length, tilt, period = (0.0, HIGH - 1.7, CENSER), 4.6, 0.62, 4.4
    times = [period * k / 20 for k in range(21)]
    angles = [tilt * math.cos(2 * math.pi * k / 20) for k in range(21)]
    with place.part("mover_censer", top, mover=True) as m:
        low = top[1] - length
        m.tube("brass", (0, top[1] + 0.1, CENSER), (0, low + 0.9, CENSER), 0.05, 5)
        bowl = [(0.0, low - 0.5), (0.5, low - 0.35), (0.75, low), (0.62, low + 0.08), (0.0, low - 0.1)]
        m.lathe("brass", bowl, 12, (0, 0, CENSER), crease=0.6)
        m.lathe(
            "glow", [(0.0, low - 0.08), (0.5, low), (0.28, low + 0.28), (0.0, low + 0.36)], 8, (0, 0, CENSER)
        )
        for k in range(3):
            a = k * 2 * math.pi / 3
            m.tube(
                "brass", (0.66 * math.sin(a), low, CENSER + 0.66 * math.cos(a)), (0, low + 1.0, CENSER), 0.03, 4
            )
    light_target(
        place,
        "target_censer",
        (-0.2, low - 0.95, CENSER),
        (-1, 0, 0),
        0.6,
        below="mover_censer",
        group="stream",
    )
    turns = [[0.0, 0.0, math.sin(a / 2), math.cos(a / 2)] for a in angles]
    place.moves("mover_censer", times, turns=turns)


def block_heap(place, x, z, size=0.88, mass=40.0):
    """Blocks that fill a passage two high: too high to jump, too many to shove, light enough for a
    blast."""
    for row in range(2):
        for k in range(3):
            at = (x + (k - 1) * (size + 0.06), size / 2 + 0.003 + row * (size + 0.002), z)
            part, h = Mesh(), size / 2
            part.box("dressed", (-h, -h, -h), (h, h, h), bevel=0.06)
            name = f"prop_block_{row}_{k}"
            with place.part(name, at, prop="box", gravity=True, mass=mass):
                place.mesh.merge(part, 0.0, at, name)


def way_down(place):
    """The stair from the east gallery to the yard, and the passage that is blocked."""
    m, x = place.mesh, (7.9, 10.9)
    m.stairs("dressed", (x[0], 0, -143.6), (0, 0, 1), (1, 0, 0), x[1] - x[0], 23, UPPER / 23, 0.3, below=0.4)
    block(m, (x[0], x[1]), (UPPER - 0.4, UPPER), (-136.75, NORTH), "dressed", "basalt")
    for x0, x1 in ((x[0] - 0.6, x[0]), (x[1], x[1] + 0.6)):
        block(m, (x0, x1), (-1, UPPER + 4.4), (YARD, NORTH - 0.5))
    block(m, (x[0] - 0.5, x[1] + 0.5), (UPPER + 3.8, UPPER + 4.4), (YARD, NORTH - 0.5))
    block(m, (x[0] - 0.1, x[1] + 0.1), (-1.2, 0), (YARD - 0.5, -143.4), "dressed", "basalt")
    # The gallery's end wall with the gate in it.
    middle = sum(x) / 2
    for x0, x1 in ((HALF + 0.5, middle - DOOR[0] / 2), (middle + DOOR[0] / 2, OUTER)):
        block(m, (x0, x1), (UPPER - 0.4, UPPER + 4.4), (NORTH - 0.6, NORTH))
    block(m, (middle - DOOR[0] / 2, middle + DOOR[0] / 2), (UPPER + DOOR[1], UPPER + 4.4), (NORTH - 0.6, NORTH))
    gate(place, "gate_stair", (middle, UPPER, NORTH - 0.35), 0, *DOOR, depth=0.3, opens="mouth")
    doorway(m, (middle, UPPER, NORTH + 0.05), 0, *DOOR, 0.4)
    block_heap(place, middle, -147.4)
    refill(place, "refill_passage", (x[0] + 0.7, 0, -144.6), 4.0)
    for z in (-140.0, -146.0):
        sconce(m, (x[1], 2.2 if z < -144 else 5.6, z), (-1, 0, 0))
        place.lamp(f"stair_{-z:.0f}", (x[1] - 0.5, 2.3 if z < -144 else 5.7, z), "#ffb060", 14.0, 8.0)


def colossus(m, z):
    """The first of them all, eleven meters of stone over the last gate."""
    for side in (-1, 1):
        x = sorted((side * 1.35, side * 3.0))
        m.box("dressed", (x[0], -0.1, z - 1.0), (x[1], 3.6, z + 1.1), bevel=0.1, skip="y")
        m.box("limestone", (x[0] - 0.15, -0.1, z - 1.2), (x[1] + 0.15, 0.5, z + 1.5), bevel=0.06, skip="y")
        m.tube("dressed", (side * 2.2, 7.3, z), (side * 3.1, 5.3, z + 1.4), 0.62, 7)
        m.tube("dressed", (side * 3.1, 5.3, z + 1.4), (side * 2.9, 4.7, z + 3.2), 0.48, 7)
        m.prism(
            "verdigris", [(px + side * 2.9, pz + z + 3.6) for px, pz in hexagon(0.95)], 4.35, 4.7, bevel=0.08
        )
    robe = [(3.3, 3.2), (3.3, 3.5), (2.7, 5.0), (2.35, 7.0), (1.5, 7.9), (0.8, 8.1)]
    m.lathe("dressed", robe, 12, (0, 0, z), crease=0.8)
    m.lathe("dressed", [(0.0, 3.2), (3.3, 3.2)], 12, (0, 0, z))
    head = [(0.9, 7.9), (1.45, 8.5), (1.5, 10.0), (1.0, 11.1), (0.0, 11.6)]
    m.lathe("dressed", head, 6, (0, 0, z), crease=0.9)
    for k in range(3):
        m.torus("verdigris", (0, 4.2 + 1.1 * k, z), (0, 1, 0), 3.03 - 0.3 * k, 0.09, 18, 5)


def visor(place, at, radius):
    """What covers the face until hand and canopy are lit: it sinks into the chest."""
    at = np.asarray(at, float)
    with place.part("gate_visor", at, opens="guard", by=[0.0, -2.6, -0.4]) as m:
        outline = [(at[0] + x, at[1] + y) for x, y in hexagon(radius)]
        m.profile("verdigris", outline, (0, 0, at[2]), (1, 0, 0), (0, 0, 1), 0.16)
        for size in (0.86, 0.52):
            hoop(
                m, "brass" if size > 0.6 else "tealine", at + [0, 0, 0.16], (0, 0, 1), radius * size, 0.08, 0.03
            )


def yard(place):
    """Walls, a canopy on six pillars, the colossus, and those who stand guard."""
    m, z = place.mesh, YARD_END
    block(m, (-YARD_HALF - 0.95, YARD_HALF + 0.95), (-1.2, 0), (z - 0.95, YARD + 0.2), "dressed", "basalt", edge=4)
    for side in (-1, 1):
        block(m, sorted((side * YARD_HALF, side * (YARD_HALF + 1))), (-1, HIGH), (z - 1, YARD + 1))
        for q in range(5):
            x = sorted((side * YARD_HALF, side * (YARD_HALF - 0.35)))
            p = YARD - 3.5 - 5.2 * q
            m.box("dressed", (x[0], -0.1, p - 0.6), (x[1], 9.0, p + 0.6), bevel=0.05, skip="y")
    for x0, x1, low in ((-YARD_HALF, 7.9, -1), (10.9, YARD_HALF, -1), (7.8, 11.0, 3.0)):
        block(m, (x0, x1), (low, HIGH), (YARD, YARD + 1))
    w = DOOR[0] / 2
    for x0, x1, low in ((-YARD_HALF, -w, -1), (w, YARD_HALF, -1), (-w, w, DOOR[1])):
        block(m, (x0, x1), (low, HIGH), (z - 1, z))
    doorway(m, (9.4, 0, YARD - 0.05), 0, 3.0, 3.0, 0.5)
    for radius, low, high in ((6.4, -0.2, 0.4), (5.6, 0.3, 0.8)):
        plan = [(px + DAIS[0], pz + DAIS[2]) for px, pz in hexagon(radius)]
        m.prism("dressed", plan, low, high, bevel=0.06, top="basalt", edge=3)
    for px, pz in hexagon(4.8):
        m.lathe(
            "dressed",
            [(0.62, 0.7), (0.62, 1.2), (0.48, 1.3), (0.42, 5.6), (0.66, 6.0), (0.66, 6.3)],
            10,
            (px, 0, DAIS[2] + pz),
            crease=0.8,
        )
    plan = [(px, pz + DAIS[2]) for px, pz in hexagon(6.0)]
    m.prism("dressed", plan, 6.25, 6.9, bevel=0.08, edge=3)
    m.lathe("verdigris", [(0.0, 6.9), (5.4, 6.9), (2.0, 9.2), (0.0, 10.6)], 6, DAIS, crease=0.9)
    colossus(m, z + 2.6)
    light_target(place, "target_canopy", (0, 6.25, DAIS[2]), (0, -1, 0), 1.0, rings=1, group="guard")
    light_target(place, "target_hand", (-2.9, 5.2, z + 6.25), (0.3, 0.5, 0.8), 0.85, group="guard")
    light_target(place, "target_face", (0, 9.3, z + 2.6 + 1.26), (0, 0, 1), 0.95, rings=1, group="face")
    visor(place, (0, 9.3, z + 4.06), 1.3)
    plate(m, (2.9, 0, z + 10.4)), plate(m, (0, 0.8, DAIS[2]))
    gate(place, "gate_out", (0, 0, z - 0.4), 0, *DOOR, depth=0.4, opens="all")
    block(m, (-2.55, 2.55), (-1.2, 0), (z - 7.95, z - 0.9), "dressed", "basalt")
    for x0, x1 in ((-2.6, -1.9), (1.9, 2.6)):
        block(m, (x0, x1), (-1, 4.4), (z - 8, z - 0.9))
    block(m, (-2.6, 2.6), (-1, 4.4), (z - 8, z - 7.2)), block(m, (-2.6, 2.6), (4.0, 4.5), (z - 8, z - 0.9))
    way_out(place, "exit", (0, 0, z - 4.4), 0, 1.3)
    place.lamp("way_out", (0, 3.2, z - 3.0), "#ffd9a0", 20.0, 9.0)
    checkpoint(place, "checkpoint_yard", (9.4, 0, -149.0), (1.4, 1.3, 0.8))
    refill(place, "refill_yard_west", (-11.4, 0, -158.0)), refill(place, "refill_yard_east", (11.4, 0, -169.0))
    for side in (-1, 1):
        for q in (YARD - 8.7, YARD - 19.1):
            sconce(m, (side * (YARD_HALF - 0.35), 3.2, q + 5.2), (-side, 0, 0))
            place.lamp(f"yard_{side}_{-q:.0f}", (side * (YARD_HALF - 0.9), 3.3, q + 5.2), "#ff9a50", 20.0, 13.0)
    place.lamp("canopy", (0, 5.4, DAIS[2]), "#7fe8d0", 10.0, 8.0)


def canyon(place):
    m = place.mesh
    avenue(m), censer(place), way_down(place), yard(place)
    checkpoint(place, "checkpoint_canyon", (0, 0, -67.0), (2.4, 1.3, 1.4))
    refill(place, "refill_canyon", (4.4, 0, -68.0))
    light_target(place, "target_gap", (8.0, 0.8, NICHES[0]), (-1, 0, 0), 0.66, group="stream")
    plate(m, (-5.0, 0, NICHES[0]))
    refill(place, "refill_gallery", (-9.4, UPPER, -90.0), 4.0)
    checkpoint(place, "checkpoint_bridge", (-8.4, UPPER, -102.6), (1.6, 1.3, 1.4))
    gate(place, "gate_bridge", (-HALF - 0.3, UPPER, BRIDGE), math.pi / 2, *DOOR, depth=0.4, opens="stream")
    for side in (-1, 1):
        doorway(m, (side * (HALF - 0.05), UPPER, BRIDGE), math.pi / 2, *DOOR, 0.3)
    light_target(place, "target_mouth", (0, UPPER + 1.7, NORTH + 0.12), (0, 0, 1), 1.1, group="mouth")
    light_target(place, "target_niche", (-HALF - 2.3, 1.0, NICHES[2]), (1, 0, 0), 0.8, group="mouth")
    plate(m, (7.3, UPPER, NICHES[2] - 0.4))
    refill(place, "refill_east", (11.4, UPPER, -107.0), 4.0)
    for k, z in enumerate((-70.5, -80.5, -88.6, -96.0, -104.0, -112.5, -119.0, -127.0)):
        side = 1 if k % 2 == 0 else -1
        sconce(m, (side * HALF, 2.6, z + 1.9 * side), (-side, 0, 0))
        place.lamp(f"avenue_{k}", (side * (HALF - 0.7), 2.8, z + 1.9 * side), "#ffb060", 22.0, 12.0)
    for k, z in enumerate((-82.0, -92.0, -111.5, -125.0)):
        sconce(m, (-BACK, UPPER + 2.1, z), (1, 0, 0))
        place.lamp(f"gallery_{k}", (-BACK + 0.6, UPPER + 2.2, z), "#ffb060", 12.0, 8.0)
    for k, z in enumerate((-112.0, -125.0)):
        sconce(m, (OUTER, UPPER + 2.1, z), (-1, 0, 0))
        place.lamp(f"gallery_east_{k}", (OUTER - 0.6, UPPER + 2.2, z), "#ffb060", 12.0, 8.0)
    for k, z in enumerate((-76.0, -95.0, -114.0, -132.0)):
        place.lamp(f"tunnel_{k}", (10.8, 2.9, z), "#ff7a3a", 9.0, 8.0)
        m.box("lantern", (10.6, 3.2, z - 0.2), (11.0, 3.41, z + 0.2), bevel=0.0, skip="Y")
    sconce(m, (-BACK, 2.4, -69.0), (1, 0, 0))
    place.lamp("gallery_stair", (-BACK + 0.7, 2.6, -69.0), "#ffb060", 14.0, 8.0)


def cut_corners(low, high, cut):
    """A rectangle's corners (x, z), each cut off, so that nobody has to turn on the spot."""
    (x0, z0), (x1, z1) = low, high
    return [
        *((x0 + cut, z0), (x0, z0 + cut), (x0, z1 - cut), (x0 + cut, z1)),
        *((x1 - cut, z1), (x1, z1 - cut), (x1, z0 + cut), (x1 - cut, z0)),
    ]


def march(place):
    """Sixty-four in the stream, four on the bridge, twelve in the yard: eighty."""
    for lane, out, speed in (("a", 0.65, 1.55), ("b", -0.65, 1.44)):
        plan = cut_corners((-out, -131.7 - out), (10.8 + out, -75.8 + out), 1.5)
        round_of(place, f"stream_{lane}", plan, 32, speed=speed, notice=3.2, give_up=9.0)
    pacing = [(-4.2, BRIDGE + 0.8), (4.2, BRIDGE + 0.8), (4.2, BRIDGE - 0.8), (-4.2, BRIDGE - 0.8)]
    round_of(place, "bridge", pacing, 4, y=UPPER, speed=1.3, notice=4.0, give_up=8.0)
    ring = [(x, z + DAIS[2]) for x, z in hexagon(8.6)]
    round_of(place, "guard", ring, 6, speed=1.7, notice=7.0, give_up=18.0)
    for k in range(6):
        x = -5.0 + 2.0 * k
        sentry(
            place,
            f"sentry_{k}",
            (x + math.copysign(1.4, x), 0.05, YARD_END + 5.6),
            math.pi,
            speed=1.6,
            notice=8.0,
            give_up=16.0,
        )
