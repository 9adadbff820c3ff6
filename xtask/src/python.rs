//! The wheel of the Python package, and a check that it needs no Rust.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::{named, root, run};

/// Runs in the clean environment: a game, a vector, an engine.
const SMOKE: &str = "\
import numpy, floe
state = floe.load('penguins', 'players=3', seed=7)
while not state.is_terminal():
    state.apply_action(state.legal_actions()[0])
vector = floe.VectorState('amazons', 8)
vector.sample(actions := numpy.zeros(8, dtype=numpy.int64))
vector.step(actions)
print('floe', floe.__version__, floe.__file__, state.returns(), floe.Engine('amazons', 1).choose(floe.load('amazons')))";

/// Makes the wheel in `target/wheels`, installs it in a clean virtual environment without Rust on the path, and plays.
pub fn wheel() -> Result<PathBuf, String> {
    let folder = root().join("target/python");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let maker = environment(&folder.join("maturin"), &["maturin>=1.7,<2"])?;
    let wheels = root().join("target/wheels");
    let _ = fs::remove_dir_all(&wheels);
    println!("== python: the wheel (a few minutes the first time)");
    let mut build = Command::new(&maker);
    build
        .args(["-m", "maturin", "build", "--release", "--out"])
        .arg(&wheels)
        .current_dir(root().join("python"));
    if !run(build) {
        return Err("the wheel could not be built".into());
    }
    let files = fs::read_dir(&wheels).map_err(|error| error.to_string())?.flatten();
    let wheel = files.map(|file| file.path()).find(|path| path.extension().is_some_and(|end| end == "whl"));
    let wheel = wheel.ok_or("maturin made no wheel")?;
    println!("== python: the wheel in a clean environment without Rust");
    let clean = folder.join("clean");
    let _ = fs::remove_dir_all(&clean);
    let python = environment(&clean, &[&wheel.to_string_lossy()])?;
    let mut play = Command::new(&python);
    play.args(["-c", SMOKE]).env_clear().env("PATH", clean.join("bin")).current_dir(&folder);
    match run(play) {
        true => Ok(wheel),
        false => Err("the installed wheel does not play".into()),
    }
}

/// A virtual environment with some packages; returns its Python.
fn environment(folder: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !python.exists() {
        let mut make = named("python3");
        make.args(["-m", "venv"]).arg(folder);
        if !run(make) {
            return Err("python3 -m venv failed; Python 3.9 or later with venv is needed".into());
        }
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages);
    match run(pip) {
        true => Ok(python),
        false => Err(format!("{} cannot be installed", packages.join(" and "))),
    }
}
