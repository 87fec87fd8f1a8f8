//! What an engine implements.

use crate::arrays::Value;
use crate::json::Json;
use std::collections::HashMap;

/// The files that a model refers to, by the path that the model uses.
pub type Assets = HashMap<String, Vec<u8>>;

/// Why something was not done.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// The document is invalid: MuJoCo would reject it too.
    Rejected(String),
    /// It may be valid, but needs a feature that this engine does not have.
    Unsupported(String),
    /// The engine failed. Only the current case fails with it.
    Failed(String),
}

impl From<String> for Refusal {
    fn from(message: String) -> Self {
        Refusal::Failed(message)
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Self {
        Refusal::Failed(message.to_string())
    }
}

/// A loaded model and one state of it.
pub trait Simulation {
    /// The value of a field, by MuJoCo's name: `body_mass`, `nv`, `opt.timestep`, `qacc`, `efc_J`, `contact.dist`,
    /// `warning`. `None` if the engine does not have it.
    fn read(&mut self, field: &str) -> Option<Value<'_>>;
    /// Overwrites elements of a field, from `offset` on.
    fn write(&mut self, field: &str, values: &[f64], offset: usize) -> Result<(), Refusal>;
    /// Resets the data to its initial state.
    fn reset(&mut self) -> Result<(), Refusal>;
    /// Computes everything at the current state, without integrating.
    fn forward(&mut self) -> Result<(), Refusal>;
    /// Advances by one time step.
    fn step(&mut self) -> Result<(), Refusal>;
    /// First half of a step, up to where controls are read.
    fn step1(&mut self) -> Result<(), Refusal> {
        Err(Refusal::Unsupported("the engine does not split its step".into()))
    }
    /// Second half of a step.
    fn step2(&mut self) -> Result<(), Refusal> {
        Err(Refusal::Unsupported("the engine does not split its step".into()))
    }
    /// Computes the forces that cause the current `qacc`.
    fn inverse(&mut self) -> Result<(), Refusal> {
        Err(Refusal::Unsupported("the engine has no inverse dynamics".into()))
    }
    /// What a function besides stepping returns, by MuJoCo's name without prefix: its return value, its outputs and its
    /// effects on model and data, end to end. `None` if the engine does not have it.
    fn call(&mut self, _function: &str, _args: &[Json]) -> Option<Vec<f64>> {
        None
    }
}

/// An engine under test.
pub trait Engine {
    /// What `load` returns.
    type Simulation: Simulation;
    /// What the engine says about itself.
    fn about(&self) -> About;
    /// Compiles a model.
    fn load(&mut self, xml: &str, assets: &Assets) -> Result<Self::Simulation, Refusal>;
}

/// The precision in which an engine computes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Precision {
    /// 64 bits
    F64,
    /// 32 bits
    F32,
}

/// The order of an engine's contacts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Contacts {
    /// MuJoCo's
    Ordered,
    /// another
    Unordered,
}

/// An engine's description of itself.
#[derive(Debug, Clone)]
pub struct About {
    /// name in reports
    pub name: String,
    /// version
    pub version: String,
    /// which build of that version, such as a commit; may be empty
    pub build: String,
    /// the fields that it offers; `None` for all
    pub fields: Option<Vec<String>>,
    /// the functions besides stepping that `call` has
    pub functions: Vec<String>,
    /// the ways in which it can be driven
    pub drives: Vec<String>,
    /// the precision in which it computes
    pub precision: Precision,
    /// the order of its contacts
    pub contacts: Contacts,
}

impl About {
    /// An engine that offers every field, and no function.
    pub fn new(name: &str, version: &str) -> Self {
        About {
            name: name.into(),
            version: version.into(),
            build: String::new(),
            fields: None,
            functions: Vec::new(),
            drives: texts(&["step", "forward", "split", "inverse"]),
            precision: Precision::F64,
            contacts: Contacts::Ordered,
        }
    }

    /// It offers these fields only.
    pub fn offering(mut self, fields: &[&str]) -> Self {
        self.fields = Some(texts(fields));
        self
    }

    /// It offers these functions besides stepping.
    pub fn with_functions(mut self, functions: &[&str]) -> Self {
        self.functions = texts(functions);
        self
    }

    /// It can be driven in these ways only.
    pub fn driven_by(mut self, drives: &[&str]) -> Self {
        self.drives = texts(drives);
        self
    }

    /// It computes in this precision.
    pub fn in_precision(mut self, precision: Precision) -> Self {
        self.precision = precision;
        self
    }

    /// Its contacts come in this order.
    pub fn with_contacts(mut self, contacts: Contacts) -> Self {
        self.contacts = contacts;
        self
    }
}

fn texts(list: &[&str]) -> Vec<String> {
    list.iter().map(|it| it.to_string()).collect()
}
