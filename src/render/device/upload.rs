//! Uploading much data: in pieces, each of which the device has taken before the next is written,
//! or all of it would be in memory three times at once.

use bytemuck::Pod;

use crate::render::Gpu;

/// Bytes under way at a time. They are few, since staging memory of that size is kept.
pub(crate) const PIECE: usize = 1 << 20;
/// The number of bytes in a word: buffers are written in whole ones.
const WORD: usize = wgpu::COPY_BUFFER_ALIGNMENT as usize;

/// Creates a buffer of values that are made from those of `runs` one by one as they are written.
/// Its usage gets `COPY_DST`.
pub(crate) fn buffer<T, U: Pod>(
    gpu: &Gpu,
    label: &str,
    runs: &[&[T]],
    usage: wgpu::BufferUsages,
    make: impl Fn(&T) -> U,
) -> wgpu::Buffer {
    const { assert!(size_of::<U>().is_multiple_of(4), "whole words are written") };
    let count: usize = runs.iter().map(|run| run.len()).sum();
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        // A binding of no bytes is an error; one word is not.
        size: (count * size_of::<U>()).max(4) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let most = (PIECE / size_of::<U>()).max(1);
    let mut piece: Vec<U> = Vec::with_capacity(most.min(count));
    let mut written = 0;
    for value in runs.iter().copied().flatten() {
        piece.push(make(value));
        if piece.len() == most {
            written += hand_over(gpu, &buffer, written, &piece);
            settle(gpu);
            piece.clear();
        }
    }
    hand_over(gpu, &buffer, written, &piece);
    buffer
}

/// Creates a buffer that holds `contents`. Its usage gets `COPY_DST`. On a device that was lost it holds
/// nothing, where a buffer that is mapped as it is created would panic.
pub(crate) fn filled(
    gpu: &Gpu,
    label: &str,
    contents: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        // A binding of no bytes is an error; one word is not.
        size: contents.len().next_multiple_of(WORD).max(WORD) as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let (words, rest) = contents.split_at(contents.len() / WORD * WORD);
    gpu.queue.write_buffer(&buffer, 0, words);
    if !rest.is_empty() {
        let mut last = [0; WORD];
        last[..rest.len()].copy_from_slice(rest);
        gpu.queue.write_buffer(&buffer, words.len() as u64, &last);
    }
    buffer
}

/// The number of bytes that were written.
fn hand_over<U: Pod>(gpu: &Gpu, buffer: &wgpu::Buffer, offset: u64, piece: &[U]) -> u64 {
    gpu.queue
        .write_buffer(buffer, offset, bytemuck::cast_slice(piece));
    size_of_val(piece) as u64
}

/// Waits until the device has taken what was handed over, so that the room it was handed over in
/// is free again.
pub(crate) fn settle(gpu: &Gpu) {
    gpu.queue.submit([]);
    if let Err(error) = gpu.poll(wgpu::PollType::wait_indefinitely()) {
        log::warn!("graphics: waiting for an upload: {error}");
    }
}
