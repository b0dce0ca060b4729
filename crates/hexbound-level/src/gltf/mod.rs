//! From a glTF file to a draft of a level: the container, its JSON document, buffers and accessors, then
//! nodes, meshes, materials, images and lights. Every index and count of a file is checked before it is
//! followed. `build` makes a level of the draft.

mod accepts;
mod accessors;
mod air;
mod ambience;
mod animations;
mod buffers;
mod bumpers;
mod container;
mod curves;
mod document;
mod extension_values;
mod extras;
mod glass;
mod grain;
mod hierarchy;
mod images;
mod instance_groups;
mod instancing;
mod json_fault;
mod json_values;
mod lightmaps;
mod lights;
mod load;
mod marked_nodes;
mod markers;
mod material_extensions;
mod materials;
mod mesh_boxes;
mod mesh_placer;
mod near_names;
mod node_names;
mod nodes;
mod play;
mod pose;
mod primitive;
mod primitive_reader;
mod rigs;
mod shapes;
mod skins;
mod still_animations;
mod tangents;
mod thin_film;
mod transforms;
mod unused;
mod variants;
mod vertices;

pub use load::{load, load_altered, load_bytes, load_cached, load_with, read_rules};
