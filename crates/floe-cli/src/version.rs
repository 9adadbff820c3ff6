//! What `floe --version` says, and the instructions that hot code is run with.

use crate::output::{CliResult, Failure};

/// The version and the commit it was built from: `1.0.0 (b6668a3f21)`.
pub fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match env!("FLOE_COMMIT") {
        "" => version.to_owned(),
        commit => format!("{version} ({commit})"),
    }
}

/// The version, and the instructions that were chosen for this machine's processor.
pub fn long_version() -> String {
    format!("{}\nhot code: {}", version(), floe_cpu::instruction_set().as_str())
}

/// Follows `FLOE_CPU`: `baseline` runs hot code without the instructions that only some processors have.
pub fn choose_instructions() -> CliResult {
    match std::env::var("FLOE_CPU").as_deref() {
        Err(_) | Ok("" | "auto") => Ok(()),
        Ok("baseline") => {
            floe_cpu::use_baseline();
            Ok(())
        }
        Ok(other) => Err(Failure::Usage(format!("FLOE_CPU is '{other}'; use baseline or auto"))),
    }
}
