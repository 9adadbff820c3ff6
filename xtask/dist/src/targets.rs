//! What Floe is built for, and whether this machine can build and run it.

use std::path::Path;
use std::process::{Command, Stdio};

/// A platform that gets an archive, a Debian package and an image.
#[derive(Debug)]
pub struct Target {
    /// As the compiler calls it.
    pub triple: &'static str,
    /// In the names of files.
    pub name: &'static str,
    /// Debian's architecture, and that of container images, which happen to be the same words.
    pub architecture: &'static str,
    /// As `std::env::consts::ARCH` calls it.
    processor: &'static str,
    /// The target of Zig's C compiler.
    pub zig: &'static str,
}

/// All of them.
pub const TARGETS: [Target; 2] = [
    Target {
        triple: "x86_64-unknown-linux-musl",
        name: "x86_64-linux",
        architecture: "amd64",
        processor: "x86_64",
        zig: "x86_64-linux-musl",
    },
    Target {
        triple: "aarch64-unknown-linux-musl",
        name: "aarch64-linux",
        architecture: "arm64",
        processor: "aarch64",
        zig: "aarch64-linux-musl",
    },
];

/// Platforms without a build of the program, and why.
pub const UNSUPPORTED: [(&str, &str); 1] = [(
    "Windows",
    "the program limits bots, locks its file and measures itself through calls that only Unix systems have; use WSL, a container or \
     another machine",
)];

/// How this machine runs programs for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runner {
    /// Directly.
    Native,
    /// Under an emulator of this name.
    Emulator(&'static str),
}

impl Target {
    /// The target of that name or triple.
    pub fn find(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| [target.name, target.triple, target.architecture].contains(&name))
    }

    /// How programs for it can be run here, if they can.
    pub fn runner(&self) -> Option<Runner> {
        if cfg!(target_os = "linux") && std::env::consts::ARCH == self.processor {
            return Some(Runner::Native);
        }
        let emulator = match self.processor {
            "aarch64" => "qemu-aarch64",
            _ => "qemu-x86_64",
        };
        let mut version = Command::new(emulator);
        version.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        version.status().is_ok_and(|status| status.success()).then_some(Runner::Emulator(emulator))
    }
}

impl Runner {
    /// The command that runs a program.
    pub fn command(self, program: &Path) -> Command {
        match self {
            Runner::Native => Command::new(program),
            Runner::Emulator(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(program);
                command
            }
        }
    }

    /// What a report says about a program that was run.
    pub fn as_str(self) -> &'static str {
        match self {
            Runner::Native => "built and run",
            Runner::Emulator("qemu-aarch64") => "built, run under qemu-aarch64",
            Runner::Emulator(_) => "built, run under qemu-x86_64",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_found_by_any_of_their_names() {
        for target in &TARGETS {
            for name in [target.name, target.triple, target.architecture] {
                assert_eq!(Target::find(name).map(|found| found.triple), Some(target.triple));
            }
        }
        assert!(Target::find("windows").is_none());
    }
}
