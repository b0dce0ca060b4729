//! The measurements of a level as figures, as lines of text and as a table.

use std::{fmt::Write, fs, time::Duration};

use serde::{Deserialize, Serialize};

use super::{Measuring, Sample, Stage};
use hexbound_level::Level;
use hexbound_render::{PassTime, Preset};

/// The times of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Milliseconds {
    pub min: f64,
    pub median: f64,
    /// The whole time of the flight divided by the number of frames.
    pub mean: f64,
    pub p99: f64,
}

/// The times of a pass of the frame.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PassReport {
    pub name: String,
    pub time: Milliseconds,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BenchReport {
    pub level: String,
    pub adapter: String,
    /// The size of the frames, pixels.
    pub size: [u32; 2],
    /// The name of the quality preset; absent for other qualities.
    pub quality: Option<String>,
    /// True if the frames were shown in a window; false if they were drawn offscreen.
    pub window: bool,
    pub frames: usize,
    /// The time until the device was done.
    pub frame: Milliseconds,
    /// The time for culling, writing buffers and recording commands.
    pub own_work: Milliseconds,
    /// The time for submitting the commands.
    pub submit: Milliseconds,
    /// The time of the passes by the device's timestamps; absent for a device without them between
    /// passes.
    pub device: Option<Milliseconds>,
    pub passes: Vec<PassReport>,
    /// The mean CPU time of all threads for a frame, milliseconds. It is the cost of a software driver,
    /// independent of other programs. Absent if the system does not report it.
    pub processor: Option<f64>,
    /// The median and the largest number of draw calls in a frame.
    pub draws: [u64; 2],
    pub triangles: [u64; 2],
    pub level_triangles: usize,
    /// The number of pipelines created after the first frame, which should be none.
    pub late_pipelines: u32,
    /// The peak memory of the process so far, megabytes (10⁶ bytes). Absent if the system does not report
    /// it.
    pub peak_memory: Option<f64>,
    /// The time from the program's start to the first frame of the level, seconds.
    pub visible_after: f64,
}

impl Measuring {
    /// The measured frames as figures.
    pub(super) fn report<S: Stage>(&self, level: &Level, stage: &S) -> BenchReport {
        let samples = &self.samples;
        let spent = (processor_time().zip(self.processor)).map(|(now, then)| now - then);
        let of = |time: &dyn Fn(&Sample) -> Duration| summary(samples.iter().map(time).collect());
        let count = |what: &dyn Fn(&Sample) -> u64| {
            let mut counts: Vec<u64> = samples.iter().map(what).collect();
            counts.sort_unstable();
            [counts[counts.len() / 2], counts[counts.len() - 1]]
        };
        let (first, last) = (&samples[0], &samples[samples.len() - 1]);
        BenchReport {
            level: level.name.clone(),
            adapter: stage.renderer().0.name(),
            size: stage.size(),
            quality: Preset::of(&self.options.picture.quality).map(|it| it.to_string()),
            window: S::IS_WINDOW,
            frames: samples.len(),
            frame: of(&|sample| sample.whole),
            own_work: of(&|sample| sample.figures.own_work),
            submit: of(&|sample| sample.figures.submit),
            device: (self.has_timer)
                .then(|| of(&|sample| sample.passes.iter().map(|pass| pass.1).sum())),
            passes: pass_reports(samples.iter().map(|sample| &sample.passes[..])),
            draws: count(&|sample| sample.figures.all().draws.into()),
            triangles: count(&|sample| sample.figures.all().triangles),
            level_triangles: level.mesh.indices.len() / 3,
            late_pipelines: last.figures.pipelines - first.figures.pipelines,
            peak_memory: peak_memory(),
            visible_after: self.visible.unwrap_or_default().as_secs_f64(),
            processor: spent.map(|spent| spent * 1e3 / samples.len() as f64),
        }
    }
}

impl BenchReport {
    /// The report as text for people.
    pub fn summary(&self) -> String {
        let mut text = format!(
            "{}: {} frames of {}x{} {}{} with {}\n",
            self.level,
            self.frames,
            self.size[0],
            self.size[1],
            if self.window {
                "in a window"
            } else {
                "offscreen"
            },
            (self.quality.as_ref()).map_or(String::new(), |name| format!(" in quality {name}")),
            self.adapter
        );
        let mut row = |name: &str, value: String| {
            writeln!(text, "  {name:<16}{value}").expect("a string takes what is written");
        };
        row("frame", self.frame.text());
        row("own work", self.own_work.text());
        row("submit", self.submit.text());
        match &self.device {
            Some(device) => row("device", device.text()),
            None => row("device", "- (no timestamps between passes)".into()),
        }
        for pass in &self.passes {
            row(&format!("  {}", pass.name), pass.time.text());
        }
        row(
            "processor",
            (self.processor).map_or("-".into(), |time| format!("mean {time:.1} ms")),
        );
        let most = |[median, most]: [u64; 2]| format!("median {median}, most {most}");
        row("draw calls", most(self.draws));
        row(
            "triangles",
            format!("{} of {}", most(self.triangles), self.level_triangles),
        );
        row("late pipelines", self.late_pipelines.to_string());
        row(
            "peak memory",
            self.peak_memory
                .map_or("-".into(), |megabytes| format!("{megabytes:.0} MB")),
        );
        row("visible after", format!("{:.2} s", self.visible_after));
        text.truncate(text.trim_end().len());
        text
    }
}

impl Milliseconds {
    fn text(&self) -> String {
        format!(
            "min {:.2}  median {:.2}  mean {:.2}  99 % {:.2} ms",
            self.min, self.median, self.mean, self.p99
        )
    }
}

/// The times of each pass of any frame. A frame without the pass counts as zero time.
fn pass_reports<'a>(frames: impl Iterator<Item = &'a [PassTime]> + Clone) -> Vec<PassReport> {
    let mut names: Vec<&str> = Vec::new();
    for passes in frames.clone() {
        let mut after = 0;
        for (name, _) in passes {
            let known = names.iter().position(|known| known == name);
            // A pass of only some frames is inserted after the one that it follows there.
            let index = known.unwrap_or_else(|| {
                names.insert(after, name);
                after
            });
            after = index + 1;
        }
    }
    let time = |passes: &[PassTime], name: &str| -> Duration {
        (passes.iter().filter(|pass| pass.0 == name))
            .map(|pass| pass.1)
            .sum()
    };
    (names.into_iter())
        .map(|name| PassReport {
            name: name.to_owned(),
            time: summary(frames.clone().map(|passes| time(passes, name)).collect()),
        })
        .collect()
}

/// The statistics of at least one time.
fn summary(mut times: Vec<Duration>) -> Milliseconds {
    times.sort_unstable();
    let at = |share: f64| {
        let index = (share * (times.len() - 1) as f64).round() as usize;
        times[index].as_secs_f64() * 1e3
    };
    let whole: Duration = times.iter().sum();
    Milliseconds {
        min: at(0.0),
        median: at(0.5),
        mean: whole.as_secs_f64() * 1e3 / times.len() as f64,
        p99: at(0.99),
    }
}

/// The peak memory from the system's record of this process, megabytes; known on Linux only.
fn peak_memory() -> Option<f64> {
    megabytes_of(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The CPU time of all threads of this process so far, seconds; known on Linux only.
pub(super) fn processor_time() -> Option<f64> {
    processor_of(&fs::read_to_string("/proc/self/stat").ok()?)
}

/// The CPU time in `/proc/self/stat`, seconds. User and system time are the 12th and 13th words after
/// the name, which may contain blanks, in hundredths of a second.
fn processor_of(stat: &str) -> Option<f64> {
    let (_, rest) = stat.rsplit_once(')')?;
    let mut words = rest.split_whitespace().skip(11);
    let mut hundredths = || words.next()?.parse::<f64>().ok();
    Some((hundredths()? + hundredths()?) / 100.0)
}

fn megabytes_of(status: &str, what: &str) -> Option<f64> {
    let line = status.lines().find_map(|line| line.strip_prefix(what))?;
    let kibibytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_and_the_slowest() {
        let times = (1..=200).rev().map(Duration::from_millis).collect();
        let expected = Milliseconds {
            min: 1.0,
            median: 101.0,
            mean: 100.5,
            p99: 198.0,
        };
        assert_eq!(summary(times), expected);
        let one = summary(vec![Duration::from_millis(7)]);
        assert_eq!((one.min, one.mean, one.p99), (7.0, 7.0, 7.0));
    }

    #[test]
    fn a_pass_that_only_some_frames_have_keeps_its_name() {
        let frame = |passes: &[(&'static str, u64)]| -> Vec<PassTime> {
            let pass = |&(name, time)| (name, Duration::from_millis(time));
            passes.iter().map(pass).collect()
        };
        let frames = [
            frame(&[("shadow", 1), ("scene", 8), ("tone", 2)]),
            frame(&[("first", 5), ("occlusion", 1), ("scene", 3), ("tone", 2)]),
            frame(&[("shadow", 1), ("scene", 6), ("tone", 2)]),
        ];
        let reports = pass_reports(frames.iter().map(Vec::as_slice));
        let names = reports.iter().map(|it| it.name.as_str());
        assert!(names.eq(["first", "occlusion", "shadow", "scene", "tone"]));
        let medians: Vec<f64> = reports.iter().map(|it| it.time.median).collect();
        assert_eq!(medians, [0.0, 0.0, 1.0, 6.0, 2.0]);
    }

    #[test]
    fn reads_the_memory_where_the_system_says() {
        let status = "Name:\thexbound\nVmPeak:\t 9 kB\nVmHWM:\t  250000 kB\nVmRSS:\t 125000 kB\n";
        assert_eq!(megabytes_of(status, "VmHWM:"), Some(256.0));
        assert_eq!(megabytes_of(status, "VmRSS:"), Some(128.0));
        assert_eq!(megabytes_of("Name:\thexbound\n", "VmHWM:"), None);
    }

    #[test]
    fn reads_the_processor_time_of_a_name_with_blanks() {
        let stat = "7 (a ) b) S 1 2 3 4 5 6 7 8 9 10 150 25 0 0";
        assert_eq!(processor_of(stat), Some(1.75));
        assert_eq!(processor_of("7 (a) S"), None);
    }
}
