// The pattern of balls and of round ghosts: a truncated octahedron's seams, and a disc on each of its six
// squares.

// The shares of seam and disc in a direction from the center, 0 to 1 each.
fn seams(direction: vec3<f32>) -> vec2<f32> {
    let own = abs(normalize(direction));
    // The faces of a truncated octahedron: six squares along the axes, eight hexagons between them.
    let axis = max(own.x, max(own.y, own.z)) * 0.93;
    let corner = (own.x + own.y + own.z) * 0.57735;
    let least = min(own.x, min(own.y, own.z));
    let in_hexagon = corner > axis;
    let seam = select(axis - corner, min(corner - axis, least * 1.1547), in_hexagon);
    let blur = max(fwidth(own.x) + fwidth(own.y) + fwidth(own.z), 0.004) * 0.5;
    let brass = 1.0 - smoothstep(0.022, 0.022 + blur, seam);
    let disc = select(0.0, smoothstep(0.075, 0.075 + blur, seam), !in_hexagon);
    return vec2<f32>(brass, disc);
}
