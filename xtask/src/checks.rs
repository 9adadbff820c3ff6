//! `cargo xtask test`: every check. Checks that cannot run are skipped with a message.
//!
//! Compiling keeps all cores busy; running tests is mostly waiting. So the web app is built and checked next to the Rust
//! code, several test programs run at once, and the lints take the time that the tests and then the browser leave. The
//! output of a check is printed when it ends; until then it is in a file in `target/checks`.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use crate::programs::{
    cargo, chromium, in_spare_time, in_web, is_there, nats_server_program, postgres_programs, root,
};
use crate::rust_tests;

/// A check with cargo: its name, the command, and how to install its tool where it may be missing.
struct Check {
    name: &'static str,
    command: &'static [&'static str],
    without: Option<&'static str>,
    /// Whether it leaves the processor to others.
    is_patient: bool,
}

const FORMAT: Check = Check {
    name: "format",
    command: &["fmt", "--all", "--check"],
    without: Some("rustup component add rustfmt"),
    is_patient: false,
};
/// Also the only check of the examples, which the tests do not need.
const LINTS: Check = Check {
    name: "lints",
    command: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"],
    without: Some("rustup component add clippy"),
    is_patient: true,
};
const LICENCES: Check = Check {
    name: "licences, bans, sources",
    command: &["deny", "--log-level", "error", "check", "licenses", "bans", "sources"],
    without: Some("cargo install cargo-deny"),
    is_patient: true,
};
const DOC_TESTS: Check = Check {
    name: "documentation tests",
    command: &["test", "--workspace", "--doc", "--no-fail-fast", "--quiet"],
    without: None,
    is_patient: true,
};

const BUILD: &str = "build of the tests";
const TESTS: &str = "tests";
const POSTGRES: &str = "the store on PostgreSQL";
const NATS: &str = "what goes over NATS";
const WEB_APP: &str = "the web app";
const TYPES: &str = "the web app's types";
const UNITS: &str = "the web app's units";
const ENGINE: &str = "the engine in WebAssembly";
const BROWSER: &str = "the web app in a browser";

/// The results so far, and the right to print.
#[derive(Default)]
struct Results {
    failed: Vec<&'static str>,
    skipped: Vec<&'static str>,
}

/// Runs checks, on any number of threads.
#[derive(Default)]
struct Checks(Mutex<Results>);

impl Checks {
    fn results(&self) -> MutexGuard<'_, Results> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a command to its end and prints its output together; returns whether it passed.
    fn run(&self, name: &'static str, command: Command) -> bool {
        let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
        let program = command.get_program().to_string_lossy().into_owned();
        let program = program.rsplit('/').next().unwrap_or_default().to_owned();
        let line: Vec<String> = [program].into_iter().chain(words).collect();
        {
            let _printing = self.results();
            println!("== {name}: {}", line.join(" "));
        }
        let began = Instant::now();
        let (passed, output) = captured(name, command);
        let printing = self.results();
        let _ = io::stdout().write_all(&output);
        if output.last().is_some_and(|&last| last != b'\n') {
            println!();
        }
        drop(printing);
        self.finish(name, passed, began);
        passed
    }

    fn finish(&self, name: &'static str, passed: bool, began: Instant) {
        let mut results = self.results();
        println!("== {name}: {} in {:.0?}", if passed { "passed" } else { "FAILED" }, began.elapsed());
        if !passed {
            results.failed.push(name);
        }
    }

    /// Runs a check with cargo, or skips it if its tool is missing; returns whether nothing failed.
    fn cargo(&self, check: &Check) -> bool {
        if let Some(tool) = check.without.filter(|_| !is_there("cargo", &check.command[..1])) {
            self.skip(check.name, &format!("install it with `{tool}`"));
            return true;
        }
        let mut command = if check.is_patient { in_spare_time(cargo()) } else { cargo() };
        command.args(check.command);
        self.run(check.name, command)
    }

    fn skip_all(&self, names: &[&'static str], why: &str) {
        names.iter().for_each(|name| self.skip(name, why));
    }

    fn skip(&self, name: &'static str, why: &str) {
        let mut results = self.results();
        println!("== {name}: skipped, {why}");
        results.skipped.push(name);
    }
}

/// Runs a command to its end; returns whether it succeeded, and all it printed in the order in which it was printed.
fn captured(name: &str, mut command: Command) -> (bool, Vec<u8>) {
    let mut run = || -> io::Result<(bool, Vec<u8>)> {
        let folder = root().join("target/checks");
        fs::create_dir_all(&folder)?;
        // A file rather than a pipe: a process that outlives the command cannot keep the check from ending.
        let path = folder.join(name.replace(|c: char| !c.is_alphanumeric(), "-")).with_extension("txt");
        let file = File::create(&path)?;
        let status = command.stdin(Stdio::null()).stdout(file.try_clone()?).stderr(file).status()?;
        Ok((status.success(), fs::read(&path)?))
    };
    run().unwrap_or_else(|error| (false, format!("xtask: cannot run it: {error}\n").into_bytes()))
}

/// Runs every check, even after one has failed, and reports what was skipped and why.
pub fn test(full: bool) -> ExitCode {
    let checks = Checks::default();
    let (built, is_built) = channel();
    thread::scope(|scope| {
        scope.spawn(|| check_web(&checks, is_built, full));
        check_rust(&checks, built);
        if full {
            checks.run("the book", crate::book::command());
        }
    });
    let Results { failed, skipped } = checks.0.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !skipped.is_empty() {
        println!("skipped: {}", skipped.join(", "));
    }
    if failed.is_empty() {
        println!("all checks passed");
        return ExitCode::SUCCESS;
    }
    println!("failed: {}", failed.join(", "));
    ExitCode::FAILURE
}

/// Checks the Rust code. Reports whether `floe` is built once the tests have run: a browser beside them would make
/// everything that is timed late.
fn check_rust(checks: &Checks, built: Sender<bool>) {
    checks.cargo(&FORMAT);
    let ready = checks.run(BUILD, rust_tests::build());
    if !ready {
        checks.skip_all(&[TESTS, DOC_TESTS.name], "they were not built");
    }
    thread::scope(|scope| {
        // Last of all what is compiled once more, with the time that nothing else needs. Doc tests come first: two
        // builds in one folder wait for each other.
        scope.spawn(|| {
            if ready {
                checks.cargo(&DOC_TESTS);
            }
            checks.cargo(&LINTS);
            checks.cargo(&LICENCES);
        });
        if ready {
            check_tests(checks);
        }
        // The other thread may have skipped what needs it.
        let _ = built.send(ready);
    });
}

/// Runs the test programs, as many at once as there are cores, and prints the output of each when it ends.
fn check_tests(checks: &Checks) {
    if postgres_programs().is_none() {
        checks.skip(POSTGRES, "PostgreSQL is missing; install the system package postgresql");
    }
    if nats_server_program().is_none() {
        checks.skip(NATS, "nats-server is missing; install the system package nats-server");
    }
    let began = Instant::now();
    let programs = rust_tests::programs();
    let (next, failures) = (AtomicUsize::new(0), AtomicUsize::new(usize::from(programs.is_empty())));
    println!("== {TESTS}: {} programs", programs.len());
    let work = || {
        while let Some(program) = programs.get(next.fetch_add(1, Relaxed)) {
            let began = Instant::now();
            let (passed, output) = captured(&program.file, program.command());
            let _printing = checks.results();
            let verdict = if passed { "passed" } else { "FAILED" };
            println!("-- {}: {verdict} in {:.0?}", program.name, began.elapsed());
            let _ = io::stdout().write_all(output.trim_ascii());
            println!();
            failures.fetch_add(usize::from(!passed), Relaxed);
        }
    };
    let threads = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(work))));
    checks.finish(TESTS, failures.into_inner() == 0, began);
}

/// Checks the web app.
fn check_web(checks: &Checks, is_built: Receiver<bool>, full: bool) {
    if let Some(missing) = crate::programs::missing_node() {
        return checks.skip_all(&[WEB_APP, TYPES, UNITS, ENGINE, BROWSER], &missing);
    }
    // Another process, so that its output is printed together as well.
    let mut build = Command::new(env::current_exe().unwrap_or_else(|_| "xtask".into()));
    build.arg("web");
    if !checks.run(WEB_APP, build) {
        return checks.skip_all(&[TYPES, UNITS, ENGINE, BROWSER], "it was not built");
    }
    let npm = |script: &str| {
        let mut npm = in_web("npm");
        npm.args(["run", "--silent", script]);
        npm
    };
    checks.run(TYPES, npm("check"));
    checks.run(UNITS, npm("test"));
    if !is_built.recv().unwrap_or(false) {
        return checks.skip_all(&[ENGINE, BROWSER], "floe was not built");
    }
    let floe = root().join("target/debug/floe");
    if root().join("web/src/rules/wasm/floe_wasm_bg.wasm").exists() {
        let mut compare = in_web("node");
        compare.arg("scripts/compare-engines.mjs").arg(&floe);
        checks.run(ENGINE, compare);
    } else {
        checks.skip(ENGINE, "it was not built");
    }
    let Some(chromium) = chromium() else {
        return checks.skip(BROWSER, "Chromium is missing; install the system package chromium");
    };
    let mut browser = npm("e2e");
    browser.env("CHROMIUM", chromium).env("FLOE_PROGRAM", &floe);
    if full {
        browser.env("FULL", "1");
    }
    checks.run(BROWSER, browser);
}
