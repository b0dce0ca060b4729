//! The serde form of a mesh: its triangles, from which the rest is rebuilt.

use std::borrow::Cow;

use glam::Vec3;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use super::CollisionMesh;

#[derive(Serialize, Deserialize)]
#[serde(rename = "CollisionMesh")]
struct StoredMesh<'a> {
    positions: Cow<'a, [Vec3]>,
    /// Three indices of positions per triangle, in the mesh's order.
    triangles: Cow<'a, [[u32; 3]]>,
    source: Cow<'a, [u32]>,
}

impl Serialize for CollisionMesh {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let stored = StoredMesh {
            positions: self.vertices().into(),
            triangles: self.triangles().into(),
            source: self.source.as_slice().into(),
        };
        stored.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for CollisionMesh {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = StoredMesh::deserialize(deserializer)?;
        let mut mesh =
            Self::build_in_order(&stored.positions, &stored.triangles).map_err(D::Error::custom)?;
        if stored.source.len() != mesh.len() {
            let counts = (stored.source.len(), mesh.len());
            let problem = format!("{} numbers were stored of {} triangles", counts.0, counts.1);
            return Err(D::Error::custom(problem));
        }
        mesh.source = stored.source.into_owned();
        Ok(mesh)
    }
}
