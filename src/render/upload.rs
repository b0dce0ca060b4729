//! Handing much over to the device: in pieces, each of which is taken before the next is handed
//! over, or all of it would be there three times at once.

use super::Gpu;

/// Bytes under way at a time.
pub(super) const PIECE: usize = 8 << 20;

/// A buffer with these contents. Its usage gets `COPY_DST`.
pub(super) fn buffer(
    gpu: &Gpu,
    label: &str,
    contents: &[u8],
    usage: wgpu::BufferUsages,
) -> wgpu::Buffer {
    // A binding of no bytes is an error; one word is not. Whole words are written.
    let size = contents.len().next_multiple_of(4).max(4);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size: size as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    for (index, piece) in contents.chunks(PIECE).enumerate() {
        let offset = (index * PIECE) as u64;
        if piece.len() % 4 == 0 {
            gpu.queue.write_buffer(&buffer, offset, piece);
        } else {
            let mut whole = piece.to_vec();
            whole.resize(piece.len().next_multiple_of(4), 0);
            gpu.queue.write_buffer(&buffer, offset, &whole);
        }
        if piece.len() == PIECE {
            settle(gpu);
        }
    }
    buffer
}

/// Waits until the device has taken what was handed over, so that the room it was handed over in
/// is free again.
pub(super) fn settle(gpu: &Gpu) {
    gpu.queue.submit([]);
    if let Err(error) = gpu.device.poll(wgpu::PollType::wait_indefinitely()) {
        log::warn!("graphics: waiting for an upload: {error}");
    }
}
