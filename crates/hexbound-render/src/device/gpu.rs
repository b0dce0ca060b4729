//! The graphics device: found, opened and watched for failure. Nothing is drawn here.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
};

use log::Level;

use super::wayland_log::silence_wayland_log;
use crate::RenderError;
use hexbound_base::logs::span;

/// The features that the adapter must support for timestamps between passes.
pub(super) const TIMING_FEATURES: wgpu::Features =
    wgpu::Features::TIMESTAMP_QUERY.union(wgpu::Features::TIMESTAMP_QUERY_INSIDE_ENCODERS);
const LOST_MESSAGE: &str = "the graphics device is lost";
const OPENGL_LACKS: &str = "over OpenGL what is hidden is drawn, too, and shadows are drawn whole whenever something moves";

/// The adapter that the player wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdapterChoice {
    /// A part of its name, of its kind (discrete, integrated, software) or of its interface's name,
    /// in capitals or not; `None` for the system's usual one.
    pub name: Option<String>,
    /// True if no other will do; else the usual one is taken where there is none of that name.
    pub is_required: bool,
}

impl AdapterChoice {
    /// The adapter of this name and no other.
    pub fn required(name: String) -> Self {
        Self {
            name: Some(name),
            is_required: true,
        }
    }
}

/// An open device, with the queue and the adapter that it belongs to.
pub struct Gpu {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    faults: Arc<Mutex<Faults>>,
    pipelines: AtomicU32,
}

#[derive(Default)]
struct Faults {
    first: Option<String>,
    lost: bool,
    has_no_memory: bool,
}

impl Gpu {
    /// Opens a device for pictures without a window. `WGPU_BACKEND`, and `WGPU_ADAPTER_NAME` where
    /// `wanted` names none, choose. Fails where there is no driver.
    pub fn headless(wanted: &AdapterChoice) -> Result<Self, RenderError> {
        let _span = span("opening the device");
        first_success(|backends| {
            let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
            descriptor.backends = backends;
            let instance = make_instance(descriptor);
            let adapter = choose_adapter(&instance, None, wanted)?;
            Self::open(instance, adapter)
        })
    }

    /// Opens the software Vulkan driver, whatever the environment says: for stored pictures, which
    /// differ between drivers. Fails where it is not installed.
    pub fn software() -> Result<Self, RenderError> {
        Self::open_any(wgpu::Backends::VULKAN, true)
    }

    /// Opens OpenGL, whatever the environment says: for comparing its pictures with others. Fails
    /// where there is none.
    pub fn opengl() -> Result<Self, RenderError> {
        Self::open_any(wgpu::Backends::GL, false)
    }

    /// Opens the first device of an interface, or its software driver.
    fn open_any(
        backends: wgpu::Backends,
        force_fallback_adapter: bool,
    ) -> Result<Self, RenderError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = backends;
        let instance = make_instance(descriptor);
        let options = wgpu::RequestAdapterOptions {
            force_fallback_adapter,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))?;
        Self::open(instance, adapter)
    }

    /// Returns whether a device that was opened without a window may present to one that comes
    /// later. Over OpenGL it cannot.
    pub fn may_precede_window() -> bool {
        wgpu::Backends::from_env().is_none_or(|asked| asked.intersects(wgpu::Backends::PRIMARY))
    }

    pub(super) fn open(
        instance: wgpu::Instance,
        adapter: wgpu::Adapter,
    ) -> Result<Self, RenderError> {
        let info = adapter.get_info();
        // The adapter's own limits: asking for more fails, and asking for less gives textures of at
        // most 2048 pixels.
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("hexbound"),
            required_limits: adapter.limits(),
            required_features: adapter.features() & TIMING_FEATURES,
            // Small blocks of memory: staging buffers of what is uploaded once are given back.
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        };
        let (device, queue) =
            pollster::block_on(adapter.request_device(&descriptor)).map_err(|source| {
                RenderError::NoDevice {
                    adapter: info.name.clone(),
                    source,
                }
            })?;
        let (name, interface) = (&info.name, info.backend);
        say_once(Level::Info, format!("drawing with {name} ({interface})"));
        let gpu = Self {
            instance,
            adapter,
            device,
            queue,
            faults: Arc::default(),
            pipelines: AtomicU32::new(0),
        };
        if gpu.is_opengl() {
            say_once(Level::Info, String::from(OPENGL_LACKS));
        }
        if gpu.is_software() {
            let text = format!("{name} is a software driver: drawing will be slow");
            say_once(Level::Warn, text);
        }
        gpu.watch();
        Ok(gpu)
    }

    /// Notes errors and the device's loss. An uncaught error would otherwise be a panic of wgpu's.
    fn watch(&self) {
        let faults = Arc::clone(&self.faults);
        self.device
            .on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                // Whatever is asked of a lost device fails; that it is lost was said.
                if !faults.lost {
                    log::error!("graphics: {error}");
                }
                faults.has_no_memory |= matches!(error, wgpu::Error::OutOfMemory { .. });
                faults.first.get_or_insert_with(|| error.to_string());
            }));
        let faults = Arc::clone(&self.faults);
        self.device
            .set_device_lost_callback(move |reason, message| {
                // Reported of every device when it is dropped.
                if reason != wgpu::DeviceLostReason::Destroyed {
                    note_loss(&faults, message);
                }
            });
    }

    /// The first failure since the last call, if any. Drawing goes on or not, but never panics.
    pub fn take_fault(&self) -> Option<String> {
        self.faults().first.take()
    }

    /// Waits until everything that was submitted is done. Fails when the device has failed
    /// meanwhile.
    pub fn wait(&self) -> Result<(), RenderError> {
        self.poll(wgpu::PollType::wait_indefinitely())?;
        self.check()
    }

    /// Fails when the device has failed since the last call.
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        self.take_fault()
            .map_or(Ok(()), |fault| Err(RenderError::Device(fault)))
    }

    /// Has the device note what it is done with, and waits for it if `kind` says so. Fails when the
    /// device is lost: asking it would be a panic of wgpu's.
    pub(crate) fn poll(&self, kind: wgpu::PollType) -> Result<(), RenderError> {
        if self.is_lost() {
            return Err(RenderError::Device(LOST_MESSAGE.into()));
        }
        let done = self.device.poll(kind);
        done.map_err(|error| RenderError::Readback(error.to_string()))?;
        Ok(())
    }

    /// Loses the device, as when its driver is reset: for trying out what becomes of the game then.
    pub fn lose(&self) {
        note_loss(&self.faults, "it was given up on purpose".into());
        self.device.destroy();
    }

    /// Returns whether the device is lost: everything made with it must be made again with a new
    /// one.
    pub fn is_lost(&self) -> bool {
        self.faults().lost
    }

    /// Returns whether the device has run out of memory: what was to be created does not exist.
    pub fn has_no_memory(&self) -> bool {
        self.faults().has_no_memory
    }

    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The adapter's name, kind, interface and driver.
    pub fn name_in_full(&self) -> String {
        let info = self.adapter.get_info();
        let name = full_name(&self.adapter);
        format!("{name}, driver {} {}", info.driver, info.driver_info)
    }

    /// Name of the adapter.
    pub fn name(&self) -> String {
        self.adapter.get_info().name
    }

    /// Returns whether this is the adapter that is wanted.
    pub fn is_wanted(&self, wanted: &AdapterChoice) -> bool {
        (wanted.name.as_ref()).is_none_or(|name| is_named(&self.adapter, name))
    }

    /// Returns whether the adapter draws on the processor.
    pub(crate) fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// Returns whether the device can test what is hidden: its shaders look up depth and write the
    /// arguments of draws.
    pub(crate) fn tests_hidden(&self) -> bool {
        let capabilities = self.adapter.get_downlevel_capabilities();
        capabilities.is_webgpu_compliant() && !self.is_opengl()
    }

    /// Returns whether the device is OpenGL's, where wgpu can neither copy depth nor look up
    /// multisampled textures.
    pub(crate) fn is_opengl(&self) -> bool {
        self.adapter.get_info().backend == wgpu::Backend::Gl
    }

    /// Creates a render pipeline and counts it: none may be created while somebody plays.
    pub(crate) fn render_pipeline(
        &self,
        descriptor: &wgpu::RenderPipelineDescriptor<'_>,
    ) -> wgpu::RenderPipeline {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
        let _span = span(descriptor.label.unwrap_or("a pipeline"));
        self.device.create_render_pipeline(descriptor)
    }

    /// Creates a compute pipeline and counts it.
    pub(crate) fn compute_pipeline(
        &self,
        descriptor: &wgpu::ComputePipelineDescriptor<'_>,
    ) -> wgpu::ComputePipeline {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
        let _span = span(descriptor.label.unwrap_or("a pipeline"));
        self.device.create_compute_pipeline(descriptor)
    }

    /// Pipelines created since the device was opened.
    pub(crate) fn pipelines_made(&self) -> u32 {
        self.pipelines.load(Ordering::Relaxed)
    }

    /// Greatest width and height of a texture, pixels.
    pub fn largest(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// `size` cut to what the device can draw to, pixels; `None` when either side is zero.
    pub(crate) fn drawable(&self, size: [u32; 2]) -> Option<[u32; 2]> {
        let [width, height] = size;
        (width > 0 && height > 0).then(|| [width.min(self.largest()), height.min(self.largest())])
    }
}

/// Notes that a device is lost, and says so.
fn note_loss(faults: &Mutex<Faults>, message: String) {
    log::error!("{LOST_MESSAGE}: {message}");
    let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
    faults.lost = true;
    faults.first.get_or_insert(message);
}

/// Says something about the device that was opened, once in a run. One that was opened ahead may not be
/// the one that is used, and pictures of levels have their own.
fn say_once(level: Level, text: String) {
    static SAID_TEXTS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut said = SAID_TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if said.insert(text.clone()) {
        log::log!(level, "{text}");
    }
}

pub(super) fn make_instance(mut descriptor: wgpu::InstanceDescriptor) -> wgpu::Instance {
    silence_wayland_log();
    // wgpu would validate the arguments of indirect draws with a pass of its own. Ours come from
    // our own shader, which changes nothing but the instance count: 0 or 1.
    descriptor
        .flags
        .remove(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
    wgpu::Instance::new(descriptor)
}

/// Tries the interfaces that `WGPU_BACKEND` names. Where it is unset, tries the modern ones, and
/// OpenGL only when they fail: asking for it is slow and noisy where there is none.
pub(super) fn first_success<T>(
    mut attempt: impl FnMut(wgpu::Backends) -> Result<T, RenderError>,
) -> Result<T, RenderError> {
    match wgpu::Backends::from_env() {
        Some(backends) => attempt(backends),
        None => attempt(wgpu::Backends::PRIMARY).or_else(|error| {
            log::info!("{error}");
            attempt(wgpu::Backends::all())
        }),
    }
}

pub(super) fn choose_adapter(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
    wanted: &AdapterChoice,
) -> Result<wgpu::Adapter, RenderError> {
    let from_environment = || std::env::var("WGPU_ADAPTER_NAME").ok();
    match (&wanted.name, wanted.is_required) {
        (Some(name), true) => return named_adapter(instance, surface, name.clone()),
        (Some(name), false) => match named_adapter(instance, surface, name.clone()) {
            Err(error @ RenderError::NoSuchAdapter { .. }) => {
                log::warn!("{error}; the system's usual one is taken");
            }
            found => return found,
        },
        (None, _) => {
            if let Some(name) = from_environment() {
                return named_adapter(instance, surface, name);
            }
        }
    }
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::from_env()
            .unwrap_or(wgpu::PowerPreference::HighPerformance),
        compatible_surface: surface,
        ..Default::default()
    };
    Ok(pollster::block_on(instance.request_adapter(&options))?)
}

/// An adapter's name with its kind and the interface that it is reached by.
fn full_name(adapter: &wgpu::Adapter) -> String {
    let info = adapter.get_info();
    let kind = match info.device_type {
        wgpu::DeviceType::DiscreteGpu => "discrete",
        wgpu::DeviceType::IntegratedGpu => "integrated",
        wgpu::DeviceType::VirtualGpu => "virtual",
        wgpu::DeviceType::Cpu => "software",
        wgpu::DeviceType::Other => "other",
    };
    format!("{} ({kind}, {})", info.name, info.backend)
}

/// Returns whether an adapter's full name contains `wanted`, in capitals or not.
fn is_named(adapter: &wgpu::Adapter, wanted: &str) -> bool {
    let name = full_name(adapter).to_lowercase();
    name.contains(&wanted.to_lowercase())
}

/// The first adapter whose full name contains `wanted`, in capitals or not.
fn named_adapter(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
    wanted: String,
) -> Result<wgpu::Adapter, RenderError> {
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    adapters.retain(|adapter| surface.is_none_or(|surface| adapter.is_surface_supported(surface)));
    let names: Vec<String> = adapters.iter().map(full_name).collect();
    let place = (adapters.iter()).position(|adapter| is_named(adapter, &wanted));
    match place {
        Some(place) => Ok(adapters.swap_remove(place)),
        None => Err(RenderError::NoSuchAdapter {
            wanted,
            found: names.join(", "),
        }),
    }
}
