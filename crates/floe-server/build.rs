//! Embeds the web app in release builds, if it has been built (`cargo xtask web`). Without it the small page is
//! served; `web_dir = "folder"` serves any other.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=FLOE_EMBED");
    let web = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web");
    let dist = web.join("dist");
    // In other builds the web app is served from its folder, so that changing it recompiles nothing.
    let wanted = env::var("PROFILE").is_ok_and(|profile| profile == "release")
        && env::var("FLOE_EMBED").map_or(true, |word| word != "0");
    let mut files = Vec::new();
    if wanted && dist.join("index.html").exists() {
        println!("cargo::rerun-if-changed={}", dist.display());
        list(&dist, &dist, &mut files)?;
        files.sort();
    } else if wanted && web.exists() {
        // It may be built later.
        println!("cargo::rerun-if-changed={}", web.display());
    }
    let mut code = String::from("static FILES: &[(&str, &[u8])] = &[\n");
    for (name, path) in &files {
        let _ = writeln!(code, "    ({name:?}, include_bytes!({:?})),", path.display().to_string());
    }
    code += "];\n";
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page_files.rs"), code)
}

fn list(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(root, &path, files)?;
        } else if let Ok(name) = path.strip_prefix(root) {
            let parts: Vec<String> =
                name.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
            files.push((parts.join("/"), path.canonicalize()?));
        }
    }
    Ok(())
}
