//! `cargo xtask test`: every check, one after the other. Checks that cannot run are skipped with a message.

use std::process::{Command, ExitCode};
use std::time::Instant;

use crate::programs::{cargo, chromium, in_web, is_there, root, run};
use crate::web::{self, Built};

/// A check with cargo: its name, the command, and how to install its tool where it may be missing.
struct Check {
    name: &'static str,
    command: &'static [&'static str],
    without: Option<&'static str>,
}

const CHECKS: &[Check] = &[
    Check {
        name: "format",
        command: &["fmt", "--all", "--check"],
        without: Some("rustup component add rustfmt"),
    },
    Check {
        name: "lints",
        command: &["clippy", "--workspace", "--all-targets", "--quiet", "--", "--deny", "warnings"],
        without: Some("rustup component add clippy"),
    },
    Check { name: "tests", command: &["test", "--workspace", "--quiet"], without: None },
    Check {
        name: "licences, bans, sources",
        command: &["deny", "--log-level", "error", "check", "licenses", "bans", "sources"],
        without: Some("cargo install cargo-deny"),
    },
];

/// The results so far.
#[derive(Default)]
struct Sum {
    failed: Vec<&'static str>,
    skipped: Vec<&'static str>,
}

impl Sum {
    fn check(&mut self, name: &'static str, command: Command) {
        let args: Vec<String> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        let program = command.get_program().to_string_lossy().into_owned();
        let program = program.rsplit('/').next().unwrap_or_default().to_owned();
        println!("== {name}: {program} {}", args.join(" "));
        let began = Instant::now();
        let passed = run(command);
        println!("== {name}: {} in {:.0?}", if passed { "passed" } else { "FAILED" }, began.elapsed());
        if !passed {
            self.failed.push(name);
        }
    }

    fn skip(&mut self, name: &'static str, why: &str) {
        println!("== {name}: skipped, {why}");
        self.skipped.push(name);
    }
}

/// Runs every check, even after one has failed, and reports what was skipped and why.
pub fn test(full: bool) -> ExitCode {
    let mut sum = Sum::default();
    for Check { name, command, without } in CHECKS {
        match without {
            Some(tool) if !is_there("cargo", &command[..1]) => {
                sum.skip(name, &format!("install it with `{tool}`"))
            }
            _ => {
                let mut cargo = cargo();
                cargo.args(*command);
                sum.check(name, cargo);
            }
        }
    }
    if full {
        sum.check("the book", crate::book::command());
    }
    check_page(&mut sum, full);
    if !sum.skipped.is_empty() {
        println!("skipped: {}", sum.skipped.join(", "));
    }
    if sum.failed.is_empty() {
        println!("all checks passed");
        return ExitCode::SUCCESS;
    }
    println!("failed: {}", sum.failed.join(", "));
    ExitCode::FAILURE
}

const TYPES: &str = "the web app's types";
const UNITS: &str = "the web app's units";
const ENGINE: &str = "the engine in WebAssembly";
const BROWSER: &str = "the web app in a browser";

fn check_page(sum: &mut Sum, full: bool) {
    let names = [TYPES, UNITS, ENGINE, BROWSER];
    if let Some(missing) = crate::programs::missing_node() {
        names.iter().for_each(|name| sum.skip(name, &missing));
        return;
    }
    if web::build() == Built::Small {
        sum.failed.push("the web app");
        return;
    }
    let npm = |script: &str| {
        let mut npm = in_web("npm");
        npm.args(["run", "--silent", script]);
        npm
    };
    sum.check(TYPES, npm("check"));
    sum.check(UNITS, npm("test"));
    // Cargo's tests have already built it.
    let mut program = cargo();
    program.args(["build", "--quiet", "--package", "floe-cli"]);
    if !run(program) {
        sum.failed.push("floe");
        return;
    }
    let floe = root().join("target/debug/floe");
    if root().join("web/src/rules/wasm/floe_wasm_bg.wasm").exists() {
        let mut compare = in_web("node");
        compare.arg("scripts/compare-engines.mjs").arg(&floe);
        sum.check(ENGINE, compare);
    } else {
        sum.skip(ENGINE, "it was not built");
    }
    let Some(chromium) = chromium() else {
        sum.skip(BROWSER, "Chromium is missing; install the system package chromium");
        return;
    };
    let mut browser = npm("e2e");
    browser.env("CHROMIUM", chromium).env("FLOE_PROGRAM", &floe);
    if full {
        browser.env("FULL", "1");
    }
    sum.check(BROWSER, browser);
}
