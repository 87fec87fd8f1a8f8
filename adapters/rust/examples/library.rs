//! A physics library with a C interface as an engine: any shared library with the functions of
//! `adapters/c/plumbline_engine.h`. It shows how an engine that exists already is connected.
//!
//! ```sh
//! deno task conform --engine "exec:adapters/rust/target/release/examples/library ./libmujoco_engine.so"
//! ```

use plumbline_engine::{serve, About, Assets, Engine, Refusal, Simulation, Value};
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_void};
use std::ptr::null_mut;

extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

const RTLD_NOW: c_int = 2;

/// `plumbline_array`
#[repr(C)]
struct Array {
    data: *const c_void,
    count: i64,
    kind: i32,
    reserved: i32,
}

type Action = unsafe extern "C" fn(*mut c_void) -> i32;

/// The functions of a library.
#[derive(Clone, Copy)]
struct Library {
    info: unsafe extern "C" fn(*const c_char) -> *const c_char,
    message: unsafe extern "C" fn() -> *const c_char,
    asset: unsafe extern "C" fn(*const c_char, *const u8, i64),
    load: unsafe extern "C" fn(*const c_char, i64, *mut *mut c_void) -> i32,
    close: unsafe extern "C" fn(*mut c_void),
    read: unsafe extern "C" fn(*mut c_void, *const c_char, *mut Array) -> i32,
    write: unsafe extern "C" fn(*mut c_void, *const c_char, *const f64, i64, i64) -> i32,
    reset: Action,
    forward: Action,
    step: Action,
    step1: Action,
    step2: Action,
    inverse: Action,
}

impl Library {
    /// Opens a library that has all functions of the interface.
    fn open(path: &str) -> Result<Library, String> {
        let handle = unsafe { dlopen(text(path).as_ptr(), RTLD_NOW) };
        if handle.is_null() {
            return Err(unsafe { read_text(dlerror()) }.unwrap_or_default());
        }
        macro_rules! find {
            ($($name:ident),*) => {
                Ok(Library { $($name: {
                    let symbol = unsafe { dlsym(handle, text(concat!("plumbline_", stringify!($name))).as_ptr()) };
                    if symbol.is_null() {
                        return Err(format!("{path} has no function plumbline_{}", stringify!($name)));
                    }
                    // SAFETY: the header says that functions of these names have these types
                    unsafe { std::mem::transmute(symbol) }
                }),* })
            };
        }
        find!(info, message, asset, load, close, read, write, reset, forward, step, step1, step2, inverse)
    }

    fn says(&self, what: &str) -> Option<String> {
        unsafe { read_text((self.info)(text(what).as_ptr())) }
    }

    fn complaint(&self) -> String {
        unsafe { read_text((self.message)()) }.unwrap_or_default()
    }
}

fn text(it: &str) -> CString {
    CString::new(it).unwrap_or_default()
}

unsafe fn read_text(pointer: *const c_char) -> Option<String> {
    (!pointer.is_null()).then(|| CStr::from_ptr(pointer).to_string_lossy().into_owned())
}

struct LibrarySimulation {
    library: Library,
    sim: *mut c_void,
}

impl LibrarySimulation {
    fn run(&self, action: Action) -> Result<(), Refusal> {
        match unsafe { action(self.sim) } {
            0 => Ok(()),
            _ => Err(self.library.complaint().into()),
        }
    }
}

impl Drop for LibrarySimulation {
    fn drop(&mut self) {
        unsafe { (self.library.close)(self.sim) }
    }
}

impl Simulation for LibrarySimulation {
    fn read(&mut self, field: &str) -> Option<Value<'_>> {
        let mut array = Array { data: null_mut(), count: 0, kind: 0, reserved: 0 };
        if unsafe { (self.library.read)(self.sim, text(field).as_ptr(), &mut array) } != 0 {
            return None;
        }
        if array.count == 0 {
            return Some(Value::Owned(Vec::new()));
        }
        // SAFETY: the elements stay valid until the next call, and the borrow of `self` ends before it
        macro_rules! slice {
            () => {
                unsafe { std::slice::from_raw_parts(array.data.cast(), array.count as usize) }
            };
        }
        Some(match array.kind {
            0 => Value::F64(slice!()),
            1 => Value::F32(slice!()),
            2 => Value::I32(slice!()),
            3 => Value::U8(slice!()),
            _ => Value::I8(slice!()),
        })
    }

    fn write(&mut self, field: &str, values: &[f64], offset: usize) -> Result<(), Refusal> {
        let (name, count) = (text(field), values.len() as i64);
        match unsafe { (self.library.write)(self.sim, name.as_ptr(), values.as_ptr(), count, offset as i64) } {
            0 => Ok(()),
            _ => Err(format!("{field}: {}", self.library.complaint()).into()),
        }
    }

    fn reset(&mut self) -> Result<(), Refusal> {
        self.run(self.library.reset)
    }

    fn forward(&mut self) -> Result<(), Refusal> {
        self.run(self.library.forward)
    }

    fn step(&mut self) -> Result<(), Refusal> {
        self.run(self.library.step)
    }

    fn step1(&mut self) -> Result<(), Refusal> {
        self.run(self.library.step1)
    }

    fn step2(&mut self) -> Result<(), Refusal> {
        self.run(self.library.step2)
    }

    fn inverse(&mut self) -> Result<(), Refusal> {
        self.run(self.library.inverse)
    }
}

struct LibraryEngine(Library);

impl Engine for LibraryEngine {
    type Simulation = LibrarySimulation;

    fn about(&self) -> About {
        let Self(library) = self;
        About::new(&library.says("name").unwrap_or_default(), &library.says("version").unwrap_or_default())
    }

    fn load(&mut self, xml: &str, assets: &Assets) -> Result<LibrarySimulation, Refusal> {
        let Self(library) = *self;
        for (path, bytes) in assets {
            unsafe { (library.asset)(text(path).as_ptr(), bytes.as_ptr(), bytes.len() as i64) };
        }
        let mut sim = null_mut();
        match unsafe { (library.load)(text(xml).as_ptr(), xml.len() as i64, &mut sim) } {
            0 => Ok(LibrarySimulation { library, sim }),
            1 => Err(Refusal::Rejected(library.complaint())),
            2 => Err(Refusal::Unsupported(library.complaint())),
            _ => Err(library.complaint().into()),
        }
    }
}

fn main() -> std::io::Result<()> {
    let path = std::env::args().nth(1).unwrap_or_else(|| {
        eprintln!("error: usage: library ./libengine.so");
        std::process::exit(2);
    });
    let library = Library::open(&path).unwrap_or_else(|complaint| {
        eprintln!("error: {complaint}");
        std::process::exit(2);
    });
    serve(LibraryEngine(library))
}
