//! Builds the program for a target, so that the same sources give the same bytes in any folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::targets::Target;

/// Shared with the build of the web app, which is part of the program.
#[path = "../../src/remap.rs"]
mod remap;

/// The C compiler for what is written in C (SQLite, cryptography): one version for all targets and machines.
const ZIG: &str = "ziglang==0.17.0";

/// Builds `floe` from the sources in `root`; returns its path. `tools` is a folder for compilers.
pub fn program(root: &Path, tools: &Path, target: &Target, epoch: u64) -> Result<PathBuf, String> {
    has_target(target.triple)?;
    let compiler = c_compiler(tools, target)?;
    let name = target.triple.replace('-', "_");
    let mut cargo = cargo();
    cargo.args([
        "build",
        "--locked",
        "--profile",
        "dist",
        "--package",
        "floe-cli",
        "--target",
        target.triple,
    ]);
    cargo.current_dir(root);
    // Without a system's linker and libraries: the compiler has what a static program needs.
    cargo.env(format!("CARGO_TARGET_{}_LINKER", name.to_uppercase()), "rust-lld");
    cargo.env(format!("CC_{name}"), compiler).env(format!("AR_{name}"), "ar");
    let flags = remap::flags(root).map_err(|error| format!("{}: {error}", root.display()))?;
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\x1f"));
    cargo.env("SOURCE_DATE_EPOCH", epoch.to_string());
    // Without the web app it would be another program.
    cargo.env("FLOE_EMBED", "1");
    match cargo.status() {
        Ok(status) if status.success() => Ok(built(root, target)),
        Ok(_) => Err(format!("floe could not be built for {}", target.triple)),
        Err(error) => Err(format!("cannot start cargo: {error}")),
    }
}

fn built(root: &Path, target: &Target) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    folder.join(target.triple).join("dist/floe")
}

/// Cargo; the one that runs this.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Checks that the compiler has the target's standard library, and installs it if not.
fn has_target(triple: &str) -> Result<(), String> {
    let there = || {
        let found = Command::new("rustc").args(["--print", "target-libdir", "--target", triple]).output();
        found.is_ok_and(|answer| Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_dir())
    };
    if !there() {
        let mut rustup = Command::new("rustup");
        let _ = rustup.args(["target", "add", triple]).stdin(Stdio::null()).status();
    }
    match there() {
        true => Ok(()),
        false => Err(format!(
            "the compiler has no standard library for {triple}; run `rustup target add {triple}`"
        )),
    }
}

/// The C compiler for a target: a script that calls Zig's, in a virtual environment below `tools`.
fn c_compiler(tools: &Path, target: &Target) -> Result<PathBuf, String> {
    let folder = tools.join("zig");
    let python = folder.join("bin/python");
    let has_zig = || {
        let mut version = Command::new(&python);
        version.args(["-m", "ziglang", "version"]).stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success())
    };
    if !has_zig() {
        println!("== dist: {ZIG}, a C compiler");
        let run = |command: &mut Command| command.status().is_ok_and(|status| status.success());
        let made = run(Command::new("python3").args(["-m", "venv"]).arg(&folder))
            && run(Command::new(&python).args(["-m", "pip", "install", "--quiet", ZIG]));
        if !made || !has_zig() {
            return Err(format!(
                "the C compiler cannot be installed; `pip install {ZIG}` failed, which needs Python with venv"
            ));
        }
    }
    let python = fs::canonicalize(folder.join("bin")).map_err(|error| error.to_string())?.join("python");
    let script = tools.join(format!("cc-{}", target.triple));
    let text = script_text(&python, target.zig);
    if fs::read_to_string(&script).is_ok_and(|known| known == text) {
        return fs::canonicalize(&script).map_err(|error| error.to_string());
    }
    fs::write(&script, text).map_err(|error| format!("{}: {error}", script.display()))?;
    make_executable(&script).map_err(|error| format!("{}: {error}", script.display()))?;
    fs::canonicalize(&script).map_err(|error| error.to_string())
}

/// Build scripts name targets as Rust does, which Zig does not understand.
fn script_text(python: &Path, target: &str) -> String {
    format!(
        "#!/bin/sh\nfor arg do\n  shift\n  case $arg in --target=*) ;; *) set -- \"$@\" \"$arg\" ;; esac\ndone\n\
         exec '{}' -m ziglang cc -target {target} -g0 -fno-sanitize=all \"$@\"\n",
        python.display()
    )
}

#[cfg(unix)]
fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_path: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_this_machine_are_replaced() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let flags = remap::flags(&root).unwrap();
        let own = fs::canonicalize(&root).unwrap();
        assert!(flags.contains(&format!("--remap-path-prefix={}=floe", own.display())), "{flags:?}");
    }

    #[test]
    fn the_compilers_script_drops_what_zig_does_not_understand() {
        let text = script_text(Path::new("python"), "aarch64-linux-musl");
        assert!(text.starts_with("#!/bin/sh\n") && text.contains("--target=*) ;;"), "{text}");
        assert!(text.contains("-m ziglang cc -target aarch64-linux-musl "), "{text}");
    }
}
