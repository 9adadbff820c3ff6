//! Runs the tests in Python where Python 3.9 or later is there: in a virtual environment under `target/`, with the module
//! that cargo has built for this test. Says what it skips, and why.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};

/// Packages without which nothing can be tested.
const NEEDED: &[&str] = &["numpy", "pytest"];
/// Packages whose tests are skipped where they cannot be had.
const OPTIONAL: &[&str] = &["pettingzoo", "gymnasium", "open_spiel", "pandas"];

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(why) => {
            println!("skipped the tests in Python: {why}");
            ExitCode::SUCCESS
        }
    }
}

/// Whether the tests pass; an error is a reason to skip them.
fn run() -> Result<bool, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = env::current_exe().map_err(|error| format!("this program cannot be found: {error}"))?;
    let deps = program.parent().ok_or("this program is in no folder")?;
    let target = deps.ancestors().nth(2).ok_or("there is no target folder")?.join("python");
    let python = interpreter()?;
    let environment = target.join("venv");
    if !environment.join("pyvenv.cfg").exists() {
        quietly(Command::new(&python).args(["-m", "venv"]).arg(&environment))
            .map_err(|said| format!("python3 -m venv failed; install python3-venv ({said})"))?;
    }
    let own = match cfg!(windows) {
        true => environment.join("Scripts/python.exe"),
        false => environment.join("bin/python"),
    };
    install(&own, &environment, NEEDED)?;
    for package in OPTIONAL {
        if let Err(why) = install(&own, &environment, &[package]) {
            println!("skipped the tests with {package}: {why}");
        }
    }
    let package = assemble(source, deps, &target)?;
    let mut tests = Command::new(&own);
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--durations=5"]);
    tests.arg("--rootdir").arg(source).arg(source.join("tests"));
    // Not in the source folder, whose package has no module.
    tests.env("PYTHONPATH", &package).env("PYTHONDONTWRITEBYTECODE", "1").current_dir(&target);
    match tests.stdin(Stdio::null()).status() {
        Ok(status) => Ok(status.success()),
        Err(error) => Err(format!("pytest cannot be started: {error}")),
    }
}

/// Python 3.9 or later.
fn interpreter() -> Result<PathBuf, String> {
    let named = env::var_os("PYTHON").map(PathBuf::from).unwrap_or_else(|| "python3".into());
    let code = "import sys; sys.exit(sys.version_info < (3, 9))";
    let status = Command::new(&named).args(["-c", code]).stderr(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(named),
        Ok(_) => Err("Python is older than 3.9".into()),
        Err(_) => Err("Python is missing; 3.9 or later is needed".into()),
    }
}

/// Runs a command and keeps what it prints for when it fails: the last line of it.
fn quietly(command: &mut Command) -> Result<(), String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    match output.status.success() {
        true => Ok(()),
        false => Err(said.lines().last().unwrap_or("no reason given").to_owned()),
    }
}

/// Installs packages once.
fn install(python: &Path, environment: &Path, packages: &[&str]) -> Result<(), String> {
    let stamp = environment.join(format!("has-{}", packages.join("-")));
    if stamp.exists() {
        return Ok(());
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"];
    quietly(Command::new(python).args(pip).args(packages))
        .map_err(|said| format!("{} cannot be installed ({said})", packages.join(" and ")))?;
    fs::write(stamp, "").map_err(|error| error.to_string())
}

/// The package as a wheel would install it: the files in Python, and the module that was built for this test.
fn assemble(source: &Path, deps: &Path, target: &Path) -> Result<PathBuf, String> {
    let [built, module] = match env::consts::OS {
        "windows" => ["_floe.dll", "_floe.pyd"],
        "macos" => ["lib_floe.dylib", "_floe.abi3.so"],
        _ => ["lib_floe.so", "_floe.abi3.so"],
    };
    let package = target.join("package");
    let folder = package.join("floe");
    let copy = || -> std::io::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        for file in fs::read_dir(source.join("floe"))? {
            let path = file?.path();
            if let (true, Some(name)) = (path.is_file(), path.file_name()) {
                fs::copy(&path, folder.join(name))?;
            }
        }
        fs::copy(deps.join(built), folder.join(module))?;
        Ok(())
    };
    copy().map(|()| package).map_err(|error| format!("the package cannot be put together: {error}"))
}
