//! The graphics device: selection, opening and error reporting. Nothing is drawn here.

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
const OPENGL_NOTICE: &str = "over OpenGL what is hidden is drawn, too, and shadows are drawn whole whenever something moves";

/// The preferred adapter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdapterChoice {
    /// A substring of the adapter's name, its kind (discrete, integrated, software) or its interface's name,
    /// in any case; `None` for the system's default.
    pub name: Option<String>,
    /// True if no other adapter will do; otherwise the default adapter is the fallback.
    pub is_required: bool,
}

impl AdapterChoice {
    /// An adapter of this name, without a fallback.
    pub fn required(name: String) -> Self {
        Self {
            name: Some(name),
            is_required: true,
        }
    }
}

/// An open device with its queue and adapter.
pub struct Gpu {
    pub instance: wgpu::Instance,
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    faults: Arc<Mutex<DeviceFaults>>,
    pipelines: AtomicU32,
}

#[derive(Default)]
struct DeviceFaults {
    first: Option<String>,
    lost: bool,
    has_no_memory: bool,
}

impl Gpu {
    /// Opens a device without a window. The choice follows `WGPU_BACKEND`, `wanted`, and `WGPU_ADAPTER_NAME`
    /// if `wanted` has no name. Fails without a driver.
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

    /// Opens the software Vulkan driver regardless of the environment, for stored images, which differ
    /// between drivers. Fails if the driver is not installed.
    pub fn software() -> Result<Self, RenderError> {
        Self::open_any(wgpu::Backends::VULKAN, true)
    }

    /// Opens OpenGL regardless of the environment, to compare its images with others. Fails without OpenGL.
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

    /// Returns whether a device opened without a window can present to a later window. OpenGL's can't.
    pub fn may_precede_window() -> bool {
        wgpu::Backends::from_env().is_none_or(|it| it.intersects(wgpu::Backends::PRIMARY))
    }

    pub(super) fn open(
        instance: wgpu::Instance,
        adapter: wgpu::Adapter,
    ) -> Result<Self, RenderError> {
        let info = adapter.get_info();
        // The adapter's own limits: a higher request fails, and the default limits textures to 2048 pixels.
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("hexbound"),
            required_limits: adapter.limits(),
            required_features: adapter.features() & TIMING_FEATURES,
            // Small memory blocks, so that the staging buffers of one-time uploads are freed.
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
        log_once(Level::Info, format!("drawing with {name} ({interface})"));
        let gpu = Self {
            instance,
            adapter,
            device,
            queue,
            faults: Arc::default(),
            pipelines: AtomicU32::new(0),
        };
        if gpu.is_opengl() {
            log_once(Level::Info, String::from(OPENGL_NOTICE));
        }
        if gpu.is_software() {
            let text = format!("{name} is a software driver: drawing will be slow");
            log_once(Level::Warn, text);
        }
        gpu.watch();
        Ok(gpu)
    }

    /// Registers handlers for errors and for the loss of the device. wgpu panics on an error without a
    /// handler.
    fn watch(&self) {
        let faults = Arc::clone(&self.faults);
        self.device
            .on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
                let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
                // Every call on a lost device fails, and the loss was reported already.
                if !faults.lost {
                    log::error!("graphics: {error}");
                }
                faults.has_no_memory |= matches!(error, wgpu::Error::OutOfMemory { .. });
                faults.first.get_or_insert_with(|| error.to_string());
            }));
        let faults = Arc::clone(&self.faults);
        self.device
            .set_device_lost_callback(move |reason, message| {
                // wgpu reports this reason for every dropped device.
                if reason != wgpu::DeviceLostReason::Destroyed {
                    record_loss(&faults, message);
                }
            });
    }

    /// Takes the first failure since the last call, if any. Drawing may fail afterwards, but never panics.
    pub fn take_fault(&self) -> Option<String> {
        self.faults().first.take()
    }

    /// Waits until all submitted work is done. Fails if the device has failed meanwhile.
    pub fn wait(&self) -> Result<(), RenderError> {
        self.poll(wgpu::PollType::wait_indefinitely())?;
        self.check()
    }

    /// Fails if the device has failed since the last call of this function or of [`Gpu::take_fault`].
    pub(crate) fn check(&self) -> Result<(), RenderError> {
        self.take_fault()
            .map_or(Ok(()), |fault| Err(RenderError::Device(fault)))
    }

    /// Lets the device process finished work, and waits for it according to `kind`. Fails if the device is
    /// lost, where wgpu would panic.
    pub(crate) fn poll(&self, kind: wgpu::PollType) -> Result<(), RenderError> {
        if self.is_lost() {
            return Err(RenderError::Device(LOST_MESSAGE.into()));
        }
        let done = self.device.poll(kind);
        done.map_err(|error| RenderError::Readback(error.to_string()))?;
        Ok(())
    }

    /// Loses the device, as after a driver reset, to test how the game reacts.
    pub fn lose(&self) {
        record_loss(&self.faults, "it was given up on purpose".into());
        self.device.destroy();
    }

    /// Returns whether the device is lost. All its resources must then be recreated on a new device.
    pub fn is_lost(&self) -> bool {
        self.faults().lost
    }

    /// Returns whether the device has run out of memory, so that a requested resource does not exist.
    pub fn has_no_memory(&self) -> bool {
        self.faults().has_no_memory
    }

    fn faults(&self) -> MutexGuard<'_, DeviceFaults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The adapter's name, kind, interface and driver.
    pub fn full_name(&self) -> String {
        let info = self.adapter.get_info();
        let name = full_name(&self.adapter);
        format!("{name}, driver {} {}", info.driver, info.driver_info)
    }

    /// The name of the adapter.
    pub fn name(&self) -> String {
        self.adapter.get_info().name
    }

    /// Returns whether this adapter matches `wanted`.
    pub fn is_wanted(&self, wanted: &AdapterChoice) -> bool {
        (wanted.name.as_ref()).is_none_or(|name| is_named(&self.adapter, name))
    }

    /// Returns whether the adapter draws on the CPU.
    pub(crate) fn is_software(&self) -> bool {
        self.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// Returns whether the device supports occlusion tests: its shaders can sample depth and write draw
    /// arguments.
    pub(crate) fn supports_occlusion_tests(&self) -> bool {
        let capabilities = self.adapter.get_downlevel_capabilities();
        capabilities.is_webgpu_compliant() && !self.is_opengl()
    }

    /// Returns whether the device uses OpenGL, where wgpu can neither copy depth nor sample multisampled
    /// textures.
    pub(crate) fn is_opengl(&self) -> bool {
        self.adapter.get_info().backend == wgpu::Backend::Gl
    }

    /// Creates and counts a render pipeline: none may be created during play.
    pub(crate) fn render_pipeline(
        &self,
        descriptor: &wgpu::RenderPipelineDescriptor<'_>,
    ) -> wgpu::RenderPipeline {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
        let _span = span(descriptor.label.unwrap_or("a pipeline"));
        self.device.create_render_pipeline(descriptor)
    }

    /// Creates and counts a compute pipeline.
    pub(crate) fn compute_pipeline(
        &self,
        descriptor: &wgpu::ComputePipelineDescriptor<'_>,
    ) -> wgpu::ComputePipeline {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
        let _span = span(descriptor.label.unwrap_or("a pipeline"));
        self.device.create_compute_pipeline(descriptor)
    }

    /// The number of pipelines created since the device was opened.
    pub(crate) fn pipeline_count(&self) -> u32 {
        self.pipelines.load(Ordering::Relaxed)
    }

    /// The largest width and height of a texture, pixels.
    pub fn max_texture_side(&self) -> u32 {
        self.device.limits().max_texture_dimension_2d
    }

    /// Returns `size` limited to the device's largest texture, pixels; `None` if either side is zero.
    pub(crate) fn limited_size(&self, size: [u32; 2]) -> Option<[u32; 2]> {
        let [width, height] = size;
        (width > 0 && height > 0).then(|| size.map(|side| side.min(self.max_texture_side())))
    }
}

/// Records and reports the loss of a device.
fn record_loss(faults: &Mutex<DeviceFaults>, message: String) {
    log::error!("{LOST_MESSAGE}: {message}");
    let mut faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
    faults.lost = true;
    faults.first.get_or_insert(message);
}

/// Logs a message about an opened device, unless this run has logged the same text before. A run may open
/// several devices: one before its window, and one for the thumbnails of levels.
fn log_once(level: Level, text: String) {
    static LOGGED_TEXTS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut logged = LOGGED_TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if logged.insert(text.clone()) {
        log::log!(level, "{text}");
    }
}

pub(super) fn make_instance(mut descriptor: wgpu::InstanceDescriptor) -> wgpu::Instance {
    silence_wayland_log();
    // wgpu would validate indirect draw arguments in an extra pass. Ours come from our own shader, which
    // changes only the instance count: 0 or 1.
    descriptor
        .flags
        .remove(wgpu::InstanceFlags::VALIDATION_INDIRECT_CALL);
    wgpu::Instance::new(descriptor)
}

/// Tries the interfaces in `WGPU_BACKEND`. If the variable is unset, tries the modern ones first and OpenGL
/// only if they fail: probing for it is slow and noisy on systems without it.
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

/// The name of an adapter with its kind and interface.
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

/// Returns whether an adapter's full name contains `wanted`, ignoring case.
fn is_named(adapter: &wgpu::Adapter, wanted: &str) -> bool {
    let name = full_name(adapter).to_lowercase();
    name.contains(&wanted.to_lowercase())
}

/// The first adapter whose full name contains `wanted`, ignoring case.
fn named_adapter(
    instance: &wgpu::Instance,
    surface: Option<&wgpu::Surface<'_>>,
    wanted: String,
) -> Result<wgpu::Adapter, RenderError> {
    let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    adapters.retain(|adapter| surface.is_none_or(|surface| adapter.is_surface_supported(surface)));
    let names: Vec<String> = adapters.iter().map(full_name).collect();
    let index = (adapters.iter()).position(|adapter| is_named(adapter, &wanted));
    match index {
        Some(index) => Ok(adapters.swap_remove(index)),
        None => Err(RenderError::NoSuchAdapter {
            wanted,
            found: names.join(", "),
        }),
    }
}
