//! Meshopt's filters, which decode directions, rotations, floats and colors from a form that
//! compresses well.

use serde::Deserialize;

/// A filter by its name in the extension.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Filter {
    #[default]
    None,
    /// Unit vectors in octahedral encoding.
    Octahedral,
    /// Unit quaternions without their largest component.
    Quaternion,
    /// Floats as an exponent and an integer mantissa.
    Exponential,
    /// Colors as luma and two chroma components (YCoCg).
    Color,
}

/// Applies a filter to elements of `stride` bytes. The error describes the problem.
pub(crate) fn apply(filter: Filter, bytes: &mut [u8], stride: usize) -> Result<(), &'static str> {
    // The largest values of a component.
    let (signed, unsigned) = if stride == 4 {
        (127.0, 0xff)
    } else {
        (32767.0, 0xffff)
    };
    match (filter, stride) {
        (Filter::None, _) => {}
        (Filter::Octahedral, 4 | 8) => map_elements(bytes, stride, |four| octahedral(four, signed)),
        (Filter::Quaternion, 8) => map_elements(bytes, stride, quaternion),
        (Filter::Color, 4 | 8) => map_elements(bytes, stride, |four| color(four, unsigned)),
        (Filter::Exponential, _) => {
            for float in bytes.as_chunks_mut::<4>().0 {
                *float = exponential(i32::from_le_bytes(*float)).to_le_bytes();
            }
        }
        _ => return Err("its filter does not go with its byteStride"),
    }
    Ok(())
}

/// Changes the four components of every element; a component has one or two bytes.
fn map_elements(bytes: &mut [u8], stride: usize, change: impl Fn([i32; 4]) -> [i32; 4]) {
    let size = stride / 4;
    for element in bytes.chunks_exact_mut(stride) {
        let read = |component: usize| match size {
            1 => i32::from(element[component] as i8),
            _ => i32::from(i16::from_le_bytes([
                element[2 * component],
                element[2 * component + 1],
            ])),
        };
        let changed = change(std::array::from_fn(read));
        for (slot, value) in element.chunks_exact_mut(size).zip(changed) {
            slot.copy_from_slice(&value.to_le_bytes()[..size]);
        }
    }
}

/// Decodes a unit vector from octahedral encoding, in which `z` stands for 1. The result is in units
/// of 1/`max`.
fn octahedral([x, y, z, w]: [i32; 4], max: f32) -> [i32; 4] {
    let [x, y, z] = [x, y, z].map(|component| component as f32);
    let z = z - x.abs() - y.abs();
    // The lower half is folded outward.
    let fold = z.min(0.0);
    let unfold = |component: f32| component + if component >= 0.0 { fold } else { -fold };
    let (x, y) = (unfold(x), unfold(y));
    let scale = max / (x * x + y * y + z * z).sqrt();
    [
        rounded(x * scale),
        rounded(y * scale),
        rounded(z * scale),
        w,
    ]
}

/// Decodes a unit quaternion from its three smaller components. The two lowest bits of `w` are the
/// index of the omitted component, the others the scale.
fn quaternion([x, y, z, w]: [i32; 4]) -> [i32; 4] {
    let scale = (w | 3) as f32;
    let three = [x, y, z].map(|component| component as f32);
    let squares: f32 = three.iter().map(|component| component * component).sum();
    let largest = (scale * scale * 2.0 - squares).max(0.0).sqrt();
    let unit = 32767.0 / std::f32::consts::SQRT_2 / scale;
    let mut rotation = [0; 4];
    let slot = |offset: i32| ((w + offset) & 3) as usize;
    for (offset, component) in (1..).zip(three) {
        rotation[slot(offset)] = rounded(component * unit);
    }
    rotation[slot(0)] = rounded(largest * unit);
    rotation
}

/// Decodes a float from its exponent in the upper eight bits and its mantissa in the lower 24.
fn exponential(bits: i32) -> f32 {
    let (mantissa, exponent) = ((bits << 8) >> 8, bits >> 24);
    f32::from_bits(((exponent + 127) as u32) << 23) * mantissa as f32
}

/// Decodes red, green, blue and alpha from luma, two chroma components, and an alpha whose highest set
/// bit gives the scale.
fn color([y, co, cg, alpha]: [i32; 4], max: i32) -> [i32; 4] {
    let (y, alpha) = (y & max, alpha & max);
    // All bits below the highest that is set.
    let scale = [1, 2, 4, 8]
        .iter()
        .fold(alpha, |scale, shift| scale | scale >> shift);
    let alpha = alpha << 1 & scale | alpha & 1;
    let unit = max as f32 / scale as f32;
    [y + co - cg, y + cg, y - co - cg, alpha].map(|channel| rounded(channel as f32 * unit))
}

/// Rounds to the nearest integer, ties to even as in meshoptimizer, and NaN to 0.
fn rounded(value: f32) -> i32 {
    value.round_ties_even() as i32
}
