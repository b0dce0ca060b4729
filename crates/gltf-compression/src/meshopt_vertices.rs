//! Meshopt's format for attributes, versions 0 and 1: blocks of up to 256 elements. Each byte of an
//! element is a channel of differences, packed in groups of sixteen.

use crate::meshopt_indices::{CUT_SHORT, unzigzag};

/// The maximum number of bytes of a block.
const MAX_BLOCK_BYTES: usize = 8192;
/// The maximum number of elements of a block.
const MAX_BLOCK_ELEMENTS: usize = 256;
/// The number of differences in a group, which are packed with equal width.
const GROUP_ELEMENTS: usize = 16;
/// The minimum number of bytes from the start of a group to the end of the data. The format pads, so that
/// decoders may read ahead.
const GROUP_MARGIN: usize = 24;

/// Decodes `count` elements of `stride` bytes, a multiple of four. The error describes the problem.
pub(crate) fn decode(data: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, &'static str> {
    let (header, rest) = data.split_first().ok_or(CUT_SHORT)?;
    if header & 0xf0 != 0xa0 || header & 0x0f > 1 {
        return Err("its attributes are of an unknown version");
    }
    let version = header & 0x0f;
    let (tail, least) = match version {
        0 => (stride, 32),
        _ => (stride + stride / 4, 24),
    };
    let body = rest.len().checked_sub(tail.max(least)).ok_or(CUT_SHORT)?;
    let tail = &rest[rest.len() - tail..];
    let mut decoder = VertexDecoder {
        data: rest,
        at: 0,
        version,
        stride,
        last: tail[..stride].to_vec(),
        channels: &tail[stride..],
    };
    let block = ((MAX_BLOCK_BYTES / stride) & !(GROUP_ELEMENTS - 1)).min(MAX_BLOCK_ELEMENTS);
    let mut bytes = Vec::new();
    let mut left = count;
    while left > 0 {
        let elements = left.min(block);
        decoder.block(elements, &mut bytes)?;
        left -= elements;
    }
    if decoder.at != body {
        return Err("it has more bytes than its elements take");
    }
    Ok(bytes)
}

/// A position in the data, with the state of the decoder there.
struct VertexDecoder<'a> {
    data: &'a [u8],
    at: usize,
    version: u8,
    stride: usize,
    /// The element before the next one.
    last: Vec<u8>,
    /// The kind of differences of each four bytes of an element; empty for version 0.
    channels: &'a [u8],
}

impl<'a> VertexDecoder<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], &'static str> {
        let taken = self.data.get(self.at..self.at + count).ok_or(CUT_SHORT)?;
        self.at += count;
        Ok(taken)
    }

    /// Appends the next elements.
    fn block(&mut self, elements: usize, bytes: &mut Vec<u8>) -> Result<(), &'static str> {
        let controls = match self.version {
            0 => &[][..],
            _ => self.take(self.stride / 4)?,
        };
        let first = bytes.len();
        bytes.resize(first + elements * self.stride, 0);
        for word in 0..self.stride / 4 {
            let mut differences = [const { Vec::new() }; 4];
            for (index, channel) in differences.iter_mut().enumerate() {
                let control = controls.get(word).map(|control| control >> (2 * index) & 3);
                *channel = self.channel(elements, control)?;
            }
            let kind = self.channels.get(word).copied().unwrap_or_default();
            let last: [u8; 4] = std::array::from_fn(|byte| self.last[word * 4 + byte]);
            let start = first + word * 4;
            let elements = bytes[start..].chunks_mut(self.stride);
            undo_differences(&differences, kind, last, elements)?;
        }
        let end = bytes.len() - self.stride;
        self.last.copy_from_slice(&bytes[end..]);
        Ok(())
    }

    /// Reads the differences of one channel. `control` is the channel's code in version 1, `None` in
    /// version 0.
    fn channel(&mut self, elements: usize, control: Option<u8>) -> Result<Vec<u8>, &'static str> {
        let bits = match control {
            None => [0, 2, 4, 8],
            Some(0) => [0, 1, 2, 4],
            Some(1) => [1, 2, 4, 8],
            Some(2) => return Ok(vec![0; elements]),
            Some(_) => return Ok(self.take(elements)?.to_vec()),
        };
        let groups = elements.div_ceil(GROUP_ELEMENTS);
        let header = self.take(groups.div_ceil(4))?;
        let mut differences = Vec::with_capacity(groups * GROUP_ELEMENTS);
        for group in 0..groups {
            if self.data.len() - self.at < GROUP_MARGIN {
                return Err(CUT_SHORT);
            }
            let which = header[group / 4] >> (group % 4 * 2) & 3;
            self.group(bits[usize::from(which)], &mut differences)?;
        }
        differences.truncate(elements);
        Ok(differences)
    }

    /// Appends sixteen differences of `bits` bits each. A value with all bits set stands for a byte after
    /// the packed values.
    fn group(&mut self, bits: u32, differences: &mut Vec<u8>) -> Result<(), &'static str> {
        match bits {
            0 => differences.extend([0; GROUP_ELEMENTS]),
            8 => differences.extend(self.take(GROUP_ELEMENTS)?),
            _ => {
                let packed = self.take(GROUP_ELEMENTS * bits as usize / 8)?;
                let each = 8 / bits;
                let all = (1_u8 << bits) - 1;
                for index in 0..GROUP_ELEMENTS as u32 {
                    // Single bits begin at the lowest, pairs and fours at the highest.
                    let shift = match bits {
                        1 => index % each,
                        _ => 8 - bits * (index % each + 1),
                    };
                    let value = packed[(index / each) as usize] >> shift & all;
                    let exception = value == all;
                    differences.push(if exception { self.take(1)?[0] } else { value });
                }
            }
        }
        Ok(())
    }
}

/// Writes four bytes of each element from the differences of their channels. `kind` selects differences of
/// bytes, differences of pairs of bytes, or exclusive ors of all four bytes.
fn undo_differences<'a>(
    differences: &[Vec<u8>; 4],
    kind: u8,
    last: [u8; 4],
    elements: impl Iterator<Item = &'a mut [u8]>,
) -> Result<(), &'static str> {
    let mut last = last;
    let turn = u32::from(kind >> 4);
    for (index, element) in elements.enumerate() {
        let four: [u8; 4] = std::array::from_fn(|channel| differences[channel][index]);
        last = match kind & 3 {
            0 => std::array::from_fn(|at| (unzigzag(four[at].into()) as u8).wrapping_add(last[at])),
            1 => {
                let pair = |low: usize| {
                    let difference = u16::from_le_bytes([four[low], four[low + 1]]);
                    let before = u16::from_le_bytes([last[low], last[low + 1]]);
                    (unzigzag(difference.into()) as u16).wrapping_add(before)
                };
                let [[a, b], [c, d]] = [pair(0), pair(2)].map(u16::to_le_bytes);
                [a, b, c, d]
            }
            2 => {
                let turned = u32::from_le_bytes(four).rotate_right(turn);
                (turned ^ u32::from_le_bytes(last)).to_le_bytes()
            }
            _ => return Err("it has an unknown kind of differences"),
        };
        element[..4].copy_from_slice(&last);
    }
    Ok(())
}
