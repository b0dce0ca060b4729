//! A part of a level as plain data that a file can hold: what is solid near some places, what is seen
//! around them, and everything that moves. Positions keep their bits, triangles their order. Which
//! places matter, and how the data becomes bytes, is decided elsewhere.

mod ground;
mod moving;
mod seen;

use std::sync::Arc;

use glam::{DVec3, Vec3};
use hexbound_collide::{
    CollisionMesh,
    geom::{Aabb, Cylinder},
};
use serde::{Deserialize, Serialize};

use super::{
    Accepted, Air, Bumper, Level, Light, Play, Scale, Spawn, StartChoice, Sun, Surface, Surfaces,
    build::content_hash,
};
use ground::Ground;
use moving::{MoverExcerpt, PropExcerpt};
use seen::Seen;

/// The farthest that what is only seen reaches from the middle of a level, meters.
const MOST_REACH: f32 = 2e6;

/// The places of a level that an excerpt keeps.
#[derive(Clone, Debug)]
pub struct Places {
    /// The boxes whose solid triangles are kept, local, meters; `None` keeps all of them.
    pub solid: Option<Vec<Aabb>>,
    /// The boxes in which what is seen is kept, local, meters.
    pub seen: Vec<Aabb>,
}

/// A part of a level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Excerpt {
    name: String,
    scale: f64,
    variant: Option<String>,
    origin: DVec3,
    /// The corners of the whole level's box: what leaves it is lost, in a part of it as well.
    bounds: [Vec3; 2],
    spawn: Spawn,
    ground: Ground,
    bumpers: Vec<BumperExcerpt>,
    movers: Vec<MoverExcerpt>,
    props: Vec<PropExcerpt>,
    play: Play,
    seen: Seen,
    sun: Option<Sun>,
    air: Air,
    lights: Vec<Light>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct BumperExcerpt {
    center: Vec3,
    axis: Vec3,
    radius: f32,
    half_length: f32,
    surface: Surface,
}

impl Excerpt {
    /// The part of a level at these places, still without textures.
    pub fn of(level: &Level, places: &Places) -> Self {
        let bumper = |it: &Bumper| BumperExcerpt {
            center: it.cylinder.center,
            axis: it.cylinder.axis,
            radius: it.cylinder.radius,
            half_length: it.cylinder.half_length,
            surface: it.surface,
        };
        let is_lit = |light: &&Light| {
            let reach = Vec3::splat(light.range);
            let lit = Aabb::new(light.position - reach, light.position + reach);
            places.seen.iter().any(|place| place.overlaps(&lit))
        };
        Self {
            name: level.name.clone(),
            scale: level.scale.factor(),
            variant: level.variant.clone(),
            origin: level.origin,
            bounds: [level.bounds.min, level.bounds.max],
            spawn: level.spawn,
            ground: Ground::of(level, places.solid.as_deref()),
            bumpers: level.bumpers.iter().map(bumper).collect(),
            movers: level.movers.iter().map(MoverExcerpt::of).collect(),
            props: level.props.iter().map(PropExcerpt::of).collect(),
            play: level.play.clone(),
            seen: Seen::of(level, &places.seen),
            sun: level.sun,
            air: level.air,
            lights: level.lights.iter().filter(is_lit).cloned().collect(),
        }
    }

    /// Takes the textures of the level, no larger than `side` pixels either way.
    pub fn take_textures(&mut self, level: &Level, side: u32) {
        self.seen.take_textures(level, side);
    }

    /// Makes the excerpt's textures no larger than `side` pixels either way; 0 leaves none.
    pub fn shrink_textures(&mut self, side: u32) {
        self.seen.shrink_textures(side);
    }

    /// The number of solid triangles that stand.
    pub fn triangles(&self) -> usize {
        self.ground.len()
    }

    /// The same excerpt with only some of the solid triangles that stand, by their places in order.
    pub fn with_triangles(&self, kept: &[usize]) -> Self {
        Self {
            ground: self.ground.with(kept),
            ..self.clone()
        }
    }

    /// The same excerpt with nothing to be seen but the solid triangles and what moves.
    pub fn bare(&self) -> Self {
        let mut bare = self.clone();
        bare.seen.keep_solid(&self.ground);
        bare
    }

    /// The collision mesh and the surfaces of only some of the solid triangles that stand, by their
    /// places in order; an error in words where they make no mesh.
    pub fn collision(&self, kept: &[usize]) -> Result<(CollisionMesh, Surfaces), String> {
        self.ground.with(kept).collision()
    }

    /// Makes a level of the excerpt again. The error says in words which part makes no sense.
    pub fn level(&self) -> Result<Level, String> {
        let sound = |is_sound: bool, what: &str| match is_sound {
            true => Ok(()),
            false => Err(format!("its {what} makes no sense")),
        };
        let [min, max] = self.bounds;
        let is_place =
            |place: Vec3| place.is_finite() && place.abs().max_element() <= CollisionMesh::FURTHEST;
        sound(
            [min, max]
                .iter()
                .all(|it| it.is_finite() && it.abs().max_element() < MOST_REACH)
                && min.cmple(max).all()
                && self.origin.is_finite(),
            "box",
        )?;
        let bounds = Aabb::new(min, max);
        sound(
            is_place(self.spawn.position)
                && self.spawn.yaw.is_finite()
                && self.spawn.pitch.abs() < 2.0,
            "spawn",
        )?;
        sound(self.play.is_sound(self.movers.len()), "play")?;
        sound(self.lights.iter().all(is_sound_light), "light")?;
        let is_sun = |sun: Sun| sun.direction.is_normalized() && sun.color.is_finite();
        sound(self.sun.is_none_or(is_sun), "sun")?;
        sound(self.air.is_finite(), "air")?;
        let scale = Scale::new(self.scale).ok_or("its scale makes no sense")?;
        let (collision, surfaces) = self.ground.collision()?;
        let movers = self.movers.iter().map(MoverExcerpt::mover);
        let movers = movers.collect::<Result<Vec<_>, String>>()?;
        let props = self.props.iter().map(PropExcerpt::prop);
        let props = props.collect::<Result<Vec<_>, String>>()?;
        let bumpers: Vec<Bumper> = self.bumpers.iter().map(BumperExcerpt::bumper).collect();
        sound(
            bumpers
                .iter()
                .all(|bumper| is_sound_bumper(bumper, is_place)),
            "bumper",
        )?;
        let fits = |surface: &Surface| surface.fits(&self.play);
        let are_fit = surfaces.fit(&self.play)
            && movers.iter().all(|mover| mover.surfaces.fit(&self.play))
            && (props.iter().flat_map(|prop| &prop.parts)).all(|part| fits(&part.surface))
            && bumpers.iter().all(|bumper| fits(&bumper.surface));
        sound(are_fit, "list of surfaces")?;
        let (mesh, materials, images) = self.seen.make(self.movers.len(), self.props.len())?;
        let targets = self.play.targets.len();
        sound(
            (materials.iter()).all(|it| it.target.is_none_or(|target| (target as usize) < targets)),
            "list of materials",
        )?;
        let content_hash = content_hash::of_level(
            content_hash::of_triangles(&collision),
            self.origin,
            (&bumpers, &surfaces),
            (&movers, &props),
            (&self.spawn, &self.play),
        );
        Ok(Level {
            name: self.name.clone(),
            path: None,
            scale,
            variant: self.variant.clone(),
            origin: self.origin,
            bounds,
            mesh,
            instance_groups: Vec::new(),
            animated: Arc::default(),
            materials,
            images,
            sun: self.sun,
            air: self.air,
            lights: self.lights.clone(),
            ambience: Vec::new(),
            collision: Arc::new(collision),
            surfaces,
            bumpers,
            movers,
            props,
            spawn: self.spawn,
            start_choice: StartChoice::Named,
            play: self.play.clone(),
            findings: Vec::new(),
            accepted: Accepted::default(),
            content_hash,
        })
    }
}

impl BumperExcerpt {
    fn bumper(&self) -> Bumper {
        Bumper {
            cylinder: Cylinder {
                center: self.center,
                axis: self.axis,
                radius: self.radius,
                half_length: self.half_length,
            },
            surface: self.surface,
        }
    }
}

fn is_sound_bumper(bumper: &Bumper, is_place: impl Fn(Vec3) -> bool) -> bool {
    let Cylinder {
        center,
        axis,
        radius,
        half_length,
    } = bumper.cylinder;
    is_place(center)
        && axis.is_normalized()
        && is_place(Vec3::new(radius, half_length, 0.0))
        && radius > 0.0
        && half_length > 0.0
}

fn is_sound_light(light: &Light) -> bool {
    let cone = light.cone.is_none_or(|cone| {
        cone.direction.is_normalized() && cone.inner.is_finite() && cone.outer.is_finite()
    });
    let numbers = [light.strength, light.range];
    cone && light.position.is_finite()
        && light.color.is_finite()
        && numbers.iter().all(|number| (0.0..1e6).contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alpha, load};

    /// An excerpt of a level with a sun, a material and air.
    fn whole() -> Excerpt {
        let file = hexbound_base::sources().join("assets/starter/LEVEL.glb");
        let mut level = load(&file).expect("a level");
        level.sun = Some(Sun {
            direction: Vec3::NEG_Y,
            color: Vec3::ONE,
        });
        let places = Places {
            solid: None,
            seen: vec![level.bounds],
        };
        let mut excerpt = Excerpt::of(&level, &places);
        excerpt.take_textures(&level, 16);
        excerpt
    }

    #[test]
    fn numbers_that_are_none_are_refused_by_the_name_of_their_part() {
        assert_eq!(whole().level().map(|_| ()), Ok(()));
        type Spoil = fn(&mut Excerpt, f32);
        let spoils: [(&str, Spoil); 11] = [
            ("sun", |it, bad| {
                it.sun.as_mut().expect("a sun").color.y = bad;
            }),
            ("sun", |it, bad| {
                it.sun.as_mut().expect("a sun").direction.x = bad;
            }),
            ("air", |it, bad| it.air.zenith.x = bad),
            ("air", |it, bad| it.air.sun_strength = bad),
            ("air", |it, bad| it.air.haze = bad),
            ("air", |it, bad| it.air.haze_height = bad),
            ("material", |it, bad| {
                it.seen.materials_mut()[0].base_color[3] = bad;
            }),
            ("material", |it, bad| {
                it.seen.materials_mut()[0].emissive[0] = bad;
            }),
            ("material", |it, bad| {
                it.seen.materials_mut()[0].roughness = bad;
            }),
            ("material", |it, bad| {
                it.seen.materials_mut()[0].friction = Some(bad);
            }),
            ("material", |it, bad| {
                it.seen.materials_mut()[0].alpha = Alpha::Mask { cutoff: bad };
            }),
        ];
        for (part, spoil) in spoils {
            for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
                let mut excerpt = whole();
                spoil(&mut excerpt, bad);
                let said = excerpt.level().map(|_| ()).expect_err(part);
                assert!(said.contains(part), "{part}: {said}");
            }
        }
    }
}
