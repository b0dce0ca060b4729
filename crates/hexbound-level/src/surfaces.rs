//! The surfaces of a collision mesh, by triangle: their sounds, their effect on balls, and the targets
//! and triggers they belong to.

use hexbound_collide::{CollisionMesh, hash::Hasher};
use serde::{Deserialize, Serialize};

use super::{Play, SurfaceKind};

/// The surface of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// The surface kind for the sounds of steps and impacts.
    pub kind: SurfaceKind,
    /// The factor of a ball's own restitution, 0..1.
    pub restitution: f32,
    /// The coefficient of sliding friction for balls; `None` for the default.
    pub friction: Option<f32>,
    /// The target that the surface belongs to, as its index in `Play::targets`.
    pub target: Option<u32>,
    /// The contact trigger that the surface belongs to, as its index in `Play::triggers`.
    pub trigger: Option<u32>,
}

impl Default for Surface {
    fn default() -> Self {
        Self {
            kind: SurfaceKind::default(),
            restitution: 1.0,
            friction: None,
            target: None,
            trigger: None,
        }
    }
}

/// The surfaces of the triangles of a collision mesh, in runs by the mesh's `source` indices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Surfaces {
    /// The first triangle of each run and its surface, ascending.
    runs: Vec<(u32, Surface)>,
}

impl Surfaces {
    /// Begins a run of `surface` at the triangle `first`, unless it continues the last run.
    pub fn begin(&mut self, first: u32, surface: Surface) {
        if self.runs.last().is_none_or(|(_, last)| *last != surface) {
            self.runs.push((first, surface));
        }
    }

    /// The surface of a triangle of `mesh`, the mesh of these surfaces.
    pub fn of(&self, mesh: &CollisionMesh, triangle: u32) -> Surface {
        if triangle as usize >= mesh.len() {
            return Surface::default();
        }
        if let [(0, only)] = self.runs[..] {
            return only;
        }
        let source = mesh.source(triangle);
        let after = (self.runs).partition_point(|(first, _)| *first <= source);
        let run = after.checked_sub(1).and_then(|run| self.runs.get(run));
        run.map_or(Surface::default(), |(_, surface)| *surface)
    }

    /// Returns whether all targets and triggers of the surfaces exist.
    pub(crate) fn fit(&self, play: &Play) -> bool {
        self.runs.iter().all(|(_, surface)| surface.fits(play))
    }

    /// Hashes the properties that affect play; levels with only plain surfaces add nothing.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        if self.runs.iter().all(|(_, surface)| surface.is_plain()) {
            return;
        }
        for (first, surface) in &self.runs {
            hasher.u32(*first);
            surface.hash_properties(hasher);
        }
    }
}

impl Surface {
    /// Returns whether the surface's target and trigger exist.
    pub(crate) fn fits(&self, play: &Play) -> bool {
        (self.target).is_none_or(|it| (it as usize) < play.targets.len())
            && (self.trigger).is_none_or(|it| (it as usize) < play.triggers.len())
    }

    /// Hashes the properties that affect play; a plain surface adds nothing.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        if !self.is_plain() {
            self.hash_properties(hasher);
        }
    }

    /// Returns whether the surface has the default properties, apart from its sound.
    fn is_plain(&self) -> bool {
        let plain = Self {
            kind: self.kind,
            ..Self::default()
        };
        *self == plain
    }

    fn hash_properties(&self, hasher: &mut Hasher) {
        let Self {
            kind: _,
            restitution,
            friction,
            target,
            trigger,
        } = self;
        hasher.f32(*restitution).f32(friction.unwrap_or(-1.0));
        hasher.u32(target.unwrap_or(u32::MAX));
        hasher.u32(trigger.unwrap_or(u32::MAX));
    }
}
