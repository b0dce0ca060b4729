"""Walls with openings: a sheet of some thickness bent along any surface, with rectangular or
arched holes, reveals included. Straight walls, round drums, vaults and domes all come from it."""

import math

import numpy as np

from mesh import UP, unit


def flat(origin, along):
    """(s, y, d) → a straight wall: s meters along, to the right for whoever sees its front."""
    origin, along = np.asarray(origin, float), unit(along)
    out = np.cross(along, UP)
    return lambda s, y, d: origin + along * s + UP * y + out * d


def round_(center, radius):
    """(azimuth, y, d) → a drum: azimuth 0 is south (+z), a quarter turn is east (+x)."""
    center = np.asarray(center, float)
    return lambda s, y, d: center + np.array([(radius + d) * math.sin(s), y, (radius + d) * math.cos(s)])


def dome(center, radius, squash=1.0):
    """(azimuth, elevation, d) → a spherical shell, flattened by `squash`."""
    center = np.asarray(center, float)

    def place(s, e, d):
        r = radius + d
        return center + np.array(
            [
                r * math.cos(e) * math.sin(s),
                (radius * squash + d) * math.sin(e),
                r * math.cos(e) * math.cos(s),
            ]
        )

    return place


class Hole:
    """An opening from s0 to s1 and y0 to y1; `rise` of an arch is counted inside y1."""

    def __init__(self, s0, s1, y0, y1, rise=0.0, pieces=6):
        self.s0, self.s1, self.y0, self.y1, self.rise, self.pieces = s0, s1, y0, y1, rise, pieces

    def cuts(self):
        """Where columns must break, evenly along the arch."""
        if not self.rise:
            return [self.s0, self.s1]
        middle, half = (self.s0 + self.s1) / 2, (self.s1 - self.s0) / 2
        inner = [middle - half * math.cos(math.pi * k / self.pieces) for k in range(1, self.pieces)]
        return [self.s0, *inner, self.s1]

    def head(self, s):
        if not self.rise:
            return self.y1
        middle, half = (self.s0 + self.s1) / 2, (self.s1 - self.s0) / 2
        x = min(1.0, abs(s - middle) / half)
        return self.y1 - self.rise + self.rise * math.sqrt(max(0.0, 1 - x * x))

    def run(self, s, scale):
        """Meters along the head from its left end; `scale` is meters per unit of s and y."""
        places = np.linspace(self.s0, s, 33)
        heights = np.array([self.head(place) for place in places])
        return np.hypot(np.diff(places) * scale[0], np.diff(heights) * scale[1]).sum()


def wall(
    mesh,
    material,
    place,
    span,
    heights,
    thickness,
    holes=(),
    back=None,
    reveal=None,
    closed=False,
    scale=(1.0, 1.0),
    pitch=(2.0, 2.0),
    deep=2.0,
    smooth=False,
    skip="",
):
    """A wall over s in `span` and y in `heights`, its front at d = 0 and its back at
    −`thickness`. `scale` is meters per unit of s and y, `pitch` the longest column and row in
    meters; `smooth` bends the normals with the surface; `skip` leaves out `t`op, `b`ottom,
    `l`eft or `r`ight ends that lie inside other masses."""
    back, reveal = back or material, reveal or material
    columns = _columns(span, holes, pitch[0] / scale[0])
    rows = _rows(heights, holes, pitch[1] / scale[1])
    emit = _Emitter(mesh, place, thickness, scale, deep, smooth)
    for sa, sb in zip(columns, columns[1:]):
        middle = (sa + sb) / 2
        here = sorted((h for h in holes if h.s0 < middle < h.s1), key=lambda h: h.y0)
        low, intervals = (heights[0], heights[0]), []
        for hole in here:
            intervals.append((low, (hole.y0, hole.y0)))
            low = (hole.head(sa), hole.head(sb))
        intervals.append((low, (heights[1], heights[1])))
        for bottom, top in intervals:
            emit.faces(material, back, sa, sb, bottom, top, rows)
        for hole in here:
            if hole.y0 > heights[0] + 1e-6:
                emit.across(reveal, sa, sb, (hole.y0, hole.y0), up=True)
            if hole.head(middle) < heights[1] - 1e-6:
                emit.across(
                    reveal, sa, sb, (hole.head(sa), hole.head(sb)), up=False, arch=hole if hole.rise else None
                )
        if "t" not in skip and not any(h.y1 >= heights[1] - 1e-6 for h in here):
            emit.across(material, sa, sb, (heights[1], heights[1]), up=True)
        if "b" not in skip and not any(h.y0 <= heights[0] + 1e-6 for h in here):
            emit.across(material, sa, sb, (heights[0], heights[0]), up=False)
    for hole in holes:
        for s, right in ((hole.s0, True), (hole.s1, False)):
            emit.end(reveal, s, hole.y0, hole.head(s), rows, right)
    if not closed:
        for s, right, name in ((span[0], False, "l"), (span[1], True, "r")):
            if name not in skip:
                emit.end(material, s, heights[0], heights[1], rows, right)


def _columns(span, holes, longest):
    fixed = {span[0], span[1]}
    for hole in holes:
        fixed.update(hole.cuts())
    return _split(_merge(sorted(fixed)), longest)


def _rows(heights, holes, longest):
    """Row breaks; none falls inside an arch, whose own curve cuts there."""
    fixed, arches = {heights[0], heights[1]}, []
    for hole in holes:
        fixed.add(hole.y0)
        fixed.add(hole.y1)
        if hole.rise:
            fixed.add(hole.y1 - hole.rise)
            arches.append((hole.y1 - hole.rise + 1e-6, hole.y1 - 1e-6))
    rows = _split(_merge(sorted(fixed)), longest)
    return [y for y in rows if not any(a < y < b for a, b in arches)]


def _merge(values):
    result = [values[0]]
    for v in values[1:]:
        if v - result[-1] > 1e-6:
            result.append(v)
    return result


def _split(values, longest):
    result = [values[0]]
    for a, b in zip(values, values[1:]):
        pieces = max(1, math.ceil((b - a) / longest - 1e-6))
        result += [a + (b - a) * k / pieces for k in range(1, pieces)] + [b]
    return result


class _Emitter:
    def __init__(self, mesh, place, thickness, scale, deep, smooth):
        self.mesh, self.place, self.thickness = mesh, place, thickness
        self.scale, self.deep, self.smooth = scale, deep, smooth

    def normal(self, s, y):
        h = 1e-4
        return unit(self.place(s, y, h) - self.place(s, y, -h)) if self.smooth else None

    def quad(self, material, corners, sign):
        """corners: (s, y, d) counter-clockwise from the side that is seen."""
        points = [self.place(*c) for c in corners]
        normals = [self.normal(s, y) * sign for s, y, _ in corners] if self.smooth else None
        uvs = [(s * self.scale[0] * (1 if sign > 0 else -1), -y * self.scale[1]) for s, y, _ in corners]
        self.mesh.quad(material, *points, normals=normals, uvs=uvs, edge=99.0)

    def faces(self, front, back, sa, sb, bottom, top, rows):
        cuts = [bottom] + [(y, y) for y in rows if max(bottom) + 1e-6 < y < min(top) - 1e-6] + [top]
        for (la, lb), (ha, hb) in zip(cuts, cuts[1:]):
            if ha - la < 1e-6 and hb - lb < 1e-6:
                continue
            ring = [(sa, la), (sb, lb), (sb, hb), (sa, ha)]
            t = self.thickness
            self.quad(front, [(s, y, 0.0) for s, y in ring], 1)
            self.quad(back, [(s, y, -t) for s, y in reversed(ring)], -1)

    def _depths(self):
        pieces = max(1, math.ceil(self.thickness / self.deep - 1e-6))
        return [-self.thickness * k / pieces for k in range(pieces + 1)]

    def across(self, material, sa, sb, heights, up, arch=None):
        """The face through the wall's thickness at a sill (`up`) or a head."""
        ya, yb = heights
        depths = self._depths()
        for d0, d1 in zip(depths, depths[1:]):
            corners = [(sa, ya, d0), (sb, yb, d0), (sb, yb, d1), (sa, ya, d1)]
            points = [self.place(*c) for c in corners]
            u = [arch.run(c[0], self.scale) if arch else c[0] * self.scale[0] for c in corners]
            uvs = [(u[k], corners[k][2]) for k in range(4)]
            normals = None
            if arch:
                na, nb = self._arch_normal(arch, sa), self._arch_normal(arch, sb)
                normals = [na, nb, nb, na]
            if not up:
                points, uvs = points[::-1], uvs[::-1]
                normals = normals[::-1] if normals else None
            self.mesh.quad(material, *points, normals=normals, uvs=uvs, edge=99.0)

    def _arch_normal(self, arch, s):
        middle, half = (arch.s0 + arch.s1) / 2, (arch.s1 - arch.s0) / 2
        x = max(-1.0, min(1.0, (s - middle) / half))
        height = math.sqrt(max(0.0, 1 - x * x))
        local = self.place(s, arch.head(s), -self.thickness / 2)
        along = self.place(s + 1e-4, arch.head(s), -self.thickness / 2) - local
        rise = self.place(s, arch.head(s) + 1e-4, -self.thickness / 2) - local
        a, b = half * self.scale[0], arch.rise * self.scale[1]
        return -unit(unit(along) * (x / a) + unit(rise) * (height / b))

    def end(self, material, s, low, high, rows, right):
        """The face through the thickness at an end or a jamb; `right` faces toward +s."""
        if high - low < 1e-6:
            return
        cuts = [low] + [y for y in rows if low + 1e-6 < y < high - 1e-6] + [high]
        depths = self._depths()
        for y0, y1 in zip(cuts, cuts[1:]):
            for d0, d1 in zip(depths, depths[1:]):
                corners = [(s, y0, d0), (s, y0, d1), (s, y1, d1), (s, y1, d0)]
                points = [self.place(*c) for c in corners]
                uvs = [(-c[2], -c[1] * self.scale[1]) for c in corners]
                if not right:
                    points, uvs = points[::-1], uvs[::-1]
                self.mesh.quad(material, *points, uvs=uvs, edge=99.0)
