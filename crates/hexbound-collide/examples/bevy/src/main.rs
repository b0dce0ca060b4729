//! A walk through a level in Bevy: all drawn meshes are obstacles.
//! W, A, S and D walk, the left and right arrow turn, the space bar jumps.

use bevy::prelude::*;
use hexbound_collide::{Body, Character, CollisionMesh, glam};

/// The middle of the body at the start, meters.
const START: glam::Vec3 = glam::Vec3::new(0.0, 1.5, 31.0);

/// The triangles that stop a walker.
#[derive(Resource)]
struct Solid(CollisionMesh);

/// A character on foot, whose eye is at the entity's transform.
#[derive(Component)]
struct Walker {
    character: Character,
    /// The position before the last fixed step, meters.
    before: glam::Vec3,
    /// Radians to the left of −Z.
    yaw: f32,
}

/// Walks the [`Walker`] among all meshes that are drawn.
struct WalkPlugin;

impl Plugin for WalkPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(FixedUpdate, walk.run_if(resource_exists::<Solid>))
            .add_systems(Update, look)
            .add_systems(PostUpdate, build_solid.after(TransformSystems::Propagate));
    }
}

/// Builds the collision mesh again from all drawn meshes when some are added. Bevy's vectors are those
/// of another version of glam than the library's, so they are converted by way of arrays.
fn build_solid(
    mut commands: Commands,
    added: Query<(), Added<Mesh3d>>,
    drawn: Query<(&Mesh3d, &GlobalTransform)>,
    meshes: Res<Assets<Mesh>>,
) -> Result {
    if added.is_empty() {
        return Ok(());
    }
    let mut corners = Vec::new();
    for (mesh, place) in &drawn {
        let mesh = meshes.get(mesh).ok_or("a mesh that is not loaded")?;
        for triangle in mesh.triangles()? {
            let stands = |corner| glam::Vec3::from(place.transform_point(corner).to_array());
            corners.extend(triangle.vertices.map(stands));
        }
    }
    let triangles = 0..corners.len() as u32 / 3;
    let triangles: Vec<_> = triangles.map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    commands.insert_resource(Solid(CollisionMesh::build(&corners, &triangles)?));
    Ok(())
}

fn axis(keys: &ButtonInput<KeyCode>, more: KeyCode, less: KeyCode) -> f32 {
    f32::from(keys.pressed(more)) - f32::from(keys.pressed(less))
}

fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    solid: Res<Solid>,
    mut walker: Single<&mut Walker>,
) -> Result {
    let aside = axis(&keys, KeyCode::KeyD, KeyCode::KeyA);
    let back = axis(&keys, KeyCode::KeyS, KeyCode::KeyW);
    let wish = Vec3::new(aside, 0.0, back).normalize_or_zero() * 4.0;
    let velocity = Quat::from_rotation_y(walker.yaw) * wish;
    walker.before = walker.character.position;
    let character = &mut walker.character;
    if keys.pressed(KeyCode::Space) && character.ground.is_some() {
        character.jump(4.5);
    }
    character.step(&solid.0, velocity.to_array().into(), time.delta_secs())?;
    // Whoever is far below the level is lost.
    if character.position.y < solid.0.bounds().min.y - 10.0 {
        *character = Character::new(character.body, START);
    }
    Ok(())
}

/// Turns the eye, and shows it between the last two fixed steps.
fn look(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    fixed: Res<Time<Fixed>>,
    walker: Single<(&mut Walker, &mut Transform)>,
) {
    let (mut walker, mut eye) = walker.into_inner();
    let turn = axis(&keys, KeyCode::ArrowLeft, KeyCode::ArrowRight);
    walker.yaw += 2.0 * turn * time.delta_secs();
    let between = fixed.overstep_fraction();
    let shown = walker.before.lerp(walker.character.position, between);
    // The eye is 0.7 m above the middle of the body.
    eye.translation = Vec3::from(shown.to_array()) + Vec3::Y * 0.7;
    eye.rotation = Quat::from_rotation_y(walker.yaw);
}

fn set_up(mut commands: Commands, assets: Res<AssetServer>) -> Result {
    let level = GltfAssetLabel::Scene(0).from_asset("levels/foundry.glb");
    commands.spawn(WorldAssetRoot(assets.load(level)));
    let sun = Transform::default().looking_to(Vec3::new(-0.45, -1.0, -0.35), Vec3::Y);
    commands.spawn((DirectionalLight::default(), sun));
    let walker = Walker {
        character: Character::new(Body::ellipsoid(0.4, 0.9)?, START),
        before: START,
        yaw: 0.0,
    };
    commands.spawn((Camera3d::default(), walker));
    Ok(())
}

fn main() -> AppExit {
    let assets = AssetPlugin {
        file_path: concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../assets").into(),
        ..default()
    };
    App::new()
        .add_plugins((DefaultPlugins.set(assets), WalkPlugin))
        .add_systems(Startup, set_up)
        .run()
}
