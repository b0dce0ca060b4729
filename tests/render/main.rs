//! The renderer, judged by its pictures: what must be brighter, hidden or mixed, and fixed views
//! against stored ones. Drawn without a display on the software Vulkan driver; where there is
//! none the tests print SKIPPED.

mod effects;
mod faults;
mod figures;
mod goldens;
mod light;
mod materials;
mod props;
mod stage;
