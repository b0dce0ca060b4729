//! Levels from sources other than level files: checked, with their content hash.

use super::content_hash;
use crate::{Level, Material, MovingPart, Prop};

impl Level {
    /// Computes the level's content hash. The error states in words which part refers to a missing
    /// element, or has invalid numbers.
    pub fn checked(mut self) -> Result<Self, String> {
        let play = &self.play;
        let are_fit = self.surfaces.fit(play)
            && self.movers.iter().all(|mover| mover.surfaces.fit(play))
            && (self.props.iter().flat_map(|prop| &prop.parts)).all(|it| it.surface.fits(play))
            && self.bumpers.iter().all(|bumper| bumper.surface.fits(play));
        let targets = play.targets.len();
        let is_fit = |it: &Material| it.target.is_none_or(|target| (target as usize) < targets);
        let (movers, props) = (&self.movers, &self.props);
        let wrong = [
            (movers.iter().all(MovingPart::is_valid), "list of movers"),
            (props.iter().all(Prop::is_valid), "list of props"),
            (play.is_valid(self.movers.len()), "play"),
            (are_fit, "list of surfaces"),
            (self.materials.iter().all(is_fit), "list of materials"),
        ];
        if let Some((_, part)) = wrong.into_iter().find(|(is_valid, _)| !is_valid) {
            return Err(format!("its {part} makes no sense"));
        }
        for material in &self.materials {
            let fault = match material.textures().all(|it| it.image < self.images.len()) {
                true if material.is_valid() => continue,
                true => "a number that makes no sense",
                false => "a texture that is not there",
            };
            return Err(format!("the material '{}' has {fault}", material.name));
        }
        let triangles = content_hash::of_triangles(&self.collision);
        self.content_hash = content_hash::of_level(triangles, &self);
        Ok(self)
    }
}
