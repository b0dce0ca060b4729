//! Reads a mesh primitive as triangles with all vertex attributes.

use glam::Vec3;
use gltf::json::{
    mesh::{self, Mode, Semantic},
    validation::Checked,
};

use super::{
    accessors::Buffers,
    document::attribute,
    materials::UvChoice,
    pose::{Pose, Posed},
    primitive::Primitive,
    shapes, tangents,
};
use crate::{Code, Finding, OnSurfaces, UvPair, error::Fault};

/// Reads a primitive, posed if it has a pose. `place` names it in faults; tolerable oddities go to
/// `findings`.
pub(super) fn read_primitive(
    source: Buffers,
    given: &mesh::Primitive,
    uv_choice: UvChoice,
    pose: Option<&Pose>,
    place: &str,
    findings: &mut Vec<Finding>,
) -> Result<Primitive, Fault> {
    let Some(mode) = triangle_mode(given, place)? else {
        let problem = format!("{place}: points and lines are not drawn");
        findings.push(Finding::new(Code::NotDrawn, problem));
        return Ok(Primitive {
            is_lines: true,
            ..Primitive::default()
        });
    };
    let Some(positions) = read_positions(source, given, place)? else {
        let problem = format!("{place}: it has no POSITION and is left out");
        findings.push(Finding::new(Code::LeftOut, problem));
        return Ok(Primitive::default());
    };
    let mut reader = AttributeReader {
        source,
        given,
        count: positions.len(),
        place,
        findings,
    };
    let corners = reader.corners()?;
    let posed = match pose {
        Some(pose) => Some(Posed::new(source, given, pose, positions.len(), place)?),
        None => None,
    };
    let mut primitive = Primitive {
        uvs: reader.first_uvs(uv_choice.sets[0])?,
        second_uvs: (uv_choice.sets[1]).map_or(Ok(Vec::new()), |set| reader.uvs(set))?,
        colors: reader.colors()?,
        positions,
        ..Primitive::default()
    };
    if let Some(posed) = &posed {
        posed.positions(&mut primitive.positions)?;
    }
    primitive.is_colored = (primitive.colors.iter()).any(|color| color[..3] != [1.0; 3]);
    (primitive.triangles, primitive.degenerate) =
        without_degenerate(triangles(&corners, mode), &primitive.positions);
    if posed.as_ref().is_some_and(Posed::mirrors) {
        let triangles = primitive.triangles.iter_mut();
        triangles.for_each(|corners| corners.swap(1, 2));
    }
    let rigged = pose
        .zip(posed.as_ref())
        .filter(|(pose, _)| pose.rigged.is_any());
    if rigged.is_some() {
        primitive.origins = (0..primitive.positions.len() as u32).collect();
    }
    add_directions(&mut primitive, &reader, posed.as_ref(), uv_choice)?;
    if let Some((pose, posed)) = rigged {
        let mesh = shapes::read_animated(source, given, pose, posed, &primitive, place)?;
        primitive.animated = Some(Box::new(mesh));
    }
    Ok(primitive)
}

/// The mode of a primitive that has triangles; `None` for one of points or lines.
fn triangle_mode(given: &mesh::Primitive, place: &str) -> Result<Option<Mode>, Fault> {
    match given.mode {
        Checked::Valid(mode @ (Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan)) => {
            Ok(Some(mode))
        }
        Checked::Valid(_) => Ok(None),
        Checked::Invalid => {
            let problem = "has an unknown mode, which is neither triangles, lines nor points";
            Err(Fault::malformed(place, problem))
        }
    }
}

/// Adds normals and tangents to a primitive: the file's, else flat normals and the tangents that its
/// normal texture needs.
fn add_directions(
    primitive: &mut Primitive,
    reader: &AttributeReader,
    posed: Option<&Posed>,
    uv_choice: UvChoice,
) -> Result<(), Fault> {
    let mut given_tangents = None;
    match reader.normals(posed)? {
        Some(normals) => {
            primitive.normals = normals;
            given_tangents = reader.tangents(posed)?;
        }
        // glTF requires that tangents without normals be ignored.
        None => primitive.flatten(),
    }
    match (given_tangents, uv_choice.normal) {
        (Some(given), _) => primitive.tangents = tangents::repaired(given, &primitive.normals),
        (None, Some((pair, transform))) => {
            // The coordinates in the normal texture, which tangents must follow.
            let uvs = match pair {
                UvPair::First => primitive.uvs.iter(),
                UvPair::Second => primitive.second_uvs.iter(),
            };
            let transform = transform.unwrap_or_default();
            let uvs: Vec<[f32; 2]> = uvs.map(|uv| transform.apply(*uv)).collect();
            tangents::generate(primitive, &uvs);
        }
        (None, None) => primitive.tangents = tangents::arbitrary(&primitive.normals),
    }
    Ok(())
}

/// Reads the attributes of a primitive's vertices.
struct AttributeReader<'a> {
    source: Buffers<'a>,
    given: &'a mesh::Primitive,
    /// The number of vertices.
    count: usize,
    place: &'a str,
    findings: &'a mut Vec<Finding>,
}

impl AttributeReader<'_> {
    /// The indices of the vertices, in the order of the triangles.
    fn corners(&self) -> Result<Vec<u32>, Fault> {
        let place = self.place;
        let corners = match self.given.indices {
            Some(index) => (self.source).integers(index.value(), &format!("{place}, indices"))?,
            None => (0..self.count as u32).collect(),
        };
        check_indices(&corners, self.count, place)?;
        Ok(corners)
    }

    /// The set of texture coordinates for the first pair; the file's first if no texture uses any.
    fn first_uvs(&mut self, wanted: Option<u32>) -> Result<Vec<[f32; 2]>, Fault> {
        match wanted {
            Some(set) => self.uvs(set),
            None => Ok((self.uv_set(0)?).unwrap_or_else(|| vec![[0.0; 2]; self.count])),
        }
    }

    /// A set of texture coordinates used by a texture; the file's first if it is missing.
    fn uvs(&mut self, set: u32) -> Result<Vec<[f32; 2]>, Fault> {
        if let Some(uvs) = self.uv_set(set)? {
            return Ok(uvs);
        }
        let first = self.uv_set(0)?;
        // A mesh without any shows one texel of each texture; that is common and does no harm.
        if set > 0 {
            let problem = format!(
                "{}: its material's textures want TEXCOORD_{set}, which it lacks: TEXCOORD_0 is \
                 taken instead",
                self.place
            );
            let surfaces = self.given.material;
            let surfaces = surfaces.map(|index| OnSurfaces::Material(index.value()));
            self.findings.push(Finding {
                on_surfaces: surfaces,
                ..Finding::new(Code::MissingUvs, problem)
            });
        }
        Ok(first.unwrap_or_else(|| vec![[0.0; 2]; self.count]))
    }

    fn uv_set(&self, set: u32) -> Result<Option<Vec<[f32; 2]>>, Fault> {
        let mut uvs = self.values::<2>(Semantic::TexCoords(set), 0.0, "TEXCOORD")?;
        for uv in uvs.iter_mut().flatten() {
            if !(uv[0].is_finite() && uv[1].is_finite()) {
                *uv = [0.0; 2];
            }
        }
        Ok(uvs)
    }

    fn colors(&self) -> Result<Vec<[f32; 4]>, Fault> {
        let colors = self.values::<4>(Semantic::Colors(0), 1.0, "COLOR_0")?;
        let mut colors = colors.unwrap_or_else(|| vec![[1.0; 4]; self.count]);
        for channel in colors.iter_mut().flatten() {
            *channel = if channel.is_finite() {
                channel.clamp(0.0, 1.0)
            } else {
                1.0
            };
        }
        Ok(colors)
    }

    /// Unit normals, posed; `None` if the file has none.
    fn normals(&self, posed: Option<&Posed>) -> Result<Option<Vec<Vec3>>, Fault> {
        let Some(normals) = self.values::<3>(Semantic::Normals, 0.0, "NORMAL")? else {
            return Ok(None);
        };
        let mut normals: Vec<Vec3> = normals.into_iter().map(Vec3::from).collect();
        if let Some(posed) = posed {
            posed.normals(&mut normals)?;
        }
        // Files contain zero and NaN normals: up is as good as any.
        let unit = normals
            .into_iter()
            .map(|normal| normal.normalize_or(Vec3::Y));
        Ok(Some(unit.collect()))
    }

    /// The file's tangents, posed, of any length; `None` if it has none.
    fn tangents(&self, posed: Option<&Posed>) -> Result<Option<Vec<[f32; 4]>>, Fault> {
        let mut tangents = self.values::<4>(Semantic::Tangents, 1.0, "TANGENT")?;
        if let Some((posed, tangents)) = posed.zip(tangents.as_mut()) {
            posed.tangents(tangents)?;
        }
        Ok(tangents)
    }

    /// The values of an attribute, one for each vertex; `None` if the file has none. `label` names the
    /// attribute in faults about its count.
    fn values<const N: usize>(
        &self,
        semantic: Semantic,
        fill: f32,
        label: &str,
    ) -> Result<Option<Vec<[f32; N]>>, Fault> {
        let place = format!("{}, {}", self.place, semantic.to_string());
        let Some(index) = attribute(self.given, semantic) else {
            return Ok(None);
        };
        let values = self.source.floats::<N>(index, fill, &place)?;
        if values.len() == self.count {
            return Ok(Some(values));
        }
        let (have, need) = (values.len(), self.count);
        let problem = format!("has {have} of {label} for {need} vertices");
        Err(Fault::malformed(self.place, problem))
    }
}

fn read_positions(
    source: Buffers,
    given: &mesh::Primitive,
    place: &str,
) -> Result<Option<Vec<Vec3>>, Fault> {
    let Some(index) = attribute(given, Semantic::Positions) else {
        return Ok(None);
    };
    let place = format!("{place}, POSITION");
    let positions = source.floats::<3>(index, 0.0, &place)?;
    let positions: Vec<Vec3> = positions.into_iter().map(Vec3::from).collect();
    match positions.iter().position(|position| !position.is_finite()) {
        Some(vertex) => {
            let [x, y, z] = positions[vertex].to_array();
            Err(Fault::malformed(
                place,
                format!("(accessor {index}): vertex {vertex} is not finite ({x}, {y}, {z})"),
            ))
        }
        None => Ok(Some(positions)),
    }
}

fn check_indices(corners: &[u32], vertices: usize, place: &str) -> Result<(), Fault> {
    match corners
        .iter()
        .position(|corner| *corner as usize >= vertices)
    {
        None => Ok(()),
        Some(slot) => Err(Fault::malformed(
            place,
            format!(
                "has index {} at {slot}, but only {vertices} vertices",
                corners[slot]
            ),
        )),
    }
}

/// The triangles of a list, strip or fan; an incomplete last one is dropped.
fn triangles(corners: &[u32], mode: Mode) -> Vec<[u32; 3]> {
    let windows = corners.windows(3).map(|c| [c[0], c[1], c[2]]);
    match mode {
        Mode::TriangleStrip => windows
            .enumerate()
            // Every second triangle of a strip is wound in reverse.
            .map(|(index, [a, b, c])| if index % 2 == 0 { [a, b, c] } else { [a, c, b] })
            .collect(),
        Mode::TriangleFan => corners
            .windows(2)
            .skip(1)
            .map(|pair| [corners[0], pair[0], pair[1]])
            .collect(),
        _ => corners
            .chunks_exact(3)
            .map(|c| [c[0], c[1], c[2]])
            .collect(),
    }
}

fn without_degenerate(triangles: Vec<[u32; 3]>, positions: &[Vec3]) -> (Vec<[u32; 3]>, usize) {
    let all = triangles.len();
    let kept: Vec<[u32; 3]> = (triangles.into_iter())
        .filter(|triangle| {
            let [a, b, c] = triangle.map(|corner| positions[corner as usize].as_dvec3());
            (b - a).cross(c - a).length_squared() > 0.0
        })
        .collect();
    let degenerate = all - kept.len();
    (kept, degenerate)
}
