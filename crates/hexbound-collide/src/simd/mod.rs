//! Eight single and four double-precision numbers abreast, with AVX2 where the processor has it and
//! written out elsewhere. Both do the same operations in the same order and give the same bits.

mod f32x8;
mod f64x4;
mod prefetch;
pub(crate) mod vec_x4;

pub(crate) use f32x8::{F32x8, PortableF32x8};
pub(crate) use f64x4::{F64x4, PortableF64x4};
pub(crate) use prefetch::prefetch;
#[cfg(target_arch = "x86_64")]
pub(crate) use {f32x8::AvxF32x8, f32x8::has_avx2, f64x4::AvxF64x4};
