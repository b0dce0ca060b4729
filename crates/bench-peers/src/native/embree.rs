//! The measured functions of Embree, version 3 or 4, over scenes of one mesh.

use std::{
    ffi::{CStr, c_char, c_uint, c_void},
    ptr,
    sync::atomic::{AtomicIsize, Ordering::Relaxed},
};

use crate::{meshes::Soup, rays::Shot};

type Handle = *mut c_void;
type Monitor = extern "C" fn(*mut c_void, isize, bool) -> bool;

/// The instances and, from version 4.3 on, their primitives in a hit. For version 4 the array has the
/// larger size.
const INSTANCES: usize = if cfg!(embree = "4") { 5 } else { 1 };
const INVALID: u32 = u32::MAX;

#[repr(C, align(16))]
struct Ray {
    origin: [f32; 3],
    near: f32,
    direction: [f32; 3],
    time: f32,
    far: f32,
    mask: c_uint,
    id: c_uint,
    flags: c_uint,
}

#[repr(C, align(16))]
struct RayHit {
    ray: Ray,
    normal: [f32; 3],
    barycentric: [f32; 2],
    primitive: c_uint,
    geometry: c_uint,
    instances: [c_uint; INSTANCES],
}

#[cfg(embree = "3")]
#[repr(C)]
struct Context {
    flags: c_uint,
    filter: *const c_void,
    instances: [c_uint; INSTANCES],
}

unsafe extern "C" {
    fn rtcNewDevice(config: *const c_char) -> Handle;
    fn rtcReleaseDevice(device: Handle);
    fn rtcGetDeviceError(device: Handle) -> c_uint;
    fn rtcSetDeviceMemoryMonitorFunction(device: Handle, monitor: Monitor, data: *mut c_void);
    fn rtcNewGeometry(device: Handle, kind: c_uint) -> Handle;
    fn rtcSetNewGeometryBuffer(
        geometry: Handle,
        kind: c_uint,
        slot: c_uint,
        format: c_uint,
        stride: usize,
        count: usize,
    ) -> *mut c_void;
    fn rtcCommitGeometry(geometry: Handle);
    fn rtcReleaseGeometry(geometry: Handle);
    fn rtcNewScene(device: Handle) -> Handle;
    fn rtcSetSceneFlags(scene: Handle, flags: c_uint);
    fn rtcAttachGeometry(scene: Handle, geometry: Handle) -> c_uint;
    fn rtcCommitScene(scene: Handle);
    fn rtcReleaseScene(scene: Handle);
}

#[cfg(embree = "3")]
unsafe extern "C" {
    fn rtcIntersect1(scene: Handle, context: *mut Context, ray: *mut RayHit);
    fn rtcOccluded1(scene: Handle, context: *mut Context, ray: *mut Ray);
}

#[cfg(embree = "4")]
unsafe extern "C" {
    fn rtcIntersect1(scene: Handle, ray: *mut RayHit, arguments: *const c_void);
    fn rtcOccluded1(scene: Handle, ray: *mut Ray, arguments: *const c_void);
}

static ALIVE: AtomicIsize = AtomicIsize::new(0);

/// The bytes of all scenes together at the moment, by Embree's own count.
pub fn alive() -> isize {
    ALIVE.load(Relaxed)
}

extern "C" fn count(_data: *mut c_void, bytes: isize, _is_after: bool) -> bool {
    ALIVE.fetch_add(bytes, Relaxed);
    true
}

/// Embree with one thread.
pub struct Device(Handle);

// SAFETY: Embree's functions may be called from any thread.
unsafe impl Sync for Device {}

/// The options of building a scene's tree.
#[derive(Clone, Copy, Debug)]
pub enum Flags {
    Default = 0,
    Compact = 2,
    Robust = 4,
}

const CONFIG: &CStr = c"threads=1";
const TRIANGLES: c_uint = 0;
/// Kinds of lists.
const INDICES: c_uint = 0;
const VERTICES: c_uint = 1;
/// The formats of the lists' elements.
const THREE_INDICES: c_uint = 0x5003;
const THREE_FLOATS: c_uint = 0x9003;

impl Device {
    pub fn new() -> Self {
        // SAFETY: the text ends with a zero; the monitor is a function without data.
        let device = unsafe {
            let device = rtcNewDevice(CONFIG.as_ptr());
            assert!(!device.is_null(), "Embree knows no such processor");
            rtcSetDeviceMemoryMonitorFunction(device, count, ptr::null_mut());
            device
        };
        Self(device)
    }

    /// A scene with copies of the lists, ready for queries.
    pub fn scene(&self, soup: &Soup, flags: Flags) -> Scene {
        // SAFETY: the handles are alive, and released once each: the scene keeps the geometry.
        let (scene, error) = unsafe {
            let geometry = rtcNewGeometry(self.0, TRIANGLES);
            fill(geometry, VERTICES, THREE_FLOATS, &soup.positions);
            fill(geometry, INDICES, THREE_INDICES, &soup.triangles);
            rtcCommitGeometry(geometry);
            let scene = rtcNewScene(self.0);
            rtcSetSceneFlags(scene, flags as c_uint);
            rtcAttachGeometry(scene, geometry);
            rtcReleaseGeometry(geometry);
            rtcCommitScene(scene);
            (scene, rtcGetDeviceError(self.0))
        };
        assert_eq!(error, 0, "Embree refuses the scene");
        Scene(scene)
    }
}

/// # Safety
///
/// The geometry is alive, and `T` is three numbers of 32 bits as the format requires.
unsafe fn fill<T: Copy>(geometry: Handle, kind: c_uint, format: c_uint, list: &[T]) {
    // SAFETY: Embree allocates a list of this length, which nobody else has yet.
    unsafe {
        let list_there =
            rtcSetNewGeometryBuffer(geometry, kind, 0, format, size_of::<T>(), list.len());
        assert!(!list_there.is_null(), "Embree has no memory for a list");
        ptr::copy_nonoverlapping(list.as_ptr(), list_there.cast(), list.len());
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: released once; scenes hold the device themselves.
        unsafe { rtcReleaseDevice(self.0) }
    }
}

pub struct Scene(Handle);

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: released once.
        unsafe { rtcReleaseScene(self.0) }
    }
}

impl Scene {
    #[inline]
    pub fn closest(&self, shot: &Shot) -> Option<f32> {
        let mut hit = RayHit {
            ray: ray(shot),
            normal: [0.0; 3],
            barycentric: [0.0; 2],
            primitive: INVALID,
            geometry: INVALID,
            instances: [INVALID; INSTANCES],
        };
        // SAFETY: the scene is committed, the hit and the context are Embree's own layout.
        unsafe {
            #[cfg(embree = "3")]
            rtcIntersect1(self.0, &mut context(), &mut hit);
            #[cfg(embree = "4")]
            rtcIntersect1(self.0, &mut hit, ptr::null());
        }
        (hit.geometry != INVALID).then_some(hit.ray.far)
    }

    /// Returns 0 m for any hit.
    #[inline]
    pub fn any(&self, shot: &Shot) -> Option<f32> {
        let mut ray = ray(shot);
        // SAFETY: as above.
        unsafe {
            #[cfg(embree = "3")]
            rtcOccluded1(self.0, &mut context(), &mut ray);
            #[cfg(embree = "4")]
            rtcOccluded1(self.0, &mut ray, ptr::null());
        }
        (ray.far < 0.0).then_some(0.0)
    }
}

#[inline]
fn ray(shot: &Shot) -> Ray {
    Ray {
        origin: shot.origin.to_array(),
        near: 0.0,
        direction: shot.direction.to_array(),
        time: 0.0,
        far: shot.length,
        mask: u32::MAX,
        id: 0,
        flags: 0,
    }
}

#[cfg(embree = "3")]
#[inline]
fn context() -> Context {
    Context {
        flags: 0,
        filter: ptr::null(),
        instances: [INVALID; INSTANCES],
    }
}
