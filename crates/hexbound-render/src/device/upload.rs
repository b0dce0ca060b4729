//! Uploads of large data in pieces. Each piece is uploaded before the next is written; otherwise all data
//! would be in memory three times at once.

use bytemuck::{NoUninit, Pod};
use rayon::prelude::*;

use super::bindings;
use crate::Gpu;

/// The size of a piece, bytes. It is small because staging memory of this size is kept.
pub(crate) const PIECE_BYTES: usize = 1 << 20;
/// The size of a word, bytes: buffers are written in whole words.
const WORD_BYTES: usize = wgpu::COPY_BUFFER_ALIGNMENT as usize;

/// Writes texels into a region of a texture, given by its width, height and layers.
pub(crate) fn write_texels(
    gpu: &Gpu,
    target: wgpu::TexelCopyTextureInfo<'_>,
    bytes: &[u8],
    size: [u32; 3],
) {
    let [_, height, layers] = size;
    let rows = height * layers;
    let layout = wgpu::TexelCopyBufferLayout {
        offset: 0,
        bytes_per_row: Some(bytes.len() as u32 / rows.max(1)),
        rows_per_image: Some(height),
    };
    (gpu.queue).write_texture(target, bytes, layout, bindings::extent(size));
}

/// The region of a texture from row `y`.
pub(crate) fn from_row(texture: &wgpu::Texture, y: u32) -> wgpu::TexelCopyTextureInfo<'_> {
    wgpu::TexelCopyTextureInfo {
        origin: wgpu::Origin3d { x: 0, y, z: 0 },
        ..texture.as_image_copy()
    }
}

/// Copies a square of texels to another position, both given by their first texel.
pub(crate) fn copy_square(
    encoder: &mut wgpu::CommandEncoder,
    from: (&wgpu::Texture, wgpu::Origin3d),
    to: (&wgpu::Texture, wgpu::Origin3d),
    side: u32,
) {
    let [from, to] = [from, to].map(|(texture, origin)| wgpu::TexelCopyTextureInfo {
        origin,
        ..texture.as_image_copy()
    });
    encoder.copy_texture_to_texture(from, to, bindings::extent([side, side, 1]));
}

/// A device buffer that is written in portions from its beginning to its end. Its unwritten part is zero.
pub(crate) struct BufferUpload {
    pub buffer: wgpu::Buffer,
    /// The number of values written so far.
    written: usize,
    /// The number of values in total.
    count: usize,
}

impl BufferUpload {
    /// A buffer for `count` values of the type `U`, with `COPY_DST` in its usage.
    pub(crate) fn new<U: Pod>(
        gpu: &Gpu,
        label: &str,
        count: usize,
        usage: wgpu::BufferUsages,
    ) -> Self {
        const { assert!(size_of::<U>().is_multiple_of(4), "whole words are written") };
        let buffer = bindings::buffer(
            gpu,
            label,
            (count * size_of::<U>()) as u64,
            usage | wgpu::BufferUsages::COPY_DST,
        );
        Self {
            buffer,
            written: 0,
            count,
        }
    }

    /// Writes the next values, converted one by one from those of `runs`, until `may_continue` returns false
    /// after a piece. Returns true once all are written.
    pub(crate) fn write<T: Sync, U: Pod + Send>(
        &mut self,
        gpu: &Gpu,
        runs: &[&[T]],
        convert: impl Fn(&T) -> U + Sync,
        may_continue: &dyn Fn() -> bool,
    ) -> bool {
        let max_count = (PIECE_BYTES / size_of::<U>()).max(1);
        let mut piece: Vec<U> = Vec::with_capacity(max_count.min(self.count - self.written));
        while self.written < self.count {
            let values: Vec<&T> = values(runs, self.written).take(max_count).collect();
            values
                .into_par_iter()
                .map(&convert)
                .collect_into_vec(&mut piece);
            if piece.is_empty() {
                break;
            }
            let offset = (self.written * size_of::<U>()) as u64;
            (gpu.queue).write_buffer(&self.buffer, offset, bytemuck::cast_slice(&piece));
            self.written += piece.len();
            if self.written < self.count {
                settle(gpu);
                if !may_continue() {
                    return false;
                }
            }
        }
        true
    }

    /// The share of the values that is written, 0..1.
    pub(crate) fn progress(&self) -> f32 {
        self.written as f32 / self.count.max(1) as f32
    }
}

/// The values of all runs in sequence, from the index `from`.
fn values<'a, T>(runs: &'a [&'a [T]], mut from: usize) -> impl Iterator<Item = &'a T> {
    runs.iter().flat_map(move |run| {
        let skipped = from.min(run.len());
        from -= skipped;
        &run[skipped..]
    })
}

/// Creates a buffer that holds uniforms.
pub(crate) fn uniforms<U: NoUninit>(gpu: &Gpu, label: &str, uniforms: &U) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::UNIFORM;
    filled(gpu, label, bytemuck::bytes_of(uniforms), usage)
}

/// Creates a buffer with `contents` and with `COPY_DST` in its usage. On a lost device the buffer is empty,
/// where a buffer mapped at creation would panic.
pub(crate) fn filled(
    gpu: &Gpu,
    label: &str,
    contents: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let buffer = bindings::buffer(
        gpu,
        label,
        contents.len().next_multiple_of(WORD_BYTES) as u64,
        usage | wgpu::BufferUsages::COPY_DST,
    );
    let (words, rest) = contents.split_at(contents.len() / WORD_BYTES * WORD_BYTES);
    gpu.queue.write_buffer(&buffer, 0, words);
    if !rest.is_empty() {
        let mut last = [0; WORD_BYTES];
        last[..rest.len()].copy_from_slice(rest);
        gpu.queue.write_buffer(&buffer, words.len() as u64, &last);
    }
    buffer
}

/// Waits until the device has processed all uploads, so that their staging memory is free again.
pub(crate) fn settle(gpu: &Gpu) {
    gpu.queue.submit([]);
    if let Err(error) = gpu.poll(wgpu::PollType::wait_indefinitely()) {
        log::warn!("graphics: waiting for an upload: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_on_where_they_were_left() {
        let runs: [&[u32]; 4] = [&[0, 1, 2], &[], &[3], &[4, 5]];
        for from in 0..=6 {
            let rest: Vec<u32> = values(&runs, from).copied().collect();
            assert_eq!(rest, (from as u32..6).collect::<Vec<_>>());
        }
    }
}
