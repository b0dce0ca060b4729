//! Scripts of a game's window: what is pressed there, and what has to come before the next line.

use std::{fs, path::Path, str::FromStr};

use image::{RgbaImage, imageops::crop_imm};

use super::{Game, picture::difference};

impl Game<'_> {
    /// Does what the lines of a file of `tests/window/scripts` say, one after the other. A line that begins
    /// with none of the verbs below is xdotool's.
    ///
    /// | line | what it does |
    /// |---|---|
    /// | `says WORDS`, `says2 WORDS` | waits until the log holds the words, or holds them twice |
    /// | `ticks SECONDS`, `second`, `hold KEY SECONDS` | waits for so much of the level's time |
    /// | `focus`, `minimize`, `pause` | as the game's methods of these names |
    /// | `still NAME`, `settled NAME`, `seen NAME` | keeps the picture, once it is so |
    /// | `other SHARE NAME`, `like SHARE NAME` | waits for another picture or the same |
    /// | `top SHARE NAME` | waits until its upper eighth is another |
    /// | `size WIDTH HEIGHT` | waits for a picture of that size |
    /// | `set NAME VALUE` | changes a setting |
    /// | `times COUNT LINE` | does a line so many times |
    pub fn follow(&self, name: &str) {
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window/scripts");
        let script = fs::read_to_string(scripts.join(name)).expect("a script");
        let is_step = |line: &&str| !line.is_empty() && !line.starts_with('#');
        script
            .lines()
            .filter(is_step)
            .for_each(|line| self.step(line));
    }

    /// The picture that a script has kept by a name.
    pub fn kept(&self, name: &str) -> RgbaImage {
        let kept = self.kept.borrow();
        let picture = kept
            .get(name)
            .unwrap_or_else(|| panic!("no picture {name}"));
        picture.clone()
    }

    fn step(&self, line: &str) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
        let keep = |picture| drop(self.kept.borrow_mut().insert(rest.to_owned(), picture));
        match verb {
            "ticks" => self.wait_ticks(number(first)),
            "second" => self.wait_whole_second(),
            "hold" => self.hold(first, number(second)),
            "focus" => self.focus(),
            "minimize" => self.minimize(),
            "pause" => self.pause(),
            "still" => keep(self.wait_still()),
            "settled" => keep(self.wait_settled()),
            "seen" => keep(self.pixels()),
            "other" => self.wait_change(line, &self.kept(second), number(first)),
            "like" => self.wait_like(line, &self.kept(second), number(first)),
            "top" => {
                let top = |image: &RgbaImage| {
                    crop_imm(image, 0, 0, image.width(), image.height() / 8).to_image()
                };
                let (before, share) = (top(&self.kept(second)), number::<f64>(first));
                self.wait_pixels(line, |image| difference(&top(image), &before) > share);
            }
            "size" => {
                let size = (number(first), number(second));
                self.wait_pixels(line, |image| image.dimensions() == size);
            }
            "set" => drop(self.desktop.printed(format!("settings {rest}"))),
            "times" => (0..number::<u32>(first)).for_each(|_| self.step(second)),
            _ => match verb.strip_prefix("says") {
                Some("") => self.wait_log(rest, 1),
                Some(times) => self.wait_log(rest, number(times)),
                None => self.xdotool(line),
            },
        }
    }
}

fn number<N: FromStr>(word: &str) -> N {
    word.parse()
        .unwrap_or_else(|_| panic!("{word} is no number"))
}
