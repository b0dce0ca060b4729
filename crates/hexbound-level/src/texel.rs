//! The texel of a material's base color at a point of a surface.

use glam::{Vec2, Vec3};

use super::{Level, Material, UvPair, Wrap, triangle_owner::barycentric};

/// A texel of an image.
#[derive(Clone, Debug, PartialEq)]
pub struct Texel {
    /// The name of the image.
    pub image: String,
    /// The column and the row, from the upper left.
    pub place: [u32; 2],
    /// Red, green and blue, as stored in the image.
    pub color: [u8; 3],
}

impl Level {
    /// The texel that a material shows at texture coordinates; `None` for one without a texture.
    pub fn texel(&self, material: &Material, uv: Vec2) -> Option<Texel> {
        let texture = material.base_color_texture?;
        let image = self.images.get(texture.image)?;
        let [u, v] = texture
            .transform
            .map_or(uv.to_array(), |it| it.apply(uv.to_array()));
        let sampler = texture.sampler;
        let place = [
            texel_index(u, image.width, sampler.wrap_u)?,
            texel_index(v, image.height, sampler.wrap_v)?,
        ];
        let first = 4 * (place[1] as usize * image.width as usize + place[0] as usize);
        let color = image.peek(|texels| texels.get(first..first + 3)?.try_into().ok());
        Some(Texel {
            image: image.name.clone(),
            place,
            color: color.flatten()?,
        })
    }

    /// The texture coordinates and the texel at a point of a triangle of `collision`, by the triangle
    /// drawn there.
    pub fn texel_at(&self, corners: [Vec3; 3], point: Vec3) -> Option<(Vec2, Option<Texel>)> {
        let part = self.part_with(corners)?;
        let material = &self.materials[part.material];
        let pair = material
            .base_color_texture
            .map_or(UvPair::First, |it| it.uvs);
        self.mesh.triangles(part).find_map(|corners| {
            let drawn = corners.map(|index| &self.mesh.vertices[index as usize]);
            let weights = barycentric(drawn.map(|vertex| Vec3::from(vertex.position)), point)?;
            let uvs = drawn.map(|vertex| match pair {
                UvPair::First => Vec2::from(vertex.uv),
                UvPair::Second => Vec2::from(vertex.second_uv),
            });
            let uv = uvs[0] * weights.x + uvs[1] * weights.y + uvs[2] * weights.z;
            Some((uv, self.texel(material, uv)))
        })
    }
}

/// The column or row of a texture coordinate in an image with `count` of them.
fn texel_index(coordinate: f32, count: u32, wrap: Wrap) -> Option<u32> {
    let within = match wrap {
        Wrap::Repeat => coordinate - coordinate.floor(),
        Wrap::Clamp => coordinate.clamp(0.0, 1.0),
        Wrap::Mirror => {
            let double = coordinate * 0.5;
            1.0 - (2.0 * (double - double.floor()) - 1.0).abs()
        }
    };
    let last = count.checked_sub(1)?;
    within
        .is_finite()
        .then(|| ((within * count as f32) as u32).min(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_beyond_an_image_are_wrapped() {
        let of = |coordinate, wrap| texel_index(coordinate, 8, wrap).unwrap();
        let repeated = [0.0, 0.99, 1.0, -0.01, 2.5].map(|it| of(it, Wrap::Repeat));
        assert_eq!(repeated, [0, 7, 0, 7, 4]);
        let clamped = [-3.0, 0.5, 1.0, 9.0].map(|it| of(it, Wrap::Clamp));
        assert_eq!(clamped, [0, 4, 7, 7]);
        let mirrored = [0.1, 1.9, 2.1, -0.1].map(|it| of(it, Wrap::Mirror));
        assert_eq!(mirrored, [0, 0, 0, 0]);
        assert_eq!(texel_index(f32::NAN, 8, Wrap::Repeat), None);
        assert_eq!(texel_index(0.5, 0, Wrap::Repeat), None);
    }
}
