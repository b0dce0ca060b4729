#!/bin/sh
# Plays every shipped level through by its route and records it into the folder that is named, with the
# hashes that a replay is checked against. Needs the built game.
set -eu
out="$1"
cd "$(dirname "$0")/../.."
mkdir -p "$out"
for route in assets/make/routes/*.txt; do
    level="$(basename "$route" .txt)"
    cargo run --quiet --release --locked --example route "$level" "$route" > "$out/$level.txt"
    cargo run --quiet --release --locked -- sim "$level" --input "$out/$level.txt" --record "$out/$level.rec"
    rm "$out/$level.txt"
done
