//! `cargo xtask web`: the rules and the engine as WebAssembly, then the web app around them. Reports what is missing
//! and continues without it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Instant, SystemTime};
use std::{fs, io};

use crate::programs::{cargo, in_web, missing_node, named, root, run};
use crate::remap;

/// What there is to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The web app, in `web/dist`.
    Page,
    /// Only the small page that is part of the program.
    Small,
}

const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that the WebAssembly module consists of.
const WASM_CRATES: [&str; 7] =
    ["floe-cpu", "floe-board", "floe-cards", "floe-solve", "floe-games", "floe-engine", "floe-wasm"];
/// The other inputs of the web app, besides its sources.
const WEB: [&str; 11] = [
    "src",
    "public",
    "scripts",
    "index.html",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
    "../crates/floe-engine/puzzles",
    "../crates/floe-server/api",
    "../crates/floe-wasm/api",
];

/// Builds the web app, as far as something has changed.
pub fn build() -> Built {
    if let Some(missing) = missing_node() {
        println!("== web app: using the small built-in page, since {missing}");
        return Built::Small;
    }
    if !installed() {
        println!("== web app: using the small built-in page, since npm could not fetch its dependencies");
        return Built::Small;
    }
    if let Err(missing) = rules() {
        println!("== web app: without local rules, since {missing}; it will ask the server instead");
        // Outdated rules would be worse than none.
        let _ = fs::remove_dir_all(root().join("web/src/rules/wasm"));
    }
    match around() {
        Ok(()) => Built::Page,
        Err(what) => {
            println!("== web app: using the small built-in page, since {what}");
            Built::Small
        }
    }
}

/// The npm dependencies in the lock file; installed again when that changes.
fn installed() -> bool {
    let lock = fs::read(root().join("web/package-lock.json")).unwrap_or_default();
    let stamp = root().join("web/node_modules/.floe-lock");
    if fs::read(&stamp).is_ok_and(|known| known == lock) {
        return true;
    }
    println!("== web app: npm install");
    let mut npm = in_web("npm");
    // Not `npm ci`: it refuses a lock file without the bundler's binary for every platform, and ours has those for Linux.
    npm.args(["install", "--no-audit", "--no-fund"]);
    run(npm) && fs::write(stamp, lock).is_ok()
}

/// Rules and engine: compiled, and bound to JavaScript.
fn rules() -> Result<(), String> {
    let output = root().join("web/src/rules/wasm");
    let sources = WASM_CRATES.iter().map(|name| root().join("crates").join(name));
    let sources: Vec<PathBuf> =
        sources.chain(["Cargo.lock", "Cargo.toml"].map(|file| root().join(file))).collect();
    if changed(&output.join("floe_wasm_bg.wasm")) >= sources.iter().map(|path| changed(path)).max().flatten()
    {
        return Ok(());
    }
    has_target()?;
    let began = Instant::now();
    println!("== web app: rules and engine (a few minutes the first time)");
    let mut build = cargo();
    build.args(["build", "--quiet", "--package", "floe-wasm", "--lib", "--profile", "wasm"]);
    build.args(["--target", TARGET, "--target-dir", "target/wasm"]);
    // Added to the flags in `.cargo/config.toml`. Places in the code are part of the module.
    let flags = remap::flags(&root()).map_err(|error| format!("the sources cannot be found: {error}"))?;
    build.args(["--config", &format!("target.{TARGET}.rustflags={flags:?}")]);
    let compiled = root().join("target/wasm").join(TARGET).join("wasm/floe_wasm.wasm");
    // No wasm-opt after that: in a test its output was 10 % smaller but 5 % larger when compressed, and no faster.
    let mut bind = cargo();
    // In the same folder, so that it need not wait for another build, such as that of the tests.
    bind.args(["run", "--quiet", "--package", "xtask-wasm", "--target-dir", "target/wasm", "--"]);
    bind.args([&compiled, &output]);
    for (step, command) in [("compiled", build), ("bound to JavaScript", bind)] {
        if !run(command) {
            return Err(format!("the rules could not be {step}"));
        }
    }
    println!("== web app: rules and engine in {:.0?}", began.elapsed());
    Ok(())
}

/// Checks whether the compiler supports WebAssembly, and installs the target if not.
fn has_target() -> Result<(), String> {
    let there = || {
        let found = named("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
        found.is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_dir())
    };
    if there() {
        return Ok(());
    }
    println!("== web app: rustup target add {TARGET}");
    let mut rustup = named("rustup");
    rustup.args(["target", "add", TARGET]).stdin(Stdio::null());
    if run(rustup) && there() {
        return Ok(());
    }
    Err(format!("the compiler cannot build WebAssembly; run `rustup target add {TARGET}`"))
}

/// Everything around the rules: built by Vite, then compressed.
fn around() -> Result<(), String> {
    let dist = root().join("web/dist");
    let stamp = root().join("target/web.stamp");
    let newest = WEB.iter().map(|name| changed(&root().join("web").join(name))).max().flatten();
    let done = changed(&stamp);
    if dist.join("index.html").exists() && done >= newest && done >= changed(&dist) {
        println!("== web app: nothing has changed");
        return Ok(());
    }
    let began = Instant::now();
    let mut build = in_web("npm");
    build.args(["run", "--silent", "build"]);
    let mut compress = in_web("node");
    compress.args(["scripts/compress.mjs", "dist"]);
    for (step, command) in [("built", build), ("compressed", compress)] {
        if !run(command) {
            return Err(format!("the web app could not be {step}"));
        }
    }
    fs::write(&stamp, "").map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    println!("== web app: built in {:.0?}", began.elapsed());
    Ok(())
}

/// When a file, or the newest file in a folder, was last changed.
fn changed(path: &Path) -> Option<SystemTime> {
    let about = fs::metadata(path).ok()?;
    if !about.is_dir() {
        return about.modified().ok();
    }
    let entries: io::Result<Vec<_>> = fs::read_dir(path).ok()?.collect();
    entries.ok()?.iter().filter_map(|entry| changed(&entry.path())).max()
}
