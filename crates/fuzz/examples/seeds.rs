//! Writes the small files that fuzzing begins with into a folder, a folder in it for each kind.

use std::{env, fs, io, path::PathBuf};

use fuzz::Input;

fn main() -> io::Result<()> {
    let corpus: PathBuf = (env::args_os().nth(1))
        .ok_or(io::ErrorKind::InvalidInput)?
        .into();
    for input in Input::ALL {
        let folder = corpus.join(input.name());
        fs::create_dir_all(&folder)?;
        for (number, seed) in input.seeds().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
