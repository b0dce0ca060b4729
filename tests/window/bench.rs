//! `hexbound bench` with a window: the size asked for, and no adapter.

use crate::desktop;

#[test]
fn drawing_is_measured_in_a_window_of_the_size_asked_for() {
    let Some(desktop) = desktop() else { return };
    let arguments = "bench test:flat --frames 5 --size 320x180 --json";
    let printed = desktop.printed(arguments);
    let report: serde_json::Value = serde_json::from_str(&printed).expect("a report");
    assert_eq!(report["window"], true);
    assert_eq!(report["size"], serde_json::json!([320, 180]));
    assert_eq!(report["frames"], 5);
    assert_eq!(report["late_pipelines"], 0);
    let hidden = desktop.printed(format!("{arguments} --offscreen"));
    assert!(hidden.contains("\"window\": false"), "{hidden}");
}

#[test]
fn measuring_without_an_adapter_says_so_twice_and_ends() {
    let Some(desktop) = desktop() else { return };
    let said = desktop.fail(2, "bench test:flat --frames 1");
    assert!(said.contains("measuring offscreen"), "{said}");
}
