#!/bin/sh
# Draws the picture of every shipped level for the list of levels: a moment of the run through it, drawn larger
# than it is kept. Needs the built game, whose program is named, and ImageMagick.
set -eu
program="$(realpath "$1")"
cd "$(dirname "$0")/../.."
drawn="$(mktemp -d)"
trap 'rm -r "$drawn"' EXIT
mkdir -p assets/pictures
while read -r level tick; do
    "$program" shot "$level" --input "assets/runs/$level.rec" --tick "$tick" --size 1440x810 -o "$drawn/$level.png"
    convert "$drawn/$level.png" -resize 480x270 -strip -sampling-factor 4:2:0 -quality 85 "assets/pictures/$level.jpg"
done <<'END'
quarry 1080
observatory 480
foundry 6360
locks 720
weigh 960
march 720
END
