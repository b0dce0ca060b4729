//! The list of all methods of collision, with the names used by `--methods` and in recordings.

use std::fmt::Write;

use hexbound_base::words::Words;
use hexbound_sim::Question;

/// The line about rapier, which is compared with the game's methods.
const OTHER_METHODS: &str = "\
In compare only, in a build with --features rapier:
  rapier
    The kinematic character controller of rapier3d, on the triangles that stand.
";

/// The questions with their answers, each explained in a sentence. The usual answer is marked.
pub fn list_methods() -> String {
    let words = Words::english();
    let mut text = String::new();
    for question in Question::ALL.iter().copied() {
        let name = question.name();
        let title = words.text_of("question", name);
        let about = words.text_of("question-about", name);
        // Writing to a string never fails.
        let _ = writeln!(text, "{name}: {title}\n  {about}");
        for choice in question.choices() {
            let member = format!("{name}-{choice}");
            let title = words.text_of("choice", &member);
            let about = words.text_of("choice-about", &member);
            let usual = match choice == question.usual() {
                true => ", usual",
                false => "",
            };
            let _ = writeln!(text, "  {name}={choice} ({title}{usual})\n    {about}");
        }
        text.push('\n');
    }
    text += OTHER_METHODS;
    text
}
