//! Many placed meshes in named classes: their contacts with each other, and rays against some of the
//! classes (OgreOpcode's contexts and objects). The level itself does not use this module.

mod classes;
mod object;
mod sweep_order;

use std::{collections::BTreeMap, sync::Arc};

use glam::{Quat, Vec3};

pub use classes::{Class, ClassSet, Classes, Response};
pub use object::ObjectId;

use object::{Object, placement};
use sweep_order::SweepOrder;

use crate::{CollisionMesh, RayHit, geom::Aabb, query::moved_box, tree::SweptAabb};

/// Two objects that touch.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ObjectContact {
    /// The objects, in the order in which they were added.
    pub objects: [ObjectId; 2],
    /// The kind of test that found the contact.
    pub response: Response,
    /// The pairs of triangles that touch, one of each object's mesh: no pair for [`Response::Bounds`],
    /// one pair for [`Response::First`], all pairs by index for [`Response::All`].
    pub triangles: Vec<(u32, u32)>,
}

/// A group of placed meshes that are tested against each other and by rays.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use hexbound_collide::{Classes, CollisionMesh, Group, Response};
///
/// let mut classes = Classes::default();
/// let (robot, wall) = (classes.intern("robot").unwrap(), classes.intern("wall").unwrap());
/// classes.set(robot, wall, Response::First);
/// let mesh = Arc::new(CollisionMesh::build(&[Vec3::ZERO, Vec3::Y, Vec3::X], &[[0, 1, 2]]).unwrap());
/// let mut group = Group::new(classes);
/// let walker = group.add(mesh.clone(), Vec3::Z * 3.0, Quat::IDENTITY, robot).unwrap();
/// let post = group.add(mesh.clone(), Vec3::ZERO, Quat::IDENTITY, wall).unwrap();
/// assert!(group.touching().is_empty());
/// group.place(walker, Vec3::new(0.1, 0.1, -0.2), Quat::from_rotation_y(-1.5));
/// assert_eq!(group.touching()[0].objects, [walker, post]);
/// ```
///
/// Moving objects are cheap: their boxes stay sorted, and a small motion changes the order a little.
/// Placing and pairing a thousand walking objects takes a fraction of a millisecond.
#[derive(Clone, Debug, Default)]
pub struct Group {
    classes: Classes,
    /// The objects in the order in which they were added.
    objects: BTreeMap<ObjectId, Object>,
    sweep: SweepOrder,
    next: u32,
}

impl Group {
    /// Creates an empty group for objects in `classes`.
    pub fn new(classes: Classes) -> Self {
        Self {
            classes,
            ..Self::default()
        }
    }

    /// The classes and their responses.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The classes and their responses, for changes.
    pub fn classes_mut(&mut self) -> &mut Classes {
        &mut self.classes
    }

    /// The number of objects.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Returns whether there is no object.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Adds a mesh with its origin at `position`, meters, rotated by `turn`, which need not be of
    /// unit length. `None` for a position that is not finite or a rotation without length.
    pub fn add(
        &mut self,
        mesh: Arc<CollisionMesh>,
        position: Vec3,
        turn: Quat,
        class: Class,
    ) -> Option<ObjectId> {
        let to_world = placement(position, turn)?;
        let id = ObjectId(self.next);
        self.next = self.next.checked_add(1)?;
        let bounds = moved_box(&mesh.bounds(), to_world);
        let object = Object {
            mesh,
            class,
            to_world,
            bounds,
        };
        self.objects.insert(id, object);
        self.sweep.insert(id, class, bounds);
        Some(id)
    }

    /// Moves an object to `position`, meters, rotated by `turn`. Returns `false`, and changes nothing,
    /// if there is no such object, or for a position or rotation that [`Group::add`] refuses.
    pub fn place(&mut self, id: ObjectId, position: Vec3, turn: Quat) -> bool {
        let (Some(object), Some(to_world)) = (self.objects.get_mut(&id), placement(position, turn))
        else {
            return false;
        };
        object.to_world = to_world;
        let before = object.bounds;
        object.bounds = moved_box(&object.mesh.bounds(), to_world);
        self.sweep.place(id, &before, object.bounds);
        true
    }

    /// Removes an object. Returns whether it existed.
    pub fn remove(&mut self, id: ObjectId) -> bool {
        let removed = self.objects.remove(&id);
        if let Some(object) = &removed {
            self.sweep.remove(id, &object.bounds);
        }
        removed.is_some()
    }

    /// The box along the world's axes around an object, meters.
    pub fn bounds(&self, id: ObjectId) -> Option<Aabb> {
        Some(self.objects.get(&id)?.bounds)
    }

    /// The class of an object.
    pub fn class(&self, id: ObjectId) -> Option<Class> {
        Some(self.objects.get(&id)?.class)
    }

    /// All pairs of objects that touch, by the test for their classes, in the order in which the objects
    /// were added.
    pub fn touching(&self) -> Vec<ObjectContact> {
        let pairs = self.candidate_pairs().into_iter();
        pairs.filter_map(|[a, b]| self.contact(a, b)).collect()
    }

    /// All pairs with the object `id`, as in [`Group::touching`].
    pub fn touching_one(&self, id: ObjectId) -> Vec<ObjectContact> {
        let Some(bounds) = self.bounds(id) else {
            return Vec::new();
        };
        let mut near = Vec::new();
        self.near(&bounds, ClassSet::ALL, &mut near);
        let others = near.into_iter().filter(|other| *other != id);
        others
            .filter_map(|other| self.contact(id.min(other), id.max(other)))
            .collect()
    }

    /// Replaces `found` with the objects of the classes whose boxes overlap `region`, in the order
    /// in which they were added.
    pub fn near(&self, region: &Aabb, classes: ClassSet, found: &mut Vec<ObjectId>) {
        found.clear();
        self.sweep.each_in(region, |entry| {
            if classes.contains(entry.class) {
                found.push(entry.id);
            }
        });
        found.sort_unstable();
    }

    /// Returns the closest hit along `direction` (unit) within `length` meters on objects of the classes,
    /// and the object. Ties go to the object that was added first. The hit is in world coordinates; its
    /// triangle is an index in the object's mesh.
    pub fn ray_cast(
        &self,
        origin: Vec3,
        direction: Vec3,
        length: f32,
        classes: ClassSet,
    ) -> Option<(ObjectId, RayHit)> {
        let ray = SweptAabb::new(origin, direction, Vec3::ZERO);
        let mut best: Option<(ObjectId, RayHit)> = None;
        for (id, object) in &self.objects {
            let reach = best.map_or(length, |(_, hit)| hit.distance);
            let is_reached = ray.is_valid() && ray.enters(&object.bounds, reach).is_some();
            if !classes.contains(object.class) || !is_reached {
                continue;
            }
            if let Some(hit) = object.ray_cast(origin, direction, reach)
                && best.is_none_or(|(_, known)| hit.distance < known.distance)
            {
                best = Some((*id, hit));
            }
        }
        best
    }

    /// The pairs with overlapping boxes whose classes are tested, ascending.
    fn candidate_pairs(&self) -> Vec<[ObjectId; 2]> {
        let mut pairs = Vec::new();
        self.sweep.each_pair(|one, other| {
            if self.classes.response(one.class, other.class) != Response::Ignore {
                pairs.push([one.id.min(other.id), one.id.max(other.id)]);
            }
        });
        pairs.sort_unstable();
        pairs
    }

    fn contact(&self, first: ObjectId, second: ObjectId) -> Option<ObjectContact> {
        let (a, b) = (self.objects.get(&first)?, self.objects.get(&second)?);
        let response = self.classes.response(a.class, b.class);
        if response == Response::Ignore || !a.bounds.overlaps(&b.bounds) {
            return None;
        }
        let placed = a.to_world.inverse() * b.to_world;
        let triangles = match response {
            Response::First => vec![a.mesh.any_touched_by_mesh(&b.mesh, placed)?],
            Response::All => a.mesh.all_touched_by_mesh(&b.mesh, placed),
            Response::Ignore | Response::Bounds => Vec::new(),
        };
        let is_touch = response == Response::Bounds || !triangles.is_empty();
        is_touch.then_some(ObjectContact {
            objects: [first, second],
            response,
            triangles,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_meshes::{brute_pairs, floor, point, soup};

    type Placed = (Vec3, Vec3, usize, usize);

    fn placed() -> impl Strategy<Value = Placed> {
        (point(14.0), point(1.0), 0..2_usize, 0..4_usize)
    }

    fn turn(axis: Vec3) -> Quat {
        Quat::from_xyzw(axis.x, axis.y, axis.z, 0.3)
    }

    /// A group of objects in four classes. The response of two classes depends on their sum.
    fn filled(meshes: &[Arc<CollisionMesh>; 2], objects: &[Placed]) -> (Group, Vec<ObjectId>) {
        use Response::{All, Bounds, First, Ignore};
        let responses = [Ignore, Bounds, First, All];
        let mut classes = Classes::default();
        let named = ["a", "b", "c", "d"].map(|name| classes.intern(name).unwrap());
        for (i, j) in (0..4).flat_map(|i| [(i, 0), (i, 1), (i, 2), (i, 3)]) {
            classes.set(named[i], named[j], responses[(i + j) % 4]);
        }
        let mut group = Group::new(classes);
        let ids = objects.iter().map(|(at, axis, mesh, class)| {
            let mesh = meshes[*mesh].clone();
            group.add(mesh, *at, turn(*axis), named[*class]).unwrap()
        });
        let ids = ids.collect();
        (group, ids)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        #[test]
        fn objects_touch_as_brute_force_and_the_table_say(
            one in soup(), other in soup(), objects in prop::collection::vec(placed(), 2..9),
            elsewhere in placed(), removed in any::<prop::sample::Index>(),
        ) {
            let meshes = [Arc::new(one), Arc::new(other)];
            let (mut group, ids) = filled(&meshes, &objects);
            prop_assert!(group.place(ids[0], elsewhere.0, turn(elsewhere.1)));
            let gone = ids[removed.index(ids.len())];
            prop_assert!(group.remove(gone) && !group.remove(gone));
            let touches = group.touching();
            let mut expected = Vec::new();
            for (i, (a, first)) in group.objects.iter().enumerate() {
                for (b, second) in group.objects.iter().skip(i + 1) {
                    let response = group.classes.response(first.class, second.class);
                    let placed = first.to_world.inverse() * second.to_world;
                    let triangles = brute_pairs(&first.mesh, &second.mesh, placed);
                    let touch = match response {
                        Response::Ignore => false,
                        Response::Bounds => first.bounds.overlaps(&second.bounds),
                        Response::First | Response::All => !triangles.is_empty(),
                    };
                    if touch {
                        expected.push(([*a, *b], response, triangles));
                    }
                }
            }
            prop_assert_eq!(touches.len(), expected.len());
            for (touch, (objects, response, triangles)) in touches.iter().zip(&expected) {
                prop_assert_eq!((touch.objects, touch.response), (*objects, *response));
                match response {
                    Response::All => prop_assert_eq!(&touch.triangles, triangles),
                    Response::First => {
                        prop_assert_eq!(touch.triangles.len(), 1);
                        prop_assert!(triangles.contains(&touch.triangles[0]));
                    }
                    _ => prop_assert!(touch.triangles.is_empty()),
                }
            }
            for id in &ids {
                let one: Vec<ObjectContact> = group.touching_one(*id);
                let of_all = touches.iter().filter(|touch| touch.objects.contains(id));
                prop_assert!(of_all.eq(one.iter()));
            }
        }

        #[test]
        fn a_ray_hits_the_nearest_object_of_its_classes(
            one in soup(), other in soup(), objects in prop::collection::vec(placed(), 1..9),
            from in point(20.0), to in point(12.0), classes in 0..16_u64, length in 0.0_f32..60.0,
        ) {
            let meshes = [Arc::new(one), Arc::new(other)];
            let (group, _) = filled(&meshes, &objects);
            let along = (to - from).normalize_or(Vec3::X);
            let named = ["a", "b", "c", "d"].iter().enumerate();
            let chosen = named.filter(|(bit, _)| classes >> bit & 1 == 1);
            let classes: ClassSet = chosen.filter_map(|(_, name)| group.classes.find(name)).collect();
            let found = group.ray_cast(from, along, length, classes);
            let mut expected: Option<(ObjectId, f32)> = None;
            for (id, object) in &group.objects {
                // Triangles where they stand in the world, in a mesh of their own.
                let mesh = &object.mesh;
                let positions = mesh.vertices().iter().map(|p| object.to_world.transform_point3(*p));
                let there = CollisionMesh::build(&positions.collect::<Vec<_>>(), mesh.triangles());
                let hit = there.unwrap().ray_cast(from, along, length);
                if let Some(hit) = hit && classes.contains(object.class)
                    && expected.is_none_or(|(_, known)| hit.distance < known)
                {
                    expected = Some((*id, hit.distance));
                }
            }
            // Two frames round differently, so distances may differ a little.
            match (found, expected) {
                (Some((_, hit)), Some((_, distance))) => {
                    let on_ray = from + along * hit.distance;
                    prop_assert!(hit.point.distance(on_ray) < 1e-4 && hit.normal.dot(along) < 1e-4);
                    prop_assert!((hit.distance - distance).abs() < 1e-3, "{} {}", hit.distance, distance);
                }
                (None, None) => {}
                _ => prop_assert!(false, "{found:?} {expected:?}"),
            }
        }
    }

    #[test]
    fn senseless_places_are_refused() {
        let mut classes = Classes::default();
        let last = classes.intern("last").unwrap();
        let (mesh, mut group) = (Arc::new(floor()), Group::new(classes));
        let no_turn = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        for (place, turn) in [(Vec3::NAN, Quat::IDENTITY), (Vec3::ZERO, no_turn)] {
            assert_eq!(group.add(mesh.clone(), place, turn, last), None);
        }
        let id = group.add(mesh, Vec3::ZERO, Quat::IDENTITY, last).unwrap();
        assert!(!group.place(id, Vec3::INFINITY, Quat::IDENTITY));
        assert_eq!((group.len(), group.class(id)), (1, Some(last)));
        assert_eq!(group.ray_cast(Vec3::NAN, Vec3::X, 5.0, ClassSet::ALL), None);
    }
}
