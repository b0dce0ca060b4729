//! The state of one prop, and what the keys do to it.

use glam::Vec3;
use hexbound_collide::hash::Hasher;
use serde::{Deserialize, Serialize};

use crate::{
    Buttons, PropSense,
    numbers::is_near,
    tuning::{PROP_ACCELERATION, PROP_SPEED},
};
use hexbound_base::clock::TICK_LENGTH;

use super::Blocked;

/// A prop between two ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PropState {
    /// The center, local, meters.
    pub position: Vec3,
    /// The unit vector along which it faces; it never turns.
    pub facing: Vec3,
    /// The speeds along its own forward, right and up, m/s; of the handle of a placed shape its turns.
    pub speeds: Vec3,
    /// The velocity, m/s: of a prop moved by keys alone, in the last tick; of a falling or pushed
    /// one, relative to the mover under it.
    pub velocity: Vec3,
    /// True if it lies still until something touches it or its support goes away.
    pub resting: bool,
    /// The mover that carries it, by its place in the level's.
    pub(super) riding: Option<u32>,
    /// Ticks in a row that it was supported and hardly moved.
    pub(super) slow_ticks: u8,
    /// True if it is selected.
    pub selected: bool,
    /// The buttons that are held since a contact: they do nothing until they are released.
    pub ignored: Buttons,
    /// The contact that stopped it in the last tick.
    #[serde(skip)]
    pub contact: Option<Blocked>,
    /// The first contact of a selected prop within a second, straight on from its last move: the
    /// point of its shape, local, meters.
    #[serde(skip)]
    pub first_ahead: Option<Vec3>,
    /// The look ahead of the last tick in which it moved.
    #[serde(skip)]
    pub looked: Option<PropLook>,
    /// The number of contacts of its shape that no ray saw.
    pub missed_by_rays: u32,
    /// The number of ticks in which a ray saw a contact that its shape did not make.
    pub seen_by_rays_only: u32,
}

/// A prop's look along its motion before it moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PropLook {
    /// The center then, local, meters.
    pub from: Vec3,
    /// The way that it was about to go, meters.
    pub motion: Vec3,
    /// The rays that looked ahead.
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

    /// Returns whether this can be the state of a prop in a level with so many movers.
    pub(crate) fn is_valid(&self, movers: usize) -> bool {
        let places = [self.position, self.facing, self.speeds, self.velocity];
        places.into_iter().all(is_near)
            && self.riding.is_none_or(|mover| (mover as usize) < movers)
            && self.missed_by_rays.max(self.seen_by_rays_only) < u32::MAX / 2
    }

    pub(super) fn moves(&self) -> bool {
        self.velocity != Vec3::ZERO
    }

    /// Pushes a selected prop by the buttons: faster the longer they are held; after a release the
    /// speed stays.
    pub(super) fn push(&mut self, buttons: Buttons) {
        self.ignored.0 &= buttons.0;
        if buttons.has(Buttons::STOP_PROPS) {
            self.speeds = Vec3::ZERO;
            return;
        }
        if !self.selected {
            return;
        }
        let heard = Buttons(buttons.0 & !self.ignored.0);
        let push = heard.pushes();
        let most = Vec3::splat(PROP_SPEED);
        self.speeds = (self.speeds + push * (PROP_ACCELERATION * TICK_LENGTH)).clamp(-most, most);
    }

    /// Ends its rest: it falls, unless something supports it.
    pub(super) fn wake(&mut self) {
        self.resting = false;
        self.slow_ticks = 0;
    }

    /// Puts it to rest where it is.
    pub(super) fn rest(&mut self) {
        self.resting = true;
        self.velocity = Vec3::ZERO;
    }

    /// Returns whether the keys move it: gravity and impacts do nothing to it until it stops.
    pub(super) fn is_held(&self) -> bool {
        self.speeds != Vec3::ZERO
    }

    /// Forgets the contact of the last tick; what was ahead when it came to rest is still there.
    pub(super) fn look_back(&mut self) {
        self.contact = None;
        if self.moves() {
            self.first_ahead = None;
            self.looked = None;
        }
    }

    pub(super) fn velocity_along(&self, [forward, right, up]: [Vec3; 3]) -> Vec3 {
        forward * self.speeds.x + right * self.speeds.y + up * self.speeds.z
    }

    pub(super) fn stop_at(&mut self, contact: Blocked, buttons: Buttons) {
        self.speeds = Vec3::ZERO;
        self.ignored = Buttons(buttons.0 & Buttons::PUSHES.0);
        self.contact = Some(contact);
    }

    /// Feeds all that later ticks depend on. The pattern names every field, so that a new one can't
    /// be forgotten; its facing never changes, and the last five tell of the last tick.
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
