//! Standard output, buffered and checked: a closed pipe ends the program quietly, a full disk is reported.

use std::io::{self, BufWriter, Stdout, Write};
use std::process::ExitCode;

use floe_games::Refusal;
use serde_json::{Value, json};

/// Why a command failed.
pub enum Failure {
    /// The answer is negative: exit 1.
    Negative(String),
    /// The command or its input is invalid: exit 2.
    Usage(String),
    /// The rules or a library refuse the input: exit 2.
    Refused(Refusal),
    /// The reader of standard output is gone.
    BrokenPipe,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

impl Failure {
    /// Reports it on standard error, as a sentence or as JSON, and returns the exit code.
    pub fn report(&self, as_json: bool) -> ExitCode {
        let (code, message) = match self {
            Failure::Negative(message) => (1, message.clone()),
            Failure::Usage(message) => (2, message.clone()),
            Failure::Refused(refusal) => (2, refusal.to_string()),
            Failure::BrokenPipe => return ExitCode::SUCCESS,
        };
        if as_json {
            let mut error = json!({"message": message, "exit": code});
            if let (Failure::Refused(refusal), Some(error)) = (self, error.as_object_mut())
                && let Value::Object(cause) = json!(refusal.cause)
            {
                error.extend(cause);
            }
            eprintln!("{}", json!({"error": error}));
        } else {
            eprintln!("floe: {message}");
        }
        ExitCode::from(code)
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

/// The result of a command.
pub type CliResult = Result<(), Failure>;

/// Standard output.
pub struct Output {
    /// Whether to print JSON.
    pub json: bool,
    to: BufWriter<Stdout>,
}

impl Output {
    pub fn new(json: bool) -> Output {
        Output { json, to: BufWriter::with_capacity(1 << 16, io::stdout()) }
    }

    /// The writer itself, for libraries that write lines.
    pub fn writer(&mut self) -> &mut dyn Write {
        &mut self.to
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> CliResult {
        Ok(self.to.write_all(text.as_bytes())?)
    }

    /// Writes a line of text.
    pub fn line(&mut self, line: &str) -> CliResult {
        Ok(writeln!(self.to, "{line}")?)
    }

    /// Writes a JSON value on its own line.
    pub fn value(&mut self, value: &Value) -> CliResult {
        Ok(writeln!(self.to, "{value}")?)
    }

    /// Flushes what has been written so far.
    pub fn flush(&mut self) -> CliResult {
        Ok(self.to.flush()?)
    }

    /// Writes what is left in the buffer.
    pub fn finish(mut self) -> CliResult {
        self.flush()
    }
}
