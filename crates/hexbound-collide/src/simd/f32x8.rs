//! Eight single-precision numbers in lanes, and the test for AVX2.

use super::f64x4::{F64x4, PortableF64x4};

/// Eight single-precision numbers in lanes.
pub trait F32x8: Copy {
    /// The four double-precision lanes of the same instruction set.
    type Doubles: F64x4;
    fn splat(value: f32) -> Self;
    fn load(values: &[f32; 8]) -> Self;
    fn from_bytes(values: &[u8; 8]) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// `self * factor - less`. The product is rounded only where the CPU has no fused instruction.
    fn mul_sub(self, factor: Self, less: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    /// The mask of the lanes that are at most `other`'s lane: bit k for lane k, never for NaN.
    fn le_mask(self, other: Self) -> u32;
    fn store(self) -> [f32; 8];
}

/// The portable implementation, for every CPU.
#[derive(Clone, Copy)]
pub(crate) struct PortableF32x8([f32; 8]);

impl F32x8 for PortableF32x8 {
    type Doubles = PortableF64x4;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        PortableF32x8([value; 8])
    }

    #[inline(always)]
    fn load(values: &[f32; 8]) -> Self {
        PortableF32x8(*values)
    }

    #[inline(always)]
    fn from_bytes(values: &[u8; 8]) -> Self {
        let mut lanes = [0.0; 8];
        for (lane, value) in lanes.iter_mut().zip(values) {
            *lane = f32::from(*value);
        }
        PortableF32x8(lanes)
    }

    // If either number of `min` or `max` is NaN, the second is the result, as with the AVX2 instructions.
    lane_by_lane! {
        add: |a: f32, b: f32| a + b,
        sub: |a: f32, b: f32| a - b,
        mul: |a: f32, b: f32| a * b,
        min: |a, b| if a < b { a } else { b },
        max: |a, b| if a > b { a } else { b }
    }

    #[inline(always)]
    fn mul_sub(self, factor: Self, less: Self) -> Self {
        self.mul(factor).sub(less)
    }

    #[inline(always)]
    fn le_mask(self, other: Self) -> u32 {
        (0..8).fold(0, |mask, lane| {
            mask | u32::from(self.0[lane] <= other.0[lane]) << lane
        })
    }

    #[inline(always)]
    fn store(self) -> [f32; 8] {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx::AvxF32x8;

/// Returns whether the CPU has AVX2, fused multiplication and the instructions that count bits.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

/// Half of the time of a query is spent on boxes. AVX2 halves that half.
#[cfg(target_arch = "x86_64")]
mod avx {
    use std::arch::x86_64::*;

    use super::{super::f64x4::AvxF64x4, F32x8};

    /// The AVX2 implementation, only for CPUs with AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct AvxF32x8(__m256);

    // SAFETY of every block below: values of this type are only created in functions that are compiled
    // for AVX2 and called after a test of the CPU. Loads and stores are unaligned and stay within their
    // arguments.
    impl F32x8 for AvxF32x8 {
        type Doubles = AvxF64x4;

        #[inline(always)]
        fn splat(value: f32) -> Self {
            unsafe { AvxF32x8(_mm256_set1_ps(value)) }
        }

        #[inline(always)]
        fn load(values: &[f32; 8]) -> Self {
            unsafe { AvxF32x8(_mm256_loadu_ps(values.as_ptr())) }
        }

        #[inline(always)]
        fn from_bytes(values: &[u8; 8]) -> Self {
            let bytes = u64::from_le_bytes(*values) as i64;
            unsafe {
                let whole = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(bytes));
                AvxF32x8(_mm256_cvtepi32_ps(whole))
            }
        }

        by_instruction! {
            add: _mm256_add_ps,
            sub: _mm256_sub_ps,
            mul: _mm256_mul_ps,
            min: _mm256_min_ps,
            max: _mm256_max_ps
        }

        #[inline(always)]
        fn mul_sub(self, factor: Self, less: Self) -> Self {
            unsafe { AvxF32x8(_mm256_fmsub_ps(self.0, factor.0, less.0)) }
        }

        #[inline(always)]
        fn le_mask(self, other: Self) -> u32 {
            unsafe { _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_LE_OQ>(self.0, other.0)) as u32 }
        }

        #[inline(always)]
        fn store(self) -> [f32; 8] {
            let mut values = [0.0; 8];
            unsafe { _mm256_storeu_ps(values.as_mut_ptr(), self.0) };
            values
        }
    }
}
