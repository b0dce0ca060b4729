//! The command line: its arguments (`arguments`) and what each command does (`commands`).

mod arguments;
mod commands;
mod values;

pub use arguments::Cli;
pub use commands::run;

/// An error and its causes in one line, none said twice.
pub fn message(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |said, cause| {
        let cause = cause.to_string();
        match said.as_str() {
            "" => cause,
            said if said.contains(&cause) => said.to_owned(),
            said => format!("{said}: {cause}"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let cause = anyhow::anyhow!("no such file");
        let told = cause.context("cannot read a.rec");
        assert_eq!(message(&told), "cannot read a.rec: no such file");
        let again = told.context("nothing done: cannot read a.rec: no such file");
        assert_eq!(
            message(&again),
            "nothing done: cannot read a.rec: no such file"
        );
    }
}
