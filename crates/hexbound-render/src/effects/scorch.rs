//! Scorch marks: the level's own triangles around an impact, clipped to a square on the surface. A mark thus
//! bends around edges and never hangs in the air.

use glam::{Vec2, Vec3};

use hexbound_collide::{CollisionMesh, geom::Aabb, hash::Hasher};

use crate::outline::clip;
use hexbound_base::random::Random;
use hexbound_sim::Event;

/// The lifetime of a mark, seconds.
const MARK_SECONDS: f64 = 45.0;
/// The duration of the fading at the end, seconds.
const FADE_SECONDS: f64 = 6.0;
/// The duration of a new mark's glow, seconds.
const GLOW_SECONDS: f64 = 2.2;
/// The height of marks above the surface, meters.
const MARK_LIFT: f32 = 0.003;
/// The minimum cosine of the angle between the struck surface and a marked one.
const MIN_COSINE: f32 = 0.3;
/// The largest number of triangles of a mark: dense meshes get smaller marks rather than slow frames.
const MAX_TRIANGLES: usize = 160;

/// A vertex of a scorch mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScorchCorner {
    /// The position, local, meters.
    pub position: Vec3,
    /// The position within the mark, −1..1.
    pub mark_position: Vec2,
}

/// A scorch mark on the level's triangles.
#[derive(Clone, Debug)]
pub struct Scorch {
    /// The run's time of the impact, seconds.
    pub(super) born: f64,
    center: Vec3,
    normal: Vec3,
    /// The vertices of the mark's triangles, three for each.
    pub corners: Vec<ScorchCorner>,
    /// A random number per mark, 0..1.
    pub seed: f32,
    /// True for a crack in a lit target, which glows and never fades.
    pub is_crack: bool,
}

/// The axes and the size of the square to which a mark is clipped.
struct ScorchFrame {
    center: Vec3,
    right: Vec3,
    up: Vec3,
    normal: Vec3,
    radius: f32,
}

impl Scorch {
    /// A crack in a target of the mesh `mesh`, in the mesh's own coordinates. Its age is determined at
    /// drawing. `None` if there is no surface.
    pub(crate) fn crack(position: Vec3, normal: Vec3, mesh: &CollisionMesh) -> Option<Self> {
        let seed = Hasher::default().vec3(position).vec3(normal).finish();
        let crack = Self::new(position, normal, 0.0, mesh, &mut Random::new(seed));
        crack.map(Self::into_crack)
    }

    /// A mark; `None` if the level has no surface there, because a prop or a moving part was struck.
    pub(super) fn new(
        position: Vec3,
        normal: Vec3,
        born: f64,
        mesh: &CollisionMesh,
        random: &mut Random,
    ) -> Option<Self> {
        let normal = normal.try_normalize()?;
        let aside = normal.any_orthonormal_vector();
        let (sin, cos) = (random.fraction() * std::f32::consts::TAU).sin_cos();
        let right = aside * cos + normal.cross(aside) * sin;
        let frame = ScorchFrame {
            center: position,
            right,
            up: normal.cross(right),
            normal,
            radius: random.between(0.42, 0.6),
        };
        let mut corners = frame.clip(mesh, 1.0);
        if corners.is_empty() {
            // The surface was struck from behind.
            corners = frame.clip(mesh, -1.0);
        }
        (!corners.is_empty()).then(|| Self {
            born,
            center: position,
            normal,
            corners,
            seed: random.fraction(),
            is_crack: false,
        })
    }

    /// A crack at the same position.
    pub(super) fn into_crack(self) -> Self {
        Self {
            is_crack: true,
            ..self
        }
    }

    pub(super) fn is_at(&self, event: &Event) -> bool {
        !self.is_crack
            && self.center.distance_squared(event.position) < 0.15 * 0.15
            && self.normal.dot(event.normal) > 0.9
    }

    pub(super) fn is_alive(&self, seconds: f64) -> bool {
        self.is_crack || seconds - self.born < MARK_SECONDS
    }

    pub(super) fn freshness(&self, seconds: f64) -> f32 {
        if self.is_crack {
            return 1.0;
        }
        ((MARK_SECONDS - (seconds - self.born)) / FADE_SECONDS).clamp(0.0, 1.0) as f32
    }

    /// The heat of the mark at the run's time `seconds`: 1 when new, 0 when cold.
    pub(crate) fn heat(&self, seconds: f64) -> f32 {
        (1.0 - (seconds - self.born) / GLOW_SECONDS).clamp(0.0, 1.0) as f32
    }
}

impl ScorchFrame {
    /// The triangles that face the impact with their front (`side` 1) or back (−1), clipped to the square.
    fn clip(&self, mesh: &CollisionMesh, side: f32) -> Vec<ScorchCorner> {
        let reach = Vec3::splat(self.radius * 1.5);
        let near = mesh.triangles_near(Aabb::new(self.center - reach, self.center + reach));
        let mut corners = Vec::new();
        for index in near {
            let triangle = mesh.corners(index);
            let [a, b, c] = triangle;
            let Some(facing) = (b - a).cross(c - a).try_normalize() else {
                continue;
            };
            if side * facing.dot(self.normal) < MIN_COSINE {
                continue;
            }
            let polygon = clip_to_square(triangle.map(|corner| self.to_own(corner)));
            for index in 2..polygon.len() {
                let fan = [polygon[0], polygon[index - 1], polygon[index]];
                corners.extend(fan.map(|corner| self.corner(corner, facing * side)));
            }
            if corners.len() >= 3 * MAX_TRIANGLES {
                break;
            }
        }
        corners
    }

    /// The coordinates of a point along the frame's axes (right, up, out of the surface), in radii.
    fn to_own(&self, point: Vec3) -> Vec3 {
        let offset = (point - self.center) / self.radius;
        Vec3::new(
            offset.dot(self.right),
            offset.dot(self.up),
            offset.dot(self.normal),
        )
    }

    fn corner(&self, own: Vec3, facing: Vec3) -> ScorchCorner {
        let offset = self.right * own.x + self.up * own.y + self.normal * own.z;
        ScorchCorner {
            position: self.center + offset * self.radius + facing * MARK_LIFT,
            mark_position: own.truncate(),
        }
    }
}

/// The part of a triangle within one radius to the sides and 0.6 radii in height.
fn clip_to_square(triangle: [Vec3; 3]) -> Vec<Vec3> {
    const BOX_SIDES: [(Vec3, f32); 6] = [
        (Vec3::X, 1.0),
        (Vec3::NEG_X, 1.0),
        (Vec3::Y, 1.0),
        (Vec3::NEG_Y, 1.0),
        (Vec3::Z, 0.6),
        (Vec3::NEG_Z, 0.6),
    ];
    let mut polygon = triangle.to_vec();
    for (out, limit) in BOX_SIDES {
        polygon = clip(&polygon, out, limit);
    }
    polygon
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::random_of;
    use hexbound_sim::EventKind;

    fn floor() -> CollisionMesh {
        // Two meters square: marks near its edge must not hang over.
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let corners = corners.map(|(x, z)| Vec3::new(x, 0.0, z));
        CollisionMesh::build(&corners, &[[0, 2, 1], [0, 3, 2]]).unwrap()
    }

    fn mark(x: f32, normal: Vec3) -> Option<Scorch> {
        let event = Event::new(EventKind::Explosion, Vec3::X * x, normal, 5.0);
        let random = &mut random_of(&event);
        Scorch::new(event.position, normal, 0.0, &floor(), random)
    }

    fn area(scorch: &Scorch) -> f32 {
        let areas = scorch.corners.chunks_exact(3).map(|three| {
            let [a, b, c] = [0, 1, 2].map(|corner| three[corner].position);
            0.5 * (b - a).cross(c - a).length()
        });
        areas.sum()
    }

    #[test]
    fn a_mark_covers_its_square_and_ends_at_edges() {
        let (whole, half) = (mark(0.0, Vec3::Y).unwrap(), mark(1.0, Vec3::Y).unwrap());
        let (all, part) = (area(&whole), area(&half));
        assert!((0.7..1.5).contains(&all), "{all}");
        assert!(part < 0.75 * all.max(0.9), "{part}");
        for corner in &half.corners {
            assert!(corner.position.x < 1.001 && (corner.position.y - MARK_LIFT).abs() < 1e-4);
            assert!(corner.mark_position.abs().max_element() < 1.001);
        }
    }

    #[test]
    fn a_surface_met_from_behind_is_marked_on_that_side() {
        let below = mark(0.0, Vec3::NEG_Y).unwrap();
        assert!(below.corners.iter().all(|corner| corner.position.y < 0.0));
    }

    #[test]
    fn where_nothing_is_there_is_no_mark() {
        assert!(mark(9.0, Vec3::Y).is_none());
        assert!(mark(0.0, Vec3::ZERO).is_none());
        assert!(mark(0.0, Vec3::X).is_none(), "the floor is no wall");
    }

    #[test]
    fn marks_glow_then_stay_then_fade() {
        let mark = mark(0.0, Vec3::Y).unwrap();
        assert_eq!((mark.heat(0.0), mark.freshness(0.0)), (1.0, 1.0));
        assert_eq!((mark.heat(3.0), mark.freshness(3.0)), (0.0, 1.0));
        assert!(mark.freshness(42.0) < 0.6 && mark.is_alive(44.0) && !mark.is_alive(45.0));
    }
}
