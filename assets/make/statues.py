"""Statues that walk: how many go round a closed way, and those who stand guard."""

import math

import numpy as np


def round_of(place, prefix, corners, count, y=0.0, **extras):
    """`count` walkers spread evenly over a closed way of corners (x, z) at height `y`, each a corner
    ahead of the last: they follow each other round and round."""
    corners = np.array(corners, float)
    ends = np.roll(corners, -1, 0)
    lengths = np.linalg.norm(ends - corners, axis=1)
    marks = np.concatenate([[0], np.cumsum(lengths)])
    for k in range(count):
        s = (k + 0.5) / count * marks[-1]
        leg = int(np.searchsorted(marks, s, side="right") - 1)
        at = corners[leg] + (ends[leg] - corners[leg]) * ((s - marks[leg]) / lengths[leg])
        way = [corners[(leg + 1 + i) % len(corners)] for i in range(len(corners))]
        go = way[0] - at
        children = [(f"way_{i}", (x, y, z)) for i, (x, z) in enumerate(way)]
        place.mark(
            f"walker_{prefix}_{k:02}",
            (at[0], y + 0.05, at[1]),
            math.atan2(-go[0], -go[1]),
            children=children,
            **extras,
        )


def sentry(place, name, at, yaw, **extras):
    """One that stands where it is until it notices somebody."""
    place.mark(f"walker_{name}", at, yaw, **extras)
