//! Structures that shaders read from buffers.

/// A structure that a shader reads from a buffer, as Rust lays it out.
#[cfg(test)]
pub(crate) trait BufferStruct {
    /// The name of the structure in WGSL.
    const WGSL: &'static str;
    /// The name of each field, with its offset and size in bytes. Fields that begin with `padding` are gaps
    /// that WGSL leaves between its own fields.
    const FIELDS: &'static [(&'static str, usize, usize)];
}

/// Declares a structure that a shader reads from a uniform or storage buffer. A test compares its
/// fields with those of the WGSL structure of the same name.
macro_rules! buffer_struct {
    (
        $(#[$meta:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_visibility:vis $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, bytemuck::Pod, bytemuck::Zeroable)]
        $visibility struct $name {
            $($(#[$field_meta])* $field_visibility $field: $type,)*
        }

        #[cfg(test)]
        impl $crate::buffer_struct::BufferStruct for $name {
            const WGSL: &'static str = stringify!($name);
            const FIELDS: &'static [(&'static str, usize, usize)] = &[
                $((stringify!($field), std::mem::offset_of!($name, $field), size_of::<$type>()),)*
            ];
        }
    };
}
pub(crate) use buffer_struct;
