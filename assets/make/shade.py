"""Bakes gentle ambient shade into vertex colors: rays from every vertex through a grid of
cells that hold something solid. Deep shade turns warm, as if stone lit stone."""

import numpy as np

from noise import solid_fbm

CELL = 0.25
REACH = 5.0
RAYS = 48
DEEPEST = np.array([0.66, 0.60, 0.54])


def occupied(parts):
    """The cells any triangle passes through, with the grid's corner."""
    every = np.concatenate([p[t] for p, _, _, t in parts])
    low = every.reshape(-1, 3).min(0) - 1.0
    size = np.ceil((every.reshape(-1, 3).max(0) + 1.0 - low) / CELL).astype(int)
    grid = np.zeros(size, bool)
    a, ab, ac = every[:, 0], every[:, 1] - every[:, 0], every[:, 2] - every[:, 0]
    longest = np.maximum.reduce([np.linalg.norm(v, axis=1) for v in (ab, ac, ac - ab)])
    steps = np.ceil(longest / (CELL * 0.7)).astype(int) + 1
    for n in np.unique(steps):
        chosen = steps == n
        u, v = np.meshgrid(np.arange(n + 1), np.arange(n + 1))
        keep = (u + v) <= n
        u, v = u[keep] / n, v[keep] / n
        p = (
            a[chosen][:, None]
            + ab[chosen][:, None] * u[None, :, None]
            + ac[chosen][:, None] * v[None, :, None]
        )
        cells = np.floor((p.reshape(-1, 3) - low) / CELL).astype(int)
        grid[cells[:, 0], cells[:, 1], cells[:, 2]] = True
    return grid, low


def directions():
    """Evenly spread over the sphere."""
    k = np.arange(RAYS) + 0.5
    y = 1 - 2 * k / RAYS
    r, a = np.sqrt(1 - y * y), np.pi * (1 + 5**0.5) * k
    return np.stack([r * np.cos(a), y, r * np.sin(a)], 1)


def bake(parts):
    """A linear color for every vertex of every part."""
    grid, low = occupied(parts)
    spread = directions()
    return [_bake_part(p, n, grid, low, spread) for p, n, _, _ in parts]


def strata_tint(points):
    """Warm, pale and dark beds across a whole cliff, so that its tiling does not show."""
    bent = points[:, 1] + 2.5 * solid_fbm(points * [0.05, 0.02, 0.05], 71, 2)
    zero = np.zeros(len(points))
    bed = solid_fbm(np.stack([zero, bent * 0.33, zero], 1), 72, 2)
    cloud = solid_fbm(points * 0.11, 73, 3)
    warm = np.array([0.98, 0.80, 0.62])
    dark = np.array([0.66, 0.58, 0.52])
    color = np.ones((len(points), 3))
    color = color + (warm - color) * np.clip(0.45 + bed * 0.9, 0, 1)[:, None]
    return color + (dark - color) * np.clip(cloud * 0.9 + 0.2 - 0.4 * bed, 0, 0.8)[:, None]


def _bake_part(points, normals, grid, low, spread):
    start = points + normals * (CELL * 1.5)
    blocked = np.zeros(len(points))
    weight = np.zeros(len(points))
    for ray in spread:
        facing = np.maximum(normals @ ray, 0)
        active = facing > 0.05
        if not active.any():
            continue
        hit = np.full(active.sum(), REACH)
        open_ = np.ones(active.sum(), bool)
        origin = start[active]
        for distance in np.arange(CELL * 0.9, REACH, CELL * 0.9):
            cell = np.floor((origin + ray * distance - low) / CELL).astype(int)
            inside = ((cell >= 0) & (cell < grid.shape)).all(1)
            cell = np.clip(cell, 0, np.array(grid.shape) - 1)
            found = open_ & inside & grid[cell[:, 0], cell[:, 1], cell[:, 2]]
            hit[found] = distance
            open_ &= ~found
            if not open_.any():
                break
        blocked[active] += facing[active] * (1 - hit / REACH) ** 1.2
        weight[active] += facing[active]
    amount = np.clip(blocked / np.maximum(weight, 1e-6) * 1.35, 0, 1)[:, None]
    return 1 - amount * (1 - DEEPEST)
