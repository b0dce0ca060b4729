//! The program without the folder it was built in: moved away alone, and beside or below a prefix with
//! files of its own.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::{
    program::{PROGRAM, Place, text},
    skip,
};

/// The levels that come with the game.
const LEVELS: [&str; 6] = hexbound_scenes::catalog::OWN_LEVELS;

/// The program, copied to `folder`, for somebody who has never started it, in an empty folder.
struct Moved {
    place: Place,
    program: PathBuf,
}

impl Moved {
    fn to(folder: &str) -> Self {
        let place = Place::new();
        let program = place.path(folder).join("hexbound");
        for made in [program.parent().expect("a folder"), &place.path("home")] {
            fs::create_dir_all(made).expect("a folder is made");
        }
        fs::create_dir_all(place.path("empty")).expect("a folder is made");
        // A link would lead back: the system gives a program its real place.
        fs::copy(PROGRAM, &program).expect("the program is copied");
        Self { place, program }
    }

    /// Runs it; `assets` is the value of HEXBOUND_ASSETS.
    fn run(&self, assets: Option<&str>, arguments: &[&str]) -> Output {
        let mut command = Command::new(&self.program);
        command
            .args(arguments)
            .current_dir(self.place.path("empty"))
            .env("HOME", self.place.path("home"))
            .env("HEXBOUND_CACHE", "off")
            .env_remove("HEXBOUND_ASSETS")
            .env_remove("RUST_LOG");
        for variable in [
            "DISPLAY",
            "WAYLAND_DISPLAY",
            "XDG_DATA_HOME",
            "XDG_CACHE_HOME",
        ] {
            command.env_remove(variable);
        }
        if let Some(assets) = assets {
            command.env("HEXBOUND_ASSETS", assets);
        }
        command.output().expect("the program starts")
    }

    fn succeed(&self, assets: Option<&str>, arguments: &[&str]) -> String {
        let output = self.run(assets, arguments);
        let errors = text(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {errors}");
        text(&output.stdout)
    }
}

fn sources() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Copies `name` of the assets into the folder `assets`.
fn copy_asset(name: &str, assets: &Path) {
    let to = assets.join(name);
    fs::create_dir_all(to.parent().expect("a folder")).expect("a folder is made");
    fs::copy(sources().join("assets").join(name), to).expect("a file is copied");
}

#[test]
fn the_program_alone_has_all_levels_and_plays_them_as_they_are_in_the_sources() {
    let moved = Moved::to("bin");
    let listed = moved.succeed(Some("built-in"), &["levels"]);
    for level in LEVELS {
        let line = listed.lines().find(|line| line.starts_with(level));
        let line = line.unwrap_or_else(|| panic!("{level} is not in {listed}"));
        assert!(line.contains(" triangles "), "{line}");
    }
    // The last line names the folder for others.
    assert_eq!(listed.lines().count(), LEVELS.len() + 1, "{listed}");
    // The same content and the same rules: the shipped run ends in the same state.
    let run = sources().join("assets/runs/quarry.rec");
    let run = run.to_string_lossy();
    for assets in [Some("built-in"), None] {
        moved.succeed(assets, &["verify", &run]);
    }
    let mut sim = vec!["sim", "quarry", "--wander", "3", "--ticks", "240"];
    let [alone, at_home] = [Some("built-in"), None].map(|assets| moved.succeed(assets, &sim));
    // The first line ends with the speed of this run.
    let happened = |told: &str| told.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert!(happened(&alone).contains("state "), "{alone}");
    assert_eq!(happened(&alone), happened(&at_home));
    // A recording finds its level again wherever that comes from.
    sim.extend(["--record", "walk.rec"]);
    moved.succeed(Some("built-in"), &sim);
    moved.succeed(None, &["verify", "walk.rec"]);
}

#[test]
fn the_program_alone_draws_its_levels() {
    let moved = Moved::to("bin");
    let shot = ["shot", "quarry", "-o", "quarry.png", "--size", "64x36"];
    let output = moved.run(Some("built-in"), &shot);
    let errors = text(&output.stderr);
    if errors.contains("no graphics adapter") {
        return skip::lacking("a graphics driver");
    }
    assert!(output.status.success(), "{errors}");
    assert!(moved.place.path("empty/quarry.png").is_file());
}

#[test]
fn what_lies_beside_the_program_or_below_its_prefix_is_found() {
    for (bin, assets) in [
        ("bin", "bin/assets"),
        ("games", "share/hexbound"),
        ("Contents/MacOS", "Contents/Resources/assets"),
    ] {
        let moved = Moved::to(bin);
        let assets = moved.place.path(assets);
        copy_asset("levels/quarry.glb", &assets);
        fs::rename(
            assets.join("levels/quarry.glb"),
            assets.join("levels/pit.glb"),
        )
        .unwrap();
        // It is found beside those that the program has.
        let listed = moved.succeed(None, &["levels"]);
        assert!(
            listed.contains("pit ") && listed.contains("march "),
            "{listed}"
        );
        moved.succeed(None, &["sim", "pit", "--ticks", "10"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_user_without_rights_keeps_files_in_the_data_folder() {
    let moved = Moved::to("bin");
    let assets = moved.place.path("home/.local/share/hexbound/assets");
    copy_asset("levels/quarry.glb", &assets);
    fs::rename(
        assets.join("levels/quarry.glb"),
        assets.join("levels/mine.glb"),
    )
    .unwrap();
    let listed = moved.succeed(None, &["levels"]);
    assert!(listed.contains("mine "), "{listed}");
}

#[test]
fn a_folder_that_is_named_is_the_only_one_and_what_it_lacks_is_said() {
    let moved = Moved::to("bin");
    let assets = moved.place.path("other");
    copy_asset("levels/quarry.glb", &assets);
    let named = assets.to_string_lossy().into_owned();
    assert_eq!(moved.succeed(Some(&named), &["levels"]).lines().count(), 2);
    let nothing = moved.place.path("nothing");
    let nothing = nothing.to_string_lossy();
    for (arguments, missing) in [
        (["sim", "quarry"], "levels"),
        (["verify", "demo"], "demo.rec"),
    ] {
        let output = moved.run(Some(&nothing), &arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        let place = Path::new(&*nothing).join(missing).display().to_string();
        assert!(said.contains(&place), "{said}");
        assert!(said.contains("HEXBOUND_ASSETS"), "{said}");
    }
}
