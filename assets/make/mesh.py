"""Closed shapes with outward faces, normals and UVs in meters, gathered by node and material.
No material, file format or place is known here."""

import math

import numpy as np

UP = np.array([0.0, 1.0, 0.0])
EDGE = 3.0  # longest edge of a flat face, meters: baked shade lives on vertices
GRAINED = ("wood",)  # materials whose grain runs along the longer side of a face


def unit(v):
    v = np.asarray(v, float)
    return v / np.linalg.norm(v)


def planar_uv(points, normal):
    """Metres along the face: walls run with the ground and down, floors lie in x and z."""
    points = np.asarray(points, float)
    if abs(normal[1]) > 0.7:
        return points[:, [0, 2]].copy()
    along = unit(np.cross(UP, normal))
    return np.stack([points @ along, -points[:, 1] / max(math.hypot(normal[0], normal[2]), 0.5)], 1)


class Mesh:
    """Triangles by (node, material). A node of "" is the level's plain solid body."""

    def __init__(self):
        self.parts = {}
        self.node = ""

    def add(self, material, points, normals, uvs, triangles):
        self.parts.setdefault((self.node, material), []).append(
            (
                np.asarray(points, float).reshape(-1, 3),
                np.asarray(normals, float).reshape(-1, 3),
                np.asarray(uvs, float).reshape(-1, 2),
                np.asarray(triangles, int).reshape(-1, 3),
            )
        )

    def merge(self, other, yaw=0.0, at=(0, 0, 0), node=None):
        """Takes in another mesh, turned about +Y by `yaw` and moved."""
        c, s = math.cos(yaw), math.sin(yaw)
        turn = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        for (name, material), pieces in other.parts.items():
            key = (node if node is not None else (name or self.node), material)
            for p, n, uv, t in pieces:
                self.parts.setdefault(key, []).append((p @ turn.T + np.array(at, float), n @ turn.T, uv, t))

    def joined(self):
        """{(node, material): (points, normals, uvs, triangles)}, in a fixed order."""
        result = {}
        for key in sorted(self.parts):
            points, normals, uvs, triangles, start = [], [], [], [], 0
            for p, n, uv, t in self.parts[key]:
                points.append(p), normals.append(n), uvs.append(uv), triangles.append(t + start)
                start += len(p)
            result[key] = tuple(np.concatenate(x) for x in (points, normals, uvs, triangles))
        return result

    # --- faces ---

    def quad(self, material, a, b, c, d, normals=None, uvs=None, edge=EDGE):
        """A quadrilateral, counter-clockwise from outside, split so that no edge exceeds `edge`."""
        corners = np.array([a, b, c, d], float)
        flat = np.cross(corners[2] - corners[0], corners[3] - corners[1])
        length = np.linalg.norm(flat)
        if length < 1e-9:
            return
        flat = flat / length
        normals = np.tile(flat, (4, 1)) if normals is None else np.asarray(normals, float)
        uvs = planar_uv(corners, flat) if uvs is None else np.asarray(uvs, float)
        if material in GRAINED and np.ptp(uvs[:, 1]) > np.ptp(uvs[:, 0]):
            uvs = uvs[:, ::-1]
        width = max(np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[3]))
        height = max(np.linalg.norm(corners[3] - corners[0]), np.linalg.norm(corners[2] - corners[1]))
        nx, ny = max(1, math.ceil(width / edge - 1e-6)), max(1, math.ceil(height / edge - 1e-6))
        v, u = np.meshgrid(np.linspace(0, 1, ny + 1), np.linspace(0, 1, nx + 1), indexing="ij")
        u, v = u.ravel()[:, None], v.ravel()[:, None]

        def blend(q):
            return q[0] * (1 - u) * (1 - v) + q[1] * u * (1 - v) + q[2] * u * v + q[3] * (1 - u) * v

        n = blend(normals)
        n /= np.linalg.norm(n, axis=1)[:, None]
        triangles = []
        for row in range(ny):
            for column in range(nx):
                i = row * (nx + 1) + column
                j = i + nx + 1
                triangles += [(i, i + 1, j + 1), (i, j + 1, j)]
        self.add(material, blend(corners), n, blend(uvs), triangles)

    def fan(self, material, polygon, normal=None):
        """A flat convex polygon, counter-clockwise from outside."""
        polygon = np.asarray(polygon, float)
        if normal is None:
            normal = unit(np.cross(polygon[1] - polygon[0], polygon[2] - polygon[0]))
        triangles = [(0, i, i + 1) for i in range(1, len(polygon) - 1)]
        self.add(material, polygon, np.tile(normal, (len(polygon), 1)), planar_uv(polygon, normal), triangles)

    # --- solids ---

    def box(self, material, low, high, bevel=0.03, top=None, edge=EDGE, skip=""):
        """A box whose edges are beveled; `top` is the upper face's own material. `skip` names
        faces left out, with their bevels, because they lie inside something else: any of
        x X y Y z Z, small letters for the lower side."""
        low, high = np.array(low, float), np.array(high, float)
        bevel = min(bevel, (high - low).min() / 3)

        def corner(sx, sy, sz, axis):
            """The face vertex near a corner, on the face across `axis`."""
            p = np.where(np.array([sx, sy, sz]) > 0, high, low)
            inset = np.array([-sx, -sy, -sz], float) * bevel
            inset[axis] = 0
            return p + inset

        for axis in range(3):
            for side in (-1, 1):
                if "xyz"[axis] in skip and side < 0 or "XYZ"[axis] in skip and side > 0:
                    continue
                b, c = (axis + 1) % 3, (axis + 2) % 3
                ring = []
                for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                    sign = [0, 0, 0]
                    sign[axis], sign[b], sign[c] = side, s, t
                    ring.append(corner(*sign, axis))
                if side < 0:
                    ring.reverse()
                self.quad(top if top and axis == 1 and side > 0 else material, *ring, edge=edge)
        if bevel <= 0:
            return

        def gone(sign):
            return any("xyz"[a] in skip and sign[a] < 0 or "XYZ"[a] in skip and sign[a] > 0 for a in range(3))

        for axis in range(3):
            b, c = (axis + 1) % 3, (axis + 2) % 3
            for s in (-1, 1):
                for t in (-1, 1):
                    ends = []
                    for e in (-1, 1):
                        sign = [0, 0, 0]
                        sign[axis], sign[b], sign[c] = e, s, t
                        ends.append((corner(*sign, b), corner(*sign, c)))
                    sign[axis] = 0
                    if gone(sign):
                        continue
                    nb, nc = np.zeros(3), np.zeros(3)
                    nb[b], nc[c] = s, t
                    ring = [ends[0][0], ends[1][0], ends[1][1], ends[0][1]]
                    normals = [nb, nb, nc, nc]
                    if np.dot(np.cross(ring[1] - ring[0], ring[3] - ring[0]), nb + nc) < 0:
                        ring.reverse(), normals.reverse()
                    self.quad(
                        material, *ring, normals=normals, uvs=planar_uv(ring, unit(nb * 1.01 + nc)), edge=edge
                    )
        for sx in (-1, 1):
            for sy in (-1, 1):
                for sz in (-1, 1):
                    if gone((sx, sy, sz)):
                        continue
                    ring = [corner(sx, sy, sz, axis) for axis in range(3)]
                    normals = [np.array([sx, 0, 0.0]), np.array([0, sy, 0.0]), np.array([0, 0, sz * 1.0])]
                    if np.dot(np.cross(ring[1] - ring[0], ring[2] - ring[0]), [sx, sy, sz]) < 0:
                        ring.reverse(), normals.reverse()
                    self.add(material, ring, normals, planar_uv(ring, normals[0]), [(0, 1, 2)])

    def prism(self, material, polygon, y0, y1, bevel=0.03, top=None, edge=EDGE):
        """An upright prism over a convex plan polygon of (x, z), counter-clockwise seen from
        above with x to the right and z toward the reader. Corners and the upper rim are beveled."""
        plan = np.asarray(polygon, float)
        if _area(plan) > 0:
            plan = plan[::-1]
        outer = _cut_corners(plan, bevel)
        inner = _inset(outer, bevel) if bevel > 0 else outer
        count = len(outer)
        low = np.stack([outer[:, 0], np.full(count, y0), outer[:, 1]], 1)
        rim = np.stack([outer[:, 0], np.full(count, y1 - bevel), outer[:, 1]], 1)
        lid = np.stack([inner[:, 0], np.full(count, y1), inner[:, 1]], 1)
        for i in range(count):
            j = (i + 1) % count
            self.quad(material, low[i], low[j], rim[j], rim[i], edge=edge)
            if bevel > 0:
                out = unit(np.cross(rim[j] - rim[i], UP))
                ring = [rim[i], rim[j], lid[j], lid[i]]
                self.quad(material, *ring, normals=[out, out, UP, UP], uvs=planar_uv(ring, out), edge=edge)
        self._lid(top or material, lid, edge)
        self.fan(material, low[::-1])

    def _lid(self, material, ring, edge):
        """A convex upper face, split into concentric rings so that shade can vary inside it."""
        middle = ring.mean(0)
        reach = np.linalg.norm(ring - middle, axis=1).max()
        rings = max(1, math.ceil(reach / (edge * 1.5)))
        for k in range(rings):
            outer = middle + (ring - middle) * (1 - k / rings)
            if k == rings - 1:
                for i in range(len(ring)):
                    p = np.array([outer[i], outer[(i + 1) % len(ring)], middle])
                    self.add(material, p, np.tile(UP, (3, 1)), p[:, [0, 2]], [(0, 1, 2)])
            else:
                inner = middle + (ring - middle) * (1 - (k + 1) / rings)
                for i in range(len(ring)):
                    j = (i + 1) % len(ring)
                    self.quad(material, outer[i], outer[j], inner[j], inner[i], edge=edge)

    def profile(self, material, outline, origin, along, across, width, top=None, edge=EDGE, skip=()):
        """A convex outline of (distance along, height) drawn out sideways by `width`: ramps,
        sloped parapets, cheeks. Upward faces take `top`. The sides of the outline that `skip` numbers
        are left open."""
        along, across, origin = unit(along), unit(across), np.asarray(origin, float)
        outline = np.asarray(outline, float)
        near = [origin + a * along + y * UP for a, y in outline]
        far = [p + across * width for p in near]
        facing = np.cross(near[1] - near[0], near[2] - near[0])
        if np.dot(facing, across) > 0:
            near, far = far, near
            width = -width
        self.fan(material, near)
        self.fan(material, far[::-1])
        count = len(near)
        for i in range(count):
            j = (i + 1) % count
            if i in skip:
                continue
            ring = [near[j], near[i], far[i], far[j]]
            n = unit(np.cross(ring[1] - ring[0], ring[3] - ring[0]))
            self.quad(top if top and n[1] > 0.5 else material, *ring, edge=edge)

    def stairs(
        self,
        material,
        origin,
        along,
        across,
        width,
        steps,
        rise,
        tread,
        top=None,
        below=1.0,
        nose=0.025,
        edge=5.2,
    ):
        """A straight flight that climbs `along`, solid down to `below` under its foot."""
        along, across, origin = unit(along), unit(across), np.asarray(origin, float)
        if np.dot(np.cross(along, UP), across) < 0:
            origin, across = origin + across * width, -across
        right = across * width

        def at(a, y):
            return origin + along * a + UP * y

        for i in range(steps):
            a0, a1, y0, y1 = i * tread, (i + 1) * tread, i * rise - 0.02, (i + 1) * rise
            if i == 0:
                y0 = -below
            ring = [at(a0, y0), at(a0, y0) + right, at(a0, y1 - nose) + right, at(a0, y1 - nose)]
            self.quad(material, *ring, edge=edge)
            ring = [
                at(a0, y1 - nose),
                at(a0, y1 - nose) + right,
                at(a0 + nose, y1) + right,
                at(a0 + nose, y1),
            ]
            self.quad(
                material, *ring, normals=[-along, -along, UP, UP], uvs=planar_uv(ring, -along), edge=edge
            )
            ring = [at(a0 + nose, y1), at(a0 + nose, y1) + right, at(a1, y1) + right, at(a1, y1)]
            self.quad(top or material, *ring, edge=edge)
            side = [at(a0, -below), at(a0, y1 - nose), at(a0 + nose, y1), at(a1, y1), at(a1, -below)]
            self.fan(material, side)
            self.fan(material, [p + right for p in side][::-1])
        y, a = steps * rise, steps * tread
        self.quad(material, at(a, -below) + right, at(a, -below), at(a, y), at(a, y) + right)
        self.quad(material, at(0, -below), at(a, -below), at(a, -below) + right, at(0, -below) + right)

    def lathe(self, material, outline, sides, center, top=None, crease=0.72, flat_uv=0.7, turns=None, spun=False):
        """A solid of revolution about an upright axis. The outline of (radius, height) runs from
        the foot upward on the outside; where it starts or ends off the axis it is closed by the
        caller (first point = last point makes a ring). `crease` is the cosine below which a
        corner of the outline stays sharp. What faces upward is textured by x and z, or, where
        `spun`, round about the axis."""
        center = np.asarray(center, float)
        outline = np.asarray(outline, float)
        azimuth = np.arange(sides + 1) * (2 * np.pi / sides)
        reach = max(outline[:, 0].max(), 0.05)
        around = 2 * np.pi * reach
        if turns is None:
            turns = max(1, round(around / 2)) * 2.0
        step = np.diff(outline, axis=0)
        span = np.linalg.norm(step, axis=1)
        normal = np.stack([step[:, 1], -step[:, 0]], 1) / np.maximum(span, 1e-9)[:, None]
        ring = np.allclose(outline[0], outline[-1])
        run = np.concatenate([[0], np.cumsum(span)])
        count = len(span)
        for k in range(count):
            if span[k] < 1e-6:
                continue
            n0 = n1 = normal[k]
            before, after = k - 1 if k else (count - 1 if ring else None), (
                (k + 1) % count if k + 1 < count or ring else None
            )
            if before is not None and normal[before] @ normal[k] > crease:
                n0 = unit(normal[before] + normal[k])
            if after is not None and normal[after] @ normal[k] > crease:
                n1 = unit(normal[after] + normal[k])
            (r0, y0), (r1, y1) = outline[k], outline[k + 1]
            sin, cos = np.sin(azimuth), np.cos(azimuth)
            sin[-1], cos[-1] = sin[0], cos[0]
            p0 = center + np.stack([r0 * sin, np.full_like(sin, y0), r0 * cos], 1)
            p1 = center + np.stack([r1 * sin, np.full_like(sin, y1), r1 * cos], 1)
            m0 = np.stack([n0[0] * sin, np.full_like(sin, n0[1]), n0[0] * cos], 1)
            m1 = np.stack([n1[0] * sin, np.full_like(sin, n1[1]), n1[0] * cos], 1)
            if spun and abs(normal[k][1]) > flat_uv:
                # The middle belongs to each side's own half.
                half = 0.5 * turns / sides
                u = azimuth / (2 * np.pi) * turns
                u0 = np.stack([u + (half if r0 < 1e-6 else 0), np.full_like(u, -r0)], 1)
                u1 = np.stack([u + (half if r1 < 1e-6 else 0), np.full_like(u, -r1)], 1)
            elif abs(normal[k][1]) > flat_uv:
                u0, u1 = p0[:, [0, 2]], p1[:, [0, 2]]
            else:
                u = azimuth / (2 * np.pi) * turns
                u0 = np.stack([u, np.full_like(u, -run[k])], 1)
                u1 = np.stack([u, np.full_like(u, -run[k + 1])], 1)
            triangles = []
            for i in range(sides):
                j = i + sides + 1
                if r0 > 1e-6:
                    triangles.append((i, i + 1, j + 1))
                if r1 > 1e-6:
                    triangles.append((i, j + 1, j))
            chosen = top if top and normal[k][1] > 0.7 else material
            self.add(
                chosen,
                np.concatenate([p0, p1]),
                np.concatenate([m0, m1]),
                np.concatenate([u0, u1]),
                triangles,
            )

    def torus(self, material, center, axis, radius, tube, sides=48, section=8, flat=1.0):
        """A ring about `axis`; `flat` stretches the tube along the axis."""
        axis = unit(axis)
        x = unit(np.cross(axis, [0.31, 0.2, 0.93]))
        z = np.cross(axis, x)
        a = np.arange(sides + 1) % sides * (2 * np.pi / sides)
        b = np.arange(section + 1) % section * (2 * np.pi / section) + np.pi / section
        a, b = a[:, None, None], b[None, :, None]
        spoke = np.cos(a) * x + np.sin(a) * z
        p = np.asarray(center, float) + spoke * (radius + tube * np.cos(b)) + axis * (tube * flat * np.sin(b))
        n = spoke * np.cos(b) * flat + axis * np.sin(b)
        n /= np.linalg.norm(n, axis=2)[:, :, None]
        u = np.arange(sides + 1)[:, None] / sides * max(2, round(2 * np.pi * radius / 2) * 2)
        v = np.arange(section + 1)[None, :] / section * (2 * np.pi * tube)
        uv = np.stack(np.broadcast_arrays(u, v), 2)
        self._grid(material, p, n, uv)

    def tube(self, material, a, b, radius, sides=8):
        """A round bar from a to b with flat ends."""
        a, b = np.asarray(a, float), np.asarray(b, float)
        axis = unit(b - a)
        x = unit(np.cross(axis, [0.31, 0.2, 0.93] if abs(axis[1]) > 0.9 else UP))
        z = np.cross(axis, x)
        angle = np.arange(sides + 1) % sides * (2 * np.pi / sides) + np.pi / sides
        spoke = np.cos(angle)[:, None] * x + np.sin(angle)[:, None] * z
        length = np.linalg.norm(b - a)
        rings = max(1, math.ceil(length / 14.0))
        p = np.stack([a + (b - a) * (k / rings) + spoke * radius for k in range(rings + 1)])
        n = np.stack([spoke] * (rings + 1))
        around = np.arange(sides + 1) / sides * (2 * np.pi * radius)
        uv = np.stack(
            [np.stack([np.full(sides + 1, length * k / rings), around], 1) for k in range(rings + 1)]
        )
        self._grid(material, p, n, uv)
        self.fan(material, (a + spoke * radius)[:-1][::-1], -axis)
        self.fan(material, (b + spoke * radius)[:-1], axis)

    def sphere(self, material, center, radius, sides=24):
        half = sides // 2
        outline = [
            (radius * math.cos(e), radius * math.sin(e)) for e in np.linspace(-np.pi / 2, np.pi / 2, half + 1)
        ]
        outline[0], outline[-1] = (0.0, -radius), (0.0, radius)
        self.lathe(material, outline, sides, center, crease=0.5, flat_uv=2)

    def _grid(self, material, p, n, uv):
        """A sheet of points; rows run so that (row, column) turns outward."""
        rows, columns = p.shape[:2]
        triangles = []
        for r in range(rows - 1):
            for c in range(columns - 1):
                i = r * columns + c
                j = i + columns
                triangles += [(i, i + 1, j + 1), (i, j + 1, j)]
        triangles = np.array(triangles)
        flat_p, flat_n = p.reshape(-1, 3), n.reshape(-1, 3)
        t = flat_p[triangles]
        face = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
        if (face * flat_n[triangles].sum(1)).sum() < 0:
            triangles = triangles[:, ::-1]
        self.add(material, flat_p, flat_n, uv.reshape(-1, 2), triangles)


def _area(plan):
    """Positive when (x, z) runs clockwise seen from above (z toward the reader)."""
    x, z = plan[:, 0], plan[:, 1]
    return (x * np.roll(z, -1) - np.roll(x, -1) * z).sum() / 2


def _cut_corners(plan, cut):
    if cut <= 0:
        return plan
    result = []
    for i, p in enumerate(plan):
        before, after = plan[i - 1], plan[(i + 1) % len(plan)]
        cosine = unit(before - p) @ unit(after - p)
        if cosine < -0.86:  # nearly straight: round already
            result.append(p)
        else:
            result += [p + unit(before - p) * cut, p + unit(after - p) * cut]
    return np.array(result)


def _inset(plan, distance):
    """Each side of the convex polygon moved inward."""
    count, result = len(plan), []
    for i in range(count):
        a, p, b = plan[i - 1], plan[i], plan[(i + 1) % count]
        e0, e1 = unit(p - a), unit(b - p)
        n0, n1 = np.array([e0[1], -e0[0]]), np.array([e1[1], -e1[0]])
        middle = n0 + n1
        result.append(p + middle * (distance / (1 + n0 @ n1)))
    return np.array(result)
