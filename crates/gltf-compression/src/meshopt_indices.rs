//! Meshopt's formats for indices, versions 0 and 1: triangle lists, coded by the most recent edges and
//! vertices, and sequences of any indices as differences.

/// The bytes at the end of a triangle list: a table of frequent codes.
const TABLE_BYTES: usize = 16;
/// The unused bytes at the end of a sequence.
const TAIL_BYTES: usize = 4;

pub(crate) const CUT_SHORT: &str = "it is cut short";
const TOO_LONG: &str = "it has more bytes than its indices take";

/// Decodes a triangle list of `count` indices. The error describes the problem.
pub(crate) fn decode_triangles(data: &[u8], count: usize) -> Result<Vec<u32>, &'static str> {
    if !count.is_multiple_of(3) {
        return Err("its number of indices is no multiple of 3");
    }
    let version = version_of(data, 0xe0)?;
    let triangles = count / 3;
    if data.len() < 1 + triangles + TABLE_BYTES {
        return Err(CUT_SHORT);
    }
    let (codes, rest) = data[1..].split_at(triangles);
    let (body, table) = rest.split_at(rest.len() - TABLE_BYTES);
    let mut decoder = TriangleHistory {
        explicit: Varints { data: body, at: 0 },
        table,
        near_codes: if version == 0 { 15 } else { 13 },
        edges: Recent::new([u32::MAX; 2]),
        vertices: Recent::new(u32::MAX),
        next: 0,
        last: 0,
    };
    let mut indices = Vec::with_capacity(count);
    for code in codes {
        indices.extend(decoder.triangle(*code)?);
    }
    if decoder.explicit.at != body.len() {
        return Err(TOO_LONG);
    }
    Ok(indices)
}

/// Decodes a sequence of `count` indices. The error describes the problem.
pub(crate) fn decode_sequence(data: &[u8], count: usize) -> Result<Vec<u32>, &'static str> {
    version_of(data, 0xd0)?;
    if data.len() - 1 < count.saturating_add(TAIL_BYTES) {
        return Err(CUT_SHORT);
    }
    let body = &data[1..data.len() - TAIL_BYTES];
    let mut codes = Varints { data: body, at: 0 };
    // Differences are to the last index of one of two series.
    let mut last = [0_u32; 2];
    let mut indices = Vec::with_capacity(count);
    for _ in 0..count {
        let code = codes.next()?;
        let series = &mut last[(code & 1) as usize];
        *series = series.wrapping_add(unzigzag(code >> 1));
        indices.push(*series);
    }
    if codes.at != body.len() {
        return Err(TOO_LONG);
    }
    Ok(indices)
}

/// Returns the version in the data's header, whose upper four bits must be `kind`.
fn version_of(data: &[u8], kind: u8) -> Result<u8, &'static str> {
    let header = *data.first().ok_or(CUT_SHORT)?;
    match header & 0x0f {
        version @ 0..=1 if header & 0xf0 == kind => Ok(version),
        _ => Err("its indices are of an unknown version"),
    }
}

/// The state between two triangles.
struct TriangleHistory<'a> {
    /// The explicitly coded indices.
    explicit: Varints<'a>,
    table: &'a [u8],
    /// The bound of the codes for a recent third vertex: codes from 1 to below it index recent vertices.
    near_codes: u8,
    edges: Recent<[u32; 2]>,
    vertices: Recent<u32>,
    /// The next new index.
    next: u32,
    /// The last explicit index.
    last: u32,
}

impl TriangleHistory<'_> {
    fn triangle(&mut self, code: u8) -> Result<[u32; 3], &'static str> {
        match code {
            0xfe.. => self.without_edge(code),
            0xf0.. => Ok(self.by_table_code(self.table[usize::from(code & 15)])),
            _ => self.at_recent_edge(code),
        }
    }

    /// Decodes a triangle at a recent edge.
    fn at_recent_edge(&mut self, code: u8) -> Result<[u32; 3], &'static str> {
        let [a, b] = self.edges.back(1 + (code >> 4));
        let c = match code & 15 {
            0 => self.new_index(),
            near if near < self.near_codes => self.vertices.back(1 + near),
            13 => self.beside_last(u32::MAX),
            14 => self.beside_last(1),
            _ => self.explicit_index()?,
        };
        if code & 15 == 0 || code & 15 >= self.near_codes {
            self.vertices.push(c);
        }
        self.edges.push([c, b]);
        self.edges.push([a, c]);
        Ok([a, b, c])
    }

    /// Decodes a triangle of a new vertex and two vertices by a code of the table.
    fn by_table_code(&mut self, code: u8) -> [u32; 3] {
        let a = self.new_index();
        let b = self.new_or_recent(code >> 4);
        let c = self.new_or_recent(code & 15);
        self.vertices.push(a);
        if code >> 4 == 0 {
            self.vertices.push(b);
        }
        if code & 15 == 0 {
            self.vertices.push(c);
        }
        self.push_edges([a, b, c]);
        [a, b, c]
    }

    /// Decodes a triangle without a recent edge; each of its vertices is new, recent, or explicitly coded.
    fn without_edge(&mut self, code: u8) -> Result<[u32; 3], &'static str> {
        let which = self.explicit.byte()?;
        if which == 0 {
            self.next = 0;
        }
        let kinds = [if code == 0xfe { 0 } else { 15 }, which >> 4, which & 15];
        let mut triangle = kinds.map(|kind| self.new_or_recent(kind));
        for (vertex, kind) in triangle.iter_mut().zip(kinds) {
            if kind == 15 {
                *vertex = self.explicit_index()?;
            }
        }
        for (index, (vertex, kind)) in triangle.iter().zip(kinds).enumerate() {
            if index == 0 || kind == 0 || kind == 15 {
                self.vertices.push(*vertex);
            }
        }
        self.push_edges(triangle);
        Ok(triangle)
    }

    fn push_edges(&mut self, [a, b, c]: [u32; 3]) {
        for edge in [[b, a], [c, b], [a, c]] {
            self.edges.push(edge);
        }
    }

    fn new_index(&mut self) -> u32 {
        let index = self.next;
        self.next = index.wrapping_add(1);
        index
    }

    /// Returns a new index for 0 pushes, or the vertex of the `pushes`-th last push.
    fn new_or_recent(&mut self, pushes: u8) -> u32 {
        match pushes {
            0 => self.new_index(),
            _ => self.vertices.back(pushes),
        }
    }

    /// Adds `difference` to the last explicit index, wrapping, and returns it.
    fn beside_last(&mut self, difference: u32) -> u32 {
        self.last = self.last.wrapping_add(difference);
        self.last
    }

    fn explicit_index(&mut self) -> Result<u32, &'static str> {
        self.last = self.last.wrapping_add(unzigzag(self.explicit.next()?));
        Ok(self.last)
    }
}

/// The last sixteen values that were pushed.
struct Recent<T> {
    ring: [T; 16],
    at: u8,
}

impl<T: Copy> Recent<T> {
    fn new(initial: T) -> Self {
        Self {
            ring: [initial; 16],
            at: 0,
        }
    }

    fn push(&mut self, value: T) {
        self.ring[usize::from(self.at)] = value;
        self.at = (self.at + 1) & 15;
    }

    /// Returns the value of the `pushes`-th last push; 1 is the last.
    fn back(&self, pushes: u8) -> T {
        self.ring[usize::from(self.at.wrapping_sub(pushes) & 15)]
    }
}

/// A reader of numbers of one to five bytes, with seven bits in each.
struct Varints<'a> {
    data: &'a [u8],
    at: usize,
}

impl Varints<'_> {
    fn byte(&mut self) -> Result<u8, &'static str> {
        let byte = *self.data.get(self.at).ok_or(CUT_SHORT)?;
        self.at += 1;
        Ok(byte)
    }

    fn next(&mut self) -> Result<u32, &'static str> {
        let mut number = 0;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u32::from(byte & 127) << shift;
            if byte < 128 {
                break;
            }
        }
        Ok(number)
    }
}

/// Decodes a zigzag code: even codes for 0, 1, 2 …, odd codes for −1, −2 …
pub(crate) fn unzigzag(value: u32) -> u32 {
    (value >> 1) ^ (value & 1).wrapping_neg()
}
