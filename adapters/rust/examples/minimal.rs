//! The smallest engine that gets a verdict: all it knows is what time it is. It offers one field, and is judged on that
//! alone. Start from here, and offer more fields as your engine learns them.

use plumbline_engine::{serve, About, Assets, Engine, Refusal, Simulation, Value};

struct Clock {
    time: f64,
    timestep: f64,
}

impl Simulation for Clock {
    fn read(&mut self, field: &str) -> Option<Value<'_>> {
        (field == "time").then(|| self.time.into())
    }

    // every case writes its whole state; what this engine has no use for is not an error
    fn write(&mut self, field: &str, values: &[f64], _offset: usize) -> Result<(), Refusal> {
        match field {
            "time" => self.time = values[0],
            "opt.timestep" => self.timestep = values[0],
            _ => {}
        }
        Ok(())
    }

    fn reset(&mut self) -> Result<(), Refusal> {
        self.time = 0.0;
        Ok(())
    }

    fn forward(&mut self) -> Result<(), Refusal> {
        Ok(())
    }

    fn step(&mut self) -> Result<(), Refusal> {
        self.time += self.timestep;
        Ok(())
    }
}

struct Clocks;

impl Engine for Clocks {
    type Simulation = Clock;

    fn about(&self) -> About {
        About::new("minimal", "1").offering(&["time"]).driven_by(&["step", "forward"])
    }

    fn load(&mut self, xml: &str, _assets: &Assets) -> Result<Clock, Refusal> {
        if xml.contains("<include") || xml.contains("<model") {
            return Err(Refusal::Unsupported("files are not read".into()));
        }
        Ok(Clock { time: 0.0, timestep: timestep_of(xml).unwrap_or(0.002) })
    }
}

/// The time step of a document, if it has one.
fn timestep_of(xml: &str) -> Option<f64> {
    let (_, option) = xml.split_once("<option")?;
    let (attributes, _) = option.split_once('>')?;
    let (_, value) = attributes.split_once("timestep=\"")?;
    value.split_once('"')?.0.trim().parse().ok()
}

fn main() -> std::io::Result<()> {
    serve(Clocks)
}
