//! Names the folder that is embedded as the web app: in release builds what `cargo xtask web` made, if it has been made,
//! otherwise an empty one. `FLOE_EMBED=0` and `FLOE_EMBED=1` decide for any build. Without an embedded web app the small
//! page is served; `web_dir = "folder"` serves any other.

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FLOE_EMBED");
    let folder = |variable: &str| PathBuf::from(env::var_os(variable).unwrap_or_default());
    let web = folder("CARGO_MANIFEST_DIR").join("../../web");
    let mut files = web.join("dist");
    // In other builds the web app is served from its folder, so that changing it recompiles nothing.
    let wanted = match env::var("FLOE_EMBED").as_deref() {
        Ok("0") => false,
        Ok("1") => true,
        _ => env::var("PROFILE").is_ok_and(|profile| profile == "release"),
    };
    if wanted && files.join("index.html").exists() {
        println!("cargo::rerun-if-changed={}", files.display());
    } else {
        if wanted && web.exists() {
            // It may be built later.
            println!("cargo::rerun-if-changed={}", web.display());
        }
        files = folder("OUT_DIR").join("no-web-app");
        fs::create_dir_all(&files)?;
    }
    println!("cargo::rustc-env=FLOE_EMBEDDED_FILES={}", files.display());
    Ok(())
}
