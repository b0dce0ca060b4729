//! Rays into shapes and moving spheres, compared with a march along the ray by the distance to the
//! shape; ray fans.

use glam::{DVec3, Vec3, vec3};
use hexbound_collide::geom::{
    Aabb, InfiniteCylinder, Plane, Ray, RayFan, Rectangle, ShapeHit, Sphere, Triangle, reflect,
    sweep_sphere_sphere,
};

use crate::{
    any_shape::{AnyShape, KINDS},
    random::Random,
    support::{self, any_shape},
};

const ROUNDS: u32 = 1500;

fn castable() -> impl Iterator<Item = usize> {
    (0..KINDS.len()).filter(|kind| KINDS[*kind] != "ray")
}

/// The distance at which a walk ends, meters. A ray almost along a plane meets it further on.
const FURTHEST: f64 = 1000.0;

/// Marches along a ray up to a shape, in steps as long as the gap. Returns the distance, `None`
/// without a contact, and the least gap.
fn walk(ray: &Ray, gap: impl Fn(DVec3) -> f64) -> (Option<f64>, f64) {
    let (origin, direction) = (ray.origin.as_dvec3(), ray.direction.as_dvec3().normalize());
    let (mut gone, mut least) = (0.0, f64::INFINITY);
    for _ in 0..20_000 {
        let gap = gap(origin + direction * gone);
        least = least.min(gap);
        if gap < 1e-8 {
            return (Some(gone), 0.0);
        }
        gone += gap;
        if gone > FURTHEST {
            break;
        }
    }
    (None, least)
}

/// Checks that the normal points out of the shape and against the ray.
fn check_normal(shape: &AnyShape, ray: &Ray, touch: &ShapeHit) {
    let case = format!("{touch:?} {ray:?} {shape:?}");
    let against = touch.normal.dot(ray.direction.normalize());
    assert!(touch.normal.is_normalized() && against <= 1e-4, "{case}");
    if touch.distance > 0.0 {
        // The touched point is the closest one to a point out along the normal.
        let point = touch.point.as_dvec3();
        let out = point + touch.normal.as_dvec3() * 0.25;
        assert!(shape.closest_point(out).distance(point) < 1e-3, "{case}");
    } else {
        assert!(against < -0.999 && touch.point == ray.origin, "{case}");
    }
}

#[test]
fn casts_agree_with_walking_up_to_the_shape() {
    let mut random = Random(31);
    for kind in castable() {
        let (mut met, mut passed) = (0, 0);
        for _ in 0..ROUNDS {
            let shape = any_shape(kind, &mut random);
            let target = random.point(1.5);
            let origin = random.point(5.0);
            let ray = Ray::new(origin, (target - origin) * random.within(0.1, 3.0));
            let touch = shape.cast(&ray);
            touch
                .iter()
                .for_each(|touch| check_normal(&shape, &ray, touch));
            let gap = |point: DVec3| shape.closest_point(point).distance(point);
            match (walk(&ray, gap), touch) {
                ((Some(distance), _), Some(touch)) => {
                    let case = format!("{distance} {touch:?} {ray:?} {shape:?}");
                    // At a graze, the walk stops far before the touch.
                    let steep = -touch.normal.dot(ray.direction.normalize());
                    let slack = 1e-4 + 1e-6 / f64::from(steep.max(1e-3)).powi(2);
                    let off = (f64::from(touch.distance) - distance).abs();
                    assert!(off < slack, "{case}");
                    let off = ray.at(touch.distance).distance(touch.point);
                    assert!(off < 1e-5 + 1e-6 * touch.distance, "{case}");
                    met += 1;
                }
                ((None, least), None) => {
                    assert!(least > 0.0);
                    passed += 1;
                }
                ((None, least), Some(touch)) => {
                    let is_beyond = f64::from(touch.distance) > FURTHEST;
                    assert!(least < 1e-4 || is_beyond, "{ray:?} {shape:?}");
                }
                // The walk counts a gap of 10 nm as a touch.
                ((Some(_), _), None) => {
                    let less = support::grown(&shape, -1e-5);
                    let touch = less.and_then(|less| less.cast(&ray));
                    assert_eq!(touch, None, "{ray:?} {shape:?}");
                }
            }
            if let Some(touches) = AnyShape::from(ray).intersects(&shape) {
                assert_eq!(touch.is_some(), touches, "{ray:?} {shape:?}");
            }
        }
        let name = KINDS[kind];
        assert!(met > 50, "{name} {met}");
        assert!(passed > 50 || name == "plane", "{name} {passed}");
    }
}

#[test]
fn rays_in_the_plane_of_a_flat_shape_meet_its_border() {
    let triangle = AnyShape::from(Triangle::new(Vec3::ZERO, Vec3::X, Vec3::Z));
    let rectangle = AnyShape::from(Rectangle::new(Vec3::ZERO, Vec3::X, Vec3::Y));
    let touch = |shape: &AnyShape, from, along| {
        let touch = shape.cast(&Ray::new(from, along))?;
        Some((touch.distance, touch.normal))
    };
    let met = touch(&triangle, vec3(0.25, 0.0, -2.0), Vec3::Z);
    assert_eq!(met, Some((2.0, Vec3::NEG_Z)));
    let met = touch(&rectangle, Vec3::X * 4.0, Vec3::NEG_X);
    assert_eq!(met, Some((3.0, Vec3::X)));
    // Beside it, and through its corner.
    assert_eq!(touch(&rectangle, vec3(4.0, 1.1, 0.0), Vec3::NEG_X), None);
    let met = touch(&rectangle, vec3(1.0, 1.0, 3.0), Vec3::NEG_Z);
    assert_eq!(met, Some((3.0, Vec3::Z)));
}

#[test]
fn rays_without_direction_or_sense_are_answered() {
    let still = Ray::new(Vec3::splat(0.25), Vec3::ZERO);
    let inside = still.cast(&Aabb::new(Vec3::ZERO, Vec3::ONE)).unwrap();
    assert_eq!((inside.distance, inside.normal), (0.0, Vec3::ZERO));
    assert!(still.cast(&Sphere::new(Vec3::X * 3.0, 1.0)).is_none());
    assert!(still.cast(&Plane::new(Vec3::Y, 3.0)).is_none());
    let no_axis = InfiniteCylinder {
        center: Vec3::ZERO,
        axis: Vec3::ZERO,
        radius: 1.0,
    };
    assert_eq!(Ray::new(Vec3::X * 3.0, Vec3::NEG_X).cast(&no_axis), None);
    let mut random = Random(43);
    for odd in support::odd_shapes() {
        for _ in 0..20 {
            let ray = Ray::new(random.point(2.0), random.direction());
            if let Some(touch) = odd.cast(&ray) {
                assert!(odd.is_valid(), "{odd:?}");
                let is_nan = touch.distance.is_nan() || touch.normal.is_nan();
                assert!(!is_nan, "{odd:?}: {touch:?}");
            }
            let nowhere = Ray::new(Vec3::NAN, Vec3::X);
            assert_eq!(odd.cast(&nowhere), None);
        }
    }
}

#[test]
fn moving_spheres_touch_when_walking_says_so() {
    let mut random = Random(47);
    let mut touched = 0;
    for _ in 0..1500 {
        let spheres = [0, 0].map(|_| Sphere::new(random.point(4.0), random.within(0.05, 1.5)));
        let motions = [random.point(8.0), random.point(8.0)];
        let reach = f64::from(spheres[0].radius) + f64::from(spheres[1].radius);
        let [from, to] = spheres.map(|sphere| sphere.center.as_dvec3());
        let motion = motions[0].as_dvec3() - motions[1].as_dvec3();
        let gap = |t: f64| (from - to + motion * t).length() - reach;
        if gap(0.0) <= 0.0 {
            continue;
        }
        let ray = Ray::new(Vec3::ZERO, motion.as_vec3());
        let first = walk(&ray, |point| (from - to + point).length() - reach).0;
        let first = first
            .map(|distance| distance / motion.length())
            .filter(|part| *part < 0.999_999);
        let found = sweep_sphere_sphere(&spheres[0], motions[0], &spheres[1], motions[1]);
        if let Some(first) = first {
            let touch = found.expect("the walk touched");
            assert!(
                (f64::from(touch.fraction) - first).abs() < 1e-3,
                "{first} {touch:?}"
            );
        }
        if let Some(touch) = found {
            let fraction = f64::from(touch.fraction);
            assert!(gap(fraction).abs() < 1e-5, "{touch:?}");
            let other = spheres[1].center + motions[1] * touch.fraction;
            assert!((touch.point.distance(other) - spheres[1].radius).abs() < 1e-5);
            let center = spheres[0].center + motions[0] * touch.fraction;
            assert!((center - touch.point).normalize().distance(touch.normal) < 1e-3);
            touched += 1;
        }
    }
    assert!(touched > 40, "{touched}");
}

#[test]
fn moving_spheres_that_touch_already_meet_only_if_they_approach() {
    let [a, b] = [0.0, 1.5].map(|x| Sphere::new(Vec3::X * x, 1.0));
    let at_once = sweep_sphere_sphere(&a, Vec3::X, &b, Vec3::ZERO).unwrap();
    assert_eq!((at_once.fraction, at_once.normal), (0.0, Vec3::NEG_X));
    assert_eq!(sweep_sphere_sphere(&a, Vec3::NEG_X, &b, Vec3::ZERO), None);
    assert_eq!(sweep_sphere_sphere(&a, Vec3::Y, &b, Vec3::Y), None);
    // Past each other at just the sum of the radii: touching counts.
    let high = Sphere::new(vec3(0.0, 2.0, 0.0), 1.0);
    let start = Sphere::new(Vec3::X * -4.0, 1.0);
    let grazing = sweep_sphere_sphere(&start, Vec3::X * 8.0, &high, Vec3::ZERO).unwrap();
    assert_eq!((grazing.fraction, grazing.normal), (0.5, Vec3::NEG_Y));
    assert_eq!(sweep_sphere_sphere(&a, Vec3::NAN, &b, Vec3::ZERO), None);
    let [bullet, target] = [-1000.0, 0.0].map(|x| Sphere::new(Vec3::X * x, 0.01));
    let fast = sweep_sphere_sphere(&bullet, Vec3::X * 2000.0, &target, Vec3::ZERO).unwrap();
    assert!((f64::from(fast.fraction) - 999.98 / 2000.0).abs() < 1e-6);
}

#[test]
fn parallel_fans_cover_the_cross_section() {
    let direction = vec3(1.0, 2.0, -0.5);
    let disc = RayFan::disc(Vec3::ONE, direction, 0.5, 3, 4.0);
    assert_eq!(disc.rays.len(), 1 + 6 + 12 + 18);
    for (ray, length) in disc.iter() {
        assert!(ray.direction.distance(direction.normalize()) < 1e-6);
        assert!(ray.origin.distance(Vec3::ONE) < 0.5 + 1e-6 && length == 4.0);
        assert!((ray.origin - Vec3::ONE).dot(ray.direction).abs() < 1e-6);
    }
}

#[test]
fn rays_of_vertices_find_a_body_that_overlaps() {
    let wall = Aabb::new(vec3(0.8, -5.0, -5.0), vec3(1.5, 5.0, 5.0));
    let corner = |index: u8| [index & 1, index >> 1 & 1, index >> 2].map(f32::from);
    let cube = [0, 1, 2, 3, 4, 5, 6, 7].map(|it| Vec3::from(corner(it)) * 2.0 - 1.0);
    let hits = |fan: RayFan| {
        let near = |(ray, length): &(Ray, f32)| {
            let touch = ray.cast(&wall);
            touch.is_some_and(|touch| touch.distance <= *length)
        };
        fan.iter().filter(near).count()
    };
    assert_eq!(hits(RayFan::to_vertices(Vec3::ZERO, &cube)), 4);
    assert_eq!(hits(RayFan::to_vertices(Vec3::X * -1.0, &cube)), 4);
    let away = cube.map(|vertex| vertex - Vec3::X * 2.0);
    assert_eq!(hits(RayFan::to_vertices(Vec3::X * -2.0, &away)), 0);
    assert_eq!(hits(RayFan::ahead_of_vertices(&away, Vec3::X * 1.7)), 0);
    assert_eq!(hits(RayFan::ahead_of_vertices(&away, Vec3::X * 1.9)), 4);
    assert!(RayFan::ahead_of_vertices(&away, Vec3::ZERO).rays.is_empty());
    let nowhere = RayFan::disc(Vec3::NAN, Vec3::X, 1.0, 4, 1.0);
    assert!(nowhere.rays.is_empty());
}

#[test]
fn angle_out_is_angle_in() {
    let mut random = Random(53);
    for _ in 0..200 {
        let ray = Ray::new(random.point(3.0), random.direction());
        let normal = random.direction();
        let out = reflect(&ray, Vec3::ONE, normal * 3.0);
        let (there, back): (DVec3, DVec3) = (ray.direction.as_dvec3(), out.direction.as_dvec3());
        let normal = normal.as_dvec3();
        assert!((there.dot(normal) + back.dot(normal)).abs() < 1e-6);
        assert!((there.cross(normal) - back.cross(normal)).length() < 1e-6);
        assert_eq!(out.origin, Vec3::ONE);
        let other = reflect(&ray, Vec3::ONE, -normal.as_vec3());
        assert!(other.direction.distance(out.direction) < 1e-6);
    }
}
