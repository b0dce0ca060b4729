//! The detail of materials without textures: a small tileable texture of plaster, with slope in red and
//! green, shade in blue and roughness in alpha.

use std::sync::OnceLock;

use rayon::prelude::*;

use super::textures::{Mip, TextureUse, mip_chain};

const NOISE_SIDE: usize = 256;

/// The mipmaps of the texture. They are computed once, since every level with untextured materials needs
/// them.
pub(super) fn chain() -> &'static [Mip] {
    static NOISE_CHAIN: OnceLock<Vec<Mip>> = OnceLock::new();
    NOISE_CHAIN.get_or_init(generate)
}

fn generate() -> Vec<Mip> {
    let height = octaves(4, 6, 0.55, 1);
    let shade = octaves(3, 5, 0.6, 77);
    let mut rgba = Vec::with_capacity(NOISE_SIDE * NOISE_SIDE * 4);
    for y in 0..NOISE_SIDE {
        for x in 0..NOISE_SIDE {
            let at = |x: usize, y: usize| height[x % NOISE_SIDE + y % NOISE_SIDE * NOISE_SIDE];
            let slope_x = at(x + NOISE_SIDE - 1, y) - at(x + 1, y);
            let slope_y = at(x, y + NOISE_SIDE - 1) - at(x, y + 1);
            let here = x + y * NOISE_SIDE;
            let pit = (0.5 - height[here]).max(0.0);
            rgba.extend([
                byte(0.5 + slope_x * 3.0),
                byte(0.5 + slope_y * 3.0),
                byte(shade[here] - pit * 0.6),
                byte(0.5 + (height[here] - 0.5) * 0.8),
            ]);
        }
    }
    let finest = Mip {
        width: NOISE_SIDE as u32,
        height: NOISE_SIDE as u32,
        rgba,
    };
    mip_chain(finest, TextureUse::Data, NOISE_SIDE as u32)
}

fn byte(value: f32) -> u8 {
    (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8
}

/// Octaves of value noise, each twice as fine and `fade` times as strong as the one before; 0 to 1, with a
/// mean of about 0.5.
fn octaves(coarsest: usize, count: usize, fade: f32, seed: u32) -> Vec<f32> {
    let value = |index: usize| {
        let (mut sum, mut total, mut strength) = (0.0, 0.0, 1.0);
        for octave in 0..count {
            let cells = coarsest << octave;
            let position = [index % NOISE_SIDE, index / NOISE_SIDE]
                .map(|at| (at * cells) as f32 / NOISE_SIDE as f32);
            sum += strength * value_noise(position, cells as u32, seed + octave as u32);
            total += strength;
            strength *= fade;
        }
        0.5 + (sum / total - 0.5) * 1.7
    };
    let texels = (0..NOISE_SIDE * NOISE_SIDE).into_par_iter();
    texels.map(value).collect()
}

fn value_noise([x, y]: [f32; 2], cells: u32, seed: u32) -> f32 {
    let (column, row) = (x as u32, y as u32);
    let ease = |share: f32| share * share * (3.0 - 2.0 * share);
    let (right, up) = (ease(x.fract()), ease(y.fract()));
    let at = |column: u32, row: u32| lattice(column % cells, row % cells, seed);
    let low = at(column, row) + (at(column + 1, row) - at(column, row)) * right;
    let high = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * right;
    low + (high - low) * up
}

fn lattice(column: u32, row: u32, seed: u32) -> f32 {
    let mut mixed = column
        .wrapping_mul(0x9e37_79b1)
        .wrapping_add(row.wrapping_mul(0x85eb_ca77))
        .wrapping_add(seed.wrapping_mul(0xc2b2_ae3d));
    mixed = (mixed ^ mixed >> 15).wrapping_mul(0x2c1b_3c6d);
    mixed = (mixed ^ mixed >> 12).wrapping_mul(0x297a_2d39);
    ((mixed ^ mixed >> 15) >> 8) as f32 / (1 << 24) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grain_tiles_and_varies() {
        let mip = &chain()[0];
        let blue = |x: usize, y: usize| i32::from(mip.rgba[(x + y * NOISE_SIDE) * 4 + 2]);
        let step = |a: i32, b: i32| (a - b).abs();
        let largest = |one: usize, other: usize| {
            let steps = (0..NOISE_SIDE).map(|y| step(blue(one, y), blue(other, y)));
            steps.max().unwrap()
        };
        let (across, inside) = (largest(0, NOISE_SIDE - 1), largest(100, 101));
        assert!(across <= inside * 2 + 8, "a seam shows");
        let values = mip.rgba.iter().skip(2).step_by(4);
        let (low, high) = (values.clone().min().unwrap(), values.max().unwrap());
        assert!(high - low > 100);
    }
}
