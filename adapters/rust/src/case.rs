//! One case: drives a simulation through the request, and reads what was asked for.

use crate::arrays::{decode, Value};
use crate::base64;
use crate::engine::{Engine, Refusal, Simulation};
use crate::json::Json;
use std::panic::{catch_unwind, AssertUnwindSafe};

type Members = Vec<(String, Json)>;

/// Answers a case. Whatever an engine fails with fails this case alone.
pub fn run<E: Engine>(engine: &mut E, request: &Json) -> Members {
    let mut out = Answer::default();
    let done = catch_unwind(AssertUnwindSafe(|| out.run(engine, request)));
    match done.unwrap_or_else(|panic| Err(Refusal::Failed(format!("panicked: {}", message_of(&*panic))))) {
        Err(Refusal::Rejected(message)) => refused("rejected", message),
        Err(Refusal::Unsupported(message)) => refused("unsupported", message),
        Err(Refusal::Failed(error)) => out.members(Some(error)),
        Ok(()) => out.members(None),
    }
}

fn refused(outcome: &str, message: String) -> Members {
    vec![("outcome".into(), outcome.into()), ("message".into(), Json::Text(message))]
}

fn message_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|it| it.to_string())).unwrap_or_default()
}

/// What was computed so far.
#[derive(Default)]
struct Answer {
    model: Members,
    frames: Vec<Json>,
    free: Vec<Json>,
}

impl Answer {
    fn members(self, error: Option<String>) -> Members {
        let mut out: Members = vec![
            ("outcome".into(), "loaded".into()),
            ("model".into(), Json::Object(self.model)),
            ("frames".into(), Json::List(self.frames)),
            ("free".into(), Json::List(self.free)),
        ];
        out.extend(error.map(|it| ("error".to_string(), Json::Text(it))));
        out
    }

    fn run<E: Engine>(&mut self, engine: &mut E, request: &Json) -> Result<(), Refusal> {
        let mut sim = load(engine, request)?;
        self.model = read(&mut sim, request.get("model_fields"));
        for (step, frame) in list(request, "frames").iter().enumerate() {
            self.frames.push(run_frame(&mut sim, request, frame, step)?);
        }
        drop(sim);
        if request.get("free").is_some() {
            self.run_freely(engine, request)?;
        }
        Ok(())
    }

    /// From the first state on, nothing is set but the inputs.
    fn run_freely<E: Engine>(&mut self, engine: &mut E, request: &Json) -> Result<(), Refusal> {
        let mut sim = load(engine, request)?;
        if let Some(first) = list(request, "frames").first() {
            write(&mut sim, first.get("state"))?;
        }
        for entry in list(request, "free") {
            write(&mut sim, entry.get("inputs"))?;
            write(&mut sim, entry.get("set"))?;
            advance(&mut sim, request, entry.get("inputs"))?;
            self.free.push(Json::Object(read(&mut sim, request.get("next"))));
        }
        Ok(())
    }
}

fn list<'a>(request: &'a Json, name: &str) -> &'a [Json] {
    request.get(name).map_or(&[], Json::items)
}

fn load<E: Engine>(engine: &mut E, request: &Json) -> Result<E::Simulation, Refusal> {
    let files = request.get("assets").map_or(&[][..], Json::members);
    let assets = files.iter().map(|(path, content)| {
        let bytes = content.text().and_then(base64::decode).ok_or("an asset is not base64")?;
        Ok((path.clone(), bytes))
    });
    let assets = assets.collect::<Result<_, Refusal>>()?;
    engine.load(request.get("model").and_then(Json::text).ok_or("the request has no model")?, &assets)
}

fn run_frame(sim: &mut impl Simulation, request: &Json, frame: &Json, step: usize) -> Result<Json, Refusal> {
    let drive = request.get("drive").and_then(Json::text).unwrap_or("step");
    let is_static = drive == "forward" || drive == "inverse";
    let mut out: Members = Vec::new();
    if is_static && step > 0 {
        sim.reset()?;
    }
    write(sim, frame.get("state"))?;
    write(sim, frame.get("set"))?;
    sim.forward()?;
    out.push(("results".into(), Json::Object(read(sim, request.get("results")))));
    if drive == "inverse" {
        sim.write("qacc", &decode(frame.get("qacc").unwrap_or(&Json::List(vec![])))?, 0)?;
        sim.inverse()?;
        out.push(("inverse".into(), Json::Object(read(sim, request.get("inverse")))));
    }
    if let Some(calls) = request.get("calls") {
        out.push(("calls".into(), Json::Object(call(sim, calls))));
    }
    if !is_static {
        write(sim, frame.get("state"))?;
        advance(sim, request, frame.get("state"))?;
        out.push(("next".into(), Json::Object(read(sim, request.get("next")))));
    }
    Ok(Json::Object(out))
}

fn advance(sim: &mut impl Simulation, request: &Json, inputs: Option<&Json>) -> Result<(), Refusal> {
    if request.get("drive").and_then(Json::text) != Some("split") {
        return sim.step();
    }
    sim.step1()?;
    if let Some(ctrl) = inputs.and_then(|it| it.get("ctrl")) {
        sim.write("ctrl", &decode(ctrl)?, 0)?;
    }
    sim.step2()
}

/// Sets fields, and elements as `field[i]`, in the order in which they come.
fn write(sim: &mut impl Simulation, values: Option<&Json>) -> Result<(), Refusal> {
    for (path, value) in values.map_or(&[][..], Json::members) {
        let (field, offset) = match path.strip_suffix(']').and_then(|it| it.split_once('[')) {
            Some((field, index)) => (field, index.parse().map_err(|_| format!("'{path}' is not a path"))?),
            None => (path.as_str(), 0),
        };
        sim.write(field, &decode(value)?, offset)?;
    }
    Ok(())
}

/// Reads the fields that the engine has.
fn read(sim: &mut impl Simulation, fields: Option<&Json>) -> Members {
    let names = fields.map_or(&[][..], Json::items).iter().filter_map(Json::text);
    names.filter_map(|name| sim.read(name).map(|value| (name.to_string(), value.to_json()))).collect()
}

/// Makes calls, the results of each function end to end; functions that the engine does not have are omitted.
fn call(sim: &mut impl Simulation, calls: &Json) -> Members {
    let mut out = Members::new();
    for (name, each) in calls.members() {
        let given: Option<Vec<Vec<f64>>> = each.items().iter().map(|args| sim.call(name, args.items())).collect();
        if let Some(values) = given {
            out.push((format!("call.{name}"), Value::Owned(values.concat()).to_json()));
        }
    }
    out
}
