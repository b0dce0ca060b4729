//! Four double-precision numbers in lanes.

/// Four double-precision numbers in lanes.
pub trait F64x4: Copy {
    fn splat(value: f64) -> Self;
    fn load(values: &[f64; 4]) -> Self;
    fn from_singles(values: &[f32; 4]) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn div(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    /// The greatest of the four numbers.
    fn max_element(self) -> f64;
    /// The least of the four numbers.
    fn min_element(self) -> f64;
    /// The mask of the lanes that are at most `other`'s lane: bit k for lane k, never for NaN.
    fn le_mask(self, other: Self) -> u32;
    /// Selects `then` in each lane whose number is at most that of `limit`, and `otherwise` elsewhere.
    fn select_le(self, limit: Self, then: Self, otherwise: Self) -> Self;
    fn store(self) -> [f64; 4];
}

/// The portable implementation, for every CPU.
#[derive(Clone, Copy)]
pub(crate) struct PortableF64x4([f64; 4]);

impl F64x4 for PortableF64x4 {
    #[inline(always)]
    fn splat(value: f64) -> Self {
        PortableF64x4([value; 4])
    }

    #[inline(always)]
    fn load(values: &[f64; 4]) -> Self {
        PortableF64x4(*values)
    }

    #[inline(always)]
    fn from_singles(values: &[f32; 4]) -> Self {
        PortableF64x4(values.map(f64::from))
    }

    // If either number of `min` or `max` is NaN, the second is the result, as with the AVX2 instructions.
    lane_by_lane! {
        add: |a: f64, b: f64| a + b,
        sub: |a: f64, b: f64| a - b,
        mul: |a: f64, b: f64| a * b,
        div: |a: f64, b: f64| a / b,
        min: |a, b| if a < b { a } else { b },
        max: |a, b| if a > b { a } else { b }
    }

    #[inline(always)]
    fn abs(self) -> Self {
        PortableF64x4(self.0.map(f64::abs))
    }

    #[inline(always)]
    fn sqrt(self) -> Self {
        PortableF64x4(self.0.map(f64::sqrt))
    }

    #[inline(always)]
    fn max_element(self) -> f64 {
        let [a, b, c, d] = self.0;
        let larger = |a: f64, b: f64| if a > b { a } else { b };
        larger(larger(a, c), larger(b, d))
    }

    #[inline(always)]
    fn min_element(self) -> f64 {
        let [a, b, c, d] = self.0;
        let smaller = |a: f64, b: f64| if a < b { a } else { b };
        smaller(smaller(a, c), smaller(b, d))
    }

    #[inline(always)]
    fn le_mask(self, other: Self) -> u32 {
        (0..4).fold(0, |mask, lane| {
            mask | u32::from(self.0[lane] <= other.0[lane]) << lane
        })
    }

    #[inline(always)]
    fn select_le(self, limit: Self, then: Self, otherwise: Self) -> Self {
        PortableF64x4(std::array::from_fn(|lane| {
            if self.0[lane] <= limit.0[lane] {
                then.0[lane]
            } else {
                otherwise.0[lane]
            }
        }))
    }

    #[inline(always)]
    fn store(self) -> [f64; 4] {
        self.0
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use avx::AvxF64x4;

/// Tests of four triangles at once make a leaf cost little more than a node.
#[cfg(target_arch = "x86_64")]
mod avx {
    use std::arch::x86_64::*;

    use super::F64x4;

    /// The AVX2 implementation, only for CPUs with AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct AvxF64x4(__m256d);

    // SAFETY of every block below: values of this type are only created in functions that are compiled
    // for AVX2 and called after a test of the CPU. Loads and stores are unaligned and stay within their
    // arguments.
    impl F64x4 for AvxF64x4 {
        #[inline(always)]
        fn splat(value: f64) -> Self {
            unsafe { AvxF64x4(_mm256_set1_pd(value)) }
        }

        #[inline(always)]
        fn load(values: &[f64; 4]) -> Self {
            unsafe { AvxF64x4(_mm256_loadu_pd(values.as_ptr())) }
        }

        #[inline(always)]
        fn from_singles(values: &[f32; 4]) -> Self {
            unsafe { AvxF64x4(_mm256_cvtps_pd(_mm_loadu_ps(values.as_ptr()))) }
        }

        by_instruction! {
            add: _mm256_add_pd,
            sub: _mm256_sub_pd,
            mul: _mm256_mul_pd,
            div: _mm256_div_pd,
            min: _mm256_min_pd,
            max: _mm256_max_pd
        }

        #[inline(always)]
        fn abs(self) -> Self {
            unsafe { AvxF64x4(_mm256_andnot_pd(_mm256_set1_pd(-0.0), self.0)) }
        }

        #[inline(always)]
        fn sqrt(self) -> Self {
            unsafe { AvxF64x4(_mm256_sqrt_pd(self.0)) }
        }

        #[inline(always)]
        fn max_element(self) -> f64 {
            unsafe {
                let low = _mm256_castpd256_pd128(self.0);
                let two = _mm_max_pd(low, _mm256_extractf128_pd::<1>(self.0));
                _mm_cvtsd_f64(_mm_max_sd(two, _mm_unpackhi_pd(two, two)))
            }
        }

        #[inline(always)]
        fn min_element(self) -> f64 {
            unsafe {
                let low = _mm256_castpd256_pd128(self.0);
                let two = _mm_min_pd(low, _mm256_extractf128_pd::<1>(self.0));
                _mm_cvtsd_f64(_mm_min_sd(two, _mm_unpackhi_pd(two, two)))
            }
        }

        #[inline(always)]
        fn le_mask(self, other: Self) -> u32 {
            unsafe { _mm256_movemask_pd(_mm256_cmp_pd::<_CMP_LE_OQ>(self.0, other.0)) as u32 }
        }

        #[inline(always)]
        fn select_le(self, limit: Self, then: Self, otherwise: Self) -> Self {
            unsafe {
                let is_at_most = _mm256_cmp_pd::<_CMP_LE_OQ>(self.0, limit.0);
                AvxF64x4(_mm256_blendv_pd(otherwise.0, then.0, is_at_most))
            }
        }

        #[inline(always)]
        fn store(self) -> [f64; 4] {
            let mut values = [0.0; 4];
            unsafe { _mm256_storeu_pd(values.as_mut_ptr(), self.0) };
            values
        }
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use proptest::prelude::*;

    use super::{super::f32x8::has_avx2, *};

    /// The results of all operations, as bits.
    #[inline(always)]
    fn all<D: F64x4>(rows: [&[f32; 4]; 4]) -> Vec<u64> {
        let [x, y, z, w] = rows.map(D::from_singles);
        let w = w.add(D::splat(0.3));
        let all = [
            x.add(y),
            x.sub(y),
            x.mul(z),
            x.div(w),
            x.min(y),
            x.max(y),
            z.abs(),
            z.abs().sqrt(),
            x.select_le(y, z, w),
        ];
        let mut bits: Vec<u64> = all
            .iter()
            .flat_map(|d| d.store())
            .map(f64::to_bits)
            .collect();
        bits.extend([x.max_element().to_bits(), y.min_element().to_bits()]);
        bits.push(u64::from(x.le_mask(z)));
        bits
    }

    #[target_feature(enable = "avx2")]
    unsafe fn with_avx2(rows: [&[f32; 4]; 4]) -> Vec<u64> {
        all::<AvxF64x4>(rows)
    }

    proptest! {
        #[test]
        fn both_give_the_same_bits(rows in prop::array::uniform4(prop::array::uniform4(-9.0_f32..9.0))) {
            let rows = [&rows[0], &rows[1], &rows[2], &rows[3]];
            if has_avx2() {
                // SAFETY: the CPU was just tested.
                let found = unsafe { with_avx2(rows) };
                prop_assert_eq!(found, all::<PortableF64x4>(rows));
            }
        }
    }
}
