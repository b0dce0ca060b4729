//! Placed meshes: as far away as moves are guaranteed, and obstacles that move between the moves of
//! a body.

use glam::{DAffine3, DQuat, DVec3, dvec3};
use hexbound_collide::{
    CandidateCache, CollisionMesh, Mover, Obstacles, Placement, SKIN, geom::Aabb,
};

use crate::{
    Tally, built,
    chains::star,
    judge::Shape,
    judged_slide, one_move,
    random::Random,
    scenes::{Soup, cuboid},
};

/// Chains of moves in closed stars up to 900 km from the origin.
pub fn far_away(moves: u64, seed: u64) {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    while tally.moves < moves && tally.faults.len() < 10 {
        let mesh = built(&star(&mut random).soup, DVec3::ZERO).0;
        let away = [1e5, 5e5, 9e5][(random.bits() % 3) as usize];
        let shift = DAffine3::from_translation(random.point(away));
        let turn = DQuat::from_rotation_y(random.between(0.0, 6.0));
        let motion = match random.bits() % 2 {
            0 => shift,
            _ => shift * DAffine3::from_quat(turn),
        };
        let place = Placement::new(motion).expect("a place that is near enough");
        let judged = standing(&mesh, &motion);
        let shape = Shape::random(&mut random);
        let start = motion.transform_point3(random.point(1.5));
        if shape.touches(&judged, start, 2.0 * f64::from(SKIN)) {
            continue;
        }
        let mut obstacles = Obstacles::default();
        obstacles.add(&mesh, &place);
        let mut at = start;
        let heading = random.point(1.0).normalize_or(DVec3::X);
        for _ in 0..60 {
            let delta = (heading + random.point(0.3)) * random.between(0.0, 1.0).powi(3);
            let slid = one_move(&obstacles, &judged, &shape, at, delta, &mut tally);
            let Some(end) = tally.end_of(slid, format!("{:?}", shape.body)) else {
                break;
            };
            at = end;
        }
    }
    tally.report("far placements");
}

/// Three blocks that move and turn about a body in a closed star, with a candidate cache for all ticks.
pub fn moving(ticks: u64, seed: u64) {
    let mut random = Random(seed);
    let mut tally = Tally::default();
    let mut played = 0;
    while played < ticks && tally.faults.len() < 10 {
        let (room, walls) = built(&star(&mut random).soup, DVec3::ZERO);
        let block = built(&cuboid(dvec3(0.4, 0.7, 0.2)), DVec3::ZERO).0;
        let speeds = [(); 3].map(|()| (random.point(2.0), random.point(1.0)));
        let shape = Shape::random(&mut random);
        let mut at = random.point(1.0);
        let mut kept = CandidateCache::default();
        for tick in 0..60 {
            played += 1;
            let seconds = f64::from(tick) / 60.0;
            let motions = speeds.map(|(speed, spin)| {
                let turn = DQuat::from_scaled_axis(spin * seconds);
                DAffine3::from_rotation_translation(turn, speed * (1.5 - seconds))
            });
            let places = motions.map(|motion| Placement::new(motion).expect("near enough"));
            let mut obstacles = Obstacles::from(&room);
            let mut judged = walls.clone();
            for (place, motion) in places.iter().zip(&motions) {
                obstacles.add(&block, place);
                judged.extend(standing(&block, motion));
            }
            let places = Aabb::new(at.as_vec3(), at.as_vec3());
            let mut mover = Mover::new(&obstacles, shape.body, places, std::mem::take(&mut kept));
            let release = mover.release(at);
            at = release.position;
            // No leg is guaranteed to be clean for a body that is squeezed or begins across a wall.
            if release.after < 2e-4 {
                let delta = random.point(0.1) * random.between(0.0, 1.0);
                let slid = judged_slide(&mut mover, &judged, &shape, (at, delta), &mut tally);
                let case = format!("tick {tick}, {:?}", shape.body);
                let Some(end) = tally.end_of(slid, case) else {
                    break;
                };
                at = end;
            }
            kept = mover.into_candidate_cache();
        }
    }
    let moves = tally.moves;
    assert!(moves > ticks / 4, "few bodies are free: {moves}");
    tally.report("obstacles that move");
}

fn standing(mesh: &CollisionMesh, motion: &DAffine3) -> Soup {
    let place = |corner: glam::Vec3| motion.transform_point3(corner.as_dvec3());
    let triangles = 0..mesh.len() as u32;
    triangles.map(|it| mesh.corners(it).map(place)).collect()
}
