//! The words and figures above the frame of play.

use glam::Vec3;

use super::{drawing::Drawing, input::InputDevices, preferences::Preferences};
use crate::app::{
    game::{Game, ghost_name},
    hints::Lesson,
    pace::Averages,
};
use hexbound_base::{
    clock::TICK_RATE,
    words::{Phrase, Words, phrase},
};
use hexbound_inspect::{CORAL, Legend, TEAL, VIOLET, why};
use hexbound_sim::{Buttons, GhostColor, GhostView, Ghosts, View};
use hexbound_ui::{
    FigureDetail, Figures, Hint, Status,
    input::{Device, Effect},
};

/// The height of a ghost's name above its head, meters.
const NAME_HEIGHT: f32 = 0.2;
/// The least distance from the eye at which a ghost has a name, meters.
const MIN_NAME_DISTANCE: f32 = 1.5;
/// The longest time that the aim line covers, ticks.
const AIM_TICKS: u64 = 2 * TICK_RATE as u64;
/// The largest number of bounces on the aim line.
const AIM_BOUNCES: u32 = 3;
/// The length of the dots of the aim line and of the gaps between them, ticks.
const AIM_DOT_TICKS: usize = 3;
const AIM_COLOR: [f32; 3] = [0.25, 1.0, 0.8];

/// Adds the path of the next throw to the debug lines, if the player wants it.
pub(super) fn show_aim(game: &Game, view: &mut View) {
    if !game.aim_line || game.is_playback() {
        return;
    }
    let path = game.world.throw_path(&game.level, AIM_TICKS, AIM_BOUNCES);
    // The first steps would cover the crosshair.
    let pairs = path.windows(2).enumerate().skip(AIM_DOT_TICKS);
    for (index, pair) in pairs {
        let left = 1.0 - index as f32 / AIM_TICKS as f32;
        let [red, green, blue] = AIM_COLOR;
        let color = [red, green, blue, 0.25 + 0.65 * left.max(0.0)];
        if (index / AIM_DOT_TICKS).is_multiple_of(2) {
            view.debug.line(pair[0].center, pair[1].center, color);
        }
        if pair[1].is_impact {
            view.debug.cross(pair[1].center, 0.12, color);
        }
    }
}

/// The state of the game in the level.
pub(super) fn status(game: &Game) -> Status {
    let (world, settings) = (&game.world, &game.level.play.settings);
    let play = &world.play;
    Status {
        targets: play.lit.clone(),
        balls: play.balls_in_hand.map(|balls| [balls, settings.balls]),
        seconds: seconds(play.finished.unwrap_or(world.tick)),
        rewound: seconds(game.rewound().ticks),
        flying: world.player.flying,
    }
}

/// The figures of a frame at a level of detail.
pub(super) fn figures(
    detail: FigureDetail,
    game: &Game,
    averages: &Averages,
    drawing: &Drawing,
    words: &Words,
) -> Figures {
    let (world, level) = (&game.world, &game.level);
    let graphics = drawing.graphics.as_ref();
    let drawn = graphics.map_or_else(Default::default, |it| it.renderer.figures().all());
    let adapter = graphics.map(|graphics| {
        let drawn = phrase("drawn-with").with("adapter", graphics.gpu.name());
        words.say(&drawn.with("quality", drawing.quality.clone()))
    });
    Figures {
        detail,
        seconds: seconds(world.play.finished.unwrap_or(world.tick)),
        frames_per_second: averages.frames_per_second,
        frame_ms: averages.frame_ms,
        tick_ms: averages.tick_ms,
        position: level.to_file(world.player.position),
        speed: world.player.velocity.length(),
        grounded: world.player.grounded,
        flying: world.player.flying,
        contacts: world.player.report.contacts,
        balls: world.balls.len(),
        collision: game.methods.collision,
        counters: world.counters,
        level: level.name.clone(),
        triangles: level.collision.len(),
        draws: drawn.draws,
        drawn_triangles: drawn.triangles,
        adapter: adapter.unwrap_or_default(),
    }
}

/// The hint that teaches a control, with its opacity, 0..1.
pub(super) fn hint(
    (lesson, alpha): (Lesson, f32),
    input: &InputDevices,
    preferences: &Preferences,
) -> Hint {
    let words = preferences.words;
    let (effects, said) = hint_of(lesson);
    let sticks = match preferences.settings.pad.swap_sticks {
        false => ["left-stick", "right-stick"],
        true => ["right-stick", "left-stick"],
    };
    let key = match (lesson, input.device) {
        (Lesson::Walk, Device::Pad) => words.text_of("hint-with", sticks[0]),
        (Lesson::Look, Device::Pad) => words.text_of("hint-with", sticks[1]),
        (Lesson::Look, Device::Keys) => words.text_of("hint-with", "mouse"),
        _ => {
            // The first key of each effect is enough.
            let first = |effect: &Effect| {
                let keys = match input.key_names(*effect) {
                    Phrase::List(keys) => keys.into_iter().next(),
                    key => Some(key),
                };
                keys.map(|key| words.say(&key)).unwrap_or_default()
            };
            let keys: Vec<String> = effects.iter().map(first).collect();
            keys.join(" ")
        }
    };
    Hint {
        key,
        words: words.say(&said),
        alpha,
    }
}

/// The effects whose keys are named in the hint that teaches a control, and the words of the hint.
fn hint_of(lesson: Lesson) -> (&'static [Effect], Phrase) {
    const WALK_EFFECTS: [Effect; 4] = [
        Effect::Hold(Buttons::FORWARD),
        Effect::Hold(Buttons::LEFT),
        Effect::Hold(Buttons::BACK),
        Effect::Hold(Buttons::RIGHT),
    ];
    match lesson {
        Lesson::Walk => (&WALK_EFFECTS, phrase("hint-walk")),
        Lesson::Look => (&[], phrase("hint-look")),
        Lesson::Throw => (&[Effect::Hold(Buttons::THROW)], phrase("hint-throw")),
        Lesson::Jump => (&[Effect::Hold(Buttons::JUMP)], phrase("hint-jump")),
        Lesson::Rewind => (&[Effect::Rewind], phrase("hint-rewind")),
        Lesson::Sprint => (&[Effect::Hold(Buttons::SPRINT)], phrase("hint-sprint")),
    }
}

/// A legend with the names of ghosts above their heads, without those close to the eye.
pub(super) fn with_ghost_names(
    legend: &Legend,
    ghosts: Vec<(Phrase, GhostView)>,
    eye: Vec3,
) -> Legend {
    let mut legend = legend.clone();
    for (name, ghost) in ghosts {
        let above = Vec3::Y * (ghost.shape.half_height() + NAME_HEIGHT);
        if ghost.center.distance(eye) > MIN_NAME_DISTANCE {
            let color = match ghost.color {
                GhostColor::Teal => TEAL,
                GhostColor::Orange => CORAL,
                GhostColor::Violet => VIOLET,
            };
            legend.label(ghost.center + above, name, color);
        }
    }
    legend
}

/// The tick and distance of each ghost's parting from the player, and the contacts at its beginning, as
/// lines of text.
pub(super) fn ghost_lines(ghosts: &Ghosts, words: &Words) -> Vec<String> {
    let mut lines = Vec::new();
    for ghost in &ghosts.all {
        let mode = ghost_name(ghost);
        let Some(parting) = &ghost.parting else {
            lines.push(words.say(&phrase("ghost-beside").with("mode", mode)));
            continue;
        };
        let parted = phrase("ghost-parted").with("mode", mode);
        let parted = parted.with("tick", parting.tick);
        lines.push(words.say(&parted.with("apart", format!("{:.2}", parting.apart))));
        let began = &parting.began;
        lines.push(words.say(&phrase("ghost-began").with("tick", began.tick)));
        let who = [phrase("ghost-you-met"), phrase("ghost-it-met")];
        for (met, journal) in who.into_iter().zip(&began.journals) {
            let what = journal.as_ref().map(why::in_short);
            lines.extend(what.map(|what| words.say(&met.with("what", what))));
        }
    }
    lines
}

/// The duration of `ticks`, seconds.
pub(super) fn seconds(ticks: u64) -> f64 {
    ticks as f64 / f64::from(TICK_RATE)
}
