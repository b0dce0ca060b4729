//! The collision mesh of a large level from the cache, or built and put there. Off unless asked
//! for: building a million triangles takes half a second, and the file that saves half of that
//! is 129 MB.

use std::{
    env, fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use glam::Vec3;

use crate::{
    collide::{BakedMesh, CollisionMesh, FileError, MeshError, content_key},
    folders::user_cache,
};

/// Turns the cache on: a folder, or `on` for the user's cache folder.
const VARIABLE: &str = "HEXBOUND_COLLISION_CACHE";

/// Smaller meshes are built as fast as they are loaded.
const LARGE: usize = 200_000;

/// Files that are kept; the ones used longest ago go first.
const MOST_FILES: usize = 4;

const EXTENSION: &str = "collision";

/// The mesh, from the cache where that is on and holds it.
pub fn mesh(positions: &[Vec3], triangles: &[[u32; 3]]) -> Result<CollisionMesh, MeshError> {
    match folder() {
        Some(folder) if triangles.len() >= LARGE => cached(&folder, positions, triangles),
        _ => CollisionMesh::build(positions, triangles),
    }
}

/// From `folder` if it is there, sound and of these triangles; else built and written there.
fn cached(
    folder: &Path,
    positions: &[Vec3],
    triangles: &[[u32; 3]],
) -> Result<CollisionMesh, MeshError> {
    let key = content_key(positions, triangles);
    let path = folder.join(format!("{key:016x}.{EXTENSION}"));
    match BakedMesh::load(&path, key) {
        Ok(baked) if baked.is_of(positions, triangles) => {
            touch(&path);
            return Ok(baked.mesh);
        }
        Ok(_) => log::debug!("{}: of other triangles", path.display()),
        Err(error) => log::debug!("{}: {error}", path.display()),
    }
    let baked = BakedMesh::new(CollisionMesh::build(positions, triangles)?);
    if let Err(error) = keep(folder, &path, &baked, key) {
        log::debug!("the collision mesh is not cached: {error}");
    }
    Ok(baked.mesh)
}

/// Marks a file as used now: those used longest ago are removed first.
fn touch(path: &Path) {
    let file = fs::File::options().append(true).open(path);
    if let Err(error) = file.and_then(|file| file.set_modified(SystemTime::now())) {
        log::debug!("{}: its last use is not noted: {error}", path.display());
    }
}

fn keep(folder: &Path, path: &Path, baked: &BakedMesh, key: u64) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(|error| FileError::Io {
        path: folder.to_path_buf(),
        error,
    })?;
    baked.save(path, key)?;
    let mut files: Vec<_> = (fs::read_dir(folder).into_iter().flatten())
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|file| file.extension().is_some_and(|it| it == EXTENSION))
        .collect();
    files.sort_by_key(|file| fs::metadata(file).and_then(|it| it.modified()).ok());
    for old in files.iter().rev().skip(MOST_FILES) {
        // Somebody else may have been faster.
        let _ = fs::remove_file(old);
    }
    Ok(())
}

fn folder() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let asked = variable(VARIABLE)?;
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
    use super::*;

    const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::Y];

    #[test]
    fn the_second_time_it_comes_from_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("made");
        let first = cached(&place, &CORNERS, &[[0, 1, 2]]).unwrap();
        let file = only_file(&place);
        let mut permissions = fs::metadata(&file).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&file, permissions).unwrap();
        let before = fs::metadata(&file).unwrap().permissions();
        let second = cached(&place, &CORNERS, &[[0, 1, 2]]).unwrap();
        assert_eq!(first.identity(), second.identity());
        // Written anew it would be another file, with the usual permissions.
        let after = fs::metadata(&file).unwrap().permissions();
        assert_eq!(after, before, "built and written again");
    }

    #[test]
    fn a_file_that_is_used_stays_when_an_older_one_goes() {
        let folder = tempfile::tempdir().unwrap();
        let triangles = |count: u32| vec![[0, 1, 2]; count as usize];
        cached(folder.path(), &CORNERS, &triangles(1)).unwrap();
        let first = only_file(folder.path());
        let age = |path: &Path, seconds: u64| {
            let then = SystemTime::now() - std::time::Duration::from_secs(seconds);
            let file = fs::File::options().append(true).open(path).unwrap();
            file.set_modified(then).unwrap();
        };
        for count in 2..=MOST_FILES as u32 {
            cached(folder.path(), &CORNERS, &triangles(count)).unwrap();
        }
        for entry in fs::read_dir(folder.path()).unwrap().flatten() {
            age(&entry.path(), 100);
        }
        // Written first, used last.
        age(&first, 1000);
        cached(folder.path(), &CORNERS, &triangles(1)).unwrap();
        cached(folder.path(), &CORNERS, &triangles(9)).unwrap();
        assert!(first.exists(), "the one used last was removed");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST_FILES);
    }

    fn only_file(folder: &Path) -> PathBuf {
        let files: Vec<_> = fs::read_dir(folder).unwrap().flatten().collect();
        assert_eq!(files.len(), 1);
        files[0].path()
    }

    #[test]
    fn a_broken_file_is_built_and_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let fresh = cached(folder.path(), &CORNERS, &[[0, 1, 2]]).unwrap();
        let file = fs::read_dir(folder.path())
            .unwrap()
            .flatten()
            .next()
            .unwrap()
            .path();
        let sound = fs::read(&file).unwrap();
        fs::write(&file, &sound[..sound.len() / 2]).unwrap();
        let again = cached(folder.path(), &CORNERS, &[[0, 1, 2]]).unwrap();
        assert_eq!(again.identity(), fresh.identity());
        assert_eq!(fs::read(&file).unwrap(), sound);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_in_the_files_place_is_replaced_and_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let key = content_key(&CORNERS, &[[0, 1, 2]]);
        let path = folder.path().join(format!("{key:016x}.{EXTENSION}"));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let fresh = cached(folder.path(), &CORNERS, &[[0, 1, 2]]).unwrap();
        assert!(path.is_file(), "still a pipe");
        let again = cached(folder.path(), &CORNERS, &[[0, 1, 2]]).unwrap();
        assert_eq!(again.identity(), fresh.identity());
    }

    #[test]
    fn only_so_many_files_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        for corner in 0..6_u32 {
            let triangles = vec![[0, 1, 2 + corner % 2]; 1 + corner as usize];
            cached(folder.path(), &CORNERS, &triangles).unwrap();
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST_FILES);
    }

    #[test]
    fn a_folder_that_can_not_be_written_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "in the way").unwrap();
        assert!(cached(&file, &CORNERS, &[[0, 1, 2]]).is_ok());
    }
}
