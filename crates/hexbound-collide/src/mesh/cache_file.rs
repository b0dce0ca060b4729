//! The mesh as the bytes of a cache file: vertices, indices, source indices and tree, as in memory. The
//! planes are not stored, but computed on first use.
//!
//! A cache file only saves time. Header and checksum detect bytes that are cut short, altered, of other
//! content, or from another version or byte order. Every index and box is validated before use, even if
//! the checksum is right. The caller stores the bytes; this module opens no file.

use std::io::{self, Read, Write};

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use thiserror::Error;

use super::{CollisionMesh, build::MeshParts};
use crate::{
    geom::Aabb,
    hash::{Hasher, checksum},
    prism::Prism,
    tree::{MAX_TRIANGLES, WideTree, zeroed_huge_page_vec},
};

/// The reason why the bytes of a cache file are rejected. The caller then builds the mesh anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CacheFileError {
    /// The bytes are not a collision cache, or a part is missing.
    #[error("it is no collision cache, or was cut short")]
    NotACache,
    /// The bytes come from another version of this library, or from a machine of another byte order.
    #[error("it was written by another version or on another kind of machine")]
    OtherVersion,
    /// The bytes belong to a mesh of other content.
    #[error("it holds other content")]
    OtherContent,
    /// The bytes were altered.
    #[error("its checksum is wrong")]
    Checksum,
    /// The checksum is right, but the named part is not valid for a mesh.
    #[error("its {0} make no sense")]
    Invalid(&'static str),
}

/// The version of the format, raised whenever the layout or the meaning of the file changes.
const VERSION: u32 = 4;
const MAGIC: [u8; 8] = *b"hexbound";
/// The mark of the byte order, which a machine of another byte order reads as another number.
const BYTE_ORDER: u32 = 0x0102_0304;
/// The number of bytes that are read and hashed at a time. A block fits into the CPU's cache.
const BLOCK_SIZE: usize = 1 << 20;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct MeshHeader {
    magic: [u8; 8],
    version: u32,
    order: u32,
    content: u64,
    /// The checksum of the rest of the file.
    checksum: u64,
    /// The version of the mesh build; see [`build_id`].
    builder: u64,
    vertices: u32,
    triangles: u32,
    left_out: u32,
    nodes: u32,
}

impl CollisionMesh {
    /// Writes the bytes of a cache file, from which [`CollisionMesh::read_from`] restores this mesh bit
    /// for bit without building it. `content` identifies the source of the mesh, for example by the hash
    /// of a level's file. Reading requires the same `content`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::CollisionMesh;
    /// let corners = [Vec3::ZERO, Vec3::Z, Vec3::X];
    /// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2]]).unwrap();
    /// let mut bytes = Vec::new();
    /// mesh.write_to(7, &mut bytes).unwrap();
    /// let length = bytes.len() as u64;
    /// assert_eq!(CollisionMesh::read_from(&bytes[..], length, 7).unwrap().len(), 1);
    /// assert!(CollisionMesh::read_from(&bytes[..], length, 8).is_err());
    /// ```
    pub fn write_to(&self, content: u64, mut to: impl Write) -> io::Result<()> {
        let sections: [&[u8]; 4] = [
            bytemuck::cast_slice(self.vertices()),
            bytemuck::cast_slice(self.triangles()),
            bytemuck::cast_slice(&self.source),
            self.tree().bytes(),
        ];
        let mut header = MeshHeader {
            magic: MAGIC,
            version: VERSION,
            order: BYTE_ORDER,
            content,
            checksum: 0,
            builder: build_id(),
            vertices: self.vertices().len() as u32,
            triangles: self.len() as u32,
            left_out: self.left_out() as u32,
            nodes: self.tree().size().0 as u32,
        };
        let mut sum = Hasher::default();
        for block in sections.iter().flat_map(|part| part.chunks(BLOCK_SIZE)) {
            sum.u64(checksum(block));
        }
        header.checksum = sum_of_file(header, &sum);
        to.write_all(bytemuck::bytes_of(&header))?;
        (sections.iter()).try_for_each(|section| to.write_all(section))
    }

    /// Reads the mesh that [`CollisionMesh::write_to`] wrote for the same `content`, or returns the
    /// reason to reject the bytes. `length` is the length of the file, bytes. It must match the header
    /// and so bounds the allocated memory.
    pub fn read_from(
        mut from: impl Read,
        length: u64,
        content: u64,
    ) -> Result<Self, CacheFileError> {
        let header = header(&mut from)?;
        if header.version != VERSION || header.order != BYTE_ORDER || header.builder != build_id() {
            return Err(CacheFileError::OtherVersion);
        }
        if header.content != content {
            return Err(CacheFileError::OtherContent);
        }
        if length != header.length() {
            return Err(CacheFileError::NotACache);
        }
        let given = u64::from(header.triangles) + u64::from(header.left_out);
        if header.triangles == 0 || given > 4 * MAX_TRIANGLES as u64 {
            return Err(CacheFileError::Invalid("counts"));
        }
        let mut sections = MeshSections {
            from,
            sum: Hasher::default(),
        };
        let vertices = sections.next(header.vertices, 1)?;
        let triangles: Vec<[u32; 3]> = sections.next(header.triangles, 0)?;
        let source = sections.next(header.triangles, 0)?;
        let nodes = sections.next(header.nodes, 0)?;
        if header.checksum != sum_of_file(header, &sections.sum) {
            return Err(CacheFileError::Checksum);
        }
        let parts = MeshParts {
            left_out: header.left_out as usize,
            vertices,
            triangles,
            source,
        };
        validate(&parts)?;
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| parts.vertices[vertex as usize]);
        let boxes = |triangle: u32| Aabb::from_points(corners(&parts.triangles[triangle as usize]));
        let tree = WideTree::from_nodes(nodes, header.triangles, boxes)
            .ok_or(CacheFileError::Invalid("boxes"))?;
        Ok(Self::from_parts(parts, tree))
    }
}

impl MeshHeader {
    /// The length of the whole file, bytes.
    fn length(&self) -> u64 {
        let [vertices, triangles, nodes] =
            [self.vertices, self.triangles, self.nodes].map(u64::from);
        size_of::<Self>() as u64
            + vertices * size_of::<Vec3>() as u64
            + triangles * size_of::<[u32; 4]>() as u64
            + nodes * WideTree::NODE_BYTES as u64
    }
}

fn header(from: &mut impl Read) -> Result<MeshHeader, CacheFileError> {
    let mut header = MeshHeader::zeroed();
    let read = from.read_exact(bytemuck::bytes_of_mut(&mut header));
    let is_cache = read.is_ok() && header.magic == MAGIC;
    is_cache.then_some(header).ok_or(CacheFileError::NotACache)
}

/// The reader of the sections after the header, with the hash of the sections read so far.
struct MeshSections<R> {
    from: R,
    sum: Hasher,
}

impl<R: Read> MeshSections<R> {
    /// Reads a section of `count` values into a list with capacity for `spare` more.
    fn next<T: Pod>(&mut self, count: u32, spare: usize) -> Result<Vec<T>, CacheFileError> {
        let mut values: Vec<T> = zeroed_huge_page_vec(count as usize + spare);
        values.truncate(count as usize);
        let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut values);
        for block in bytes.chunks_mut(BLOCK_SIZE) {
            (self.from.read_exact(block)).map_err(|_| CacheFileError::NotACache)?;
            self.sum.u64(checksum(block));
        }
        Ok(values)
    }
}

fn validate(parts: &MeshParts) -> Result<(), CacheFileError> {
    let require = |valid: bool, what| valid.then_some(()).ok_or(CacheFileError::Invalid(what));
    let is_near = |p: &Vec3| p.abs().max_element() <= CollisionMesh::MAX_COORDINATE && !p.is_nan();
    require(parts.vertices.iter().all(is_near), "vertices")?;
    require(are_used_in_order(parts), "triangles")?;
    require(are_unique(&parts.source, parts.left_out), "numbers")
}

/// Returns whether vertices are in the order of their first use by triangles, and all are used.
fn are_used_in_order(parts: &MeshParts) -> bool {
    let mut next = 0;
    let mut is_known = |vertex: &u32| {
        next += u32::from(*vertex == next);
        *vertex < next
    };
    let in_order = (parts.triangles.iter())
        .all(|corners @ [a, b, c]| (a != b || b != c) && corners.iter().all(&mut is_known));
    in_order && next as usize == parts.vertices.len()
}

/// Returns whether source indices are in range, and none appears twice.
fn are_unique(source: &[u32], left_out: usize) -> bool {
    let mut seen = vec![false; source.len() + left_out];
    source.iter().all(|index| {
        let seen = seen.get_mut(*index as usize);
        seen.is_some_and(|seen| !std::mem::replace(seen, true))
    })
}

/// The checksum of a file, from its header without the checksum and from the hash of its sections.
fn sum_of_file(mut header: MeshHeader, sections: &Hasher) -> u64 {
    header.checksum = 0;
    let head = checksum(bytemuck::bytes_of(&header));
    Hasher::default().u64(head).u64(sections.finish()).finish()
}

/// The hash of a small mesh as this version builds it. A change to the tree or the planes changes the
/// hash and invalidates older files.
fn build_id() -> u64 {
    use std::sync::OnceLock;
    static HASH: OnceLock<u64> = OnceLock::new();
    *HASH.get_or_init(|| {
        let position = |k: u32| {
            let k = k.wrapping_mul(2_654_435_761) >> 8;
            let coordinate = |shift: u32| (k >> shift & 0xff) as f32 * 0.37 - 40.0;
            Vec3::new(coordinate(0), coordinate(6), coordinate(12))
        };
        let positions: Vec<Vec3> = (0..600).map(position).collect();
        let triangles: Vec<[u32; 3]> = (0..400).map(|t| [t, t + 1, (t * 7) % 600]).collect();
        let mut hasher = Hasher::default();
        hasher.u32(size_of::<Prism>() as u32);
        if let Ok(mesh) = CollisionMesh::build(&positions, &triangles) {
            hasher.bytes(mesh.tree().bytes());
            for triangle in 0..mesh.len() as u32 {
                hasher.bytes(bytemuck::bytes_of(mesh.prism(triangle)));
            }
            hasher.bytes(bytemuck::cast_slice(mesh.triangles()));
        }
        hasher.finish()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::random::Random;

    const KEY: u64 = 77;

    fn soup(seed: u32, count: u32) -> CollisionMesh {
        let mut random = Random(u64::from(seed));
        let mut point = |_| Vec3::from([(); 3].map(|()| random.fraction() * 16.0));
        let positions: Vec<Vec3> = (0..count / 2 + 3).map(&mut point).collect();
        let corners = |t: u32| [t, 3 * t + 1, 7 * t + 2].map(|k| k % positions.len() as u32);
        let triangles: Vec<[u32; 3]> = (0..count).map(corners).collect();
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    fn hash(mesh: &CollisionMesh) -> u64 {
        let mut hasher = Hasher::default();
        hasher.bytes(bytemuck::cast_slice(mesh.vertices()));
        hasher.bytes(bytemuck::cast_slice(mesh.triangles()));
        hasher.bytes(bytemuck::cast_slice(&mesh.source));
        for triangle in 0..mesh.len() as u32 {
            hasher.bytes(bytemuck::bytes_of(mesh.prism(triangle)));
        }
        hasher.bytes(mesh.tree().bytes());
        hasher.u64(mesh.identity());
        hasher.u64(mesh.needles() as u64);
        hasher.u64(mesh.left_out() as u64);
        hasher.finish()
    }

    fn to_bytes(mesh: &CollisionMesh) -> Vec<u8> {
        let mut bytes = Vec::new();
        mesh.write_to(KEY, &mut bytes).unwrap();
        bytes
    }

    fn from_bytes(bytes: &[u8], key: u64) -> Result<CollisionMesh, CacheFileError> {
        CollisionMesh::read_from(bytes, bytes.len() as u64, key)
    }

    /// The bytes with the right checksum, so that only the other checks can find faults.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        if let Ok(mut header) = header(&mut &bytes[..])
            && header.length() == bytes.len() as u64
        {
            let (from, sum) = (&bytes[size_of::<MeshHeader>()..], Hasher::default());
            let mut sections = MeshSections { from, sum };
            let (vertices, triangles) = (header.vertices, header.triangles);
            let nodes = header.nodes * WideTree::NODE_BYTES as u32;
            for length in [12 * vertices, 12 * triangles, 4 * triangles, nodes] {
                sections.next::<u8>(length, 0).unwrap();
            }
            header.checksum = sum_of_file(header, &sections.sum);
            bytes[..size_of::<MeshHeader>()].copy_from_slice(bytemuck::bytes_of(&header));
        }
        bytes
    }

    #[test]
    fn loaded_equals_fresh_bit_for_bit() {
        for count in [1, 7, 300, 20_000] {
            let baked = soup(count, count);
            let loaded = from_bytes(&to_bytes(&baked), KEY).unwrap();
            assert_eq!(hash(&loaded), hash(&baked));
            assert_eq!(loaded.bounds(), baked.bounds());
        }
    }

    /// The hash is the same on all CPUs, with any number of threads and without them. Another hash means
    /// that trees or planes have changed.
    #[test]
    fn every_build_makes_the_same_mesh() {
        assert_eq!(hash(&soup(3, 20_000)), 15_330_167_465_894_592_156);
    }

    #[test]
    fn no_flipped_byte_and_no_cut_goes_unnoticed() {
        let bytes = to_bytes(&soup(5, 12));
        for at in 0..bytes.len() {
            for bits in [1, 0x80, 0xff] {
                let mut wrong = bytes.clone();
                wrong[at] ^= bits;
                assert!(from_bytes(&wrong, KEY).is_err(), "byte {at}");
            }
            assert!(from_bytes(&bytes[..at], KEY).is_err(), "cut at {at}");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(from_bytes(&longer, KEY).is_err());
    }

    #[test]
    fn other_content_version_and_byte_order_are_detected() {
        let bytes = to_bytes(&soup(5, 12));
        let of = |bytes: &[u8], key| from_bytes(bytes, key).unwrap_err();
        assert!(matches!(of(&bytes, KEY + 1), CacheFileError::OtherContent));
        assert!(matches!(
            of(b"something else", KEY),
            CacheFileError::NotACache
        ));
        for at in [8, 12] {
            let mut other = bytes.clone();
            other[at..at + 4].reverse();
            assert!(matches!(
                of(&sealed(other), KEY),
                CacheFileError::OtherVersion
            ));
        }
    }

    #[test]
    fn a_length_other_than_the_files_is_refused_before_anything_is_read() {
        let bytes = to_bytes(&soup(5, 12));
        for length in [0, bytes.len() as u64 - 1, bytes.len() as u64 + 1, u64::MAX] {
            assert!(CollisionMesh::read_from(&bytes[..], length, KEY).is_err());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// A forgery with the right checksum is refused, or has the hits of a mesh of its triangles.
        #[test]
        fn a_sealed_forgery_is_refused_or_harmless(
            seed in 0_u32..50,
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let fresh = soup(seed, 40);
            let mut bytes = to_bytes(&fresh);
            for (at, value) in changes {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            if let Ok(loaded) = from_bytes(&sealed(bytes), KEY) {
                let own = CollisionMesh::build(loaded.vertices(), loaded.triangles()).unwrap();
                for at in fresh.vertices() {
                    let origin = *at + Vec3::Y * 20.0;
                    let hits = [&loaded, &own].map(|mesh| {
                        let hit = mesh.ray_cast(origin, Vec3::NEG_Y, 50.0);
                        hit.map(|hit| hit.distance)
                    });
                    prop_assert_eq!(hits[0], hits[1]);
                }
            }
        }

        #[test]
        fn random_bytes_are_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..400), genuine in 0_usize..60) {
            let start = to_bytes(&soup(1, 3));
            let kept = genuine.min(bytes.len());
            bytes[..kept].copy_from_slice(&start[..kept]);
            prop_assert!(from_bytes(&sealed(bytes), KEY).is_err());
        }
    }
}
