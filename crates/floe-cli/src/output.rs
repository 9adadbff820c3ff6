//! Standard output, buffered and checked: a closed pipe ends the program quietly, a full disk does not pass unseen.

use std::io::{self, BufWriter, Stdout, Write};

use floe_games::Refusal;
use serde_json::Value;

/// Why a command did not do what was asked.
pub enum Failure {
    /// The answer is no: exit 1.
    Negative(String),
    /// The command or its input is wrong: exit 2.
    Usage(String),
    /// Nobody reads any more.
    BrokenPipe,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Usage(refusal.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Usage(format!("cannot write: {error}")),
        }
    }
}

/// How a command ends.
pub type CliResult = Result<(), Failure>;

/// Where answers go.
pub struct Output {
    /// JSON was asked for.
    pub json: bool,
    to: BufWriter<Stdout>,
}

impl Output {
    pub fn new(json: bool) -> Output {
        Output { json, to: BufWriter::with_capacity(1 << 16, io::stdout()) }
    }

    /// For those who write themselves.
    pub fn writer(&mut self) -> &mut dyn Write {
        &mut self.to
    }

    /// Text as it is.
    pub fn text(&mut self, text: &str) -> CliResult {
        Ok(self.to.write_all(text.as_bytes())?)
    }

    /// A line of text.
    pub fn line(&mut self, line: &str) -> CliResult {
        Ok(writeln!(self.to, "{line}")?)
    }

    /// A JSON value on a line of its own.
    pub fn value(&mut self, value: &Value) -> CliResult {
        Ok(writeln!(self.to, "{value}")?)
    }

    /// Shows what was written so far.
    pub fn flush(&mut self) -> CliResult {
        Ok(self.to.flush()?)
    }

    /// Writes what is left.
    pub fn finish(mut self) -> CliResult {
        self.flush()
    }
}
