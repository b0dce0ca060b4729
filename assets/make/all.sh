#!/bin/sh
# Makes the textures and the shipped level again. Needs python3 with numpy and Pillow.
set -eu
cd "$(dirname "$0")"
textures="${TMPDIR:-/tmp}/hexbound-textures"
if [ -f textures.py ]; then
    mkdir -p "$textures"
    python3 textures.py "$textures"
    python3 observatory.py ../levels/observatory.glb "$textures"
else
    python3 observatory.py ../levels/observatory.glb
fi
