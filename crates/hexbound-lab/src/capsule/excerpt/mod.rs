//! A part of a level as serializable data for a file: the solid triangles near some places, the visible
//! ones around them, and everything that moves. Positions keep their bits, and triangles their order.
//! `places` chooses the places, and `file` has the format.

mod seen;
mod solid;

use std::sync::Arc;

use glam::{DVec3, Vec3};
use hexbound_collide::{CollisionMesh, MeshError, geom::Aabb};
use serde::{Deserialize, Serialize};

use hexbound_level::{
    Accepted, Bumper, Intent, Level, LevelLighting, Light, MovingPart, Play, Prop, Reading, Scale,
    Spawn, StartChoice, Sun, Surfaces,
};
use seen::Seen;

/// The largest distance of a visible vertex from the middle of a level, meters.
const MAX_REACH: f32 = 2e6;

/// The places of a level that an excerpt keeps.
#[derive(Clone, Debug)]
pub(super) struct Places {
    /// The boxes whose solid triangles are kept, local, meters; `None` keeps all of them.
    pub solid: Option<Vec<Aabb>>,
    /// The boxes whose visible triangles are kept, local, meters.
    pub seen: Vec<Aabb>,
}

/// A part of a level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Excerpt {
    name: String,
    scale: f64,
    variant: Option<String>,
    origin: DVec3,
    /// The box of the whole level. A body that leaves it is lost, in a part of the level as well.
    bounds: Aabb,
    spawn: Spawn,
    /// The collision mesh of the static part; `surfaces` are its own.
    collision: CollisionMesh,
    surfaces: Surfaces,
    bumpers: Vec<Bumper>,
    movers: Vec<MovingPart>,
    props: Vec<Prop>,
    play: Play,
    seen: Seen,
    lighting: LevelLighting,
}

impl Excerpt {
    /// The part of a level at these places, still without textures.
    pub(super) fn of(level: &Level, places: &Places) -> Self {
        let is_lit = |light: &&Light| {
            let reach = Vec3::splat(light.range);
            let lit = Aabb::new(light.position - reach, light.position + reach);
            places.seen.iter().any(|place| place.overlaps(&lit))
        };
        let lights = level.lighting.lights.iter();
        let solid = solid::triangles_in(&level.collision, places.solid.as_deref());
        let (collision, surfaces) = solid::part(&level.collision, &level.surfaces, &solid)
            .expect("some triangles of a mesh make a mesh");
        Self {
            name: level.name.clone(),
            scale: level.reading.scale.factor(),
            variant: level.reading.variant.clone(),
            origin: level.origin,
            bounds: level.bounds,
            spawn: level.spawn,
            collision,
            surfaces,
            bumpers: level.bumpers.clone(),
            movers: level.movers.clone(),
            props: level.props.clone(),
            play: level.play.clone(),
            seen: Seen::of(level, &places.seen),
            lighting: LevelLighting {
                lights: lights.filter(is_lit).cloned().collect(),
                ..level.lighting
            },
        }
    }

    /// Copies the textures of the level, with sides of at most `side` pixels.
    pub(super) fn take_textures(&mut self, level: &Level, side: u32) {
        self.seen.take_textures(level, side);
    }

    /// Shrinks the excerpt's textures to sides of at most `side` pixels; 0 removes them.
    pub(super) fn shrink_textures(&mut self, side: u32) {
        self.seen.shrink_textures(side);
    }

    /// The number of static solid triangles.
    pub(super) fn triangles(&self) -> usize {
        self.collision.len()
    }

    /// Keeps only the static solid triangles in `triangles`, in their order. Only they and moving parts
    /// stay visible. Fails if none is left.
    pub(super) fn keep_only(&mut self, triangles: &[u32]) -> Result<(), MeshError> {
        (self.collision, self.surfaces) = self.part(triangles)?;
        self.seen.keep_solid(&self.collision);
        Ok(())
    }

    /// The mesh and the surfaces of the static solid triangles in `triangles`, in their order. Fails if
    /// there are none.
    pub(super) fn part(&self, triangles: &[u32]) -> Result<(CollisionMesh, Surfaces), MeshError> {
        solid::part(&self.collision, &self.surfaces, triangles)
    }

    /// Builds a level from the excerpt. The error names the invalid part.
    pub(super) fn level(&self) -> Result<Level, String> {
        self.check_box_spawn_and_light()?;
        let scale = Scale::new(self.scale).ok_or("its scale makes no sense")?;
        check_valid(self.bumpers.iter().all(is_valid_bumper), "bumper")?;
        let (mesh, materials, images) = self.seen.build(self.movers.len(), self.props.len())?;
        let level = Level {
            name: self.name.clone(),
            path: None,
            reading: Reading {
                scale,
                variant: self.variant.clone(),
            },
            origin: self.origin,
            bounds: self.bounds,
            mesh,
            materials,
            images,
            lighting: self.lighting.clone(),
            ambience: Vec::new(),
            collision: Arc::new(self.collision.clone()),
            surfaces: self.surfaces.clone(),
            bumpers: self.bumpers.clone(),
            movers: self.movers.clone(),
            props: self.props.clone(),
            spawn: self.spawn,
            play: self.play.clone(),
            findings: Vec::new(),
            intent: Intent {
                start_choice: StartChoice::Named,
                accepted: Accepted::default(),
            },
            content_hash: 0,
        };
        level.checked()
    }

    fn check_box_spawn_and_light(&self) -> Result<(), String> {
        let is_corner = |it: Vec3| it.is_finite() && it.abs().max_element() < MAX_REACH;
        let are_corners = is_corner(self.bounds.min) && is_corner(self.bounds.max);
        let is_box = are_corners && !self.bounds.is_empty();
        check_valid(is_box && self.origin.is_finite(), "box")?;
        let is_view = self.spawn.yaw.is_finite() && self.spawn.pitch.abs() < 2.0;
        check_valid(is_valid_place(self.spawn.position) && is_view, "spawn")?;
        check_valid(self.lighting.lights.iter().all(is_valid_light), "light")?;
        let is_sun = |sun: Sun| sun.direction.is_normalized() && sun.color.is_finite();
        check_valid(self.lighting.sun.is_none_or(is_sun), "sun")?;
        check_valid(self.lighting.air.is_finite(), "air")
    }
}

/// Returns an error that names an invalid part of an excerpt.
fn check_valid(is_valid: bool, what: &str) -> Result<(), String> {
    match is_valid {
        true => Ok(()),
        false => Err(format!("its {what} makes no sense")),
    }
}

fn is_valid_place(place: Vec3) -> bool {
    place.is_finite() && place.abs().max_element() <= CollisionMesh::MAX_COORDINATE
}

fn is_valid_bumper(bumper: &Bumper) -> bool {
    let it = bumper.cylinder;
    is_valid_place(it.center)
        && it.axis.is_normalized()
        && is_valid_place(Vec3::new(it.radius, it.half_length, 0.0))
        && it.radius > 0.0
        && it.half_length > 0.0
}

fn is_valid_light(light: &Light) -> bool {
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
    use hexbound_level::{Alpha, Material, Track, load};
    use hexbound_scenes::catalog;

    /// An excerpt of all of a level.
    fn of(level: &Level) -> Excerpt {
        let places = Places {
            solid: None,
            seen: vec![level.bounds],
        };
        let mut excerpt = Excerpt::of(level, &places);
        excerpt.take_textures(level, 16);
        excerpt
    }

    /// An excerpt of a level with a sun, a material and air.
    fn whole() -> Excerpt {
        let file = hexbound_base::sources().join("assets/starter/LEVEL.glb");
        let mut level = load(&file).expect("a level");
        level.lighting.sun = Some(Sun {
            direction: Vec3::NEG_Y,
            color: Vec3::ONE,
        });
        of(&level)
    }

    fn sun(excerpt: &mut Excerpt) -> &mut Sun {
        excerpt.lighting.sun.as_mut().expect("a sun")
    }

    fn material(excerpt: &mut Excerpt) -> &mut Material {
        &mut excerpt.seen.materials_mut()[0]
    }

    #[test]
    fn numbers_that_are_none_are_refused_by_the_name_of_their_part() {
        assert_eq!(whole().level().map(|_| ()), Ok(()));
        type Spoil = fn(&mut Excerpt, f32);
        let spoils: [(&str, Spoil); 11] = [
            ("sun", |it, bad| sun(it).color.y = bad),
            ("sun", |it, bad| sun(it).direction.x = bad),
            ("air", |it, bad| it.lighting.air.zenith.x = bad),
            ("air", |it, bad| it.lighting.air.sun_strength = bad),
            ("air", |it, bad| it.lighting.air.haze = bad),
            ("air", |it, bad| it.lighting.air.haze_height = bad),
            ("material", |it, bad| material(it).base_color[3] = bad),
            ("material", |it, bad| material(it).emissive[0] = bad),
            ("material", |it, bad| material(it).roughness = bad),
            ("material", |it, bad| {
                material(it).bounce.friction = Some(bad);
            }),
            ("material", |it, bad| {
                material(it).alpha = Alpha::Mask { cutoff: bad };
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

    #[test]
    fn what_moves_comes_back_and_is_refused_where_its_numbers_make_no_sense() {
        let level = catalog::open("test:classes").expect("a scene");
        let excerpt = of(&level);
        assert!(!excerpt.props.is_empty() && !excerpt.movers.is_empty());
        type Spoil = fn(&mut Excerpt);
        let spoils: [(&str, Spoil); 6] = [
            ("props", |it| it.props[0].position.x = f32::NAN),
            ("props", |it| it.props[0].mass = Some(-1.0)),
            ("props", |it| it.props[0].parts = Vec::new()),
            ("props", |it| it.props[0].parts[0].reach = f32::INFINITY),
            ("movers", |it| {
                it.movers[0].path.rest.translation.y = f64::NAN;
            }),
            ("movers", |it| it.movers[0].path.track = Track::default()),
        ];
        for (part, spoil) in spoils {
            let mut spoiled = excerpt.clone();
            spoil(&mut spoiled);
            let said = spoiled.level().map(|_| ()).expect_err(part);
            assert!(said.contains(part), "{part}: {said}");
        }
        let bytes = postcard::to_allocvec(&excerpt).expect("bytes");
        let again: Excerpt = postcard::from_bytes(&bytes).expect("an excerpt");
        let hash = |excerpt: &Excerpt| excerpt.level().expect("a level").content_hash;
        assert_eq!(hash(&again), hash(&excerpt));
    }
}
