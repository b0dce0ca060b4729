//! The longest content of the screens, for the tests of this folder.

use std::path::PathBuf;

use super::{screen::Question, *};
use crate::{
    input::{Action, Device},
    settings::Tab,
};
use hexbound_base::words::{Language, Phrase, Words, phrase};
use hexbound_level::Code;
use hexbound_sim::{CollisionMode, Medal, Methods, Par, PlayerShape, RunResult};

/// The longest content of every screen in English.
pub(super) fn facts() -> Facts<'static> {
    facts_in(Language::English)
}

/// The longest content of every screen. Its parts are leaked, which a test may do.
pub(super) fn facts_in(language: Language) -> Facts<'static> {
    let result = RunResult {
        ticks: 600_000,
        rewound: 100,
        rewinds: 3,
        balls: 99,
        lit: 14,
        assisted: true,
        medal: Medal::Bronze,
    };
    let level = |shelf, number: usize| LevelFact {
        title: ["Quarry Steps", "A level with a long title indeed", "March"][number % 3].into(),
        path: PathBuf::from(format!("/levels/{number}.glb")),
        shelf,
        par: Par {
            seconds: Some(400.0),
            balls: Some(14),
        },
        best: Some(
            (number.is_multiple_of(2)).then(|| (PathBuf::from("/runs/best.rec.gz"), result)),
        ),
        gold: (shelf == Shelf::Own).then(|| PathBuf::from("/runs/gold.rec")),
        picture: None,
    };
    let own = (0..6).map(|number| level(Shelf::Own, number));
    let user = (6..8).map(|number| level(Shelf::User, number));
    let recent = (8..12).map(|number| level(Shelf::Recent, number));
    let levels: Vec<LevelFact> = own.chain(user).chain(recent).collect();
    let paths = |ending: &str| -> Vec<PathBuf> {
        let name = |number| format!("/home/somebody/a-name-that-is-rather-long-{number}{ending}");
        (0..30).map(|number| PathBuf::from(name(number))).collect()
    };
    let state = String::from("candidates");
    let actions = [
        Action::CollisionView,
        Action::PinView,
        Action::Shallower,
        Action::Deeper,
        Action::Why,
        Action::CollisionMode,
        Action::Ground,
        Action::Methods,
        Action::Ghosts,
        Action::Figures,
        Action::Findings,
        Action::Camera,
        Action::Pause,
        Action::Step,
        Action::Slower,
        Action::Faster,
    ];
    Facts {
        words: Words::of(language),
        levels,
        log: Some(PathBuf::from(
            "/home/somebody/.local/state/hexbound/logs/hexbound-2026-11-22-211401.log",
        )),
        user_folder: Some(PathBuf::from("/home/somebody/.local/share/hexbound/levels")),
        folder: Some(Box::leak(Box::new(Folder {
            path: PathBuf::from("/home/somebody"),
            folders: paths(""),
            levels: paths(".glb"),
            problem: Some(
                phrase("folder-unreadable")
                    .with("folder", "/home/somebody/levels")
                    .with("error", "permission denied"),
            ),
        }))),
        laboratory: actions.map(|action| (action, state.clone())).to_vec(),
        run: RunFacts {
            is_playback: false,
            is_under_way: true,
            is_kept: true,
            results: Some(Results {
                title: String::from("A level with a long title indeed"),
                result: RunResult {
                    ticks: 720_000,
                    rewound: 12_000,
                    rewinds: 100,
                    balls: 100,
                    ..result
                },
                par: Par {
                    seconds: Some(600.0),
                    balls: Some(99),
                },
                best_before: Some(result),
                has_next: true,
            }),
            has_best_throw: true,
        },
        level: String::from("A level with a long title indeed"),
        unfinished: vec![unfinished()],
        loading: Some((
            "/home/somebody/levels/drafts/the-castle-of-otranto.glb",
            0.4,
        )),
        message: Some((
            "Screenshot /home/somebody-with-a-long-name/Pictures/Screenshots/hexbound-12345.png"
                .into(),
            false,
        )),
        methods: MethodFacts {
            methods: Methods::by(CollisionMode::Article),
            is_fixed: false,
            is_assisted: true,
            now: Some(longest_figures()),
            usual: Some(longest_figures()),
            still: Some(PlayerShape::Cylinder),
            resume_key: None,
        },
        findings: Some(findings()),
        ..Facts::default()
    }
}

/// A run that can be resumed.
fn unfinished() -> UnfinishedFact {
    UnfinishedFact {
        title: String::from("A level with a long title indeed"),
        level: PathBuf::from("/levels/0.glb"),
        is_open: true,
        lit: Some([12, 14]),
        seconds: 6_000.0,
        wish: Wish::GoOn(PathBuf::from("/runs/1-0.unfinished")),
    }
}

/// The longest figures.
fn longest_figures() -> MethodFigures {
    MethodFigures {
        player_time: 12_345.6,
        bytes: 123.4,
        asked: 12_345.6,
        rejected_s: 12_345.6,
        rejected_ps: [1_234.5; 6],
        freed: 1_234,
        crossings: 1_234,
        respawns: 1_234,
    }
}

/// Many findings, some of which are long.
fn findings() -> Vec<FindingFact> {
    let codes = [Code::StickingGap, Code::MissingUvs, Code::OpenRim];
    (codes.iter().cycle().take(40).enumerate())
        .map(|(number, code)| FindingFact {
            code: *code,
            problem: format!(
                "node \"a name that is rather long {number}\": the step is 0.52 m high, a little too high to \
                 be walked up"
            ),
            place: (number % 3 > 0).then(|| Phrase::plain("-1234.5 · 123.4 · -1234.5")),
        })
        .collect()
}

pub(super) fn screens() -> Vec<Vec<Screen>> {
    let trouble = || {
        Screen::Trouble(vec![
            Phrase::plain(
                "/home/somebody/levels/drafts/the-castle-of-otranto.glb: node 'tower' refers to \
                 mesh 17, but there are only 12; export it again",
            ),
            phrase("drop-a-file"),
        ])
    };
    let stopped = || {
        let report =
            "/home/somebody/.local/state/hexbound/reports/hexbound-crash-2026-11-22-211401.txt";
        Screen::Stopped(
            String::from("attempt to subtract with overflow (src/sim/world.rs:211:17)"),
            PathBuf::from(report),
        )
    };
    let fault = Screen::Fault(vec![
        Phrase::plain(
            "index out of bounds: the length is 3 but the index is 7 (src/sim/world.rs:211:17)",
        ),
        phrase("fault-in-tick")
            .with("tick", 36_001_u32)
            .with("seconds", "300.0"),
    ]);
    let above = |screen: Screen| vec![Screen::Start, Screen::Levels, screen];
    vec![
        vec![stopped()],
        vec![Screen::Start, stopped()],
        vec![fault],
        vec![Screen::Start],
        vec![Screen::Start, Screen::Confirm(Question::Leave)],
        vec![Screen::Pause],
        vec![Screen::Pause, Screen::Keys],
        vec![Screen::Keys, Screen::ActionKeys("push_forward")],
        vec![
            Screen::Keys,
            Screen::ActionKeys("push_forward"),
            Screen::Bind("push_forward", Device::Pad, 1),
        ],
        vec![Screen::Pause, Screen::Confirm(Question::Leave)],
        vec![Screen::Pause, Screen::Confirm(Question::Restart)],
        vec![Screen::Start, Screen::Levels],
        above(Screen::Level("/levels/0.glb".into())),
        above(Screen::Level("/levels/1.glb".into())),
        above(Screen::Open("/home/somebody".into())),
        vec![Screen::Start, Screen::Levels, Screen::Scenes],
        vec![Screen::Pause, Screen::Laboratory],
        vec![Screen::Pause, Screen::Findings],
        vec![Screen::Methods],
        vec![Screen::Pause, Screen::Laboratory, Screen::Methods],
        vec![Screen::Results],
        vec![Screen::Pause, Screen::Settings],
        vec![Screen::Loading],
        vec![trouble()],
        vec![Screen::Pause, trouble()],
    ]
    .into_iter()
    .chain(Tab::ALL.map(|tab| vec![Screen::Settings, Screen::Tab(tab)]))
    .chain(Tab::ALL.map(|tab| vec![Screen::Settings, Screen::Tab(tab), Screen::Advanced(tab)]))
    .chain([vec![Screen::Laboratory, Screen::Tab(Tab::Laboratory)]])
    .collect()
}
