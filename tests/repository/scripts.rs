//! The set-up scripts on made-up machines: a PATH that holds only what the machine is said to
//! have, and stand-ins for its package manager, sudo and cargo that write down how they were
//! called.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

use crate::skip;

const DEBIAN: &str = "ID=debian\nVERSION_ID=\"12\"\n";
const MINT: &str = "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n";
const FEDORA: &str = "ID=fedora\n";
const ARCH: &str = "ID=arch\n";
const OTHER: &str = "ID=plan9\n";

/// The programs that every system brings.
const BASICS: [&str; 14] = [
    "bash", "sh", "cat", "cut", "dirname", "env", "grep", "head", "sed", "sort", "tr", "mktemp",
    "rm", "uniq",
];
/// All libraries that are looked for.
const LIBRARIES: &str = "libvulkan.so.1 libX11-xcb.so.1 libXcursor.so.1 libXi.so.6 \
    libxkbcommon-x11.so.0 libxkbcommon.so.0 libwayland-client.so.0 libEGL.so.1 libEGL_mesa.so.0";
const TEST_TOOLS: [&str; 11] = [
    "Xvfb",
    "xdotool",
    "openbox",
    "weston",
    "import",
    "sox",
    "pv",
    "shellcheck",
    "desktop-file-validate",
    "appstreamcli",
    "python3",
];

/// A machine with a log of every call to a stand-in.
struct Machine {
    folder: TempDir,
    variables: Vec<(&'static str, String)>,
}

/// The outcome of a script on a machine.
struct Outcome {
    code: i32,
    output: String,
    calls: String,
}

impl Machine {
    /// With a shell and a package manager, run by root, and nothing else.
    fn bare(os_release: &str) -> Self {
        let machine = Self {
            folder: tempfile::tempdir().unwrap(),
            variables: Vec::new(),
        };
        fs::create_dir_all(machine.path("bin")).unwrap();
        fs::create_dir_all(machine.path("icd")).unwrap();
        fs::write(machine.path("os-release"), os_release).unwrap();
        for tool in BASICS {
            symlink(find_tool(tool), machine.path("bin").join(tool)).unwrap();
        }
        machine
            .with("uname", "echo Linux")
            .with("id", "echo 0")
            .with("ldconfig", "true")
            .with_logged("apt-get")
            .with_logged("dnf")
            .with_logged("pacman")
    }

    /// With everything that playing and testing needs, and a display.
    fn complete(os_release: &str) -> Self {
        let mut machine = Self::bare(os_release)
            .with("cc", "true")
            .with("pkg-config", "true")
            .with("curl", "true")
            .with("ldconfig", &format!("printf '%s\\n' {LIBRARIES}"))
            .with("rustc", "echo 'rustc 1.99.0 (0123abcd 2026-01-01)'")
            .with_logged("cargo")
            // What a stand-in builds is not there to be copied.
            .with("mkdir", "true")
            .with("cp", "true");
        for tool in TEST_TOOLS {
            machine = machine.with(tool, "true");
        }
        fs::write(machine.path("icd").join("driver.json"), "{}").unwrap();
        machine.variable("DISPLAY", ":7")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// With a command that runs `body`.
    fn with(self, name: &str, body: &str) -> Self {
        let path = self.path("bin").join(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    /// With a command that does nothing but write down its call.
    fn with_logged(self, name: &str) -> Self {
        let log = self.path("calls");
        let body = format!("echo \"{name} $*\" >> '{}'", log.display());
        self.with(name, &body)
    }

    fn without(self, name: &str) -> Self {
        fs::remove_file(self.path("bin").join(name)).unwrap();
        self
    }

    fn variable(mut self, name: &'static str, value: &str) -> Self {
        self.variables.retain(|(known, _)| *known != name);
        self.variables.push((name, String::from(value)));
        self
    }

    fn run(&self, script: &str, arguments: &[&str]) -> Outcome {
        let output = Command::new(self.path("bin").join("bash"))
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(script))
            .args(arguments)
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("HOME", self.folder.path())
            .env("HEXBOUND_OS_RELEASE", self.path("os-release"))
            .env("HEXBOUND_ICD_DIRS", self.path("icd"))
            .envs(self.variables.iter().map(|(name, value)| (*name, value)))
            .current_dir(self.folder.path())
            .stdin(std::process::Stdio::null())
            .output()
            .unwrap();
        Outcome {
            code: output.status.code().unwrap_or(-1),
            output: String::from_utf8_lossy(&output.stdout).into_owned()
                + &String::from_utf8_lossy(&output.stderr),
            calls: fs::read_to_string(self.path("calls")).unwrap_or_default(),
        }
    }

    fn dry_run(self, script: &str) -> Outcome {
        self.variable("HEXBOUND_DRY_RUN", "1").run(script, &[])
    }
}

impl Outcome {
    /// The words of the first line that holds `text`.
    fn line(&self, text: &str) -> Vec<&str> {
        self.output
            .lines()
            .find(|line| line.contains(text))
            .unwrap_or_else(|| panic!("no '{text}' in: {}", self.output))
            .split_whitespace()
            .collect()
    }
}

fn find_tool(name: &str) -> PathBuf {
    std::env::split_paths(&std::env::var_os("PATH").unwrap())
        .map(|folder| folder.join(name))
        .find(|path| path.exists())
        .unwrap_or_else(|| panic!("no '{name}' on this machine"))
}

fn assert_installs(outcome: &Outcome, command: &str, packages: &str) {
    let line = outcome.line(command);
    for package in packages.split_whitespace() {
        assert!(line.contains(&package), "no {package} in {line:?}");
    }
    assert_eq!(outcome.code, 0, "{}", outcome.output);
    assert_eq!(outcome.calls, "", "a dry run ran something");
}

#[test]
fn a_bare_debian_is_given_everything_by_apt_and_rustup() {
    for system in [DEBIAN, MINT] {
        let outcome = Machine::bare(system).dry_run("scripts/test");
        assert_installs(
            &outcome,
            "apt-get install",
            "gcc libc6-dev curl pkg-config libasound2-dev libudev-dev libvulkan1 mesa-vulkan-drivers \
             libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libegl1 libegl-mesa0 \
             libwayland-client0 libxkbcommon0 libgl1-mesa-dri xvfb xdotool openbox weston imagemagick sox pv shellcheck \
             desktop-file-utils appstream python3",
        );
        outcome.line("would run: apt-get update");
        outcome.line("https://static.rust-lang.org/rustup/rustup-init.sh");
        outcome.line("There is no Rust here");
        outcome.line("a Vulkan driver");
    }
}

#[test]
fn a_bare_fedora_is_given_everything_by_dnf() {
    assert_installs(
        &Machine::bare(FEDORA).dry_run("scripts/test"),
        "dnf install",
        "gcc glibc-devel curl pkgconf-pkg-config alsa-lib-devel systemd-devel vulkan-loader \
         mesa-vulkan-drivers libX11-xcb libXcursor libXi libxkbcommon-x11 libglvnd-egl \
         libwayland-client libxkbcommon mesa-libEGL mesa-dri-drivers xorg-x11-server-Xvfb xdotool openbox weston ImageMagick sox pv ShellCheck \
         desktop-file-utils appstream python3",
    );
}

#[test]
fn a_bare_arch_is_given_everything_by_pacman() {
    let outcome = Machine::bare(ARCH).dry_run("scripts/test");
    assert_installs(
        &outcome,
        "would run: pacman",
        "gcc curl pkgconf alsa-lib systemd-libs vulkan-icd-loader vulkan-swrast libx11 libxcursor libxi \
         libxkbcommon-x11 wayland libxkbcommon libglvnd mesa xorg-server-xvfb xdotool openbox weston imagemagick sox pv shellcheck \
         desktop-file-utils appstream python",
    );
    outcome.line("vulkan-radeon");
}

#[test]
fn for_windows_a_compiler_and_wine_are_installed() {
    for (system, command, packages) in [
        (DEBIAN, "apt-get install", "gcc-mingw-w64-x86-64 wine xvfb"),
        (FEDORA, "dnf install", "mingw64-gcc wine"),
        (ARCH, "would run: pacman", "mingw-w64-gcc wine"),
    ] {
        let outcome = Machine::bare(system).dry_run("scripts/test-windows");
        assert_installs(&outcome, command, packages);
    }
}

#[test]
fn elsewhere_the_exact_list_is_printed_and_nothing_is_done() {
    for system in [OTHER, ""] {
        let outcome = Machine::bare(system).run("scripts/play", &[]);
        assert_eq!(outcome.code, 1, "{}", outcome.output);
        assert_eq!(outcome.calls, "");
        for text in [
            "libasound2-dev",
            "libudev-dev",
            "mesa-vulkan-drivers",
            "pkg-config",
            "rustup.rs",
        ] {
            outcome.line(text);
        }
    }
}

#[test]
fn on_a_mac_only_a_compiler_and_rust_are_needed() {
    let mac = Machine::complete("")
        .with("uname", "echo Darwin")
        .without("pkg-config");
    let outcome = mac.variable("DISPLAY", "").run("scripts/play", &[]);
    assert_eq!(outcome.code, 0, "{}", outcome.output);
    assert!(
        outcome.calls.ends_with("--bin hexbound --\n"),
        "{}",
        outcome.calls
    );
    let outcome = Machine::bare("")
        .with("uname", "echo Darwin")
        .run("scripts/play", &[]);
    assert_eq!(outcome.code, 1);
    outcome.line("C compiler");
}

#[test]
fn a_complete_machine_is_left_alone() {
    for script in ["scripts/play", "scripts/test"] {
        let outcome = Machine::complete(DEBIAN).run(script, &[]);
        assert_eq!(outcome.code, 0, "{}", outcome.output);
        assert!(!outcome.calls.contains("apt-get"), "{}", outcome.calls);
        assert!(!outcome.output.contains("lacks"), "{}", outcome.output);
    }
}

#[test]
fn only_what_is_missing_is_installed_and_then_looked_for_again() {
    let machine = Machine::complete(DEBIAN).without("pv");
    let pv = machine.path("bin").join("pv");
    let machine = machine.with(
        "apt-get",
        &format!(
            "[ $1 = install ] && /bin/ln -s /bin/true '{}'; echo \"$@\"",
            pv.display()
        ),
    );
    let outcome = machine.run("scripts/test", &[]);
    assert_eq!(outcome.code, 0, "{}", outcome.output);
    outcome.line("install -y --no-install-recommends pv");
    assert!(outcome.calls.contains("cargo test"), "{}", outcome.calls);
}

#[test]
fn an_installation_that_changes_nothing_is_noticed() {
    let outcome = Machine::complete(DEBIAN)
        .without("pv")
        .run("scripts/test", &[]);
    assert_eq!(outcome.code, 1);
    outcome.line("Still missing");
    assert!(!outcome.calls.contains("cargo"), "{}", outcome.calls);
}

#[test]
fn without_root_sudo_is_used_and_without_sudo_the_command_is_printed() {
    let machine = Machine::complete(DEBIAN)
        .without("sox")
        .with("id", "echo 1000");
    let outcome = machine.run("scripts/test", &[]);
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.calls, "");
    outcome.line("apt-get install --no-install-recommends sox");
    let outcome = machine.with("sudo", "true").dry_run("scripts/test");
    assert_installs(&outcome, "would run: sudo env", "sox");
}

#[test]
fn where_the_stable_toolchain_is_not_installed_a_recent_default_one_is_used() {
    let machine = |default: &str| {
        let rustc = r#"[ "$RUSTUP_TOOLCHAIN" = 1.99.0 ] && echo 'rustc 1.99.0 (x 2026-01-01)'"#;
        Machine::complete(DEBIAN)
            .with("rustc", rustc)
            .with("rustup", &format!("echo '{default} (default)'"))
    };
    let outcome = machine("1.99.0").dry_run("scripts/play");
    assert_eq!(outcome.code, 0, "{}", outcome.output);
    assert!(!outcome.output.contains("rustup"), "{}", outcome.output);
    let outcome = machine("1.63.0").dry_run("scripts/play");
    outcome.line("would run: rustup toolchain install stable");
}

#[test]
fn an_old_rust_is_renewed() {
    let old = || Machine::complete(DEBIAN).with("rustc", "echo 'rustc 1.63.0 (x 2022-08-08)'");
    let outcome = old().with_logged("rustup").dry_run("scripts/play");
    outcome.line("Rust 1.63.0 is too old");
    outcome.line("would run: rustup toolchain install stable");
    let outcome = old().dry_run("scripts/play");
    outcome.line("https://static.rust-lang.org/rustup/rustup-init.sh");
    // A rustup that brings nothing newer is noticed.
    let outcome = old().with_logged("rustup").run("scripts/play", &[]);
    assert_eq!(outcome.code, 1);
    outcome.line("could not be set up");
}

#[test]
fn a_missing_rust_is_installed_or_the_failure_is_told() {
    let without_rust = || Machine::complete(DEBIAN).without("rustc").without("cargo");
    // An installer that writes down how it was called and puts a Rust in place.
    let machine = without_rust();
    let home = machine.path(".cargo/bin");
    let installer = format!(
        "echo \"installer $*\" >> '{}'; /bin/mkdir -p '{home}'; \
         for tool in cargo rustc; do echo '#!/bin/sh\necho rustc 1.99.0' > '{home}'/$tool; \
         /bin/chmod +x '{home}'/$tool; done",
        machine.path("calls").display(),
        home = home.display()
    );
    fs::write(machine.path("installer"), installer).unwrap();
    // The option -o is the last but one.
    let copy = format!(
        "while [ $# -gt 1 ]; do shift; done; /bin/cp '{}' \"$1\"",
        machine.path("installer").display()
    );
    let outcome = machine
        .with("curl", &copy)
        .with("rm", "true")
        .run("scripts/play", &[]);
    assert_eq!(outcome.code, 0, "{}", outcome.output);
    assert!(outcome.calls.contains("installer -y"), "{}", outcome.calls);
    // No network.
    let outcome = without_rust()
        .with("curl", "exit 6")
        .run("scripts/play", &[]);
    assert_eq!(outcome.code, 1);
    outcome.line("could not be fetched");
    outcome.line("https://rustup.rs");
}

#[test]
fn window_libraries_are_asked_for_only_where_a_window_can_open() {
    let headless = Machine::bare(DEBIAN).dry_run("scripts/play");
    assert!(
        !headless.output.contains("libxcursor1"),
        "{}",
        headless.output
    );
    let x11 = Machine::bare(DEBIAN)
        .variable("DISPLAY", ":7")
        .dry_run("scripts/play");
    assert_installs(
        &x11,
        "apt-get install",
        "libxcursor1 libxi6 libxkbcommon-x11-0",
    );
    let wayland = Machine::bare(DEBIAN).variable("WAYLAND_DISPLAY", "wayland-0");
    let wayland = wayland.dry_run("scripts/play");
    assert_installs(
        &wayland,
        "apt-get install",
        "libwayland-client0 libxkbcommon0",
    );
}

#[test]
fn play_opens_the_game_or_without_a_display_plays_the_demo() {
    let outcome = Machine::complete(DEBIAN).run("scripts/play", &[]);
    assert!(
        outcome.calls.ends_with("--bin hexbound --\n"),
        "{}",
        outcome.calls
    );
    let outcome = Machine::complete(DEBIAN).run("scripts/play", &["my level.glb"]);
    assert!(
        outcome.calls.ends_with("-- play my level.glb\n"),
        "{}",
        outcome.calls
    );
    let headless = Machine::complete(DEBIAN)
        .variable("DISPLAY", "")
        .run("scripts/play", &[]);
    assert_eq!(headless.code, 0);
    headless.line("no display");
    // The pictures go where the script says.
    let (_, folder) = (headless.calls.trim_end())
        .rsplit_once("-- film demo --fps 2 --size 640x360 --output ")
        .expect("the demo is played");
    let told = headless.line("pictures go to").concat();
    assert!(told.ends_with(&format!("to{folder}.")), "{told}");
}

#[test]
fn a_failing_build_or_game_fails_the_script() {
    let outcome = Machine::complete(DEBIAN)
        .with("cargo", "exit 101")
        .run("scripts/play", &[]);
    assert_eq!(outcome.code, 101);
}

#[test]
fn the_scripts_are_free_of_shellcheck_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let scripts = [
        "scripts/play",
        "scripts/measure",
        "scripts/test",
        "scripts/test-windows",
        "scripts/package",
        "scripts/setup.sh",
        "scripts/timed",
        ".ci/run",
    ];
    match Command::new("shellcheck")
        .arg("-x")
        .args(scripts)
        .current_dir(root)
        .output()
    {
        Err(_) => skip::lacking("shellcheck"),
        Ok(output) => assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stdout)
        ),
    }
}
