//! Eight single-precision and four double-precision numbers in lanes, with AVX2 if the CPU has it and
//! with portable code otherwise. Both do the same operations in the same order and return the same bits,
//! except for `mul_sub`.

/// Defines methods of two operands in lanes, each from an operation on one lane.
macro_rules! lane_by_lane {
    ($($method:ident: $operation:expr),*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            Self(std::array::from_fn(|lane| $operation(self.0[lane], other.0[lane])))
        }
    )*};
}

/// Defines methods of two operands in lanes, each from a CPU instruction.
#[cfg(target_arch = "x86_64")]
macro_rules! by_instruction {
    ($($method:ident: $instruction:ident),*) => {$(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            unsafe { Self($instruction(self.0, other.0)) }
        }
    )*};
}

mod f32x8;
mod f64x4;
mod prefetch;
pub(crate) mod vec_x4;

pub(crate) use f32x8::{F32x8, PortableF32x8};
pub(crate) use f64x4::{F64x4, PortableF64x4};
pub(crate) use prefetch::prefetch;
#[cfg(target_arch = "x86_64")]
pub(crate) use {f32x8::AvxF32x8, f32x8::has_avx2, f64x4::AvxF64x4};
