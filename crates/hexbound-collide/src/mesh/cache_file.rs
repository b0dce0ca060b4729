//! The mesh as the bytes of a cache file: vertices, indices, the authors' numbers, planes and tree,
//! as they lie in memory.
//!
//! Such bytes only save time. Those that are cut short, altered, from another version, another
//! machine's byte order or other content are noticed by header and checksum; and even when the
//! checksum is right every index, box and plane is checked before it is used. Where the bytes are
//! kept is the caller's choice; no file is opened here.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use thiserror::Error;

use super::{CollisionMesh, build::MeshParts};
use crate::{
    geom::Aabb,
    hash::Hasher,
    parallel,
    prism::Prism,
    tree::{MOST_TRIANGLES, WideTree, read_vec},
};

/// The reason why the bytes of a cache file are not used. Each is a reason to build the mesh anew
/// and nothing worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CacheFileError {
    /// The bytes are no collision cache, or a part is missing.
    #[error("it is no collision cache, or was cut short")]
    NotACache,
    /// The bytes come from another version of this library, or a machine of other byte order.
    #[error("it was written by another version or on another kind of machine")]
    OtherVersion,
    /// The bytes are those of a mesh with another name.
    #[error("it holds other content")]
    OtherContent,
    /// The bytes were altered.
    #[error("its checksum is wrong")]
    Checksum,
    /// The checksum is right, but the named part can't be that of a mesh.
    #[error("its {0} make no sense")]
    Unsound(&'static str),
}

/// Raised whenever the layout or the meaning of anything in the file changes.
const VERSION: u32 = 3;
const MAGIC: [u8; 8] = *b"hexbound";
/// Read as another number on a machine of other byte order.
const ORDER: u32 = 0x0102_0304;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Header {
    magic: [u8; 8],
    version: u32,
    order: u32,
    content: u64,
    /// The checksum of everything else in the file.
    checksum: u64,
    /// The hash of how meshes are built that [`builder`] gives.
    builder: u64,
    vertices: u32,
    triangles: u32,
    left_out: u32,
    nodes: u32,
}

/// A hash of a triangle list, under which its cache file can be kept.
pub fn content_key(positions: &[Vec3], triangles: &[[u32; 3]]) -> u64 {
    let mut hasher = Hasher::default();
    hasher.u64(positions.len() as u64);
    hasher.u64(sum_of(bytemuck::cast_slice(positions)));
    hasher.u64(sum_of(bytemuck::cast_slice(triangles)));
    hasher.finish()
}

impl CollisionMesh {
    /// The bytes of a cache file from which [`CollisionMesh::from_bytes`] makes this mesh again,
    /// bit for bit and without building it. `content` names what the mesh was built from, usually
    /// by [`content_key`]; the same name must be given when the bytes are read.
    ///
    /// ```
    /// use glam::Vec3;
    /// use hexbound_collide::{CollisionMesh, content_key};
    /// let (corners, triangles) = ([Vec3::ZERO, Vec3::Z, Vec3::X], [[0, 1, 2]]);
    /// let key = content_key(&corners, &triangles);
    /// let mesh = CollisionMesh::build(&corners, &triangles).unwrap();
    /// let bytes = mesh.to_bytes(key);
    /// assert_eq!(CollisionMesh::from_bytes(&bytes, key).unwrap().len(), 1);
    /// assert!(CollisionMesh::from_bytes(&bytes, key + 1).is_err());
    /// ```
    pub fn to_bytes(&self, content: u64) -> Vec<u8> {
        let sections: [&[u8]; 5] = [
            bytemuck::cast_slice(self.vertices()),
            bytemuck::cast_slice(self.triangles()),
            bytemuck::cast_slice(self.sources()),
            bytemuck::cast_slice(self.prisms()),
            self.tree().bytes(),
        ];
        let mut header = Header {
            magic: MAGIC,
            version: VERSION,
            order: ORDER,
            content,
            checksum: 0,
            builder: builder(),
            vertices: self.vertices().len() as u32,
            triangles: self.len() as u32,
            left_out: self.left_out() as u32,
            nodes: self.tree().size().0 as u32,
        };
        let mut bytes = bytemuck::bytes_of(&header).to_vec();
        sections
            .iter()
            .for_each(|section| bytes.extend_from_slice(section));
        header.checksum = sum_without_checksum(&bytes, header);
        bytes[..size_of::<Header>()].copy_from_slice(bytemuck::bytes_of(&header));
        bytes
    }

    /// The mesh whose bytes [`CollisionMesh::to_bytes`] wrote under the same `content`, or why
    /// these bytes can't be trusted to hold it.
    pub fn from_bytes(bytes: &[u8], content: u64) -> Result<Self, CacheFileError> {
        let (header, mut rest) = header(bytes)?;
        if header.version != VERSION || header.order != ORDER || header.builder != builder() {
            return Err(CacheFileError::OtherVersion);
        }
        if header.content != content {
            return Err(CacheFileError::OtherContent);
        }
        if header.checksum != sum_without_checksum(bytes, header) {
            return Err(CacheFileError::Checksum);
        }
        let [vertices, triangles, nodes] =
            [header.vertices, header.triangles, header.nodes].map(|count| count as usize);
        let given = triangles.saturating_add(header.left_out as usize);
        if triangles == 0 || given > 4 * MOST_TRIANGLES {
            return Err(CacheFileError::Unsound("counts"));
        }
        let parts = MeshParts {
            vertices: section(&mut rest, vertices)?,
            triangles: section(&mut rest, triangles)?,
            source: section(&mut rest, triangles)?,
            prisms: section(&mut rest, triangles)?,
            left_out: header.left_out as usize,
        };
        let nodes = bytes_of(
            &mut rest,
            nodes
                .checked_mul(WideTree::NODE_BYTES)
                .ok_or(CacheFileError::NotACache)?,
        )?;
        if !rest.is_empty() {
            return Err(CacheFileError::NotACache);
        }
        check(&parts)?;
        let boxes = |triangle: u32| {
            let [a, b, c] = parts.triangles[triangle as usize];
            let corner = |vertex: u32| parts.vertices[vertex as usize];
            Aabb::from_points([corner(a), corner(b), corner(c)])
        };
        let tree = WideTree::from_bytes(nodes, header.triangles, boxes)
            .ok_or(CacheFileError::Unsound("boxes"))?;
        Ok(Self::from_parts(parts, tree))
    }

    /// Returns whether this mesh was built from that triangle list: each triangle has the corners
    /// of the list's.
    pub fn is_built_from(&self, positions: &[Vec3], triangles: &[[u32; 3]]) -> bool {
        self.len() + self.left_out() == triangles.len()
            && (0..self.len() as u32).all(|triangle| {
                let author = triangles[self.source(triangle) as usize];
                let corners = author.map(|vertex| positions.get(vertex as usize).copied());
                corners == self.corners(triangle).map(Some)
            })
    }
}

fn header(bytes: &[u8]) -> Result<(Header, &[u8]), CacheFileError> {
    let (head, rest) = bytes
        .split_at_checked(size_of::<Header>())
        .ok_or(CacheFileError::NotACache)?;
    let header: Header = bytemuck::pod_read_unaligned(head);
    if header.magic != MAGIC {
        return Err(CacheFileError::NotACache);
    }
    Ok((header, rest))
}

fn bytes_of<'a>(rest: &mut &'a [u8], count: usize) -> Result<&'a [u8], CacheFileError> {
    let (section, after) = rest
        .split_at_checked(count)
        .ok_or(CacheFileError::NotACache)?;
    *rest = after;
    Ok(section)
}

fn section<T: Pod>(rest: &mut &[u8], count: usize) -> Result<Vec<T>, CacheFileError> {
    let bytes = count
        .checked_mul(size_of::<T>())
        .ok_or(CacheFileError::NotACache)?;
    Ok(read_vec(bytes_of(rest, bytes)?))
}

fn check(parts: &MeshParts) -> Result<(), CacheFileError> {
    let unsound = |sound: bool, what| sound.then_some(()).ok_or(CacheFileError::Unsound(what));
    unsound(parts.vertices.iter().all(|v| v.is_finite()), "vertices")?;
    unsound(used_in_order(parts), "triangles")?;
    unsound(named_once(&parts.source, parts.left_out), "numbers")?;
    let wrong = parallel::count(parts.triangles.len(), |triangle| {
        let corners = parts.triangles[triangle].map(|vertex| parts.vertices[vertex as usize]);
        let fresh = Prism::from_triangle(corners);
        bytemuck::bytes_of(&fresh) != bytemuck::bytes_of(&parts.prisms[triangle])
    });
    unsound(wrong == 0, "planes")
}

/// Returns whether vertices are numbered in the order in which triangles first use them, and each
/// is used.
fn used_in_order(parts: &MeshParts) -> bool {
    let mut next = 0;
    let in_order = parts.triangles.iter().all(|[a, b, c]| {
        let some_length = a != b || b != c;
        some_length
            && [a, b, c].into_iter().all(|vertex| {
                next += u32::from(*vertex == next);
                *vertex < next
            })
    });
    in_order && next as usize == parts.vertices.len()
}

/// Returns whether no author's number appears twice or is beyond how many there were.
fn named_once(source: &[u32], left_out: usize) -> bool {
    let mut named = vec![false; source.len() + left_out];
    source.iter().all(|number| {
        let place = named.get_mut(*number as usize);
        place.is_some_and(|named| !std::mem::replace(named, true))
    })
}

fn sum_without_checksum(bytes: &[u8], header: Header) -> u64 {
    let without = Header {
        checksum: 0,
        ..header
    };
    let body = sum_of(&bytes[size_of::<Header>()..]);
    let head = sum_of(bytemuck::bytes_of(&without));
    Hasher::default().u64(head).u64(body).finish()
}

/// A checksum over eight bytes at a time, four side by side: each step is a bijection of what it
/// has, so no single change goes unnoticed.
fn sum_of(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut sums = [1_u64, 2, 3, 4];
    let mut blocks = bytes.chunks_exact(32);
    for block in &mut blocks {
        for (sum, word) in sums.iter_mut().zip(block.chunks_exact(8)) {
            let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
            *sum = (*sum ^ word).wrapping_mul(PRIME).rotate_left(29);
        }
    }
    let mut hasher = Hasher::default();
    sums.iter().for_each(|sum| {
        hasher.u64(*sum);
    });
    hasher.bytes(blocks.remainder()).u64(bytes.len() as u64);
    hasher.finish()
}

/// A hash of how meshes are built, by building a small one: a file from before a change to the tree
/// or the planes is not used after it.
fn builder() -> u64 {
    use std::sync::OnceLock;
    static NAME: OnceLock<u64> = OnceLock::new();
    *NAME.get_or_init(|| {
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
            hasher.bytes(bytemuck::cast_slice(mesh.prisms()));
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
        let mut next = || random.fraction() * 16.0;
        let positions: Vec<Vec3> = (0..count / 2 + 3)
            .map(|_| Vec3::new(next(), next(), next()))
            .collect();
        let corner = |k: u32| k % positions.len() as u32;
        let triangles: Vec<[u32; 3]> = (0..count)
            .map(|t| [corner(t), corner(3 * t + 1), corner(7 * t + 2)])
            .collect();
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    fn hash(mesh: &CollisionMesh) -> u64 {
        let mut hasher = Hasher::default();
        hasher.bytes(bytemuck::cast_slice(mesh.vertices()));
        hasher.bytes(bytemuck::cast_slice(mesh.triangles()));
        hasher.bytes(bytemuck::cast_slice(mesh.sources()));
        hasher.bytes(bytemuck::cast_slice(mesh.prisms()));
        hasher.bytes(mesh.tree().bytes());
        hasher
            .u64(mesh.identity())
            .u64(mesh.needles() as u64)
            .u64(mesh.left_out() as u64);
        hasher.finish()
    }

    /// The checksum made right again: what only the other checks can find.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        if let Ok((mut header, _)) = header(&bytes) {
            header.checksum = sum_without_checksum(&bytes, header);
            bytes[..size_of::<Header>()].copy_from_slice(bytemuck::bytes_of(&header));
        }
        bytes
    }

    #[test]
    fn loaded_equals_fresh_bit_for_bit() {
        for count in [1, 7, 300, 20_000] {
            let baked = soup(count, count);
            let loaded = CollisionMesh::from_bytes(&baked.to_bytes(KEY), KEY).unwrap();
            assert_eq!(hash(&loaded), hash(&baked));
            assert_eq!(loaded.bounds(), baked.bounds());
        }
    }

    /// Whatever processor, however many threads and with or without them: a change of this number
    /// is a change of the trees or of the planes.
    #[test]
    fn every_build_makes_the_same_mesh() {
        assert_eq!(hash(&soup(3, 20_000)), 2_204_688_200_867_550_998);
    }

    #[test]
    fn no_flipped_byte_and_no_cut_goes_unnoticed() {
        let bytes = soup(5, 12).to_bytes(KEY);
        for at in 0..bytes.len() {
            for bits in [1, 0x80, 0xff] {
                let mut wrong = bytes.clone();
                wrong[at] ^= bits;
                assert!(CollisionMesh::from_bytes(&wrong, KEY).is_err(), "byte {at}");
            }
            assert!(
                CollisionMesh::from_bytes(&bytes[..at], KEY).is_err(),
                "cut at {at}"
            );
        }
        let longer = [&bytes[..], &[0]].concat();
        assert!(CollisionMesh::from_bytes(&longer, KEY).is_err());
    }

    #[test]
    fn other_content_version_and_byte_order_are_told_apart() {
        let bytes = soup(5, 12).to_bytes(KEY);
        let of = |bytes: &[u8], key| CollisionMesh::from_bytes(bytes, key).unwrap_err();
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
    fn another_list_of_the_same_size_is_not_taken_for_it() {
        let positions = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::Y];
        let baked = CollisionMesh::build(&positions, &[[0, 1, 2]]).unwrap();
        assert!(baked.is_built_from(&positions, &[[0, 1, 2]]));
        assert!(!baked.is_built_from(&positions, &[[0, 1, 3]]));
        assert!(!baked.is_built_from(&positions, &[[0, 1, 9]]));
        assert!(!baked.is_built_from(&positions, &[[0, 1, 2], [0, 1, 3]]));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        /// With the checksum put right: refused, or the same triangles, planes and answers.
        #[test]
        fn a_sealed_forgery_is_refused_or_harmless(
            seed in 0_u32..50,
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        ) {
            let fresh = soup(seed, 40);
            let mut bytes = fresh.to_bytes(KEY);
            for (at, value) in changes {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            if let Ok(loaded) = CollisionMesh::from_bytes(&sealed(bytes), KEY) {
                        prop_assert_eq!(loaded.vertices(), fresh.vertices());
                prop_assert_eq!(loaded.triangles(), fresh.triangles());
                for k in 0..40 {
                    let origin = fresh.vertices()[k % fresh.vertices().len()] + Vec3::Y * 20.0;
                    let hits = [&loaded, &fresh].map(|m| m.ray_cast(origin, Vec3::NEG_Y, 50.0));
                    prop_assert_eq!(hits[0], hits[1]);
                }
            }
        }

        #[test]
        fn random_bytes_are_refused(mut bytes in prop::collection::vec(any::<u8>(), 0..400), genuine in 0_usize..60) {
            let start = soup(1, 3).to_bytes(KEY);
            let kept = genuine.min(bytes.len());
            bytes[..kept].copy_from_slice(&start[..kept]);
            prop_assert!(CollisionMesh::from_bytes(&sealed(bytes), KEY).is_err());
        }
    }
}
