"""Cliffs, shelves and spires: closed sheets of displaced rock with rounded normals, textured in
meters along the one of nine directions that each face looks in most."""

import math

import numpy as np

from noise import solid_fbm

SIDES = 8  # directions about the upright that a face may be textured along
FACET = 0.55  # how much of a face's own normal shows: 0 is wax, 1 is a cut gem


def face_uv(points, face):
    """Metres along each triangle's own plane, nearly: beds stay level, nothing is stretched, and
    faces that look the same way go on in each other. Each way begins elsewhere in the texture."""
    turn = np.round(np.arctan2(face[:, 0], face[:, 2]) * SIDES / (2 * math.pi)) % SIDES
    angle = turn * (2 * math.pi / SIDES)
    along = np.stack([np.cos(angle), np.zeros(len(angle)), -np.sin(angle)], 1)
    u = (points * along[:, None]).sum(2) + turn[:, None] * 2.63
    v = -points[:, :, 1] + turn[:, None] * 1.17
    level = np.abs(face[:, 1]) > 0.75
    u = np.where(level[:, None], points[:, :, 0], u)
    v = np.where(level[:, None], points[:, :, 2], v)
    return np.stack([u, v], 2)


def sheet(mesh, material, points, closed):
    """A grid of points (level, along) seen from outside with levels rising and `along` to the
    right. Normals lie between the faces' own and their averages, so that rock looks broken."""
    points = np.asarray(points, float)
    levels, count = points.shape[:2]
    triangles, face_sum = [], np.zeros_like(points).reshape(-1, 3)
    flat = points.reshape(-1, 3)
    for r in range(levels - 1):
        for c in range(count - 1):
            i, j = r * count + c, (r + 1) * count + c
            # The shorter diagonal, so that ridges stay ridges.
            if np.sum((flat[i] - flat[j + 1]) ** 2) <= np.sum((flat[i + 1] - flat[j]) ** 2):
                triangles += [(i, i + 1, j + 1), (i, j + 1, j)]
            else:
                triangles += [(i, i + 1, j), (i + 1, j + 1, j)]
    triangles = np.array(triangles)
    face = np.cross(
        flat[triangles[:, 1]] - flat[triangles[:, 0]], flat[triangles[:, 2]] - flat[triangles[:, 0]]
    )
    for k in range(3):
        np.add.at(face_sum, triangles[:, k], face)
    if closed:
        ends = np.arange(levels) * count
        both = face_sum[ends] + face_sum[ends + count - 1]
        face_sum[ends] = face_sum[ends + count - 1] = both
    keep = np.linalg.norm(face, axis=1) > 1e-6
    triangles, face = triangles[keep], face[keep]
    rounded = face_sum / np.maximum(np.linalg.norm(face_sum, axis=1), 1e-9)[:, None]
    face = face / np.linalg.norm(face, axis=1)[:, None]
    normals = rounded[triangles] * (1 - FACET) + face[:, None] * FACET
    normals = normals.reshape(-1, 3)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    corners = triangles.reshape(-1)
    uv = face_uv(flat[triangles], face).reshape(-1, 2)
    mesh.add(material, flat[corners], normals, uv, np.arange(len(corners)))


def strata(y, seed):
    """Hard and soft beds: −1…1, the same at one height everywhere."""
    y = np.asarray(y, float)
    line = np.stack([np.zeros_like(y), y * 0.42, np.full_like(y, seed * 7.7)], -1).reshape(-1, 3)
    return solid_fbm(line, seed, 3).reshape(y.shape)


def blob(mesh, material, center, plan, levels, seed, sides=32, rough=1.0, inward=False, cap=0.0):
    """A closed rock on a plan of azimuth → radius. `levels` is (height, scale of the plan),
    upward. `inward` keeps it inside its plan; `cap` is how far the crown bulges."""
    center = np.asarray(center, float)
    azimuth = np.arange(sides + 1) % sides * (2 * math.pi / sides)
    radius = np.array([plan(a) for a in azimuth])
    rows = []
    for y, scale in levels:
        rows.append(
            np.stack(
                [
                    radius * scale * np.sin(azimuth),
                    np.full(sides + 1, float(y)),
                    radius * scale * np.cos(azimuth),
                ],
                1,
            )
        )
    grid = np.array(rows) + center
    bumps = solid_fbm(grid.reshape(-1, 3) * [0.16, 0.1, 0.16], seed, 4).reshape(grid.shape[:2]) * 1.2
    bumps = bumps + 0.45 * strata(grid[:, :, 1], seed)
    push = (-np.abs(bumps) if inward else bumps) * rough
    outward = np.stack([np.sin(azimuth), np.zeros(sides + 1), np.cos(azimuth)], 1)
    grid = grid + outward[None] * push[:, :, None]
    sheet(mesh, material, grid, True)
    _lid(mesh, material, grid[-1], cap, seed, up=True)
    _lid(mesh, material, grid[0], 0.0, seed, up=False)


def pool(mesh, material, radius, height, sides=12):
    """A level disc about the middle of the place, with a ring about it over which it may fade."""
    angle = np.arange(sides) * (2 * math.pi / sides)
    spoke = np.stack([np.sin(angle), np.zeros(sides), np.cos(angle)], 1)
    points = np.concatenate([spoke * radius * 0.7, spoke * radius]) + [0, height, 0]
    triangles = [(0, k, k + 1) for k in range(1, sides - 1)]
    for k in range(sides):
        j = (k + 1) % sides
        triangles += [(k, sides + k, sides + j), (k, sides + j, j)]
    mesh.add(material, points, np.tile([0.0, 1.0, 0.0], (len(points), 1)), points[:, [0, 2]], triangles)


def _lid(mesh, material, ring, bulge, seed, up):
    """Closes a ring with two inner rings and a middle point."""
    middle = ring[:-1].mean(0)
    rows = [ring]
    for part in (0.5, 0.0) if bulge else (0.0,):
        row = middle + (ring - middle) * part
        row[:, 1] += bulge * (1 - part * part) + (solid_fbm(row * 0.3, seed + 5) * 0.5 * (bulge > 0))
        rows.append(row)
    rows[-1][:] = rows[-1][0]
    grid = np.array(rows if up else rows[::-1])
    sheet(mesh, material, grid, True)


def ridge(mesh, material, front, back, levels, crest, recess, top, seed, rough, into):
    """A long cliff: `front` and `back` are plan lines of equal length, left to right as seen
    from the front. `recess(i, y)` pushes the front back at one station; `rough(i, y)` scales its
    noise, which only ever cuts back, along `into`. Rows stand at the heights `levels`, then at the
    fractions `crest` of what is left up to `top(i)`."""
    front, back = np.asarray(front, float), np.asarray(back, float)
    count = len(front)
    into = np.asarray(into, float)
    into = into / np.linalg.norm(into, axis=1)[:, None]
    rows = []
    peak = np.array([top(i) for i in range(count)])
    heights = [np.full(count, float(y)) for y in levels] + [
        levels[-1] + (peak - levels[-1]) * f for f in crest
    ]
    for height in heights:
        p = np.stack([front[:, 0], height, front[:, 1]], 1)
        bumps = (
            np.abs(solid_fbm(p * [0.13, 0.09, 0.13], seed, 4)) * 3.0
            + 1.6 * (strata(height, seed) + 0.4)
            + 0.8 * np.abs(solid_fbm(p * [0.45, 0.3, 0.45], seed + 3, 2))
        )
        push = np.array([recess(i, h) for i, h in enumerate(height)])
        push = push + np.maximum(bumps, 0) * np.array([rough(i, h) for i, h in enumerate(height)])
        p[:, [0, 2]] += into * push[:, None]
        rows.append(p)
    crest_row = rows[-1]
    for part in (0.4, 1.0):
        plan = crest_row[:, [0, 2]] * (1 - part) + back * part
        y = (
            crest_row[:, 1]
            + 2.2 * math.sin(part * 2.2)
            + solid_fbm(np.stack([plan[:, 0] * 0.2, crest_row[:, 1], plan[:, 1] * 0.2], 1), seed + 9) * 1.5
        )
        rows.append(np.stack([plan[:, 0], y, plan[:, 1]], 1))
    foot = rows[-1].copy()
    foot[:, 1] = levels[0]
    rows.append(foot)
    rows.append(rows[0].copy())
    sheet(mesh, material, np.array(rows), False)
    for i, reverse in ((0, False), (count - 1, True)):
        ring = np.array([r[i] for r in rows[:-1]])
        _end(mesh, material, ring, reverse)


def _end(mesh, material, ring, reverse):
    """A ragged end, closed by a fan about its middle."""
    ring = ring[np.linalg.norm(ring - np.roll(ring, 1, 0), axis=1) > 1e-6]
    middle = ring.mean(0)
    points = np.vstack([ring, middle])
    count = len(ring)
    triangles = [
        (k, count, (k + 1) % count) if reverse else ((k + 1) % count, count, k) for k in range(count)
    ]
    triangles = np.array(triangles)
    p = points[triangles]
    face = np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]).sum(0)
    face = face / np.linalg.norm(face)
    uv = np.stack([points @ np.cross([0, 1, 0], face), -points[:, 1]], 1)
    mesh.add(material, points, np.tile(face, (len(points), 1)), uv, triangles)
