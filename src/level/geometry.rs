//! One mesh primitive as triangles with every attribute a vertex needs, in the mesh's own space.

use glam::Vec3;
use gltf::json::{
    mesh::{Mode, Primitive, Semantic},
    validation::Checked,
};

use super::{
    UvPair, UvTransform,
    accessors::Source,
    container::extension_remedy,
    document::{attribute, is_draco},
    error::Fault,
    materials::UvChoice,
    skins::{Pose, Posed},
    tangents,
};

/// A primitive's triangles. All attribute lists are as long as `positions`; but `second_uvs` is
/// empty when no texture wants them.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    pub positions: Vec<Vec3>,
    /// Unit.
    pub normals: Vec<Vec3>,
    /// Unit, sign in w.
    pub tangents: Vec<[f32; 4]>,
    pub uvs: Vec<[f32; 2]>,
    pub second_uvs: Vec<[f32; 2]>,
    pub colors: Vec<[f32; 4]>,
    pub triangles: Vec<[u32; 3]>,
    /// Triangles without area, which are left out of `triangles`.
    pub degenerate: usize,
    /// Not all of `colors` are white.
    pub is_colored: bool,
    /// It is lines or points, so it has no triangles.
    pub is_lines: bool,
}

impl Surface {
    /// Appends a copy of a vertex and gives its index. Its tangent is for the caller to append.
    pub fn repeat_vertex(&mut self, vertex: usize) -> u32 {
        let index = self.positions.len() as u32;
        self.positions.push(self.positions[vertex]);
        self.normals.push(self.normals[vertex]);
        self.uvs.push(self.uvs[vertex]);
        if let Some(uv) = self.second_uvs.get(vertex) {
            self.second_uvs.push(*uv);
        }
        self.colors.push(self.colors[vertex]);
        index
    }
}

/// Reads a primitive, in its `pose` where it has one. `place` names it; what is odd but bearable
/// goes to `warnings`.
pub fn read_surface(
    source: Source,
    primitive: &Primitive,
    (uv_choice, pose): (UvChoice, Option<&Pose>),
    place: &str,
    warnings: &mut Vec<String>,
) -> Result<Surface, Fault> {
    let Checked::Valid(mode) = primitive.mode else {
        let problem = "has an unknown mode, which is neither triangles, lines nor points";
        return Err(Fault::malformed(place, problem));
    };
    if !matches!(
        mode,
        Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan
    ) {
        warnings.push(format!("{place}: points and lines are not drawn"));
        return Ok(Surface {
            is_lines: true,
            ..Surface::default()
        });
    }
    let targets = primitive.targets.as_ref();
    if targets.is_some_and(|targets| !targets.is_empty()) {
        warnings.push(format!("{place}: morph targets stay at rest"));
    }
    let Some(mut positions) = read_positions(source, primitive, place)? else {
        warnings.push(format!("{place}: it has no POSITION and is left out"));
        return Ok(Surface::default());
    };
    let corners = match primitive.indices {
        Some(index) => source.integers(index.value(), &format!("{place}, indices"))?,
        None => (0..positions.len() as u32).collect(),
    };
    check_indices(&corners, positions.len(), place)?;
    let posed = match pose {
        Some(pose) => Some(Posed::new(source, primitive, pose, positions.len(), place)?),
        None => None,
    };
    if let Some(posed) = &posed {
        posed.positions(&mut positions)?;
    }
    let mut uvs = |set: u32| read_uvs(source, primitive, set, positions.len(), place, warnings);
    let mut surface = Surface {
        uvs: match uv_choice.sets[0] {
            Some(set) => uvs(set)?,
            None => read_set(source, primitive, 0, positions.len(), place)?
                .unwrap_or_else(|| vec![[0.0; 2]; positions.len()]),
        },
        second_uvs: uv_choice.sets[1].map_or(Ok(Vec::new()), &mut uvs)?,
        colors: read_colors(source, primitive, positions.len(), place)?,
        positions,
        ..Surface::default()
    };
    surface.is_colored = (surface.colors.iter()).any(|color| color[..3] != [1.0; 3]);
    (surface.triangles, surface.degenerate) =
        without_degenerate(triangles(&corners, mode), &surface.positions);
    if posed.as_ref().is_some_and(Posed::mirrors) {
        surface
            .triangles
            .iter_mut()
            .for_each(|corners| corners.swap(1, 2));
    }
    let count = surface.positions.len();
    let given_normals = attribute(primitive, Semantic::Normals);
    match given_normals {
        Some(index) => {
            let normals = source.floats::<3>(index, 0.0, &format!("{place}, NORMAL"))?;
            check_count(normals.len(), count, place, "NORMAL")?;
            let mut normals: Vec<Vec3> = normals.into_iter().map(Vec3::from).collect();
            if let Some(posed) = &posed {
                posed.normals(&mut normals)?;
            }
            surface.normals = normals.into_iter().map(unit_or_up).collect();
        }
        None => flatten(&mut surface),
    }
    match (attribute(primitive, Semantic::Tangents), given_normals) {
        // Given tangents without given normals are to be ignored.
        (Some(index), Some(_)) => {
            let mut tangents = source.floats::<4>(index, 1.0, &format!("{place}, TANGENT"))?;
            check_count(tangents.len(), count, place, "TANGENT")?;
            if let Some(posed) = &posed {
                posed.tangents(&mut tangents)?;
            }
            surface.tangents = tangents::repaired(tangents, &surface.normals);
        }
        _ => match uv_choice.normal {
            Some(lookup) => {
                let uvs = normal_uvs(&surface, lookup);
                tangents::generate(&mut surface, &uvs);
            }
            None => surface.tangents = tangents::arbitrary(&surface.normals),
        },
    }
    Ok(surface)
}

fn read_positions(
    source: Source,
    primitive: &Primitive,
    place: &str,
) -> Result<Option<Vec<Vec3>>, Fault> {
    let Some(index) = attribute(primitive, Semantic::Positions) else {
        return Ok(None);
    };
    let accessor = source.document.accessors.get(index);
    let compressed = accessor.is_some_and(|accessor| accessor.buffer_view.is_none());
    if compressed && is_draco(primitive) {
        return Err(Fault::Unsupported {
            what: format!("the extension KHR_draco_mesh_compression, used by {place},"),
            remedy: extension_remedy("KHR_draco_mesh_compression"),
        });
    }
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

/// A set of texture coordinates that a texture wants; the file's first when it is missing.
fn read_uvs(
    source: Source,
    primitive: &Primitive,
    set: u32,
    count: usize,
    place: &str,
    warnings: &mut Vec<String>,
) -> Result<Vec<[f32; 2]>, Fault> {
    if let Some(uvs) = read_set(source, primitive, set, count, place)? {
        return Ok(uvs);
    }
    let first = read_set(source, primitive, 0, count, place)?;
    // A mesh without any shows one texel of each texture; that is common and does no harm.
    if set > 0 {
        warnings.push(format!(
            "{place}: its material's textures want TEXCOORD_{set}, which it lacks: TEXCOORD_0 is \
             taken instead"
        ));
    }
    Ok(first.unwrap_or_else(|| vec![[0.0; 2]; count]))
}

fn read_set(
    source: Source,
    primitive: &Primitive,
    set: u32,
    count: usize,
    place: &str,
) -> Result<Option<Vec<[f32; 2]>>, Fault> {
    let Some(index) = attribute(primitive, Semantic::TexCoords(set)) else {
        return Ok(None);
    };
    let place_uv = format!("{place}, TEXCOORD_{set}");
    let mut uvs = source.floats::<2>(index, 0.0, &place_uv)?;
    check_count(uvs.len(), count, place, "TEXCOORD")?;
    for uv in &mut uvs {
        if !(uv[0].is_finite() && uv[1].is_finite()) {
            *uv = [0.0; 2];
        }
    }
    Ok(Some(uvs))
}

/// Where the normal texture is looked up at each vertex, which tangents must follow.
fn normal_uvs(
    surface: &Surface,
    (pair, transform): (UvPair, Option<UvTransform>),
) -> Vec<[f32; 2]> {
    let uvs = match pair {
        UvPair::First => &surface.uvs,
        UvPair::Second => &surface.second_uvs,
    };
    let transform = transform.unwrap_or_default();
    uvs.iter().map(|uv| transform.apply(*uv)).collect()
}

fn read_colors(
    source: Source,
    primitive: &Primitive,
    count: usize,
    place: &str,
) -> Result<Vec<[f32; 4]>, Fault> {
    let Some(index) = attribute(primitive, Semantic::Colors(0)) else {
        return Ok(vec![[1.0; 4]; count]);
    };
    let mut colors = source.floats::<4>(index, 1.0, &format!("{place}, COLOR_0"))?;
    check_count(colors.len(), count, place, "COLOR_0")?;
    for channel in colors.iter_mut().flatten() {
        *channel = if channel.is_finite() {
            channel.clamp(0.0, 1.0)
        } else {
            1.0
        };
    }
    Ok(colors)
}

fn check_count(have: usize, need: usize, place: &str, attribute: &str) -> Result<(), Fault> {
    if have == need {
        return Ok(());
    }
    let problem = format!("has {have} of {attribute} for {need} vertices");
    Err(Fault::malformed(place, problem))
}

fn check_indices(corners: &[u32], vertices: usize, place: &str) -> Result<(), Fault> {
    match corners
        .iter()
        .position(|corner| *corner as usize >= vertices)
    {
        None => Ok(()),
        Some(at) => Err(Fault::malformed(
            place,
            format!(
                "has index {} at {at}, but only {vertices} vertices",
                corners[at]
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
            // Every second triangle of a strip is wound the other way round.
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

/// Gives every triangle its own vertices and its face's normal.
fn flatten(surface: &mut Surface) {
    let old = std::mem::take(surface);
    let corners = || {
        old.triangles
            .iter()
            .flatten()
            .map(|corner| *corner as usize)
    };
    surface.positions = corners().map(|corner| old.positions[corner]).collect();
    surface.uvs = corners().map(|corner| old.uvs[corner]).collect();
    if !old.second_uvs.is_empty() {
        surface.second_uvs = corners().map(|corner| old.second_uvs[corner]).collect();
    }
    surface.colors = corners().map(|corner| old.colors[corner]).collect();
    surface.degenerate = old.degenerate;
    surface.is_colored = old.is_colored;
    for (index, corners) in surface.positions.chunks_exact(3).enumerate() {
        let [a, b, c] = [0, 1, 2].map(|corner| corners[corner].as_dvec3());
        let normal = (b - a).cross(c - a).normalize_or_zero().as_vec3();
        surface.normals.extend([normal; 3]);
        let first = 3 * index as u32;
        surface.triangles.push([first, first + 1, first + 2]);
    }
}

/// Files bring zero and NaN normals: up is as good as any.
fn unit_or_up(normal: Vec3) -> Vec3 {
    normal.normalize_or(Vec3::Y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_keep_their_winding() {
        assert_eq!(
            triangles(&[0, 1, 2, 3, 4], Mode::TriangleStrip),
            [[0, 1, 2], [1, 3, 2], [2, 3, 4]]
        );
        assert_eq!(
            triangles(&[9, 1, 2, 3], Mode::TriangleFan),
            [[9, 1, 2], [9, 2, 3]]
        );
        assert_eq!(triangles(&[0, 1, 2, 3, 4], Mode::Triangles), [[0, 1, 2]]);
        for mode in [Mode::Triangles, Mode::TriangleStrip, Mode::TriangleFan] {
            assert!(triangles(&[], mode).is_empty());
            assert!(triangles(&[0, 1], mode).is_empty());
        }
    }

    #[test]
    fn triangles_without_area_are_counted() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::X * 2.0, Vec3::Y];
        let (kept, degenerate) =
            without_degenerate(vec![[0, 1, 2], [0, 1, 3], [1, 1, 3]], &positions);
        assert_eq!(kept, [[0, 1, 3]]);
        assert_eq!(degenerate, 2);
    }

    #[test]
    fn an_index_beyond_the_vertices_is_named() {
        let fault = check_indices(&[0, 1, 65535], 3, "mesh 0, primitive 0").unwrap_err();
        assert!(fault.in_words().contains("index 65535 at 2"), "{fault:?}");
    }
}
