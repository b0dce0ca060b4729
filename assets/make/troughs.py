"""Wood and lead for balls to lie, roll and fall in: troughs with seats and rows, hoppers, crates."""

import math

import numpy as np

from mesh import Mesh


class Trough:
    """A wooden channel along X whose floor runs through `line` of (x, y), `inner` wide; it leads
    to −X, or where `line` does to +X."""

    def __init__(self, m, z, line, inner=0.56, side=0.42, legs=0.0):
        """`legs` is the height of the ground that it stands on."""
        self.m, self.z, self.line, self.inner = m, z, line, inner
        half, way = inner / 2, math.copysign(1.0, line[-1][0] - line[0][0])
        for (xa, ya), (xb, yb) in zip(line, line[1:]):
            length = abs(xb - xa)
            floor = [(0, ya - 0.1), (length, yb - 0.1), (length, yb), (0, ya)]
            m.profile("wood", floor, (xa, 0, z - half), (way, 0, 0), (0, 0, 1), inner)
            for z0 in (z - half - 0.09, z + half):
                board = [(0, ya - 0.12), (length, yb - 0.12), (length, yb + side), (0, ya + side)]
                m.profile("planks", board, (xa, 0, z0), (way, 0, 0), (0, 0, 1), 0.09)
                strap = [
                    (0, ya + side - 0.01),
                    (length, yb + side - 0.01),
                    (length, yb + side + 0.025),
                    (0, ya + side + 0.025),
                ]
                m.profile("lead", strap, (xa, 0, z0 - 0.015), (way, 0, 0), (0, 0, 1), 0.12)
        first, last = line[0][0], line[-1][0]
        count = max(2, round(abs(first - last) / 2.2))
        for k in range(count + 1):
            x = first + way * 0.2 + (last - first - way * 0.4) * k / count
            y = self.height(x)
            for q in (z - half - 0.14, z + half + 0.06):
                m.box("wood", (x - 0.07, legs - 0.05, q), (x + 0.07, y - 0.05, q + 0.08), bevel=0.01, skip="y")
            m.box("wood", (x - 0.06, y - 0.22, z - half - 0.2), (x + 0.06, y - 0.1, z + half + 0.2), bevel=0.01)

    def height(self, x):
        xs, ys = zip(*sorted(self.line))
        return float(np.interp(x, xs, ys))

    def sill(self, x, rise=0.005):
        """A low bar across the floor, from board to board, whose middle stands `rise` over it."""
        y, half = self.height(x) + rise, self.inner / 2 + 0.02
        self.m.tube("lead", (x, y, self.z - half), (x, y, self.z + half), 0.03, 6)

    def rest(self, place, name, x, mass, radius, rise=0.035):
        """A ball that lies between two sills."""
        reach = math.sqrt(max(0.0, radius**2 - (radius - rise) ** 2)) + 0.012
        for side in (-1, 1):
            self.sill(x + side * reach, rise - 0.03)
        place.mark(name, (x, self.height(x) + radius + 0.002, self.z), mass=mass, radius=radius)

    def row(self, place, name, x, balls):
        """Balls (mass, radius) that nearly touch, the first at `x`, with a sill before and behind."""
        way = math.copysign(1.0, self.line[-1][0] - self.line[0][0])
        self.sill(x - way * (balls[0][1] * 0.5 + 0.1))
        for k, (mass, radius) in enumerate(balls):
            if k:
                x += way * (
                    math.sqrt((balls[k - 1][1] + radius) ** 2 - (balls[k - 1][1] - radius) ** 2) + 0.004
                )
            place.mark(f"{name}_{k}", (x, self.height(x) + radius + 0.002, self.z), mass=mass, radius=radius)
        self.sill(x + way * (balls[-1][1] * 0.5 + 0.1))


def hopper(m, x, z, low, high, foot=0.62, ground=0.0):
    """A square funnel of boards, `x` and `z` its mouth's (from, to); its foot is twice `foot` wide
    and open, and its posts stand on the `ground`."""
    middle = (sum(x) / 2, sum(z) / 2)
    mouth = [(x[0], z[0]), (x[1], z[0]), (x[1], z[1]), (x[0], z[1])]
    ring = [(middle[0] + sx * foot, middle[1] + sz * foot) for sx, sz in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    for k in range(4):
        j = (k + 1) % 4
        a, b = np.array([ring[k][0], low, ring[k][1]]), np.array([ring[j][0], low, ring[j][1]])
        c, d = np.array([mouth[j][0], high, mouth[j][1]]), np.array([mouth[k][0], high, mouth[k][1]])
        out = np.array([(a + b + c + d)[0] / 4 - middle[0], 0, (a + b + c + d)[2] / 4 - middle[1]])
        out = out / np.linalg.norm(out) * 0.09
        inside = np.dot(np.cross(d - a, b - a), out) < 0
        m.quad("planks", *((a, d, c, b) if inside else (a, b, c, d)))
        outside = np.dot(np.cross(b - a, d - a), out) > 0
        p = (a, b, c, d) if outside else (a, d, c, b)
        m.quad("planks", *(q + out for q in p))
        m.tube("lead", d + [0, 0.02, 0], c + [0, 0.02, 0], 0.075, 6)
    for px, pz in mouth:
        m.box(
            "wood",
            (px - 0.08, ground - 0.05, pz - 0.08),
            (px + 0.08, high + 0.02, pz + 0.08),
            bevel=0.01,
            skip="y",
        )


def crate(place, name, at, size, mass, yaw=0.0):
    """A crate that can be pushed: boards between battens."""
    part, h = Mesh(), size / 2
    part.box("planks", (-h + 0.03, -h + 0.03, -h + 0.03), (h - 0.03, h - 0.03, h - 0.03), bevel=0.0)
    for a in (-1, 1):
        for b in (-1, 1):
            for axis in range(3):
                low, high = [0, 0, 0], [0, 0, 0]
                # Those that lie end inside those that stand.
                low[axis], high[axis] = (-h, h) if axis == 1 else (-h + 0.045, h - 0.045)
                for other, sign in zip([k for k in range(3) if k != axis], (a, b)):
                    low[other], high[other] = sorted((sign * h, sign * (h - 0.09)))
                part.box("wood", low, high, bevel=0.01)
    turned = Mesh()
    turned.merge(part, yaw)
    with place.part(name, at, prop="box", gravity=True, mass=mass):
        place.mesh.merge(turned, 0.0, at, name)
