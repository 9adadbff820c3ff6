//! The test programs of the workspace: built by cargo, run by xtask.
//!
//! Cargo runs one test program after the other, and a part of the tests, chosen by options, would be another build. So
//! cargo is given a runner that does not run a program but writes down how to.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use crate::programs::{cargo, root};

/// The internal command that cargo calls for each test program.
pub const RECORD: &str = "record-test";

/// A test program, as cargo would run it.
pub struct TestProgram {
    /// The folder of its package and its own name.
    pub name: String,
    /// The name of its file, which no other program has.
    pub file: String,
    folder: PathBuf,
    args: Vec<String>,
    variables: Vec<(String, String)>,
}

/// Where the programs are recorded, one file for each.
fn folder() -> PathBuf {
    root().join("target/checks/programs")
}

/// The command that builds all test programs and writes them down.
pub fn build() -> Command {
    // Programs of an earlier run may no longer exist.
    let _ = fs::remove_dir_all(folder());
    let runner = env::current_exe().unwrap_or_default();
    let mut build = cargo();
    build.args(["test", "--workspace", "--tests", "--quiet", "--config"]);
    build.arg(format!("target.'cfg(all())'.runner = ['{}', '{RECORD}']", runner.display()));
    build
}

/// Records a test program: its folder, its variables, its arguments.
pub fn record(args: &[String]) -> ExitCode {
    let written = || -> Option<()> {
        let program = Path::new(args.first()?).file_name()?;
        let variables =
            env::vars().filter(|(name, _)| name.starts_with("CARGO") || name == "LD_LIBRARY_PATH");
        let variables: Vec<String> = variables.map(|(name, value)| format!("{name}={value}")).collect();
        let parts = [env::current_dir().ok()?.to_str()?.to_owned(), variables.join("\n"), args.join("\n")];
        fs::create_dir_all(folder()).ok()?;
        fs::write(folder().join(program), parts.join("\0")).ok()
    };
    match written() {
        Some(()) => ExitCode::SUCCESS,
        None => {
            eprintln!("xtask: cannot record how to run {}", args.join(" "));
            ExitCode::FAILURE
        }
    }
}

/// The recorded programs, in the order of their names.
pub fn programs() -> Vec<TestProgram> {
    let files = fs::read_dir(folder()).into_iter().flatten().flatten();
    let mut programs: Vec<TestProgram> =
        files.filter_map(|file| TestProgram::parse(&fs::read_to_string(file.path()).ok()?)).collect();
    programs.sort_by(|one, other| one.name.cmp(&other.name));
    programs
}

impl TestProgram {
    fn parse(text: &str) -> Option<TestProgram> {
        let mut parts = text.split('\0');
        let folder = PathBuf::from(parts.next()?);
        let variables = parts.next()?.lines().filter_map(|line| line.split_once('='));
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let args: Vec<String> = parts.next()?.lines().map(str::to_owned).collect();
        let file = Path::new(args.first()?).file_name()?.to_str()?.to_owned();
        // Cargo adds a hash to the name.
        let program = file.rsplit_once('-').map_or(&*file, |(name, _)| name);
        let name = format!("{} {program}", folder.file_name()?.to_str()?);
        Some(TestProgram { name, file, folder, args, variables })
    }

    /// The command that runs it.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.args[0]);
        command.args(&self.args[1..]).current_dir(&self.folder);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_run_as_it_was_written_down() {
        let text = "crates/floe-board\0CARGO_PKG_NAME=floe-board\nCARGO_PKG_DESCRIPTION=a=b\0deps/floe_board-0123\n--quiet";
        let program = TestProgram::parse(text).unwrap();
        assert_eq!((&*program.name, &*program.file), ("floe-board floe_board", "floe_board-0123"));
        let command = program.command();
        assert_eq!(command.get_program(), "deps/floe_board-0123");
        assert_eq!(command.get_args().collect::<Vec<_>>(), ["--quiet"]);
        assert_eq!(command.get_current_dir(), Some(Path::new("crates/floe-board")));
        assert_eq!(command.get_envs().count(), 2);
        assert!(TestProgram::parse("a folder alone").is_none());
    }
}
