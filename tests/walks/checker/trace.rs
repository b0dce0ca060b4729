//! The CSV that `hexbound sim --trace` writes, read back strictly.

use glam::{DVec3, dvec3};

const HEADER: &str = "tick,x,y,z,vx,vy,vz,yaw,pitch,grounded,contacts,half_height,teleported";

/// One tick of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    pub tick: u64,
    /// The body's position in the file's own coordinates, meters.
    pub center: DVec3,
    pub grounded: bool,
    pub contacts: u32,
    /// Vertical semi-axis of the body, meters.
    pub half_height: f64,
    /// Put somewhere else on this tick: the path from the row before is none.
    pub teleported: bool,
}

/// The rows of a trace; an error names the line. A number that is not finite, or a gap between
/// ticks, is an error: a walk that hides a tick can't be judged.
pub fn parse_trace(text: &str) -> Result<Vec<Row>, String> {
    let mut lines = text.lines();
    if lines.next() != Some(HEADER) {
        return Err(format!("line 1: the header is not '{HEADER}'"));
    }
    let mut rows: Vec<Row> = Vec::new();
    for (index, line) in lines.enumerate() {
        let row = parse_row(line).map_err(|why| format!("line {}: {why}: '{line}'", index + 2))?;
        if rows.last().is_some_and(|last| row.tick != last.tick + 1) {
            let (line, tick) = (index + 2, row.tick);
            return Err(format!("line {line}: tick {tick} out of order"));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn parse_row(line: &str) -> Result<Row, String> {
    let fields: Vec<&str> = line.split(',').collect();
    if fields.len() != HEADER.split(',').count() {
        return Err(format!("{} fields", fields.len()));
    }
    let numbers = fields[1..9].iter().chain([&fields[11]]);
    let numbers: Result<Vec<f64>, String> = numbers.map(|field| finite(field)).collect();
    let numbers = numbers?;
    Ok(Row {
        tick: fields[0].parse().map_err(|_| String::from("bad tick"))?,
        center: dvec3(numbers[0], numbers[1], numbers[2]),
        grounded: flag(fields[9])?,
        contacts: fields[10]
            .parse()
            .map_err(|_| String::from("bad contacts"))?,
        half_height: numbers[8],
        teleported: flag(fields[12])?,
    })
}

fn finite(field: &str) -> Result<f64, String> {
    match field.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        _ => Err(format!("'{field}' is not a finite number")),
    }
}

fn flag(field: &str) -> Result<bool, String> {
    match field {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(format!("'{field}' is neither 0 nor 1")),
    }
}
