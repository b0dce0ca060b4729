#!/usr/bin/env python3
"""Draws which package of the workspace depends on which, as docs/pictures/packages.svg.

An arrow that follows from others is left out. Packages that only tests and measurements use are left out, too.
"""

import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARGET = ROOT / "docs/pictures/packages.svg"
ASIDE = {"bench-peers", "fuzz", "measure", "test-support"}
WIDTH, HEIGHT = 150, 44
GAP_X, GAP_Y = 24, 56
MARGIN = 16


def dependencies():
    """Returns the packages of the game, each with those that it names in its manifest."""
    metadata = subprocess.check_output(
        ["cargo", "metadata", "--no-deps", "--locked", "--format-version", "1"], cwd=ROOT
    )
    packages = json.loads(metadata)["packages"]
    names = {package["name"] for package in packages} - ASIDE
    return {
        package["name"]: sorted(
            {it["name"] for it in package["dependencies"] if it["kind"] is None} & names
        )
        for package in sorted(packages, key=lambda it: it["name"])
        if package["name"] in names
    }


def reached(graph, name):
    """Returns every package that a package depends on, directly or by way of others."""
    found = set()
    for direct in graph[name]:
        found |= {direct} | reached(graph, direct)
    return found


def reduced(graph):
    """Leaves out the arrows that follow from others."""
    return {
        name: [
            it for it in direct if not any(it in reached(graph, other) for other in direct)
        ]
        for name, direct in graph.items()
    }


def rows(graph):
    """Puts each package a row below the lowest that depends on it, and orders a row by those below it."""
    depth = {}

    def depth_of(name):
        if name not in depth:
            users = [user for user, direct in graph.items() if name in direct]
            depth[name] = 1 + max(map(depth_of, users), default=-1)
        return depth[name]

    placed = [[] for _ in range(1 + max(map(depth_of, graph)))]
    for name in graph:
        placed[-1 - depth[name]].append(name)
    middle = {}
    for row in placed:
        row.sort(key=lambda it: (sum(middle[d] for d in graph[it]) / max(len(graph[it]), 1), it))
        for index, name in enumerate(row):
            middle[name] = index - (len(row) - 1) / 2
    return placed


def drawn(graph):
    """Returns the picture as SVG, the highest row first."""
    placed = rows(graph)
    width = max(map(len, placed)) * (WIDTH + GAP_X) - GAP_X + 2 * MARGIN
    height = len(placed) * (HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN
    corner = {}
    for level, row in enumerate(placed):
        left = (width - len(row) * (WIDTH + GAP_X) + GAP_X) / 2
        for index, name in enumerate(row):
            top = height - MARGIN - HEIGHT - level * (HEIGHT + GAP_Y)
            corner[name] = (left + index * (WIDTH + GAP_X), top)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="14" text-anchor="middle">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for name, direct in graph.items():
        x, y = corner[name]
        for other in direct:
            to_x, to_y = corner[other]
            parts.append(
                f'<path d="M{x + WIDTH / 2:g} {y + HEIGHT:g}C{x + WIDTH / 2:g} {y + HEIGHT + 28:g}'
                f' {to_x + WIDTH / 2:g} {to_y - 28:g} {to_x + WIDTH / 2:g} {to_y:g}"'
                ' fill="none" stroke="#889" stroke-width="1.5"/>'
            )
    for name, (x, y) in corner.items():
        short = name.removeprefix("hexbound-")
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6" fill="#eef3f8" stroke="#345"/>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + HEIGHT / 2 + 5:g}" fill="#123">{short}</text>'
        )
    return "\n".join(parts) + "\n</svg>\n"


if __name__ == "__main__":
    TARGET.write_text(drawn(reduced(dependencies())))
