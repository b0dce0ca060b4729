"""The front page's film: stretches of the run that ships with the observatory, the last of them with the
planes of F4, as one animated WebP file.

Usage: film.py PROGRAM OUT.webp, in the project's folder."""

import glob
import os
import subprocess
import sys
import tempfile

from PIL import Image

RUN = "assets/runs/observatory.rec"
SIZE = "640x360"
FRAMES_A_SECOND = 12
# From, to, in seconds of the run, and what is shown of collision.
STRETCHES = [
    (2.4, 4.5, "off"),
    (7.3, 9.1, "off"),
    (12.7, 13.7, "off"),
    (13.7, 15.6, "planes"),
]


def filmed(program, stretch):
    begin, end, view = stretch
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "film", RUN, "-o", folder, "--from", str(begin), "--to", str(end)]
        command += ["--fps", str(FRAMES_A_SECOND), "--size", SIZE, "--quality", "medium"]
        subprocess.run(command + ["--collision-view", view], check=True)
        names = sorted(glob.glob(os.path.join(folder, "*.png")))
        return [Image.open(name).convert("RGB") for name in names]


def main():
    program, out = sys.argv[1:]
    frames = [frame for stretch in STRETCHES for frame in filmed(program, stretch)]
    frames[0].save(
        out,
        save_all=True,
        append_images=frames[1:],
        duration=round(1000 / FRAMES_A_SECOND),
        loop=0,
        quality=60,
        method=6,
    )


main()
