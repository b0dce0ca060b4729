//! Long lists in the light cache as runs of bytes, which are copied instead of read number by number. The bytes
//! are in the order of the machine, since a cache stays on the machine that wrote it.

use bytemuck::{AnyBitPattern, NoUninit, cast_slice, pod_collect_to_vec};
use serde::{Deserialize, Deserializer, Serializer, de::Error};

pub(crate) fn serialize<T: NoUninit, S: Serializer>(
    list: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(cast_slice(list))
}

pub(crate) fn deserialize<'de, T: AnyBitPattern + NoUninit, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    let bytes = <&[u8]>::deserialize(deserializer)?;
    match bytes.len().is_multiple_of(size_of::<T>()) {
        true => Ok(pod_collect_to_vec(bytes)),
        false => Err(Error::custom("a list ends within an entry")),
    }
}
