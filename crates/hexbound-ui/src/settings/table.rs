//! The settings, one declaration each: their field, their key in the file, their default and their format on
//! the screen. Their names and explanations are in the message files.

use super::{
    AdapterKind, Colors, Exposure, QualityPreset, Section, Tab, WindowMode,
    declare::{form, sections},
    item::{
        Access, Choice, Item, ItemKind, Number,
        NumberDisplay::{Decimals, Percent, Plain, Signed, Whole},
        Value, decimal,
    },
};
use crate::input::Bindings;
use hexbound_audio::SubtitledSounds;
use hexbound_base::words::Language;
use hexbound_sim::{PoolPolicy, tuning};

sections! {
    /// The settings of the view and of the language.
    view: ViewSettings in View {
        /// The language of the window; `None` for the system's language.
        language: Option<Language> = None,
        one_of("system" => None, "en" "English" => Some(Language::English),
            "zh-CN" "简体中文" => Some(Language::SimplifiedChinese));
        /// The horizontal field of view at 16:9, degrees.
        field_of_view: f32 = 90.0, number(60.0, 120.0, 1.0, "degrees", Whole("°")).on(Tab::Video);
        /// True if targets, balls, time and hints are shown.
        hud: bool = true, switch();
        /// True if the crosshair is shown.
        crosshair: bool = true, switch();
        /// The size of the crosshair relative to the default.
        crosshair_size: f32 = 1.0, number(0.5, 2.5, 0.25, "", Percent);
        /// The size of texts and signs on the screen relative to the default.
        hud_scale: f32 = 1.0, number(0.5, 2.0, 0.1, "", Percent);
        /// True if the view bobs with the steps.
        head_bob: bool = false, switch();
        /// True if the camera of the start screen flies through the level.
        title_flight: bool = true, switch().advanced();
        /// The colors in which targets glow.
        colors: Colors = Colors::Usual,
        one_of("usual" => Colors::Usual, "orange_blue" => Colors::OrangeAndBlue);
    }

    /// The settings of the mouse. The sensitivity or the distance for a turn sets the speed of the view.
    mouse: MouseSettings in Mouse {
        /// The turn of the view per mouse count, ten-thousandths of a radian. Nobody plays with less than 1;
        /// 100 turns the view once around within the width of a thumb.
        sensitivity: f32 = 22.0,
        computed(number(1.0, 100.0, 1.0, "", Plain), Settings::sensitivity, Settings::set_sensitivity)
            .or("cm_per_turn", |it| it.mouse.cm_per_turn.is_none());
        /// The distance that the mouse moves for a full turn, centimeters; `None` unless the player has set it.
        cm_per_turn: Option<f32> = None,
        computed(number(1.0, 200.0, 0.5, "centimeters", Decimals(1, " cm")),
            Settings::cm_per_turn, Settings::set_cm_per_turn)
            .or("sensitivity", |it| it.mouse.cm_per_turn.is_some()).advanced();
        /// The resolution of the mouse, counts per inch.
        dpi: f32 = 800.0, number(100.0, 32_000.0, 50.0, "counts an inch", Whole(" DPI")).advanced();
        /// True if moving the mouse up looks down.
        invert: bool = false, switch();
    }

    /// The settings of sound. The volumes are shares of the full volume.
    sound: SoundSettings in Sound {
        /// The volume of everything.
        master: f32 = 1.0, number(0.0, 1.0, 0.05, "", Percent);
        /// The volume of events in the world.
        effects: f32 = 1.0, number(0.0, 1.0, 0.05, "", Percent);
        /// The volume of steps, jumps and landings.
        steps: f32 = 1.0, number(0.0, 1.0, 0.05, "", Percent).advanced();
        /// The volume of wind, rooms and the sounds of places.
        ambience: f32 = 1.0, number(0.0, 1.0, 0.05, "", Percent);
        /// The volume of menus.
        interface: f32 = 1.0, number(0.0, 1.0, 0.05, "", Percent).advanced();
        /// The volume of the music, by default below everything else.
        music: f32 = 0.35, number(0.0, 1.0, 0.05, "", Percent);
        /// The name of the output device; empty for the system's choice.
        output: String = String::new(), sound_device();
        /// The sounds that have subtitles.
        subtitles: SubtitledSounds = SubtitledSounds::None,
        one_of("none" => SubtitledSounds::None, "around" => SubtitledSounds::Around,
            "all" => SubtitledSounds::All);
        /// True if the contacts of the player's body sound as tones.
        contacts: bool = false, switch().on(Tab::Laboratory);
    }

    /// The basic settings of the window and its image.
    picture: PictureSettings in Picture {
        /// The choice between a window and the whole screen without borders.
        window_mode: WindowMode = WindowMode::Windowed,
        one_of("windowed" => WindowMode::Windowed, "borderless" => WindowMode::Borderless);
        /// The size of the window while not in full screen, points.
        window_size: [u32; 2] = [1280, 720],
        one_of("640x360" "640 × 360" => [640, 360], "960x540" "960 × 540" => [960, 540],
            "1280x720" "1280 × 720" => [1280, 720], "1280x800" "1280 × 800" => [1280, 800],
            "1600x900" "1600 × 900" => [1600, 900], "1920x1080" "1920 × 1080" => [1920, 1080],
            "1920x1200" "1920 × 1200" => [1920, 1200], "2560x1440" "2560 × 1440" => [2560, 1440],
            "3840x2160" "3840 × 2160" => [3840, 2160]);
        /// The preset of all details without their own value.
        quality: QualityPreset = QualityPreset::Auto,
        one_of("auto" => QualityPreset::Auto, "low" => QualityPreset::Low,
            "medium" => QualityPreset::Medium, "high" => QualityPreset::High,
            "ultra" => QualityPreset::Ultra);
        /// The resolution of the world, as a share of the window's width and height.
        render_scale: Option<f32> = None,
        detail("0.5" "50 %" => 0.5, "0.67" "67 %" => 0.67, "0.75" "75 %" => 0.75, "1" "100 %" => 1.0,
            "1.5" "150 %" => 1.5, "2" "200 %" => 2.0);
        /// The stops above the automatic exposure; with fixed exposure, above that of a sunlit place.
        exposure_stops: f32 = 0.0, number(-4.0, 4.0, 0.25, "stops", Signed);
        /// True if frames wait for the screen, so that none is torn.
        vsync: bool = true, switch();
        /// The highest frame rate, frames a second.
        frame_cap: u32 = 240, number(10.0, 1000.0, 10.0, "a whole number", Whole(" FPS"));
        /// True if explosions emit no light and glow less.
        low_flash: bool = false, switch().on(Tab::Gameplay);
    }

    /// The settings of the image's details and of the graphics adapter. `None` follows the preset.
    details: DetailSettings in Picture {
        /// The number of samples per pixel at edges; 1 uses FXAA instead.
        samples: Option<u32> = None, detail("1" "FXAA" => 1, "4" "MSAA 4 ×" => 4).advanced();
        /// True if isolated pixels are smoothed.
        smoothing: Option<bool> = None, on_or_off().advanced();
        /// The number of texels along the side of each of the sun's shadow maps.
        shadow_side: Option<u32> = None,
        detail("512" "512" => 512, "1024" "1024" => 1024, "2048" "2048" => 2048, "4096" "4096" => 4096)
            .advanced();
        /// The number of the sun's shadow maps.
        shadow_maps: Option<u32> = None, detail("2" "2" => 2, "3" "3" => 3, "4" "4" => 4).advanced();
        /// True if the edges of shadows are filtered more widely.
        soft_shadows: Option<bool> = None, on_or_off().advanced();
        /// True if ambient occlusion is sampled at two distances instead of one.
        fine_contact_shade: Option<bool> = None, on_or_off().advanced();
        /// True if ambient light is baked.
        indirect_light: Option<bool> = None, on_or_off().advanced();
        /// True if polished surfaces reflect the level.
        reflections: Option<bool> = None, on_or_off().advanced();
        /// True if bright objects have a halo.
        bloom: Option<bool> = None, on_or_off().advanced();
        /// The share of sparks, smoke and dust that is drawn.
        particles: Option<f32> = None,
        detail("0.25" "25 %" => 0.25, "0.5" "50 %" => 0.5, "1" "100 %" => 1.0).advanced();
        /// True if rough surfaces without textures get a fine grain.
        grain: Option<bool> = None, on_or_off().advanced();
        /// The distance at which the light of lamps has faded out, meters.
        lamp_view: Option<f32> = None,
        detail("40" "40 m" => 40.0, "80" "80 m" => 80.0, "120" "120 m" => 120.0, "all" => f32::INFINITY)
            .advanced();
        /// The choice between adapting and fixed exposure.
        exposure: Exposure = Exposure::Auto,
        one_of("auto" => Exposure::Auto, "fixed" => Exposure::Fixed).advanced();
        /// The preferred kind of graphics adapter.
        adapter: AdapterKind = AdapterKind::Usual,
        one_of("usual" => AdapterKind::Usual, "discrete" => AdapterKind::Discrete,
            "integrated" => AdapterKind::Integrated, "software" => AdapterKind::Software).advanced();
    }

    /// The settings of a run's rules, which apply from the next start of a level.
    game: RuleSettings in Game {
        /// The time after leaving an edge during which a jump is still possible, seconds.
        coyote_time: f32 = tuning::COYOTE_TIME,
        number(0.0, 1.0, 0.01, "seconds", Decimals(2, " s")).advanced();
        /// The time before a landing during which a press of the jump key is remembered, seconds.
        jump_buffer: f32 = tuning::JUMP_BUFFER,
        number(0.0, 1.0, 0.01, "seconds", Decimals(2, " s")).advanced();
        /// The policy for a new explosion when there are too many.
        explosion_pool: PoolPolicy = PoolPolicy::Drop,
        one_of("drop" => PoolPolicy::Drop, "reuse" => PoolPolicy::Reuse).on(Tab::Laboratory);
    }

    /// The settings that make a run easier and mark it as assisted.
    assist: AssistSettings in Assist {
        /// True if the trajectory of the next throw is shown.
        aim_line: bool = false, switch();
        /// True if the number of balls is unlimited.
        endless_balls: bool = false, switch();
        /// The pace of time in play.
        pace: f32 = 1.0, number(0.25, 1.0, 0.05, "", Percent);
    }

    /// The settings of a pad: the response of its sticks, and its rumble.
    pad: PadSettings in Pad {
        /// The turn of the view at full deflection, degrees a second.
        look_speed: f32 = 200.0, number(30.0, 720.0, 10.0, "degrees a second", Whole("°/s"));
        /// The exponent of the response: 1 is linear, more is finer near the center.
        curve: f32 = 1.8, number(1.0, 3.0, 0.1, "", Decimals(1, "")).advanced();
        /// The central share of a stick's range that has no effect.
        dead_zone: f32 = 0.15, number(0.0, 0.6, 0.05, "", Percent).advanced();
        /// True if pushing the stick up looks down.
        invert: bool = false, switch();
        /// True if the left stick looks and the right one walks.
        swap_sticks: bool = false, switch().advanced();
        /// The strength of the rumble.
        rumble: f32 = 1.0, number(0.0, 1.0, 0.1, "", Percent);
    }
}
