//! Which triangle lies beyond which edge, on vertices welded by position. Edges that nobody
//! shares, edges that more than two share and edges along which others lie in pieces (`junction`)
//! are told apart.
//!
//! Moves don't need it (`seam` looks at what is around the touched point); the cache file carries
//! it for tools and overlays.

use rayon::prelude::*;

use super::{
    CollisionMesh,
    junction::{Covered, covered_edges},
};

/// What lies beyond an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbour {
    /// Nothing, or the edge has no length.
    Open,
    /// One triangle, by this edge of its own.
    One { triangle: u32, edge: u8 },
    /// More than one: no manifold there.
    Many,
    /// Edges of others lie along a part of it, between other corners: a T-junction, and a gap.
    Partly,
    /// Such edges lie along all of it.
    Pieces,
}

/// The neighbours of every edge of a mesh.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adjacency {
    links: Vec<[u32; 3]>,
}

const OPEN: u32 = u32::MAX;
const MANY: u32 = u32::MAX - 1;
const PARTLY: u32 = u32::MAX - 2;
const PIECES: u32 = u32::MAX - 3;
/// Two bits for the edge below the triangle's number.
const EDGE_BITS: u32 = 2;

impl Adjacency {
    /// ```
    /// use glam::Vec3;
    /// use hexbound::collide::{Adjacency, CollisionMesh, Neighbour};
    /// let corners = [Vec3::ZERO, Vec3::Z, Vec3::X + Vec3::Z, Vec3::X];
    /// let mesh = CollisionMesh::build(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    /// let adjacency = Adjacency::of(&mesh);
    /// let shared = (0..3).filter(|edge| adjacency.neighbour(0, *edge) != Neighbour::Open);
    /// assert_eq!(shared.count(), 1);
    /// ```
    pub fn of(mesh: &CollisionMesh) -> Self {
        let mut edges: Vec<(u64, u32)> = Vec::with_capacity(3 * mesh.len());
        for (triangle, corners) in (0_u32..).zip(mesh.triangles()) {
            for edge in 0..3 {
                let [from, to] = ends(corners, edge);
                if from != to {
                    edges.push((key(from, to), triangle << EDGE_BITS | edge as u32));
                }
            }
        }
        edges.par_sort_unstable();
        let mut links = vec![[OPEN; 3]; mesh.len()];
        let mut set = |slot: u32, link: u32| {
            links[(slot >> EDGE_BITS) as usize][(slot & 3) as usize] = link;
        };
        for sharing in edges.chunk_by(|a, b| a.0 == b.0) {
            match sharing {
                [_] => {}
                [(_, a), (_, b)] => {
                    set(*a, *b);
                    set(*b, *a);
                }
                many => many.iter().for_each(|(_, slot)| set(*slot, MANY)),
            }
        }
        let mut adjacency = Self { links };
        adjacency.find_junctions(mesh);
        adjacency
    }

    /// Asks every edge that is open so far for edges along it.
    fn find_junctions(&mut self, mesh: &CollisionMesh) {
        let is_open = |triangle: u32, edge: usize| {
            let [from, to] = ends(&mesh.triangles()[triangle as usize], edge);
            self.links[triangle as usize][edge] == OPEN && from != to
        };
        let marks: Vec<(u32, usize, u32)> = (0..mesh.len() as u32)
            .into_par_iter()
            .flat_map_iter(|triangle| {
                let edges = covered_edges(mesh, triangle, is_open)
                    .into_iter()
                    .enumerate();
                edges.filter_map(move |(edge, covered)| match covered {
                    Covered::Not => None,
                    Covered::Partly => Some((triangle, edge, PARTLY)),
                    Covered::Whole => Some((triangle, edge, PIECES)),
                })
            })
            .collect();
        for (triangle, edge, mark) in marks {
            self.links[triangle as usize][edge] = mark;
        }
    }

    /// What lies beyond edge `edge` (from corner `edge` to the next, 0..3) of a triangle.
    pub fn neighbour(&self, triangle: u32, edge: u8) -> Neighbour {
        match self.links[triangle as usize][usize::from(edge)] {
            OPEN => Neighbour::Open,
            MANY => Neighbour::Many,
            PARTLY => Neighbour::Partly,
            PIECES => Neighbour::Pieces,
            link => Neighbour::One {
                triangle: link >> EDGE_BITS,
                edge: (link & 3) as u8,
            },
        }
    }

    pub(super) fn links(&self) -> &[[u32; 3]] {
        &self.links
    }

    /// From links that came from outside; `None` unless each leads to an edge with the same ends
    /// that leads back.
    pub(super) fn of_links(links: Vec<[u32; 3]>, triangles: &[[u32; 3]]) -> Option<Self> {
        let at = |slot: u32| {
            links
                .get((slot >> EDGE_BITS) as usize)?
                .get((slot & 3) as usize)
        };
        let sound = links.len() == triangles.len()
            && (0_u32..).zip(&links).all(|(triangle, of)| {
                (0_u32..).zip(of).all(|(edge, link)| {
                    let here = triangle << EDGE_BITS | edge;
                    let leads_back = || at(*link) == Some(&here) && *link != here;
                    let same_ends = || {
                        let [a, b] = ends(&triangles[triangle as usize], edge as usize);
                        let beyond = &triangles[(*link >> EDGE_BITS) as usize];
                        let [c, d] = ends(beyond, (*link & 3) as usize);
                        key(a, b) == key(c, d)
                    };
                    *link >= PIECES || (leads_back() && same_ends())
                })
            });
        sound.then_some(Self { links })
    }
}

fn ends(corners: &[u32; 3], edge: usize) -> [u32; 2] {
    [corners[edge], corners[(edge + 1) % 3]]
}

fn key(from: u32, to: u32) -> u64 {
    u64::from(from.min(to)) << 32 | u64::from(from.max(to))
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    fn fan(blades: usize) -> CollisionMesh {
        let mut positions = vec![Vec3::ZERO, Vec3::Y];
        positions.extend((0..blades).map(|k| Vec3::new(k as f32 - 0.5, 0.5, 1.0)));
        let triangles: Vec<[u32; 3]> = (0..blades as u32).map(|k| [0, 1, k + 2]).collect();
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    fn counts(mesh: &CollisionMesh) -> (usize, usize, usize) {
        let adjacency = Adjacency::of(mesh);
        let all: Vec<Neighbour> = (0..mesh.len() as u32)
            .flat_map(|t| (0..3).map(move |edge| (t, edge)))
            .map(|(t, edge)| adjacency.neighbour(t, edge))
            .collect();
        let many = all.iter().filter(|n| **n == Neighbour::Many).count();
        let open = all.iter().filter(|n| **n == Neighbour::Open).count();
        (open, all.len() - open - many, many)
    }

    #[test]
    fn open_shared_and_crowded_edges_are_told_apart() {
        assert_eq!(counts(&fan(1)), (3, 0, 0));
        assert_eq!(counts(&fan(2)), (4, 2, 0));
        assert_eq!(counts(&fan(3)), (6, 0, 3));
    }

    #[test]
    fn neighbours_lead_back() {
        let mesh = fan(2);
        let adjacency = Adjacency::of(&mesh);
        for edge in 0..3 {
            if let Neighbour::One {
                triangle,
                edge: back,
            } = adjacency.neighbour(0, edge)
            {
                let there = adjacency.neighbour(triangle, back);
                assert_eq!(there, Neighbour::One { triangle: 0, edge });
            }
        }
        let mut links = adjacency.links().to_vec();
        assert!(Adjacency::of_links(links.clone(), mesh.triangles()).is_some());
        links[0].rotate_left(1);
        let wrong = links;
        assert!(Adjacency::of_links(wrong, mesh.triangles()).is_none());
    }

    /// A floor of two triangles of a metre's width, and beyond its far edge one triangle for each
    /// stretch of that edge, all turned and moved.
    fn floor(stretches: &[[f32; 2]], away: Vec3) -> CollisionMesh {
        let turn = glam::Quat::from_euler(glam::EulerRot::YXZ, 0.7, 0.2, -0.4);
        let at = |x: f32, z: f32| turn * Vec3::new(x, 0.0, z) + away;
        let mut positions = vec![at(0.0, 0.0), at(0.0, 1.0), at(3.0, 1.0), at(3.0, 0.0)];
        let mut triangles = vec![[0, 1, 2], [0, 2, 3]];
        for [from, to] in stretches {
            let first = positions.len() as u32;
            positions.extend([at(*from, 1.0), at((from + to) * 0.5, 2.0), at(*to, 1.0)]);
            triangles.push([first, first + 1, first + 2]);
        }
        CollisionMesh::build(&positions, &triangles).unwrap()
    }

    /// What lies beyond the floor's far edge, and how many edges at all are in pieces or partly so.
    fn far_edge(mesh: &CollisionMesh) -> (Neighbour, usize) {
        let adjacency = Adjacency::of(mesh);
        let place = (0..mesh.len() as u32)
            .find(|t| mesh.source(*t) == 0)
            .unwrap();
        let corners = mesh.corners(place);
        let across = |edge: usize| corners[edge].distance(corners[(edge + 1) % 3]);
        let edge = (0..3_u8).find(|edge| (across(usize::from(*edge)) - 3.0).abs() < 1e-2);
        let slots = (0..mesh.len() as u32).flat_map(|t| (0..3).map(move |edge| (t, edge)));
        let marked = slots.filter(|(t, edge)| {
            let beyond = adjacency.neighbour(*t, *edge);
            matches!(beyond, Neighbour::Partly | Neighbour::Pieces)
        });
        let links = adjacency.links().to_vec();
        assert_eq!(
            Adjacency::of_links(links, mesh.triangles()).as_ref(),
            Some(&adjacency)
        );
        (
            adjacency.neighbour(place, edge.unwrap()),
            marked.clone().count(),
        )
    }

    #[test]
    fn edges_in_pieces_are_no_open_ones() {
        for away in [Vec3::ZERO, Vec3::new(900.0, -30.0, 4000.0)] {
            let beyond = |stretches: &[[f32; 2]]| far_edge(&floor(stretches, away));
            assert_eq!(beyond(&[]), (Neighbour::Open, 0));
            assert_eq!(beyond(&[[0.0, 1.0], [1.0, 3.0]]), (Neighbour::Pieces, 3));
            assert_eq!(beyond(&[[0.0, 1.7], [1.1, 3.0]]), (Neighbour::Pieces, 3));
            assert_eq!(beyond(&[[0.5, 1.0]]), (Neighbour::Partly, 2));
            assert_eq!(beyond(&[[0.0, 1.0], [2.0, 3.0]]), (Neighbour::Partly, 3));
            assert_eq!(beyond(&[[-1.0, 4.0]]), (Neighbour::Pieces, 2));
            assert_eq!(beyond(&[[2.0, 4.0]]), (Neighbour::Partly, 2));
            assert_eq!(
                beyond(&[[3.0, 4.0]]),
                (Neighbour::Open, 0),
                "a corner shared"
            );
            assert_eq!(beyond(&[[0.0, 3.0]]).1, 0, "an edge shared");
        }
    }

    #[test]
    fn what_runs_beside_or_across_an_edge_lies_not_along_it() {
        let corners = [
            [Vec3::ZERO, Vec3::X * 3.0, Vec3::NEG_Z],
            [Vec3::Z * 0.01, Vec3::new(3.0, 0.0, 0.01), Vec3::Z],
            [Vec3::X, Vec3::new(1.5, 1.0, 0.0), Vec3::new(2.0, 0.1, 0.0)],
        ];
        let triangles = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];
        let mesh = CollisionMesh::build(corners.as_flattened(), &triangles).unwrap();
        assert_eq!(counts(&mesh), (9, 0, 0));
    }
}
