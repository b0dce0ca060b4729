//! The moving parts of a scene: those that follow a track, and props.

use glam::{DAffine3, Quat, Vec3};
use hexbound_collide::{Response, geom::ConvexHull};

use super::{SceneBuilder, parts::SceneProp};
use hexbound_level::{
    MoverStart, Placed, PropKind, Track,
    build::{DraftMover, DraftPart, DraftProp, DraftPropPart},
    movers::Path,
};

impl SceneBuilder {
    /// Begins a part that moves along `track`: it is offset by the track's positions and turns about
    /// `pivot`.
    pub fn mover(mut self, name: &str, pivot: Vec3, track: Track) -> Self {
        self.begin_part(name, Some(self.movers.len()));
        self.movers.push(DraftMover {
            start: MoverStart::AtOnce,
            name: name.to_string(),
            path: Path {
                parent: DAffine3::from_translation(pivot.as_dvec3()),
                rest: Placed::IDENTITY,
                track,
            },
        });
        self
    }

    /// Adds a movable box; `half` holds half its sides along its own axes.
    pub fn prop_box(mut self, name: &str, center: Vec3, half: Vec3, rotation: Quat) -> Self {
        let first = self.begin_prop(name, PropKind::Box, rotation);
        self.box_faces(-half, half, false);
        self.turn_from(first, center, rotation);
        self.end_prop()
    }

    /// Adds a movable sphere with a mesh of 16 by 8 sides.
    pub fn prop_sphere(mut self, name: &str, center: Vec3, radius: f32, rotation: Quat) -> Self {
        let first = self.begin_prop(name, PropKind::Sphere, rotation);
        self.sphere_faces(radius, 8);
        self.turn_from(first, center, rotation);
        self.end_prop()
    }

    /// Adds a movable convex hull of points relative to `center`; nothing if they are flat.
    pub fn prop_hull(mut self, name: &str, center: Vec3, points: &[Vec3], rotation: Quat) -> Self {
        let Some(hull) = ConvexHull::from_points(points) else {
            return self;
        };
        let first = self.begin_prop(name, PropKind::Hull, rotation);
        for corners in &hull.triangles {
            self.polygon(&corners.map(|corner| hull.corners[corner as usize].as_vec3()));
        }
        self.turn_from(first, center, rotation);
        self.end_prop()
    }

    /// Makes the last prop a part of the body of the one before it.
    pub fn joined(mut self) -> Self {
        if let [.., whole, part] = &mut self.props[..] {
            whole.parts.append(&mut part.parts);
            self.props.pop();
        }
        self
    }

    /// Lets the latest prop fall.
    pub fn with_gravity(mut self) -> Self {
        if let Some(prop) = self.props.last_mut() {
            prop.gravity = true;
        }
        self
    }

    /// Sets the mass of the latest prop, kilograms, for pushing.
    pub fn with_mass(mut self, mass: f32) -> Self {
        if let Some(prop) = self.props.last_mut() {
            prop.mass = Some(mass);
        }
        self
    }

    /// Sets the class of the latest prop.
    pub fn of_class(mut self, name: &str) -> Self {
        if let Some(prop) = self.props.last_mut() {
            prop.class = Some(name.to_owned());
        }
        self
    }

    /// Lets bodies of two classes pass through each other; `test` enables queries of their overlaps.
    pub fn let_pass(mut self, one: &str, other: &str, test: Response) -> Self {
        let classes = &mut self.play.classes;
        if let Some((one, other)) = classes.intern(one).zip(classes.intern(other)) {
            classes.let_pass(one, other, test);
        }
        self
    }

    /// Begins a prop, which lasts until `end_prop`, and returns its first vertex.
    fn begin_prop(&mut self, name: &str, kind: PropKind, rotation: Quat) -> usize {
        self.props.push(SceneProp {
            parts: vec![(self.indices.len(), kind, rotation)],
            ..SceneProp::default()
        });
        self.begin_part(name, None);
        self.positions.len()
    }

    fn end_prop(self) -> Self {
        self.part("scene")
    }

    /// Rotates and translates every vertex from `first` on.
    fn turn_from(&mut self, first: usize, center: Vec3, rotation: Quat) {
        for position in &mut self.positions[first..] {
            *position = center + rotation * *position;
        }
        for vertex in &mut self.vertices[first..] {
            let [x, y, z, sign] = vertex.tangent;
            let tangent = rotation * Vec3::new(x, y, z);
            vertex.tangent = tangent.extend(sign).to_array();
            vertex.normal = (rotation * Vec3::from(vertex.normal)).to_array();
        }
    }

    pub(super) fn draft_props(&self, parts: &[DraftPart]) -> Vec<DraftProp> {
        let part = |(start, kind, rotation): &(usize, PropKind, Quat)| {
            let begins = |part: &DraftPart| part.indices.start as usize == *start;
            let place = parts.iter().position(begins)?;
            Some(DraftPropPart {
                kind: *kind,
                rotation: rotation.as_dquat().normalize(),
                parts: place..place + 1,
            })
        };
        let prop = |prop: &SceneProp| {
            let made: Vec<DraftPropPart> = prop.parts.iter().filter_map(part).collect();
            let first = made.first()?;
            Some(DraftProp {
                name: parts[first.parts.start].name.clone(),
                rotation: first.rotation,
                parts: made,
                gravity: prop.gravity,
                mass: prop.mass,
                class: prop.class.clone(),
            })
        };
        self.props.iter().filter_map(prop).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn props_are_separate_from_the_walls() {
        let level = SceneBuilder::new()
            .room(Vec3::splat(-4.0), Vec3::splat(4.0))
            .prop_box("prop", Vec3::ZERO, Vec3::splat(0.5), Quat::IDENTITY)
            .build("test")
            .unwrap();
        let colors = |is_prop: bool| {
            let parts = level.mesh.parts.iter();
            let such = parts.filter(move |part| part.prop.is_some() == is_prop);
            such.map(|part| level.materials[part.material].base_color)
        };
        assert_eq!((colors(true).count(), colors(false).count()), (1, 1));
        assert!(colors(true).all(|color| colors(false).all(|other| color[2] < 0.5 * other[2])));
    }
}
