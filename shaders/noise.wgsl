// Value noise for untextured effects: clouds, fire, smoke and soot.

fn hash(cell: vec2<f32>) -> f32 {
    let mixed = fract(vec3<f32>(cell.xyx) * 0.1031);
    let spread = mixed + dot(mixed, mixed.yzx + 33.33);
    return fract((spread.x + spread.y) * spread.z);
}

fn noise(place: vec2<f32>) -> f32 {
    let cell = floor(place);
    let share = place - cell;
    let ease = share * share * (3.0 - 2.0 * share);
    let low = mix(hash(cell), hash(cell + vec2<f32>(1.0, 0.0)), ease.x);
    let high = mix(hash(cell + vec2<f32>(0.0, 1.0)), hash(cell + vec2<f32>(1.0, 1.0)), ease.x);
    return mix(low, high, ease.y);
}

// The distance of a position from a box with half side lengths and the rounding w, in the box's own axes,
// meters. Its twin is `NearestSolid::signed_distance` in crates/hexbound-render/src/passes/nearest_solid.rs.
fn outside(own: vec3<f32>, sides: vec4<f32>) -> f32 {
    let beyond = abs(own) - sides.xyz;
    let within = min(max(beyond.x, max(beyond.y, beyond.z)), 0.0);
    return length(max(beyond, vec3<f32>(0.0))) + within - sides.w;
}
