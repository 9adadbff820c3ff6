//! What `floe --version` says.

/// The version and the commit it was built from: `0.1.0 (b6668a3f21)`. Further lines about the build belong here.
pub fn version() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match env!("FLOE_COMMIT") {
        "" => version.to_owned(),
        commit => format!("{version} ({commit})"),
    }
}
