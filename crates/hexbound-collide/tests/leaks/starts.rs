//! Bodies that begin deep in a level, that change their shape between two moves, or that creep.

use glam::{DVec3, Vec3, dvec3};
use hexbound_collide::{Body, CollisionMesh, Journal, JournalEntry, Mover, geom::Aabb};

use crate::{
    Tally, built, chains::star, judge::Shape, judged_slide, legs::crosses, one_move, random::Random,
};

fn floor() -> (CollisionMesh, Vec<[DVec3; 3]>) {
    let corners = [(-9.0, -9.0), (-9.0, 9.0), (9.0, 9.0), (9.0, -9.0)];
    let [a, b, c, d] = corners.map(|(x, z)| dvec3(x, 0.0, z));
    built(&vec![[a, b, c], [a, c, d]], DVec3::ZERO)
}

/// A larger body of any kind goes on with the candidate cache of a small ball.
#[test]
fn a_body_that_changes_does_not_leak() {
    let (mesh, judged) = floor();
    let mut random = Random(1);
    let mut tally = Tally::default();
    for kind in (0..Shape::KINDS).flat_map(|kind| [kind; 40]) {
        let shape = Shape::of_kind(kind, &mut random);
        let start = DVec3::Y * 3.0;
        let small = Body::sphere(0.04).unwrap();
        let places = Aabb::from_points([start.as_vec3(), Vec3::ZERO]);
        let mut mover = Mover::new(&mesh, small, places, Default::default());
        let by = dvec3(0.3, -2.0, 0.1);
        mover.first_contacts(start, start + by).unwrap();
        let kept = mover.into_candidate_cache();
        let mut mover = Mover::new(&mesh, shape.body, places, kept);
        let slid = judged_slide(&mut mover, &judged, &shape, (start, by * 2.0), &mut tally);
        tally.faults.extend(slid.err());
    }
    tally.report("bodies that change");
}

/// Releases `count` bodies of each kind. No center may be moved through a triangle.
pub fn releases(count: u64, seed: u64) {
    for kind in 0..Shape::KINDS {
        let (pushed, shut_in) = releases_of_kind(kind, count, seed);
        println!("kind {kind}: {count} releases, {pushed} pushed, {shut_in} shut in, 0 through");
        assert!(
            pushed > count / 15,
            "kind {kind}: {pushed} bodies were pushed"
        );
        assert!(shut_in < pushed, "kind {kind}: {shut_in} had no way out");
    }
}

/// Releases bodies at random places in closed stars. Returns the number of pushed bodies and the
/// number of shut-in ones.
fn releases_of_kind(kind: u64, count: u64, seed: u64) -> (u64, u64) {
    let mut random = Random(seed ^ (kind << 40));
    let (mut pushed, mut shut_in) = (0, 0);
    for _ in 0..count / 50 {
        let (mesh, judged) = built(&star(&mut random).soup, DVec3::ZERO);
        for _ in 0..50 {
            let shape = Shape::of_kind(kind, &mut random);
            let start = random.point(5.0);
            let places = Aabb::new(start.as_vec3(), start.as_vec3());
            let mut mover = Mover::new(&mesh, shape.body, places, Default::default());
            mover.keep_journal(Journal::default());
            let release = mover.release(start);
            let journal = mover.take_journal().expect("a journal was kept");
            for entry in &journal.entries {
                let JournalEntry::Release(noted) = entry else {
                    continue;
                };
                for pair in noted.places.windows(2) {
                    let through = judged.iter().find(|it| crosses(pair[0], pair[1], **it));
                    assert_eq!(through, None, "{:?} at {start} {pair:?}", shape.body);
                }
            }
            assert!(release.after <= release.before, "{release:?}");
            assert!(!release.is_shut_in || release.after > 0.0, "{release:?}");
            pushed += u64::from(release.pushes > 0);
            shut_in += u64::from(release.is_shut_in);
        }
    }
    (pushed, shut_in)
}

/// Moves of a picometer to a tenth of a millimeter, pressed into a floor again and again.
#[test]
fn tiny_moves_do_not_leak() {
    let (mesh, judged) = floor();
    let mut random = Random(1);
    let mut tally = Tally::default();
    for kind in 0..Shape::KINDS {
        let shape = Shape::of_kind(kind, &mut random);
        let start = DVec3::Y * (f64::from(shape.body.half_extents().y) + 0.002);
        let mut at = start;
        for _ in 0..2_000 {
            let length = 10_f64.powf(random.between(-12.0, -4.0));
            let delta = dvec3(random.between(-1.0, 1.0), -1.0, 0.0) * length;
            let moved = one_move(&mesh, &judged, &shape, at, delta, &mut tally);
            let end = tally.end_of(moved, format!("{:?}", shape.body));
            at = end.unwrap_or(at);
        }
        let is_down = at.y < start.y - 0.000_9;
        assert!(is_down, "it stays above the floor: {at}");
    }
    tally.report("tiny moves");
}
