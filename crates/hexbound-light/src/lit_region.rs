//! The box of a level in which light is computed. The number of points in its grids is limited, so a
//! smaller box has finer grids. Far scenery, which nobody reaches, stays outside.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

/// The distance from the bounds of solid surfaces within which light is computed, meters.
const SOLID_MARGIN: f32 = 6.0;

/// The box in which light is computed. `seen` is the bounds of all surfaces that stop light, `solid` those of
/// all surfaces that collide.
pub(crate) fn lit_region(seen: Aabb, solid: Aabb) -> Aabb {
    let near = solid.grown(Vec3::splat(SOLID_MARGIN));
    if seen.is_empty() || solid.is_empty() || !seen.overlaps(&near) {
        return seen;
    }
    Aabb::new(seen.min.max(near.min), seen.max.min(near.max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_scenery_is_outside() {
        let solid = Aabb::new(Vec3::splat(-10.0), Vec3::splat(10.0));
        let town = Aabb::new(Vec3::new(-90.0, -12.0, -10.0), Vec3::new(8.0, 40.0, 10.0));
        let region = lit_region(town, solid);
        assert_eq!(region.min, Vec3::new(-16.0, -12.0, -10.0));
        assert_eq!(region.max, Vec3::new(8.0, 16.0, 10.0));
    }

    #[test]
    fn what_is_seen_counts_where_nothing_of_it_is_near_what_is_solid() {
        let seen = Aabb::new(Vec3::splat(100.0), Vec3::splat(120.0));
        let solid = Aabb::new(Vec3::ZERO, Vec3::ONE);
        assert_eq!(lit_region(seen, solid), seen);
        assert_eq!(lit_region(seen, Aabb::EMPTY), seen);
        assert!(lit_region(Aabb::EMPTY, solid).is_empty());
    }
}
