//! Setup, build, test: `cargo xtask help`.

mod book;
mod chaos;
mod checks;
mod programs;
mod python;
mod remap;
mod rust_tests;
mod web;

use std::env;
use std::process::ExitCode;

use programs::{cargo, root, run};

const HELP: &str = "\
cargo xtask serve          build everything and serve it at http://127.0.0.1:7878; further arguments go to `floe serve`
cargo xtask web            build the web app into web/dist: rules and engine as WebAssembly, then the rest
cargo xtask test           run all checks: format, lints, tests, licences, the web app in a browser
cargo xtask test --full    the same, with all cases of the browser tests, and the book
cargo xtask dist           make archives, packages, images and the wheel in target/packages; --target, --only, --twice
cargo xtask python         make the wheel of the Python package in target/wheels, and try it without Rust
cargo xtask book           build the documentation as a book into target/book
cargo xtask api            write the API's OpenAPI document, the TypeScript types of server and rules, and the games' manifests
cargo xtask attack         replay known attacks against a server and say which holes are open; --quick, --only NAME, --json
cargo xtask history        kill a server again and again while many play, and check that nothing is lost; --kills, --tables, --nodes
cargo xtask cluster        start three servers on one database, with PostgreSQL and NATS of their own; --nodes, --port, --workers
cargo xtask help           this";

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => checks::test(false),
        ["test", "--full"] => checks::test(true),
        ["serve", ..] => serve(&args[1..]),
        ["web"] => match web::build() {
            web::Built::Page => ExitCode::SUCCESS,
            web::Built::Small => ExitCode::FAILURE,
        },
        ["python"] => match python::wheel() {
            Ok(wheel) => {
                println!("{}", wheel.display());
                ExitCode::SUCCESS
            }
            Err(why) => {
                eprintln!("xtask: {why}");
                ExitCode::FAILURE
            }
        },
        ["dist", ..] => dist(&args[1..]),
        ["book"] => {
            println!("== building the book (its generator takes a minute or two the first time)");
            if run(book::command()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        ["api"] => api(),
        [command @ ("attack" | "history" | "cluster"), ..] => chaos::chaos(command, &args[1..]),
        [rust_tests::RECORD, ..] => rust_tests::record(&args[1..]),
        ["help" | "--help"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("xtask: unknown command '{}'\n\n{HELP}", args.join(" "));
            ExitCode::from(2)
        }
    }
}

/// Builds and serves, from any folder: the data file is in the folder it is called from.
fn serve(args: &[String]) -> ExitCode {
    let page = web::build();
    println!("== building floe (a few minutes the first time)");
    let mut program = programs::named("cargo");
    program.args(["run", "--quiet", "--profile", "quick", "--package", "floe-cli", "--manifest-path"]);
    program.arg(root().join("Cargo.toml")).args(["--", "serve"]).args(args);
    // The web app is served from its folder, so that changing it needs no new program.
    program.env("FLOE_EMBED", "0");
    if page == web::Built::Page && env::var_os("FLOE_WEB_DIR").is_none() {
        program.env("FLOE_WEB_DIR", root().join("web/dist"));
    }
    if run(program) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Makes what people without a compiler install. A program of its own, so that the other tasks need not wait for what it
/// depends on.
fn dist(args: &[String]) -> ExitCode {
    let asks = args.iter().any(|arg| arg == "--help" || arg == "help");
    let wheel_alone = matches!(args, [only, wheel] if only == "--only" && wheel == "wheel");
    if !asks && !wheel_alone && web::build() != web::Built::Page {
        eprintln!("xtask: the web app is part of every package, and it could not be built");
        return ExitCode::FAILURE;
    }
    let mut packages = cargo();
    packages.args(["run", "--quiet", "--package", "xtask-dist", "--"]).args(args);
    if run(packages) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes the files generated from the wire types, the types of the rules and the manifests.
fn api() -> ExitCode {
    let write = |package: &str, test: &[&str]| {
        let mut done = cargo();
        done.args(["test", "--quiet", "-p", package]).args(test).env("FLOE_WRITE_API", "1");
        run(done)
    };
    let done = write("floe-games", &["--test", "all", "manifests"])
        && write("floe-wasm", &["--lib", "typescript"])
        && write("floe-server", &["--test", "api"]);
    if done { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
