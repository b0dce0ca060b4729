//! A Wayland desktop for one test: Weston in a window of the X server, whose real keys and pointer
//! become those of its seat; or without any screen and seat.

use std::{
    fs,
    process::{Child, Command, Stdio},
};

use super::{Desktop, desktop};
use crate::skip;

/// The name of the socket that the game finds.
const SOCKET: &str = "hexbound-test";

/// The configuration of Weston: no panel, and nothing that moves by itself.
const SETTINGS: &str = "[core]\nidle-time=0\n[shell]\npanel-position=none\nanimation=none\n\
    startup-animation=none\nclose-animation=none\nfocus-animation=none\nlocking=false\n";

/// The way in which Weston shows windows.
#[derive(Clone, Copy)]
pub enum Shell {
    /// With frames, as on a desktop.
    Desktop,
    /// One window fills the screen.
    Kiosk,
}

/// A running Weston, and the desktop around it, on which the game is started.
pub struct WaylandDesktop {
    compositor: Child,
    pub desktop: Desktop,
}

impl WaylandDesktop {
    /// Weston in a window of `size` in points, of `scale` pixels each. `None`, and says so, where it
    /// or a tool is missing.
    pub fn open(shell: Shell, size: [u32; 2], scale: u32) -> Option<Self> {
        let arguments = [
            "--backend=x11-backend.so".to_owned(),
            format!("--width={}", size[0]),
            format!("--height={}", size[1]),
            format!("--scale={scale}"),
        ];
        let wayland = Self::start(shell, &arguments)?;
        // It has no title that is looked for, but a class.
        let weston = || {
            let search = ["search", "--onlyvisible", "--class", "weston"];
            wayland.desktop.tool("xdotool", &search).status.success()
        };
        wayland.desktop.wait("Weston's window", weston);
        Some(wayland)
    }

    /// Weston without a screen and without a seat: nobody can press a key or move a pointer.
    pub fn without_seat(shell: Shell) -> Option<Self> {
        Self::start(shell, &["--backend=headless-backend.so".to_owned()])
    }

    fn start(shell: Shell, arguments: &[String]) -> Option<Self> {
        if !skip::has_tool("weston") {
            return None;
        }
        let mut desktop = desktop()?;
        let settings = desktop.path("weston.ini");
        fs::write(&settings, SETTINGS).expect("a file");
        let shell = match shell {
            Shell::Desktop => "desktop-shell.so",
            Shell::Kiosk => "kiosk-shell.so",
        };
        let compositor = Command::new("weston")
            .args([format!("--config={}", settings.display())])
            .args(["--use-pixman", "--socket", SOCKET, "--shell", shell])
            .args(arguments)
            .env("DISPLAY", &desktop.display)
            .env("HOME", desktop.folder.path())
            .env("XDG_RUNTIME_DIR", desktop.folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("weston starts");
        // From now on the game's window is inside Weston's.
        desktop.search = ["--class", "weston"];
        desktop.wayland = Some(SOCKET);
        let wayland = Self {
            compositor,
            desktop,
        };
        let socket = wayland.desktop.path(SOCKET);
        wayland.desktop.wait("a Wayland socket", || socket.exists());
        Some(wayland)
    }
}

impl Drop for WaylandDesktop {
    fn drop(&mut self) {
        self.compositor.kill().ok();
        self.compositor.wait().ok();
    }
}
