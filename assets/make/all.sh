#!/bin/sh
# Makes the textures, the shipped levels, the icon and the level to begin from again, or only the levels
# that are named. Needs python3 with numpy and Pillow.
set -eu
cd "$(dirname "$0")"
textures="${TMPDIR:-/tmp}/hexbound-textures"
mkdir -p "$textures"
python3 textures.py "$textures"
for level in ${*:-observatory quarry foundry locks march weigh}; do
    python3 "$level.py" "../levels/$level.glb" "$textures"
done
[ "$#" -gt 0 ] || { python3 icon.py ../icons && python3 ../starter/to_gltf.py; }
