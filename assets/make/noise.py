"""Seeded noise that is the same on every run: tileable images for textures, and solid noise
for displaced rock. Nothing here knows what a material or a mesh is."""

import numpy as np


def fade(t):
    """Perlin's quintic, so that the second derivative has no seams."""
    return t * t * t * (t * (t * 6 - 15) + 10)


def perlin(size, cells, seed):
    """A tileable gradient noise image in about −1…1. `cells` is (across, down) or one number."""
    cells_x, cells_y = (cells, cells) if np.isscalar(cells) else cells
    angles = np.random.default_rng(seed).random((cells_y, cells_x)) * 2 * np.pi
    gradient_x, gradient_y = np.cos(angles), np.sin(angles)
    x = (np.arange(size) + 0.5) / size * cells_x
    y = (np.arange(size) + 0.5) / size * cells_y
    left, top = np.floor(x).astype(int), np.floor(y).astype(int)
    fx, fy = (x - left)[None, :], (y - top)[:, None]

    def corner(dx, dy):
        rows, columns = (top + dy) % cells_y, (left + dx) % cells_x
        grid = np.ix_(rows, columns)
        return gradient_x[grid] * (fx - dx) + gradient_y[grid] * (fy - dy)

    u, v = fade(fx), fade(fy)
    upper = corner(0, 0) * (1 - u) + corner(1, 0) * u
    lower = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return (upper * (1 - v) + lower * v) * 1.5


def fbm(size, cells, seed, octaves=5, gain=0.5):
    """Octaves of `perlin` summed, in about −1…1, tileable."""
    cells = np.array([cells, cells] if np.isscalar(cells) else cells)
    total, weight, reach = np.zeros((size, size)), 1.0, 0.0
    for octave in range(octaves):
        if cells.max() * 2**octave > size // 2:
            break
        total += weight * perlin(size, tuple(int(c) for c in cells * 2**octave), seed + 101 * octave)
        reach += weight
        weight *= gain
    return total / reach * 1.4


def cellular(size, cells, seed, jitter=0.9):
    """Tileable Worley noise: distance to the nearest and the second nearest point, in cells,
    and the nearest one's index."""
    random = np.random.default_rng(seed)
    offsets = 0.5 + (random.random((cells, cells, 2)) - 0.5) * jitter
    coordinate = (np.arange(size) + 0.5) / size * cells
    x, y = np.meshgrid(coordinate, coordinate)
    column, row = np.floor(x).astype(int), np.floor(y).astype(int)
    first = np.full((size, size), 9.0)
    second = np.full((size, size), 9.0)
    index = np.zeros((size, size), int)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            r, c = (row + dy) % cells, (column + dx) % cells
            distance = np.hypot(column + dx + offsets[r, c, 0] - x, row + dy + offsets[r, c, 1] - y)
            nearer = distance < first
            second = np.where(nearer, first, np.minimum(second, distance))
            index = np.where(nearer, r * cells + c, index)
            first = np.where(nearer, distance, first)
    return first, second, index


def hash_lattice(ix, iy, iz, seed):
    """A number in 0…1 for each whole lattice point."""
    h = (ix * 374761393 + iy * 668265263 + iz * 2147483647 + seed * 974634777) & 0xFFFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0xFFFFFFFF
    h = ((h ^ (h >> 16)) * 2246822519) & 0xFFFFFFFF
    return ((h ^ (h >> 15)) & 0xFFFFFF) / 0xFFFFFF


def solid(points, seed):
    """Value noise in −1…1 at each of `points`, an (n, 3) array, with cells of 1."""
    base = np.floor(points).astype(np.int64)
    f = fade(points - base)
    total = np.zeros(len(points))
    for dx in (0, 1):
        for dy in (0, 1):
            for dz in (0, 1):
                weight = (
                    (f[:, 0] if dx else 1 - f[:, 0])
                    * (f[:, 1] if dy else 1 - f[:, 1])
                    * (f[:, 2] if dz else 1 - f[:, 2])
                )
                total += weight * hash_lattice(base[:, 0] + dx, base[:, 1] + dy, base[:, 2] + dz, seed)
    return total * 2 - 1


def solid_fbm(points, seed, octaves=3, gain=0.5):
    """Octaves of `solid`, in about −1…1."""
    points = np.asarray(points, float)
    total, weight, reach = np.zeros(len(points)), 1.0, 0.0
    for octave in range(octaves):
        total += weight * solid(points * 2**octave + 17.3 * octave, seed + octave)
        reach += weight
        weight *= gain
    return total / reach
