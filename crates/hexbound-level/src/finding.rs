//! Findings: errors and oddities of a level, each with a code, a severity, a node, a place and a remedy.
//! The loader finds some of them; the package `hexbound-check` finds those that only the finished level
//! shows.

use strum::IntoStaticStr;

use std::fmt;

use glam::Vec3;
use quake_gltf::{Notice, NoticeKind};
use serde::{Deserialize, Serialize};

/// One error or oddity of a level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    pub code: Code,
    /// The name of the node, if the finding is about one.
    pub node: Option<String>,
    /// The position, local meters, if the finding has one.
    pub place: Option<Vec3>,
    /// A sentence without its full stop that names the element and states the problem.
    pub problem: String,
    /// A line to follow through the level, local meters, such as a fall out of it or a blocked path.
    /// Empty for most findings.
    pub path: Vec<Vec3>,
    /// The material or image that the finding is about; its position is on a surface with it.
    pub on_surfaces: Option<OnSurfaces>,
}

/// An element without a position of its own that surfaces use, by its index in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OnSurfaces {
    Material(usize),
    Image(usize),
}

impl From<Notice> for Finding {
    fn from(Notice { kind, problem }: Notice) -> Self {
        let code = match kind {
            NoticeKind::LeftOut => Code::LeftOut,
            NoticeKind::NotDrawn => Code::NotDrawn,
            NoticeKind::MissingTexture => Code::MissingTexture,
        };
        Self::new(code, problem)
    }
}

impl Finding {
    pub fn new(code: Code, problem: impl Into<String>) -> Self {
        Self {
            code,
            node: None,
            place: None,
            problem: problem.into(),
            path: Vec::new(),
            on_surfaces: None,
        }
    }

    /// A finding about a node, whose sentence begins with the word `kind` ("node", "light") and the name.
    pub fn about(kind: &str, name: &str, code: Code, problem: impl fmt::Display) -> Self {
        Self::new(code, format!("{kind} \"{name}\": {problem}")).of_node(name)
    }

    /// Sets the name of the node.
    #[must_use]
    pub fn of_node(mut self, name: impl Into<String>) -> Self {
        self.node = Some(name.into());
        self
    }

    /// Sets the position, local meters.
    #[must_use]
    pub fn at(mut self, place: Vec3) -> Self {
        self.place = Some(place);
        self
    }

    /// Sets the material or image that the finding is about.
    #[must_use]
    pub fn on(mut self, surfaces: OnSurfaces) -> Self {
        self.on_surfaces = Some(surfaces);
        self
    }

    /// Sets a line through the level, local meters.
    #[must_use]
    pub fn along(mut self, path: Vec<Vec3>) -> Self {
        self.path = path;
        self
    }

    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// The remedy, a sentence without its full stop.
    pub fn remedy(&self) -> &'static str {
        self.code.remedy()
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.problem)
    }
}

/// The severity of a finding, from the least serious on.
#[derive(Clone, Copy, Debug, IntoStaticStr, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; it may be intended.
    Note,
    /// Most likely a mistake, but the level can be played.
    Warning,
    /// A player falls out, is stuck, or can't reach a place.
    Error,
}

impl Severity {
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Generates the enumeration of codes and its table from one list.
macro_rules! codes {
    ($($(#[$about:meta])* $code:ident, $name:literal, $severity:ident, $remedy:literal;)*) => {
        /// The kind of a finding. `docs/checks.md` has a section for each.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Code {
            $($(#[$about])* $code,)*
        }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$code,)*];

            /// The name of the code in commands and documentation.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$code => $name,)*
                }
            }

            pub fn severity(self) -> Severity {
                match self {
                    $(Self::$code => Severity::$severity,)*
                }
            }

            /// The remedy for a finding of this kind, a sentence without its full stop.
            pub fn remedy(self) -> &'static str {
                match self {
                    $(Self::$code => $remedy,)*
                }
            }
        }
    };
}

codes! {
    // Findings about walks.
    /// A place from which the player falls out of the level.
    Hole, "hole", Error, "Close the hole, or put something under it";
    /// A rim where the ground ends, from which the player falls out of the level.
    OpenRim, "open-rim", Note, "Put a wall there, or more ground; a wall named -colonly is not seen";
    /// A gap that is as wide as the player, as far as can be seen.
    DoubtfulGap, "doubtful-gap", Warning, "Close the gap, or make it clearly wider";
    /// Two methods of proof that contradict each other.
    DisputedProof, "disputed-proof", Error, "Look at the place, and report it with the level";
    /// A place that a player can enter but not leave.
    OneWay, "one-way", Note, "Open a way back, or put what brings the player back there";
    /// A part of the level that no walk from the spawn reaches.
    ClosedOff, "closed-off", Note, "Open a way to it, or leave it if it is only to be looked at";
    /// A step that is a little too high to be walked up.
    HighStep, "high-step", Warning, "Make the step at most 0.45 m high, or put a ramp there";
    /// A slope that is a little too steep to be walked up.
    SteepSlope, "steep-slope", Warning, "Make it at most 45° steep, or much steeper";
    /// An opening that is a little too narrow for the player.
    NarrowPassage, "narrow-passage", Warning, "Make it at least 1 m wide";
    /// A ceiling or lintel that is a little too low for the player.
    LowCeiling, "low-ceiling", Warning, "Leave at least 2.1 m above the floor";
    /// A gap that the body enters but can't leave.
    StickingGap, "sticking-gap", Error, "Close the gap, or make it wider than 1 m";
    // Findings about the start.
    /// A spawn inside something solid.
    SpawnInWall, "spawn-in-wall", Error, "Move the spawn to where a body of 0.8 m by 1.8 m has room";
    /// A spawn outside of everything.
    SpawnOutside, "spawn-outside", Error, "Move the spawn into the level";
    /// A spawn high above the floor.
    SpawnInAir, "spawn-in-air", Warning, "Put the spawn on the floor";
    /// A spawn that leads nowhere.
    SpawnClosedIn, "spawn-closed-in", Warning, "Open a way out of the place, or move the spawn";
    /// A level with something to play for but without a start.
    NoStart, "no-start", Note, "Add a node without a mesh named spawn where play is to begin";
    /// A level in which nobody can stand.
    NoFloor, "no-floor", Error, "Give it a floor of a square meter or more with 1.8 m of room above it, or open it with the --scale that fits";
    // Findings about the whole file.
    /// A level that lies on its side.
    ZUp, "z-up", Warning, "Export with +Y up";
    /// A level whose unit is not the meter.
    WrongUnit, "wrong-unit", Warning, "Apply the scale before exporting, or open it with --scale";
    /// Geometry far away from all else.
    StrayGeometry, "stray-geometry", Warning, "Delete it, or bring it closer";
    /// Parts of the file that nothing uses.
    UnusedData, "unused-data", Note, "Leave it out of the export";
    /// A requested feature of the file that the game does not support.
    NotDrawn, "not-drawn", Note, "Take it off, or bake it into what is drawn";
    // Findings about triangles.
    /// Faces that are seen from behind.
    FlippedFaces, "flipped-faces", Warning, "Recalculate the normals outside, or make the material double-sided";
    /// Coincident faces.
    DuplicateFaces, "duplicate-faces", Warning, "Delete one of the two";
    /// A corner in the middle of a neighbor's edge.
    TJunction, "t-junction", Note, "Split the edge at that corner, or join the corner with one of its ends";
    /// Two edges with a narrow gap between them.
    Crack, "crack", Warning, "Merge the vertices by distance";
    /// An edge with one face in an otherwise closed mesh.
    OpenEdge, "open-edge", Note, "Fill the hole with a face";
    /// An edge with three faces or more.
    NonManifoldEdge, "non-manifold-edge", Note, "Delete the faces inside";
    /// A triangle that is almost a line.
    Sliver, "sliver", Note, "Dissolve it, or limit the triangulation";
    /// A node with far more triangles than it needs.
    DenseMesh, "dense-mesh", Warning, "Decimate it, or name it -nocol and put a simple shape there";
    // Findings about names and movement.
    /// A name that is almost one with a meaning.
    NearMissName, "near-miss-name", Warning, "Spell the name as docs/levels.md has it";
    /// A marker that can't be what it requests, or only in part.
    UnfitMarker, "unfit-marker", Warning, "Change the node as the message says, or take the mark off";
    /// A level that can't be played to its end.
    NoEnd, "no-end", Warning, "Add what the message says is missing";
    /// A ball that begins inside something solid.
    BuriedBall, "buried-ball", Warning, "Move the ball out into the open";
    /// A mover that does not move.
    StillMover, "still-mover", Warning, "Give it an animation and something solid, and let a trigger play it if it waits for one";
    /// A node that is animated but does not move in the game.
    StillAnimation, "still-animation", Warning, "Add the word mover to its name";
    /// A mesh that is drawn moving but solid at rest.
    DrawnOnly, "drawn-only", Note, "Name it -nocol, and give it a -colonly shape where one should bump into it";
    /// A mover that crushes the player.
    CrushingMover, "crushing-mover", Warning, "Leave 1.8 m between it and what it closes on";
    /// A mover that reaches no place where a player can step off.
    MissingMover, "missing-mover", Warning, "Let it stop level with a floor";
    // Findings about light and images.
    /// A lamp without light.
    DarkLamp, "dark-lamp", Warning, "Give it an intensity, or delete it";
    /// A lamp inside something solid.
    BuriedLamp, "buried-lamp", Warning, "Move it out of the wall";
    /// More lamps in one place than can be distinguished.
    TooManyLamps, "too-many-lamps", Warning, "Use fewer and stronger lamps";
    /// A lamp that turns everything white.
    TooStrongLamp, "too-strong-lamp", Warning, "Make it weaker";
    /// An image of more than 4096 pixels a side.
    HugeTexture, "huge-texture", Warning, "Make it at most 4096 pixels wide and high";
    /// An image that can't be read.
    MissingTexture, "missing-texture", Warning, "Keep the pictures where the file looks for them; a glTF file can also hold them";
    /// A mesh without the texture coordinates that its material uses.
    MissingUvs, "missing-uvs", Warning, "Unwrap the mesh once more, or let the texture use the first set of coordinates";
    // Findings about what the loader tolerates.
    /// A value that can't be intended.
    BadValue, "bad-value", Warning, "Correct the value";
    /// More elements of a kind than a level may have.
    OverLimit, "over-limit", Warning, "Use fewer of them";
    /// An element that breaks a rule of the format and is omitted.
    LeftOut, "left-out", Warning, "Export the level again";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_has_a_name_of_its_own_and_a_remedy_that_reads_on() {
        let names: BTreeSet<_> = Code::ALL.iter().map(|code| code.name()).collect();
        assert_eq!(names.len(), Code::ALL.len());
        for code in Code::ALL {
            let name = code.name();
            let is_plain = |it: char| it.is_ascii_lowercase() || it == '-';
            assert!(name.chars().all(is_plain), "{name}");
            assert!(!code.remedy().ends_with('.'), "{name}");
        }
    }
}
