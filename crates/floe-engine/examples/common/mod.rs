//! What the measurements share: the clock, the processor's time, arguments.

use std::time::{Duration, Instant};

use floe_engine::Timer;

/// The system's clock as the timer of a search.
pub struct Stopwatch(pub Instant);

impl Stopwatch {
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }
}

impl Timer for Stopwatch {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Arguments of a measurement: words, and options with a value.
pub struct Args {
    pub words: Vec<String>,
    options: Vec<(String, String)>,
}

impl Args {
    /// Reads the arguments of the program. Prints the usage and exits with 0 if it is asked for, and with 2 if an
    /// option is unknown or has no value.
    pub fn read(usage: &str, known: &[&str]) -> Args {
        let mut args = Args { words: Vec::new(), options: Vec::new() };
        let mut given = std::env::args().skip(1);
        while let Some(word) = given.next() {
            match word.strip_prefix("--") {
                Some("help") => {
                    println!("{usage}");
                    std::process::exit(0);
                }
                Some(name) if known.contains(&name) => match given.next() {
                    Some(value) => args.options.push((name.to_owned(), value)),
                    None => fail(usage, &format!("{word} needs a value")),
                },
                Some(_) => fail(usage, &format!("unknown option {word}")),
                None => args.words.push(word),
            }
        }
        args
    }

    /// The value of an option, or its default.
    pub fn option<T: std::str::FromStr>(&self, usage: &str, name: &str, default: T) -> T {
        match self.options.iter().rev().find(|(known, _)| known == name) {
            Some((_, value)) => match value.parse() {
                Ok(value) => value,
                Err(_) => fail(usage, &format!("--{name} cannot be '{value}'")),
            },
            None => default,
        }
    }
}

/// Prints what is wrong and the usage, and exits with 2.
pub fn fail(usage: &str, message: &str) -> ! {
    eprintln!("{message}\n\n{usage}");
    std::process::exit(2)
}
