//! The state of one prop, and the effect of the keys on it.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};

use crate::{
    Buttons, PropSense,
    numbers::is_in_range,
    tuning::{PROP_ACCELERATION, PROP_SPEED},
};
use hexbound_base::clock::TICK_LENGTH;

use super::PropStop;

/// A prop between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PropState {
    /// The center, local, meters.
    pub position: Vec3,
    /// The unit vector along which the prop faces; it never turns.
    pub facing: Vec3,
    /// The speeds along the prop's own forward, right and up, m/s; for the handle of a placed shape, its
    /// turns.
    pub speeds: Vec3,
    /// The velocity, m/s: of a prop moved by keys alone, in the last tick; of a falling or pushed one,
    /// relative to the mover under it.
    pub velocity: Vec3,
    /// True if the prop lies still until something touches it or its support goes away.
    pub resting: bool,
    /// The mover that carries the prop, by its index in the level.
    pub(super) riding: Option<u32>,
    /// The number of ticks in a row that the prop was supported and hardly moved.
    pub(super) slow_ticks: u8,
    /// True if the prop is selected.
    pub selected: bool,
    /// The buttons held since a contact, which have no effect until they are released.
    pub ignored: Buttons,
    /// The contact that stopped the prop in the last tick.
    #[serde(skip)]
    pub contact: Option<PropStop>,
    /// The first contact of a selected prop within a second, straight on from its last move: the point on
    /// its shape, local, meters.
    #[serde(skip)]
    pub first_ahead: Option<Vec3>,
    /// The rays of the last tick in which the prop moved.
    #[serde(skip)]
    pub looked: Option<PropLook>,
    /// The number of contacts of the prop's shape that no ray found.
    pub missed_by_rays: u32,
    /// The number of ticks in which a ray found a contact that the shape did not make.
    pub seen_by_rays_only: u32,
}

/// A prop's look along its motion before it moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropLook {
    /// The center at that time, local, meters.
    pub from: Vec3,
    /// The intended displacement, meters.
    pub motion: Vec3,
    /// The kind of the rays.
    pub rays: PropSense,
}

impl PropState {
    pub(super) fn at(position: Vec3, facing: Vec3) -> Self {
        Self {
            position,
            facing,
            ..Self::default()
        }
    }

    /// Returns whether this is a valid state of a prop in a level with `movers` movers.
    pub(crate) fn is_valid(&self, movers: usize) -> bool {
        let vectors = [self.position, self.facing, self.speeds, self.velocity];
        vectors.into_iter().all(is_in_range)
            && self.riding.is_none_or(|mover| (mover as usize) < movers)
            && self.missed_by_rays.max(self.seen_by_rays_only) < u32::MAX / 2
    }

    pub(super) fn moves(&self) -> bool {
        self.velocity != Vec3::ZERO
    }

    /// Accelerates a selected prop while buttons are held; after a release the speed stays.
    pub(super) fn push(&mut self, buttons: Buttons) {
        self.ignored.0 &= buttons.0;
        if buttons.has(Buttons::STOP_PROPS) {
            self.speeds = Vec3::ZERO;
            return;
        }
        if !self.selected {
            return;
        }
        let active = Buttons(buttons.0 & !self.ignored.0);
        let push = active.pushes();
        let most = Vec3::splat(PROP_SPEED);
        self.speeds = (self.speeds + push * (PROP_ACCELERATION * TICK_LENGTH)).clamp(-most, most);
    }

    /// Ends the prop's rest: it falls, unless something supports it.
    pub(super) fn wake(&mut self) {
        self.resting = false;
        self.slow_ticks = 0;
    }

    /// Puts the prop to rest at its position.
    pub(super) fn rest(&mut self) {
        self.resting = true;
        self.velocity = Vec3::ZERO;
    }

    /// Returns whether the keys move the prop: gravity and impacts do not affect it until it stops.
    pub(super) fn is_held(&self) -> bool {
        self.speeds != Vec3::ZERO
    }

    /// Forgets the contact of the last tick. The contact ahead of a prop that came to rest stays.
    pub(super) fn forget_contact(&mut self) {
        self.contact = None;
        if self.moves() {
            self.first_ahead = None;
            self.looked = None;
        }
    }

    pub(super) fn velocity_along(&self, [forward, right, up]: [Vec3; 3]) -> Vec3 {
        forward * self.speeds.x + right * self.speeds.y + up * self.speeds.z
    }

    pub(super) fn stop_at(&mut self, contact: PropStop, buttons: Buttons) {
        self.speeds = Vec3::ZERO;
        self.ignored = Buttons(buttons.0 & Buttons::PUSHES.0);
        self.contact = Some(contact);
    }

    /// Feeds everything that later ticks depend on to the hash. The pattern names every field, so that a
    /// new one can't be forgotten. The facing never changes, and the last five fields only inform
    /// observers.
    pub(crate) fn hash(&self, hasher: &mut Hasher) {
        let Self {
            position,
            facing: _,
            speeds,
            velocity,
            resting,
            riding,
            slow_ticks,
            selected,
            ignored,
            contact: _,
            first_ahead: _,
            looked: _,
            missed_by_rays: _,
            seen_by_rays_only: _,
        } = *self;
        hasher.vec3(position).vec3(speeds).vec3(velocity);
        hasher
            .u32(u32::from(selected))
            .u32(ignored.0 & Buttons::PUSHES.0)
            .u32(u32::from(resting))
            .u32(u32::from(slow_ticks))
            .u32(riding.unwrap_or(u32::MAX));
    }
}
