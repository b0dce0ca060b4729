"""The game's icon: a ball that strikes a triangle within its hexagonal prism. One list of shapes,
painted into PNG files of all sizes, and written as an SVG, an ICO and an ICNS file.

Usage: icon.py FOLDER"""

import math
import os
import sys

from PIL import Image, ImageChops, ImageDraw

SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
# Painted this many times as large, then made smaller.
OVERSAMPLING = 4
# The shapes' own coordinates run from 0 to this.
SPAN = 512.0
CENTER = (256.0, 256.0)


def hexagon(radius, center=CENTER):
    """Corners of a hexagon that stands on one of them."""
    angles = [math.radians(60 * corner - 90) for corner in range(6)]
    return [(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in angles]


def triangle(radius, center=CENTER):
    angles = [math.radians(120 * corner - 90) for corner in range(3)]
    return [(center[0] + radius * math.cos(a), center[1] + radius * math.sin(a)) for a in angles]


BALL = ((338.0, 186.0), 62.0)

# (kind, geometry, color at the top or in the middle, color at the bottom or the rim)
SHAPES = [
    ("polygon", hexagon(250), (29, 42, 58, 255), (13, 20, 30, 255)),
    # Its glow stays within the hexagon, below the ring.
    ("disk", (BALL[0], 108.0), (255, 196, 92, 200), (255, 150, 40, 0)),
    ("ring", (hexagon(250), hexagon(222)), (142, 232, 210, 255), (44, 128, 120, 255)),
    ("polygon", triangle(176, (256, 286)), (250, 238, 214, 255), (198, 164, 112, 255)),
    ("polygon", triangle(112, (256, 286)), (34, 49, 66, 255), (20, 29, 42, 255)),
    ("disk", (BALL[0], 84.0), (255, 196, 92, 150), (255, 150, 40, 0)),
    ("disk", BALL, (255, 246, 214, 255), (246, 152, 44, 255)),
]


def mixed(first, second, share):
    return tuple(round(a + (b - a) * share) for a, b in zip(first, second))


def vertical(size, first, second):
    strip = Image.new("RGBA", (1, size))
    for row in range(size):
        strip.putpixel((0, row), mixed(first, second, row / (size - 1)))
    return strip.resize((size, size))


def radial(size, middle, radius, first, second):
    """Rings of color from the rim inward."""
    picture = Image.new("RGBA", (size, size), second)
    draw = ImageDraw.Draw(picture)
    steps = max(8, min(128, int(radius)))
    for step in range(steps, 0, -1):
        reach = radius * step / steps
        box = [middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach]
        draw.ellipse(box, fill=mixed(first, second, step / steps))
    return picture


def painted(size):
    whole = size * OVERSAMPLING
    scale = whole / SPAN
    picture = Image.new("RGBA", (whole, whole), (0, 0, 0, 0))
    at = lambda points: [(x * scale, y * scale) for x, y in points]
    for kind, geometry, first, second in SHAPES:
        mask = Image.new("L", (whole, whole), 0)
        draw = ImageDraw.Draw(mask)
        if kind == "disk":
            ((x, y), radius) = geometry
            # At small sizes the glow would be a smear.
            if first[3] < 255 and size < 32:
                continue
            middle, reach = (x * scale, y * scale), radius * scale
            draw.ellipse([middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach], fill=255)
            color = radial(whole, middle, reach, first, second)
        elif kind == "ring":
            draw.polygon(at(geometry[0]), fill=255)
            draw.polygon(at(geometry[1]), fill=0)
            color = vertical(whole, first, second)
        else:
            draw.polygon(at(geometry), fill=255)
            color = vertical(whole, first, second)
        color.putalpha(ImageChops.multiply(color.getchannel("A"), mask))
        picture.alpha_composite(color)
    return picture.resize((size, size), Image.Resampling.LANCZOS)


def svg():
    definitions, shapes = [], []
    points = lambda corners: " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    stop = lambda offset, color: (
        f'<stop offset="{offset}" stop-color="rgb{color[:3]}" stop-opacity="{color[3] / 255:.2f}"/>'
    )
    for number, (kind, geometry, first, second) in enumerate(SHAPES):
        name = f"fill{number}"
        stops = stop(0, first) + stop(1, second)
        if kind == "disk":
            ((x, y), radius) = geometry
            definitions.append(f'<radialGradient id="{name}">{stops}</radialGradient>')
            shapes.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="url(#{name})"/>')
            continue
        definitions.append(
            f'<linearGradient id="{name}" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" '
            f'y2="{SPAN:.0f}">{stops}</linearGradient>'
        )
        if kind == "ring":
            path = " ".join("M" + points(corners).replace(" ", " L") + " Z" for corners in geometry)
            shapes.append(f'<path d="{path}" fill="url(#{name})" fill-rule="evenodd"/>')
        else:
            shapes.append(f'<polygon points="{points(geometry)}" fill="url(#{name})"/>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SPAN:.0f}" height="{SPAN:.0f}" '
        f'viewBox="0 0 {SPAN:.0f} {SPAN:.0f}">\n<title>Hexbound</title>\n<defs>\n'
        + "\n".join(definitions) + "\n</defs>\n" + "\n".join(shapes) + "\n</svg>\n"
    )


def icns(folder):
    """The container that macOS reads: a PNG file for each size, by the size's own code."""
    parts = b""
    for code, size in [(b"ic07", 128), (b"ic08", 256), (b"ic09", 512)]:
        with open(os.path.join(folder, f"hexbound-{size}.png"), "rb") as file:
            data = file.read()
        parts += code + (8 + len(data)).to_bytes(4, "big") + data
    return b"icns" + (8 + len(parts)).to_bytes(4, "big") + parts


def main():
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    pictures = {size: painted(size) for size in SIZES}
    for size, picture in pictures.items():
        picture.save(os.path.join(folder, f"hexbound-{size}.png"), optimize=True)
    largest = pictures[256]
    largest.save(
        os.path.join(folder, "hexbound.ico"),
        sizes=[(size, size) for size in SIZES if size <= 256],
        append_images=[pictures[size] for size in SIZES if size < 256],
    )
    with open(os.path.join(folder, "hexbound.icns"), "wb") as file:
        file.write(icns(folder))
    with open(os.path.join(folder, "hexbound.svg"), "w", encoding="utf-8") as file:
        file.write(svg())


main()
