//! `cargo xtask page`: the rules and the engine as WebAssembly, then the page around them. What is missing is said, and
//! the rest goes on without it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Instant, SystemTime};
use std::{fs, io};

use crate::programs::{cargo, in_web, missing_node, named, root, run};

/// What there is to serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// The page, in `web/dist`.
    Page,
    /// Nothing but the small page that is part of the program.
    Small,
}

const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that the page's rules are made of.
const WASM_CRATES: [&str; 6] =
    ["floe-board", "floe-cards", "floe-solve", "floe-games", "floe-engine", "floe-wasm"];
/// What else the page is made of, beside its sources.
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

/// Builds the page, as far as something has changed.
pub fn build() -> Built {
    if let Some(missing) = missing_node() {
        println!("== the page: the small one that is part of the program, since {missing}");
        return Built::Small;
    }
    if !installed() {
        println!(
            "== the page: the small one that is part of the program, since npm could not fetch what it is made of"
        );
        return Built::Small;
    }
    if let Err(missing) = rules() {
        println!("== the page: without rules of its own, since {missing}; it will ask the server instead");
        // Old rules would be worse than none.
        let _ = fs::remove_dir_all(root().join("web/src/rules/wasm"));
    }
    match around() {
        Ok(()) => Built::Page,
        Err(what) => {
            println!("== the page: the small one that is part of the program, since {what}");
            Built::Small
        }
    }
}

/// What npm fetches, as the lock file says; fetched again when that changes.
fn installed() -> bool {
    let lock = fs::read(root().join("web/package-lock.json")).unwrap_or_default();
    let stamp = root().join("web/node_modules/.floe-lock");
    if fs::read(&stamp).is_ok_and(|known| known == lock) {
        return true;
    }
    println!("== the page: npm install");
    let mut npm = in_web("npm");
    // Not `npm ci`: it refuses a lock that was written on another platform, where bundlers have other optional parts.
    npm.args(["install", "--no-audit", "--no-fund"]);
    run(npm) && fs::write(stamp, lock).is_ok()
}

/// Rules and engine: compiled, and bound to JavaScript.
fn rules() -> Result<(), String> {
    let made = root().join("web/src/rules/wasm");
    let sources = WASM_CRATES.iter().map(|name| root().join("crates").join(name));
    let sources: Vec<PathBuf> =
        sources.chain(["Cargo.lock", "Cargo.toml"].map(|file| root().join(file))).collect();
    if changed(&made.join("floe_wasm_bg.wasm")) >= sources.iter().map(|path| changed(path)).max().flatten() {
        return Ok(());
    }
    has_target()?;
    let began = Instant::now();
    println!("== the page: rules and engine (a few minutes the first time)");
    let mut build = cargo();
    build.args(["build", "--quiet", "--package", "floe-wasm", "--lib", "--profile", "wasm"]);
    build.args(["--target", TARGET, "--target-dir", "target/wasm"]);
    let compiled = root().join("target/wasm").join(TARGET).join("wasm/floe_wasm.wasm");
    // No wasm-opt after that: it was tried, and what comes out is larger when compressed and no faster.
    let mut bind = cargo();
    bind.args(["run", "--quiet", "--package", "xtask-wasm", "--"]).args([&compiled, &made]);
    for (step, command) in [("compiled", build), ("bound to JavaScript", bind)] {
        if !run(command) {
            return Err(format!("the rules could not be {step}"));
        }
    }
    println!("== the page: rules and engine in {:.0?}", began.elapsed());
    Ok(())
}

/// Can the compiler make WebAssembly? It is taught once where it cannot.
fn has_target() -> Result<(), String> {
    let there = || {
        let asked = named("rustc").args(["--print", "target-libdir", "--target", TARGET]).output();
        asked.is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_dir())
    };
    if there() {
        return Ok(());
    }
    println!("== the page: rustup target add {TARGET}");
    let mut rustup = named("rustup");
    rustup.args(["target", "add", TARGET]).stdin(Stdio::null());
    if run(rustup) && there() {
        return Ok(());
    }
    Err(format!("the compiler cannot make WebAssembly; `rustup target add {TARGET}` would teach it"))
}

/// Everything around the rules: built by Vite, then compressed.
fn around() -> Result<(), String> {
    let dist = root().join("web/dist");
    let stamp = root().join("target/page.stamp");
    let newest = WEB.iter().map(|name| changed(&root().join("web").join(name))).max().flatten();
    let done = changed(&stamp);
    if dist.join("index.html").exists() && done >= newest && done >= changed(&dist) {
        println!("== the page: nothing has changed");
        return Ok(());
    }
    let began = Instant::now();
    let mut build = in_web("npm");
    build.args(["run", "--silent", "build"]);
    let mut compress = in_web("node");
    compress.args(["scripts/compress.mjs", "dist"]);
    for (step, command) in [("built", build), ("compressed", compress)] {
        if !run(command) {
            return Err(format!("the page could not be {step}"));
        }
    }
    fs::write(&stamp, "").map_err(|error| format!("{} cannot be written: {error}", stamp.display()))?;
    println!("== the page: built in {:.0?}", began.elapsed());
    Ok(())
}

/// When a file, or the newest in a folder, was changed last.
fn changed(path: &Path) -> Option<SystemTime> {
    let about = fs::metadata(path).ok()?;
    if !about.is_dir() {
        return about.modified().ok();
    }
    let entries: io::Result<Vec<_>> = fs::read_dir(path).ok()?.collect();
    entries.ok()?.iter().filter_map(|entry| changed(&entry.path())).max()
}
