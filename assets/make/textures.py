"""Paints the level's tileable surfaces: color, normal and occlusion-roughness-metal images from
one height field each. Heights and sizes are meters, colors sRGB 0…1."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image

from noise import cellular, fbm, perlin

SIZE = 1024
ROUGHEST_MIRROR = 0.64  # what is nowhere smoother is drawn without reflections of the level


def rgb(code):
    return np.array([int(code[i : i + 2], 16) / 255 for i in (1, 3, 5)])


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def mix(a, b, t):
    t = np.asarray(t)[..., None] if np.ndim(t) else t
    return a * (1 - t) + b * t


def grid(size):
    """Pixel centers in 0…1: x to the right, y downward."""
    p = (np.arange(size) + 0.5) / size
    return np.meshgrid(p, p)


class Surface:
    """What a painter returns; `tile` is what the image covers, in meters."""

    def __init__(self, color, height, rough, tile, metal=0.0, occlusion=None, glow=None):
        size = height.shape[0]
        self.color, self.height, self.tile, self.glow = color, height, tile, glow
        self.rough = np.broadcast_to(rough, (size, size))
        self.metal = np.broadcast_to(metal, (size, size))
        self.occlusion = np.ones((size, size)) if occlusion is None else occlusion

    def normal(self):
        """Tangent space, green toward the top of the image."""
        size = self.height.shape[0]
        dx = (np.roll(self.height, -1, 1) - np.roll(self.height, 1, 1)) / (2 * self.tile[0] / size)
        dy = (np.roll(self.height, -1, 0) - np.roll(self.height, 1, 0)) / (2 * self.tile[1] / size)
        n = np.stack([-dx, dy, np.ones_like(dx)], 2)
        return n / np.linalg.norm(n, axis=2)[..., None] * 0.5 + 0.5


def cavity(height, reach):
    """Occlusion of a height field: how far a point lies under its neighborhood's mean."""
    blurred = height.copy()
    for axis in (0, 1):
        total = np.zeros_like(blurred)
        for k in range(-reach, reach + 1, max(1, reach // 4)):
            total += np.roll(blurred, k, axis)
        blurred = total / len(range(-reach, reach + 1, max(1, reach // 4)))
    return blurred - height


def warped(image, amount, seed):
    """The image with its points moved about by noise: straight lines turn ragged."""
    size = image.shape[0]
    rows, columns = np.indices(image.shape)
    dx, dy = (fbm(size, 4, seed + 70 + k, 6, 0.6) * amount * size for k in (0, 1))
    return image[(rows + dy.astype(int)) % size, (columns + dx.astype(int)) % size]


# --- painters ---


def limestone():
    """Coursed masonry with narrow mortar; no two blocks alike in tone or edge."""
    x, y = grid(SIZE)
    x, y = x * 2, y * 2
    wobble = fbm(SIZE, 10, 1, 3) * 0.006
    random = np.random.default_rng(7)
    courses = np.array([0.0, 0.36, 0.66, 1.04, 1.36, 1.70, 2.0])
    row = np.clip(np.searchsorted(courses, (y + wobble) % 2, side="right") - 1, 0, 5)
    yy = (y + wobble) % 2
    inside = np.minimum(yy - courses[row], courses[row + 1] - yy)
    tone, tint, lean = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    edge = np.zeros_like(x)
    for r in range(6):
        widths = random.uniform(0.42, 0.95, 6)
        count = int(np.searchsorted(np.cumsum(widths), 2.0)) + 1
        widths = widths[: max(3, min(count, 4))]
        joints = np.concatenate([[0], np.cumsum(widths) / widths.sum() * 2])
        shift = random.uniform(0, 2)
        xx = (x + shift + wobble * 1.3) % 2
        column = np.clip(np.searchsorted(joints, xx, side="right") - 1, 0, len(widths) - 1)
        across = np.minimum(xx - joints[column], joints[column + 1] - xx)
        here = row == r
        tones, tints, leans = (random.normal(0, 1, len(widths)) for _ in range(3))
        tone[here], tint[here], lean[here] = tones[column][here], tints[column][here], leans[column][here]
        edge[here] = across[here]
    # Rounded corners: a smooth minimum of the two edge distances.
    k = 0.02
    distance = np.minimum(edge, inside) - np.maximum(k - np.abs(edge - inside), 0) ** 2 / (4 * k)
    chips = np.clip(fbm(SIZE, 26, 3, 4), 0, 1) * 0.012
    stone = smooth(0.004, 0.016, distance - chips)
    grain, coarse = fbm(SIZE, 64, 11, 4), fbm(SIZE, 7, 12, 5)
    f1, _, _ = cellular(SIZE, 46, 13)
    pits = smooth(0.22, 0.05, f1) * smooth(0.05, 0.5, fbm(SIZE, 9, 14, 3))
    height = (
        stone * (0.007 + lean * 0.0012) + coarse * 0.0022 * stone + grain * 0.0007 - pits * 0.0022 * stone
    )
    base = mix(rgb("#b8a98f"), rgb("#c9b897"), np.clip(tint * 0.5 + 0.3, 0, 1))
    color = base * (1 + tone * 0.055 + coarse * 0.07 + grain * 0.06)[..., None]
    rim = smooth(0.045, 0.012, distance) * stone
    color = color * (1 + 0.10 * rim * (0.4 + fbm(SIZE, 18, 15, 3)))[..., None]
    color = color * (1 - 0.28 * pits)[..., None]
    rain = smooth(0.15, 0.8, fbm(SIZE, (14, 2), 16, 4))
    color = mix(color, color * rgb("#c7b8a2"), rain * 0.35)
    mortar = rgb("#9c8f79") * (0.92 + 0.16 * grain + 0.1 * coarse)[..., None]
    color = mix(mortar, color, stone)
    rough = 0.86 + 0.06 * grain - 0.06 * rim + 0.08 * (1 - stone)
    return Surface(color, height, rough, (2, 2), occlusion=1 - 0.5 * (1 - stone) - 0.25 * pits)


def dressed():
    """Sawn and rubbed limestone for steps, trims and pillars: faint bedding, few pits."""
    warp = fbm(SIZE, 4, 21, 4)
    beds = fbm(SIZE, (3, 22), 22, 4)
    cloud, grain = fbm(SIZE, 5, 23, 5), fbm(SIZE, 90, 24, 3)
    f1, _, _ = cellular(SIZE, 30, 25)
    fossils = smooth(0.16, 0.06, f1) * smooth(0.2, 0.6, fbm(SIZE, 8, 26, 3))
    color = mix(rgb("#c4b69c"), rgb("#d3c5a8"), np.clip(0.45 + 0.6 * cloud + 0.25 * warp, 0, 1))
    color = color * (1 + 0.045 * beds + 0.05 * grain)[..., None]
    color = color * (1 - 0.16 * fossils)[..., None]
    wear = smooth(0.1, 0.7, fbm(SIZE, 3, 27, 4))
    color = mix(color, color * rgb("#d8c8ae"), wear * 0.35)
    height = 0.0011 * beds + 0.0013 * cloud + 0.0004 * grain - 0.0016 * fossils
    rough = 0.68 + 0.12 * cloud + 0.05 * grain - 0.12 * wear
    return Surface(color, height, rough, (2, 2), occlusion=1 - 0.25 * fossils)


def plaster():
    """Trowelled lime plaster with faint rain streaks and patches: nothing that one would know
    again in the next tile."""
    trowel, patch, grain = fbm(SIZE, 9, 31, 4), fbm(SIZE, 3, 32, 5), fbm(SIZE, 120, 33, 3)
    streak = smooth(0.05, 0.75, fbm(SIZE, (20, 2), 34, 4) * 0.75 + patch * 0.35)
    f1, f2, _ = cellular(SIZE, 5, 35)
    warp = fbm(SIZE, 20, 36, 4) * 0.05
    crack = smooth(0.022, 0.004, (f2 - f1) + warp) * smooth(0.2, 0.5, fbm(SIZE, 4, 37, 3))
    lost = smooth(0.60, 0.68, fbm(SIZE, 5, 38, 5) + 0.12 * fbm(SIZE, 40, 39, 3))
    color = mix(rgb("#d9cfbd"), rgb("#e2d6c0"), np.clip(0.5 + 0.7 * patch, 0, 1))
    color = color * (1 + 0.03 * trowel + 0.035 * grain)[..., None]
    color = mix(color, rgb("#b9a98e") * (1 + 0.05 * grain)[..., None], streak * 0.26)
    color = mix(color, rgb("#b7a78d") * (1 + 0.12 * fbm(SIZE, 50, 40, 3))[..., None], lost * 0.08)
    color = color * (1 - 0.06 * crack)[..., None]
    height = 0.0035 * trowel + 0.0006 * grain - 0.0007 * crack - 0.0006 * lost
    rough = 0.86 + 0.05 * trowel + 0.05 * grain - 0.05 * streak + 0.02 * lost
    return Surface(color, height, rough, (4, 4), occlusion=1 - 0.1 * crack)


def hexagons(across, rows, width):
    """Nearest cell of a pointy-topped honeycomb: distance to its edge, offset from its middle
    and a number for each."""
    x, y = grid(SIZE)
    step = width * 3**0.5 / 2
    x, y = x * across * width, y * rows * step
    best = np.full_like(x, 9.0)
    offset_x, offset_y, index = np.zeros_like(x), np.zeros_like(x), np.zeros(x.shape, int)
    for r in range(-1, rows + 1):
        for c in range(-1, across + 1):
            dx, dy = x - (c + 0.5 + 0.5 * (r % 2)) * width, y - (r + 0.5) * step
            distance = dx * dx + dy * dy
            nearer = distance < best
            best = np.where(nearer, distance, best)
            offset_x, offset_y = np.where(nearer, dx, offset_x), np.where(nearer, dy, offset_y)
            index = np.where(nearer, (r % rows) * across + c % across, index)
    reach = np.maximum.reduce(
        [
            np.abs(offset_x),
            np.abs(offset_x * 0.5 + offset_y * 3**0.5 / 2),
            np.abs(offset_x * 0.5 - offset_y * 3**0.5 / 2),
        ]
    )
    return width / 2 - reach, offset_x, offset_y, index


def basalt():
    """Hexagonal basalt slabs, each a little its own, edges worn pale, joints full of sand."""
    distance, dx, dy, index = hexagons(3, 4, 2 / 3)
    random = np.random.default_rng(41)
    tone, lean_x, lean_y, polish, warm = random.normal(0, 1, (5, 12))
    cloud, grain, fine = fbm(SIZE, 6, 42, 5), fbm(SIZE, 70, 43, 4), fbm(SIZE, 160, 44, 2)
    distance = distance - np.clip(fbm(SIZE, 30, 45, 4), 0, 1) * 0.010
    slab = smooth(0.004, 0.013, distance)
    bevel = smooth(0.004, 0.030, distance)
    f1, _, _ = cellular(SIZE, 60, 46)
    vesicle = smooth(0.2, 0.06, f1) * smooth(0.1, 0.6, fbm(SIZE, 7, 47, 3))
    scuff = smooth(0.1, 0.8, fbm(SIZE, 5, 48, 5))
    height = (
        bevel * 0.006
        + slab * 0.004
        + (dx * lean_x[index] + dy * lean_y[index]) * 0.007
        + cloud * 0.0012 * slab
        + grain * 0.0004
        - vesicle * 0.0014
    )
    # Warmer than it looks: what it mostly shows is the light of a blue sky.
    base = mix(rgb("#3a342c"), rgb("#463e33"), np.clip(0.4 + 0.5 * warm[index], 0, 1))
    color = base * (1 + 0.10 * tone[index] + 0.14 * cloud + 0.12 * grain)[..., None]
    rim = smooth(0.034, 0.010, distance) * slab
    color = mix(color, rgb("#6f685c") * np.ones(3), np.clip(rim * (0.55 + 0.8 * grain), 0, 0.75))
    color = mix(color, rgb("#5a5349") * (1 + 0.1 * fine)[..., None], scuff * 0.38)
    color = color * (1 - 0.35 * vesicle)[..., None]
    sand = rgb("#7d705c") * (0.8 + 0.25 * grain + 0.2 * cloud)[..., None]
    color = mix(sand, color, slab)
    rough = np.clip(
        0.66 + 0.06 * polish[index] + 0.14 * scuff + 0.10 * cloud + 0.08 * grain + 0.1 * rim, ROUGHEST_MIRROR, 0.95
    )
    rough = rough * slab + 0.92 * (1 - slab)
    return Surface(color, height, rough, (2, 4 / 3**0.5), occlusion=1 - 0.4 * (1 - slab) - 0.3 * vesicle)


def rock():
    """Bedded cliff: warm and cool layers, fractures, broken faces."""
    x, y = grid(SIZE)
    warp = fbm(SIZE, 3, 51, 5)
    beds = np.zeros((SIZE, SIZE))
    for k, (count, weight) in enumerate(((3, 1.0), (7, 0.7), (17, 0.45))):
        phase = np.random.default_rng(52 + k).uniform(0, 1)
        beds += weight * np.sin(2 * np.pi * (y * count + warp * (0.35 + 0.12 * k) * 1.6 + phase))
    beds /= 2.15
    fracture = np.zeros((SIZE, SIZE))
    tones = np.zeros((SIZE, SIZE))
    for cells, seed, weight in ((5, 55, 0.9), (11, 56, 0.4)):
        f1, f2, index = (warped(image, 0.05, seed) for image in cellular(SIZE, cells, seed))
        bent = (f2 - f1) + 0.06 * fbm(SIZE, cells * 3, seed + 9, 3)
        fracture = np.maximum(fracture, weight * smooth(0.075, 0.0, bent))
        tones += weight * (np.random.default_rng(seed).normal(0, 1, cells * cells)[index])
    mask = smooth(-0.05, 0.5, fbm(SIZE, 4, 57, 3))
    fracture = fracture * mask
    big, grain = fbm(SIZE, 6, 58, 6, 0.55), fbm(SIZE, 60, 59, 4)
    height = 0.030 * big + 0.020 * beds + 0.004 * tones - 0.012 * fracture + 0.006 * grain
    color = mix(rgb("#93806a"), rgb("#b39d7d"), np.clip(0.5 + 0.42 * beds + 0.3 * big, 0, 1))
    color = mix(
        color, rgb("#a9805c") * np.ones(3), np.clip(smooth(0.2, 0.9, fbm(SIZE, (2, 5), 60, 4)) * 0.2, 0, 1)
    )
    color = color * (1 + 0.03 * tones + 0.09 * grain + 0.08 * big)[..., None]
    color = color * (1 - 0.16 * fracture)[..., None]
    lichen = smooth(0.45, 0.6, fbm(SIZE, 9, 61, 5)) * smooth(0.0, 0.4, grain + 0.3)
    color = mix(color, rgb("#8d8c72") * np.ones(3), lichen * 0.2)
    shade = np.clip(cavity(height, 12) * 14, 0, 0.6)
    color = color * (1 - 0.5 * shade)[..., None]
    return Surface(color, height, 0.92 + 0.05 * grain, (4, 4), occlusion=1 - 0.4 * fracture - 0.5 * shade)


def brass():
    """Brushed along u, browned in patches, with a few scratches."""
    size = SIZE
    brush = fbm(size, (3, 180), 71, 2) * 0.7 + fbm(size, (6, 320), 72, 1) * 0.5
    patch, spots = fbm(size, 4, 73, 5), fbm(size, 26, 74, 4)
    tarnish = smooth(0.0, 0.75, patch * 0.8 + spots * 0.35)
    scratch = smooth(0.60, 0.8, fbm(size, (5, 60), 75, 3))
    color = mix(rgb("#c39a54"), rgb("#a67c3c"), np.clip(0.45 + 0.5 * patch, 0, 1))
    color = color * (1 + 0.07 * brush)[..., None]
    color = mix(color, rgb("#6e5431") * np.ones(3), tarnish * 0.55)
    color = mix(color, rgb("#5d8a78") * np.ones(3), smooth(0.55, 0.85, patch + 0.4 * spots) * 0.35)
    height = brush * 0.00013 + patch * 0.0006 - scratch * 0.0003
    rough = np.clip(0.30 + 0.07 * brush + 0.28 * tarnish + 0.05 * spots, 0.18, 0.8)
    return Surface(color, height, rough, (1, 1), metal=np.clip(1 - 0.35 * tarnish, 0, 1))


def ribs(size=512):
    """Springy brass: four rolled ribs to the tile, bright on their crowns, dark between."""
    x, y = grid(size)
    wave = np.abs(np.sin(np.pi * y * 4)) ** 0.7
    brush, patch = fbm(size, (3, 120), 76, 2), fbm(size, 4, 77, 4)
    groove = smooth(0.45, 0.05, wave)
    color = mix(rgb("#c59c56"), rgb("#a97f3e"), np.clip(0.4 + 0.4 * patch + 0.2 * brush, 0, 1))
    color = mix(color, rgb("#4f3b20") * np.ones(3), groove * 0.75)
    rough = np.clip(0.27 + 0.06 * brush + 0.10 * patch + 0.35 * groove, 0.16, 0.85)
    return Surface(color, wave * 0.016, rough, (0.5, 0.5), metal=1 - 0.4 * groove, occlusion=1 - 0.5 * groove)


def verdigris():
    """Copper sheets with standing seams, green with weather, brown where rain runs."""
    x, y = grid(SIZE)
    px, py = (x * 2) % 1, (y * 2 + 0.5 * (np.floor(x * 2) % 2)) % 1
    sheet = (np.floor(x * 2) + 2 * np.floor((y * 2 + 0.5 * (np.floor(x * 2) % 2)) % 2)).astype(int)
    seam = smooth(0.022, 0.006, np.minimum(px, 1 - px))
    lap = smooth(0.010, 0.003, np.minimum(py, 1 - py))
    tone = np.random.default_rng(81).normal(0, 1, 4)[sheet]
    patch, spots, grain = fbm(SIZE, 5, 82, 5), fbm(SIZE, 22, 83, 5), fbm(SIZE, 90, 84, 3)
    streak = smooth(0.1, 0.8, fbm(SIZE, (26, 2), 85, 4))
    bare = smooth(0.30, 0.62, patch * 0.7 + spots * 0.5 - 0.06 * tone + 0.25 * seam)
    color = mix(rgb("#5d8a78"), rgb("#78a892"), np.clip(0.4 + 0.6 * spots + 0.1 * tone, 0, 1))
    color = mix(color, rgb("#a9c2ad") * np.ones(3), smooth(0.35, 0.8, fbm(SIZE, 12, 86, 5)) * 0.35)
    color = mix(color, rgb("#4c6f63") * np.ones(3), streak * 0.5)
    color = mix(color, rgb("#7a5537") * (1 + 0.15 * grain)[..., None], bare * 0.75)
    color = color * (1 + 0.06 * grain + 0.03 * tone)[..., None] * (1 - 0.3 * lap)[..., None]
    dent = fbm(SIZE, 4, 87, 3)
    height = 0.012 * seam - 0.002 * lap + 0.004 * dent + 0.0008 * spots + 0.0003 * grain
    rough = np.clip(0.72 + 0.1 * spots - 0.22 * bare + 0.05 * grain, 0.3, 0.95)
    return Surface(
        color, height, rough, (2, 2), metal=np.clip(0.10 + 0.7 * bare, 0, 1), occlusion=1 - 0.3 * lap
    )


def wood(size=1024):
    """Old oak, grain along u."""
    x, y = grid(size)
    warp = fbm(size, (2, 6), 91, 4) * 0.10
    rings = np.sin(2 * np.pi * (y * 9 + warp * 8 + 0.6 * fbm(size, (1, 4), 92, 3)))
    fiber = fbm(size, (6, 150), 93, 3)
    crack = smooth(0.62, 0.82, fbm(size, (3, 40), 94, 3))
    color = mix(rgb("#6b4a2e"), rgb("#8e6740"), np.clip(0.5 + 0.35 * rings + 0.4 * fiber, 0, 1))
    gray = smooth(-0.1, 0.8, fbm(size, 4, 95, 4))
    color = mix(color, rgb("#8a7a66") * (1 + 0.12 * fiber)[..., None], gray * 0.4)
    color = color * (1 - 0.5 * crack)[..., None]
    height = 0.0006 * rings + 0.0007 * fiber - 0.003 * crack
    return Surface(color, height, 0.72 + 0.08 * fiber - 0.05 * rings, (2, 1), occlusion=1 - 0.4 * crack)


def teal(size=512):
    """The hexagonal target, once over the image: bright rings on dark glass."""
    x, y = grid(size)
    x, y = x * 2 - 1, y * 2 - 1
    reach = np.maximum.reduce([np.abs(x), np.abs(x * 0.5 + y * 3**0.5 / 2), np.abs(x * 0.5 - y * 3**0.5 / 2)])

    def band(middle, width):
        return smooth(width, width * 0.55, np.abs(reach - middle))

    angle = np.abs(((np.arctan2(x, y) / (np.pi / 3)) % 1) - 0.5)
    spokes = smooth(0.05, 0.02, angle * reach) * smooth(0.40, 0.44, reach) * smooth(0.68, 0.64, reach)
    light = np.clip(
        band(0.76, 0.085) + 0.75 * band(0.36, 0.05) + smooth(0.17, 0.14, reach) + 0.5 * spokes, 0, 1
    )
    haze = 0.16 + 0.10 * (1 - reach)
    cloud = fbm(size, 8, 96, 4)
    color = mix(rgb("#173f3d") * (1 + 0.15 * cloud)[..., None], rgb("#3fe0c5") * np.ones(3), light * 0.8)
    glow = rgb("#3fe0c5") * np.clip(light + haze, 0, 1)[..., None]
    glow = mix(glow, np.array([0.85, 1.0, 0.97]) * np.ones(3), np.clip(light, 0, 1) * 0.25)
    height = light * 0.004 + cloud * 0.0003
    return Surface(color, height, 0.28 + 0.1 * cloud, (1, 1), glow=glow)


def sawn():
    """A quarry face: the arcs of a saw, drilled channels where blocks were split off, pale beds."""
    x, y = grid(SIZE)
    x, y = x * 4, y * 4
    cloud, grain, warp = fbm(SIZE, 4, 111, 5), fbm(SIZE, 90, 112, 3), fbm(SIZE, 6, 113, 3)
    # Lifts of two meters, and in each the saw swung about another point.
    row = np.floor(y / 2).astype(int)
    middle = np.array([0.7, 2.9])[row]
    away = np.abs((x - middle + 2) % 4 - 2)
    swing = np.sin(2 * np.pi * (y * 9 + 0.5 * away**2 * 1.5 + 0.25 * warp))
    # The saw shows in places: everywhere it would look like sand, and flicker far away.
    worn = smooth(0.0, 0.7, fbm(SIZE, 5, 114, 4))
    lift = smooth(0.035, 0.008, np.minimum(y % 2, 2 - y % 2) + 0.012 * warp)
    drill_x = np.abs((x + row * 0.5) % 1.0 - 0.5)
    channel = smooth(0.030, 0.012, drill_x) * smooth(0.1, 0.3, fbm(SIZE, (4, 2), 115, 2) + 0.15)
    f1, _, _ = cellular(SIZE, 60, 116)
    pits = smooth(0.2, 0.06, f1) * smooth(0.1, 0.6, fbm(SIZE, 8, 117, 3))
    beds = fbm(SIZE, (2, 14), 118, 4)
    height = swing * 0.0009 * worn + 0.004 * cloud - 0.008 * lift - 0.011 * channel - 0.002 * pits + 0.0006 * grain
    color = mix(rgb("#c3b397"), rgb("#d9cbb0"), np.clip(0.5 + 0.5 * cloud + 0.35 * beds, 0, 1))
    color = color * (1 + 0.025 * swing * worn + 0.05 * grain + 0.03 * beds)[..., None]
    rain = smooth(0.2, 0.9, fbm(SIZE, (18, 2), 119, 4) * 0.8 + 0.3 * cloud)
    color = mix(color, color * rgb("#c2ad8c") * 1.12, rain * 0.45)
    color = color * (1 - 0.38 * lift - 0.32 * channel - 0.25 * pits)[..., None]
    rough = 0.84 + 0.06 * cloud + 0.04 * grain
    return Surface(color, height, rough, (4, 4), occlusion=1 - 0.45 * np.maximum(lift, channel) - 0.2 * pits)


def rubble():
    """Trodden stone dust with chips in it."""
    cloud, grain, broad = fbm(SIZE, 6, 121, 5), fbm(SIZE, 110, 122, 3), fbm(SIZE, 3, 123, 3)
    chips, tones = np.zeros((SIZE, SIZE)), np.zeros((SIZE, SIZE))
    for cells, seed, most in ((26, 124, 0.30), (60, 125, 0.34)):
        f1, f2, index = cellular(SIZE, cells, seed)
        random = np.random.default_rng(seed)
        size = random.uniform(0.08, most, cells * cells) * (random.random(cells * cells) < 0.42)
        here = smooth(0.0, 0.06, size[index] - f1 * (0.8 + 0.2 * grain))
        chips = np.maximum(chips, here * (0.4 + size[index] * 2) * 26 / cells)
        tones += here * random.normal(0, 1, cells * cells)[index]
    track = smooth(0.1, 0.8, fbm(SIZE, (2, 9), 126, 4))
    height = 0.006 * chips + 0.006 * cloud + 0.0008 * grain
    color = mix(rgb("#b5a386"), rgb("#cbbb9d"), np.clip(0.5 + 0.55 * broad + 0.3 * cloud, 0, 1))
    color = color * (1 + 0.07 * grain + 0.06 * np.clip(tones, -2, 2) * (chips > 0.05))[..., None]
    color = mix(color, rgb("#d5c8ad") * np.ones(3), np.clip(chips * 0.45, 0, 0.5))
    color = color * (1 - 0.14 * track)[..., None]
    shade = np.clip(cavity(height, 10) * 60, 0, 0.6)
    color = color * (1 - 0.4 * shade)[..., None]
    return Surface(color, height, 0.93 + 0.03 * grain, (4, 4), occlusion=1 - 0.5 * shade)


def brick():
    """Firebrick in English bond, sooty in patches, some of it glazed by heat."""
    x, y = grid(SIZE)
    x, y = x * 2, y * 2
    wobble = fbm(SIZE, 12, 131, 3) * 0.003
    course = 2 / 24
    row = np.floor((y + wobble) / course).astype(int)
    yy = (y + wobble) % course
    width = np.where(row % 2 == 0, 0.25, 0.125)
    xx = (x + wobble + (row % 2) * 0.03125) % 2
    column = np.floor(xx / width).astype(int)
    inside = np.minimum(np.minimum(xx % width, width - xx % width), np.minimum(yy, course - yy))
    random = np.random.default_rng(132)
    tone, tint, lean = (random.normal(0, 1, (24, 17))[row % 24, column] for _ in range(3))
    cloud, grain = fbm(SIZE, 4, 133, 5), fbm(SIZE, 100, 134, 3)
    stone = smooth(0.0035, 0.009, inside - np.clip(fbm(SIZE, 40, 135, 3), 0, 1) * 0.004)
    # Clouds that one sees again in each tile would tell how large it is: these are faint.
    soot = smooth(-0.5, 0.9, 0.2 * cloud + 0.3 * tone)
    base = mix(rgb("#6f4b3a"), rgb("#8a634d"), np.clip(0.5 + 0.45 * tint, 0, 1))
    color = base * (1 + 0.10 * tone + 0.10 * grain)[..., None]
    color = mix(rgb("#5b5048") * (0.9 + 0.2 * grain)[..., None], color, stone)
    color = mix(color, rgb("#2c2725") * (1 + 0.2 * grain)[..., None], soot * 0.5)
    height = stone * (0.005 + 0.0012 * lean) + 0.0012 * cloud + 0.0006 * grain
    glaze = smooth(1.1, 1.8, tone) * stone
    rough = np.clip(0.88 - 0.25 * glaze + 0.05 * grain, ROUGHEST_MIRROR, 0.97)
    return Surface(color, height, rough, (2, 2), occlusion=1 - 0.45 * (1 - stone))


def lead():
    """Sheets of lead with rolled seams, dull blue-gray with pale bloom and scratches."""
    x, y = grid(SIZE)
    px, py = (x * 2) % 1, (y * 1) % 1
    roll = smooth(0.045, 0.0, np.minimum(px, 1 - px))
    lap = smooth(0.010, 0.003, np.minimum(py, 1 - py))
    cloud, spots, grain = fbm(SIZE, 4, 141, 5), fbm(SIZE, 24, 142, 4), fbm(SIZE, 120, 143, 2)
    scratch = smooth(0.6, 0.85, fbm(SIZE, (4, 70), 144, 3)) + smooth(0.65, 0.9, fbm(SIZE, (60, 5), 145, 3))
    color = mix(rgb("#5d646b"), rgb("#7c848a"), np.clip(0.45 + 0.5 * cloud + 0.2 * spots, 0, 1))
    color = mix(color, rgb("#a4aaab") * np.ones(3), smooth(0.3, 0.9, spots + 0.4 * cloud) * 0.35)
    color = color * (1 + 0.05 * grain + 0.10 * scratch)[..., None] * (1 - 0.35 * lap)[..., None]
    height = 0.016 * roll - 0.002 * lap + 0.004 * cloud + 0.0006 * spots - 0.0005 * scratch
    rough = np.clip(0.62 + 0.12 * spots - 0.12 * scratch + 0.05 * grain, 0.40, 0.9)
    return Surface(color, height, rough, (2, 2), metal=np.full((SIZE, SIZE), 0.55), occlusion=1 - 0.35 * lap)


def planks():
    """Boards side by side along u, of many lengths, nailed at their ends, a little paler where feet go."""
    size = SIZE
    x, y = grid(size)
    row = np.floor(y * 8).astype(int)
    across = (y * 8) % 1
    random = np.random.default_rng(151)
    start, length = random.uniform(0, 4, 8)[row], random.uniform(1.3, 2.7, 8)[row]
    along = (x * 4 + start) % 4
    board = row + 8 * (along > length)
    tone, tint, turn = (draw(16)[board] for draw in (random.standard_normal, random.random, random.random))
    from_end = np.minimum.reduce([along, np.abs(along - length), 4 - along])
    end = smooth(0.008, 0.002, from_end)
    gap = np.maximum(smooth(0.05, 0.015, np.minimum(across, 1 - across)), end)
    warp = fbm(size, (6, 8), 152, 4)
    rings = np.sin(2 * np.pi * (across * (1.5 + 2.5 * tint) + warp * 0.9 + turn * 7))
    fiber, crack = fbm(size, (10, 190), 153, 3), smooth(0.6, 0.8, fbm(size, (6, 60), 154, 3))
    worn = smooth(-0.1, 0.7, fbm(size, (6, 3), 155, 4))
    color = mix(rgb("#694a31"), rgb("#8b6947"), np.clip(0.5 + 0.3 * rings + 0.35 * fiber + 0.12 * tone, 0, 1))
    color = mix(color, rgb("#988670") * (1 + 0.1 * fiber)[..., None], worn * 0.2)
    nail = smooth(0.013, 0.007, np.hypot(from_end - 0.04, (np.abs(across - 0.5) - 0.25) / 4))
    color = color * (1 - 0.62 * gap - 0.35 * crack - 0.5 * nail)[..., None]
    height = 0.0006 * rings + 0.0008 * fiber - 0.008 * gap - 0.002 * crack + 0.0015 * tone
    rough = np.clip(0.74 + 0.08 * fiber - 0.08 * worn, ROUGHEST_MIRROR, 0.95)
    return Surface(color, height, rough, (4, 2), occlusion=1 - 0.6 * gap)


def waves():
    """Ripples on still water, from all sides."""
    height = 0.085 * fbm(SIZE, 4, 161, 2) + 0.06 * fbm(SIZE, (14, 9), 162, 3)
    return Surface(np.ones((SIZE, SIZE, 3)), height, 0.1, (6, 6))


PAINTERS = (
    *(limestone, dressed, plaster, basalt, rock, brass, ribs, verdigris, wood, teal),
    *(sawn, rubble, brick, lead, planks, waves),
)


def save(image, path, quality, size=None):
    """A JPEG without time stamps; full color resolution, since normals need it."""
    picture = Image.fromarray((np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8))
    if size and picture.size[0] > size:
        picture = picture.resize((size, size), Image.Resampling.BOX)
    picture.save(path, quality=quality, subsampling=0 if quality > 89 else 2, optimize=True)


def main(folder, names):
    folder.mkdir(parents=True, exist_ok=True)
    for painter in PAINTERS:
        name = painter.__name__
        if names and name not in names:
            continue
        surface = painter()
        packed = np.stack([surface.occlusion, surface.rough, surface.metal], 2)
        save(surface.color, folder / f"{name}_color.jpg", 88)
        save(surface.normal(), folder / f"{name}_normal.jpg", 90)
        save(packed, folder / f"{name}_orm.jpg", 88, 512)
        if surface.glow is not None:
            save(surface.glow, folder / f"{name}_glow.jpg", 90)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
