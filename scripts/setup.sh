# shellcheck shell=bash
# Finds out what this machine lacks for playing or testing, says so, and installs it. Sourced by
# scripts/play, scripts/test, scripts/test-windows and .ci/run: `setup play`, `setup test` or
# `setup windows`.
#
# With HEXBOUND_DRY_RUN=1 it prints what it would run instead of running it.
# HEXBOUND_OS_RELEASE and HEXBOUND_ICD_DIRS stand in for the system's own files in tests.

HEXBOUND_HOME=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
MANIFEST=$HEXBOUND_HOME/Cargo.toml
# The script of https://sh.rustup.rs, from the host that its toolchains come from.
RUSTUP_INSTALLER=https://static.rust-lang.org/rustup/rustup-init.sh
OS_RELEASE=${HEXBOUND_OS_RELEASE:-/etc/os-release}
ICD_DIRS=${HEXBOUND_ICD_DIRS:-/usr/share/vulkan/icd.d /usr/local/share/vulkan/icd.d /etc/vulkan/icd.d /run/opengl-driver/share/vulkan/icd.d}

say() { printf '%s\n' "$*"; }
complain() { printf '%s\n' "$*" >&2; }

# Runs a command, or in a dry run prints it.
run() {
    if [[ ${HEXBOUND_DRY_RUN:-0} == 1 ]]; then
        say "would run: $*"
    else
        "$@"
    fi
}

# Makes the machine ready for $1 (play, test or windows), or says what is needed and exits with 1.
setup() {
    local purpose=$1 lacking
    use_cargo_home
    rust_is_recent || use_default_toolchain || true
    mapfile -t lacking < <(lacking_things "$purpose")
    if ((${#lacking[@]} > 0)); then
        say "This machine lacks:"
        describe_things "${lacking[@]}"
        install_packages "${lacking[@]}"
        confirm_installed "$purpose"
    fi
    ensure_rust
}

has_display() {
    [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} || $(uname -s) == Darwin ]]
}

# --- What is there -------------------------------------------------------------------------

# Prints the things that $1 (play, test or windows) needs and that are not here, one name a line.
lacking_things() {
    local purpose=$1 thing
    for thing in $(needed_things "$purpose"); do
        "have_$(tr - _ <<<"$thing")" || say "$thing"
    done
}

needed_things() {
    local things="compiler"
    # Before a compiler or a toolchain can be fetched, something has to fetch it.
    rust_is_recent || things+=" downloader"
    if [[ $(uname -s) == Darwin ]]; then
        say "$things"
        return
    fi
    things+=" pkg-config alsa udev vulkan-loader vulkan-driver"
    if [[ $1 == test || -n ${DISPLAY:-} ]]; then
        things+=" x11-xcb xcursor xi xkbcommon-x11"
    fi
    if [[ $1 == test || -n ${WAYLAND_DISPLAY:-} ]]; then
        things+=" wayland xkbcommon"
    fi
    if [[ $1 == test ]]; then
        things+=" opengl xvfb xdotool openbox weston sox pv shellcheck desktop-file-utils appstream python"
    fi
    if [[ $1 == windows ]]; then
        things+=" mingw wine xvfb"
    fi
    say "$things"
}

has_command() { command -v "$1" >/dev/null 2>&1; }

has_library() {
    local ldconfig=ldconfig
    # Outside root's PATH on Debian.
    has_command ldconfig || ldconfig=/sbin/ldconfig
    # grep reads to the end: with -q it would stop early, and pipefail would call that a failure.
    "$ldconfig" -p 2>/dev/null | grep -F "$1" >/dev/null
}

# Compiles and links: a compiler without the C library's headers and start files is no use.
have_compiler() {
    has_command cc && cc -x c - -o /dev/null <<<'int main(void) { return 0; }' 2>/dev/null
}
have_downloader() { has_command curl || has_command wget; }
have_pkg_config() { has_command pkg-config; }
have_alsa() { has_command pkg-config && pkg-config --exists alsa; }
have_udev() { has_command pkg-config && pkg-config --exists libudev; }
have_vulkan_loader() { has_library libvulkan.so.1; }
have_vulkan_driver() {
    [[ -n ${VK_DRIVER_FILES:-}${VK_ICD_FILENAMES:-} ]] && return
    local folder file
    for folder in $ICD_DIRS; do
        for file in "$folder"/*.json; do
            [[ -e $file ]] && return
        done
    done
    return 1
}
have_x11_xcb() { has_library libX11-xcb.so.1; }
have_xcursor() { has_library libXcursor.so.1; }
have_xi() { has_library libXi.so.6; }
have_xkbcommon_x11() { has_library libxkbcommon-x11.so.0; }
have_wayland() { has_library libwayland-client.so.0; }
have_xkbcommon() { has_library libxkbcommon.so.0; }
# By way of EGL, and Mesa's, whose software driver pictures are compared with.
have_opengl() { has_library libEGL.so.1 && has_library libEGL_mesa.so.0; }
have_xvfb() { has_command Xvfb; }
have_xdotool() { has_command xdotool; }
have_openbox() { has_command openbox; }
have_weston() { has_command weston; }
have_sox() { has_command sox; }
have_pv() { has_command pv; }
have_shellcheck() { has_command shellcheck; }
have_desktop_file_utils() { has_command desktop-file-validate; }
have_appstream() { has_command appstreamcli; }
have_python() { has_command python3; }
have_mingw() { has_command x86_64-w64-mingw32-gcc; }
have_wine() { has_command wine; }

# --- What it is called ---------------------------------------------------------------------

# Thing | what it is for | Debian and Ubuntu | Fedora | Arch
THINGS='
compiler|a C compiler that links|gcc libc6-dev|gcc glibc-devel|gcc
downloader|curl, to fetch Rust|curl ca-certificates|curl ca-certificates|curl ca-certificates
pkg-config|pkg-config|pkg-config|pkgconf-pkg-config|pkgconf
alsa|the ALSA headers, for sound|libasound2-dev|alsa-lib-devel|alsa-lib
udev|the udev headers, for pads|libudev-dev|systemd-devel|systemd-libs
vulkan-loader|the Vulkan loader|libvulkan1|vulkan-loader|vulkan-icd-loader
vulkan-driver|a Vulkan driver|mesa-vulkan-drivers|mesa-vulkan-drivers|vulkan-swrast
x11-xcb|the X11 client library for XCB|libx11-xcb1|libX11-xcb|libx11
xcursor|the X11 cursor library|libxcursor1|libXcursor|libxcursor
xi|the X11 input library|libxi6|libXi|libxi
xkbcommon-x11|the keyboard library for X11|libxkbcommon-x11-0|libxkbcommon-x11|libxkbcommon-x11
wayland|the Wayland client library|libwayland-client0|libwayland-client|wayland
xkbcommon|the keyboard library|libxkbcommon0|libxkbcommon|libxkbcommon
opengl|OpenGL in software, the other way to draw|libegl1 libegl-mesa0 libgl1-mesa-dri|libglvnd-egl mesa-libEGL mesa-dri-drivers|libglvnd mesa
xvfb|Xvfb, a display without a screen|xvfb|xorg-x11-server-Xvfb|xorg-server-xvfb
xdotool|xdotool, which presses keys in tests|xdotool|xdotool|xdotool
openbox|openbox, a window manager for tests|openbox|openbox|openbox
weston|Weston, a Wayland desktop for tests|weston|weston|weston
sox|sox, which measures sound|sox|sox|sox
pv|pv, which paces a recording of sound|pv|pv|pv
shellcheck|shellcheck, which checks the scripts|shellcheck|ShellCheck|shellcheck
desktop-file-utils|desktop-file-validate, which checks the entry in menus|desktop-file-utils|desktop-file-utils|desktop-file-utils
appstream|appstreamcli, which checks the description of the package|appstream|appstream|appstream
python|Python, which gathers the licenses for packages|python3|python3|python
mingw|a compiler for Windows|gcc-mingw-w64-x86-64|mingw64-gcc|mingw-w64-gcc
wine|Wine, which runs programs for Windows|wine|wine|wine
'

# Column $2 of thing $1.
column() { grep "^$1|" <<<"$THINGS" | cut -d'|' -f"$2"; }

# A line for each thing: what it is, and what for.
describe_things() {
    local thing
    for thing in "$@"; do
        say "  - $(column "$thing" 2)"
    done
}

# Which package manager's names apply here: apt, dnf, pacman or none.
package_manager() {
    local ids
    ids=" $(sed -n 's/^ID\(_LIKE\)\{0,1\}=//p' "$OS_RELEASE" 2>/dev/null | tr -d \"\' | tr '\n' ' ')"
    case $ids in
        *" debian "* | *" ubuntu "*) has_command apt-get && say apt && return ;;
        *" fedora "*) has_command dnf && say dnf && return ;;
        *" arch "*) has_command pacman && say pacman && return ;;
    esac
    say none
}

packages_for() {
    local field=$1 thing
    shift
    for thing in "$@"; do
        column "$thing" "$field"
    done | tr '\n' ' ' | sed 's/ $//'
}

# --- Getting it ----------------------------------------------------------------------------

install_packages() {
    local manager as_root
    manager=$(package_manager)
    case $manager in
        apt) set -- "$(packages_for 3 "$@")" ;;
        dnf) set -- "$(packages_for 4 "$@")" ;;
        pacman) set -- "$(packages_for 5 "$@")" ;;
        none) stop_with_list "$@" ;;
    esac
    if ! as_root=$(root_prefix); then
        complain "Neither root nor sudo is at hand. Please have these installed, then run this again:"
        complain "  $(install_command "$manager" "$1")"
        exit 1
    fi
    if [[ $manager == pacman && $1 == *vulkan-swrast* ]]; then
        say "vulkan-swrast draws in software. For a graphics card also install vulkan-radeon, vulkan-intel or nvidia-utils."
    fi
    say "Installing with $manager: $1"
    # Word splitting is meant: prefix and packages are lists.
    # shellcheck disable=SC2086
    case $manager in
        apt)
            # One broken source must not keep the others from being used.
            run $as_root apt-get update || complain "apt-get update reported errors; carrying on."
            run $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $1
            ;;
        dnf) run $as_root dnf install -y $1 ;;
        pacman) run $as_root pacman "$(pacman_flags)" --needed --noconfirm $1 ;;
    esac
}

install_command() {
    case $1 in
        apt) say "apt-get install --no-install-recommends $2" ;;
        dnf) say "dnf install $2" ;;
        pacman) say "pacman -S --needed $2" ;;
    esac
}

# A fresh container has no package lists yet. Where there are some they are left as they are,
# since new lists without an upgrade break an Arch system.
pacman_flags() {
    if compgen -G '/var/lib/pacman/sync/*.db' >/dev/null; then
        say -S
    else
        say -Sy
    fi
}

# What to put before a command to run it as root: nothing, or sudo.
root_prefix() {
    if [[ $(id -u) == 0 ]]; then
        return 0
    elif has_command sudo && { sudo -n true 2>/dev/null || [[ -t 0 ]]; }; then
        say sudo
    else
        return 1
    fi
}

stop_with_list() {
    complain "Installing packages is automatic on Debian, Ubuntu, Fedora and Arch only."
    complain "Please install these by your system's own means, then run this again:"
    local thing
    for thing in "$@"; do
        complain "  - $(column "$thing" 2) (Debian's package: $(column "$thing" 3))"
    done
    rust_is_recent || complain "  - Rust $(wanted_rust) or newer, from https://rustup.rs"
    exit 1
}

confirm_installed() {
    [[ ${HEXBOUND_DRY_RUN:-0} == 1 ]] && return
    local still
    mapfile -t still < <(lacking_things "$1")
    if ((${#still[@]} > 0)); then
        complain "Still missing after the installation:"
        describe_things "${still[@]}" >&2
        exit 1
    fi
}

# --- Rust ----------------------------------------------------------------------------------

# Rustup's own folder comes first: where a distribution's older Rust is installed too, that would
# win otherwise.
use_cargo_home() {
    local bin=${CARGO_HOME:-$HOME/.cargo}/bin
    if [[ -x $bin/cargo ]]; then
        export PATH=$bin:$PATH
    fi
}

wanted_rust() { sed -n 's/^rust-version = "\(.*\)"/\1/p' "$MANIFEST"; }

# The version of the Rust that would build here; fails where there is none.
found_rust() {
    has_command cargo && has_command rustc || return 1
    (cd "$HEXBOUND_HOME" && rustc --version 2>/dev/null) | sed -n 's/^rustc \([0-9.]*\).*/\1/p' | grep .
}

rust_is_recent() {
    local found wanted
    found=$(found_rust) || return 1
    wanted=$(wanted_rust)
    [[ $(printf '%s\n%s\n' "$wanted" "$found" | sort -V | head -n 1) == "$wanted" ]]
}

ensure_rust() {
    rust_is_recent && return
    local found
    if found=$(found_rust); then
        say "Rust $found is too old: $(wanted_rust) is needed."
    else
        say "There is no Rust here: $(wanted_rust) is needed."
    fi
    if has_command rustup; then
        say "Updating Rust's stable toolchain with rustup."
        run rustup toolchain install stable --profile minimal || complain "rustup failed."
    else
        say "Installing Rust with rustup, into ${CARGO_HOME:-$HOME/.cargo}."
        install_rustup || complain "The installer of Rust could not be fetched or failed."
    fi
    [[ ${HEXBOUND_DRY_RUN:-0} == 1 ]] && return
    use_cargo_home
    # Whatever toolchain is the default, this build uses the one that is new enough.
    rust_is_recent || export RUSTUP_TOOLCHAIN=stable
    if ! rust_is_recent; then
        complain "Rust $(wanted_rust) could not be set up. Install it from https://rustup.rs and run this again."
        exit 1
    fi
}

# rust-toolchain.toml asks for the stable toolchain. Where that is not installed, or old, the user's
# default one may be new enough; nothing has to be fetched then.
use_default_toolchain() {
    local toolchain
    has_command rustup || return 1
    toolchain=$(cd / && rustup default 2>/dev/null | cut -d' ' -f1)
    [[ -n $toolchain ]] && RUSTUP_TOOLCHAIN=$toolchain rust_is_recent || return 1
    export RUSTUP_TOOLCHAIN=$toolchain
}

install_rustup() {
    local options=(-y --profile minimal --default-toolchain stable --no-modify-path)
    if [[ ${HEXBOUND_DRY_RUN:-0} == 1 ]]; then
        say "would run: the installer from $RUSTUP_INSTALLER ${options[*]}"
        return
    fi
    local installer
    installer=$(mktemp)
    # Every step is chained, since the caller looks at the result and `set -e` rests meanwhile.
    # A distribution's old Rust beside the new one is no obstacle.
    fetch "$RUSTUP_INSTALLER" "$installer" &&
        RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$installer" "${options[@]}" &&
        rm -f "$installer"
}

# Fetches $1 into the file $2.
fetch() {
    if has_command curl; then
        curl --proto '=https' --tlsv1.2 -sSf "$1" -o "$2"
    else
        wget -q "$1" -O "$2"
    fi
}
