//! Parts of a collision mesh, with the surfaces of their triangles. A part keeps the mesh's order, which
//! determines the rounding of sums over contacts.

use std::collections::BTreeMap;

use hexbound_collide::{CollisionMesh, MeshError, geom::Aabb};
use hexbound_level::Surfaces;

/// The triangles of a mesh whose boxes meet any of `boxes`, in the mesh's order. Without boxes all of
/// them; always at least one.
pub(super) fn triangles_in(mesh: &CollisionMesh, boxes: Option<&[Aabb]>) -> Vec<u32> {
    let mut found: Vec<u32> = match boxes {
        None => (0..mesh.len() as u32).collect(),
        Some(boxes) => {
            let mut found = Vec::new();
            for region in boxes {
                mesh.gather(*region, &mut found);
            }
            found
        }
    };
    if found.is_empty() {
        found.push(0);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The mesh and the surfaces of some triangles, which are in the mesh's order. Fails if there are none.
pub(super) fn part(
    mesh: &CollisionMesh,
    surfaces: &Surfaces,
    triangles: &[u32],
) -> Result<(CollisionMesh, Surfaces), MeshError> {
    let (mut positions, mut corners) = (Vec::new(), Vec::new());
    let mut new_indices = BTreeMap::new();
    let mut kept_surfaces = Surfaces::default();
    for (index, triangle) in (0..).zip(triangles) {
        corners.push(mesh.triangles()[*triangle as usize].map(|corner| {
            *new_indices.entry(corner).or_insert_with(|| {
                positions.push(mesh.vertices()[corner as usize]);
                (positions.len() - 1) as u32
            })
        }));
        kept_surfaces.begin(index, surfaces.of(mesh, *triangle));
    }
    let kept = CollisionMesh::build_in_order(&positions, &corners)?;
    Ok((kept, kept_surfaces))
}
