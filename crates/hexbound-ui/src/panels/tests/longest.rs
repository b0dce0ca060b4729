//! The longest texts that the panels have to show, for tests of their places.

use crate::{Figures, Hint, Plaque, Status};
use hexbound_audio::{HeardKind, LoopSound, SoundKind, Subtitle};
use hexbound_base::words::{Words, phrase, phrase_of};
use hexbound_collide::Counters;
use hexbound_inspect::{CollisionView, InspectionRequest, Legend, inspect, inspect_why};
use hexbound_level::AmbienceSound;
use hexbound_museum::Exhibit;
use hexbound_scenes::catalog;
use hexbound_sim::{
    Buttons, Choice, CollisionMode, Command, Event, EventKind, Methods, Rules, View, World,
};

/// The longest content of every panel.
pub(super) struct Longest {
    pub(super) figures: Figures,
    pub(super) legends: Vec<Legend>,
    pub(super) ghosts: Vec<String>,
    pub(super) plaque: Plaque,
    pub(super) status: Status,
    pub(super) hint: Hint,
    pub(super) time: String,
    pub(super) subtitles: Vec<Subtitle>,
    pub(super) view: View,
}

impl Longest {
    pub(super) fn new(words: &Words) -> Self {
        let many = 123_456;
        Self {
            figures: Figures {
                detail: crate::FigureDetail::Full,
                frames_per_second: 1234.0,
                frame_ms: 1234.5,
                tick_ms: 12.345,
                position: glam::DVec3::splat(-12345.67),
                speed: 1234.5,
                grounded: true,
                contacts: 12,
                balls: 128,
                collision: CollisionMode::Article,
                counters: Counters {
                    asked: many,
                    rejected_s: many,
                    rejected_ps: [many; 6],
                    behind: many,
                    accepted: many,
                    face: many,
                    edge: many,
                    vertex: many,
                    ..Counters::default()
                },
                level: String::from("a level whose author gave it a very long name indeed"),
                triangles: 12_345_678,
                draws: 12_345,
                drawn_triangles: 123_456_789,
                adapter: String::from("NVIDIA GeForce RTX 4090 Laptop GPU (vulkan), 580.95"),
                ..Figures::default()
            },
            legends: legends(),
            ghosts: ghosts(words),
            plaque: plaque(words),
            status: Status {
                targets: vec![true; 20],
                balls: Some([7, 10]),
                seconds: 6_000.0,
                rewound: 100.0,
                flying: true,
            },
            hint: Hint {
                key: words.text_of("key", "MouseRight"),
                words: words.text("hint-rewind"),
                alpha: 1.0,
            },
            time: time(words),
            subtitles: subtitles(),
            view: View::default(),
        }
    }
}

/// The words about two ghosts that have parted.
fn ghosts(words: &Words) -> Vec<String> {
    let many = 123_456_u32;
    let parted = |mode: CollisionMode| {
        let parted = phrase("ghost-parted").with("mode", phrase_of("mode", mode.name()));
        parted.with("tick", many).with("apart", "12.34")
    };
    let began = phrase("ghost-began").with("tick", many);
    let feature = phrase("why-feature").with("feature", phrase_of("feature", "vertex"));
    let touched = phrase("why-contact").with("triangle", many);
    let touched = touched.with("feature", feature.with("number", 3_u32));
    let pushed = phrase("why-pushed-back").with("triangle", many);
    let pushed = pushed.with("length", "0.1234");
    let parts = |mode: CollisionMode| {
        [
            parted(mode),
            began.clone(),
            phrase("ghost-you-met").with("what", touched.clone()),
            phrase("ghost-it-met").with("what", pushed.clone()),
        ]
    };
    let lines = [parts(CollisionMode::Article), parts(CollisionMode::Box)].concat();
    lines.iter().map(|line| words.say(line)).collect()
}

/// The words about an exhibit of the museum whose vector has been played.
fn plaque(words: &Words) -> Plaque {
    let about = "museum-about";
    let figure = phrase("museum-left").with("figure", "12,345.67 m per second and more of it");
    let bound = phrase("museum-bound").with("bound", "at least 12,345.67 m per second");
    Plaque {
        title: words.text("museum"),
        lines: vec![
            words.text("about-museum").repeat(3),
            words.say(&phrase("museum-source").with("source", about.repeat(6))),
            words.say(&figure),
            words.say(&figure),
        ],
        below: words.say(&bound),
        is_brief: false,
    }
}

/// The words about an exhibit before its vector is played.
pub(super) fn plaque_of(exhibit: &Exhibit, words: &Words) -> Plaque {
    let lines = std::iter::once(exhibit.about()).chain(exhibit.changes());
    let lines = lines.chain([exhibit.known_from()]);
    Plaque {
        title: words.say(&exhibit.title()),
        lines: lines.map(|line| words.say(&line)).collect(),
        below: words.text("museum-button"),
        is_brief: false,
    }
}

/// The words about an exhibit while its vector is played again.
pub(super) fn played(exhibit: &Exhibit, words: &Words) -> Plaque {
    let title = phrase("museum-again").with("title", exhibit.title());
    let figures = ["museum-left", "museum-right"]
        .map(|side| phrase(side).with("figure", exhibit.figure(-1234.567)));
    Plaque {
        title: words.say(&title.with("round", 12_u32)),
        lines: figures.map(|line| words.say(&line)).to_vec(),
        below: words.say(&phrase("museum-bound").with("bound", exhibit.bound())),
        is_brief: true,
    }
}

/// The words about time that stands still and passes slowly.
fn time(words: &Words) -> String {
    let frozen = phrase("frozen").with("on", "P").with("tick", ".");
    let both =
        phrase("state-and-speed").with("state", frozen.with("before", ",").with("back", "R"));
    words.say(&both.with("speed", phrase("slow-time").with("part", 16_u32)))
}

/// The largest number of subtitles, with the longest texts.
fn subtitles() -> Vec<Subtitle> {
    let kinds = [
        HeardKind::Once(SoundKind::WalkerNotice),
        HeardKind::Once(SoundKind::Refill),
        HeardKind::Lasting(LoopSound::Place(AmbienceSound::Cavern)),
        HeardKind::Once(SoundKind::WalkerFelled),
        HeardKind::Once(SoundKind::Explosion),
    ];
    let of = |kind| Subtitle {
        kind,
        bearing: Some(1.0),
        alpha: 1.0,
    };
    kinds.map(of).to_vec()
}

/// Every legend of a walk into a wall, and that of a bounce.
fn legends() -> Vec<Legend> {
    let level = catalog::open("test:box-room").unwrap();
    let mut legends = Vec::new();
    for collision in CollisionMode::ALL.iter().copied() {
        let mut world = World::new(&level, Rules::default());
        world.keep_journal(true);
        let forward = Command::holding(Buttons::FORWARD).by(Methods::by(collision));
        for _ in 0..400 {
            world.step(&level, &forward, &mut Vec::new());
        }
        for view in CollisionView::ALL.iter().copied() {
            let asked = InspectionRequest::through(&View::of(&world), view, 2);
            legends.push(inspect(&asked, &level, &world).legend);
        }
        legends.push(inspect_why(&level, world.journal()).legend);
    }
    legends.push(bounce());
    legends.retain(|legend| !legend.rows.is_empty());
    legends
}

/// The legend of two balls that have met.
fn bounce() -> Legend {
    let level = catalog::open("test:lesson-30").unwrap();
    let mut world = World::new(&level, Rules::default());
    world.keep_journal(true);
    loop {
        let mut events = Vec::new();
        world.step(&level, &Command::default(), &mut events);
        let is_of_two =
            |event: &Event| event.kind == EventKind::Bounce && event.struck.radius > 0.0;
        if events.iter().any(is_of_two) {
            let asked = InspectionRequest::through(&View::of(&world), CollisionView::Contacts, 2);
            return inspect(&asked, &level, &world).legend;
        }
    }
}
