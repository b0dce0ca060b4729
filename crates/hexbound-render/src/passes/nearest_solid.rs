//! The positions of boxes and spheres of props and moving parts, at whose surfaces clouds fade. The baked
//! distance field only contains static geometry.

use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Vec3, Vec4};
use hexbound_collide::{CollisionMesh, geom::Aabb};

use crate::scene::instances::rows;
use hexbound_level::{Level, MovingPart, Prop, PropShape};
use hexbound_sim::View;

/// The minimum share of a box's or sphere's volume that a body fills; a body that fills less may have clouds
/// inside.
const MIN_FILLED_SHARE: f32 = 0.8;
/// The position of a solid that does not exist, meters.
const NOWHERE_DISTANCE: f32 = 1e6;

/// The solid nearest to a cloud: the rows of the transform from the level to the solid's own axes, meters.
/// Then half its side lengths, with its rounding radius in w.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct NearestSolid {
    rows: [[f32; 4]; 3],
    half: [f32; 4],
}

/// The level's solids.
#[derive(Default)]
pub(crate) struct SolidShapes {
    list: Vec<SolidShape>,
}

struct SolidShape {
    owner: SolidOwner,
    /// The transform from the solid's own axes to its original position.
    rest: Affine3A,
    half: Vec3,
    radius: f32,
}

enum SolidOwner {
    /// The index of the prop and its original position.
    Prop(usize, Vec3),
    /// The index of the mover, and the mover.
    Mover(usize, Box<MovingPart>),
}

/// A solid at its current position.
pub(crate) struct PlacedSolid {
    near: NearestSolid,
    center: Vec3,
    /// The largest distance from the center to a point of the solid, meters.
    reach: f32,
}

impl SolidShapes {
    pub(crate) fn of(level: &Level) -> Self {
        let props = level.props.iter().enumerate();
        let props = props.flat_map(|(index, prop)| solids_of(index, prop));
        let movers = level.movers.iter().enumerate();
        let movers = movers.filter_map(|(index, mover)| {
            let bounds: Aabb = mover.collision.bounds();
            let half = bounds.size() * 0.5;
            fills(&mover.collision, 8.0 * half.element_product()).then(|| SolidShape {
                owner: SolidOwner::Mover(index, Box::new(mover.clone())),
                rest: Affine3A::from_translation(bounds.center()),
                half,
                radius: 0.0,
            })
        });
        Self {
            list: props.chain(movers).collect(),
        }
    }

    /// Returns the positions of the solids in `view`.
    pub(crate) fn placed(&self, view: &View) -> Vec<PlacedSolid> {
        self.list.iter().map(|solid| solid.placed(view)).collect()
    }
}

/// The parts of a prop that are boxes or spheres. A prop of a single part must fill its shape. With several
/// parts this is not tested, since the volume of each part's own mesh is unknown.
fn solids_of(index: usize, prop: &Prop) -> impl Iterator<Item = SolidShape> + '_ {
    prop.parts.iter().filter_map(move |part| {
        let (half, radius, volume) = match &part.shape {
            PropShape::Box { half, .. } => (*half, 0.0, 8.0 * half.element_product()),
            PropShape::Sphere { radius } => (Vec3::ZERO, *radius, 4.19 * radius * radius * radius),
            PropShape::Hull(_) => return None,
        };
        let is_full = prop.parts.len() > 1 || fills(&prop.mesh, volume);
        let center = prop.position + part.center;
        is_full.then(|| SolidShape {
            owner: SolidOwner::Prop(index, prop.position),
            rest: Affine3A::from_rotation_translation(part.rotation, center),
            half,
            radius,
        })
    })
}

impl SolidShape {
    fn placed(&self, view: &View) -> PlacedSolid {
        let transform = match &self.owner {
            SolidOwner::Prop(index, start) => {
                let moved = (view.props.get(*index)).map_or(Vec3::ZERO, |prop| prop.center - start);
                Affine3A::from_translation(moved) * self.rest
            }
            SolidOwner::Mover(index, mover) => {
                mover.motion_at(view.mover_seconds(*index)).as_affine3a() * self.rest
            }
        };
        PlacedSolid {
            near: NearestSolid {
                rows: rows(&transform.inverse()).map(|row| row.to_array()),
                half: self.half.extend(self.radius).to_array(),
            },
            center: transform.translation.into(),
            reach: self.half.length() + self.radius,
        }
    }
}

/// The solid nearest to a cloud of the radius `radius`, meters; [`NearestSolid::NONE`] if none is in reach.
pub(super) fn nearest(placed: &[PlacedSolid], center: Vec3, radius: f32) -> NearestSolid {
    let reaches = placed.iter().filter(|solid| {
        solid.center.distance_squared(center) < (solid.reach + radius) * (solid.reach + radius)
    });
    let found = reaches.min_by(|a, b| {
        let [a, b] = [a, b].map(|solid| solid.near.signed_distance(center));
        a.total_cmp(&b)
    });
    found.map_or(NearestSolid::NONE, |solid| solid.near)
}

impl NearestSolid {
    /// A solid that is far from everything.
    pub(super) const NONE: Self = Self {
        rows: [[0.0, 0.0, 0.0, NOWHERE_DISTANCE]; 3],
        half: [0.0; 4],
    };

    /// The distance of a point from the solid, meters, negative inside. `outside` in shaders/noise.wgsl
    /// computes the same.
    fn signed_distance(&self, point: Vec3) -> f32 {
        let own = Vec3::from(self.rows.map(|row| Vec4::from(row).dot(point.extend(1.0))));
        let [x, y, z, radius] = self.half;
        let beyond = own.abs() - Vec3::new(x, y, z);
        beyond.max(Vec3::ZERO).length() + beyond.max_element().min(0.0) - radius
    }
}

/// Returns whether a closed mesh fills at least [`MIN_FILLED_SHARE`] of `volume`, m³.
fn fills(mesh: &CollisionMesh, volume: f32) -> bool {
    let middle = mesh.bounds().center();
    let sixth = |triangle: u32| {
        let [a, b, c] = mesh.corners(triangle).map(|corner| corner - middle);
        a.dot(b.cross(c)) / 6.0
    };
    let own: f32 = (0..mesh.len() as u32).map(sixth).sum();
    volume > 0.0 && own.abs() >= MIN_FILLED_SHARE * volume
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::SeenProp;

    #[test]
    fn a_box_is_found_where_it_has_been_moved_to() {
        let level = catalog::open("test:props").unwrap();
        let solids = SolidShapes::of(&level);
        assert!(!solids.list.is_empty());
        let seen = level.props.iter().map(|prop| SeenProp {
            center: prop.position + Vec3::Y * 50.0,
            selected: false,
            facing: Vec3::NEG_Z,
            velocity: Vec3::ZERO,
            first_ahead: None,
        });
        let mut view = View {
            props: seen.collect(),
            ..View::default()
        };
        let SolidOwner::Prop(index, start) = solids.list[0].owner else {
            panic!("the first is a prop");
        };
        let far = nearest(&solids.placed(&view), start, 1.0);
        assert_eq!(far, NearestSolid::NONE);
        view.props[index].center = start;
        let found = nearest(&solids.placed(&view), start, 1.0);
        assert!(found.signed_distance(start) < 0.0);
        assert!(found.signed_distance(start + Vec3::Y * 20.0) > 10.0);
    }

    #[test]
    fn distances_are_those_of_a_rounded_box() {
        let near = NearestSolid {
            rows: [Vec4::X, Vec4::Y, Vec4::Z].map(|axis| axis.to_array()),
            half: [1.0, 2.0, 3.0, 0.5],
        };
        assert_eq!(near.signed_distance(Vec3::X * 4.0), 2.5);
        assert_eq!(near.signed_distance(Vec3::new(4.0, 6.0, 0.0)), 4.5);
        assert_eq!(near.signed_distance(Vec3::ZERO), -1.5);
        assert!(NearestSolid::NONE.signed_distance(Vec3::ONE) > 1e5);
    }
}
