//! A visit to a hall of the museum: the bay in front of the visitor, and its test case while it is
//! played. The visit changes nothing in the visitor's own run.

use std::{collections::BTreeMap, sync::Arc};

use super::{Advance, PlayedTick, RunEntry, TickObserver, side_run::BlendedBodies};
use hexbound_base::words::{Phrase, Words, phrase};
use hexbound_level::Level;
use hexbound_museum::{Exhibit, Presentation, ShownBody};
use hexbound_scenes::{Hall, Side, is_on_button, origin};
use hexbound_sim::{GhostColor, GhostView, Player, World};
use hexbound_ui::Plaque;

/// A guide who leads a visitor through a hall.
pub(super) struct MuseumGuide {
    hall: Hall,
    /// The index of the bay in front of the visitor or around them.
    bay: Option<usize>,
    is_on_button: bool,
    /// The levels of single bays, whose test cases were played.
    grounds: BTreeMap<usize, Arc<Level>>,
    playing: Option<Playing>,
    /// The figures of the test cases that were played to their ends.
    measured: BTreeMap<usize, [f64; 2]>,
}

/// A test case while it is played in its bay.
struct Playing {
    bay: usize,
    presentation: Presentation,
    /// The bodies at the last two ticks, local, meters.
    bodies: BlendedBodies,
}

impl MuseumGuide {
    /// A guide through the level, if it is a hall of the museum.
    pub(super) fn through(level: &Level) -> Option<Self> {
        let is_generated = level.path.is_none();
        let hall = Hall::of_scene(&level.name).filter(|_| is_generated)?;
        Some(Self {
            hall,
            bay: None,
            is_on_button: false,
            grounds: BTreeMap::new(),
            playing: None,
            measured: BTreeMap::new(),
        })
    }

    /// Advances by one tick, after which the visitor stands at the place of `visitor`.
    pub(super) fn step(&mut self, visitor: &Player) {
        let feet = visitor.feet();
        self.bay = self.hall.bay_at(feet);
        let was_on_button = self.is_on_button;
        self.is_on_button = self.bay.is_some_and(|bay| is_on_button(bay, feet));
        if self.is_on_button && !was_on_button {
            self.playing = self.bay.and_then(|bay| self.begin(bay));
        }
        let Some(playing) = &mut self.playing else {
            return;
        };
        playing.step();
        if let Some(figures) = playing.presentation.measured() {
            self.measured.insert(playing.bay, figures);
        }
        if playing.presentation.is_done() {
            self.playing = None;
        }
    }

    /// Stops the test case that is played, as when time runs backwards.
    pub(super) fn stop(&mut self) {
        self.playing = None;
        self.is_on_button = false;
    }

    /// The bodies of the test case that is played, at the fraction `blend` (0..1) between the last two
    /// ticks.
    pub(super) fn views(&self, blend: f32) -> impl Iterator<Item = GhostView> {
        let playing = self.playing.iter();
        playing.flat_map(move |playing| playing.bodies.views(blend))
    }

    /// Returns whether a test case is played in the bay in front of the visitor.
    pub(super) fn shows_vector(&self) -> bool {
        let playing = self.playing.as_ref().map(|it| it.bay);
        playing.is_some() && playing == self.bay
    }

    /// The plaque of the bay in front of the visitor. While the test case is played, it has no account,
    /// so that the visitor watches. It shows the figures once they are measured, and until then an
    /// invitation to the button.
    pub(super) fn plaque(&self, words: &Words) -> Option<Plaque> {
        let bay = self.bay?;
        let exhibit = self.exhibit(bay)?;
        let playing = self.playing.as_ref().filter(|it| it.bay == bay);
        let figures = playing.map(|it| it.presentation.figures());
        let figures = figures.or_else(|| self.measured.get(&bay).copied());
        let mut lines = match playing {
            Some(_) => Vec::new(),
            None => account(exhibit),
        };
        if let Some([naive, ours]) = figures {
            lines.push(phrase("museum-left").with("figure", exhibit.figure(naive)));
            lines.push(phrase("museum-right").with("figure", exhibit.figure(ours)));
        }
        let title = playing.map_or_else(|| exhibit.title(), |it| it.title(exhibit));
        let below = match figures {
            Some(_) => phrase("museum-bound").with("bound", exhibit.bound()),
            None => phrase("museum-button"),
        };
        Some(Plaque {
            title: words.say(&title),
            lines: lines.iter().map(|line| words.say(line)).collect(),
            below: words.say(&below),
            is_brief: playing.is_some(),
        })
    }

    fn exhibit(&self, bay: usize) -> Option<&'static Exhibit> {
        let code = self.hall.bays().get(bay)?.code;
        Exhibit::of(self.hall).iter().find(|it| it.code == code)
    }

    fn begin(&mut self, bay: usize) -> Option<Playing> {
        let exhibit = self.exhibit(bay)?;
        if !self.grounds.contains_key(&bay) {
            let ground = self.hall.bays().get(bay)?.alone()?;
            self.grounds.insert(bay, Arc::new(ground));
        }
        let presentation = Presentation::begin(exhibit, self.grounds.get(&bay)?);
        let bodies = BlendedBodies::at(bodies(bay, &presentation));
        Some(Playing {
            bay,
            presentation,
            bodies,
        })
    }
}

impl TickObserver for Option<MuseumGuide> {
    fn tick(&mut self, tick: &PlayedTick<'_>, _: &mut Advance) {
        if let Some(guide) = self.as_mut().filter(|_| tick.is_shown) {
            guide.step(&tick.world.player);
        }
    }

    fn went_back(&mut self, _: &Level, _: &World) {
        if let Some(guide) = self {
            guide.stop();
        }
    }

    fn entered(&mut self, entry: &RunEntry<'_>) {
        *self = MuseumGuide::through(entry.level);
    }
}

impl Playing {
    /// The exhibit's title. From the second round on it has the round's number.
    fn title(&self, exhibit: &Exhibit) -> Phrase {
        match self.presentation.round() {
            ..=1 => exhibit.title(),
            round => phrase("museum-again")
                .with("title", exhibit.title())
                .with("round", round),
        }
    }

    fn step(&mut self) {
        self.presentation.step();
        let bodies = bodies(self.bay, &self.presentation);
        self.bodies.advance_to(bodies);
    }
}

/// Describes an exhibit before its test case is played: the failure, the magnification or slow motion,
/// and its origin.
fn account(exhibit: &Exhibit) -> Vec<Phrase> {
    let lines = std::iter::once(exhibit.about()).chain(exhibit.changes());
    lines.chain([exhibit.known_from()]).collect()
}

/// The bodies of both sides at their places in the hall.
fn bodies(bay: usize, presentation: &Presentation) -> Vec<GhostView> {
    let sides = [Side::Naive, Side::Ours].into_iter();
    let of = |side| {
        let bodies = presentation.bodies(side).into_iter();
        bodies.map(move |body| view(body, bay, side))
    };
    sides.flat_map(of).collect()
}

fn view(body: ShownBody, bay: usize, side: Side) -> GhostView {
    GhostView {
        center: body.center + origin(bay, side),
        shape: body.shape,
        color: match side {
            _ if body.is_violet => GhostColor::Violet,
            Side::Naive => GhostColor::Orange,
            Side::Ours => GhostColor::Teal,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexbound_scenes::catalog;
    use hexbound_sim::{Buttons, Command, Rules, World};

    /// Visits the hall of walking: the player walks ahead from its entrance for `ticks`.
    fn visit(level: &Level, ticks: u32) -> (MuseumGuide, World) {
        let mut guide = MuseumGuide::through(level).unwrap();
        let mut world = World::new(level, Rules::default());
        let ahead = Command::holding(Buttons::FORWARD);
        for _ in 0..ticks {
            world.step(level, &ahead, &mut Vec::new());
            guide.step(&world.player);
        }
        (guide, world)
    }

    #[test]
    fn a_step_on_the_button_plays_the_vector_and_leaves_its_figures() {
        let level = catalog::open("test:museum-walking").unwrap();
        let (guide, _) = visit(&level, 1);
        assert!(!guide.shows_vector());
        let words = Words::english();
        let told = guide.plaque(words).unwrap();
        let account = told.lines;
        assert!(account.len() > 1 && !told.is_brief);
        assert_eq!(guide.views(1.0).count(), 0);
        // From 6 m to 3.6 m before the bay.
        let (mut guide, world) = visit(&level, 80);
        assert!(guide.shows_vector());
        let told = guide.plaque(words).unwrap();
        assert!(told.lines.len() == 2 && told.is_brief);
        let bodies: Vec<_> = guide.views(1.0).collect();
        let colors: Vec<_> = bodies.iter().map(|it| it.color).collect();
        let [orange, violet, teal] = [GhostColor::Orange, GhostColor::Violet, GhostColor::Teal];
        assert_eq!(colors, [orange, violet, teal, violet]);
        assert!(bodies[0].center.x < 0.0 && bodies[2].center.x > 0.0);
        let title = told.title;
        let mut titles = (0..3000).map(|_| {
            guide.step(&world.player);
            guide.plaque(words).unwrap().title
        });
        let again = phrase("museum-again").with("title", title.clone());
        let again = words.say(&again.with("round", 2_u32));
        assert!(titles.any(|told| told == again), "the second round is told");
        titles.for_each(drop);
        let told = guide.plaque(words).unwrap();
        assert_eq!(told.title, title);
        assert!(told.lines.starts_with(&account) && told.lines.len() == account.len() + 2);
        assert_eq!(guide.views(1.0).count(), 0);
    }

    #[test]
    fn no_other_level_is_a_hall() {
        let level = catalog::open("test:flat").unwrap();
        assert!(MuseumGuide::through(&level).is_none());
    }
}
