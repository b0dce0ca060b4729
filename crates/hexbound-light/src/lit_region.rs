//! The box of a level that light is computed in. Its grids have so many points at most, so they are
//! the finer the smaller the box is: far scenery, which nobody gets to, stays outside.

use glam::Vec3;
use hexbound_collide::geom::Aabb;

/// Distance from the box around all that is solid within which light is computed, meters.
const BEYOND_SOLID: f32 = 6.0;

/// The box that light is computed in. `seen` is the box around all that stops light, `solid` the
/// one around all that collides.
pub(crate) fn lit_region(seen: Aabb, solid: Aabb) -> Aabb {
    let near = solid.grown(Vec3::splat(BEYOND_SOLID));
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
