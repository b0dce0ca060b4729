//! Writes the small files that fuzzing begins with into `corpus/`, a folder for each target.

use std::{fs, io, path::Path};

use hexbound::fuzzing::Input;

fn main() -> io::Result<()> {
    for input in Input::ALL {
        let folder = Path::new("corpus").join(input.name());
        fs::create_dir_all(&folder)?;
        for (number, seed) in input.seeds().iter().enumerate() {
            fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
