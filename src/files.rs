//! Opens ordinary files. A pipe, a socket or a device in a file's place is refused at once, since
//! reading it could wait for ever.

use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// Opens a file and gives its length in bytes. A folder, or anything else that is no ordinary file,
/// is an error in words.
pub(crate) fn open(path: &Path) -> io::Result<(File, u64)> {
    // Before it is opened: opening a pipe waits for its other end.
    let about = fs::metadata(path)?;
    if about.is_dir() {
        return Err(io::Error::other("it is a folder"));
    }
    if !about.is_file() {
        return Err(io::Error::other("it is not an ordinary file"));
    }
    Ok((File::open(path)?, about.len()))
}

/// Reads a whole ordinary file, with the errors of [`open`].
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let (mut file, length) = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or_default());
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_and_a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, b"some bytes").unwrap();
        assert_eq!(read(&path).unwrap(), b"some bytes");
        assert!(
            read(folder.path())
                .unwrap_err()
                .to_string()
                .contains("folder")
        );
        let none = read(&folder.path().join("none")).unwrap_err();
        assert_eq!(none.kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_is_refused_without_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        assert!(read(&pipe).unwrap_err().to_string().contains("ordinary"));
    }
}
