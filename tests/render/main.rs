//! The renderer, judged by its pictures: what must be brighter, hidden or mixed, and fixed views
//! against stored ones. Drawn without a display on the software Vulkan driver; where there is
//! none the tests print SKIPPED.

mod animated;
mod contact;
mod copies;
mod debug_lines;
mod effects;
mod faults;
mod figures;
mod files;
mod film;
mod findings;
mod goldens;
mod impacts;
mod lamp_shadows;
mod lamps;
mod light;
mod materials;
mod mirrors;
mod occlusion;
mod opengl;
mod quality;
mod shadows;
mod stage;
