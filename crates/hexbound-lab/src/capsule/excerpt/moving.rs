//! The movers and props of an excerpt.

use glam::{DQuat, DVec3, Quat, Vec3};
use hexbound_collide::{Body, CollisionMesh, geom::ConvexHull};
use serde::{Deserialize, Serialize};

use super::ground::{Ground, Triangles};
use hexbound_level::{
    Keys, MoverStart, MovingPart, Prop, PropPart, PropShape, Surface, Track, movers::Path,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MoverExcerpt {
    name: String,
    solid: Ground,
    start: MoverStart,
    path: Path,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PropExcerpt {
    name: String,
    position: Vec3,
    rotation: Quat,
    parts: Vec<PropPartExcerpt>,
    mesh: Triangles,
    solid: Triangles,
    reach: f32,
    gravity: bool,
    mass: Option<f32>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct PropPartExcerpt {
    center: Vec3,
    rotation: Quat,
    shape: ShapeExcerpt,
    solid: Triangles,
    surface: Surface,
    reach: f32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum ShapeExcerpt {
    Sphere(f32),
    Box { half: Vec3, corners: Vec<Vec3> },
    Hull(Vec<Vec3>),
}

impl MoverExcerpt {
    pub(super) fn of(mover: &MovingPart) -> Self {
        Self {
            name: mover.name.clone(),
            solid: Ground::of_mesh(&mover.collision, &mover.surfaces),
            start: mover.start,
            path: mover.path.clone(),
        }
    }

    pub(super) fn mover(&self) -> Result<MovingPart, String> {
        let is_sound = is_sound(&self.path);
        let (collision, surfaces) = self.solid.collision()?;
        let mover = MovingPart {
            name: self.name.clone(),
            collision,
            surfaces,
            start: self.start,
            path: self.path.clone(),
        };
        match is_sound && mover.motion_at(0.0).is_finite() {
            true => Ok(mover),
            false => Err("the path of one of its movers makes no sense".into()),
        }
    }
}

/// Returns whether a path can be followed: finite values at ascending times.
fn is_sound(path: &Path) -> bool {
    fn ascend<T: Copy>(keys: &Keys<T>, is_sound: impl Fn(T) -> bool) -> bool {
        let times = keys.keys.windows(2).all(|two| two[0].0 < two[1].0);
        let is_key = |(time, value): &(f64, T)| (0.0..1e9).contains(time) && is_sound(*value);
        times && keys.keys.iter().all(is_key)
    }
    let Track {
        translation,
        rotation,
    } = &path.track;
    let is_place = |place: DVec3| place.is_finite() && place.abs().max_element() < 1e6;
    let is_rotation = |rotation: DQuat| (rotation.length_squared() - 1.0).abs() < 1e-3;
    path.parent.is_finite()
        && is_place(path.rest.translation)
        && is_place(path.rest.scale)
        && is_rotation(path.rest.rotation)
        && ascend(translation, is_place)
        && ascend(rotation, is_rotation)
        && path.track.seconds() > 0.0
}

impl PropExcerpt {
    pub(super) fn of(prop: &Prop) -> Self {
        let part = |part: &PropPart| PropPartExcerpt {
            center: part.center,
            rotation: part.rotation,
            shape: ShapeExcerpt::of(&part.shape),
            solid: Triangles::of(&part.solid),
            surface: part.surface,
            reach: part.reach,
        };
        Self {
            name: prop.name.clone(),
            position: prop.position,
            rotation: prop.rotation,
            parts: prop.parts.iter().map(part).collect(),
            mesh: Triangles::of(&prop.mesh),
            solid: Triangles::of(&prop.solid),
            reach: prop.reach,
            gravity: prop.gravity,
            mass: prop.mass,
        }
    }

    pub(super) fn prop(&self) -> Result<Prop, String> {
        let senseless = || format!("its prop '{}' makes no sense", self.name);
        let is_place =
            |place: Vec3| place.is_finite() && place.abs().max_element() <= CollisionMesh::FURTHEST;
        let is_reach = |reach: f32| (0.0..CollisionMesh::FURTHEST).contains(&reach);
        let is_sound = is_place(self.position)
            && self.rotation.is_normalized()
            && is_reach(self.reach)
            && self.mass.is_none_or(|mass| mass > 0.0 && mass < 1e9)
            && !self.parts.is_empty();
        if !is_sound {
            return Err(senseless());
        }
        let part = |part: &PropPartExcerpt| {
            let is_sound =
                is_place(part.center) && part.rotation.is_normalized() && is_reach(part.reach);
            Ok(PropPart {
                center: part.center,
                rotation: part.rotation,
                shape: (part.shape.shape().filter(|_| is_sound)).ok_or_else(senseless)?,
                solid: part.solid.mesh()?,
                surface: part.surface,
                reach: part.reach,
            })
        };
        Ok(Prop {
            name: self.name.clone(),
            position: self.position,
            rotation: self.rotation,
            parts: self.parts.iter().map(part).collect::<Result<_, String>>()?,
            mesh: self.mesh.mesh()?,
            solid: self.solid.mesh()?,
            reach: self.reach,
            gravity: self.gravity,
            mass: self.mass,
        })
    }
}

impl ShapeExcerpt {
    fn of(shape: &PropShape) -> Self {
        let corners = |hull: &ConvexHull| hull.corners.iter().map(|it| it.as_vec3()).collect();
        match shape {
            PropShape::Sphere { radius } => Self::Sphere(*radius),
            PropShape::Box { half, hull } => Self::Box {
                half: *half,
                corners: corners(hull),
            },
            PropShape::Hull(hull) => Self::Hull(corners(hull)),
        }
    }

    /// The shape; `None` where there is none.
    fn shape(&self) -> Option<PropShape> {
        match self {
            Self::Sphere(radius) => {
                Body::sphere(*radius).ok()?;
                Some(PropShape::Sphere { radius: *radius })
            }
            Self::Box { half, corners } => {
                let is_sound = half.is_finite() && half.min_element() > 0.0;
                let hull = hull(corners).filter(|_| is_sound)?;
                Some(PropShape::Box { half: *half, hull })
            }
            Self::Hull(corners) => Some(PropShape::Hull(hull(corners)?)),
        }
    }
}

/// The hull of at most as many corners as one may have.
fn hull(corners: &[Vec3]) -> Option<ConvexHull> {
    (corners.len() <= 64).then(|| ConvexHull::from_points(corners))?
}
