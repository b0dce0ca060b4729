//! Reads numbers from buffers. Every index, offset, stride and count is checked against the available
//! bytes before any allocation.

use gltf::json::{
    Accessor, Root,
    accessor::{ComponentType, Type},
    validation::Checked,
};

use crate::error::Fault;
use gltf_compression::view_bytes;
use hexbound_base::words::counted;

/// A document with the bytes of its buffers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Buffers<'a> {
    pub document: &'a Root,
    pub buffers: &'a [Vec<u8>],
}

/// The most elements of an accessor without bytes: they all read as zero, so nothing in the file backs
/// the count.
const MAX_ZEROS: u64 = 1 << 20;

/// Evenly spaced elements, all inside `bytes`.
struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
    count: usize,
}

impl<'a> Elements<'a> {
    fn iter(&self) -> impl Iterator<Item = &'a [u8]> {
        let (bytes, stride) = (self.bytes, self.stride);
        (0..self.count).map(move |index| &bytes[index * stride..])
    }
}

impl<'a> Buffers<'a> {
    /// Reads an accessor of vectors with `N` components as floats. Normalized integers are scaled to 0..1
    /// or −1..1. Vectors of three instead of four components get `fill` as the fourth; sixteen components
    /// are a matrix by columns. `place` names the accessor's use in faults.
    pub(super) fn floats<const N: usize>(
        &self,
        index: usize,
        fill: f32,
        place: &str,
    ) -> Result<Vec<[f32; N]>, Fault> {
        let place = format!("{place} (accessor {index})");
        let accessor = self.accessor(index, &place)?;
        let width = component_count(accessor, &place)?;
        if width > N || (width < N && !(N == 4 && width == 3)) {
            return Err(wrong_type(accessor, place));
        }
        let kind = component_type(accessor, &place)?;
        let size = kind.size();
        let scale = if accessor.normalized {
            normalized_scale(kind)
        } else {
            1.0
        };
        let decode = |bytes: &[u8]| {
            let mut element = [fill; N];
            for (slot, bytes) in element.iter_mut().zip(bytes.chunks_exact(size)).take(width) {
                let value = component(kind, bytes) * scale;
                // Non-finite values stay: only integers are normalized.
                *slot = if accessor.normalized {
                    value.max(-1.0)
                } else {
                    value
                } as f32;
            }
            element
        };
        let mut zero = [0.0; N];
        zero[width..].fill(fill);
        self.decode(accessor, size * width, zero, decode, &place)
    }

    /// Reads an accessor of unsigned integers.
    pub(super) fn integers(&self, index: usize, place: &str) -> Result<Vec<u32>, Fault> {
        let place = format!("{place} (accessor {index})");
        let accessor = self.accessor(index, &place)?;
        let kind = component_type(accessor, &place)?;
        let whole = [ComponentType::U8, ComponentType::U16, ComponentType::U32].contains(&kind);
        if !whole || accessor.type_ != Checked::Valid(Type::Scalar) {
            let problem = format!(
                "must be unsigned integers, not {} of component type {}",
                type_name(accessor),
                kind.as_gl_enum()
            );
            return Err(Fault::malformed(place, problem));
        }
        let size = kind.size();
        let decode = |bytes: &[u8]| component(kind, &bytes[..size]) as u32;
        self.decode(accessor, size, 0, decode, &place)
    }

    /// The bytes of a buffer view, all inside its buffer.
    pub(super) fn view(&self, index: usize, place: &str) -> Result<&'a [u8], Fault> {
        Ok(view_bytes(self.document, self.buffers, index, place)?)
    }

    /// The accessor at `index`; a missing one is a fault.
    fn accessor(&self, index: usize, place: &str) -> Result<&'a Accessor, Fault> {
        let accessors = &self.document.accessors;
        accessors.get(index).ok_or_else(|| {
            let problem = format!("does not exist: there are {} accessors", accessors.len());
            Fault::malformed(place, problem)
        })
    }

    /// The elements of an accessor, with its sparse replacements applied.
    fn decode<T: Clone>(
        &self,
        accessor: &Accessor,
        size: usize,
        zero: T,
        decode: impl Fn(&[u8]) -> T,
        place: &str,
    ) -> Result<Vec<T>, Fault> {
        let count = accessor.count.0;
        let mut values: Vec<T> = match accessor.buffer_view {
            Some(view) => {
                let offset = accessor.byte_offset.unwrap_or_default().0;
                let elements = self.elements(view.value(), offset, size, count, place)?;
                elements.iter().map(&decode).collect()
            }
            None if count <= MAX_ZEROS => vec![zero; count as usize],
            None => {
                let claimed = counted(count, "element", "elements");
                let problem = format!("claims {claimed} but has no bufferView");
                return Err(Fault::malformed(place, problem));
            }
        };
        let Some(sparse) = &accessor.sparse else {
            return Ok(values);
        };
        let place = format!("{place}, sparse part");
        let (indices, count) = (&sparse.indices, sparse.count.0);
        let Checked::Valid(kind) = indices.component_type else {
            let problem = "has indices of a component type that is no unsigned integer";
            return Err(Fault::malformed(place, problem));
        };
        let kind = kind.0;
        let index_size = kind.size();
        let (view, offset) = (indices.buffer_view.value(), indices.byte_offset.0);
        let targets = self.elements(view, offset, index_size, count, &place)?;
        let (view, offset) = (
            sparse.values.buffer_view.value(),
            sparse.values.byte_offset.0,
        );
        let replacements = self.elements(view, offset, size, count, &place)?;
        for (target, bytes) in targets.iter().zip(replacements.iter()) {
            let index = component(kind, &target[..index_size]) as usize;
            let count = values.len();
            let slot = values.get_mut(index).ok_or_else(|| {
                Fault::malformed(&place, format!("replaces element {index} of {count}"))
            })?;
            *slot = decode(bytes);
        }
        Ok(values)
    }

    /// `count` elements of `size` bytes, all inside the view.
    fn elements(
        &self,
        view: usize,
        offset: u64,
        size: usize,
        count: u64,
        place: &str,
    ) -> Result<Elements<'a>, Fault> {
        let bytes = self.view(view, place)?;
        let declared = self.document.buffer_views[view].byte_stride;
        let stride = declared.map_or(0, |stride| stride.0 as u64);
        let stride = if stride > 0 { stride } else { size as u64 };
        if stride < size as u64 {
            let problem = format!("has elements of {size} bytes every {stride} bytes");
            return Err(Fault::malformed(place, problem));
        }
        if count == 0 {
            return Ok(Elements {
                bytes: &[],
                stride: size,
                count: 0,
            });
        }
        let end = (count - 1)
            .checked_mul(stride)
            .and_then(|last| last.checked_add(size as u64))
            .and_then(|length| length.checked_add(offset));
        if end.is_none_or(|end| end > bytes.len() as u64) {
            let have = bytes.len();
            return Err(Fault::malformed(
                place,
                format!(
                    "claims {} of {size} bytes, but its bufferView has only {have} bytes",
                    counted(count, "element", "elements")
                ),
            ));
        }
        Ok(Elements {
            bytes: &bytes[offset as usize..],
            stride: stride as usize,
            count: count as usize,
        })
    }
}

/// The number of components of a supported type.
fn component_count(accessor: &Accessor, place: &str) -> Result<usize, Fault> {
    match accessor.type_ {
        Checked::Valid(
            shape @ (Type::Scalar | Type::Vec2 | Type::Vec3 | Type::Vec4 | Type::Mat4),
        ) => Ok(shape.multiplicity()),
        _ => Err(wrong_type(accessor, place)),
    }
}

/// The component type of an accessor; an unknown one is a fault.
fn component_type(accessor: &Accessor, place: &str) -> Result<ComponentType, Fault> {
    match accessor.component_type {
        Checked::Valid(kind) => Ok(kind.0),
        Checked::Invalid => Err(Fault::malformed(place, "has an unknown component type")),
    }
}

fn wrong_type(accessor: &Accessor, place: impl Into<String>) -> Fault {
    Fault::malformed(place, format!("has the wrong type {}", type_name(accessor)))
}

/// The accessor's type as written in the file.
fn type_name(accessor: &Accessor) -> String {
    match accessor.type_ {
        Checked::Valid(shape) => format!("{shape:?}").to_uppercase(),
        Checked::Invalid => String::from("(an unknown one)"),
    }
}

/// The factor that scales a normalized integer.
fn normalized_scale(kind: ComponentType) -> f64 {
    match kind {
        ComponentType::I8 => 1.0 / 127.0,
        ComponentType::U8 => 1.0 / 255.0,
        ComponentType::I16 => 1.0 / 32767.0,
        ComponentType::U16 => 1.0 / 65535.0,
        ComponentType::U32 | ComponentType::F32 => 1.0,
    }
}

/// Reads one little-endian component of the type `kind`, which has as many bytes as `bytes`.
fn component(kind: ComponentType, bytes: &[u8]) -> f64 {
    let pair = || [bytes[0], bytes[1]];
    let four = || [bytes[0], bytes[1], bytes[2], bytes[3]];
    match kind {
        ComponentType::I8 => f64::from(bytes[0] as i8),
        ComponentType::U8 => f64::from(bytes[0]),
        ComponentType::I16 => f64::from(i16::from_le_bytes(pair())),
        ComponentType::U16 => f64::from(u16::from_le_bytes(pair())),
        ComponentType::U32 => f64::from(u32::from_le_bytes(four())),
        ComponentType::F32 => f64::from(f32::from_le_bytes(four())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gltf::document::tests::document;

    /// One buffer of these bytes; `json` gives the accessors and views.
    fn with<T>(bytes: &[u8], json: &str, then: impl FnOnce(Buffers) -> T) -> T {
        let document = document(json).root;
        let buffers = [bytes.to_vec()];
        then(Buffers {
            document: &document,
            buffers: &buffers,
        })
    }

    #[test]
    fn strides_and_normalized_integers() {
        let json = r#"{"bufferViews":[{"buffer":0,"byteOffset":1,"byteLength":7,"byteStride":4}],
            "accessors":[{"bufferView":0,"componentType":5120,"normalized":true,"count":2,
            "type":"VEC3"}]}"#;
        let bytes = [9, 127, 0, 0x80, 9, 0x81, 1, 2];
        let values = with(&bytes, json, |source| source.floats::<3>(0, 0.0, "here")).unwrap();
        assert_eq!(values[0], [1.0, 0.0, -1.0]);
        assert_eq!(values[1], [-1.0, 1.0 / 127.0, 2.0 / 127.0]);
    }

    #[test]
    fn an_accessor_without_bytes_reads_zeros_and_sparse_fills_them() {
        let json = r#"{"bufferViews":[{"buffer":0,"byteLength":6}],
            "accessors":[{"componentType":5123,"count":3,"type":"SCALAR",
            "sparse":{"count":1,"indices":{"bufferView":0,"componentType":5121},
            "values":{"bufferView":0,"byteOffset":2}}},
            {"componentType":5126,"count":2,"type":"VEC3"}]}"#;
        let bytes = [2, 0, 0x34, 0x12, 0, 0];
        with(&bytes, json, |source| {
            assert_eq!(source.integers(0, "here").unwrap(), [0, 0, 0x1234]);
            assert_eq!(source.floats::<3>(1, 0.0, "here").unwrap(), [[0.0; 3]; 2]);
        });
    }
}
