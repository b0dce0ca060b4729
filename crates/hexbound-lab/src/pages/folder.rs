//! The folder for pages and their pictures.

use std::{
    fs,
    path::{Path, PathBuf},
};

use image::RgbaImage;
use thiserror::Error;

use super::html::is_of_others;
use crate::{picture::as_png, write_error::WriteError};
use hexbound_base::files;
use hexbound_replay::ReplayError;

/// The reason why pages can't be written.
#[derive(Debug, Error)]
pub enum PagesError {
    #[error("{0}")]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Write(#[from] WriteError),
    #[error(
        "{} is no page of 'hexbound {command}' and stays as it is; choose another {instead}",
        path.display()
    )]
    OthersPage {
        path: PathBuf,
        command: &'static str,
        instead: &'static str,
    },
}

/// A folder for the pages of one command, which is created for the first of them. Other files in it stay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageFolder<'a> {
    pub path: &'a Path,
    pub command: &'static str,
    /// The words for an alternative if this folder can't be used.
    pub instead: &'static str,
}

impl PageFolder<'_> {
    /// Refuses a file that is a page of another program, or of another command.
    pub(crate) fn refuse_page_of_others(&self, file: &str) -> Result<(), PagesError> {
        let path = self.path.join(file);
        match is_of_others(&path, self.command) {
            true => Err(PagesError::OthersPage {
                path,
                command: self.command,
                instead: self.instead,
            }),
            false => Ok(()),
        }
    }

    /// Writes a page and returns its path. It replaces only an older page of this command.
    pub(crate) fn write_page(&self, file: &str, html: &str) -> Result<PathBuf, PagesError> {
        self.refuse_page_of_others(file)?;
        self.write(file, html.as_bytes())
    }

    /// Writes a picture beside the pages, and returns its path.
    pub(crate) fn write_picture(
        &self,
        file: &str,
        image: &RgbaImage,
    ) -> Result<PathBuf, PagesError> {
        self.write(file, &as_png(image))
    }

    fn write(&self, file: &str, bytes: &[u8]) -> Result<PathBuf, PagesError> {
        let path = self.path.join(file);
        fs::create_dir_all(self.path)
            .and_then(|()| files::write_whole(&path, bytes))
            .map_err(WriteError::of("", &path, self.instead))?;
        Ok(path)
    }
}
