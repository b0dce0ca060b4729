//! Contacts: the push parts the shapes, no less does, no other way is shorter, and the point is
//! shared.

use crate::support::{Dice, any_shape, apart, closest, moved};
use glam::{DVec3, Quat, Vec3};
use hexbound_collide::geom::{
    Aabb, Capsule, Contact, Contacts, Convex, Cylinder, Frustum, Obb, Plane, Rectangle, Segment,
    Shape, Sphere, Triangle, contact_box_triangle_coarse,
};

const ROUNDS: u32 = 120;

/// Takes the shape back out of the `Shape` that the dice made.
trait Kind: Sized + Clone + Into<Shape> {
    const NUMBER: usize;
    fn out_of(shape: Shape) -> Self;
}

macro_rules! kind {
    ($($name:ident $number:literal),*) => {
        $(impl Kind for $name {
            const NUMBER: usize = $number;
            fn out_of(shape: Shape) -> Self {
                let Shape::$name(shape) = shape else { panic!("another kind") };
                shape
            }
        })*
    };
}

kind!(Sphere 0, Aabb 1, Obb 2, Plane 3, Rectangle 6, Triangle 7, Cylinder 9, Capsule 10);

impl Kind for Frustum {
    const NUMBER: usize = 8;
    fn out_of(shape: Shape) -> Self {
        let Shape::Frustum(shape) = shape else {
            panic!("another kind")
        };
        *shape
    }
}

fn any<A: Kind>(dice: &mut Dice) -> A {
    A::out_of(any_shape(A::NUMBER, dice))
}

/// What holds of every contact, whatever the shapes. `slack` is how much longer than the shortest
/// push theirs may be, meters.
fn check(a: &Shape, b: &Shape, contact: &Contact, slack: f64) {
    let Contact {
        point,
        normal,
        depth,
    } = *contact;
    let told = format!("{contact:?} of {a:?} and {b:?}");
    assert!(normal.is_normalized() && depth >= 0.0, "{told}");
    let point = point.as_dvec3();
    for shape in [a, b] {
        let off = closest(shape, point).distance(point);
        assert!(off < 1e-5, "{off} m off {shape:?}: {told}");
    }
    let out = moved(a, normal * (depth + 2e-3));
    assert!(
        apart(&out, b).most > 1e-4,
        "the push does not part them: {told}"
    );
    if depth > 2e-3 {
        let less = moved(a, normal * (depth - 2e-3));
        assert!(apart(&less, b).least < 1e-4, "less would do: {told}");
    }
    // Any other way out is at least as long.
    let mut dice = Dice::new(5);
    for _ in 0..200 {
        let (low_a, _, _, high_b) = match extents(a, b, dice.direction().as_dvec3()) {
            Some(found) => found,
            None => return,
        };
        let shortest = high_b - low_a;
        assert!(
            shortest > f64::from(depth) - slack,
            "{shortest} is shorter: {told}"
        );
    }
}

fn extents(a: &Shape, b: &Shape, axis: DVec3) -> Option<(f64, f64, f64, f64)> {
    let extent = |shape: &Shape| {
        Some(match shape {
            Shape::Sphere(s) => s.extent(axis),
            Shape::Aabb(s) => s.extent(axis),
            Shape::Obb(s) => s.extent(axis),
            Shape::Rectangle(s) => s.extent(axis),
            Shape::Triangle(s) => s.extent(axis),
            Shape::Frustum(s) => s.extent(axis),
            Shape::Cylinder(s) => s.extent(axis),
            Shape::Capsule(s) => s.extent(axis),
            _ => return None,
        })
    };
    let ((low_a, high_a), (low_b, high_b)) = (extent(a)?, extent(b)?);
    Some((low_a, high_a, low_b, high_b))
}

fn check_pair<A, B>()
where
    A: Kind + Contacts<B>,
    B: Kind + Contacts<A>,
{
    let mut dice = Dice::new(17 + 11 * A::NUMBER as u64 + B::NUMBER as u64);
    let mut found = 0;
    for _ in 0..ROUNDS {
        let (a, b) = (any::<A>(&mut dice), any::<B>(&mut dice));
        let (there, back) = (a.contact(&b), b.contact(&a));
        let (a, b): (Shape, Shape) = (a.into(), b.into());
        let touch = hexbound_collide::geom::Intersects::intersects(&a, &b);
        assert_eq!(
            [touch; 2],
            [there.is_some(), back.is_some()],
            "{a:?} and {b:?}"
        );
        if let (Some(there), Some(back)) = (there, back) {
            check(&a, &b, &there, 1e-5);
            check(&b, &a, &back, 1e-5);
            assert!(
                (there.depth - back.depth).abs() < 1e-5,
                "{there:?} {back:?}"
            );
            found += 1;
        }
    }
    assert!(found > ROUNDS / 30, "{found} contacts");
}

macro_rules! pairs {
    ($($name:ident: $a:ident $($b:ident)*;)*) => {
        $(#[test]
        fn $name() {
            $(check_pair::<$a, $b>();)*
        })*
    };
}

pairs! {
    contacts_of_spheres: Sphere Sphere Capsule Aabb Obb Rectangle Triangle Frustum Cylinder Plane;
    contacts_of_capsules: Capsule Capsule Aabb Obb Rectangle Triangle Frustum Plane;
    contacts_of_aabbs: Aabb Aabb Obb Rectangle Triangle Frustum Plane;
    contacts_of_obbs: Obb Obb Rectangle Triangle Frustum Plane;
    contacts_of_cylinders: Cylinder Cylinder Capsule Aabb Obb Rectangle Triangle Frustum Plane;
    contacts_of_flat_shapes: Triangle Triangle Rectangle Frustum;
    contacts_of_frustums: Frustum Frustum Rectangle;
    contacts_of_rectangles: Rectangle Rectangle;
}

#[test]
fn the_coarse_test_misses_nothing_and_parts_the_two() {
    let mut dice = Dice::new(23);
    let (mut coarse_only, mut both) = (0, 0);
    for _ in 0..4000 {
        let (obb, triangle) = (any::<Obb>(&mut dice), any::<Triangle>(&mut dice));
        let coarse = contact_box_triangle_coarse(&obb, &triangle);
        let full = obb.contact(&triangle);
        match (coarse, full) {
            (Some(coarse), Some(full)) => {
                assert!(coarse.depth >= full.depth - 1e-6);
                let out = Shape::from(Obb {
                    center: obb.center + coarse.normal * (coarse.depth + 2e-3),
                    ..obb
                });
                assert!(apart(&out, &triangle.into()).most > 1e-4);
                both += 1;
            }
            (Some(_), None) => coarse_only += 1,
            (None, full) => assert_eq!(full, None, "{obb:?} and {triangle:?}"),
        }
    }
    assert!(coarse_only > 0 && both > 100, "{coarse_only} and {both}");
}

#[test]
fn a_ball_whose_center_is_on_a_triangle_leaves_along_its_normal() {
    let floor = Triangle::new(Vec3::ZERO, Vec3::X, Vec3::NEG_Z);
    let ball = Sphere::new(Vec3::new(0.25, 0.0, -0.25), 0.5);
    let contact = ball.contact(&floor).unwrap();
    assert_eq!((contact.normal.abs(), contact.depth), (Vec3::Y, 0.5));
    assert_eq!(contact.point, ball.center);
}

#[test]
fn a_long_floor_under_a_small_box_is_touched_below_the_box() {
    let floor = Triangle::new(
        Vec3::new(-500.0, 0.0, 500.0),
        Vec3::new(500.0, 0.0, 500.0),
        Vec3::new(0.0, 0.0, -500.0),
    );
    let center = Vec3::new(20.0, 0.4, 100.0);
    let standing = Obb::new(center, Vec3::splat(0.5), Quat::from_rotation_y(0.4));
    let contact = standing.contact(&floor).unwrap();
    assert!(contact.normal.dot(Vec3::Y) > 0.999_999, "{contact:?}");
    assert!((contact.depth - 0.1).abs() < 1e-6, "{contact:?}");
    assert!(contact.point.distance(Vec3::new(20.0, 0.0, 100.0)) < 1e-4);
}

#[test]
fn degenerate_shapes_have_contacts_without_nan() {
    let point = Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
    let needle = Triangle::new(Vec3::NEG_X, Vec3::X, Vec3::X * 3.0);
    let capsule = Capsule {
        segment: Segment::new(Vec3::ZERO, Vec3::ZERO),
        radius: 0.0,
    };
    let flat = Obb::new(Vec3::ZERO, Vec3::new(1.0, 0.0, 1.0), Quat::IDENTITY);
    let rod = Cylinder {
        center: Vec3::ZERO,
        axis: Vec3::Y,
        radius: 0.0,
        half_length: 1.0,
    };
    let found = [
        point.contact(&point),
        point.contact(&needle),
        needle.contact(&needle),
        capsule.contact(&point),
        capsule.contact(&needle),
        capsule.contact(&capsule),
        flat.contact(&needle),
        flat.contact(&point),
        flat.contact(&flat),
        rod.contact(&point),
        rod.contact(&needle),
        rod.contact(&capsule),
        rod.contact(&rod),
        Sphere::new(Vec3::ZERO, 0.0).contact(&point),
        Plane::new(Vec3::Y, 0.0).contact(&flat),
        Aabb::new(Vec3::ZERO, Vec3::ZERO).contact(&needle),
        Rectangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::X).contact(&needle),
    ];
    for (index, contact) in found.iter().enumerate() {
        let contact = contact.unwrap_or_else(|| panic!("no contact {index}"));
        assert!(contact.normal.is_normalized(), "{index}: {contact:?}");
        assert!(
            contact.point.is_finite() && contact.depth < 1e-6,
            "{index}: {contact:?}"
        );
    }
    let nowhere = Sphere::new(Vec3::NAN, 1.0);
    assert_eq!(nowhere.contact(&flat), None);
    assert_eq!(flat.contact(&nowhere), None);
}
