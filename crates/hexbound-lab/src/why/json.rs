//! A tick's account for programs. Places are in the level file's own coordinates, meters. Distances and
//! depths refer to the mover's body, which includes the skin.

use glam::{DVec3, Vec3};
use hexbound_collide::{
    ArticleExplanation, Counters, Feature, JournalContact, JournalEntry, JournalLeg, JournalLimit,
    JournalSlide, LegTurn, NormalSource, StepOutcome,
};
use serde_json::{Value, json};

use super::Why;
use hexbound_inspect::{
    plane_name,
    why::{ground_name, nearest_rejected, owner_of, purpose_name},
};
use hexbound_level::Level;
use hexbound_sim::{Choice, GroundRay};

pub(super) fn of(why: &Why, level: &Level) -> Value {
    let journal = &why.journal;
    let at = |place: Vec3| level.to_file(place).to_array();
    let places = journal.positions.iter();
    let places: Vec<Value> = places
        .map(|(stage, place)| json!({ "after": <&str>::from(stage), "place": at(*place) }))
        .collect();
    let entries = journal.kernel.entries.iter();
    let article = journal.article.as_ref().map(|article| {
        let pushes: Vec<Value> = article.pushes.iter().map(push).collect();
        let [from, to] = article.path.map(at);
        let point = json!({ "from": from, "to": to, "end": at(article.end) });
        let (nearest, more) = nearest_rejected(article);
        let nearest: Vec<Value> = nearest.into_iter().map(rejected).collect();
        json!({
            "tested_point": point,
            "pushes": pushes,
            "rejected": nearest,
            "more_rejected": more,
        })
    });
    let decision = journal.box_decision.as_ref();
    let ground_ray = |ray: &GroundRay| {
        json!({
            "from": at(ray.start),
            "to": at(ray.end),
            "hit": ray.hit.map(|(point, _)| at(point)),
            "normal": ray.hit.map(|(_, normal)| normal.to_array()),
            "carries": ray.carries(),
        })
    };
    json!({
        "level": why.level,
        "tick": journal.tick,
        "goes_through": journal.crossed,
        "state_hash": format!("{:016x}", why.state_hash),
        "methods": journal.methods.to_string(),
        "manner": <&str>::from(journal.manner),
        "body": journal.shape.name(),
        "half_extents": journal.body.half_extents().to_array(),
        "wished": { "from": at(journal.wished[0]), "to": at(journal.wished[1]) },
        "places": places,
        "feet": why.feet,
        "velocity": journal.velocity.map(|velocity| velocity.to_array()),
        "counters": counters(&journal.counters),
        "questions": entries.map(|it| entry(it, level)).collect::<Vec<_>>(),
        "ground_rays": journal.ground_rays.iter().flatten().map(ground_ray).collect::<Vec<_>>(),
        "article": article,
        "box": decision.map(|it| json!({
            "taken": <&str>::from(it.taken),
            "reason": <&str>::from(it.reason),
            "end": at(it.position()),
            "mean_normal": it.normal.to_array(),
            "tangent": it.tangent.to_array(),
        })),
        "by_other_methods": why.others,
    })
}

fn entry(entry: &JournalEntry, level: &Level) -> Value {
    let at = |place: DVec3| (place + level.origin).to_array();
    match entry {
        JournalEntry::Release(release) => {
            let places = release.places.iter();
            json!({
                "question": "release",
                "places": places.map(|place| at(*place)).collect::<Vec<_>>(),
                "before": release.before,
                "after": release.after,
            })
        }
        JournalEntry::Sweep(sweep) => json!({
            "question": "sweep",
            "purpose": purpose_name(sweep.purpose),
            "from": at(sweep.from),
            "to": at(sweep.to),
            "fraction": sweep.fraction,
            "contacts": contacts(&sweep.contacts, level),
            "counters": counters(&sweep.counters),
        }),
        JournalEntry::Slide(slide) => of_slide(slide, level),
        JournalEntry::Step(outcome) => step(outcome, level),
        JournalEntry::Ground(outcome) => json!({
            "decision": "ground",
            "purpose": purpose_name(outcome.purpose),
            "found": ground_name(outcome.found),
            "place": at(outcome.position),
            "normal": outcome.normal.to_array(),
        }),
    }
}

fn of_slide(slide: &JournalSlide, level: &Level) -> Value {
    let limit = |limit: &JournalLimit| {
        json!({
            "normal": limit.normal.to_array(),
            "push": limit.push,
            "leg": limit.contact.0,
            "contact": limit.contact.1,
            "upright": limit.is_upright,
        })
    };
    json!({
        "question": "slide",
        "purpose": purpose_name(slide.purpose),
        "from": (slide.from + level.origin).to_array(),
        "wish": slide.wish.to_array(),
        "walking": slide.is_walking,
        "legs": slide.legs.iter().map(|it| leg(it, level)).collect::<Vec<_>>(),
        "limits": slide.limits.iter().map(limit).collect::<Vec<_>>(),
    })
}

fn leg(leg: &JournalLeg, level: &Level) -> Value {
    let at = |place: DVec3| (place + level.origin).to_array();
    let turn = match &leg.turn {
        LegTurn::Spent => Value::Null,
        LegTurn::Turned {
            left,
            by,
            is_dropped,
        } => json!({ "left": left.to_array(), "by": by, "dropped": is_dropped }),
    };
    json!({
        "from": at(leg.from),
        "to": at(leg.to),
        "wish": leg.wish.to_array(),
        "fraction": leg.fraction,
        "contacts": contacts(&leg.contacts, level),
        "counters": counters(&leg.counters),
        "turn": turn,
    })
}

fn contacts(contacts: &[JournalContact], level: &Level) -> Vec<Value> {
    let values = contacts.iter().map(|contact| {
        let hit = &contact.hit;
        let owner = owner_of(level, contact);
        let (normal_from, seam) = match contact.normal_from {
            NormalSource::Face => ("face", None),
            NormalSource::Feature => ("feature", None),
            NormalSource::Seam(triangle) => ("seam", Some(triangle)),
        };
        json!({
            "triangle": hit.triangle,
            "node": owner.as_ref().map(|owner| &owner.node),
            "material": owner.as_ref().map(|owner| &owner.material),
            "surface": owner.as_ref().map(|owner| owner.surface),
            "feature": feature(hit.feature),
            "fraction": hit.fraction,
            "point": (hit.point + level.origin).to_array(),
            "normal": hit.normal.to_array(),
            "normal_from": normal_from,
            "normal_of_triangle": seam,
            "distance_before": contact.before,
            "distance_after": contact.after,
            "depth": hit.depth,
            "face_up": hit.face_up,
        })
    });
    values.collect()
}

/// The name of a feature of a triangle, with its number from 1, as in the account in text.
fn feature(of: Feature) -> String {
    match of {
        Feature::Face => String::from("face"),
        Feature::Edge(number) => format!("edge {}", number + 1),
        Feature::Vertex(number) => format!("vertex {}", number + 1),
    }
}

fn step(outcome: &StepOutcome, level: &Level) -> Value {
    let place = |height: f64| height + level.origin.y;
    let (name, more) = match *outcome {
        StepOutcome::NotAhead => ("not-ahead", json!({})),
        StepOutcome::NothingSteep => ("nothing-steep", json!({})),
        StepOutcome::StillInTheWay => ("still-in-the-way", json!({})),
        StepOutcome::NotFurther { further } => ("not-further", json!({ "further": further })),
        StepOutcome::NoGround => ("no-ground", json!({})),
        StepOutcome::TooHigh { height, highest } => (
            "too-high",
            json!({ "height": place(height), "highest": place(highest) }),
        ),
        StepOutcome::Taken { height, further } => (
            "taken",
            json!({ "height": place(height), "further": further }),
        ),
    };
    json!({ "decision": "step", "outcome": name, "numbers": more })
}

fn push(push: &ArticleExplanation) -> Value {
    json!({
        "triangle": push.triangle,
        "distance_before": push.old,
        "distance_after": push.new,
        "inside": push.inside,
        "push": push.push.to_array(),
    })
}

fn rejected(decided: &ArticleExplanation) -> Value {
    json!({
        "triangle": decided.triangle,
        "by": decided.rejected_by().map(plane_name),
        "distance_before": decided.old,
        "distance_after": decided.new,
        "inside": decided.inside,
    })
}

fn counters(counters: &Counters) -> Value {
    json!({
        "sweeps": counters.sweeps,
        "asked": counters.asked,
        "rejected_s": counters.rejected_s,
        "rejected_ps": counters.rejected_ps,
        "behind": counters.behind,
        "accepted": counters.accepted,
    })
}
