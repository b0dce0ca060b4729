#!/bin/sh
# Makes the textures and the shipped levels again, or only the levels that are named. Needs python3
# with numpy and Pillow.
set -eu
cd "$(dirname "$0")"
textures="${TMPDIR:-/tmp}/hexbound-textures"
mkdir -p "$textures"
python3 textures.py "$textures"
for level in ${*:-observatory quarry foundry locks march weigh}; do
    python3 "$level.py" "../levels/$level.glb" "$textures"
done
