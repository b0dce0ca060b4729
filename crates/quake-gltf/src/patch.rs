//! Curved patches of Quake III: their form in a source file, and their triangles. A patch is a grid of
//! control points in which each three by three points span a quadratic Bézier surface.

use glam::{DVec2, DVec3};

use super::{
    entity::{Face, MapCorner},
    map_tokens::{Token, Tokens},
};
use crate::notice::MapError;

/// The most control points along one side of a patch.
const MAX_CONTROL_POINTS: usize = 129;
/// The number of segments along each axis of a tessellated Bézier surface.
const SURFACE_SEGMENTS: usize = 6;

/// A curved patch.
#[derive(Debug)]
pub(crate) struct Patch {
    pub texture: String,
    width: usize,
    /// The control points, row by row: positions, and texture coordinates from 0 to 1.
    points: Vec<(DVec3, DVec2)>,
}

/// Reads a patch after its first word, up to the brace that closes its definition.
pub(crate) fn read(tokens: &mut Tokens, first: Token) -> Result<Patch, MapError> {
    let mut reader = PatchReader {
        tokens,
        line: first.line,
    };
    reader.expect(b"{")?;
    let texture = String::from_utf8_lossy(reader.word()?).into_owned();
    reader.expect(b"(")?;
    let (width, height) = (reader.side()?, reader.side()?);
    // Flags, and in the third form numbers of segments.
    while reader.word()? != b")" {}
    reader.expect(b"(")?;
    let mut points = Vec::with_capacity(width * height);
    for _ in 0..width {
        reader.expect(b"(")?;
        for _ in 0..height {
            points.push(reader.point()?);
        }
        reader.expect(b")")?;
    }
    reader.expect(b")")?;
    reader.expect(b"}")?;
    Ok(Patch {
        texture,
        width: height,
        points,
    })
}

struct PatchReader<'a, 'b> {
    tokens: &'a mut Tokens<'b>,
    line: usize,
}

impl<'b> PatchReader<'_, 'b> {
    fn word(&mut self) -> Result<&'b [u8], MapError> {
        let token = self
            .tokens
            .next()
            .ok_or_else(|| self.fault("is cut short"))?;
        self.line = token.line;
        Ok(token.text)
    }

    fn expect(&mut self, wanted: &[u8]) -> Result<(), MapError> {
        let found = self.word()?;
        let wanted = String::from_utf8_lossy(wanted);
        match found == wanted.as_bytes() {
            true => Ok(()),
            false => Err(self.fault(&format!(
                "has \"{}\" in a patch, where \"{wanted}\" belongs",
                String::from_utf8_lossy(found)
            ))),
        }
    }

    fn number(&mut self) -> Result<f64, MapError> {
        let word = String::from_utf8_lossy(self.word()?);
        let number: Option<f64> = word.parse().ok().filter(|it: &f64| it.is_finite());
        number.ok_or_else(|| {
            self.fault(&format!(
                "has \"{word}\" in a patch, where a number belongs"
            ))
        })
    }

    /// Reads the number of points along one side of a patch, an odd number of three or more.
    fn side(&mut self) -> Result<usize, MapError> {
        let number = self.number()?;
        let side = number as usize;
        match side as f64 == number && side % 2 == 1 && (3..=MAX_CONTROL_POINTS).contains(&side) {
            true => Ok(side),
            false => Err(self.fault(&format!(
                "gives a patch {number} points along a side, which is no odd number from 3 to {MAX_CONTROL_POINTS}"
            ))),
        }
    }

    fn point(&mut self) -> Result<(DVec3, DVec2), MapError> {
        self.expect(b"(")?;
        let mut next = || self.number();
        let place = DVec3::new(next()?, next()?, next()?);
        let texture = DVec2::new(next()?, next()?);
        // Other games add more numbers.
        while self.word()? != b")" {}
        Ok((place, texture))
    }

    fn fault(&self, problem: &str) -> MapError {
        MapError::Malformed {
            place: format!("line {}", self.line),
            problem: problem.to_string(),
            remedy: String::from("Save the map again, or take the patch out"),
        }
    }
}

impl Patch {
    /// The triangles of the patch. `size` is the size of the texture in pixels.
    pub(crate) fn faces(&self, texture: usize, size: DVec2) -> Vec<Face> {
        let rows = self.points.len() / self.width;
        let [wide, high] = [self.width, rows].map(|points| (points - 1) / 2 * SURFACE_SEGMENTS);
        let corners: Vec<MapCorner> = (0..=high)
            .flat_map(|row| (0..=wide).map(move |column| (column, row)))
            .map(|(column, row)| self.corner(column, row, size))
            .collect();
        let mut faces = Vec::with_capacity(wide * high * 2);
        for row in 0..high {
            for column in 0..wide {
                let at = row * (wide + 1) + column;
                let [a, b, c, d] = [at, at + 1, at + wide + 1, at + wide + 2].map(|at| corners[at]);
                // The front side is that of Quake III.
                let two = [vec![a, c, b], vec![b, c, d]];
                faces.extend(
                    two.into_iter()
                        .filter(|three| has_area(three))
                        .map(|corners| Face { texture, corners }),
                );
            }
        }
        faces
    }

    /// The corner at a column and row of the tessellation.
    fn corner(&self, column: usize, row: usize, size: DVec2) -> MapCorner {
        let rows = self.points.len() / self.width;
        let (first, across) = surface_at(column, self.width);
        let (top, down) = surface_at(row, rows);
        let (mut place, mut texture) = (DVec3::ZERO, DVec2::ZERO);
        let (mut along, mut below) = (DVec3::ZERO, DVec3::ZERO);
        for y in 0..3 {
            for x in 0..3 {
                let (point, uv) = self.points[(top + y) * self.width + first + x];
                let weight = bernstein(across)[x] * bernstein(down)[y];
                place += point * weight;
                texture += uv * weight;
                along += point * (bernstein_slopes(across)[x] * bernstein(down)[y]);
                below += point * (bernstein(across)[x] * bernstein_slopes(down)[y]);
            }
        }
        MapCorner {
            position: place,
            // The normal agrees with the winding of the triangles; it is zero where the patch is pinched.
            normal: below.cross(along).normalize_or_zero(),
            texel: texture * size,
        }
    }
}

/// The first control point of the Bézier surface that contains the tessellation index `at`, and the parameter
/// within that surface, 0 to 1.
fn surface_at(at: usize, points: usize) -> (usize, f64) {
    let surface = (at / SURFACE_SEGMENTS).min((points - 1) / 2 - 1);
    let segment = at - surface * SURFACE_SEGMENTS;
    (surface * 2, segment as f64 / SURFACE_SEGMENTS as f64)
}

/// The weights of three control points at a parameter.
fn bernstein(at: f64) -> [f64; 3] {
    let rest = 1.0 - at;
    [rest * rest, 2.0 * at * rest, at * at]
}

/// The derivatives of the weights of three control points at a parameter.
fn bernstein_slopes(at: f64) -> [f64; 3] {
    [2.0 * (at - 1.0), 2.0 - 4.0 * at, 2.0 * at]
}

fn has_area(three: &[MapCorner]) -> bool {
    let [a, b, c] = [0, 1, 2].map(|at| three[at].position);
    (b - a).cross(c - a).length_squared() > 1e-12
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter of a tube, one unit wide, about the Y axis.
    const TUBE: &str = "{ tube ( 3 3 0 0 0 ) (
        ( ( 64 0 0 0 0 ) ( 64 0 64 0 1 ) ( 0 0 64 0 2 ) )
        ( ( 64 32 0 1 0 ) ( 64 32 64 1 1 ) ( 0 32 64 1 2 ) )
        ( ( 64 64 0 2 0 ) ( 64 64 64 2 1 ) ( 0 64 64 2 2 ) ) ) }";

    fn read_text(text: &str) -> Result<Patch, MapError> {
        let first = Token {
            text: b"patchDef2",
            line: 1,
            end: 0,
        };
        read(&mut Tokens::new(text.as_bytes()), first)
    }

    #[test]
    fn a_tube_is_round_and_its_triangles_agree_with_their_normals() {
        let patch = read_text(TUBE).unwrap();
        let faces = patch.faces(0, DVec2::splat(10.0));
        assert_eq!(faces.len(), SURFACE_SEGMENTS * SURFACE_SEGMENTS * 2);
        for face in &faces {
            let [a, b, c] = [0, 1, 2].map(|at| face.corners[at]);
            let flat = (b.position - a.position).cross(c.position - a.position);
            assert!(flat.normalize().dot(a.normal) > 0.9);
            let across = a.position.x.hypot(a.position.z);
            assert!((60.0..72.0).contains(&across), "{across}");
        }
        let corners = faces.iter().flat_map(|face| &face.corners);
        let texels = corners.map(|corner| corner.texel);
        let most = texels.reduce(DVec2::max).unwrap();
        assert!(most.abs_diff_eq(DVec2::splat(20.0), 1e-9), "{most}");
    }

    #[test]
    fn faulty_patches_are_refused_with_their_line() {
        for (from, to, words) in [
            ("( 3 3 0", "( 4 3 0", "line 1 gives a patch 4 points"),
            ("( 3 3 0", "( 1e99 3 0", "points along a side"),
            ("( 3 3 0", "( nan 3 0", "where a number belongs"),
            ("32 64 1 1", "32 up 1 1", "line 3 has \"up\" in a patch"),
            ("( 64 0 0 0 0 )", "64 0 0 0 0", "where \"(\" belongs"),
            ("2 2 ) ) ) }", "2 2 ) )", "line 4 is cut short"),
        ] {
            let fault = read_text(&TUBE.replace(from, to)).unwrap_err();
            assert!(fault.to_string().contains(words), "{fault}");
        }
    }
}
