//! Reads the collision mesh of a large level from a cache, or builds and stores it. The cache is
//! off by default: building a million triangles takes half a second, and the file that saves half
//! of that has 129 MB. Of its files those used longest ago are removed first.

use std::{env, path::PathBuf};

use glam::Vec3;
use hexbound_collide::{CollisionMesh, MeshError, content_key};

use crate::{cache::Cache, folders::user_cache};

/// The environment variable that turns the cache on: a folder, or `on` for the user's cache folder.
const VARIABLE: &str = "HEXBOUND_COLLISION_CACHE";

/// The fewest triangles of a mesh that is cached; smaller ones are built as fast as they are read.
const LARGE: usize = 200_000;

/// The most meshes that are kept.
const MOST_FILES: usize = 4;

/// Builds a collision mesh, or reads it from the cache where that is on and holds it.
pub(crate) fn mesh(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<CollisionMesh, MeshError> {
    match folder() {
        Some(folder) if triangles.len() >= LARGE => cached(&cache_in(folder), positions, triangles),
        _ => CollisionMesh::build(positions, triangles),
    }
}

fn cache_in(folder: PathBuf) -> Cache {
    Cache {
        folder,
        extension: "collision",
        most_files: MOST_FILES,
    }
}

/// Reads the mesh from a cache if it is there, sound and of these triangles; else builds and stores
/// it.
fn cached(
    cache: &Cache,
    positions: &[Vec3],
    triangles: &[[u32; 3]],
) -> Result<CollisionMesh, MeshError> {
    let key = content_key(positions, triangles);
    match read(cache, key) {
        Ok(mesh) if mesh.is_built_from(positions, triangles) => return Ok(mesh),
        Ok(_) => log::debug!("{}: of other triangles", cache.path(key).display()),
        Err(error) => log::debug!("{}: {error}", cache.path(key).display()),
    }
    let mesh = CollisionMesh::build(positions, triangles)?;
    if let Err(error) = cache.write(key, &mesh.to_bytes(key)) {
        log::debug!("the collision mesh is not cached: {error}");
    }
    Ok(mesh)
}

fn read(cache: &Cache, key: u64) -> anyhow::Result<CollisionMesh> {
    Ok(CollisionMesh::from_bytes(&cache.read(key)?, key)?)
}

/// The folder of the cache; `None` where it is off.
fn folder() -> Option<PathBuf> {
    let asked = env::var_os(VARIABLE).filter(|value| !value.is_empty())?;
    if asked == "off" {
        return None;
    }
    if asked != "on" {
        return Some(PathBuf::from(asked));
    }
    user_cache()
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::Y];

    #[test]
    fn the_second_time_it_comes_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("made");
        let first = cached(&cache_in(place.clone()), &CORNERS, &[[0, 1, 2]]).unwrap();
        let file = only_file(&place);
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        let before = fs::metadata(&file).unwrap().permissions();
        let second = cached(&cache_in(place.clone()), &CORNERS, &[[0, 1, 2]]).unwrap();
        assert_eq!(first.identity(), second.identity());
        // Written anew it would be another file, with the usual permissions.
        let after = fs::metadata(&file).unwrap().permissions();
        assert_eq!(after, before, "built and written again");
    }

    fn only_file(folder: &Path) -> PathBuf {
        let files: Vec<_> = fs::read_dir(folder).unwrap().flatten().collect();
        assert_eq!(files.len(), 1);
        files[0].path()
    }

    #[test]
    fn a_broken_file_is_built_and_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = cached(&cache_in(folder.path().into()), &CORNERS, &[[0, 1, 2]]).unwrap();
        let file = fs::read_dir(folder.path())
            .unwrap()
            .flatten()
            .next()
            .unwrap()
            .path();
        let sound = fs::read(&file).unwrap();
        fs::write(&file, &sound[..sound.len() / 2]).unwrap();
        let again = cached(&cache_in(folder.path().into()), &CORNERS, &[[0, 1, 2]]).unwrap();
        assert_eq!(again.identity(), fresh.identity());
        assert_eq!(fs::read(&file).unwrap(), sound);
    }

    #[test]
    fn a_folder_that_can_not_be_written_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "in the way").unwrap();
        assert!(cached(&cache_in(file), &CORNERS, &[[0, 1, 2]]).is_ok());
    }
}
