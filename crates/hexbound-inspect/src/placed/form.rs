//! The placed shapes in a tick: their geometry, and their outlines.

use std::sync::LazyLock;

use glam::{
    Affine3A, EulerRot, Quat, Vec2, Vec3,
    camera::rh::{proj::directx::perspective, view::look_to_mat4},
};
use hexbound_collide::{
    CollisionMesh, OpcodeLayout, OpcodeOptions, OpcodeTree, SplitRule,
    geom::{
        Aabb, Capsule, Cylinder, Frustum, InfiniteCylinder, Obb, Plane, Ray, RayCast, Rectangle,
        ShapeHit, Sphere, SupportMap, Triangle,
    },
};

use super::super::{legend::colors::faint, outlines};
use hexbound_base::debug_lines::{DebugColor, DebugLines};
use hexbound_level::{PlacedShape, Prop};
use hexbound_sim::PropState;

/// The length of the ray, and half that of the infinite cylinder, meters: longer than the room.
pub(super) const RAY_LENGTH: f32 = 40.0;
/// The drawn length of the ray, and half that of the infinite cylinder, meters.
const DRAWN_LENGTH: f32 = 12.0;
/// Half the side of the square that represents the plane, meters.
const PLANE_HALF: f32 = 1.5;
/// The opacity of the faces of flat shapes.
const FACE_OPACITY: f32 = 0.15;
/// The numbers of the ring's sides, around and across.
const RING_SIDES: [usize; 2] = [24, 8];
/// The numbers of the burr's sides, around and across.
const BURR_SIDES: [usize; 2] = [12, 6];

/// A convex solid, or a flat or thin shape.
pub(super) trait Convex: SupportMap + RayCast {}

impl<S: SupportMap + RayCast> Convex for S {}

/// A mesh with texture coordinates at its corners.
pub(super) struct TexturedMesh {
    pub mesh: CollisionMesh,
    /// The texture coordinates of each triangle's corners.
    pub uvs: Vec<[Vec2; 3]>,
    /// OPCODE's trees without leaves, split by each of its rules.
    pub trees: Vec<OpcodeTree>,
}

/// The geometry of a placed shape.
pub(super) enum Form {
    Convex(Box<dyn Convex>),
    Plane(Plane),
    Mesh(&'static TexturedMesh, Vec<(Triangle, Aabb)>),
}

/// A placed shape in a tick.
pub(super) struct Placed {
    pub shape: PlacedShape,
    pub at: Vec3,
    pub turn: Quat,
    pub is_selected: bool,
    pub form: Form,
}

impl Placed {
    /// The shape of a handle; `None` for any other prop.
    pub(super) fn of(state: &PropState, prop: &Prop) -> Option<Self> {
        let shape = prop.placed()?;
        let [yaw, pitch, roll] = state.speeds.to_array();
        let turn = Quat::from_euler(EulerRot::YXZ, yaw, pitch, roll);
        let turn = match shape {
            PlacedShape::Obb => turn * Quat::from_euler(EulerRot::YXZ, 0.5, 0.3, 0.2),
            _ => turn,
        };
        Some(Self {
            shape,
            at: state.position,
            turn,
            is_selected: state.selected,
            form: form(shape, state.position, turn)?,
        })
    }

    /// The transform from a mesh's own coordinates.
    pub(super) fn to_world(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.turn, self.at)
    }

    /// The shape's ray, if it is one.
    pub(super) fn ray(&self) -> Option<Ray> {
        let is_ray = self.shape == PlacedShape::Ray;
        is_ray.then(|| Ray::new(self.at, self.turn * Vec3::X))
    }

    /// The point where a ray enters the shape. A mesh is tested by its triangles instead.
    pub(super) fn cast(&self, ray: &Ray) -> Option<ShapeHit> {
        match (&self.form, self.shape) {
            (_, PlacedShape::Tube) => ray.cast(&InfiniteCylinder {
                center: self.at,
                axis: self.turn * Vec3::Y,
                radius: TUBE_RADIUS,
            }),
            (Form::Convex(convex), _) => ray.cast(&**convex),
            (Form::Plane(plane), _) => ray.cast(plane),
            (Form::Mesh(..), _) => None,
        }
    }

    /// The corners of the placed triangle.
    pub(super) fn triangle(&self) -> [Vec3; 3] {
        TRIANGLE_CORNERS.map(|corner| self.at + self.turn * corner)
    }

    /// Adds the outline of the shape.
    pub(super) fn draw(&self, color: DebugColor, debug: &mut DebugLines) {
        let place = |x: f32, y: f32, z: f32| self.at + self.turn * Vec3::new(x, y, z);
        let rectangle =
            |[u, v]: [f32; 2]| [(-u, -v), (u, -v), (u, v), (-u, v)].map(|(x, y)| place(x, y, 0.0));
        match self.shape {
            PlacedShape::Sphere => {
                outlines::rings(self.at, Vec3::splat(SPHERE_RADIUS), color, debug);
            }
            PlacedShape::Aabb => debug.cuboid(aabb(self.at), color),
            PlacedShape::Obb => {
                let side = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
                let corner = |index: usize| {
                    let signs = [index & 1, index >> 1 & 1, index >> 2].map(side);
                    self.at + self.turn * (Vec3::from(signs) * BOX_HALF)
                };
                edges(std::array::from_fn(corner), color, debug);
            }
            PlacedShape::Capsule => outlines::capsule(&capsule(self.at, self.turn), color, debug),
            PlacedShape::Cylinder => {
                outlines::cylinder(&cylinder(self.at, self.turn), color, debug);
            }
            PlacedShape::Tube => {
                let tube = Cylinder {
                    radius: TUBE_RADIUS,
                    half_length: DRAWN_LENGTH,
                    ..cylinder(self.at, self.turn)
                };
                outlines::cylinder(&tube, color, debug);
            }
            PlacedShape::Rectangle => {
                outlines::face(&rectangle(RECT_HALF), color, FACE_OPACITY, debug);
            }
            PlacedShape::Plane => {
                outlines::face(&rectangle([PLANE_HALF; 2]), color, FACE_OPACITY, debug);
                debug.arrow(self.at, place(0.0, 0.0, 0.5), color);
            }
            PlacedShape::Triangle => {
                outlines::face(&self.triangle(), color, FACE_OPACITY, debug);
            }
            PlacedShape::Frustum => {
                if let Some(frustum) = frustum(self.at, self.turn) {
                    edges(frustum.corners(), color, debug);
                }
            }
            PlacedShape::Ray => debug.arrow(self.at, place(DRAWN_LENGTH, 0.0, 0.0), color),
            PlacedShape::Ring | PlacedShape::Burr => {
                if let Form::Mesh(placed, _) = self.form {
                    let to_world = self.to_world();
                    let place = |corner: Vec3| to_world.transform_point3(corner);
                    outlines::mesh(&placed.mesh, place, faint(color, 0.5), debug);
                }
            }
        }
    }
}

/// The radius of the sphere, meters.
const SPHERE_RADIUS: f32 = 0.5;
/// The half extents of the box, meters.
const BOX_HALF: Vec3 = Vec3::new(0.5, 0.4, 0.3);
/// The radius of the tube, meters.
const TUBE_RADIUS: f32 = 0.3;
/// The half extents of the rectangle, meters.
pub(super) const RECT_HALF: [f32; 2] = [0.6, 0.45];
const TRIANGLE_CORNERS: [Vec3; 3] = [
    Vec3::new(-0.6, -0.45, 0.0),
    Vec3::new(0.6, -0.45, 0.0),
    Vec3::new(0.0, 0.6, 0.0),
];

fn capsule(center: Vec3, turn: Quat) -> Capsule {
    Capsule {
        center,
        axis: turn * Vec3::Y,
        radius: 0.3,
        half_length: 0.4,
    }
}

fn cylinder(center: Vec3, turn: Quat) -> Cylinder {
    Cylinder {
        center,
        axis: turn * Vec3::Y,
        radius: 0.4,
        half_length: 0.5,
    }
}

/// The frustum about its center, viewed along −Z.
pub(super) fn frustum(at: Vec3, turn: Quat) -> Option<Frustum> {
    let (eye, ahead) = (at + turn * Vec3::Z, turn * Vec3::NEG_Z);
    let view = look_to_mat4(eye, ahead, turn * Vec3::Y);
    Frustum::from_view_projection(perspective(0.7, 1.4, 0.4, 1.7) * view)
}

pub(super) fn obb(at: Vec3, turn: Quat) -> Obb {
    Obb::new(at, BOX_HALF, turn)
}

pub(super) fn aabb(at: Vec3) -> Aabb {
    Aabb::new(at - BOX_HALF, at + BOX_HALF)
}

pub(super) fn plane(at: Vec3, turn: Quat) -> Plane {
    let normal = turn * Vec3::Z;
    Plane::new(normal, normal.dot(at))
}

pub(super) fn sphere(at: Vec3) -> Sphere {
    Sphere::new(at, SPHERE_RADIUS)
}

fn form(shape: PlacedShape, at: Vec3, turn: Quat) -> Option<Form> {
    // The rod is thin, and longer than the room.
    let rod = |center: Vec3, axis: Vec3, radius: f32, half_length: f32| Capsule {
        center,
        axis,
        radius,
        half_length,
    };
    let convex: Box<dyn Convex> = match shape {
        PlacedShape::Sphere => Box::new(sphere(at)),
        PlacedShape::Aabb => Box::new(aabb(at)),
        PlacedShape::Obb => Box::new(obb(at, turn)),
        PlacedShape::Capsule => Box::new(capsule(at, turn)),
        PlacedShape::Cylinder => Box::new(cylinder(at, turn)),
        PlacedShape::Tube => Box::new(rod(at, turn * Vec3::Y, TUBE_RADIUS, RAY_LENGTH)),
        PlacedShape::Rectangle => {
            let [u, v] = RECT_HALF;
            Box::new(Rectangle::new(at, turn * Vec3::X * u, turn * Vec3::Y * v))
        }
        PlacedShape::Triangle => Box::new(Triangle {
            corners: TRIANGLE_CORNERS.map(|corner| at + turn * corner),
        }),
        PlacedShape::Frustum => Box::new(frustum(at, turn)?),
        PlacedShape::Ray => {
            let (along, half) = (turn * Vec3::X, 0.5 * RAY_LENGTH);
            Box::new(rod(at + along * half, along, 0.0, half))
        }
        PlacedShape::Plane => return Some(Form::Plane(plane(at, turn))),
        PlacedShape::Ring => return Some(mesh_form(RING_MESH.as_ref()?, at, turn)),
        PlacedShape::Burr => return Some(mesh_form(BURR_MESH.as_ref()?, at, turn)),
    };
    Some(Form::Convex(convex))
}

fn mesh_form(placed: &'static TexturedMesh, at: Vec3, turn: Quat) -> Form {
    let triangle = |index: u32| {
        let corners = placed.mesh.corners(index).map(|corner| at + turn * corner);
        (Triangle { corners }, Aabb::from_points(corners))
    };
    let triangles = (0..placed.mesh.len() as u32).map(triangle);
    Form::Mesh(placed, triangles.collect())
}

static RING_MESH: LazyLock<Option<TexturedMesh>> = LazyLock::new(|| {
    wrapped(RING_SIDES, |around, across| {
        let (sin, cos) = libm::sincosf(across);
        let radius = 0.55 + 0.18 * cos;
        let (aside, ahead) = libm::sincosf(around);
        Vec3::new(radius * ahead, radius * aside, 0.18 * sin)
    })
});

static BURR_MESH: LazyLock<Option<TexturedMesh>> = LazyLock::new(|| {
    let is_spike = |angle: f32, part: f32| libm::roundf(angle / part) as i32 % 2 == 0;
    let [around_parts, up_parts] = BURR_SIDES.map(|parts| std::f32::consts::TAU / parts as f32);
    wrapped(BURR_SIDES, |around, up| {
        let is_out = is_spike(around, around_parts) && is_spike(up, up_parts);
        let radius = if is_out { 0.6 } else { 0.35 };
        // The angle is halved, since it goes from the upper pole to the lower one.
        let (sin, cos) = libm::sincosf(up * 0.5);
        let (aside, ahead) = libm::sincosf(around);
        Vec3::new(sin * ahead, cos, sin * aside) * radius
    })
});

/// A mesh of a grid of two angles over full turns, with texture coordinates from 0 to 1 along both.
fn wrapped([around, across]: [usize; 2], place: impl Fn(f32, f32) -> Vec3) -> Option<TexturedMesh> {
    let share = |index: usize, of: usize| index as f32 / of as f32;
    let corner = |i: usize, j: usize| {
        let uv = Vec2::new(share(i, around), share(j, across));
        let [a, b] = (uv * std::f32::consts::TAU).to_array();
        (place(a, b), uv)
    };
    let mut triangles: Vec<[(Vec3, Vec2); 3]> = Vec::new();
    for i in 0..around {
        for j in 0..across {
            let [a, b] = [corner(i, j), corner(i + 1, j)];
            let [c, d] = [corner(i + 1, j + 1), corner(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    // At the poles of the burr, squares are triangles.
    triangles.retain(|[a, b, c]| (b.0 - a.0).cross(c.0 - a.0).length() > 1e-6);
    let corners: Vec<Vec3> = triangles.as_flattened().iter().map(|it| it.0).collect();
    let indices = (0..triangles.len() as u32).map(|index| [0, 1, 2].map(|it| 3 * index + it));
    let mesh = CollisionMesh::build(&corners, &indices.collect::<Vec<_>>()).ok()?;
    let uvs = triangles.iter().map(|corners| corners.map(|it| it.1));
    let tree = |rule: SplitRule| {
        let options = OpcodeOptions::new(OpcodeLayout::NoLeaf);
        OpcodeTree::build_with(&mesh, OpcodeOptions { rule, ..options })
    };
    Some(TexturedMesh {
        uvs: uvs.collect(),
        trees: SplitRule::ALL.map(tree).to_vec(),
        mesh,
    })
}

/// The edges of a box-like solid. Each bit of a corner's index selects one of two opposite sides.
fn edges(corners: [Vec3; 8], color: DebugColor, debug: &mut DebugLines) {
    for index in 0..8 {
        for bit in [1, 2, 4].into_iter().filter(|bit| index & bit == 0) {
            debug.line(corners[index], corners[index | bit], color);
        }
    }
}
