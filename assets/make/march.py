"""The level `march`: a causeway at dusk, in ground fog, on which a hundred and twenty statues walk their
rounds. X is east, Z is south; it leads north from the bastion at z = 50 over a hexagonal court at
z = −40, into the avenue of `march_canyon` behind the gate at z = −62, all at height 0."""

import math
import sys
from pathlib import Path

import numpy as np

import walls
from fittings import hexagon, lamp, parapet, pillar, unseen_wall
from march_canyon import BACK, NORTH, OUTER, YARD, YARD_END, YARD_HALF, canyon, march
from markers import checkpoint, doorway, gate, light_target, plate, refill
from noise import solid_fbm
from place import DEGREE, Place
from statues import round_of
from walls import Hole

DOOR = (2.8, 3.0)
DEEP = -14.0
COURT = np.array([0.0, 0.0, -40.0])
REACH = 23.0
SKY = {
    "sky_zenith": [0.010, 0.018, 0.066],
    "sky_horizon": [0.155, 0.066, 0.055],
    "sky_ground": [0.028, 0.022, 0.032],
    "sun_strength": 0.55,
    "haze": 0.010,
    "haze_height": 14.0,
}
# Meters from the fog's middle to where it ends.
FOG_REACH = 320.0


def block(m, x, y, z, material="limestone", top=None, bevel=0.05, skip="y", edge=4.0):
    m.box(material, (x[0], y[0], z[0]), (x[1], y[1], z[1]), bevel=bevel, top=top, skip=skip, edge=edge)


def road(m, z0, z1, half):
    """A stretch of the causeway on its arches, z0 the northern end."""
    block(m, (-half, half), (-1.2, 0.0), (z0, z1), "dressed", "basalt", edge=5)
    spans = max(1, round((z1 - z0) / 11))
    width = (z1 - z0) / spans
    holes = [Hole(k * width + 1.3, (k + 1) * width - 1.3, DEEP, -2.2, rise=4.0, pieces=8) for k in range(spans)]
    for side in (-1, 1):
        place = walls.flat((side * (half - 0.15), 0, z1 if side > 0 else z0), (0, 0, -side))
        walls.wall(
            m,
            "limestone",
            place,
            (0, z1 - z0),
            (DEEP, -0.9),
            2.0,
            holes,
            reveal="dressed",
            skip="tb",
            pitch=(4, 4),
        )
        parapet(m, (side * (half - 0.2), 0, z0), (side * (half - 0.2), 0, z1), 0.4, 1.25)


def gatehouse(m, z, half, height=8.5, door=DOOR):
    """A wall across with two towers, an opening in its middle; its front is at `z`."""
    w = door[0] / 2
    for side in (-1, 1):
        x = sorted((side * w, side * (half + 0.3)))
        block(m, x, (-1, height), (z - 2.4, z))
        c = (side * (half + 0.4), z - 1.2)
        m.prism(
            "limestone",
            [(px + c[0], pz + c[1]) for px, pz in hexagon(3.0)],
            DEEP,
            height + 3.0,
            bevel=0.06,
            edge=4,
        )
        m.prism(
            "dressed",
            [(px + c[0], pz + c[1]) for px, pz in hexagon(3.4)],
            height + 3.0,
            height + 3.6,
            bevel=0.06,
        )
        m.lathe(
            "verdigris",
            [(0.0, height + 3.6), (3.2, height + 3.6), (1.4, height + 6.6), (0.0, height + 8.2)],
            6,
            (c[0], 0, c[1]),
            crease=0.9,
        )
    block(m, (-w - 0.1, w + 0.1), (door[1], height), (z - 2.4, z), skip="")
    m.box("dressed", (-half, height - 0.05, z - 2.7), (half, height + 0.5, z + 0.3), bevel=0.06)
    for x in np.arange(-half + 0.9, half - 0.5, 1.7):
        m.box("dressed", (x - 0.45, height + 0.4, z - 0.35), (x + 0.45, height + 1.3, z + 0.25), bevel=0.05)
    doorway(m, (0, 0, z + 0.05), 0, *door, 0.7)


def bastion(m):
    """Where one comes from: a round end with its back to a shut tower."""
    plan = [(-9, 44), (-9, 54), (-5, 60), (5, 60), (9, 54), (9, 44)]
    m.prism("dressed", plan, -1.2, 0.0, bevel=0.05, top="basalt", edge=5)
    m.prism("limestone", [(x * 0.98, 44 + (z - 44) * 0.98) for x, z in plan], DEEP, -1.0, bevel=0.05)
    for a, b in (
        ((-8.8, 44), (-8.8, 54)),
        ((-8.8, 54), (-4.9, 59.8)),
        ((4.9, 59.8), (8.8, 54)),
        ((8.8, 54), (8.8, 44)),
    ):
        parapet(m, (a[0], 0, a[1]), (b[0], 0, b[1]), 0.4, 1.25)
    for side in (-1, 1):
        parapet(m, (side * 6.8, 0, 44.2), (side * 8.97, 0, 44.2), 0.4, 1.25)
    block(m, (-5.2, 5.2), (-1, 10), (59.4, 64))
    m.lathe("verdigris", [(0.0, 10), (6.4, 10), (2.6, 14), (0.0, 16)], 6, (0, 0, 61.6), crease=0.9)
    m.box("planks", (-1.5, -0.05, 59.3), (1.5, 3.2, 59.42), bevel=0.02)
    doorway(m, (0, 0, 59.4), 0, 3.0, 3.2, 0.6)


def court(m):
    """The hexagonal court with the drum of stone in its middle that carries two lights."""
    plan = [(x, z + COURT[2]) for x, z in hexagon(REACH, math.pi / 6)]
    m.prism("dressed", plan, -1.2, -0.01, bevel=0.05, top="basalt", edge=6)
    m.prism(
        "limestone",
        [(x * 0.98, (z - COURT[2]) * 0.98 + COURT[2]) for x, z in plan],
        DEEP,
        -1.0,
        bevel=0.05,
        edge=6,
    )
    corners = [np.array([x, 0, z + COURT[2]]) for x, z in hexagon(REACH - 0.4, math.pi / 6)]
    for k in range(6):
        a, b = corners[k], corners[(k + 1) % 6]
        if abs(a[2] - b[2]) < 0.1:
            for p in (a, b):
                parapet(m, p, (math.copysign(6.6, p[0]), 0, p[2]), 0.4, 1.25)
        else:
            parapet(m, a, b, 0.4, 1.25)
    for k, (radius, low, high) in enumerate(
        ((4.4, -0.2, 0.25), (3.7, 0.2, 0.6), (2.6, 0.5, 5.6), (3.1, 5.6, 6.2), (1.6, 6.2, 8.6))
    ):
        material = "limestone" if k == 2 else "dressed"
        m.prism(material, [(x, z + COURT[2]) for x, z in hexagon(radius, math.pi / 6)], low, high, bevel=0.06)
    m.lathe("verdigris", [(0.0, 8.6), (1.9, 8.6), (0.7, 10.8), (0.0, 13.0)], 6, COURT, crease=0.9)
    for corner in corners:
        p = COURT + (corner - COURT) * 0.93
        pillar(m, (p[0], 0, p[2]), 4.6, 0.5, 18)
        m.box("brass", (p[0] - 0.5, 4.6, p[2] - 0.5), (p[0] + 0.5, 4.75, p[2] + 0.5), bevel=0.03)
        m.lathe("glow", [(0.0, 4.75), (0.34, 4.75), (0.3, 5.3), (0.0, 5.55)], 6, (p[0], 0, p[2]))


def pylon(place, x, z, name=None, group=None):
    """A tower in the fog beside the road, perhaps with a light on the side that faces it."""
    m, side = place.mesh, math.copysign(1, x)
    m.prism("limestone", [(px + x, pz + z) for px, pz in hexagon(2.6)], DEEP, 9.0, bevel=0.06, edge=4)
    m.prism("dressed", [(px + x, pz + z) for px, pz in hexagon(3.0)], 9.0, 9.6, bevel=0.06)
    m.lathe("verdigris", [(0.0, 9.6), (2.8, 9.6), (1.1, 12.4), (0.0, 14.4)], 6, (x, 0, z), crease=0.9)
    inner = 2.6 * math.cos(math.pi / 6)
    if name:
        light_target(place, name, (x - side * inner, 5.0, z), (-side, 0, 0), 0.85, group=group)


def far(m):
    """Towers that the fog has half of; nothing of them is solid."""
    m.node = "far-nocol"
    for k in range(14):
        a = k * 2.399 + 0.3
        x, z = 58 * math.sin(a) * (1 + 0.12 * (k % 3)), -30 + 95 * math.cos(a) * (1 + 0.08 * (k % 4))
        if abs(x) < 34:
            x = math.copysign(40 + 3 * (k % 5), x or 1)
        high = 6 + (k * 7) % 9
        m.prism(
            "limestone",
            [(px + x, pz + z) for px, pz in hexagon(2.4 + 0.4 * (k % 3), 0.3 * k)],
            DEEP,
            high,
            bevel=0.05,
            edge=6,
        )
        m.lathe(
            "verdigris",
            [(0.0, high), (3.2, high), (1.0, high + 3.2), (0.0, high + 5)],
            6,
            (x, 0, z),
            crease=0.9,
        )
    m.node = "fog-nocol"
    for material, y, reach in (
        ("fog", DEEP + 2.0, FOG_REACH),
        ("mist", DEEP + 5.5, 120.0),
        ("mist", DEEP + 8.0, 120.0),
        ("mist", DEEP + 10.2, 120.0),
    ):
        # Mist lies in drifts, which want finer triangles.
        m.add(material, *sheet(y, reach, *((8, 24) if material == "fog" else (26, 60))))
    m.node = ""


def sheet(y, reach, rings, sides):
    """A level ellipse of rings about the fog's middle: points, normals, UVs and triangles."""
    points = [(0.0, y, -34.0)]
    for r in np.arange(1, rings + 1) * reach / rings:
        for a in np.arange(sides) * 2 * math.pi / sides:
            points.append((0.75 * r * math.sin(a), y, -34 + r * math.cos(a)))
    triangles = [(0, 1 + k, 1 + (k + 1) % sides) for k in range(sides)]
    for r in range(rings - 1):
        for k in range(sides):
            a, b = 1 + r * sides + k, 1 + r * sides + (k + 1) % sides
            triangles += [(a, a + sides, b + sides), (a, b + sides, b)]
    points = np.array(points)
    return points, np.tile([0.0, 1.0, 0.0], (len(points), 1)), points[:, [0, 2]], triangles


def unseen(m):
    """Walls and a lid that nobody sees: who gets over a parapet stays within. They stand a hand's breadth
    outside the parapets and go up out of whatever is solid from there on. Balls fly to the tower beside
    the road between bars, too narrow for whoever crouches."""
    out, foot, lid = 0.28, -0.5, 18.5
    deep = (REACH - 0.4) * math.cos(math.pi / 6) + out
    wide = deep / math.cos(math.pi / 6)
    cut = np.array([54 - 59.8, 4.9 - 8.8])  # out of the bastion's cut corner
    cut = -cut / np.linalg.norm(cut)
    reach = cut @ [8.8, 54] + out
    whole, above = [(foot, lid)], [(9.0, lid)]
    bars = [1.3, 2.35, 3.4, 4.45, 5.5, 6.55, 7.6, 8.65]
    barred = list(zip([foot, *bars[1:]], [bars[0], *(y + 0.06 for y in bars[1:-1]), lid]))
    m.node = "parapets-colonly"
    for side in (-1, 1):
        line = [
            (((reach - cut[1] * 61) / cut[0], 61)),
            (8.8 + out, (reach - cut[0] * (8.8 + out)) / cut[1]),
            (8.8 + out, 44.2 - out),
            (7.6 + out, 44.2 - out),
            (7.6 + out, 38.0),
            (7.6 + out, 10.0),
            (7.6 + out, -1.2),
            (6.6 + out, -1.2),
            (6.6 + out, COURT[2] + deep),
            (wide / 2, COURT[2] + deep),
            (wide, COURT[2]),
            (wide / 2, COURT[2] - deep),
            (6.8 + out, COURT[2] - deep),
            (6.8 + out, -66.0),
        ]
        line = [(side * x, z) for x, z in line]
        for k, (a, b) in enumerate(zip(line, line[1:])):
            unseen_wall(m, a, b, barred if k == 4 and side < 0 else whole)
        edge = side * ((BACK if side < 0 else OUTER) + 1.2)
        unseen_wall(m, line[-1], (edge, -66.0), above)
        unseen_wall(m, (edge, -66.0), (edge, NORTH - 0.3), above)
        unseen_wall(m, (side * (YARD_HALF + 0.5), YARD + 0.5), (side * (YARD_HALF + 0.5), YARD_END - 0.5), above)
    for x, z in ((line[0][0], 61.0), (YARD_HALF + 0.5, YARD + 0.5), (YARD_HALF + 0.5, YARD_END - 0.5)):
        unseen_wall(m, (-x, z), (x, z), above if z < 0 else [(5.0, lid)])
    unseen_wall(m, (-BACK - 1.2, NORTH - 0.3), (OUTER + 1.2, NORTH - 0.3), [(8.7, lid)])
    m.quad("limestone", (-23, lid, -179), (23, lid, -179), (23, lid, 61), (-23, lid, 61), edge=99.0)
    m.node = ""


# --- the statues and their rounds ---


def statues(place):
    """Twenty in two files, twenty in two rings, and eighty in the north: a hundred and twenty."""
    way = [(-4.8, 39), (-4.8, 9), (4.8, 9), (4.8, 39)]
    round_of(place, "file", way, 20, speed=1.5, notice=3.4, give_up=9.0)
    for ring, (radius, count, turn) in enumerate(((7.2, 8, 1), (12.4, 12, -1))):
        plan = [(x, z + COURT[2]) for x, z in hexagon(radius)][::turn]
        round_of(place, f"ring_{ring}", plan, count, speed=1.5 + 0.15 * ring, notice=3.2, give_up=8.0)
    march(place)


def lamps(place):
    """Lanterns on the parapets, warm in the fog."""
    m = place.mesh
    for k, (x, z) in enumerate((x, z) for z in (42, 28, 14) for x in (-7.6, 7.6)):
        lamp(m, (x, 1.22, z))
        place.lamp(f"lantern_{k}", (x - math.copysign(0.3, x), 2.9, z), "#ffb060", 20.0, 12.0)
    for k, corner in enumerate(hexagon((REACH - 0.4) * 0.93, math.pi / 6)):
        place.lamp(f"court_{k}", (corner[0], 6.1, corner[1] + COURT[2]), "#ffb060", 20.0, 15.0)


def build():
    place = Place("march", title="The March", balls=12, par_seconds=400, par_balls=20, **SKY)
    m = place.mesh
    bastion(m), road(m, -2.2, 44.4, 7.8), gatehouse(m, 0.0, 7.8), road(m, -21.4, -2.0, 6.8)
    court(m), road(m, -62.0, -58.8, 7.0), gatehouse(m, -62.0, 7.0), canyon(place), far(m), unseen(m), lamps(place)
    # Over their heads: one above the first gate, one on a tower beside the road.
    light_target(place, "target_gate", (0, 6.0, 0.0), (0, 0, 1), 0.85, group="first")
    pylon(place, -21.0, 24.0, "target_tower", "first"), pylon(place, 21.0, 24.0)
    gate(place, "gate_first", (0, 0, -1.0), 0, *DOOR, depth=0.4, opens="first")
    plate(m, (0, 0, 20.0)), refill(place, "refill_start", (-6.4, 0, 50.0))
    checkpoint(place, "checkpoint_court", (0, 0, -9.0), (2.4, 1.3, 2.0)), refill(
        place, "refill_court", (-5.2, 0, -12.0)
    )
    # Two in the middle of the rings, one of them after a bounce.
    inner = 2.6 * math.cos(math.pi / 6)
    light_target(place, "target_drum_south", (0, 3.7, COURT[2] + inner), (0, 0, 1), 0.8, group="court")
    light_target(
        place, "target_drum_north", (0, 3.7, COURT[2] - inner), (0, 0, -1), 0.8, rings=1, group="court"
    )
    plate(m, (0, 0, -21.5)), plate(m, (0, 0, -57.6))
    gate(place, "gate_court", (0, 0, -63.0), 0, *DOOR, depth=0.4, opens="court")
    place.mark("ambience_road", (0, 3, 20), sound="wind", volume=0.8, radius=50)
    place.mark("ambience_court", (0, 1, -40), sound="march", volume=0.5, radius=18)
    place.mark("ambience_avenue", (3, 1, -104), sound="march", volume=1.0, radius=34)
    place.mark("ambience_yard", (0, 2, -164), sound="hall", volume=0.6, radius=14)
    statues(place)
    place.mark("spawn", (0, 0.1, 55.0))
    place.sun(7 * DEGREE, -72 * DEGREE, (1.0, 0.50, 0.30))
    place.accepts_built("t-junction", "open-edge", "sliver")
    place.accepts({"closed-off": "the walls are hollow, and nobody climbs the colossus"})
    return place


def tint(material, points):
    """The fog thins out toward its rim, so far that no rim is seen from above."""
    if material not in ("mist", "fog"):
        return None
    reach, rim = (FOG_REACH, 0.7) if material == "fog" else (120.0, 0.5)
    away = np.hypot(points[:, 0] / 0.75, points[:, 2] + 34) / reach
    share = np.clip((1 - away) / rim, 0, 1)
    thick = share * share * (3 - 2 * share)
    if material == "mist":
        drifts = solid_fbm(points * [0.015, 0.11, 0.025], 41, 2)
        thick = thick * (0.55 + 0.45 * np.tanh(3.0 * drifts))
    return np.stack([np.ones(len(away))] * 3 + [thick], 1)


if __name__ == "__main__":
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    print(build().write(sys.argv[1], folder, size=768, tint=tint), "triangles")
