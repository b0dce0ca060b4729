//! The lamps' shadow maps, through six faces each. Static geometry is drawn once a level. Faces that movers
//! or props may cover are also stored without those bodies. After a motion a face is restored from the stored
//! one, and the moving bodies are drawn over it. Balls and walkers are not drawn.

use bytemuck::Zeroable;
use glam::{Mat4, Vec3};
use hexbound_collide::geom::Aabb;

use super::{
    casters::Caster,
    lamp_faces::{LampFace, TileLayout},
    lamp_pipelines::{LAMP_MAP_FORMAT, LampPipelines},
};
use crate::{
    Gpu, Quality,
    buffer_struct::buffer_struct,
    device::{
        bindings,
        upload::{self, copy_square},
    },
    frame::figures::{CountedPass, Recorder},
    scene::{
        Scene,
        chunks::Chunk,
        materials::Coverage,
        props::{self, PropInstances},
    },
};
use hexbound_light::LAMP_BODY;

/// The stride between the views of two tiles, bytes: the largest alignment that a device may require.
const VIEW_STRIDE: u64 = 256;
/// The minimum size of a body with a visible shadow, texels.
const MIN_TEXELS: f32 = 2.0;

buffer_struct! {
    /// The view of a lamp through a face; shaders/lamp_map.wgsl explains each field.
    pub(crate) struct LampView {
        view_projection: Mat4,
        lamp: Vec3,
        padding: f32,
    }
}

pub(crate) struct LampMaps {
    /// The texture of all tiles, which also contains the flashes' maps.
    pub view: wgpu::TextureView,
    pub layout: TileLayout,
    /// The tiles that moving bodies may cover, without those bodies.
    still: Option<wgpu::TextureView>,
    /// The layout of materials, whose holes let light through.
    material_layout: wgpu::BindGroupLayout,
    /// The pipelines and views of the tiles; `None` before the first level with a lamp.
    drawing: Option<TileDrawing>,
    tiles: Vec<Tile>,
    /// The side set by the quality, texels.
    side: u32,
}

struct TileDrawing {
    pipelines: LampPipelines,
    /// The views of the tiles, bound one at a time.
    views: wgpu::BindGroup,
}

/// A face and its tiles.
struct Tile {
    face: LampFace,
    slot: u32,
    /// The slot of the tile without moving bodies, if any body may cover the face.
    still: Option<u32>,
    /// The moving bodies that were drawn last; `None` before the tile is first restored.
    drawn: Option<Vec<Caster>>,
}

impl LampMaps {
    pub(crate) fn new(
        gpu: &Gpu,
        material_layout: &wgpu::BindGroupLayout,
        quality: &Quality,
    ) -> Self {
        let side = quality.shadow_side.min(gpu.max_texture_side());
        let layout = TileLayout::of(0, side, gpu.max_texture_side());
        Self {
            view: texture(gpu, &layout, 0),
            material_layout: material_layout.clone(),
            drawing: None,
            still: None,
            tiles: Vec::new(),
            layout,
            side,
        }
    }

    /// Draws the static geometry for the lamps of a level. The flashes' maps are cleared.
    pub(crate) fn set_level(&mut self, gpu: &Gpu, recorder: &mut Recorder<'_>, scene: &Scene) {
        let layout = TileLayout::of(scene.lamps.len(), self.side, gpu.max_texture_side());
        self.tiles = tiles(scene);
        self.layout = layout;
        let old = self.view.texture();
        if layout.size(self.tiles.len()) != [old.width(), old.height()] {
            self.view = texture(gpu, &layout, self.tiles.len());
        }
        let kept = self.tiles.iter().filter_map(|tile| tile.still).count();
        self.still = (kept > 0).then(|| texture(gpu, &layout, kept));
        self.prepare(gpu);
        let clear = wgpu::LoadOp::Clear(wgpu::Color::BLACK);
        let mut pass = recorder.begin_color("lamp maps", &self.view, clear);
        self.draw_still(&mut pass, scene, |tile| {
            tile.still.is_none().then_some(tile.slot)
        });
        drop(pass);
        if let Some(still) = &self.still {
            let mut pass = recorder.begin_color("still lamp maps", still, clear);
            self.draw_still(&mut pass, scene, |tile| tile.still);
        }
    }

    /// Updates the maps with the movers and props among `casters`.
    pub(crate) fn draw(
        &mut self,
        recorder: &mut Recorder<'_>,
        (scene, props): (&Scene, &PropInstances),
        casters: &[Caster],
    ) {
        let (Some(still), Some(drawing)) = (&self.still, &self.drawing) else {
            return;
        };
        let texel = self.layout.texel();
        let mut changed = Vec::new();
        for (index, tile) in self.tiles.iter_mut().enumerate() {
            let Some(kept) = tile.still else { continue };
            let touching = tile.touching(casters, texel);
            if tile.drawn.as_ref() == Some(&touching) {
                continue;
            }
            let (from, to) = (self.layout.corner(kept), self.layout.corner(tile.slot));
            let side = self.layout.tile_side;
            let origin = |[x, y]: [u32; 2]| wgpu::Origin3d { x, y, z: 0 };
            let [from, to] =
                [(still, from), (&self.view, to)].map(|(view, at)| (view.texture(), origin(at)));
            copy_square(recorder.encoder, from, to, side);
            if !touching.is_empty() {
                changed.push(index);
            }
            tile.drawn = Some(touching);
        }
        if changed.is_empty() {
            return;
        }
        let mut pass = recorder.begin_color("lamp maps", &self.view, wgpu::LoadOp::Load);
        for tile in changed {
            self.draw_moving(&mut pass, drawing, tile, (scene, props));
        }
    }

    /// Binds the views of the tiles, and creates the pipelines if there are none.
    fn prepare(&mut self, gpu: &Gpu) {
        if self.tiles.is_empty() {
            return;
        }
        let pipelines = match self.drawing.take() {
            Some(drawing) => drawing.pipelines,
            None => LampPipelines::new(gpu, &self.material_layout),
        };
        let views = bind(gpu, &pipelines, &self.lamp_views());
        self.drawing = Some(TileDrawing { pipelines, views });
    }

    /// Draws the static geometry of each tile into the slot that `slot` returns for the tile, if any.
    fn draw_still(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        slot: impl Fn(&Tile) -> Option<u32>,
    ) {
        let Some(drawing) = &self.drawing else { return };
        for (index, tile) in self.tiles.iter().enumerate() {
            let Some(slot) = slot(tile) else {
                continue;
            };
            self.set_view(pass, drawing, index, slot);
            drawing.draw_level(pass, scene, tile, |chunk| {
                !chunk.moves && tile.face.may_see(&chunk.bounds)
            });
            drawing.draw_copies(pass, scene, tile);
        }
    }

    /// Draws movers and props over a tile.
    fn draw_moving(
        &self,
        pass: &mut CountedPass<'_>,
        drawing: &TileDrawing,
        index: usize,
        (scene, props): (&Scene, &PropInstances),
    ) {
        let texel = self.layout.texel();
        let tile = &self.tiles[index];
        self.set_view(pass, drawing, index, tile.slot);
        drawing.draw_level(pass, scene, tile, |chunk| {
            let moving = scene.motion_state(chunk);
            moving.is_some_and(|it| tile.shows(&it.bounds, texel))
        });
        if props.is_empty() {
            return;
        }
        pass.set_pipeline(&drawing.pipelines.prop);
        scene.bind(pass);
        props.bind(pass);
        for chunk in &scene.props {
            let moved = chunk.prop.and_then(|it| Some((it, props.offset(it)?)));
            let Some((prop, moved)) = moved else { continue };
            let Aabb { min, max } = chunk.bounds;
            if tile.shows(&Aabb::new(min + moved, max + moved), texel) {
                props::draw(pass, chunk, prop);
            }
        }
    }

    /// Binds the view of the tile at `index`, and sets the viewport to the slot `slot` of the texture.
    fn set_view(&self, pass: &mut CountedPass<'_>, drawing: &TileDrawing, index: usize, slot: u32) {
        let ([x, y], side) = (self.layout.corner(slot), self.layout.tile_side);
        pass.set_viewport(x as f32, y as f32, side as f32, side as f32, 0.0, 1.0);
        pass.set_scissor_rect(x, y, side, side);
        let offset = index as u64 * VIEW_STRIDE;
        pass.set_bind_group(0, &drawing.views, &[offset as u32]);
    }

    fn lamp_views(&self) -> Vec<[u8; VIEW_STRIDE as usize]> {
        let view = |tile: &Tile| {
            let mut bytes = [0; VIEW_STRIDE as usize];
            let view = LampView {
                view_projection: tile.face.matrix(self.layout.tile_side),
                lamp: tile.face.center,
                ..LampView::zeroed()
            };
            bytes[..size_of::<LampView>()].copy_from_slice(bytemuck::bytes_of(&view));
            bytes
        };
        self.tiles.iter().map(view).collect()
    }
}

impl TileDrawing {
    /// Draws the level's opaque and cut-out chunks that `is_drawn` accepts.
    fn draw_level(
        &self,
        pass: &mut CountedPass<'_>,
        scene: &Scene,
        tile: &Tile,
        is_drawn: impl Fn(&Chunk) -> bool,
    ) {
        // The lamp's own body, which is close to the lamp, is left out.
        let is_close = |chunk: &&Chunk| tile.face.distance(&chunk.bounds) < LAMP_BODY;
        scene.bind(pass);
        pass.set_pipeline(&self.pipelines.solid);
        let solid = scene.opaque.iter().filter(|chunk| !is_close(chunk));
        for chunk in solid.filter(|chunk| is_drawn(chunk)) {
            pass.draw_indexed(chunk.indices(), 0, 0..1);
        }
        pass.set_pipeline(&self.pipelines.masked);
        let close = scene.opaque.iter().filter(is_close);
        for chunk in close.chain(&scene.masked).filter(|chunk| is_drawn(chunk)) {
            pass.set_bind_group(1, &scene.materials[chunk.material].group, &[]);
            pass.draw_indexed(chunk.indices(), 0, 0..1);
        }
    }

    /// Draws the repeated surfaces.
    fn draw_copies(&self, pass: &mut CountedPass<'_>, scene: &Scene, tile: &Tile) {
        if scene.copies.is_empty() {
            return;
        }
        let ready = |pass: &mut CountedPass<'_>, material: usize| {
            pass.set_pipeline(&self.pipelines.instanced);
            pass.set_bind_group(1, &scene.materials[material].group, &[]);
        };
        for coverage in [Coverage::Opaque, Coverage::Mask] {
            let may_see = |bounds: &Aabb| tile.face.may_see(bounds);
            (scene.copies).draw_where(pass, coverage, may_see, ready);
        }
    }
}

impl Tile {
    /// The movers and props with visible shadows through the face.
    fn touching(&self, casters: &[Caster], texel: f32) -> Vec<Caster> {
        let casts = |caster: &&Caster| caster.is_mover_or_prop && self.shows(&caster.bounds, texel);
        casters.iter().filter(casts).copied().collect()
    }

    /// Returns whether a body is in front of the face and large enough for a visible shadow; `texel` is the
    /// width of a texel at one meter, meters.
    fn shows(&self, bounds: &Aabb, texel: f32) -> bool {
        let min_size = MIN_TEXELS * texel * self.face.distance(bounds);
        bounds.size().max_element() >= min_size && self.face.may_see(bounds)
    }
}

/// The tiles of a level's lamps.
fn tiles(scene: &Scene) -> Vec<Tile> {
    let mut kept = 0;
    let mut tile = |(slot, face): (u32, LampFace)| {
        let chunks = scene.opaque.iter().chain(&scene.masked);
        let mut movers = chunks.filter(|chunk| chunk.moves);
        let is_reached = !scene.props.is_empty() || movers.any(|chunk| face.may_see(&chunk.bounds));
        let still = is_reached.then_some(kept);
        kept += u32::from(is_reached);
        Tile {
            face,
            slot,
            still,
            drawn: None,
        }
    };
    let faces = scene.lamps.iter().flat_map(LampFace::all);
    (0..).zip(faces).map(&mut tile).collect()
}

/// A texture for the flashes' maps and `tiles` tiles.
fn texture(gpu: &Gpu, layout: &TileLayout, tiles: usize) -> wgpu::TextureView {
    let [width, height] = layout.size(tiles);
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        format: LAMP_MAP_FORMAT,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT
            | wgpu::TextureUsages::TEXTURE_BINDING
            | wgpu::TextureUsages::COPY_SRC
            | wgpu::TextureUsages::COPY_DST,
        ..bindings::sampled_texture("lamp maps", [width, height, 1])
    });
    texture.create_view(&Default::default())
}

/// Binds the views of tiles.
fn bind(
    gpu: &Gpu,
    pipelines: &LampPipelines,
    views: &[[u8; VIEW_STRIDE as usize]],
) -> wgpu::BindGroup {
    let usage = wgpu::BufferUsages::UNIFORM;
    let buffer = upload::filled(gpu, "lamp views", views.as_flattened(), usage);
    let view = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: &buffer,
        offset: 0,
        size: wgpu::BufferSize::new(size_of::<LampView>() as u64),
    });
    bindings::group(gpu, "lamp views", &pipelines.view_layout, [(0, view)])
}
