//! The loop of requests and answers.

use crate::case;
use crate::engine::{Contacts, Engine, Precision};
use crate::json::Json;
#[cfg(unix)]
use std::fs::File;
use std::io::{self, BufRead, Write};

/// Answers requests until standard input ends. Whatever else is printed goes to standard error, which is the engine's
/// log.
pub fn serve<E: Engine>(mut engine: E) -> io::Result<()> {
    let mut answers = take_stdout()?;
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(answers, "{}", answer(&mut engine, &line))?;
            answers.flush()?;
        }
    }
    Ok(())
}

/// The answer to one request.
pub fn answer<E: Engine>(engine: &mut E, line: &str) -> String {
    let request = match Json::parse(line) {
        Ok(request) => request,
        Err(error) => return Json::Object(vec![("id".into(), Json::Null), ("error".into(), Json::Text(error))]).to_string(),
    };
    let id = request.get("id").cloned().unwrap_or(Json::Null);
    let mut members = vec![("id".to_string(), id)];
    match request.get("command").and_then(Json::text) {
        Some("hello") => members.extend(hello(engine)),
        Some("case") => members.extend(case::run(engine, &request)),
        Some("close") => {}
        other => members.push(("error".into(), Json::Text(format!("there is no command {other:?}")))),
    }
    Json::Object(members).to_string()
}

fn hello(engine: &impl Engine) -> Vec<(String, Json)> {
    let about = engine.about();
    let list = |it: &[String]| Json::List(it.iter().map(|text| Json::Text(text.clone())).collect());
    [
        ("protocol", Json::Number(1.0)),
        ("name", Json::Text(about.name)),
        ("version", Json::Text(about.version)),
        ("build", Json::Text(about.build)),
        ("precision", if about.precision == Precision::F64 { "f64" } else { "f32" }.into()),
        ("fields", about.fields.as_deref().map_or_else(|| "all".into(), list)),
        ("functions", list(&about.functions)),
        ("drives", list(&about.drives)),
        ("contacts", if about.contacts == Contacts::Ordered { "ordered" } else { "unordered" }.into()),
        ("arrays", "base64".into()),
    ]
    .map(|(name, value)| (name.to_string(), value))
    .into()
}

/// The pipe to the harness. Standard output, to which engines and their libraries print, becomes standard error.
#[cfg(unix)]
fn take_stdout() -> io::Result<File> {
    use std::os::unix::io::FromRawFd;
    extern "C" {
        fn dup(file: i32) -> i32;
        fn dup2(from: i32, to: i32) -> i32;
    }
    io::stdout().flush()?;
    // SAFETY: both take numbers of files and touch no memory; the new number belongs to nobody else
    unsafe {
        let pipe = dup(1);
        if pipe < 0 || dup2(2, 1) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(File::from_raw_fd(pipe))
    }
}

/// The pipe to the harness. Here engines must not print to it.
#[cfg(not(unix))]
fn take_stdout() -> io::Result<impl Write> {
    Ok(io::stdout())
}
