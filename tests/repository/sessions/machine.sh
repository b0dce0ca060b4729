# Made-up machines in the folder of a session: a PATH that holds only what the machine is said to have,
# and stand-ins for its package manager, sudo and cargo that write down how they were called.
# shellcheck shell=sh disable=SC2034,SC2059

DEBIAN='ID=debian\nVERSION_ID="12"\n' MINT='ID=linuxmint\nID_LIKE="ubuntu debian"\n'
FEDORA='ID=fedora\n' ARCH='ID=arch\n' OTHER='ID=plan9\n'
BASICS="bash sh cat cut dirname env grep head sed sort tr mktemp rm uniq"
LIBRARIES="libvulkan.so.1 libX11-xcb.so.1 libXcursor.so.1 libXi.so.6 libxkbcommon-x11.so.0 libxkbcommon.so.0 \
libwayland-client.so.0 libEGL.so.1 libEGL_mesa.so.0"
TEST_TOOLS="Xvfb xdotool openbox weston sox pv shellcheck desktop-file-validate appstreamcli python3"

# with NAME BODY: has a command that runs BODY.
with() {
    rm -f "bin/$1"
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}

# logged NAME: has a command that does nothing but write down its call.
logged() { with "$1" "echo \"$1 \$*\" >>'$PWD/calls'"; }

# bare SYSTEM: with a shell and a package manager, run by root, and nothing else.
bare() {
    rm -rf bin icd calls .cargo
    mkdir bin icd
    printf "$1" >os-release
    for it in $BASICS; do ln -s "$(command -v "$it")" "bin/$it"; done
    with uname 'echo Linux'
    with id 'echo 0'
    with ldconfig true
    for it in apt-get dnf pacman; do logged $it; done
}

# complete SYSTEM: with everything that playing and testing needs.
complete() {
    bare "$1"
    # What a stand-in builds is not there to be copied.
    for it in cc pkg-config curl mkdir cp $TEST_TOOLS; do with "$it" true; done
    with ldconfig "printf '%s\\n' $LIBRARIES"
    with rustc "echo 'rustc 1.99.0 (0123abcd 2026-01-01)'"
    logged cargo
    touch icd/driver.json
}

# run [VARIABLE=VALUE...] SCRIPT [ARGUMENT...]: what it says, its exit code and the calls, as lines of "called".
run() {
    settings=
    while [ "${1#*=}" != "$1" ]; do
        settings="$settings $1"
        shift
    done
    script=$SOURCES/scripts/$1
    shift
    # shellcheck disable=SC2086
    # Nobody knows how long a part takes.
    { try env -i PATH="$PWD/bin" HOME="$PWD" HEXBOUND_OS_RELEASE="$PWD/os-release" HEXBOUND_ICD_DIRS="$PWD/icd" \
        $settings bash "$script" "$@" </dev/null; } 2>&1 | sed '/^ *[0-9]* s  /d'
    if [ -e calls ]; then sed 's/^/called: /' calls; fi
    rm -f calls
}
dry() { run HEXBOUND_DRY_RUN=1 "$@"; }
