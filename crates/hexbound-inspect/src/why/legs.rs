//! The legs of a tick's slides one by one: the sentences about each, its lines at the contact that ended
//! it, and the meaning of their colors. Outlines show the body before and after it. A leg is a few
//! centimeters long, so all its arrows are enlarged by one factor.

use glam::{DVec3, Vec3};
use hexbound_collide::{Body, Journal as KernelJournal, JournalLeg, JournalSlide};

use super::{WhyLines, lines_in_english, purpose_name, sentences::report_leg, slides_of, turn_of};
use crate::{
    legend::colors::{AMBER, BLUE, CORAL, GREEN, PALE, TEAL, VIOLET},
    outlines,
};
use hexbound_base::{
    debug_lines::{DebugColor, DebugLines},
    words::{Words, phrase_of},
};
use hexbound_level::Level;

/// The color of the body before a leg.
pub const BEFORE: DebugColor = PALE;
/// The color of the body after a leg.
pub const AFTER: DebugColor = TEAL;
/// The color of a leg's displacement.
pub const LEG: DebugColor = AMBER;
/// The color of a leg's wish.
pub const WISH: DebugColor = GREEN;
/// The color of the remaining wish.
pub const REST: DebugColor = BLUE;
/// The color of touched triangles.
pub const TRIANGLE: DebugColor = VIOLET;
/// The color of the normals of touched triangles.
pub const NORMAL: DebugColor = CORAL;

/// The drawn length of a leg's wish, meters.
const WISH_LENGTH: f64 = 0.7;
/// The largest factor by which a leg is enlarged.
const MAX_MAGNIFICATION: f64 = 100.0;
/// The length of a normal, meters.
const NORMAL_LENGTH: f64 = 0.35;
/// The size of a contact's cross, meters.
const CROSS_SIZE: f32 = 0.03;
/// The height of marks above their triangle, meters.
const SURFACE_LIFT: f64 = 0.003;
/// The sine of the angle between a displacement and a normal below which they are drawn beside each
/// other.
const MAX_ALIKE_SINE: f64 = 0.2;
/// The distance between two lines drawn beside each other, meters.
const ASIDE_DISTANCE: f64 = 0.05;
/// The opacity of a touched triangle.
const TRIANGLE_OPACITY: f32 = 0.2;

/// A leg and its slide.
#[derive(Clone, Copy, Debug)]
pub struct SlideLeg<'a> {
    pub slide: &'a JournalSlide,
    /// The number of the leg in its slide, from 1.
    pub number: usize,
    pub leg: &'a JournalLeg,
}

/// Returns every leg of a tick's slides, in order. A leg without a wish is left out.
pub fn legs_of(kernel: &KernelJournal) -> Vec<SlideLeg<'_>> {
    let legs = slides_of(kernel).flat_map(|slide| {
        (1..)
            .zip(&slide.legs)
            .map(move |(number, leg)| SlideLeg { slide, number, leg })
    });
    legs.filter(|it| it.leg.wish != DVec3::ZERO).collect()
}

impl SlideLeg<'_> {
    /// Returns the sentences about the leg in English, line by line.
    pub fn in_english(&self, level: &Level) -> String {
        let mut lines = WhyLines::default();
        report_leg(
            &mut lines,
            level,
            self.number - 1,
            self.leg,
            self.slide,
            true,
        );
        let least = lines.0.iter().map(|line| line.depth).min().unwrap_or(0);
        lines.0.iter_mut().for_each(|line| line.depth -= least);
        lines_in_english(&lines.0)
    }

    /// Returns the purpose of the slide in English.
    pub fn purpose(&self) -> String {
        let name = purpose_name(self.slide.purpose);
        Words::english().say(&phrase_of("why-purpose", name))
    }

    /// Returns the center of the picture, local, meters: the first contact, or the body's center.
    pub fn place(&self) -> Vec3 {
        let contact = self.leg.contacts.first();
        contact.map_or(self.leg.to, |it| it.hit.point).as_vec3()
    }

    /// Returns the normal of the first contact; zero without a contact.
    pub fn normal(&self) -> Vec3 {
        let contact = self.leg.contacts.first();
        contact.map_or(Vec3::ZERO, |it| it.hit.normal.as_vec3())
    }

    /// Returns the factor by which the leg's arrows are enlarged.
    pub fn magnification(&self) -> f64 {
        (WISH_LENGTH / self.leg.wish.length().max(1e-9))
            .clamp(1.0, MAX_MAGNIFICATION)
            .floor()
    }

    /// Returns the offset of the arrow's end from the contact: just above the triangle, and beside the
    /// normal if both would be one line.
    fn beside_normal(&self) -> DVec3 {
        let normal = self.normal().as_dvec3();
        let along = self.leg.wish.normalize_or_zero();
        let aside = match normal != DVec3::ZERO && along.cross(normal).length() < MAX_ALIKE_SINE {
            true => normal.any_orthonormal_vector() * ASIDE_DISTANCE,
            false => DVec3::ZERO,
        };
        normal * SURFACE_LIFT + aside
    }

    /// Draws the leg: the body before and after it, its arrows up to the contact, the remaining wish, and
    /// every touched triangle with the normal there.
    pub fn marks(&self, body: &Body) -> DebugLines {
        let mut debug = DebugLines::default();
        let leg = self.leg;
        outlines::body(body, leg.from.as_vec3(), BEFORE, &mut debug);
        outlines::body(body, leg.to.as_vec3(), AFTER, &mut debug);
        for contact in &leg.contacts {
            let (point, normal) = (contact.hit.point, contact.hit.normal);
            let corners = (contact.corners).map(|it| (it + normal * SURFACE_LIFT).as_vec3());
            outlines::face(&corners, TRIANGLE, TRIANGLE_OPACITY, &mut debug);
            debug.cross(point.as_vec3(), CROSS_SIZE, NORMAL);
            let tip = point + normal * NORMAL_LENGTH;
            debug.arrow(point.as_vec3(), tip.as_vec3(), NORMAL);
        }
        let end = self.place().as_dvec3() + self.beside_normal();
        let times = self.magnification();
        let begin = end - (leg.to - leg.from) * times;
        debug.arrow(begin.as_vec3(), (begin + leg.wish * times).as_vec3(), WISH);
        debug.arrow(begin.as_vec3(), end.as_vec3(), LEG);
        if let Some((left, _, _)) = turn_of(leg) {
            debug.arrow(end.as_vec3(), (end + left * times).as_vec3(), REST);
        }
        debug
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_walks::{ahead, block, played};
    use hexbound_sim::CollisionMode;

    #[test]
    fn each_leg_has_both_bodies_its_triangles_and_its_words() {
        let level = block(3.0, 0.5);
        let world = played(&level, ahead(CollisionMode::Swept), 90);
        let journal = world.journal().unwrap();
        let legs = legs_of(&journal.kernel);
        assert!(legs.len() > 1, "{}", legs.len());
        let has = |debug: &DebugLines, color| debug.lines.iter().any(|it| it.color == color);
        for leg in &legs {
            let marks = leg.marks(&journal.body);
            let text = leg.in_english(&level);
            assert!(text.starts_with(&format!("leg {}: ", leg.number)), "{text}");
            assert!(has(&marks, BEFORE) && has(&marks, AFTER), "{text}");
            assert_eq!(has(&marks, NORMAL), !leg.leg.contacts.is_empty(), "{text}");
            assert_eq!(marks.faces.len(), leg.leg.contacts.len(), "{text}");
            for contact in &leg.leg.contacts {
                let named = format!("triangle {}", contact.hit.triangle);
                assert!(text.contains(&named), "{named} in {text}");
            }
        }
        assert!(legs.iter().any(|leg| has(&leg.marks(&journal.body), REST)));
    }
}
