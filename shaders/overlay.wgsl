// The interface over the finished frame: triangles with colors that multiply a texture's. Colors are blended
// in encoded values and premultiplied by alpha.

// 1 if the target stores values without encoding them, 0 if it encodes sRGB itself.
override ENCODE: u32 = 1u;

@group(0) @binding(0) var texels: texture_2d<f32>;
@group(0) @binding(1) var texel_sampler: sampler;

struct Corner {
    @builtin(position) clip: vec4<f32>,
    @location(0) texel: vec2<f32>,
    @location(1) color: vec4<f32>,
};

@vertex
fn place(
    @location(0) at: vec2<f32>,
    @location(1) texel: vec2<f32>,
    @location(2) color: vec4<f32>,
) -> Corner {
    let clip = (at * 2.0 - 1.0) * vec2<f32>(1.0, -1.0);
    return Corner(vec4<f32>(clip, 0.0, 1.0), texel, color);
}

@fragment
fn shade(corner: Corner) -> @location(0) vec4<f32> {
    let place = corner.texel / vec2<f32>(textureDimensions(texels));
    let color = corner.color * textureSampleLevel(texels, texel_sampler, place, 0.0);
    // Interleaved gradient noise, almost half a step in both directions, against bands in gradients.
    let noise = fract(52.9829189 * fract(dot(corner.clip.xy, vec2<f32>(0.06711056, 0.00583715))));
    var rgb = color.rgb + (noise - 0.5) * 0.95 / 255.0;
    if ENCODE == 0u {
        rgb = pow(max(rgb, vec3<f32>(0.0)), vec3<f32>(2.2));
    }
    return vec4<f32>(rgb, color.a);
}
