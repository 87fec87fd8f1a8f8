//! Puts a physics engine written in Rust under Plumbline's conformance tests.
//!
//! Implement [`Simulation`] for a loaded model with one state, [`Engine`] for what loads it, and call [`serve`] in
//! `main`. Then `deno task conform --engine "exec:target/release/my_engine"` compares every result with MuJoCo's.
//!
//! ```
//! use plumbline_engine::{About, Assets, Engine, Refusal, Simulation, Value};
//!
//! struct Clock {
//!     time: f64,
//!     timestep: f64,
//! }
//!
//! impl Simulation for Clock {
//!     fn read(&mut self, field: &str) -> Option<Value<'_>> {
//!         match field {
//!             "time" => Some(self.time.into()),
//!             _ => None,
//!         }
//!     }
//!     fn write(&mut self, field: &str, values: &[f64], _offset: usize) -> Result<(), Refusal> {
//!         match field {
//!             "time" => self.time = values[0],
//!             "opt.timestep" => self.timestep = values[0],
//!             _ => {} // this engine has no use for the rest of the state
//!         }
//!         Ok(())
//!     }
//!     fn reset(&mut self) -> Result<(), Refusal> {
//!         self.time = 0.0;
//!         Ok(())
//!     }
//!     fn forward(&mut self) -> Result<(), Refusal> {
//!         Ok(())
//!     }
//!     fn step(&mut self) -> Result<(), Refusal> {
//!         self.time += self.timestep;
//!         Ok(())
//!     }
//! }
//!
//! struct Clocks;
//!
//! impl Engine for Clocks {
//!     type Simulation = Clock;
//!     fn about(&self) -> About {
//!         About::new("clock", "1").offering(&["time"]).driven_by(&["step", "forward"])
//!     }
//!     fn load(&mut self, _xml: &str, _assets: &Assets) -> Result<Clock, Refusal> {
//!         Ok(Clock { time: 0.0, timestep: 0.002 })
//!     }
//! }
//!
//! # let request = r#"{"id": 0, "command": "hello", "protocol": 1}"#;
//! # assert!(plumbline_engine::answer(&mut Clocks, request).contains(r#""fields":["time"]"#));
//! // in main: plumbline_engine::serve(Clocks)
//! ```

mod arrays;
mod base64;
mod case;
mod engine;
mod json;
mod serve;

pub use arrays::Value;
pub use engine::{About, Assets, Contacts, Engine, Precision, Refusal, Simulation};
pub use json::Json;
pub use serve::{answer, serve};
