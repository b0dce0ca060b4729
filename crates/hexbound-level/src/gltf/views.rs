//! The bytes behind a document's buffer views: all of them in memory, or each read as it is asked for.

use std::{
    io::{Read, Seek, SeekFrom},
    ops::Range,
    sync::{Mutex, OnceLock, PoisonError},
};

use gltf::json::Root;

use super::container::unreadable;
use crate::error::Fault;
use gltf_compression::{view_bytes, view_range};

/// The bytes of a document's buffer views.
pub(super) trait Views: Sync {
    /// The bytes of a view, all inside its buffer. `place` names their use in faults.
    fn view(&self, document: &Root, index: usize, place: &str) -> Result<&[u8], Fault>;
}

/// The bytes of all buffers.
impl Views for Vec<Vec<u8>> {
    fn view(&self, document: &Root, index: usize, place: &str) -> Result<&[u8], Fault> {
        Ok(view_bytes(document, self, index, place)?)
    }
}

/// The views of a .glb's binary chunk, which is its only buffer. A view is read when it is asked for,
/// so that what nobody asks for costs neither time nor memory.
pub(super) struct ChunkViews<R> {
    source: Mutex<R>,
    /// The place of the chunk in the source.
    chunk: Range<u64>,
    views: Vec<OnceLock<Vec<u8>>>,
}

impl<R: Read + Seek + Send> ChunkViews<R> {
    pub(super) fn new(source: R, chunk: Range<u64>, document: &Root) -> Self {
        let views = document.buffer_views.iter();
        Self {
            source: Mutex::new(source),
            chunk,
            views: views.map(|_| OnceLock::new()).collect(),
        }
    }
}

impl<R: Read + Seek + Send> Views for ChunkViews<R> {
    fn view(&self, document: &Root, index: usize, place: &str) -> Result<&[u8], Fault> {
        let length = (self.chunk.end - self.chunk.start) as usize;
        let (_, range) = view_range(document, [length].into_iter(), index, place)?;
        let read = &self.views[index];
        if let Some(bytes) = read.get() {
            return Ok(bytes);
        }
        let mut bytes = vec![0; range.len()];
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        (source.seek(SeekFrom::Start(self.chunk.start + range.start as u64)))
            .and_then(|_| source.read_exact(&mut bytes))
            .map_err(unreadable)?;
        Ok(read.get_or_init(|| bytes))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::gltf::document::tests::document;

    #[test]
    fn views_read_on_demand_are_those_of_the_whole_chunk() {
        let document = document(
            r#"{"buffers":[{"byteLength":8}],"bufferViews":[
                {"buffer":0,"byteOffset":2,"byteLength":4},
                {"buffer":0,"byteLength":9},
                {"buffer":1,"byteLength":1}]}"#,
        )
        .root;
        let chunk: Vec<u8> = (0..8).collect();
        let whole = vec![chunk.clone()];
        let file = [&[99; 5][..], &chunk, &[99; 3]].concat();
        let views = ChunkViews::new(Cursor::new(file), 5..13, &document);
        // The first one twice: read, and remembered.
        for index in [0, 0, 1, 2, 3] {
            let [read, expected] = [&views as &dyn Views, &whole].map(|views| {
                let bytes = views.view(&document, index, "a test");
                bytes.map_err(|fault| fault.in_words())
            });
            assert_eq!(read, expected, "view {index}");
        }
    }
}
