//! The device's time for each stage of a frame, from timestamps between the passes. Timestamps are written
//! only during a measurement and read back after the frame.

use std::time::Duration;

use super::{bindings, gpu::TIMING_FEATURES};
use crate::Gpu;

/// The largest number of timestamps in a frame.
const MAX_TIMESTAMPS: u32 = 16;
const TIMESTAMP_BYTES: u64 = MAX_TIMESTAMPS as u64 * wgpu::QUERY_SIZE as u64;

/// The name of a stage of a frame, and the device's time for it.
pub type PassTime = (&'static str, Duration);

pub(crate) struct PassTimer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// The name of the stage that ends at each timestamp after the first.
    names: Vec<&'static str>,
    /// The duration of a tick, nanoseconds.
    period: f32,
}

impl PassTimer {
    /// A timer; `None` if the adapter has no timestamps between passes.
    pub(crate) fn new(gpu: &Gpu) -> Option<Self> {
        if !gpu.device.features().contains(TIMING_FEATURES) {
            return None;
        }
        let buffer = |usage| bindings::buffer(gpu, "timestamps", TIMESTAMP_BYTES, usage);
        Some(Self {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timestamps"),
                ty: wgpu::QueryType::Timestamp,
                count: MAX_TIMESTAMPS,
            }),
            resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
            read: buffer(wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ),
            names: Vec::new(),
            period: gpu.queue.get_timestamp_period(),
        })
    }

    pub(crate) fn start(&mut self, encoder: &mut wgpu::CommandEncoder) {
        self.names.clear();
        encoder.write_timestamp(&self.queries, 0);
    }

    /// Ends the stage `name` of the frame.
    pub(crate) fn mark(&mut self, encoder: &mut wgpu::CommandEncoder, name: &'static str) {
        let index = self.names.len() as u32 + 1;
        if index < MAX_TIMESTAMPS {
            encoder.write_timestamp(&self.queries, index);
            self.names.push(name);
        }
    }

    pub(crate) fn finish(&self, encoder: &mut wgpu::CommandEncoder) {
        let marks = self.names.len() as u32 + 1;
        encoder.resolve_query_set(&self.queries, 0..marks, &self.resolved, 0);
        encoder.copy_buffer_to_buffer(&self.resolved, 0, &self.read, 0, Some(TIMESTAMP_BYTES));
    }

    /// Waits for the device and reads the times; empty if the device does not respond.
    pub(crate) fn read(&self, gpu: &Gpu) -> Vec<PassTime> {
        self.read.map_async(wgpu::MapMode::Read, .., |_| {});
        let waited = gpu.poll(wgpu::PollType::wait_indefinitely());
        let times = match (waited, self.read.get_mapped_range(..)) {
            (Ok(_), Ok(bytes)) => {
                // Mapped bytes may lack the alignment of words.
                let ticks: Vec<u64> = bytemuck::pod_collect_to_vec(&bytes);
                durations(&ticks, &self.names, self.period)
            }
            _ => Vec::new(),
        };
        self.read.unmap();
        times
    }
}

/// The time between neighboring timestamps.
fn durations(ticks: &[u64], names: &[&'static str], period: f32) -> Vec<PassTime> {
    let spans = ticks
        .windows(2)
        .map(|pair| pair[1].saturating_sub(pair[0]) as f64 * f64::from(period));
    let times = names.iter().zip(spans);
    times
        .map(|(name, nanoseconds)| (*name, Duration::from_nanos(nanoseconds as u64)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_lasts_from_the_mark_before_it() {
        let times = durations(&[100, 150, 150, 90], &["a", "b", "c"], 2.0);
        let expected = [("a", 100), ("b", 0), ("c", 0)];
        assert_eq!(
            times,
            expected.map(|(name, nanos)| (name, Duration::from_nanos(nanos)))
        );
    }
}
