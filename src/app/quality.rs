//! The quality of the window's pictures: the player's choice, or the best that the device draws fast
//! enough. The measurement is made once for each class of picture size, and stored under the adapter's
//! name.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    time::Duration,
};

use hexbound_base::{cache, files};
use hexbound_render::{AdapterChoice, NoSuchPreset, Preset, Quality};
use hexbound_ui::settings::{AdapterKind, QualityPreset, Settings};

/// The longest time of a frame in the chosen quality. At 60 frames a second it leaves a quarter for work
/// outside the measurement.
const MAX_PICTURE_TIME: Duration = Duration::from_micros(12_500);

/// The quality wanted by the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QualityWish {
    /// The best that is fast enough.
    Measured,
    /// One of the presets.
    Preset(Preset),
}

impl FromStr for QualityWish {
    type Err = NoSuchPreset;

    fn from_str(name: &str) -> Result<Self, NoSuchPreset> {
        match name {
            "auto" => Ok(Self::Measured),
            name => name.parse().map(Self::Preset),
        }
    }
}

impl QualityWish {
    /// The quality wanted by the player's settings.
    pub(crate) fn of(settings: &Settings) -> Self {
        match settings.picture.quality {
            QualityPreset::Auto => Self::Measured,
            QualityPreset::Low => Self::Preset(Preset::Low),
            QualityPreset::Medium => Self::Preset(Preset::Medium),
            QualityPreset::High => Self::Preset(Preset::High),
            QualityPreset::Ultra => Self::Preset(Preset::Ultra),
        }
    }
}

/// The adapter wanted by the player's settings. If there is none of that kind, another one is used.
pub(crate) fn adapter_of(settings: &Settings) -> AdapterChoice {
    let kind = match settings.details.adapter {
        AdapterKind::Usual => None,
        AdapterKind::Discrete => Some("discrete"),
        AdapterKind::Integrated => Some("integrated"),
        AdapterKind::Software => Some("software"),
    };
    AdapterChoice {
        name: kind.map(String::from),
        is_required: false,
    }
}

/// A preset's quality, with the details that the player has set separately.
pub(crate) fn quality_of(preset: Preset, settings: &Settings) -> Quality {
    let (usual, set) = (preset.quality(), &settings.details);
    Quality {
        render_scale: (settings.picture.render_scale).unwrap_or(usual.render_scale),
        samples: set.samples.unwrap_or(usual.samples),
        shadow_side: set.shadow_side.unwrap_or(usual.shadow_side),
        shadow_maps: set.shadow_maps.unwrap_or(usual.shadow_maps),
        soft_shadows: set.soft_shadows.unwrap_or(usual.soft_shadows),
        fine_contact_shade: (set.fine_contact_shade).unwrap_or(usual.fine_contact_shade),
        indirect_light: set.indirect_light.unwrap_or(usual.indirect_light),
        reflections: set.reflections.unwrap_or(usual.reflections),
        grain: set.grain.unwrap_or(usual.grain),
        bloom: set.bloom.unwrap_or(usual.bloom),
        smoothing: set.smoothing.unwrap_or(usual.smoothing),
        particles: set.particles.unwrap_or(usual.particles),
        lamp_view: set.lamp_view.unwrap_or(usual.lamp_view),
    }
}

/// The search for the best preset whose pictures are fast enough. Presets are measured in ascending
/// order, up to the first that is too slow.
#[derive(Debug, Default)]
pub(crate) struct PresetSearch {
    /// The time of a picture in each preset that was measured.
    measured: Vec<Duration>,
}

impl PresetSearch {
    /// The preset to measure next; `None` once the best is found.
    pub(crate) fn next(&self) -> Option<Preset> {
        let is_over = (self.measured.last()).is_some_and(|taken| *taken > MAX_PICTURE_TIME);
        let next = Preset::ALL.get(self.measured.len()).copied();
        next.filter(|_| !is_over)
    }

    /// Records the time of a picture in the next preset.
    pub(crate) fn note(&mut self, taken: Duration) {
        self.measured.push(taken);
    }

    /// The best preset that was measured, and the time of its picture.
    pub(crate) fn best(&self) -> Option<(Preset, Duration)> {
        let measured = || Preset::ALL.into_iter().zip(self.measured.iter().copied());
        let fast = measured().take_while(|(_, taken)| *taken <= MAX_PICTURE_TIME);
        fast.last().or_else(|| measured().next())
    }
}

/// The class of a picture's size: the power of two nearest to its number of pixels. A measurement holds
/// for all sizes of one class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SizeClass(u32);

impl SizeClass {
    /// The class of a picture by its width and height, pixels.
    pub(crate) fn of([width, height]: [u32; 2]) -> Self {
        let pixels = f64::from(width.max(1)) * f64::from(height.max(1));
        Self(pixels.log2().round() as u32)
    }
}

/// The best presets found by measurements, by adapter name and size class.
#[derive(Debug, Default)]
pub(crate) struct MeasuredPresets {
    /// The file of the presets; `None` for a user without a home folder.
    path: Option<PathBuf>,
    adapters: BTreeMap<String, BTreeMap<u32, String>>,
}

impl MeasuredPresets {
    /// The presets that were measured for this user. An unreadable file counts as none, since the
    /// measurement can be repeated.
    pub(crate) fn of_user() -> Self {
        cache::folder().map_or_else(Self::default, |it| Self::at(&it.join("quality.json")))
    }

    fn at(path: &Path) -> Self {
        let bytes = files::read(path).unwrap_or_default();
        Self {
            path: Some(path.to_owned()),
            adapters: serde_json::from_slice(&bytes).unwrap_or_default(),
        }
    }

    /// The preset that was measured with an adapter in a size class.
    pub(crate) fn preset(&self, adapter: &str, size: SizeClass) -> Option<Preset> {
        self.adapters.get(adapter)?.get(&size.0)?.parse().ok()
    }

    /// Stores the preset that was measured with an adapter in a size class.
    pub(crate) fn store(
        &mut self,
        adapter: &str,
        size: SizeClass,
        preset: Preset,
    ) -> io::Result<()> {
        let sizes = self.adapters.entry(adapter.to_owned()).or_default();
        sizes.insert(size.0, preset.to_string());
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, serde_json::to_vec_pretty(&self.adapters)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(milliseconds: [u64; 4]) -> (Preset, Vec<Preset>) {
        let (mut search, mut asked) = (PresetSearch::default(), Vec::new());
        while let Some(preset) = search.next() {
            asked.push(preset);
            search.note(Duration::from_millis(milliseconds[preset as usize]));
        }
        (search.best().unwrap().0, asked)
    }

    #[test]
    fn the_best_that_is_fast_enough_is_taken_and_no_slower_one_is_tried() {
        let slow = measured([90, 200, 400, 800]);
        assert_eq!(slow, (Preset::Low, vec![Preset::Low]));
        assert_eq!(measured([4, 9, 20, 50]).0, Preset::Medium);
        assert_eq!(measured([4, 9, 20, 50]).1.len(), 3);
        assert_eq!(measured([1, 2, 3, 20]).0, Preset::High);
        assert_eq!(measured([1, 1, 2, 4]).0, Preset::Ultra);
    }

    #[test]
    fn what_was_measured_is_kept_for_the_adapter_and_the_size_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hexbound/quality.json");
        let [small, large] = [[1280, 720], [3840, 2160]].map(SizeClass::of);
        let mut first = MeasuredPresets::at(&path);
        assert_eq!(first.preset("one", small), None);
        first.store("one", small, Preset::Medium).unwrap();
        first.store("one", large, Preset::Low).unwrap();
        first.store("other", small, Preset::High).unwrap();
        let second = MeasuredPresets::at(&path);
        assert_eq!(second.preset("one", small), Some(Preset::Medium));
        assert_eq!(second.preset("one", large), Some(Preset::Low));
        assert_eq!(second.preset("other", large), None);
        assert_eq!(second.preset("third", small), None);
        // Broken, and as the game kept it before it kept sizes apart.
        for other in ["{ broken", r#"{"one": "high"}"#] {
            fs::write(&path, other).unwrap();
            assert_eq!(MeasuredPresets::at(&path).preset("one", small), None);
        }
    }

    #[test]
    fn sizes_are_of_one_class_when_their_pixels_are_about_as_many() {
        let class = SizeClass::of;
        assert_eq!(class([1280, 720]), class([1300, 731]));
        assert_ne!(class([1280, 720]), class([1920, 1080]));
        assert_ne!(class([1920, 1080]), class([3840, 2160]));
        assert_eq!(class([0, 0]), class([1, 1]));
    }

    #[test]
    fn a_detail_that_is_set_differs_from_the_preset_and_no_other() {
        let mut settings = Settings::default();
        settings.picture.render_scale = Some(0.75);
        settings.details.bloom = Some(true);
        let expected = Quality {
            render_scale: 0.75,
            bloom: true,
            ..Quality::LOW
        };
        assert_eq!(quality_of(Preset::Low, &settings), expected);
        let usual = Settings::default();
        assert_eq!(quality_of(Preset::Ultra, &usual), Quality::ULTRA);
    }

    #[test]
    fn a_wish_is_a_presets_name_or_auto() {
        let parsed = |word: &str| word.parse::<QualityWish>();
        assert_eq!(parsed("auto").unwrap(), QualityWish::Measured);
        assert_eq!(parsed("high").unwrap(), QualityWish::Preset(Preset::High));
        assert!("best".parse::<QualityWish>().is_err());
    }
}
