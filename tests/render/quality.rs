//! The quality of pictures: each point of it shows, and a change while pictures are drawn gives the
//! same ones as a start with it.

use hexbound_render::Preset;

use crate::{opengl::crowd, stage::*};

fn set(offscreen: &mut Offscreen, quality: Quality) {
    offscreen.set_quality(quality).expect("it changes");
}

/// A picture of a level with balls, sparks and an explosion.
fn picture(offscreen: &mut Offscreen, (view, effects): &(View, Effects)) -> RgbaImage {
    let shot = offscreen.shot(Frame {
        effects: Some(effects),
        crosshair: 1.0,
        ..frame(view)
    });
    shot.expect("a picture")
}

#[test]
fn a_change_while_drawing_gives_the_pictures_of_a_start_with_it() {
    let Some(mut device) = device() else { return };
    let level = named("test:shadows");
    let crowd = crowd(&level);
    device.open(&level);
    let live = device.offscreen();
    let usual = picture(live, &crowd);
    for preset in [Preset::Low, Preset::Medium, Preset::Ultra, Preset::High] {
        let gpu = Gpu::software().expect("it was there before");
        let started = Offscreen::of_quality(gpu, SIZE, preset.quality());
        let mut started = started.expect("a renderer");
        started.set_level(&level).expect("the level is set");
        set(live, preset.quality());
        let changed = picture(live, &crowd);
        let started = picture(&mut started, &crowd);
        assert_eq!(changed.dimensions(), (SIZE[0], SIZE[1]), "{preset}");
        assert_eq!(largest_difference(&changed, &started), 0, "{preset}");
        let differs = largest_difference(&changed, &usual);
        assert_eq!(differs == 0, preset == Preset::High, "{preset}: {differs}");
    }
}

#[test]
fn a_new_level_and_a_new_size_keep_the_quality() {
    let Some(mut device) = device() else { return };
    let (first, second) = (named("test:lights"), named("test:shadows"));
    let crowd = crowd(&second);
    device.open(&second);
    let offscreen = device.offscreen();
    set(offscreen, Quality::LOW);
    let before = picture(offscreen, &crowd);
    offscreen.set_level(&first).expect("the level is set");
    offscreen.resize([64, 48]);
    offscreen.set_level(&second).expect("the level is set");
    offscreen.resize(SIZE);
    let after = picture(offscreen, &crowd);
    set(offscreen, Quality::HIGH);
    assert_eq!(largest_difference(&before, &after), 0);
    assert_ne!(largest_difference(&before, &picture(offscreen, &crowd)), 0);
}

/// A point of the quality, by name, with another value of it.
type Point = (&'static str, fn(&mut Quality));

#[test]
fn every_point_of_the_quality_shows() {
    let Some(mut device) = device() else { return };
    let points: [Point; 11] = [
        ("reflections", |it| it.reflections = false),
        ("scale", |it| it.render_scale = 0.5),
        ("samples", |it| it.samples = 1),
        ("side", |it| it.shadow_side = 512),
        ("maps", |it| it.shadow_maps = 2),
        ("softness", |it| it.soft_shadows = false),
        ("contact", |it| it.fine_contact_shade = false),
        ("indirect light", |it| it.indirect_light = false),
        ("bloom", |it| it.bloom = false),
        ("smoothing", |it| it.smoothing = false),
        ("particles", |it| it.particles = 0.2),
    ];
    let (reflections, others) = points.split_at(1);
    for (level, points) in [("test:mirrors", reflections), ("test:shadows", others)] {
        let level = named(level);
        let crowd = crowd(&level);
        device.open(&level);
        let offscreen = device.offscreen();
        let usual = picture(offscreen, &crowd);
        for (name, change) in points {
            let mut other = Quality::HIGH;
            change(&mut other);
            set(offscreen, other);
            let changed = picture(offscreen, &crowd);
            let differs = largest_difference(&usual, &changed);
            assert!(differs > 2, "{name}: {differs}");
        }
        set(offscreen, Quality::HIGH);
    }
}

#[test]
fn edges_of_one_sample_are_smoothed_in_the_finished_picture() {
    let Some(mut device) = device() else { return };
    let slanted =
        [(-0.9, -0.5), (0.5, -0.8), (0.8, 0.6), (-0.6, 0.9)].map(|(x, y)| vec3(x, y + 1.5, -2.0));
    let [low, right, high, left] = slanted;
    let wall = wall(SceneBuilder::new().part("wall"), vec3(0.0, 1.5, -3.0), 4.0);
    let level = stage(
        wall.part("leaf").quad(low, right, high, left),
        vec![unlit([0.7; 4]), unlit([0.05; 4])],
    );
    device.open(&level);
    let offscreen = device.offscreen();
    let view = looking(vec3(0.0, 1.5, 0.0), 0.0, 0.0);
    let [raw, smoothed, four] = [(1, false), (1, true), (4, true)].map(|(samples, smoothing)| {
        let quality = Quality {
            samples,
            smoothing,
            ..Quality::HIGH
        };
        set(offscreen, quality);
        offscreen.shot(frame(&view)).expect("a picture")
    });
    set(offscreen, Quality::HIGH);
    // Stairs are as far from what multisampling draws as the sides of their edge are from each other.
    let far_off = |picture: &RgbaImage| -> f64 {
        let pairs = picture.as_raw().iter().zip(four.as_raw());
        pairs.map(|(a, b)| f64::from(a.abs_diff(*b)).powi(2)).sum()
    };
    let (before, after) = (far_off(&raw), far_off(&smoothed));
    assert!(3.0 * after < before, "{before} and {after} with smoothing");
}

#[test]
fn the_light_of_a_far_lamp_fades_out_where_the_view_of_lamps_ends() {
    let Some(mut device) = device() else { return };
    let scene = SceneBuilder::new().floor(-10.0, -26.0, 10.0, 2.0, 0.0);
    let mut level = stage(scene, vec![plain([0.8; 3])]);
    level.lighting.sun = None;
    level.lighting.lights = vec![Light::point(vec3(0.0, 3.0, -20.0), Vec3::ONE, 300.0)];
    let view = looking(vec3(0.0, 3.0, 0.0), 0.0, -0.3);
    device.open(&level);
    let mut with = |lamp_view: f32| {
        let quality = Quality {
            lamp_view,
            ..Quality::HIGH
        };
        set(device.offscreen(), quality);
        let picture = steady(&mut device, &view, 1.0);
        set(device.offscreen(), Quality::HIGH);
        brightness(color_at(&picture, 0.5, 0.35))
    };
    // What the lamp's light throws back from surfaces is baked, and stays.
    let [beyond, further, fading, near] = [12.0, 18.0, 23.0, 80.0].map(&mut with);
    assert_eq!(beyond, further);
    let rises = beyond + 4.0 < fading && fading + 4.0 < near;
    assert!(rises, "{beyond} {fading} {near}");
    assert_eq!(near, with(f32::INFINITY));
}
