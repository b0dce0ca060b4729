//! Tests of what glTF's materials ask for.

use hexbound_level::SurfaceKind;

use crate::stage::*;

#[test]
fn ripples_drift_on_water_that_one_sees_through() {
    let Some(mut device) = device() else { return };
    let view = looking(Vec3::Y * 1.5, 0.0, 0.0);
    let wall_at = |scene: SceneBuilder, z| wall(scene.part("wall"), vec3(0.0, 1.5, z), 3.0);
    let scene = wall_at(wall_at(SceneBuilder::new(), -3.0), -2.0);
    let mut change = |surface: SurfaceKind, alpha: Alpha| {
        let clear = Material {
            surface,
            alpha,
            ..plain([0.2, 0.4, 0.4])
        };
        let mut level = stage(scene.clone(), vec![plain([0.5; 3]), clear]);
        let bumps = texture(&mut level, 2, &[[40, 128, 200, 255], [215, 60, 200, 255]]);
        level.materials[1].normal.texture = Some(bumps);
        level.lighting.sun = sun(vec3(0.0, -0.7, -0.7));
        let before = device.picture(&level, &view);
        let mut later = frame(&view);
        later.seconds = 5.0;
        largest_difference(&before, &device.shot(later))
    };
    assert!(change(SurfaceKind::Water, Alpha::Blend) > 25);
    assert_eq!(change(SurfaceKind::Water, Alpha::Opaque), 0);
    assert_eq!(change(SurfaceKind::Glass, Alpha::Blend), 0);
}
