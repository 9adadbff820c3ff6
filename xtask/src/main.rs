//! Set-up, build, test: `cargo xtask help`.

mod book;
mod chaos;
mod checks;
mod programs;
mod web;

use std::env;
use std::process::ExitCode;

use programs::{cargo, root, run};

const HELP: &str = "\
cargo xtask serve          build and serve the platform at http://127.0.0.1:7878; what follows goes to `floe serve`
cargo xtask page           build the page into web/dist: rules and engine as WebAssembly, then everything around them
cargo xtask test           every check there is: format, lints, tests, licences, the page in a browser
cargo xtask test --full    the same, with every case of the page's tests, and the book
cargo xtask book           build the documentation as a book into target/book
cargo xtask api            write the API's OpenAPI document, the TypeScript types of server and rules, and the games' manifests
cargo xtask attack         replay known attacks against a server and say which holes are open; --quick, --only NAME, --json
cargo xtask history        kill a server again and again while many play, and check that nothing is lost; --kills, --tables
cargo xtask help           this";

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => checks::test(false),
        ["test", "--full"] => checks::test(true),
        ["serve", ..] => serve(&words[1..]),
        ["page"] => match web::build() {
            web::Built::Page => ExitCode::SUCCESS,
            web::Built::Small => ExitCode::FAILURE,
        },
        ["book"] => {
            println!("== building the book (its program takes a minute or two the first time)");
            if run(book::command()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        ["api"] => api(),
        [command @ ("attack" | "history"), ..] => chaos::chaos(command, &words[1..]),
        ["help" | "--help"] => {
            println!("{HELP}");
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("xtask: '{}' is not known here\n\n{HELP}", words.join(" "));
            ExitCode::from(2)
        }
    }
}

/// Builds and serves, from wherever it is called: the data file is in the folder it is called from.
fn serve(words: &[String]) -> ExitCode {
    let page = web::build();
    println!("== building floe (a few minutes the first time)");
    let mut program = programs::named("cargo");
    program.args(["run", "--quiet", "--profile", "quick", "--package", "floe-cli", "--manifest-path"]);
    program.arg(root().join("Cargo.toml")).args(["--", "serve"]).args(words);
    // The page is served from its folder: a change of it needs no new program.
    program.env("FLOE_EMBED", "0");
    if page == web::Built::Page && env::var_os("FLOE_PAGE").is_none() {
        program.env("FLOE_PAGE", root().join("web/dist"));
    }
    if run(program) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes what is generated from the wire types, the types of the rules and the manifests.
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
