//! Test pieces for bodies, added to a scene: corners, pits, seams. Tests build them in every size,
//! and the named scenes show some of them.

use glam::Vec3;

use super::SceneBuilder;

/// The division of a long strip of floor or wall into faces.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    /// One rectangle.
    Whole,
    /// Squares of the given side, meters.
    Grid(f32),
    /// Columns of squares of the given side, meters. Their rows are offset: every corner is a T-junction.
    Shifted(f32),
}

/// The z at which the seams' strips end, meters.
const FAR_END: f32 = -60.0;
/// The z at which the seams' strips begin, meters.
const NEAR_END: f32 = 10.0;

impl SceneBuilder {
    /// Adds two upright sheets 4 m high and `length` meters long that meet in the line above `tip`
    /// at an angle of `degrees`; the opening faces +Z.
    pub fn corner(self, tip: Vec3, degrees: f32, length: f32) -> Self {
        let half = (degrees * 0.5).to_radians();
        let (sine, cosine) = (libm::sinf(half), libm::cosf(half));
        let arm = |side: f32| tip + Vec3::new(side * sine, 0.0, cosine) * length;
        let (left, right, up) = (arm(-1.0), arm(1.0), Vec3::Y * 4.0);
        self.quad(tip, left, left + up, tip + up)
            .quad(tip, tip + up, right + up, right)
    }

    /// Adds a funnel of steep walls in the middle of a square of ground.
    pub fn pit(mut self, pit: &Pit) -> Self {
        for wall in 0..pit.walls {
            let [low, high] =
                [0.0, pit.depth].map(|y| [pit.corner(wall, y), pit.corner(wall + 1, y)]);
            self = self
                .quad(low[0], low[1], high[1], high[0])
                .triangle(pit.bottom, low[1], low[0])
                .convex(&pit.ground_beside(wall));
        }
        self
    }

    /// Adds a floor at y = 0, 8 m wide around x = 0, and a wall at x = 2 up to y = 8. Both are 70 m long
    /// and cut as `cut` says. No two squares share vertices.
    pub fn seams(mut self, cut: Cut) -> Self {
        for corners in squares(cut, 4.0) {
            let [a, b, c, d] = corners.map(|[u, v]| Vec3::new(u, 0.0, v));
            self = self.quad(a, b, c, d);
            let [a, b, c, d] = corners.map(|[u, v]| Vec3::new(2.0, u + 4.0, v));
            self = self.quad(a, b, c, d);
        }
        self
    }
}

/// A funnel of steep walls, meters.
#[derive(Clone, Copy, Debug)]
pub struct Pit {
    /// The center of the bottom.
    pub bottom: Vec3,
    /// The number of walls, at least three.
    pub walls: usize,
    /// The steepness of the walls along their corners, degrees.
    pub degrees: f32,
    /// The distance from the center of the bottom to its corners, meters.
    pub width: f32,
    /// The depth of the pit, meters.
    pub depth: f32,
    /// Half the side of the square of ground around the pit, meters; more than [`Pit::reach`].
    pub half_side: f32,
}

impl Pit {
    /// The distance from the center to the corners of the mouth, meters.
    pub fn reach(&self) -> f32 {
        self.width + self.depth / libm::tanf(self.degrees.to_radians())
    }

    /// The horizontal unit vector toward corner `index`.
    fn direction(&self, index: usize) -> Vec3 {
        let angle = (index % self.walls) as f32 * std::f32::consts::TAU / self.walls as f32;
        Vec3::new(libm::sinf(angle), 0.0, libm::cosf(angle))
    }

    /// Corner `index` at the height `y` above the bottom, which is 0 or the depth.
    fn corner(&self, index: usize, y: f32) -> Vec3 {
        let out = if y > 0.0 { self.reach() } else { self.width };
        self.bottom + self.direction(index) * out + Vec3::Y * y
    }

    /// The ground between a wall's upper edge and the square's border. This polygon is convex, since a
    /// wall spans at most a third of the circle.
    fn ground_beside(&self, wall: usize) -> Vec<Vec3> {
        let (from, to) = (self.direction(wall), self.direction(wall + 1));
        let middle = self.bottom + Vec3::Y * self.depth;
        let border = |along: Vec3| middle + along * (self.half_side / along.abs().max_element());
        let mut outline = vec![
            self.corner(wall + 1, self.depth),
            self.corner(wall, self.depth),
        ];
        outline.push(border(from));
        // The square's corners in the order of the walls.
        let diagonals = [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)];
        let between = |along: &Vec3| from.cross(*along).y > 1e-3 && along.cross(to).y > 1e-3;
        outline.extend(
            diagonals
                .map(|(x, z)| Vec3::new(x, 0.0, z))
                .iter()
                .filter(|along| between(along))
                .map(|along| border(*along)),
        );
        outline.push(border(to));
        outline
    }
}

/// The squares of a strip, each by its corners (across, along).
fn squares(cut: Cut, width: f32) -> Vec<[[f32; 2]; 4]> {
    let rectangle = |u0: f32, u1: f32, v0: f32, v1: f32| [[u0, v0], [u0, v1], [u1, v1], [u1, v0]];
    let size = match cut {
        Cut::Whole => return vec![rectangle(-width, width, FAR_END, NEAR_END)],
        Cut::Grid(size) | Cut::Shifted(size) => size,
    };
    let columns = (2.0 * width / size).ceil() as usize;
    let rows = ((NEAR_END - FAR_END) / size).ceil() as usize + 1;
    let mut found = Vec::new();
    for column in 0..columns {
        let shift = match cut {
            Cut::Shifted(_) => size * (0.37 * column as f32).fract(),
            _ => 0.0,
        };
        let u0 = -width + size * column as f32;
        let u1 = -width + size * (column + 1) as f32;
        for row in 0..rows {
            let v0 = (FAR_END + size * row as f32 - shift).clamp(FAR_END, NEAR_END);
            let v1 = (FAR_END + size * (row + 1) as f32 - shift).clamp(FAR_END, NEAR_END);
            if v1 > v0 {
                found.push(rectangle(u0, u1, v0, v1));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the signed area as seen from above, counterclockwise positive.
    fn area(outline: &[Vec3]) -> f32 {
        let sides = outline.iter().zip(outline.iter().cycle().skip(1));
        sides.map(|(a, b)| b.x * a.z - a.x * b.z).sum()
    }

    #[test]
    fn a_pits_ground_faces_up_and_fills_its_square() {
        for walls in 3..=6 {
            let pit = Pit {
                bottom: Vec3::ZERO,
                walls,
                degrees: 60.0,
                width: 0.5,
                depth: 3.0,
                half_side: 5.0,
            };
            let mouth: Vec<Vec3> = (0..walls).map(|index| pit.corner(index, 3.0)).collect();
            let pieces = (0..walls).map(|wall| area(&pit.ground_beside(wall)));
            assert!(pieces.clone().all(|piece| piece > 0.0), "{walls} walls");
            let whole = pieces.sum::<f32>() + area(&mouth).abs();
            assert!((whole - 200.0).abs() < 1e-2, "{walls} walls: {whole}");
        }
    }

    #[test]
    fn cut_strips_leave_no_gap() {
        assert_eq!(squares(Cut::Whole, 4.0).len(), 1);
        for cut in [Cut::Grid(2.4), Cut::Shifted(2.4)] {
            let squares = squares(cut, 4.0);
            assert!((115..=125).contains(&squares.len()), "{}", squares.len());
            let size = |[a, _, c, _]: &[[f32; 2]; 4]| (c[0] - a[0]) * (c[1] - a[1]);
            let whole: f32 = squares.iter().map(size).sum();
            assert!((whole - 4.0 * 2.4 * 70.0).abs() < 0.1, "{cut:?}: {whole}");
        }
    }
}
